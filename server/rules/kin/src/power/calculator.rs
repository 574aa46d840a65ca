//! The computation itself.

use super::{
    INHIBITED_BLOWS, INHIBITED_IMMUNITIES, INHIBITED_MIGHT, INHIBITED_SHOTS, LIMIT, MAX_PVAL_SUM, PowerSpec, PowerStep,
};
use affixboard_model::engine::{
    flags::{self, Flag, FlagSet, FlagType, Slot, each},
    item::Item,
};

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

/// Computes the power of items, with precomputed flag sets.
#[derive(Debug)]
pub struct PowerCalculator {
    /// Constants of the calculation.
    pub spec: &'static PowerSpec,
    /// The game's flags.
    pub flags: &'static [Flag],
    /// The game's names of to-hit, to-dam and to-ac.
    pub(super) bonuses: [&'static str; 3],
    slays: FlagSet,
    /// Flags that add power.
    powered: FlagSet,
    /// Of these, the flags that count once.
    once: FlagSet,
    /// Flags whose power depends on a pval.
    pub pvals: FlagSet,
    /// By `SETS`.
    pub sets: [FlagSet; SETS.len()],
    /// The flag of extra blows.
    pub blows: FlagSet,
    /// The flag of extra shots.
    pub shots: FlagSet,
    /// The flag of extra might.
    pub might: FlagSet,
    /// Slays and brands: flag, trait, multiplier, whether it is a brand.
    slay_list: Vec<(FlagSet, u32, i64, bool)>,
    /// Total power of all monsters.
    monsters: i64,
}

impl PowerCalculator {
    /// For a game with these flags and names of to-hit, to-dam and to-ac.
    pub fn new(spec: &'static PowerSpec, flags: &'static [Flag], bonuses: [&'static str; 3]) -> PowerCalculator {
        let mut sets = SETS.map(|set| flags::all(flags, |flag| flag.kind == set.0));
        sets[0] &= !flags::named(flags, "SUST_CHR");
        let pvals = flags::all(flags, |flag| flag.uses_pval);
        let powered = flags::all(flags, |flag| flag.power != 0);
        // A flag that the game doesn't have is an empty set, which no item has.
        let slay_list: Vec<_> =
            spec.slays.iter().map(|slay| (flags::named(flags, slay.0), slay.1, slay.2, slay.3)).collect();
        PowerCalculator {
            spec,
            flags,
            bonuses,
            slays: slay_list.iter().fold(0, |set, slay| set | slay.0),
            powered,
            once: powered & !pvals,
            pvals,
            sets,
            blows: flags::named(flags, "BLOWS"),
            shots: flags::named(flags, "SHOTS"),
            might: flags::named(flags, "MIGHT"),
            slay_list,
            monsters: spec.monsters.iter().map(|monsters| monsters.1).sum(),
        }
    }

    /// The pval of a flag; 0 of an item without it.
    pub fn value(item: &Item, flag: FlagSet) -> i64 {
        if item.flags & flag == 0 { 0 } else { i64::from(item.value_of(flag)) }
    }

    /// The power of an item without an ego.
    pub fn of(&self, item: &Item) -> i64 {
        self.of_steps(item, false, |_, _| {})
    }

    /// The power of an item, with an ego or not. `note` is told each step that may change it, and the sum after that.
    pub(super) fn of_steps(&self, item: &Item, is_ego: bool, mut note: impl FnMut(PowerStep, i64)) -> i64 {
        let slot = Slot::of(item.tval);
        let points = self.spec.points;
        let [to_hit, to_dam, to_ac] = item.bonus.map(i64::from);
        let (is_weapon, is_bow, is_ammunition) =
            (slot == Some(Slot::Weapon), slot == Some(Slot::Bow), (16..=18).contains(&item.tval));
        let (blows, shots, might) = (
            PowerCalculator::value(item, self.blows),
            PowerCalculator::value(item, self.shots),
            PowerCalculator::value(item, self.might),
        );
        let mut p = if item.bonus[1] >= self.spec.inhibited[1] { LIMIT } else { to_dam * 5 / (2 * points) };
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
            if is_ego {
                p += self.spec.ego_ammunition;
                note(PowerStep::EgoAmmunition, p);
            }
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
        p += if item.bonus[0] >= self.spec.inhibited[0] { LIMIT } else { to_hit * 3 / (2 * points) };
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
        if to_ac >= i64::from(self.spec.inhibited[2]) {
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
        let factor = |flag: u32| slot.map_or(1, |slot| self.flags[flag as usize].slots[slot as usize]);
        for flag in each(item.flags & self.once) {
            p += self.flags[flag as usize].power * factor(flag);
            note(PowerStep::Flag(flag), p);
        }
        let mut sum = 0;
        for flag in each(item.flags & self.pvals) {
            let value = i64::from(item.value_of(1 << flag));
            if self.powered & (1 << flag) != 0 {
                p += value * self.flags[flag as usize].power * factor(flag);
                note(PowerStep::Pval(flag, value), p);
            }
            sum += value * self.flags[flag as usize].pval_weight;
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
        let monsters = self.spec.monsters.iter().map(|(traits, power)| {
            let works = has.iter().filter(|slay| (traits >> slay.1 & 1 == 1) != slay.3);
            if self.spec.slays_are_pvals {
                let best = works.map(|slay| i64::from(item.value_of(slay.0))).max().unwrap_or(0);
                (best + 100) * power / 100
            } else {
                works.map(|slay| slay.2).max().unwrap_or(1) * power
            }
        });
        monsters.sum()
    }
}
