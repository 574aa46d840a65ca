//! Comparison of two tallies: the entries whose shares changed most.

use std::collections::BTreeMap;

use super::{Cell, Entry, KeySpace, Metric, Tally};
use crate::stats::two_shares_z;

/// An entry whose share of a cell's drops differs between two tallies.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareChange {
    /// The cell with the largest |z|.
    pub cell: Cell,
    /// The metric.
    pub metric: Metric,
    /// The file's serial number; `None` for kinds.
    pub index: Option<u32>,
    /// Its name.
    pub name: String,
    /// Count and drops of the cell in the first tally.
    pub before: (u64, u64),
    /// Count and drops in the second.
    pub after: (u64, u64),
    /// Two-proportion z statistic, second less first.
    pub z: f64,
}

/// The metrics that are compared, summed over kinds.
const COMPARED_METRICS: [Metric; 4] = [Metric::AFFIX, Metric::THEME, Metric::ARTIFACT, Metric::KIND];

/// Changes with a smaller |z| count as chance. With 100,000 comparisons one in 170 runs shows a false change.
const MIN_Z: f64 = 5.5;

/// An entry's identity across two revisions: metric, serial number, name.
type Name = (Metric, Option<u32>, String);

/// The at most `most` entries that changed most, each in the cell with its largest |z|, by falling |z|. Affixes, themes
/// and artifacts are summed over all kinds. Only cells that both tallies have are compared.
pub fn largest_changes(before: (&Tally, &KeySpace), after: (&Tally, &KeySpace), most: usize) -> Vec<ShareChange> {
    let mut largest: BTreeMap<Name, ShareChange> = BTreeMap::new();
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
            if z.abs() < MIN_Z || largest.get(&name).is_some_and(|known| known.z.abs() >= z.abs()) {
                continue;
            }
            let (metric, index, text) = name.clone();
            largest.insert(name, ShareChange { cell: *cell, metric, index, name: text, before, after, z });
        }
    }
    let mut changes: Vec<ShareChange> = largest.into_values().collect();
    changes.sort_by(|a, b| b.z.abs().total_cmp(&a.z.abs()));
    changes.truncate(most);
    changes
}

fn name(keys: &KeySpace, key: u32) -> Option<Name> {
    let metric = keys.key(key).metric;
    if !COMPARED_METRICS.contains(&metric) {
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
