//! Tallies: the counts of a batch.

use std::{cmp::Ordering, collections::BTreeMap};

use super::{Cell, Entry, Key, KeySpace, Metric};
use crate::game::Words;

/// The counts of one cell: keys with positive counts, rising by key.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CellTally {
    /// Number of drops made.
    pub drops: u64,
    /// (Key, count), by rising key.
    pub counts: Vec<(u32, u64)>,
}

impl CellTally {
    /// Adds another piece of the same cell.
    pub fn merge(&mut self, other: &CellTally) {
        self.drops += other.drops;
        let mut merged = Vec::with_capacity(self.counts.len().max(other.counts.len()));
        let (mut left, mut right) = (self.counts.iter().peekable(), other.counts.iter().peekable());
        while let (Some(&&(a, x)), Some(&&(b, y))) = (left.peek(), right.peek()) {
            if a <= b {
                left.next();
            }
            if b <= a {
                right.next();
            }
            let count = match a.cmp(&b) {
                Ordering::Less => x,
                Ordering::Equal => x + y,
                Ordering::Greater => y,
            };
            merged.push((a.min(b), count));
        }
        merged.extend(left.chain(right));
        self.counts = merged;
    }

    /// The count of a key.
    pub fn count(&self, key: u32) -> u64 {
        self.counts.binary_search_by_key(&key, |entry| entry.0).map_or(0, |at| self.counts[at].1)
    }
}

/// The counts of all cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// By cell: depth, quality, kind.
    pub cells: BTreeMap<Cell, CellTally>,
}

impl Tally {
    /// Adds a shard's counts, in any order.
    pub fn add(&mut self, cell: Cell, piece: &CellTally) {
        self.cells.entry(cell).or_default().merge(piece);
    }

    /// The rows of a tally with the columns and names of the originals' tallies, by cell and key.
    pub fn rows<'a>(&'a self, keys: &'a KeySpace, words: &'a Words) -> impl Iterator<Item = (Cell, TallyRow)> + 'a {
        self.cells.iter().flat_map(move |(cell, tally)| {
            tally.counts.iter().filter_map(move |&(key, count)| {
                let about = RowLabel::new(*cell, key, keys, words)?;
                Some((*cell, TallyRow { about, drops: tally.drops, count }))
            })
        })
    }
}

/// One row of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TallyRow {
    /// Cell and key of the row.
    pub about: RowLabel,
    /// Drops made in the cell.
    pub drops: u64,
    /// The count.
    pub count: u64,
}

/// The columns of a row that identify its cell and key; tables of computed chances have them too.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowLabel {
    /// The cell's depth.
    pub level: u32,
    /// Its drop quality.
    pub quality: &'static str,
    /// The metric's name.
    pub metric: &'static str,
    /// The (tval, sval) it is counted for, if per kind.
    pub place: Option<(u16, u16)>,
    /// The entry's name.
    pub name: String,
}

impl RowLabel {
    /// The label of a key, which must be of this space, in a cell.
    ///
    /// In cells of single kinds, keys without a kind have no row, as in the originals' tallies: each kind would have a
    /// row of the same name.
    pub fn new(cell: Cell, key: u32, keys: &KeySpace, words: &Words) -> Option<RowLabel> {
        let (place, mut name) = keys.label(key);
        if cell.kind.is_some() && place.is_none() {
            return None;
        }
        let quality = words.qualities[usize::from(cell.quality)];
        let Key { metric, entry, .. } = keys.key(key);
        let catalog = keys.catalog();
        let index = match entry {
            Entry::Affix(id) => Some(catalog.affix(id).index),
            Entry::Artifact(id) => Some(catalog.artifact(id).index),
            _ => None,
        };
        if let (true, Some(index)) = (words.tally.is_numbered, index) {
            name = format!("{index}:{name}");
        }
        let place = place.or(words.tally.is_numbered.then_some((0, 0)));
        let metric = if metric == Metric::AFFIX { words.tally.affix } else { metric.0 };
        Some(RowLabel { level: cell.depth, quality, metric, place, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_adds_key_by_key() {
        let mut left = CellTally { drops: 10, counts: vec![(1, 1), (4, 2), (9, 3)] };
        left.merge(&CellTally { drops: 5, counts: vec![(0, 7), (4, 1), (12, 1)] });
        assert_eq!(left, CellTally { drops: 15, counts: vec![(0, 7), (1, 1), (4, 3), (9, 3), (12, 1)] });
        assert_eq!((left.count(4), left.count(5)), (3, 0));
    }
}
