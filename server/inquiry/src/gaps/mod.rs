//! Gaps of an edition: empty pools, entries that can't be generated, lines without effect. Each rule is a function in a
//! file of this folder; a page and the command line show the findings.
//!
//! Most rules prove what they say; `plain-drops` and `too-rare` count simulated drops of a dive, which also says how many
//! items each finding touches.
//!
//! Levels here are generation levels. That something can't be generated is proven with [`Forge::possible`] over all
//! depths of the dungeon and all drop qualities.

mod context;
mod dive;
mod drawn;
mod entries;
mod finding;
mod ignore;
mod kinds;
mod limits;
mod lines;
mod names;
mod only_artifacts;
mod plain;
mod rare;
mod reach;
mod subjects;
mod themes;
mod touched;
mod types;

pub use dive::{DROPS, SEED};
pub use finding::{About, DiveItems, DropShare, Finding, Gap};
pub use ignore::{Ignore, IgnorePatternError};
pub use limits::{LimitError, Limits};
pub use plain::MOST_PLAIN;
pub use rare::RARE;

use crate::profile::Profile;
use affixboard_model::{
    catalog::KindId,
    game::{Cancelled, Forge, Loaded},
};
use context::{Context, affix_levels, is_found};
use dive::Dive;
use drawn::Drawn;
use only_artifacts::OnlyArtifacts;
use reach::Reachable;

/// A search for gaps: what a gap is, and the dive whose items findings touch.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Search {
    /// The limits of the rules.
    pub limits: Limits,
    /// The drops of the dive.
    pub dive: Profile,
}

/// The findings of all rules, by rule, then in the order of the catalog.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct GapReport {
    /// Findings to show.
    pub findings: Vec<Finding>,
    /// Findings that match [`Limits::ignore`].
    pub ignored: Vec<Finding>,
}

/// Runs all rules.
pub fn find(loaded: &Loaded, forge: &dyn Forge, search: &Search) -> GapReport {
    find_while(loaded, forge, search, &|| true).unwrap_or_default()
}

/// The same, as long as `keep_going` returns true; it is asked at each level of the dungeon.
///
/// # Errors
/// [`Cancelled`] if it returned false before all was found.
pub fn find_while(
    loaded: &Loaded,
    forge: &dyn Forge,
    search: &Search,
    keep_going: &dyn Fn() -> bool,
) -> Result<GapReport, Cancelled> {
    let (context, only_artifacts) = reach(loaded, forge, &search.limits, keep_going)?;
    let (rare_lines, mut watched): (Vec<_>, Vec<_>) = rare::lines(context.catalog).into_iter().unzip();
    let dive = Dive::new(forge, context.words, &search.dive, &mut watched, keep_going)?;
    let mut findings = proven(&context, keep_going)?;
    plain::run(&context, &dive, &mut findings);
    only_artifacts.run(&context, Some(&dive), &mut findings);
    rare::run(&context, rare_lines.iter().zip(&watched), &mut findings);
    subjects::run(loaded, &mut findings);
    touched::count(&context, &dive, &mut findings, keep_going)?;
    Ok(report(loaded, findings, &search.limits))
}

/// The gaps that are proven, without those that are counted and without the numbers of items that they touch: no drop is made.
pub fn find_proven(loaded: &Loaded, forge: &dyn Forge, search: &Search) -> GapReport {
    find_proven_while(loaded, forge, search, &|| true).unwrap_or_default()
}

/// The same, as long as `keep_going` returns true.
///
/// # Errors
/// [`Cancelled`] if it returned false before all was found.
pub fn find_proven_while(
    loaded: &Loaded,
    forge: &dyn Forge,
    search: &Search,
    keep_going: &dyn Fn() -> bool,
) -> Result<GapReport, Cancelled> {
    let (context, only_artifacts) = reach(loaded, forge, &search.limits, keep_going)?;
    let mut findings = proven(&context, keep_going)?;
    only_artifacts.run(&context, None, &mut findings);
    subjects::run(loaded, &mut findings);
    if keep_going() { Ok(report(loaded, findings, &search.limits)) } else { Err(Cancelled) }
}

/// What can be made at all, at each level of the dungeon.
fn reach<'a>(
    loaded: &'a Loaded,
    forge: &dyn Forge,
    limits: &'a Limits,
    keep_going: &dyn Fn() -> bool,
) -> Result<(Context<'a>, OnlyArtifacts), Cancelled> {
    let (catalog, words) = (&*loaded.catalog, loaded.game.words());
    let mut only_artifacts = OnlyArtifacts::new(catalog, words, forge.keys());
    let mut drawn = Drawn::default();
    let takes_affixes =
        |id: &KindId| catalog.item_type(catalog.kind(*id).tval).is_some_and(|found| found.takes_affixes);
    let wearable: Vec<KindId> = (0..catalog.kinds.len() as u32).map(KindId).filter(takes_affixes).collect();
    let reached = Reachable::new(catalog, words, forge, |level| {
        if limits.levels(words).contains(&level) {
            let found = wearable.iter().copied().filter(|id| is_found(catalog, *id, level));
            drawn.add(forge, level, affix_levels(words), found);
        }
        only_artifacts.add(forge, level);
        if keep_going() { Ok(()) } else { Err(Cancelled) }
    })?;
    Ok((Context { loaded, catalog, words, limits, reached, drawn }, only_artifacts))
}

/// The findings of the rules that prove what they say.
fn proven(context: &Context<'_>, keep_going: &dyn Fn() -> bool) -> Result<Vec<Finding>, Cancelled> {
    let mut findings = Vec::new();
    for rule in [kinds::run, types::run, themes::run, entries::run, lines::run, names::run] {
        rule(context, &mut findings);
        if !keep_going() {
            return Err(Cancelled);
        }
    }
    Ok(findings)
}

/// The findings by gap, without those that are ignored.
fn report(loaded: &Loaded, mut findings: Vec<Finding>, limits: &Limits) -> GapReport {
    findings.sort_by_key(|finding| finding.gap);
    let mut found = GapReport::default();
    for finding in findings {
        let (shown, ignored) = ignore::split(finding, loaded, &limits.ignore);
        found.findings.extend(shown);
        found.ignored.extend(ignored);
    }
    found
}
