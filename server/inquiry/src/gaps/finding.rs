//! Findings, and the rules that find them by name.

use affixboard_model::{
    catalog::{AffixId, ArtifactId, Catalog, KindId, SortEntry, ThemeId},
    text::{Rule as Remark, Span},
};

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
    PlainDrops "plain-drops" "Most good or great drops of an item type carry no affix at some depths.";
    OnlyArtifacts "only-artifacts" "Good or great drops of an item type are only ever artifacts.";
    ThemeOutOfReach "theme-out-of-reach" "A theme never comes on kinds that one of its lines names.";
    WeakTheme "weak-theme" "A theme's weights are so small in all that it is never certain, even with each of its affixes.";
    AffixOutOfReach "affix-out-of-reach" "An affix or ego is on no item, whatever the depth and drop quality.";
    KindOutOfReach "kind-out-of-reach" "No drop is ever of this kind, whatever the depth and drop quality.";
    TooRare "too-rare" "A dive has an item by an allocation less than once in 100 dives.";
    RangeWithoutKind "range-without-kind" "An allocation covers no existing kind.";
    ReversedRange "reversed-range" "A range ends before it begins, so nothing is ever in it.";
    HiddenAllocation "hidden-allocation" "Earlier allocations of the same entry always match first.";
    NeverDrawn "never-drawn" "The original program can never pick this entry or line.";
    BeyondDepth "beyond-depth" "An allocation begins deeper than the deepest level of the dungeon.";
    DuplicateName "duplicate-name" "Two entries have the same name.";
    NeverTurnsUp "never-turns-up" "An entry may turn up by what its own row says, but never does.";
    DoesNotFit "does-not-fit" "An entry has no place where the files want it, at which the game stops.";
}

impl Gap {
    /// The rule with that name.
    pub fn find(name: &str) -> Option<Gap> {
        Gap::ALL.iter().copied().find(|gap| gap.name() == name)
    }

    /// Whether it is counted among simulated drops; other rules prove what they say.
    pub fn is_counted(self) -> bool {
        matches!(self, Gap::PlainDrops | Gap::TooRare)
    }

    /// The gap with the same name as a diagnostic's rule, if there is one.
    pub(super) fn of_remark(remark: Remark) -> Option<Gap> {
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
    /// An entry of a sort that the game declares: the sort's position, and the entry's index.
    Entry(u8, u32),
}

impl About {
    /// Its name; empty for item types without kinds. `entries`: those of sorts that the game declares.
    pub fn name<'a>(self, catalog: &'a Catalog, entries: &'a [SortEntry]) -> &'a str {
        match self {
            About::ItemType(tval) => catalog.item_type(tval).map_or("", |item_type| item_type.name.as_str()),
            About::Affix(id) => &catalog.affix(id).name,
            About::Theme(id) => &catalog.theme(id).name,
            About::Artifact(id) => &catalog.artifact(id).name,
            About::Kind(id) => &catalog.kind(id).name,
            About::Entry(sort, index) => entry(entries, sort, index).map_or("", |entry| &entry.name),
        }
    }
}

/// The entry of a declared sort with that index.
pub(super) fn entry(entries: &[SortEntry], sort: u8, index: u32) -> Option<&SortEntry> {
    entries.iter().find(|entry| (entry.sort, entry.index) == (sort, index))
}

/// A share of simulated drops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DropShare {
    /// The depth of the drops.
    pub depth: u32,
    /// Their drop quality: a position in [`affixboard_model::game::Words::qualities`].
    pub quality: u8,
    /// Number of items it holds for.
    pub count: u64,
    /// Number of items.
    pub n: u64,
}

impl DropShare {
    /// The share, from 0 to 1; 0 of no items.
    pub fn share(self) -> f64 {
        self.count as f64 / self.n.max(1) as f64
    }
}

/// A mean number of items a dive, estimated from simulated drops.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DiveItems {
    /// The estimate.
    pub mean: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// A gap found by a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub gap: Gap,
    /// Its subject.
    pub about: About,
    /// The item type, if it is about a single one.
    pub tval: Option<u16>,
    /// The kinds it is about, by sval; empty if it isn't about kinds.
    pub kinds: Vec<KindId>,
    /// Generation levels as runs (first, last), or depths if it is about drop qualities; empty if it isn't about either.
    pub levels: Vec<(u32, u32)>,
    /// Highest affix levels of the draws, as indices into [`affixboard_model::game::Words::affix_levels`]; empty if it isn't about
    /// affix levels.
    pub affix_levels: Vec<u8>,
    /// Drop qualities; empty if it isn't about drops of some qualities.
    pub qualities: Vec<u8>,
    /// The share it is about at each depth; empty for rules that count no drops.
    pub shares: Vec<DropShare>,
    /// Number of items it touches a dive: of the kinds and levels it is about, or by what its rule says; `None` for
    /// subjects that are no items.
    pub items: Option<DiveItems>,
    /// The most relevant line of the files.
    pub line: Option<Span>,
    /// A short sentence without its subject.
    pub what: String,
    /// Whether it is among [`affixboard_model::game::Loaded::diagnostics`] too.
    pub is_remark: bool,
}

impl Finding {
    /// A finding with only rule, subject and text.
    pub(super) fn new(gap: Gap, about: About, what: impl Into<String>) -> Finding {
        let tval = if let About::ItemType(tval) = about { Some(tval) } else { None };
        Finding {
            gap,
            about,
            tval,
            kinds: Vec::new(),
            levels: Vec::new(),
            affix_levels: Vec::new(),
            qualities: Vec::new(),
            shares: Vec::new(),
            items: None,
            line: None,
            what: what.into(),
            is_remark: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

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
}
