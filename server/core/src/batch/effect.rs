//! What lies between two tallies: the entries whose share changed most.

use std::collections::BTreeMap;

use super::{Cell, Entry, KeySpace, Metric, Tally};
use crate::stats::two_shares_z;

/// An entry whose share of a cell's drops is not the same in two tallies.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The cell in which it changed most.
    pub cell: Cell,
    /// What is counted.
    pub metric: Metric,
    /// The file's serial number; `None` for kinds.
    pub index: Option<u32>,
    /// Its name.
    pub name: String,
    /// How often it was counted in the first tally, among how many drops.
    pub before: (u64, u64),
    /// And in the second.
    pub after: (u64, u64),
    /// How many standard deviations lie between.
    pub z: f64,
}

/// What is looked at: what drops are, of all kinds together.
const LOOKED_AT: [Metric; 4] = [Metric::AFFIX, Metric::THEME, Metric::ARTIFACT, Metric::KIND];

/// Changes of fewer standard deviations are not told from chance. With 100,000 comparisons one that is chance comes up in
/// one of 170 times.
const TOLD_FROM_CHANCE: f64 = 5.5;

/// An entry by what stays the same from one reading of the files to another.
type Name = (Metric, Option<u32>, String);

/// The entries that changed most, each in the cell where it did, largest first; at most so many. Affixes, themes and
/// artifacts are counted over all kinds. Only cells that both tallies have are looked at.
pub fn largest_changes(before: (&Tally, &KeySpace), after: (&Tally, &KeySpace), most: usize) -> Vec<Change> {
    let mut largest: BTreeMap<Name, Change> = BTreeMap::new();
    for (cell, first) in &before.0.cells {
        let Some(second) = after.0.cells.get(cell) else { continue };
        let mut counts: BTreeMap<Name, [u64; 2]> = BTreeMap::new();
        for (side, (tally, keys)) in [(first, before.1), (second, after.1)].into_iter().enumerate() {
            for (key, count) in &tally.counts {
                if let Some(name) = name(keys, *key) {
                    counts.entry(name).or_default()[side] += count;
                }
            }
        }
        for (name, [count, other]) in counts {
            let (before, after) = ((count, first.drops), (other, second.drops));
            let z = two_shares_z(before, after);
            if z.abs() < TOLD_FROM_CHANCE || largest.get(&name).is_some_and(|known| known.z.abs() >= z.abs()) {
                continue;
            }
            let (metric, index, text) = name.clone();
            largest.insert(name, Change { cell: *cell, metric, index, name: text, before, after, z });
        }
    }
    let mut changes: Vec<Change> = largest.into_values().collect();
    changes.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
    changes.truncate(most);
    changes
}

fn name(keys: &KeySpace, key: u32) -> Option<Name> {
    let metric = keys.key(key).metric;
    if !LOOKED_AT.contains(&metric) {
        return None;
    }
    let catalog = keys.catalog();
    Some(match keys.key(key).entry {
        Entry::Affix(id) => (metric, Some(catalog.affix(id).index), catalog.affix(id).name.clone()),
        Entry::Theme(id) => (metric, Some(catalog.theme(id).index), catalog.theme(id).name.clone()),
        Entry::Artifact(id) => (metric, Some(catalog.artifact(id).index), catalog.artifact(id).name.clone()),
        Entry::Kind | Entry::Fixed(_) => (metric, None, keys.label(key).1),
    })
}
