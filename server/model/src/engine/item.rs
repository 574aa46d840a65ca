//! An item's properties and how an affix changes them: bonuses, dice, pvals, flags.
//!
//! Source: affix branch and v4, object/obj-make.c (`ego_apply_magic`), object/pval.c (`object_add_pval`,
//! `object_dedup_pvals`); RULES 2.3 and 2.6.

pub use super::roll_tables::RollTables;
use super::{
    flags::{FlagSet, each},
    random::Stream,
};
use crate::syntax::RandomValue;

/// A pval line of a kind or affix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvalLine {
    /// The value.
    pub value: RandomValue,
    /// Its minimum; affixes only.
    pub min: Option<i32>,
    /// The flags it is for.
    pub flags: FlagSet,
}

/// The random streams of one item's properties. Bonuses have a stream of their own, so that they can be computed
/// without the other properties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PropertyStreams {
    /// For to-hit, to-dam and to-ac.
    pub bonuses: Stream,
    /// For pvals and random flags.
    pub others: Stream,
}

impl PropertyStreams {
    /// The streams of the item that is made at this state of the identity stream.
    #[inline]
    pub fn forked(origin: &Stream) -> PropertyStreams {
        PropertyStreams { bonuses: origin.fork(0x9e37_79b9_7f4a_7c15), others: origin.fork(0xd1b5_4a32_d192_ed03) }
    }
}

/// Changes of an item's properties by an affix.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AffixEffect {
    /// To-hit, to-dam, to-ac (finesse, prowess, to-ac in v4).
    pub bonus: [RandomValue; 3],
    /// Minimum of each afterwards.
    pub min: [Option<i32>; 3],
    /// Change of the base armour class in per cent.
    pub ac_percent: i32,
    /// Change of the weight in per cent.
    pub weight_percent: i32,
    /// Added to the number of dice.
    pub dice: i32,
    /// Added to their sides.
    pub sides: i32,
    /// Added to balance and heft; v4 only.
    pub balance_heft: [i32; 2],
    /// Pvals.
    pub pvals: Vec<PvalLine>,
    /// Number of random flags, and the set they are chosen from.
    pub random_flags: Vec<(u32, FlagSet)>,
    /// Fixed flags, those of pvals included.
    pub flags: FlagSet,
}

/// Properties of a kind before any affixes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KindEffect {
    /// Item type.
    pub tval: u16,
    /// Number within its item type.
    pub sval: u16,
    /// Base armour class.
    pub ac: i32,
    /// Number of dice.
    pub dice: u8,
    /// Sides of each die.
    pub sides: u8,
    /// Weight in tenths of a pound.
    pub weight: i32,
    /// To-hit, to-dam, to-ac.
    pub bonus: [RandomValue; 3],
    /// Balance and heft; v4 only.
    pub balance_heft: [i32; 2],
    /// Pvals.
    pub pvals: Vec<PvalLine>,
    /// Flags of the kind and its type.
    pub flags: FlagSet,
    /// Power of its effect.
    pub effect_power: i64,
}

impl KindEffect {
    /// To-hit, to-dam, to-ac of an item prepared at a level.
    #[inline]
    pub fn bonuses(&self, level: u32, bonuses: &RollTables, random: &mut Stream) -> [i32; 3] {
        self.bonus.map(|value| i32::from(bonuses.roll(value, level, random) as i16))
    }
}

impl AffixEffect {
    /// Adds to an item's to-hit, to-dam, to-ac.
    #[inline]
    pub fn add_bonuses(&self, item: &mut [i32; 3], level: u32, bonuses: &RollTables, random: &mut Stream) {
        for ((bonus, value), min) in item.iter_mut().zip(self.bonus).zip(self.min) {
            let rolled = bonuses.roll(value, level, random);
            *bonus = bonus.wrapping_add(rolled);
            if let Some(min) = min {
                *bonus = bonus.wrapping_add(min.saturating_sub(rolled).max(0)).max(min);
            }
            *bonus = i32::from(*bonus as i16);
        }
    }
}

/// The game's rules for contradicting flags, for ammunition and for dice out of range, applied after each affix.
#[derive(Debug, Clone, Default)]
pub struct CleanUpRules {
    /// Pairs (weaker slay, stronger slay): the stronger one removes the weaker one.
    pub slays: Vec<(FlagSet, FlagSet)>,
    /// Elements: resistance, immunity, vulnerability (the latter two may be empty).
    pub elements: Vec<[FlagSet; 3]>,
    /// All immunities and vulnerabilities of `elements`.
    pub contested: FlagSet,
    /// Flags that ammunition may have; it loses all others.
    pub ammunition_keeps: FlagSet,
    /// Whether ammunition also loses its pvals.
    pub ammunition_loses_pvals: bool,
    /// Whether dice and sides wrap as bytes; else they are at least 1.
    pub dice_wrap: bool,
}

/// Maximum number of pvals in any game: v4's. The affix branch has 3.
const MAX_PVALS: usize = 15;

/// An item's properties, as they are while affixes are applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Item type.
    pub tval: u16,
    /// Subtype (sval) within its type.
    pub sval: u16,
    /// To-hit, to-dam, to-ac; 16 bits in the original.
    pub bonus: [i32; 3],
    /// Base armour class.
    pub ac: i32,
    /// Number of dice.
    pub dice: u8,
    /// Their sides.
    pub sides: u8,
    /// Weight in tenths of a pound.
    pub weight: i32,
    /// Balance and heft; v4 only.
    pub balance_heft: [i32; 2],
    /// Flags.
    pub flags: FlagSet,
    /// Maximum number of pvals in this game.
    pub capacity: usize,
    /// Number of pvals in use.
    pub pvals: usize,
    /// The pvals; the first [`Self::pvals`] are in use.
    pub pval: [i32; MAX_PVALS],
    /// The flags of each pval.
    pub pval_flags: [FlagSet; MAX_PVALS],
    /// Power of its effect.
    pub effect_power: i64,
}

impl Item {
    /// An item of a kind at a generation level, with at most `capacity` pvals (RULES 2.3).
    pub fn prepare(
        kind: &KindEffect,
        capacity: usize,
        level: u32,
        bonuses: &RollTables,
        luck: &mut PropertyStreams,
    ) -> Item {
        let mut item = Item {
            tval: kind.tval,
            sval: kind.sval,
            bonus: kind.bonuses(level, bonuses, &mut luck.bonuses),
            ac: kind.ac,
            dice: kind.dice,
            sides: kind.sides,
            weight: kind.weight,
            balance_heft: kind.balance_heft,
            flags: kind.flags,
            capacity: capacity.min(MAX_PVALS),
            pvals: 0,
            pval: [0; MAX_PVALS],
            pval_flags: [0; MAX_PVALS],
            effect_power: kind.effect_power,
        };
        for line in &kind.pvals {
            let value = bonuses.roll(line.value, level, &mut luck.others);
            for flag in each(line.flags) {
                if value == 0 {
                    item.flags &= !(1 << flag);
                } else {
                    item.add_pval(value, 1 << flag);
                }
            }
        }
        item
    }

    /// Applies an affix at a generation level (RULES 2.6).
    pub fn apply(
        &mut self,
        affix: &AffixEffect,
        level: u32,
        clean_up: &CleanUpRules,
        bonuses: &RollTables,
        luck: &mut PropertyStreams,
    ) {
        self.add_random_flags(affix, &mut luck.others);
        self.add_values(affix, level, bonuses, luck);
        if self.ac != 0 && affix.ac_percent != 0 {
            self.ac = ((100 + i64::from(affix.ac_percent)) * i64::from(self.ac) / 100) as i32;
        }
        if affix.weight_percent != 0 {
            self.weight = ((100 + i64::from(affix.weight_percent)) * i64::from(self.weight) / 100) as i32;
        }
        for (value, added) in [(&mut self.dice, affix.dice), (&mut self.sides, affix.sides)] {
            let sum = i32::from(*value).wrapping_add(added);
            // Bytes in the original: below 0 they wrap, and a result of exactly 0 becomes 1.
            *value = if clean_up.dice_wrap { sum as u8 } else { sum.clamp(0, 255) as u8 }.max(1);
        }
        for (value, added) in self.balance_heft.iter_mut().zip(affix.balance_heft) {
            *value = value.wrapping_add(added).max(1);
        }
        self.clean_up(clean_up);
    }

    /// Adds an affix's random flags, each chosen among those that the item doesn't have yet.
    pub fn add_random_flags(&mut self, affix: &AffixEffect, random: &mut Stream) {
        for &(number, choices) in &affix.random_flags {
            for _ in 0..number {
                let open = choices & !self.flags;
                if open == 0 {
                    break;
                }
                let chosen = each(open).nth(random.below(open.count_ones()) as usize);
                self.flags |= chosen.map_or(0, |flag| 1 << flag);
            }
        }
    }

    /// Adds an affix's bonuses, pvals and fixed flags, rolled at a generation level.
    pub fn add_values(&mut self, affix: &AffixEffect, level: u32, bonuses: &RollTables, luck: &mut PropertyStreams) {
        let random = &mut luck.others;
        affix.add_bonuses(&mut self.bonus, level, bonuses, &mut luck.bonuses);
        let mut flags = affix.flags;
        for line in &affix.pvals {
            let rolled = bonuses.roll(line.value, level, random);
            let value = line.min.map_or(rolled, |min| rolled.max(min));
            for flag in each(line.flags) {
                if value == 0 {
                    flags &= !(1 << flag);
                    continue;
                }
                self.add_pval(value, 1 << flag);
                if let (Some(min), true) = (line.min, self.flags & (1 << flag) != 0) {
                    let now = self.value_of(1 << flag);
                    if now < min {
                        self.add_pval(min.saturating_sub(now), 1 << flag);
                    }
                }
            }
        }
        self.flags |= flags;
    }

    fn clean_up(&mut self, rules: &CleanUpRules) {
        for &(weaker, stronger) in &rules.slays {
            if self.flags & stronger != 0 {
                self.flags &= !weaker;
            }
        }
        // Resistance alone changes nothing, so most items are done here.
        let elements = if self.flags & rules.contested == 0 { &[][..] } else { &rules.elements };
        for &[resist, immune, vulnerable] in elements {
            let has = |set: FlagSet| i32::from(self.flags & set != 0);
            match 2 * has(immune) + has(resist) - has(vulnerable) {
                2.. | 0 => self.flags &= !(resist | vulnerable),
                1 => self.flags = (self.flags & !(immune | vulnerable)) | resist,
                _ => {}
            }
        }
        if (16..=18).contains(&self.tval) {
            self.flags &= rules.ammunition_keeps;
            (self.ac, self.bonus[2]) = (0, 0);
            if rules.ammunition_loses_pvals {
                self.pvals = 0;
            }
        }
    }

    /// The pval of a flag; 0 if it has none.
    #[inline]
    pub fn value_of(&self, flag: FlagSet) -> i32 {
        self.place(flag).map_or(0, |at| self.pval[at])
    }

    /// Adds one to the pval of a flag, whatever other flags share it.
    #[inline]
    pub fn raise(&mut self, flag: FlagSet) {
        if let Some(at) = self.place(flag) {
            self.pval[at] = self.pval[at].saturating_add(1);
        }
    }

    fn place(&self, flag: FlagSet) -> Option<usize> {
        self.pval_flags[..self.pvals].iter().position(|flags| flags & flag != 0)
    }

    /// Adds `value` to the pval of one flag (RULES 2.6; RULES 2.9 of 3.5).
    #[inline]
    pub fn add_pval(&mut self, value: i32, flag: FlagSet) {
        if value == 0 {
            return;
        }
        let old = self.place(flag).filter(|_| self.flags & flag != 0);
        if let Some(at) = old.filter(|at| self.pval_flags[*at] == flag) {
            self.pval[at] = self.pval[at].saturating_add(value);
            if self.pval[at] == 0 {
                self.flags &= !flag;
                self.pval_flags[at] = 0;
            }
            self.merge_equal_pvals();
            return;
        }
        let target = value.saturating_add(old.map_or(0, |at| self.pval[at]));
        if self.pvals < self.capacity {
            self.leave(flag);
            if target == 0 {
                self.flags &= !flag;
                return;
            }
            self.flags |= flag;
            self.pval[self.pvals] = target;
            self.pval_flags[self.pvals] = flag;
            self.pvals += 1;
            self.merge_equal_pvals();
            return;
        }
        // All pvals are in use: the flag moves to the pval closest to the sum, whose value doesn't change. That is the
        // first one unless another is closer than the sum is to 0.
        let (mut closest, mut best) = (0, i64::from(target));
        for (at, pval) in self.pval[..self.capacity].iter().enumerate() {
            let distance = (i64::from(*pval) - i64::from(target)).abs();
            if distance < best {
                (closest, best) = (at, distance);
            }
        }
        self.leave(flag);
        self.flags |= flag;
        self.pval_flags[closest] |= flag;
    }

    fn leave(&mut self, flag: FlagSet) {
        for flags in &mut self.pval_flags[..self.pvals] {
            *flags &= !flag;
        }
    }

    /// Merges the first pair of equal pvals; later ones move up. One pair per call.
    fn merge_equal_pvals(&mut self) {
        for i in 0..self.pvals {
            for j in i + 1..self.pvals {
                if self.pval[i] == self.pval[j] {
                    self.pval_flags[i] |= self.pval_flags[j];
                    self.pval.copy_within(j + 1..self.pvals, j);
                    self.pval_flags.copy_within(j + 1..self.pvals, j);
                    self.pvals -= 1;
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luck() -> PropertyStreams {
        PropertyStreams::forked(&Stream::seeded([1, 2, 3]))
    }

    fn item() -> Item {
        let kind = KindEffect { tval: 23, sval: 1, dice: 1, sides: 1, weight: 100, ac: 10, ..KindEffect::default() };
        Item::prepare(&kind, 3, 1, &RollTables::default(), &mut luck())
    }

    fn apply(item: &mut Item, affix: &AffixEffect, rules: &CleanUpRules) {
        item.apply(affix, 1, rules, &RollTables::default(), &mut luck());
    }

    fn pval(value: i32, min: Option<i32>, flags: FlagSet) -> AffixEffect {
        let line = PvalLine { value: RandomValue::fixed(value), min, flags };
        AffixEffect { pvals: vec![line], flags, ..AffixEffect::default() }
    }

    const A: FlagSet = 1;
    const B: FlagSet = 2;
    const C: FlagSet = 4;
    const D: FlagSet = 8;

    #[test]
    fn minima_force_bonuses_up() {
        let mut item = item();
        let affix = AffixEffect { min: [Some(15), Some(255), None], ..AffixEffect::default() };
        apply(&mut item, &affix, &CleanUpRules::default());
        assert_eq!(item.bonus, [15, 255, 0]);
        item.bonus = [-20, 300, 0];
        apply(&mut item, &affix, &CleanUpRules::default());
        assert_eq!(item.bonus, [15, 555, 0], "the shortfall of the roll is added, then the floor holds");
    }

    #[test]
    fn dice_and_sides_wrap_as_bytes_and_zero_becomes_one() {
        let mut item = item();
        let affix = AffixEffect { dice: -1, sides: -2, ..AffixEffect::default() };
        apply(&mut item, &affix, &CleanUpRules { dice_wrap: true, ..CleanUpRules::default() });
        assert_eq!((item.dice, item.sides), (1, 255));
        let mut item = self::item();
        apply(&mut item, &affix, &CleanUpRules::default());
        assert_eq!((item.dice, item.sides), (1, 1), "as documented");
    }

    #[test]
    fn percentages_truncate() {
        let mut item = item();
        let affix = AffixEffect { ac_percent: 15, weight_percent: -15, ..AffixEffect::default() };
        apply(&mut item, &affix, &CleanUpRules::default());
        assert_eq!((item.ac, item.weight), (11, 85));
    }

    #[test]
    fn pvals_add_move_and_merge() {
        let rules = CleanUpRules::default();
        let mut item = item();
        apply(&mut item, &pval(2, None, A | B), &rules);
        assert_eq!((item.pvals, item.pval[0], item.pval_flags[0]), (1, 2, A | B));
        // B leaves the shared pval and gets one of its own.
        apply(&mut item, &pval(3, None, B), &rules);
        assert_eq!((item.pvals, item.value_of(A), item.value_of(B)), (2, 2, 5));
        // Equal again: merged.
        apply(&mut item, &pval(3, None, A), &rules);
        assert_eq!((item.pvals, item.pval[0], item.pval_flags[0]), (1, 5, A | B));
        // A pval that comes to 0 takes its flag away; the fixed flags of the affix bring the flag back without one.
        let mut alone = self::item();
        apply(&mut alone, &pval(2, None, C), &rules);
        alone.add_pval(-2, C);
        assert_eq!((alone.flags & C, alone.value_of(C)), (0, 0));
    }

    #[test]
    fn a_fourth_value_joins_the_closest_of_three() {
        let rules = CleanUpRules::default();
        let mut item = item();
        for (value, flag) in [(10, A), (3, B), (6, C)] {
            apply(&mut item, &pval(value, None, flag), &rules);
        }
        apply(&mut item, &pval(4, None, D), &rules);
        assert_eq!(item.value_of(D), 3, "|3 - 4| is the least distance under 4");
        let mut item = self::item();
        for (value, flag) in [(10, A), (8, B), (6, C)] {
            apply(&mut item, &pval(value, None, flag), &rules);
        }
        apply(&mut item, &pval(1, None, D), &rules);
        assert_eq!(item.value_of(D), 10, "none is closer than 1, so the first is taken");
    }

    #[test]
    fn a_zero_pval_sets_no_flag_and_a_minimum_lifts_it() {
        let rules = CleanUpRules::default();
        let mut item = item();
        apply(&mut item, &pval(0, None, A), &rules);
        assert_eq!((item.flags, item.pvals), (0, 0));
        apply(&mut item, &pval(-3, Some(0), A), &rules);
        assert_eq!((item.flags, item.pvals), (0, 0), "lifted to 0, so no pval and no flag");
        apply(&mut item, &pval(1, Some(4), A), &rules);
        assert_eq!(item.value_of(A), 4);
    }

    #[test]
    fn weaker_slays_and_contradicting_elements_go() {
        let rules = CleanUpRules {
            slays: vec![(A, B)],
            elements: vec![[C, D, 16]],
            contested: D | 16,
            ..CleanUpRules::default()
        };
        let with = |flags| {
            let mut item = item();
            apply(&mut item, &AffixEffect { flags, ..AffixEffect::default() }, &rules);
            item.flags
        };
        assert_eq!(with(A | B), B);
        assert_eq!(with(C | D), D, "immune and resistant: 3");
        assert_eq!(with(D | 16), C, "immune and vulnerable: 1");
        assert_eq!(with(C | 16), 0, "resistant and vulnerable: 0");
        assert_eq!(with(16), 16, "vulnerable alone stays");
        assert_eq!(with(C | D | 16), D, "2 + 1 - 1");
    }

    #[test]
    fn ammunition_keeps_only_some_flags() {
        let rules = CleanUpRules { ammunition_keeps: B, ammunition_loses_pvals: true, ..CleanUpRules::default() };
        let kind = KindEffect { tval: 17, ac: 3, ..KindEffect::default() };
        let mut arrow: Item = Item::prepare(&kind, 3, 1, &RollTables::default(), &mut luck());
        let bonus = [RandomValue::fixed(1), RandomValue::fixed(2), RandomValue::fixed(3)];
        apply(&mut arrow, &AffixEffect { bonus, ..pval(2, None, A | B) }, &rules);
        assert_eq!((arrow.bonus, arrow.ac, arrow.flags, arrow.pvals), ([1, 2, 0], 0, B, 0));
    }
}
