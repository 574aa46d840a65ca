//! Gaps of an edition: what can get nothing, what can never come, and what is said twice. Each rule is a function in a file
//! of this folder; a page and the command line show what they find.
//!
//! Levels here are generation levels. What "cannot come" is a proof by [`Forge::possible`] over all depths of the dungeon and
//! all drop qualities.

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

pub use ignore::{BadPattern, Ignore};
pub use limits::{BadLimit, Limits};

use std::{collections::BTreeSet, ops::Range};

use crate::{
    catalog::{AffixId, ArtifactId, Catalog, KindId, ThemeId},
    game::{Forge, Loaded, Words},
    text::{Rule as Remark, Span},
};
use drawn::Drawn;
use reach::Reached;

macro_rules! gaps {
    ($($variant:ident $name:literal $doc:literal;)*) => {
        /// A rule: what sort of gap was looked for. Each has a literal test.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Gap { $(#[doc = $doc] $variant,)* }

        impl Gap {
            /// Every rule, in the order of this table, in which findings are shown.
            pub const ALL: &[Gap] = &[$(Gap::$variant,)*];

            /// The stable name, such as `no-affix`.
            pub fn name(self) -> &'static str {
                match self { $(Gap::$variant => $name,)* }
            }

            /// What the rule means, in a sentence.
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

    /// The rule of the same name that reads files, if there is one.
    fn of_remark(remark: Remark) -> Option<Gap> {
        Gap::find(remark.name())
    }
}

/// What a finding is about, where it isn't about kinds.
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
    /// The name of it; item types without kinds have none.
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

/// Something a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub gap: Gap,
    /// What it is about.
    pub about: About,
    /// The item type it is about, where it is about one.
    pub tval: Option<u16>,
    /// The kinds it is about, by sval; empty where it isn't about kinds.
    pub kinds: Vec<KindId>,
    /// The levels, as first and last of each run; empty where it isn't about levels.
    pub levels: Vec<(u32, u32)>,
    /// The affix levels that items draw up to: positions in [`Words::affix_levels`]; empty where it isn't about these.
    pub affix_levels: Vec<u8>,
    /// The line to look at first.
    pub line: Option<Span>,
    /// What was found, in a short sentence without subject.
    pub what: String,
    /// Whether it is among [`Loaded::diagnostics`], too.
    pub is_remark: bool,
}

impl Finding {
    /// About something, with nothing else said yet.
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

/// What the rules look at.
struct Context<'a> {
    loaded: &'a Loaded,
    catalog: &'a Catalog,
    words: &'static Words,
    limits: &'a Limits,
    reached: Reached,
    drawn: Drawn,
}

impl Context<'_> {
    /// The kinds of each item type that takes affixes, by sval: those that a file defines and that are drawn.
    fn drawn_kinds(&self) -> impl Iterator<Item = (u16, Vec<KindId>)> {
        let types = self.catalog.item_types.iter().filter(|item_type| item_type.takes_affixes);
        types.map(|item_type| {
            let mut kinds = self.catalog.kinds_of(item_type.tval);
            kinds.retain(|id| self.is_drawn(*id));
            (item_type.tval, kinds)
        })
    }

    /// Whether drops choose a kind; some come as artifacts only.
    fn is_drawn(&self, id: KindId) -> bool {
        let kind = self.catalog.kind(id);
        let has_line = kind.allocations.iter().any(|line| line.commonness > 0 && line.min <= line.max);
        kind.record.is_some() && has_line && self.reached.kind(id)
    }
}

/// The affix levels an item can draw up to.
fn affix_levels(words: &Words) -> Range<u8> {
    words.least_affix_level..words.reachable_affix_levels
}

/// Whether a kind is found at a level by its own allocations.
fn is_found(catalog: &Catalog, id: KindId, level: u32) -> bool {
    let mut lines = catalog.kind(id).allocations.iter();
    lines.any(|line| line.commonness > 0 && (line.min..=line.max).contains(&level))
}

/// What the rules found, by rule, then in the order of the catalog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// What is to be shown.
    pub findings: Vec<Finding>,
    /// What isn't, as [`Limits::ignore`] says.
    pub ignored: Vec<Finding>,
}

/// Everything the rules find.
pub fn find(loaded: &Loaded, forge: &dyn Forge, limits: &Limits) -> Found {
    let (catalog, words) = (&*loaded.catalog, loaded.game.words());
    let mut drawn = Drawn::default();
    let takes_affixes =
        |id: &KindId| catalog.item_type(catalog.kind(*id).tval).is_some_and(|found| found.takes_affixes);
    let wearable: Vec<KindId> = (0..catalog.kinds.len() as u32).map(KindId).filter(takes_affixes).collect();
    let reached = Reached::new(catalog, words, forge, |level| {
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

/// Rising numbers as runs: first and last of each.
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
