//! The values of the items of one kind, counted while they are made: bonuses, armour, weight, dice, pvals, flags.

use std::sync::Arc;

use super::super::Spec;
use crate::{
    batch::{Counts, KeySpace, Metric, Names, NumberRange},
    catalog::KindId,
    engine::{
        flags::{FlagSet, all, each},
        item::Item,
    },
};

/// Wider than any edition's numbers: what lies beyond counts with the ends.
const RANGE: NumberRange = NumberRange { first: -1024, last: 3071 };
const DICE: u32 = 1 << 16;
/// Flags a set has room for.
const FLAGS: u32 = FlagSet::BITS;

/// Where the numbers of an item stand among its kind's keys: the parts of a row, one behind the other.
#[derive(Debug, Clone, Copy)]
struct Parts {
    bonus: [u32; 3],
    ac: u32,
    weight: u32,
    dice: u32,
    pvals: u32,
    flags: u32,
    end: u32,
}

/// The keys of values: per part its first place in a row, its first key, and its width.
#[derive(Debug)]
pub(super) struct ValueKeys {
    parts: Parts,
    blocks: Vec<(u32, u32, u32)>,
    /// By flag: its place among those that have pvals.
    pval_of: Vec<Option<u32>>,
}

impl ValueKeys {
    /// Adds the blocks of all values, for these kinds, to a key space.
    pub(super) fn push(space: &mut KeySpace, kinds: &Arc<[KindId]>, spec: &Spec) -> ValueKeys {
        let pval_flags: Vec<u32> = each(all(spec.flags, |flag| flag.uses_pval)).collect();
        let mut pval_of = vec![None; FLAGS as usize];
        for (flag, place) in pval_flags.iter().zip(0..) {
            pval_of[*flag as usize] = Some(place);
        }
        let name = |flag: u32| spec.flags[flag as usize].name;
        let number = |metric| (metric, Names::Numbers(RANGE));
        let blocks = [
            number(Metric::TO_HIT),
            number(Metric::TO_DAM),
            number(Metric::TO_AC),
            number(Metric::AC),
            number(Metric::WEIGHT),
            (Metric::DICE, Names::Dice),
            (Metric::PVAL, Names::FlagNumbers(pval_flags.iter().map(|flag| name(*flag)).collect(), RANGE)),
            (Metric::FLAG, Names::Fixed(spec.flags.iter().map(|flag| flag.name.to_owned()).collect())),
        ];
        let wide = RANGE.width();
        let widths = [wide, wide, wide, wide, wide, DICE, wide * pval_flags.len() as u32, spec.flags.len() as u32];
        let mut place = 0;
        let blocks: Vec<_> = blocks
            .into_iter()
            .zip(widths)
            .map(|((metric, names), width)| {
                let block = (place, space.push(metric, Arc::clone(kinds), names), width);
                place += width;
                block
            })
            .collect();
        let at = |block: usize| blocks[block].0;
        let parts = Parts {
            bonus: [at(0), at(1), at(2)],
            ac: at(3),
            weight: at(4),
            dice: at(5),
            pvals: at(6),
            flags: at(7),
            end: place,
        };
        ValueKeys { parts, blocks, pval_of }
    }
}

/// The counts of one kind's items.
#[derive(Debug)]
pub(super) struct Values {
    counts: Box<[u32]>,
    /// The places that aren't 0.
    touched: Vec<u32>,
}

impl Values {
    pub(super) fn new(keys: &ValueKeys) -> Values {
        Values { counts: vec![0; keys.parts.end as usize].into(), touched: Vec::new() }
    }

    #[inline]
    fn add(&mut self, place: u32) {
        let count = &mut self.counts[place as usize];
        if *count == 0 {
            self.touched.push(place);
        }
        *count += 1;
    }

    /// Counts an item that is done.
    pub(super) fn record(&mut self, keys: &ValueKeys, item: &Item) {
        let parts = keys.parts;
        for (first, bonus) in parts.bonus.into_iter().zip(item.bonus) {
            self.add(first + RANGE.place(bonus));
        }
        self.add(parts.ac + RANGE.place(item.ac));
        self.add(parts.weight + RANGE.place(item.weight));
        self.add(parts.dice + (u32::from(item.dice) << 8 | u32::from(item.sides)));
        for at in 0..item.pvals {
            for flag in each(item.pval_flags[at] & item.flags) {
                if let Some(of) = keys.pval_of[flag as usize] {
                    self.add(parts.pvals + of * RANGE.width() + RANGE.place(item.pval[at]));
                }
            }
        }
        for flag in each(item.flags) {
            self.add(parts.flags + flag);
        }
    }

    /// Adds what was counted to the counts of a kind's row, and begins anew.
    pub(super) fn move_to(&mut self, row: u32, keys: &ValueKeys, counts: &mut Counts) {
        for place in self.touched.drain(..) {
            let block = keys.blocks.partition_point(|block| block.0 <= place) - 1;
            let (before, first, width) = keys.blocks[block];
            let count = std::mem::take(&mut self.counts[place as usize]);
            counts.add_rare(first + row * width + (place - before), u64::from(count));
        }
    }
}
