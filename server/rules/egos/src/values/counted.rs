//! Counting the values of the items of one kind.

use affixboard_model::{
    batch::{Metric, Names, NumberRange, RowCounts, RowKeys},
    game::Appraisal,
};

/// The blocks that the value rules of all games have, in this order; those of a game follow.
pub mod blocks {
    /// To-hit, to-dam, to-ac.
    pub const BONUSES: [usize; 3] = [0, 1, 2];
    /// Base armour class.
    pub const AC: usize = 3;
    /// Weight, in tenths of a pound.
    pub const WEIGHT: usize = 4;
    /// Number and sides of dice.
    pub const DICE: usize = 5;
    /// Size of the pile.
    pub const NUMBER: usize = 6;
    /// Power and price.
    pub const POWER: usize = 7;
    /// By ego, then the words of the game's random powers.
    pub const EXTRA: usize = 8;
    /// Flags beyond those of kind and ego.
    pub const FLAGS: usize = 9;
    /// The first of the game's own.
    pub const OWN: usize = 10;
}

/// Most piles there are, and more: 255 is the most a byte holds.
pub const PILE: NumberRange = NumberRange { first: 0, last: 255 };

/// The common blocks with the names a game has: its powers, flags, and random powers.
pub fn common(powers: &[&str], flags: &[&'static str], extra: Vec<&'static str>) -> Vec<(Metric, Names)> {
    let number = |metric| (metric, Names::Numbers(NumberRange::VALUES));
    let fixed = |names: &[&str]| Names::Fixed(names.iter().map(ToString::to_string).collect());
    vec![
        number(Metric::TO_HIT),
        number(Metric::TO_DAM),
        number(Metric::TO_AC),
        number(Metric::AC),
        number(Metric::WEIGHT),
        (Metric::DICE, Names::Dice),
        (Metric::NUMBER, Names::Numbers(PILE)),
        (Metric::POWER, fixed(powers)),
        (Metric::EGO_EXTRA, Names::AffixWords(extra)),
        (Metric::FLAG, fixed(flags)),
    ]
}

/// The counters of the items of one kind.
#[derive(Debug)]
pub struct Counted<'a> {
    pub(super) keys: &'a RowKeys,
    pub(super) counts: &'a mut RowCounts,
    /// Where the item's appraisal goes, if anybody wants it.
    pub(super) appraisal: Option<&'a mut Option<Appraisal>>,
}

impl<'a> Counted<'a> {
    /// The counters of a row.
    pub fn new(keys: &'a RowKeys, counts: &'a mut RowCounts) -> Counted<'a> {
        Counted { keys, counts, appraisal: None }
    }

    /// The same for a single item, whose appraisal is wanted.
    pub fn with_appraisal(
        keys: &'a RowKeys,
        counts: &'a mut RowCounts,
        appraisal: &'a mut Option<Appraisal>,
    ) -> Counted<'a> {
        Counted { keys, counts, appraisal: Some(appraisal) }
    }

    /// Notes what the game thinks of an item, if anybody wants to know.
    #[inline]
    pub fn appraise(&mut self, appraise: impl FnOnce() -> Appraisal) {
        if let Some(appraisal) = &mut self.appraisal {
            **appraisal = Some(appraise());
        }
    }

    /// Counts `items` items under the name at a place in a block.
    #[inline]
    pub fn add(&mut self, block: usize, at: u32, items: u32) {
        self.counts.add(self.keys.place(block) + at, items);
    }

    /// Counts `items` items with a value, in a block of values.
    #[inline]
    pub fn value(&mut self, block: usize, value: i32, items: u32) {
        self.add(block, NumberRange::VALUES.place(value), items);
    }

    /// Counts `items` piles of size `number`.
    #[inline]
    pub fn pile(&mut self, number: u32, items: u32) {
        self.add(blocks::NUMBER, PILE.place(number as i32), items);
    }

    /// Counts `items` items with dice.
    #[inline]
    pub fn dice(&mut self, dice: u8, sides: u8, items: u32) {
        self.add(blocks::DICE, u32::from(dice) << 8 | u32::from(sides), items);
    }
}
