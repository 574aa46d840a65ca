//! What each byte of a budget bounds, what affixes add to it, and where items start.

use super::{
    Budget,
    ordinary::{FREE_ARMOUR, FREE_DICE, FREE_SIDES, FREE_SLAYS, SLAY_UNIT, has_damage, is_bounded, multipliers},
    sets::Sets,
};
use crate::{
    engine::{
        flags::each,
        item::{AffixEffect, KindEffect, PvalLine},
    },
    families::affixes::rules::power,
    syntax::RandomValue,
};

/// The most a byte may add at a time, so that no sum runs into the next byte.
pub(super) const MOST: i64 = 127;

/// The bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Lane {
    ToHit,
    ToDam,
    ToAc,
    /// Half the sum of weighted pvals.
    PvalSum,
    /// Flags with a pval: as many pvals at the most, and with no more than three of them none is misplaced.
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
    /// What no bound is made for.
    Anything,
}

/// Bounds of one thing, collected before they are packed.
#[derive(Debug, Default, Clone)]
pub(super) struct Bounds(pub(super) [i64; 16]);

impl Bounds {
    fn add(&mut self, lane: Lane, amount: i64) {
        self.0[lane as usize] = self.0[lane as usize].saturating_add(amount.max(0));
    }

    pub(super) fn pack(&self) -> Budget {
        self.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).min(MOST) as Budget)
    }
}

/// Far below zero a bonus would wrap around in its 16 bits.
pub(super) fn is_wide(value: &RandomValue) -> bool {
    value.base < -1000
}

fn bonus_bounds(bounds: &mut Bounds, sets: &Sets, values: &[RandomValue; 3], minima: &[Option<i32>; 3]) {
    for (at, lane) in [Lane::ToHit, Lane::ToDam, Lane::ToAc].into_iter().enumerate() {
        let (value, unit) = (values[at], sets.unit(at));
        let most = i64::from(value.maximum()).max(minima[at].map_or(0, i64::from));
        bounds.add(lane, (most + unit - 1) / unit);
        if is_wide(&value) {
            bounds.add(Lane::Anything, MOST);
        }
    }
}

fn pval_bounds(bounds: &mut Bounds, lines: &[PvalLine], sets: &Sets) {
    let mut sum = 0;
    for line in lines {
        let most = i64::from(line.value.maximum()).max(line.min.map_or(0, i64::from)).max(0);
        for flag in each(line.flags) {
            sum += most.saturating_mul(Sets::weight(&sets.spec.flags[flag as usize]).max(0));
            bounds.add(Lane::PvalFlags, 1);
            if sets.slays & (1 << flag) != 0 {
                bounds.add(Lane::SlayPvals, (most + SLAY_UNIT - 1) / SLAY_UNIT);
            }
        }
        for (set, lane) in [(sets.blows, Lane::Blows), (sets.shots, Lane::Shots), (sets.might, Lane::Might)] {
            if line.flags & set != 0 {
                bounds.add(lane, most);
            }
        }
    }
    bounds.add(Lane::PvalSum, (sum + 1) / 2);
}

pub(super) fn affix_bounds(affix: &AffixEffect, sets: &Sets) -> Bounds {
    let mut bounds = Bounds::default();
    bonus_bounds(&mut bounds, sets, &affix.bonus, &affix.min);
    pval_bounds(&mut bounds, &affix.pvals, sets);
    let random = affix
        .random_flags
        .iter()
        .map(|(number, choices)| i64::from((*number).min((choices & sets.immunities).count_ones())));
    bounds.add(Lane::Immunities, i64::from((affix.flags & sets.immunities).count_ones()) + random.sum::<i64>());
    bounds.add(Lane::MoreDice, i64::from(affix.dice));
    bounds.add(Lane::MoreSides, i64::from(affix.sides));
    bounds.add(Lane::FewerDice, -i64::from(affix.dice));
    bounds.add(Lane::FewerSides, -i64::from(affix.sides));
    bounds.add(Lane::Armour, (i64::from(affix.ac_percent) + 7) / 8);
    bounds
}

/// Where an item of a kind starts: each byte reaches 128 when more than its allowance is used up.
pub(super) fn kind_start(kind: &KindEffect, sets: &Sets) -> Budget {
    let mut used = Bounds::default();
    bonus_bounds(&mut used, sets, &kind.bonus, &[None; 3]);
    pval_bounds(&mut used, &kind.pvals, sets);
    used.add(Lane::Immunities, i64::from((kind.flags & sets.immunities).count_ones()));
    let (dice, sides) = (i64::from(kind.dice), i64::from(kind.sides));
    let has_damage = has_damage(kind);
    if !is_bounded(sets, kind) {
        used.add(Lane::Anything, MOST + 1);
    }
    // Dice of what isn't thrown or wielded don't count.
    let if_damage = |allowed| if has_damage { allowed } else { MOST };
    let inhibited = sets.spec.power.inhibited.map(i64::from);
    let [blows, shots, might] = multipliers(kind);
    let mut start = Bounds::default();
    for (lane, allowed) in [
        (Lane::ToHit, (inhibited[0] - 1) / sets.unit(0)),
        (Lane::ToDam, (inhibited[1] - 1) / sets.unit(1)),
        (Lane::ToAc, (inhibited[2] - 1) / sets.unit(2)),
        (Lane::PvalSum, power::MOST_PVAL_SUM / 2),
        (Lane::PvalFlags, sets.spec.limits.pvals as i64),
        (Lane::Blows, blows),
        (Lane::Shots, shots),
        (Lane::Might, might),
        (Lane::Immunities, i64::from(power::INHIBITED_IMMUNITIES) - 1),
        (Lane::MoreDice, if_damage(FREE_DICE)),
        (Lane::MoreSides, if_damage(FREE_SIDES)),
        (Lane::FewerDice, if_damage(dice)),
        (Lane::FewerSides, if_damage(sides)),
        (Lane::Armour, FREE_ARMOUR),
        (Lane::SlayPvals, FREE_SLAYS),
        (Lane::Anything, MOST),
    ] {
        start.0[lane as usize] = MOST - allowed + used.0[lane as usize];
    }
    // A kind that is over an allowance by itself starts at "perhaps".
    start.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).clamp(0, MOST + 1) as Budget)
}
