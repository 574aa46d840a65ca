//! Gaps of an edition: empty pools, entries that can't be generated, lines without effect. Each rule is a function in a
//! file of this folder; a page and the command line show the findings.
//!
//! Levels here are generation levels. That something can't be generated is proven with [`Forge::possible`] over all
//! depths of the dungeon and all drop qualities.

mod context;
mod drawn;
mod entries;
mod finding;
mod ignore;
mod kinds;
mod limits;
mod lines;
mod names;
mod reach;
mod subjects;
mod themes;
mod types;

pub use finding::{About, Finding, Gap};
pub use ignore::{Ignore, IgnorePatternError};
pub use limits::{LimitError, Limits};

use crate::{
    catalog::KindId,
    game::{Cancelled, Forge, Loaded},
};
use context::{Context, affix_levels, is_found};
use drawn::Drawn;
use reach::Reachable;

/// The findings of all rules, by rule, then in the order of the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GapReport {
    /// Findings to show.
    pub findings: Vec<Finding>,
    /// Findings that match [`Limits::ignore`].
    pub ignored: Vec<Finding>,
}

/// Runs all rules.
pub fn find(loaded: &Loaded, forge: &dyn Forge, limits: &Limits) -> GapReport {
    find_while(loaded, forge, limits, &|| true).unwrap_or_default()
}

/// The same, as long as `keep_going` returns true; it is asked at each level of the dungeon.
///
/// # Errors
/// [`Cancelled`] if it returned false before all was found.
pub fn find_while(
    loaded: &Loaded,
    forge: &dyn Forge,
    limits: &Limits,
    keep_going: &dyn Fn() -> bool,
) -> Result<GapReport, Cancelled> {
    let (catalog, words) = (&*loaded.catalog, loaded.game.words());
    let mut drawn = Drawn::default();
    let takes_affixes =
        |id: &KindId| catalog.item_type(catalog.kind(*id).tval).is_some_and(|found| found.takes_affixes);
    let wearable: Vec<KindId> = (0..catalog.kinds.len() as u32).map(KindId).filter(takes_affixes).collect();
    let reached = Reachable::new(catalog, words, forge, |level| {
        if limits.levels(words).contains(&level) {
            let found = wearable.iter().copied().filter(|id| is_found(catalog, *id, level));
            drawn.add(forge, level, affix_levels(words), found);
        }
        if keep_going() { Ok(()) } else { Err(Cancelled) }
    })?;
    let context = Context { loaded, catalog, words, limits, reached, drawn };
    let mut findings = Vec::new();
    for rule in [kinds::run, types::run, themes::run, entries::run, lines::run, names::run] {
        rule(&context, &mut findings);
        if !keep_going() {
            return Err(Cancelled);
        }
    }
    subjects::run(loaded, &mut findings);
    findings.sort_by_key(|finding| finding.gap);
    let mut found = GapReport::default();
    for finding in findings {
        let (shown, ignored) = ignore::split(finding, loaded, &limits.ignore);
        found.findings.extend(shown);
        found.ignored.extend(ignored);
    }
    Ok(found)
}
