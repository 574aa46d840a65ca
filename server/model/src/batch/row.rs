//! Counters of values: very many keys per kind, of which few occur.

use std::sync::Arc;

use super::{Counts, KeySpace, Metric, Names};
use crate::catalog::KindId;

/// Several blocks of a key space for the same kinds. The keys of one kind form a row, indexed from 0 ("places"): first
/// the entries of the first block, then those of the second, and so on.
#[derive(Debug)]
pub struct RowKeys {
    blocks: Vec<Part>,
    length: u32,
}

#[derive(Debug, Clone, Copy)]
struct Part {
    /// Its first index in a row.
    place: u32,
    /// Its first key.
    first: u32,
    width: u32,
}

impl RowKeys {
    /// Adds blocks for these kinds to a key space.
    pub fn push(space: &mut KeySpace, kinds: &Arc<[KindId]>, blocks: Vec<(Metric, Names)>) -> RowKeys {
        let mut keys = RowKeys { blocks: Vec::with_capacity(blocks.len()), length: 0 };
        for (metric, names) in blocks {
            let first = space.push(metric, Arc::clone(kinds), names);
            let width = (space.len() as u32 - first) / kinds.len().max(1) as u32;
            keys.blocks.push(Part { place: keys.length, first, width });
            keys.length += width;
        }
        keys
    }

    /// The row index of a block's first entry.
    #[inline]
    pub fn place(&self, block: usize) -> u32 {
        self.blocks[block].place
    }
}

/// Sparse counters of one kind's row.
#[derive(Debug, Default)]
pub struct RowCounts {
    counts: Box<[u32]>,
    /// Indices of positive counts.
    touched: Vec<u32>,
}

impl RowCounts {
    /// All zero.
    pub fn new(keys: &RowKeys) -> RowCounts {
        RowCounts { counts: vec![0; keys.length as usize].into(), touched: Vec::new() }
    }

    /// Adds `times` at a row index.
    #[inline]
    pub fn add(&mut self, place: u32, times: u32) {
        let count = &mut self.counts[place as usize];
        if *count == 0 {
            self.touched.push(place);
        }
        *count += times;
    }

    /// Moves all counts to the keys of the kind number `row`, and resets them.
    pub fn move_to(&mut self, row: u32, keys: &RowKeys, counts: &mut Counts) {
        for (key, count) in self.drain(row, keys) {
            counts.add_rare(key, u64::from(count));
        }
    }

    /// The keys of the kind number `row` with their counts, unsorted; all are zero afterwards.
    pub fn drain(&mut self, row: u32, keys: &RowKeys) -> impl Iterator<Item = (u32, u32)> {
        let counts = &mut self.counts;
        self.touched.drain(..).filter_map(move |place| {
            let count = std::mem::take(&mut counts[place as usize]);
            let block = keys.blocks[keys.blocks.partition_point(|block| block.place <= place) - 1];
            (count > 0).then_some((block.first + row * block.width + (place - block.place), count))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::NumberRange,
        catalog::{Catalog, Kind},
    };

    #[test]
    fn counts_go_to_the_keys_of_their_kind() {
        let kind = |index, name: &str| Kind {
            index,
            tval: 1,
            sval: 1,
            name: name.to_owned(),
            level: 0,
            allocations: Vec::new(),
            good: false,
            flags: Vec::new(),
            record: None,
        };
        let catalog = Catalog { kinds: vec![kind(1, "One"), kind(2, "Two")], ..Catalog::default() };
        let kinds: Arc<[KindId]> = Arc::new([KindId(0), KindId(1)]);
        let mut space = KeySpace::new(Arc::new(catalog));
        let range = NumberRange { first: -2, last: 2 };
        let blocks = vec![(Metric::TO_HIT, Names::Numbers(range)), (Metric::DICE, Names::Dice)];
        let keys = RowKeys::push(&mut space, &kinds, blocks);
        assert_eq!([keys.place(0), keys.place(1)], [0, 5]);
        let mut counts = Counts::new(&space);
        let mut row = RowCounts::new(&keys);
        row.add(keys.place(0) + range.place(1), 3);
        row.add(keys.place(0) + range.place(1), 0);
        row.add(keys.place(1) + 0x0203, 1);
        row.move_to(1, &keys, &mut counts);
        row.add(keys.place(0) + range.place(-7), 2);
        row.move_to(0, &keys, &mut counts);
        let found: Vec<_> = counts
            .take()
            .into_iter()
            .map(|(key, count)| (space.key(key).metric, space.key(key).kind, space.label(key).1, count))
            .collect();
        let one = |metric, kind, label: &str, count| (metric, Some(KindId(kind)), label.to_owned(), count);
        assert_eq!(
            found,
            [one(Metric::TO_HIT, 0, "≤ -2", 2), one(Metric::TO_HIT, 1, "1", 3), one(Metric::DICE, 1, "2d3", 1),]
        );
    }
}
