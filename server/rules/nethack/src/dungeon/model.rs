//! Dungeons, their special levels and branches, as dungeon.def describes them.

use super::super::branch::Alignment;
use affixboard_kin::sources::Number;
use affixboard_model::text::Span;

/// The flag of a dungeon that no branch leads to: its first level lies at depth 1 (3.7).
pub(super) const UNCONNECTED: &str = "unconnected";

/// A dungeon (`DUNGEON`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dungeon {
    /// Its name.
    pub name: String,
    /// The character of its bones files; `none` for none.
    pub bones: String,
    /// How many levels: (base, random) is base to base + random - 1 levels, or base where random is 0.
    pub place: PlaceRange,
    /// Chance that it exists, in per cent; 0 is always.
    pub chance: Number,
    /// The level by which it is entered: from the top, or below 0 from the bottom (`ENTRY`).
    pub entry: Number,
    /// What the files of its levels begin with (`PROTOFILE`).
    pub proto: String,
    /// The alignment of its levels.
    pub alignment: Alignment,
    /// The word for it, as written; empty where there is none.
    pub alignment_word: String,
    /// Words of its `DESCRIPTION` lines.
    pub descriptions: Vec<String>,
    /// Its special levels, in the order of the file.
    pub levels: Vec<SpecialLevel>,
    /// The branches from it to other dungeons, in the order of the file.
    pub branches: Vec<DungeonBranch>,
    /// Its line.
    pub record: Option<Span>,
}

impl Dungeon {
    /// Whether it begins at depth 1 by itself: no branch leads to it.
    pub(super) fn is_unconnected(&self) -> bool {
        self.descriptions.iter().any(|word| word == UNCONNECTED)
    }
}

/// Where something may lie: `@ (base, random)`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PlaceRange {
    /// The first level; below 0 from the bottom; of chained things counted from the other level.
    pub base: Number,
    /// How many levels; 0 is one, -1 all to the bottom.
    pub random: Number,
}

/// A special level (`LEVEL`, `RNDLEVEL`, `CHAINLEVEL`, `RNDCHLEVEL`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SpecialLevel {
    /// The keyword it stands under.
    pub keyword: &'static str,
    /// Its name.
    pub name: String,
    /// The name it has instead where a condition of the file is met.
    pub other: Option<OtherName>,
    /// The character of its bones files; `none` for none.
    pub bones: String,
    /// The level it is chained to: a position in the dungeon's.
    pub chain: Option<usize>,
    /// Where it may lie.
    pub place: PlaceRange,
    /// Chance that it exists, in per cent.
    pub chance: Number,
    /// The number of its variants, of which one is chosen; 0 where there is only itself.
    pub variants: Number,
    /// Words of its `LEVELDESC` lines.
    pub descriptions: Vec<String>,
    /// Its alignment (`LEVALIGN`); empty where it is its dungeon's.
    pub alignment_word: String,
    /// Its line.
    pub record: Option<Span>,
}

/// A name that depends on a condition (`if percent(50) then …` in dungeon.lua).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OtherName {
    /// The number of the condition, which may decide about several levels.
    pub condition: usize,
    /// In how many of 100 games it is met.
    pub percent: u32,
    /// The name then.
    pub name: String,
}

impl SpecialLevel {
    /// Its name where the condition isn't met, and where it is.
    pub(super) fn name(&self, is_other: bool) -> &str {
        self.other.as_ref().filter(|_| is_other).map_or(&self.name, |other| &other.name)
    }
}

/// A branch to another dungeon (`BRANCH`, `CHAINBRANCH`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DungeonBranch {
    /// The keyword it stands under.
    pub keyword: &'static str,
    /// The name of the dungeon it leads to.
    pub to: String,
    /// The level it is chained to: a position in the dungeon's.
    pub chain: Option<usize>,
    /// Where it may lie.
    pub place: PlaceRange,
    /// `stair`, `no_up`, `no_down` or `portal`.
    pub sort: &'static str,
    /// Whether it leads up.
    pub leads_up: bool,
    /// Its line.
    pub record: Option<Span>,
}

impl DungeonBranch {
    /// The sort as the program keeps it, which end of stairs there is not (dungeon.c, `correct_branch_type`).
    pub fn stored_sort(&self) -> &'static str {
        match (self.sort, self.leads_up) {
            ("no_up", true) | ("no_down", false) => "no_end1",
            ("no_up", false) | ("no_down", true) => "no_end2",
            (sort, _) => sort,
        }
    }

    /// How much deeper the other end is.
    pub(super) fn step(&self) -> i32 {
        match (self.sort, self.leads_up) {
            ("portal", _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        }
    }
}
