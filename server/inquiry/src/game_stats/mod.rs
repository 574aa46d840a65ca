//! What a game's own program counted on whole dungeon levels: its statistics front end (`main-stats` of Angband 3.3 to 4.2 and
//! v4) plays levels many times and counts every object on the floor and of the monsters, by where it came from.
//!
//! These are counts of objects on levels, not of drops of one quality: nothing says how good a drop was meant to be. Entries have
//! the program's own numbers and names; [`Matched`] finds them in an edition's files.

mod cells;
mod compare;
mod entry_chances;
mod matched;
mod mixture;
mod profile;

use std::collections::BTreeMap;

pub use cells::{FoundCell, FoundEntry, FoundTable, Origins};
pub use compare::{ShareBeside, shares_beside};
pub use entry_chances::EntryChances;
pub use matched::{Matched, MovedKind, StatsRemark};
pub use mixture::{QualityMix, QualityOutcome, outcomes, quality_mix};
pub use profile::{LevelDrops, NoStatsProfile, level_drops, stats_profile_text};

/// Counts of objects on dungeon levels, as the game's program wrote them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameStats {
    /// What the program says of the run.
    pub about: StatsAbout,
    /// Number of times that each level was made: the sum of its object feelings.
    pub visits: BTreeMap<u32, u64>,
    /// The program's names of where objects come from, such as `FLOOR` and `DROP_VAULT`, by their number.
    pub origins: BTreeMap<u32, String>,
    /// Names of item types by tval.
    pub item_types: BTreeMap<u32, String>,
    /// Kinds by the program's number.
    pub kinds: BTreeMap<u32, StatsKind>,
    /// Names of affixes (or egos) by the program's number.
    pub affixes: BTreeMap<u32, String>,
    /// Names of themes by the program's number. v4's program counts themes but writes no names.
    pub themes: BTreeMap<u32, String>,
    /// Names of artifacts by the program's number.
    pub artifacts: BTreeMap<u32, String>,
    /// Objects counted, all positive.
    pub counts: BTreeMap<StatsKey, u64>,
}

/// The program's words about a run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StatsAbout {
    /// Version of the program, as it writes it.
    pub version: String,
    /// The number of runs it writes, where it does. At the end of all runs that is one more than there were; [`GameStats::visits`]
    /// is the number that counts are divided by.
    pub runs: Option<u64>,
    /// Whether artifacts were made at random in each run: their numbers say nothing of the files' artifacts then.
    pub random_artifacts: bool,
    /// Whether it was played without selling.
    pub no_selling: bool,
}

/// A kind as the program wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatsKind {
    /// Its name as in the edit file, with the signs of article and plural.
    pub name: String,
    /// Item type.
    pub tval: u32,
    /// Number within its item type.
    pub sval: u32,
}

/// What was counted: on a level, of an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StatsKey {
    /// The dungeon level.
    pub level: u32,
    /// A key of [`GameStats::origins`].
    pub origin: u32,
    /// The entry.
    pub entry: StatsEntry,
}

/// An entry by the program's numbers. An object counts for its kind, and besides for its affixes, theme or artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatsEntry {
    /// A key of [`GameStats::kinds`].
    Kind(u32),
    /// Affixes on objects of an item type: in games whose objects have several, each place counts.
    Affix {
        /// Item type.
        tval: u32,
        /// A key of [`GameStats::affixes`].
        index: u32,
    },
    /// Themes on objects of an item type.
    Theme {
        /// Item type.
        tval: u32,
        /// The program's number of the theme.
        index: u32,
    },
    /// A key of [`GameStats::artifacts`].
    Artifact(u32),
}

impl GameStats {
    /// The least and the most visits of a level; `None` where no level was made.
    pub fn visit_range(&self) -> Option<(u64, u64)> {
        Some((*self.visits.values().min()?, *self.visits.values().max()?))
    }

    /// Number of objects counted, each once.
    pub fn objects(&self) -> u64 {
        let of_kind = |(key, _): &(&StatsKey, &u64)| matches!(key.entry, StatsEntry::Kind(_));
        self.counts.iter().filter(of_kind).map(|(_, count)| count).sum()
    }

    /// An origin's number by its name, whatever the case.
    pub fn origin(&self, name: &str) -> Option<u32> {
        self.origins.iter().find(|(_, known)| known.eq_ignore_ascii_case(name)).map(|(number, _)| *number)
    }

    /// The name of an item type, without the signs of article and plural.
    pub fn type_name(&self, tval: u32) -> String {
        self.item_types
            .get(&tval)
            .map_or_else(|| format!("type {tval}"), |name| affixboard_model::catalog::plain_name(name))
    }

    /// The item type of an entry; `None` of artifacts.
    pub fn tval(&self, entry: StatsEntry) -> Option<u32> {
        match entry {
            StatsEntry::Kind(index) => self.kinds.get(&index).map(|kind| kind.tval),
            StatsEntry::Affix { tval, .. } | StatsEntry::Theme { tval, .. } => Some(tval),
            StatsEntry::Artifact(_) => None,
        }
    }

    /// An entry's name in the statistics, without the signs of article and plural.
    pub fn name(&self, entry: StatsEntry) -> String {
        let found = match entry {
            StatsEntry::Kind(index) => {
                self.kinds.get(&index).map(|kind| affixboard_model::catalog::plain_name(&kind.name))
            }
            StatsEntry::Affix { index, .. } => self.affixes.get(&index).cloned(),
            StatsEntry::Theme { index, .. } => self.themes.get(&index).cloned(),
            StatsEntry::Artifact(index) => self.artifacts.get(&index).cloned(),
        };
        found.unwrap_or_else(|| format!("{} {}", entry.sort_name(), entry.index()))
    }
}

impl StatsEntry {
    /// The program's number.
    pub fn index(self) -> u32 {
        match self {
            StatsEntry::Kind(index)
            | StatsEntry::Artifact(index)
            | StatsEntry::Affix { index, .. }
            | StatsEntry::Theme { index, .. } => index,
        }
    }

    /// The word for its sort in tables: `kind`, `affix`, `theme` or `artifact`.
    pub fn sort_name(self) -> &'static str {
        match self {
            StatsEntry::Kind(_) => "kind",
            StatsEntry::Affix { .. } => "affix",
            StatsEntry::Theme { .. } => "theme",
            StatsEntry::Artifact(_) => "artifact",
        }
    }
}
