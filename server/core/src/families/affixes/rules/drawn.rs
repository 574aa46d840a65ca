//! The affixes on the items of one kind, counted while they are made, and their values where those are asked for.

use super::{SLOTS, keys::Keys};
use crate::{
    batch::{Counts, RowCounts},
    engine::item::Item,
};

/// One count per affix, small enough to stay in the nearest cache, from which all that is counted of affixes follows.
#[derive(Debug)]
pub(super) struct Drawn {
    affixes: Vec<OfAffix>,
    /// Items by how many affixes they have.
    numbers: [u32; SLOTS + 1],
    /// Which item is being made, from 1.
    item: u32,
    values: Option<RowCounts>,
}

#[derive(Debug, Clone, Copy, Default)]
struct OfAffix {
    /// How often it fills a slot.
    slots: u32,
    /// How many items have it.
    items: u32,
    /// The last item that got it.
    last: u32,
}

impl Drawn {
    pub(super) fn new(affixes: usize, keys: &Keys) -> Drawn {
        Drawn {
            affixes: vec![OfAffix::default(); affixes],
            numbers: [0; SLOTS + 1],
            item: 0,
            values: keys.values.as_ref().map(|keys| RowCounts::new(&keys.row)),
        }
    }

    /// From here on the next item. A shard makes too few drops for a counter to overflow.
    #[inline]
    pub(super) fn begin_item(&mut self) {
        self.item += 1;
    }

    /// The item keeps the affix of a step, if that brought one.
    #[inline]
    pub(super) fn keep(&mut self, affix: Option<u32>) {
        let Some(affix) = affix else { return };
        let of = &mut self.affixes[affix as usize];
        of.slots += 1;
        of.items += u32::from(of.last != self.item);
        of.last = self.item;
    }

    /// The item is done and has so many affixes.
    #[inline]
    pub(super) fn end_item(&mut self, affixes: usize) {
        self.numbers[affixes] += 1;
    }

    /// Whether an item's values are asked for.
    #[inline]
    pub(super) fn wants_values(&self) -> bool {
        self.values.is_some()
    }

    /// The values of the item that is done.
    pub(super) fn record(&mut self, keys: &Keys, item: &Item) {
        if let (Some(values), Some(keys)) = (&mut self.values, &keys.values) {
            keys.record(item, values);
        }
    }

    /// Adds what was counted to the counts of a kind's row, and begins anew.
    pub(super) fn move_to(&mut self, row: u32, keys: &Keys, counts: &mut Counts) {
        for (number, items) in std::mem::take(&mut self.numbers).into_iter().enumerate() {
            counts.add_many(keys.naffixes(row, number as u32), items);
        }
        for (of, affix) in self.affixes.iter_mut().zip(0..).filter(|(of, _)| of.slots > 0) {
            counts.add_many(keys.affix_mult(row, affix), of.slots);
            counts.add_many(keys.affix_level(row, affix), of.slots);
            counts.add_many(keys.affix(row, affix), of.items);
            *of = OfAffix::default();
        }
        self.item = 0;
        if let (Some(values), Some(keys)) = (&mut self.values, &keys.values) {
            values.move_to(row, &keys.row, counts);
        }
    }
}
