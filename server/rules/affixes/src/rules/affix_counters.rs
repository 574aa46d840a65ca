//! Counters of affixes, and of values if requested, on the items of one kind.

use super::keys::AffixKeys;
use crate::constants::SLOTS;
use affixboard_model::{
    batch::{Counts, RowCounts},
    engine::item::Item,
};

/// One small record per affix, so that it stays in the L1 cache; all affix metrics follow from it.
#[derive(Debug)]
pub(super) struct AffixCounters {
    affixes: Vec<AffixCounter>,
    /// Number of items by their number of affixes.
    numbers: [u32; SLOTS + 1],
    /// Number of the current item, from 1.
    item: u32,
    values: Option<RowCounts>,
}

#[derive(Debug, Clone, Copy, Default)]
struct AffixCounter {
    /// Number of slots it fills.
    slots: u32,
    /// Number of items that have it.
    items: u32,
    /// Number of the last item that got it.
    last: u32,
}

impl AffixCounters {
    pub(super) fn new(affixes: usize, keys: &AffixKeys) -> AffixCounters {
        AffixCounters {
            affixes: vec![AffixCounter::default(); affixes],
            numbers: [0; SLOTS + 1],
            item: 0,
            values: keys.values.as_ref().map(|keys| RowCounts::new(&keys.row)),
        }
    }

    /// Starts an item. A shard makes too few drops for a counter to overflow.
    #[inline]
    pub(super) fn begin_item(&mut self) {
        self.item += 1;
    }

    /// Counts the affix of a step, if it added one that wasn't rolled back.
    #[inline]
    pub(super) fn keep(&mut self, affix: Option<u32>) {
        let Some(affix) = affix else { return };
        let of = &mut self.affixes[affix as usize];
        of.slots += 1;
        of.items += u32::from(of.last != self.item);
        of.last = self.item;
    }

    /// Ends an item with this number of affixes.
    #[inline]
    pub(super) fn end_item(&mut self, affixes: usize) {
        self.numbers[affixes] += 1;
    }

    /// Whether values are counted.
    #[inline]
    pub(super) fn wants_values(&self) -> bool {
        self.values.is_some()
    }

    /// Counts the values of a finished item.
    pub(super) fn record(&mut self, keys: &AffixKeys, item: &Item) {
        if let (Some(values), Some(keys)) = (&mut self.values, &keys.values) {
            keys.record(item, values);
        }
    }

    /// The keys of the values of a finished item of the kind number `row`; none where values aren't counted.
    pub(super) fn values_of(&mut self, row: u32, keys: &AffixKeys, item: &Item) -> Vec<u32> {
        self.record(keys, item);
        match (&mut self.values, &keys.values) {
            (Some(values), Some(keys)) => values.drain(row, &keys.row).map(|(key, _)| key).collect(),
            _ => Vec::new(),
        }
    }

    /// Moves all counts to the keys of the kind number `row`, and resets them.
    pub(super) fn move_to(&mut self, row: u32, keys: &AffixKeys, counts: &mut Counts) {
        for (number, items) in std::mem::take(&mut self.numbers).into_iter().enumerate() {
            counts.add_many(keys.naffixes(row, number as u32), items);
        }
        for (of, affix) in self.affixes.iter_mut().zip(0..).filter(|(of, _)| of.slots > 0) {
            counts.add_many(keys.affix_mult(row, affix), of.slots);
            counts.add_many(keys.affix_level(row, affix), of.slots);
            counts.add_many(keys.affix(row, affix), of.items);
            *of = AffixCounter::default();
        }
        self.item = 0;
        if let (Some(values), Some(keys)) = (&mut self.values, &keys.values) {
            values.move_to(row, &keys.row, counts);
        }
    }
}
