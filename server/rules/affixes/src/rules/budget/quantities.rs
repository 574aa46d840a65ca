//! The quantities that the bytes of a budget bound, what affixes add to them, and where items start.

use super::{
    ordinary::{FREE_ARMOUR, FREE_DICE, FREE_SIDES, FREE_SLAYS, SLAY_UNIT, has_damage, is_bounded, multipliers},
    packing::{Budget, MAX_ADDED},
    sets::Sets,
};
use affixboard_kin::power::{INHIBITED_IMMUNITIES, MAX_PVAL_SUM};
use affixboard_model::{
    engine::{
        flags::each,
        item::{AffixEffect, KindEffect, PvalLine},
    },
    syntax::RandomValue,
};

/// A quantity, by the position of its byte in a [`Budget`].
#[derive(Debug, Clone, Copy)]
pub(super) enum Quantity {
    ToHit,
    ToDam,
    ToAc,
    /// Half the sum of weighted pvals.
    PvalSum,
    /// Flags with a pval: as many pvals at most, and all find room while there are no more than the item has room for.
    PvalFlags,
    Blows,
    Shots,
    Might,
    Immunities,
    MoreDice,
    MoreSides,
    FewerDice,
    FewerSides,
    /// Eighths of the per cent by which base armour grows.
    Armour,
    /// Slays that are pvals, together, in units of [`SLAY_UNIT`].
    SlayPvals,
    /// Effects without a bound of their own.
    Anything,
}

/// `[quantity]`: upper bounds of the increase by a kind, affix or theme, before they are packed into a [`Budget`].
#[derive(Debug, Default, Clone)]
pub(super) struct UnpackedBudget(pub(super) [i64; 16]);

impl UnpackedBudget {
    fn add(&mut self, quantity: Quantity, amount: i64) {
        self.0[quantity as usize] = self.0[quantity as usize].saturating_add(amount.max(0));
    }

    pub(super) fn pack(&self) -> Budget {
        self.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).min(MAX_ADDED) as Budget)
    }
}

/// Whether a bonus lies so far below zero that sums might wrap around in their 16 bits.
pub(super) fn is_wide(value: &RandomValue) -> bool {
    value.base < -1000
}

fn bonus_bounds(bounds: &mut UnpackedBudget, sets: &Sets, values: &[RandomValue; 3], minima: &[Option<i32>; 3]) {
    for (at, quantity) in [Quantity::ToHit, Quantity::ToDam, Quantity::ToAc].into_iter().enumerate() {
        let (value, unit) = (values[at], sets.unit(at));
        let most = i64::from(value.maximum()).max(minima[at].map_or(0, i64::from));
        bounds.add(quantity, (most + unit - 1) / unit);
        if is_wide(&value) {
            bounds.add(Quantity::Anything, MAX_ADDED);
        }
    }
}

fn pval_bounds(bounds: &mut UnpackedBudget, lines: &[PvalLine], sets: &Sets) {
    let mut sum = 0;
    for line in lines {
        let most = i64::from(line.value.maximum()).max(line.min.map_or(0, i64::from)).max(0);
        for flag in each(line.flags) {
            sum += most.saturating_mul(Sets::weight(&sets.spec.flags[flag as usize]).max(0));
            bounds.add(Quantity::PvalFlags, 1);
            if sets.slays & (1 << flag) != 0 {
                bounds.add(Quantity::SlayPvals, (most + SLAY_UNIT - 1) / SLAY_UNIT);
            }
        }
        for (set, quantity) in
            [(sets.blows, Quantity::Blows), (sets.shots, Quantity::Shots), (sets.might, Quantity::Might)]
        {
            if line.flags & set != 0 {
                bounds.add(quantity, most);
            }
        }
    }
    bounds.add(Quantity::PvalSum, (sum + 1) / 2);
}

/// Upper bounds of the increase by an affix.
pub(super) fn affix_bounds(affix: &AffixEffect, sets: &Sets) -> UnpackedBudget {
    let mut bounds = UnpackedBudget::default();
    bonus_bounds(&mut bounds, sets, &affix.bonus, &affix.min);
    pval_bounds(&mut bounds, &affix.pvals, sets);
    let random = affix
        .random_flags
        .iter()
        .map(|(number, choices)| i64::from((*number).min((choices & sets.immunities).count_ones())));
    bounds.add(Quantity::Immunities, i64::from((affix.flags & sets.immunities).count_ones()) + random.sum::<i64>());
    bounds.add(Quantity::MoreDice, i64::from(affix.dice));
    bounds.add(Quantity::MoreSides, i64::from(affix.sides));
    bounds.add(Quantity::FewerDice, -i64::from(affix.dice));
    bounds.add(Quantity::FewerSides, -i64::from(affix.sides));
    bounds.add(Quantity::Armour, (i64::from(affix.ac_percent) + 7) / 8);
    bounds
}

/// Initial budget of a kind's items: a byte reaches 128 when more than the quantity's allowance is used up.
pub(super) fn kind_start(kind: &KindEffect, sets: &Sets) -> Budget {
    let mut used = UnpackedBudget::default();
    bonus_bounds(&mut used, sets, &kind.bonus, &[None; 3]);
    pval_bounds(&mut used, &kind.pvals, sets);
    used.add(Quantity::Immunities, i64::from((kind.flags & sets.immunities).count_ones()));
    let (dice, sides) = (i64::from(kind.dice), i64::from(kind.sides));
    let has_damage = has_damage(kind);
    if !is_bounded(sets, kind) {
        used.add(Quantity::Anything, MAX_ADDED + 1);
    }
    // Dice count only on items that are thrown or wielded.
    let if_damage = |allowed| if has_damage { allowed } else { MAX_ADDED };
    let inhibited = sets.spec.power.inhibited.map(i64::from);
    let [blows, shots, might] = multipliers(kind);
    let mut start = UnpackedBudget::default();
    for (quantity, allowed) in [
        (Quantity::ToHit, (inhibited[0] - 1) / sets.unit(0)),
        (Quantity::ToDam, (inhibited[1] - 1) / sets.unit(1)),
        (Quantity::ToAc, (inhibited[2] - 1) / sets.unit(2)),
        (Quantity::PvalSum, MAX_PVAL_SUM / 2),
        (Quantity::PvalFlags, sets.spec.limits.pvals as i64),
        (Quantity::Blows, blows),
        (Quantity::Shots, shots),
        (Quantity::Might, might),
        (Quantity::Immunities, i64::from(INHIBITED_IMMUNITIES) - 1),
        (Quantity::MoreDice, if_damage(FREE_DICE)),
        (Quantity::MoreSides, if_damage(FREE_SIDES)),
        (Quantity::FewerDice, if_damage(dice)),
        (Quantity::FewerSides, if_damage(sides)),
        (Quantity::Armour, FREE_ARMOUR),
        (Quantity::SlayPvals, FREE_SLAYS),
        (Quantity::Anything, MAX_ADDED),
    ] {
        start.0[quantity as usize] = MAX_ADDED - allowed + used.0[quantity as usize];
    }
    // A kind that is over an allowance by itself starts at 128.
    start.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).clamp(0, MAX_ADDED + 1) as Budget)
}
