//! Counting the values of items: bonuses, armour, weight, dice, pvals, flags.

use std::sync::Arc;

use super::super::AffixSpec;
use affixboard_model::{
    batch::{KeySpace, Metric, Names, NumberRange, RowCounts, RowKeys},
    catalog::KindId,
    engine::{
        flags::{FlagSet, all, each},
        item::Item,
    },
};

/// The range of counted numbers, wider than any edition's; numbers outside count as the ends.
const RANGE: NumberRange = NumberRange::VALUES;
/// Maximum number of flags.
const FLAGS: u32 = FlagSet::BITS;

/// The keys of values: row indices of each block.
#[derive(Debug)]
pub(super) struct ValueKeys {
    pub(super) row: RowKeys,
    bonus: [u32; 3],
    ac: u32,
    weight: u32,
    dice: u32,
    pvals: u32,
    flags: u32,
    /// Index among the flags with pvals, by flag.
    pval_of: Vec<Option<u32>>,
}

impl ValueKeys {
    /// Adds the blocks of all values for these kinds to a key space.
    pub(super) fn push(space: &mut KeySpace, kinds: &Arc<[KindId]>, spec: &AffixSpec) -> ValueKeys {
        let pval_flags: Vec<u32> = each(all(spec.flags, |flag| flag.uses_pval)).collect();
        let mut pval_of = vec![None; FLAGS as usize];
        for (flag, place) in pval_flags.iter().zip(0..) {
            pval_of[*flag as usize] = Some(place);
        }
        let name = |flag: u32| spec.flags[flag as usize].name;
        let number = |metric| (metric, Names::Numbers(RANGE));
        let blocks = vec![
            number(Metric::TO_HIT),
            number(Metric::TO_DAM),
            number(Metric::TO_AC),
            number(Metric::AC),
            number(Metric::WEIGHT),
            (Metric::DICE, Names::Dice),
            (Metric::PVAL, Names::FlagNumbers(pval_flags.iter().map(|flag| name(*flag)).collect(), RANGE)),
            (Metric::FLAG, Names::Fixed(spec.flags.iter().map(|flag| flag.name.to_owned()).collect())),
        ];
        let row = RowKeys::push(space, kinds, blocks);
        let at = |block| row.place(block);
        ValueKeys {
            bonus: [at(0), at(1), at(2)],
            ac: at(3),
            weight: at(4),
            dice: at(5),
            pvals: at(6),
            flags: at(7),
            row,
            pval_of,
        }
    }

    /// Counts a finished item.
    pub(super) fn record(&self, item: &Item, counts: &mut RowCounts) {
        for (first, bonus) in self.bonus.into_iter().zip(item.bonus) {
            counts.add(first + RANGE.place(bonus), 1);
        }
        counts.add(self.ac + RANGE.place(item.ac), 1);
        counts.add(self.weight + RANGE.place(item.weight), 1);
        counts.add(self.dice + (u32::from(item.dice) << 8 | u32::from(item.sides)), 1);
        for at in 0..item.pvals {
            for flag in each(item.pval_flags[at] & item.flags) {
                if let Some(of) = self.pval_of[flag as usize] {
                    counts.add(self.pvals + of * RANGE.width() + RANGE.place(item.pval[at]), 1);
                }
            }
        }
        for flag in each(item.flags) {
            counts.add(self.flags + flag, 1);
        }
    }
}
