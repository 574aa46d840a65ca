//! Gaps of an edition: empty pools, entries that can't be generated, lines without effect. Each rule is a function in a file
//! of this folder; a page and the command line show the findings.
//!
//! Levels here are generation levels. That something can't be generated is proven with [`Forge::possible`] over all depths
//! of the dungeon and all drop qualities.

mod drawn;
mod entries;
mod ignore;
mod kinds;
mod limits;
mod lines;
mod names;
mod reach;
mod themes;
mod types;

pub use ignore::{Ignore, IgnorePatternError};
pub use limits::{LimitError, Limits};

use std::{collections::BTreeSet, ops::Range};

use crate::{
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
    game::{Forge, Loaded, Words},
    text::{Rule as Remark, Span},
};
use drawn::Drawn;
use reach::Reachable;

macro_rules! gaps {
    ($($variant:ident $name:literal $doc:literal;)*) => {
        /// A rule: a sort of gap. Each has a literal test.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Gap { $(#[doc = $doc] $variant,)* }

        impl Gap {
            /// Every rule, in the order of this table, in which findings are listed.
            pub const ALL: &[Gap] = &[$(Gap::$variant,)*];

            /// The stable name, such as `no-affix`.
            pub fn name(self) -> &'static str {
                match self { $(Gap::$variant => $name,)* }
            }

            /// The rule's meaning in one sentence, as pages show it.
            pub fn explain(self) -> &'static str {
                match self { $(Gap::$variant => $doc,)* }
            }
        }
    };
}

gaps! {
    NoAffix "no-affix" "A kind can draw nothing at some levels at which it is found.";
    FewAffixes "few-affixes" "All kinds of an item type together can draw only few different things at some levels.";
    NoGreatAffix "no-great-affix" "No kind of an item type can draw anything of the level great at some levels.";
    ThemeOutOfReach "theme-out-of-reach" "A theme never comes on kinds that one of its lines names.";
    WeakTheme "weak-theme" "A theme's weights are so small in all that it is never certain, even with each of its affixes.";
    AffixOutOfReach "affix-out-of-reach" "An affix or ego is on no item, whatever the depth and drop quality.";
    KindOutOfReach "kind-out-of-reach" "No drop is ever of this kind, whatever the depth and drop quality.";
    RangeWithoutKind "range-without-kind" "An allocation covers no existing kind.";
    ReversedRange "reversed-range" "A range ends before it begins, so nothing is ever in it.";
    HiddenAllocation "hidden-allocation" "Earlier allocations of the same entry always match first.";
    NeverDrawn "never-drawn" "The original program can never pick this entry or line.";
    BeyondDepth "beyond-depth" "An allocation begins deeper than the deepest level of the dungeon.";
    DuplicateName "duplicate-name" "Two entries have the same name.";
}

impl Gap {
    /// The rule with that name.
    pub fn find(name: &str) -> Option<Gap> {
        Gap::ALL.iter().copied().find(|gap| gap.name() == name)
    }

    /// The gap with the same name as a diagnostic's rule, if there is one.
    fn of_remark(remark: Remark) -> Option<Gap> {
        Gap::find(remark.name())
    }
}

/// The subject of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// An item type, by its tval.
    ItemType(u16),
    /// An affix or ego.
    Affix(AffixId),
    /// A theme.
    Theme(ThemeId),
    /// An artifact.
    Artifact(ArtifactId),
    /// A kind.
    Kind(KindId),
}

impl About {
    /// Its name; empty for item types without kinds.
    pub fn name(self, catalog: &Catalog) -> &str {
        match self {
            About::ItemType(tval) => catalog.item_type(tval).map_or("", |item_type| item_type.name.as_str()),
            About::Affix(id) => &catalog.affix(id).name,
            About::Theme(id) => &catalog.theme(id).name,
            About::Artifact(id) => &catalog.artifact(id).name,
            About::Kind(id) => &catalog.kind(id).name,
        }
    }
}

/// A gap found by a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub gap: Gap,
    /// Its subject.
    pub about: About,
    /// The item type, if it is about a single one.
    pub tval: Option<u16>,
    /// The kinds it is about, by sval; empty if it isn't about kinds.
    pub kinds: Vec<KindId>,
    /// Generation levels as runs (first, last); empty if it isn't about levels.
    pub levels: Vec<(u32, u32)>,
    /// Highest affix levels of the draws, as indices into [`Words::affix_levels`]; empty if it isn't about affix levels.
    pub affix_levels: Vec<u8>,
    /// The most relevant line of the files.
    pub line: Option<Span>,
    /// A short sentence without its subject.
    pub what: String,
    /// Whether it is among [`Loaded::diagnostics`] too.
    pub is_remark: bool,
}

impl Finding {
    /// A finding with only rule, subject and text.
    fn new(gap: Gap, about: About, what: impl Into<String>) -> Finding {
        let tval = if let About::ItemType(tval) = about { Some(tval) } else { None };
        Finding {
            gap,
            about,
            tval,
            kinds: Vec::new(),
            levels: Vec::new(),
            affix_levels: Vec::new(),
            line: None,
            what: what.into(),
            is_remark: false,
        }
    }
}

/// The inputs of the rules.
struct Context<'a> {
    loaded: &'a Loaded,
    catalog: &'a Catalog,
    words: &'static Words,
    limits: &'a Limits,
    reached: Reachable,
    drawn: Drawn,
}

impl Context<'_> {
    /// Item types that take affixes, each with its kinds that a file defines and drops can choose, by sval.
    fn drawn_kinds(&self) -> impl Iterator<Item = (u16, Vec<KindId>)> {
        let types = self.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
        types.map(|item_type| {
            let mut kinds = self.catalog.kinds_of(item_type.tval);
            kinds.retain(|id| self.is_drawn(*id));
            (item_type.tval, kinds)
        })
    }

    /// Whether drops can choose a kind; some kinds are for artifacts only.
    fn is_drawn(&self, id: KindId) -> bool {
        let kind = self.catalog.kind(id);
        let has_line = kind.allocations.iter().any(|line| line.commonness > 0 && line.min <= line.max);
        kind.record.is_some() && has_line && self.reached.kind(id)
    }
}

/// The affix levels that can be the highest of a draw.
fn affix_levels(words: &Words) -> Range<u8> {
    words.least_affix_level..words.reachable_affix_levels
}

/// Whether an allocation of the kind covers a level.
fn is_found(catalog: &Catalog, id: KindId, level: u32) -> bool {
    let mut lines = catalog.kind(id).allocations.iter();
    lines.any(|line| line.commonness > 0 && (line.min..=line.max).contains(&level))
}

/// The findings of all rules, by rule, then in the order of the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Findings to show.
    pub findings: Vec<Finding>,
    /// Findings that match [`Limits::ignore`].
    pub ignored: Vec<Finding>,
}

/// Runs all rules.
pub fn find(loaded: &Loaded, forge: &dyn Forge, limits: &Limits) -> Found {
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
    });
    let context = Context { loaded, catalog, words, limits, reached, drawn };
    let mut findings = Vec::new();
    for rule in [kinds::run, types::run, themes::run, entries::run, lines::run, names::run] {
        rule(&context, &mut findings);
    }
    findings.sort_by_key(|finding| finding.gap);
    let mut found = Found::default();
    for finding in findings {
        let (shown, ignored) = ignore::split(finding, catalog, &limits.ignore);
        found.findings.extend(shown);
        found.ignored.extend(ignored);
    }
    found
}

/// Compresses rising numbers into runs (first, last).
fn runs(numbers: impl IntoIterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for number in numbers.into_iter().collect::<BTreeSet<_>>() {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_those_of_remarks_mean_the_same() {
        let names: BTreeSet<_> = Gap::ALL.iter().map(|gap| gap.name()).collect();
        assert_eq!(names.len(), Gap::ALL.len());
        let remarks: Vec<_> = Remark::ALL.iter().filter_map(|remark| Gap::of_remark(*remark)).collect();
        let shared =
            [Gap::DuplicateName, Gap::ReversedRange, Gap::RangeWithoutKind, Gap::HiddenAllocation, Gap::NeverDrawn];
        assert_eq!(remarks, shared);
    }

    #[test]
    fn runs_of_numbers() {
        assert_eq!(runs([]), []);
        assert_eq!(runs([1, 2, 3, 7, 9, 10]), [(1, 3), (7, 7), (9, 10)]);
    }
}
