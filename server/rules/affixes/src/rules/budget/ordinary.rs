//! Allowances: how far items of a kind may grow while their power stays below the limit for certain, and the proof that
//! the ordinary parts of power together don't reach it.

use super::{
    super::{super::solver::DamageLimit, power::Ordinary},
    sets::Sets,
};
use affixboard_kin::power::{INHIBITED_BLOWS, INHIBITED_MIGHT, INHIBITED_SHOTS, LIMIT, MAX_PVAL_SUM};
use affixboard_model::engine::{
    flags::{Flag, Slot},
    item::KindEffect,
};

/// Slay pvals count in units of this.
pub(super) const SLAY_UNIT: i64 = 10;
/// Slay pvals an item may have together, in those units: a multiplier of 11.
pub(super) const FREE_SLAYS: i64 = 100;
/// Dice and sides an item may gain before its power is computed.
pub(super) const FREE_DICE: i64 = 4;
pub(super) const FREE_SIDES: i64 = 20;
/// Eighths of per cent base armour may grow by: 96 % in all, so by a factor below e^0.96 < 3.
pub(super) const FREE_ARMOUR: i64 = 12;

/// Whether a kind's dice count towards power.
pub(super) fn has_damage(kind: &KindEffect) -> bool {
    matches!(kind.tval, 16..=18 | 20..=23)
}

/// Whether an item of a kind stays below the limit while it keeps within its allowances and no switch is on.
pub(super) fn is_bounded(sets: &Sets, kind: &KindEffect) -> bool {
    let (dice, sides) = (i64::from(kind.dice), i64::from(kind.sides));
    let damage = match Slot::of(kind.tval) {
        _ if has_damage(kind) => (dice + 1 + FREE_DICE) * (sides + 2 + FREE_SIDES) * 5 / 4,
        Some(Slot::Bow) => 0,
        _ => 60,
    };
    ordinary_power(sets, kind, damage) < LIMIT && dice + FREE_DICE <= 254 && sides + FREE_SIDES <= 254
}

/// The damage that leaves the power of a kind's items below the limit; `None` where its dice don't count.
pub(super) fn damage_limit(kind: &KindEffect, sets: &Sets) -> Option<DamageLimit> {
    let own = (kind.flags & sets.slaying).count_ones() as usize;
    let max_damage = |number: Option<usize>| {
        // Power grows with damage.
        let (mut safe, mut unsafe_from) = (-1, 255 * 256 * 5 / 4 + 1);
        while unsafe_from - safe > 1 {
            let middle = i64::midpoint(safe, unsafe_from);
            let number = number.map(|number| number + own);
            let is_safe = power_with_slays(sets, kind, middle, number) < LIMIT;
            *(if is_safe { &mut safe } else { &mut unsafe_from }) = middle;
        }
        safe
    };
    let numbers = (0..=sets.slaying.count_ones() as usize).map(Some).chain([None]);
    has_damage(kind).then(|| DamageLimit {
        dice: kind.dice,
        sides: kind.sides,
        max_damage: numbers.map(max_damage).collect(),
    })
}

/// Maximum of a single pval: that of the sum of weighted pvals, or of slays where they are pvals.
fn pval_allowance(sets: &Sets) -> i64 {
    if sets.spec.power.slays_are_pvals { FREE_SLAYS * SLAY_UNIT } else { MAX_PVAL_SUM }
}

/// Allowances of a kind's items; none for a kind without bounds.
pub(super) fn ordinary(kind: &KindEffect, sets: &Sets) -> Ordinary {
    if !is_bounded(sets, kind) {
        return Ordinary { dice: -1, sides: -1, ac: -1, pval: -1, blows: 0, shots: 0, might: 0 };
    }
    let [blows, shots, might] = multipliers(kind);
    let if_damage = |allowed: i64| if has_damage(kind) { allowed } else { i64::MAX };
    Ordinary {
        dice: if_damage(i64::from(kind.dice) + 1 + FREE_DICE),
        sides: if_damage(i64::from(kind.sides) + 1 + FREE_SIDES),
        ac: 3 * i64::from(kind.ac.max(0)),
        pval: pval_allowance(sets),
        blows,
        shots,
        might,
    }
}

/// Extra blows, shots and might an item of a kind may have. They multiply each other, so that each is allowed only
/// where games give it.
pub(super) fn multipliers(kind: &KindEffect) -> [i64; 3] {
    if Slot::of(kind.tval) == Some(Slot::Bow) {
        [0, i64::from(INHIBITED_SHOTS) - 1, i64::from(INHIBITED_MIGHT) - 1]
    } else {
        [i64::from(INHIBITED_BLOWS) - 1, 0, 0]
    }
}

/// Upper bound of the power of items of a kind without a switch on, whose affixes stay within their allowances.
fn ordinary_power(sets: &Sets, kind: &KindEffect, damage: i64) -> i64 {
    power_with_slays(sets, kind, damage, None)
}

/// The same for an item that has at most this number of slays and brands, or any.
fn power_with_slays(sets: &Sets, kind: &KindEffect, damage: i64, number: Option<usize>) -> i64 {
    let slot = Slot::of(kind.tval);
    let [to_hit, to_dam, to_ac] = sets.spec.power.inhibited.map(|bonus| i64::from(bonus) - 1);
    let [blows, shots, might] = multipliers(kind);
    let multiplier = i64::from(if slot == Some(Slot::Bow) { kind.sval % 10 } else { 1 }) + might;
    // To-dam counts two and a half times, and five more times for what has no dice; a launcher's kind up to 35.
    let points = sets.spec.power.points;
    let bare = to_dam * 15 / (2 * points) + 2 + damage + 35;
    let scaled = (bare * (5 + blows) / 5 + 75 * blows / 2) * (1 + shots) * multiplier;
    // The best multiplier is 5, or with slay pvals within their allowance 11.
    let best = if sets.spec.power.slays_are_pvals { 1 + FREE_SLAYS * SLAY_UNIT / 100 } else { 5 };
    let few = number.filter(|_| !sets.spec.power.slays_are_pvals);
    let slays = few.map_or(damage * best + damage, |number| damage * sets.slain(number) / 100 + 1);
    let armour = 1 + 3 * i64::from(kind.ac.max(0)) * 5 + to_ac + 2 * to_ac + 4 * to_ac;
    let factor = |flag: &Flag| slot.map_or(1, |slot| flag.slots[slot as usize]);
    let once: i64 =
        sets.spec.flags.iter().filter(|flag| !flag.uses_pval).map(|flag| (flag.power * factor(flag)).max(0)).sum();
    // Pvals are bounded by their weighted sum, so by the flag with the most power per weight.
    let dearest = sets
        .spec
        .flags
        .iter()
        .filter(|flag| flag.uses_pval && flag.power > 0)
        .map(|flag| flag.power * factor(flag) / Sets::weight(flag).max(1) + 1);
    let pvals = MAX_PVAL_SUM * dearest.max().unwrap_or(0);
    // Pvals with power that don't count in that sum are bounded one by one.
    let weightless: i64 = sets
        .spec
        .flags
        .iter()
        .filter(|flag| flag.uses_pval && flag.power > 0 && flag.pval_weight == 0)
        .map(|flag| flag.power * factor(flag) * pval_allowance(sets))
        .sum();
    // Squares of the sets of flags, those that grow with damage, and the bonuses for full sets. Of so many slays,
    // brands and kills together the squares are largest where sets with larger factors are as full as they get, or one
    // set has all.
    let of_number = |number: usize| {
        let most = number as i64;
        let squares = |[slays, brands, kills]: [i64; 3]| slays * slays + 2 * brands * brands + 3 * kills * kills;
        let splits = (0..=most.min(3)).flat_map(|kills| (0..=(most - kills).min(5)).map(move |brands| (kills, brands)));
        splits.map(|(kills, brands)| squares([(most - kills - brands).min(8), brands, kills])).max().unwrap_or(0)
    };
    let by_damage = few.map_or(64 + 2 * 25 + 3 * 9, of_number);
    let sets = 25 + 6 * 9 + 16 + 2 * 81 + 3 * 16 + 64 + by_damage * damage / 25 + 200;
    scaled
        + slays
        + to_hit * 3 / (2 * points)
        + armour
        + 4
        + once
        + pvals
        + weightless
        + 110
        + sets
        + kind.effect_power.max(0)
}
