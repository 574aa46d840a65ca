//! Anyone's tables of counts beside each other, or beside computed chances: shares, and their ratios to those of the first.

mod compare;
mod computed;

use std::collections::{BTreeMap, BTreeSet};

pub use compare::{RatioOf, ShareComparison, compare};
pub use computed::{KnownShare, computed};

/// What a count is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountKey {
    /// The dungeon level.
    pub level: u32,
    /// The sort of drops; empty where the table doesn't say.
    pub quality: String,
    /// What is counted, such as `kind`.
    pub what: String,
    /// The name of it.
    pub name: String,
}

/// A table of counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountTable {
    /// What it is called.
    pub title: String,
    /// Count and n.
    pub rows: BTreeMap<CountKey, (u64, u64)>,
}

/// A level, sort of drops and what is counted: the group that a count is one of.
pub type CountGroup = (u32, String, String);

impl CountKey {
    /// Its group.
    pub fn group(&self) -> CountGroup {
        (self.level, self.quality.clone(), self.what.clone())
    }
}

impl CountTable {
    /// Adds a count; several of one name are added up.
    pub fn add(&mut self, key: CountKey, count: u64, n: u64) {
        let row = self.rows.entry(key).or_insert((0, n));
        row.0 = row.0.saturating_add(count);
    }

    /// The n of each group; of groups whose rows have several none. What isn't in the table was counted 0 times of that.
    fn sizes(&self) -> BTreeMap<CountGroup, Option<u64>> {
        let mut sizes: BTreeMap<CountGroup, Option<u64>> = BTreeMap::new();
        for (key, (_, n)) in &self.rows {
            let size = sizes.entry(key.group()).or_insert(Some(*n));
            *size = size.filter(|known| known == n);
        }
        sizes
    }

    /// The groups that it has.
    pub fn groups(&self) -> BTreeSet<CountGroup> {
        self.rows.keys().map(CountKey::group).collect()
    }
}
