//! Anyone's tables of counts beside each other, or beside computed chances: shares, and their ratios to those of the first.

mod compare;
mod computed;
mod counted;
mod of_stats;

use std::collections::{BTreeMap, BTreeSet};

pub use compare::{RatioOf, ShareComparison, compare};
pub use computed::{KnownShare, computed};
pub use counted::Counted;
pub use of_stats::counts_of_stats;

/// What a count is of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CountKey {
    /// The part of the dungeon, such as a branch; empty where there is one.
    pub place: String,
    /// The dungeon level; 0 of a part as a whole.
    pub level: u32,
    /// The sort of drops; empty where the table doesn't say.
    pub quality: String,
    /// What is counted, such as `kind`.
    pub what: String,
    /// The name of it.
    pub name: String,
}

/// A table of counts.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CountTable {
    /// What it is called.
    pub title: String,
    /// What was counted.
    pub rows: BTreeMap<CountKey, Counted>,
}

/// A place, level, sort of drops and what is counted: the group that a count is one of.
pub type CountGroup = (String, u32, String, String);

impl CountKey {
    /// Where, as `5` or `Lair:2`.
    pub fn at(&self) -> String {
        match (self.place.as_str(), self.level) {
            ("", level) => level.to_string(),
            (place, 0) => place.to_owned(),
            (place, level) => format!("{place}:{level}"),
        }
    }

    /// Its group.
    pub fn group(&self) -> CountGroup {
        (self.place.clone(), self.level, self.quality.clone(), self.what.clone())
    }
}

impl CountTable {
    /// Adds a share's count; several of one name are added up.
    pub fn add(&mut self, key: CountKey, more: u64, of: u64) {
        let row = self.rows.entry(key).or_insert(Counted::Share { count: 0, n: of });
        if let Counted::Share { count, .. } = row {
            *count = count.saturating_add(more);
        }
    }

    /// What each group has of an entry that it doesn't name: nothing; of groups whose rows have several n that can't be said.
    fn nothing(&self) -> BTreeMap<CountGroup, Option<Counted>> {
        let mut groups: BTreeMap<CountGroup, Option<Counted>> = BTreeMap::new();
        for (key, row) in &self.rows {
            let nothing = row.nothing();
            let group = groups.entry(key.group()).or_insert(Some(nothing));
            *group = group.filter(|known| *known == nothing);
        }
        groups
    }

    /// The groups that it has.
    pub fn groups(&self) -> BTreeSet<CountGroup> {
        self.rows.keys().map(CountKey::group).collect()
    }
}
