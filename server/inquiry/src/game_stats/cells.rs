//! Objects found per visit of a level.

use std::collections::{BTreeMap, BTreeSet};

use super::{GameStats, StatsEntry};
use affixboard_model::stats::poisson_interval;

/// Which origins count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origins {
    /// Every origin.
    All,
    /// Those with these numbers.
    Some(BTreeSet<u32>),
}

impl Origins {
    /// Whether an origin counts.
    pub fn contains(&self, origin: u32) -> bool {
        match self {
            Origins::All => true,
            Origins::Some(some) => some.contains(&origin),
        }
    }
}

/// An entry that is counted, or a whole item type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FoundEntry {
    /// All objects of an item type.
    Type(u32),
    /// Objects with an entry.
    Entry(StatsEntry),
}

impl FoundEntry {
    /// The word for its sort in tables: `type`, or as [`StatsEntry::sort_name`].
    pub fn sort_name(self) -> &'static str {
        match self {
            FoundEntry::Type(_) => "type",
            FoundEntry::Entry(entry) => entry.sort_name(),
        }
    }

    /// Its name in the statistics.
    pub fn name(self, stats: &GameStats) -> String {
        match self {
            FoundEntry::Type(tval) => stats.type_name(tval),
            FoundEntry::Entry(entry) => stats.name(entry),
        }
    }

    /// Its item type; `None` of artifacts.
    pub fn tval(self, stats: &GameStats) -> Option<u32> {
        match self {
            FoundEntry::Type(tval) => Some(tval),
            FoundEntry::Entry(entry) => stats.tval(entry),
        }
    }
}

/// How often something was found in how many visits of a level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FoundCell {
    /// Objects found.
    pub count: u64,
    /// Visits of the level, not 0.
    pub visits: u64,
}

impl FoundCell {
    /// Objects per visit, in the mean.
    pub fn per_visit(self) -> f64 {
        self.count as f64 / self.visits as f64
    }

    /// The 95 % interval of the mean number per visit, if the objects of all visits are Poisson distributed
    /// ([`poisson_interval`]). Objects of one level aren't independent (a vault or a pit has many at once), so the true interval
    /// of common things is wider.
    pub fn interval(self) -> (f64, f64) {
        let (low, high) = poisson_interval(self.count);
        (low / self.visits as f64, high / self.visits as f64)
    }
}

/// Counts of entries and whole item types by level, summed over origins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundTable(pub BTreeMap<FoundEntry, BTreeMap<u32, u64>>);

impl FoundTable {
    /// The objects of these origins. Every kind that the program lists has a row, and its item type, also where none was found.
    pub fn new(stats: &GameStats, origins: &Origins) -> FoundTable {
        let mut rows: BTreeMap<FoundEntry, BTreeMap<u32, u64>> = BTreeMap::new();
        for (index, kind) in &stats.kinds {
            rows.entry(FoundEntry::Type(kind.tval)).or_default();
            rows.entry(FoundEntry::Entry(StatsEntry::Kind(*index))).or_default();
        }
        for index in stats.artifacts.keys() {
            rows.entry(FoundEntry::Entry(StatsEntry::Artifact(*index))).or_default();
        }
        for (key, count) in stats.counts.iter().filter(|(key, _)| origins.contains(key.origin)) {
            *rows.entry(FoundEntry::Entry(key.entry)).or_default().entry(key.level).or_default() += count;
            if let (StatsEntry::Kind(_), Some(tval)) = (key.entry, stats.tval(key.entry)) {
                *rows.entry(FoundEntry::Type(tval)).or_default().entry(key.level).or_default() += count;
            }
        }
        FoundTable(rows)
    }

    /// What was found of an entry on a level; `None` where the level was never made.
    pub fn cell(&self, stats: &GameStats, entry: FoundEntry, level: u32) -> Option<FoundCell> {
        let visits = stats.visits.get(&level).copied().filter(|visits| *visits > 0)?;
        let count = self.0.get(&entry).and_then(|levels| levels.get(&level)).copied().unwrap_or(0);
        Some(FoundCell { count, visits })
    }
}
