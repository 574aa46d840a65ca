//! Item power (RULES 2.8), which decides about roll-backs and prices. Like the original in integers with truncating
//! divisions, but in 64 bits.
//!
//! Source: affix branch (angband/angband, pull request 94, `e1c9b797`) and v4 (angband/v4, `dd5bb465`),
//! object/obj-power.c, `object_power`. The original has an addition for ammunition with an ego; its field for an ego is
//! never set, so it is left out here.

use super::super::{
    AffixSpec,
    constants::{INHIBITED_BLOWS, INHIBITED_IMMUNITIES, INHIBITED_MIGHT, INHIBITED_SHOTS, MAX_PVAL_SUM},
};
use crate::engine::{
    flags::{self, FlagSet, FlagType, Slot, each},
    item::Item,
};

/// A step that reaches this power is rolled back (`INHIBIT_POWER`).
pub(super) const LIMIT: i64 = 20_000;

/// Power of the weighted sum of pvals, by sum / 10.
const ABILITY: [i64; 25] = [0, 0, 0, 0, 0, 0, 0, 2, 4, 6, 8, 12, 16, 20, 24, 30, 36, 42, 48, 56, 64, 74, 84, 96, 110];

/// Power of several flags of one type: (type, factor of the squared number, bonus of a full set, size of a full set,
/// whether it scales with damage).
pub(super) const SETS: [(FlagType, i64, i64, u32, bool); 9] = [
    (FlagType::Sust, 1, 10, 5, false),
    (FlagType::Slay, 1, 10, 8, true),
    (FlagType::Brand, 2, 20, 5, true),
    (FlagType::Kill, 3, 20, 3, true),
    (FlagType::Imm, 6, LIMIT, INHIBITED_IMMUNITIES, false),
    (FlagType::Lres, 1, 10, 4, false),
    (FlagType::Hres, 2, 10, 9, false),
    (FlagType::Prot, 3, 15, 4, false),
    (FlagType::Misc, 1, 25, 8, false),
];

/// The cause of an inhibited power, named as in the original's tallies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    ToHit,
    ToDam,
    ToAc,
    Blows,
    Shots,
    Might,
    StatTotal,
    Immunities,
    Effect,
    /// No single switch, but the sum.
    Sum,
}

impl Cause {
    pub(super) const ALL: [Cause; 10] = [
        Cause::ToHit,
        Cause::ToDam,
        Cause::ToAc,
        Cause::Blows,
        Cause::Shots,
        Cause::Might,
        Cause::StatTotal,
        Cause::Immunities,
        Cause::Effect,
        Cause::Sum,
    ];

    pub(super) fn name(self, spec: &AffixSpec) -> &'static str {
        match self {
            Cause::ToHit => spec.power.causes[0],
            Cause::ToDam => spec.power.causes[1],
            Cause::ToAc => "to_a",
            Cause::Blows => "blows",
            Cause::Shots => "shots",
            Cause::Might => "might",
            Cause::StatTotal => "stat_total",
            Cause::Immunities => "immunities",
            Cause::Effect => "effect",
            Cause::Sum => "sum",
        }
    }
}

/// A step of the calculation, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PowerStep {
    ToDam,
    /// To-dam of what is worn counts for more than that of a weapon.
    ToDamOffWeapon,
    /// The dice of weapons and ammunition.
    Dice,
    /// The damage assumed for slays, blows, shots or might of what is no weapon.
    CombatFlags,
    /// The damage assumed for the ammunition of a launcher.
    Missile,
    /// The factor of ammunition.
    AsAmmunition,
    /// Extra blows: their number.
    Blows(i64),
    /// The damage assumed to come from other items with extra blows.
    BlowsOffWeapon,
    /// Extra shots: their number.
    Shots(i64),
    /// Extra might that is too much: its number.
    Might(i64),
    /// The multiplier of a launcher, extra might included.
    Multiplier(i64),
    Slays,
    /// The divisor of launchers.
    AsBow,
    ToHit,
    Armour,
    ToAc,
    /// What to-ac adds once more above 26.
    HighToAc,
    Jewellery,
    /// A flag that counts once.
    Flag(u32),
    /// A flag with its pval.
    Pval(u32, i64),
    /// The weighted sum of all pvals.
    PvalSum(i64),
    /// Several flags of a type: index into [`SETS`], their number.
    Several(usize, u32),
    /// All flags of a type: index into [`SETS`].
    FullSet(usize),
    Effect,
}

/// Allowances of an item of a kind: while all are kept and no switch is on, its power is proven to stay below
/// [`LIMIT`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Ordinary {
    /// Number of dice.
    pub(super) dice: i64,
    /// Their sides.
    pub(super) sides: i64,
    /// Base armour class.
    pub(super) ac: i64,
    /// Any pval, those of slays included.
    pub(super) pval: i64,
    /// Extra blows; 0 on launchers, whose power they would multiply.
    pub(super) blows: i64,
    /// Extra shots; on launchers only.
    pub(super) shots: i64,
    /// Extra might; on launchers only.
    pub(super) might: i64,
}

/// Computes the power of items, with precomputed flag sets.
#[derive(Debug)]
pub(super) struct PowerCalculator {
    pub(super) spec: &'static AffixSpec,
    slays: FlagSet,
    /// Flags that add power.
    powered: FlagSet,
    /// Of these, the flags that count once.
    once: FlagSet,
    pvals: FlagSet,
    sets: [FlagSet; 9],
    blows: FlagSet,
    shots: FlagSet,
    might: FlagSet,
    /// Slays and brands: flag, trait, multiplier, whether it is a brand.
    slay_list: Vec<(FlagSet, u32, i64, bool)>,
    /// Total power of all monsters.
    monsters: i64,
}

impl PowerCalculator {
    pub(super) fn new(spec: &'static AffixSpec) -> PowerCalculator {
        let of_type = |kind| flags::all(spec.flags, |flag| flag.kind == kind);
        let mut sets = SETS.map(|set| of_type(set.0));
        sets[0] &= !flags::named(spec.flags, "SUST_CHR");
        let pvals = flags::all(spec.flags, |flag| flag.uses_pval);
        let powered = flags::all(spec.flags, |flag| flag.power != 0);
        let slay_list: Vec<_> =
            spec.power.slays.iter().map(|slay| (flags::named(spec.flags, slay.0), slay.1, slay.2, slay.3)).collect();
        PowerCalculator {
            spec,
            slays: slay_list.iter().fold(0, |set, slay| set | slay.0),
            powered,
            once: powered & !pvals,
            pvals,
            sets,
            blows: flags::named(spec.flags, "BLOWS"),
            shots: flags::named(spec.flags, "SHOTS"),
            might: flags::named(spec.flags, "MIGHT"),
            slay_list,
            monsters: spec.power.monsters.iter().map(|monsters| monsters.1).sum(),
        }
    }

    fn value(item: &Item, flag: FlagSet) -> i64 {
        if item.flags & flag == 0 { 0 } else { i64::from(item.value_of(flag)) }
    }

    /// The power of an item.
    pub(super) fn of(&self, item: &Item) -> i64 {
        self.of_steps(item, |_, _| {})
    }

    /// The power of an item, as [`Self::of`]. `note` is told each step that may change it, and the sum after that.
    pub(super) fn of_steps(&self, item: &Item, mut note: impl FnMut(PowerStep, i64)) -> i64 {
        let slot = Slot::of(item.tval);
        let points = self.spec.power.points;
        let [to_hit, to_dam, to_ac] = item.bonus.map(i64::from);
        let (is_weapon, is_bow, is_ammunition) =
            (slot == Some(Slot::Weapon), slot == Some(Slot::Bow), (16..=18).contains(&item.tval));
        let (blows, shots, might) = (
            PowerCalculator::value(item, self.blows),
            PowerCalculator::value(item, self.shots),
            PowerCalculator::value(item, self.might),
        );
        let mut p = if item.bonus[1] >= self.spec.power.inhibited[1] { LIMIT } else { to_dam * 5 / (2 * points) };
        note(PowerStep::ToDam, p);
        let damage = if is_weapon || is_ammunition {
            i64::from(item.dice) * (i64::from(item.sides) + 1) * 5 / 4
        } else if is_bow {
            0
        } else {
            p += to_dam * 5 / points;
            note(PowerStep::ToDamOffWeapon, p);
            if item.flags & (self.slays | self.blows | self.shots | self.might) != 0 { 60 } else { 0 }
        };
        p += damage;
        note(if is_weapon || is_ammunition { PowerStep::Dice } else { PowerStep::CombatFlags }, p);
        let mut multiplier = 1;
        if is_bow {
            p += match item.sval / 10 {
                0 => 25,
                1 => 30,
                _ => 35,
            };
            note(PowerStep::Missile, p);
            multiplier = i64::from(item.sval % 10);
        }
        if is_ammunition {
            p = p * [4, 5, 7][usize::from(item.tval - 16)] / 10;
            note(PowerStep::AsAmmunition, p);
        }
        if blows >= i64::from(INHIBITED_BLOWS) {
            note(PowerStep::Blows(blows), p + LIMIT);
            return p + LIMIT;
        }
        if blows != 0 {
            p = p * (5 + blows) / 5;
            note(PowerStep::Blows(blows), p);
            p += 75 * blows / 2;
            note(PowerStep::BlowsOffWeapon, p);
        }
        if shots >= i64::from(INHIBITED_SHOTS) {
            note(PowerStep::Shots(shots), p + LIMIT);
            return p + LIMIT;
        }
        if shots > 0 {
            p *= 1 + shots;
            note(PowerStep::Shots(shots), p);
        }
        if might >= i64::from(INHIBITED_MIGHT) {
            note(PowerStep::Might(might), p + LIMIT);
            return p + LIMIT;
        }
        multiplier += might;
        p *= multiplier;
        note(PowerStep::Multiplier(multiplier), p);
        if item.flags & self.slays != 0 {
            p += damage * (self.slain(item) / 100) / (self.monsters / 100);
            note(PowerStep::Slays, p);
        }
        if is_bow {
            p /= 5;
            note(PowerStep::AsBow, p);
        }
        p += if item.bonus[0] >= self.spec.power.inhibited[0] { LIMIT } else { to_hit * 3 / (2 * points) };
        note(PowerStep::ToHit, p);
        p = self.add_armour(item, to_ac, p, &mut note);
        if matches!(slot, Some(Slot::Ring | Slot::Amulet)) {
            p += 4;
            note(PowerStep::Jewellery, p);
        }
        p = self.add_flags(item, slot, damage, p, &mut note);
        p += item.effect_power;
        note(PowerStep::Effect, p);
        p
    }

    fn add_armour(&self, item: &Item, to_ac: i64, mut p: i64, note: &mut impl FnMut(PowerStep, i64)) -> i64 {
        let (ac, weight) = (i64::from(item.ac), i64::from(item.weight));
        if ac != 0 {
            p += 1;
            p += if weight > 0 {
                // Unsigned in the original, so a negative quotient counts as the maximum.
                let quality = 750 * (ac + to_ac) / weight;
                ac * (if quality < 0 { 450 } else { quality.min(450) }) / 100
            } else {
                ac * 5
            };
            note(PowerStep::Armour, p);
        }
        p += to_ac;
        note(PowerStep::ToAc, p);
        if to_ac > 26 {
            p += 2 * (to_ac - 25);
        }
        if to_ac > 36 {
            p += 4 * (to_ac - 35);
        }
        if to_ac >= i64::from(self.spec.power.inhibited[2]) {
            p += LIMIT;
        }
        note(PowerStep::HighToAc, p);
        p
    }

    fn add_flags(
        &self,
        item: &Item,
        slot: Option<Slot>,
        damage: i64,
        mut p: i64,
        note: &mut impl FnMut(PowerStep, i64),
    ) -> i64 {
        let factor = |flag: u32| slot.map_or(1, |slot| self.spec.flags[flag as usize].slots[slot as usize]);
        for flag in each(item.flags & self.once) {
            p += self.spec.flags[flag as usize].power * factor(flag);
            note(PowerStep::Flag(flag), p);
        }
        let mut sum = 0;
        for flag in each(item.flags & self.pvals) {
            let value = i64::from(item.value_of(1 << flag));
            if self.powered & (1 << flag) != 0 {
                p += value * self.spec.flags[flag as usize].power * factor(flag);
                note(PowerStep::Pval(flag, value), p);
            }
            sum += value * self.spec.flags[flag as usize].pval_weight;
        }
        p += if sum > MAX_PVAL_SUM {
            LIMIT
        } else {
            // Below -9 the original reads out of bounds, before its table.
            usize::try_from(sum / 10).map_or(0, |tens| ABILITY[tens])
        };
        note(PowerStep::PvalSum(sum), p);
        for (at, (set, &(_, square, full_bonus, full, by_damage))) in self.sets.iter().zip(&SETS).enumerate() {
            let count = (item.flags & set).count_ones();
            if count > 1 {
                let mut q = square * i64::from(count * count);
                if by_damage {
                    q = q * damage / 25;
                }
                p += q;
                note(PowerStep::Several(at, count), p);
            }
            if count == full {
                p += full_bonus;
                note(PowerStep::FullSet(at), p);
            }
        }
        p
    }

    /// The sum of all monsters' power, each multiplied by the best slay or brand that works on it.
    fn slain(&self, item: &Item) -> i64 {
        let has: Vec<_> = self.slay_list.iter().filter(|slay| item.flags & slay.0 != 0).collect();
        let monsters = self.spec.power.monsters.iter().map(|(traits, power)| {
            let works = has.iter().filter(|slay| (traits >> slay.1 & 1 == 1) != slay.3);
            if self.spec.power.slays_are_pvals {
                let best = works.map(|slay| i64::from(item.value_of(slay.0))).max().unwrap_or(0);
                (best + 100) * power / 100
            } else {
                works.map(|slay| slay.2).max().unwrap_or(1) * power
            }
        });
        monsters.sum()
    }

    /// Whether power could reach the limit: a switch is on, or the item exceeds an allowance of its kind
    /// ([`Ordinary`]). `false` is proven.
    #[inline]
    pub(super) fn may_inhibit(&self, item: &Item, ordinary: &Ordinary) -> bool {
        let [to_hit, to_dam, to_ac] = self.spec.power.inhibited;
        if item.bonus[0] >= to_hit
            || item.bonus[1] >= to_dam
            || item.bonus[2] >= to_ac
            || (item.flags & self.sets[4]).count_ones() >= INHIBITED_IMMUNITIES
            || i64::from(item.dice) > ordinary.dice
            || i64::from(item.sides) > ordinary.sides
            || i64::from(item.ac) > ordinary.ac
        {
            return true;
        }
        let mut sum = 0;
        for at in 0..item.pvals {
            let (value, flags) = (i64::from(item.pval[at]), item.pval_flags[at] & item.flags);
            if value > ordinary.pval && flags != 0 {
                return true;
            }
            for flag in each(flags) {
                sum += value * self.spec.flags[flag as usize].pval_weight;
            }
            let counts = |set, allowed| flags & set != 0 && value > allowed;
            if counts(self.blows, ordinary.blows)
                || counts(self.shots, ordinary.shots)
                || counts(self.might, ordinary.might)
            {
                return true;
            }
        }
        sum > MAX_PVAL_SUM
    }

    /// Whether to-hit and to-dam are below their switches.
    pub(super) fn allows(&self, [to_hit, to_dam]: [i32; 2]) -> bool {
        to_hit < self.spec.power.inhibited[0] && to_dam < self.spec.power.inhibited[1]
    }

    /// The first switch that is on, in the order of the calculation; [`Cause::Sum`] if none is.
    pub(super) fn cause(&self, item: &Item) -> Cause {
        let sum: i64 = each(item.flags & self.pvals)
            .map(|flag| i64::from(item.value_of(1 << flag)) * self.spec.flags[flag as usize].pval_weight)
            .sum();
        let switches = [
            (Cause::ToDam, item.bonus[1] >= self.spec.power.inhibited[1]),
            (Cause::Blows, PowerCalculator::value(item, self.blows) >= i64::from(INHIBITED_BLOWS)),
            (Cause::Shots, PowerCalculator::value(item, self.shots) >= i64::from(INHIBITED_SHOTS)),
            (Cause::Might, PowerCalculator::value(item, self.might) >= i64::from(INHIBITED_MIGHT)),
            (Cause::ToHit, item.bonus[0] >= self.spec.power.inhibited[0]),
            (Cause::ToAc, item.bonus[2] >= self.spec.power.inhibited[2]),
            (Cause::StatTotal, sum > MAX_PVAL_SUM),
            (Cause::Immunities, (item.flags & self.sets[4]).count_ones() >= INHIBITED_IMMUNITIES),
            (Cause::Effect, item.effect_power >= LIMIT),
        ];
        switches.into_iter().find(|switch| switch.1).map_or(Cause::Sum, |switch| switch.0)
    }
}
