//! Activations: what an item can be activated for, and what the program thinks that is worth.
//!
//! Source: frogcomposband 7.1, `devices.c`: `effect_parse`, `do_effect` with `SPELL_VALUE`, `_choose_random`.

mod effect;
mod table;

pub(crate) use effect::bias;
use effect::{EffectPoints, EffectSpec, EffectWorth};
pub(crate) use table::EFFECTS;

use affixboard_model::{
    engine::random::Stream,
    syntax::{ParsedLine, c_number::decimal_number},
};

/// What an item can be activated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Activation {
    /// The effect, by its place in [`EFFECTS`]; `None` for a name that the program doesn't know.
    pub(crate) effect: Option<u8>,
    /// Its level, 0 to 255.
    pub(crate) level: i32,
    /// Turns between uses.
    pub(crate) turns: i32,
    /// Its strength, where that isn't what follows from the level; 0 for none.
    pub(crate) extra: i32,
}

impl EffectPoints {
    /// The strength of an effect.
    fn of(self, activation: &Activation) -> i32 {
        if activation.extra != 0 {
            return activation.extra;
        }
        let level = activation.level;
        match self {
            EffectPoints::Number(number) => number,
            EffectPoints::Level(plus, times, part) => plus + level * times / part,
            EffectPoints::Curve(plus, most, from) => plus + curve(most, level, from),
            EffectPoints::Turns => activation.turns,
            EffectPoints::Slowing => (level * 2 - 6).max(10),
            EffectPoints::Confusing => (25 + curve(75, level + 75, 80)).min(105),
        }
    }
}

/// The part of `most` that an effect has at a level, if it begins at level `from` (`_power_curve_offset`).
fn curve(most: i32, level: i32, from: i32) -> i32 {
    let (level, last) = ((level - from).max(0), 100 - from);
    if level == last {
        return most;
    }
    let linear = most * level / (last * 3);
    let square = most * level * level / (last * last * 3);
    linear + square + (most * level * level / last) * level / (last * last * 3)
}

/// Points of damage of dice on average (`_avg_damroll`).
fn average(dice: i32, sides: i32) -> i32 {
    dice * (sides + 1) / 2
}

/// Gold for an effect by the turns between uses, in per cent: what it is at these turns, with lines between.
const BY_TURNS: [(i32, i32); 8] =
    [(1, 150), (3, 130), (10, 120), (30, 110), (75, 100), (160, 90), (300, 80), (450, 75)];

impl Activation {
    /// What an `E:` line says: effect, level, turns, strength. The program parts fields at colons and slashes; with more than four
    /// it knows no effect.
    pub(crate) fn read(line: &ParsedLine) -> Activation {
        let mut fields = line.bytes("effect").splitn(5, |byte| matches!(byte, b':' | b'/'));
        let name = fields.next().unwrap_or_default();
        let mut number = || fields.next().map_or(0, |field| decimal_number(field).map_or(0, |number| number.value));
        let (level, turns, extra) = (number(), number(), number());
        let is_known = fields.next().is_none();
        let effect = EFFECTS.iter().position(|known| known.name.as_bytes() == name).filter(|_| is_known);
        Activation {
            effect: effect.map(|at| at as u8),
            level: i32::from(level as u8),
            turns: i32::from(turns as i16),
            extra: i32::from(extra as i16),
        }
    }

    /// An effect with the level and turns that the program gives it.
    pub(crate) fn usual(at: usize) -> Activation {
        let effect = &EFFECTS[at];
        Activation { effect: Some(at as u8), level: effect.level.into(), turns: effect.turns.into(), extra: 0 }
    }

    /// The points of strength that what it is worth is counted by: of damage, healing or time. `None` where there are none.
    pub(crate) fn strength(&self) -> Option<i32> {
        match EFFECTS.get(usize::from(self.effect?))?.worth {
            EffectWorth::Points(_, _, points) | EffectWorth::Curing(points) | EffectWorth::Destruction(points) => {
                Some(points.of(self))
            }
            EffectWorth::Dice(_, dice, sides) => Some(average(dice.of(self), sides)),
            EffectWorth::Roll(_, sides, plus) => Some(average(1, sides.of(self)) + plus),
            _ => None,
        }
    }

    /// What the effect is worth, in gold; `None` where it isn't known (`effect_value`).
    pub(crate) fn effect_worth(&self) -> Option<i32> {
        let effect = EFFECTS.get(usize::from(self.effect?))?;
        Some(match effect.worth {
            EffectWorth::Fixed(gold) => gold,
            EffectWorth::Points(base, each, points) => base + each * points.of(self),
            EffectWorth::Dice(each, dice, sides) => each * average(dice.of(self), sides),
            EffectWorth::Roll(each, sides, plus) => each * (average(1, sides.of(self)) + plus),
            EffectWorth::Curing(points) => {
                let points = points.of(self);
                (if points > 100 { 5000 } else { 1000 }) + 23 * points
            }
            EffectWorth::Halved(points) => points.of(self) / 2,
            EffectWorth::Destruction(points) => {
                let points = points.of(self);
                // Without strength the program would divide by nothing.
                points * 8 + (100 - (8000_i32.checked_div(points)?).min(100)) * 125
            }
            EffectWorth::Lifting => 8 * 7 * self.level,
            EffectWorth::Kick => 125 * (self.level * 2 - 25).max(0),
        })
    }

    /// What being able to activate it adds to a price (`_activation_p`).
    pub(crate) fn worth(&self) -> Option<i32> {
        let worth = self.effect_worth()?;
        Some(if self.turns == 0 { worth } else { worth.checked_mul(interpolated(self.turns, &BY_TURNS))? / 100 })
    }

    /// A random effect of a bias, as an ego brings it at an object level: those of less than a third of that level don't come
    /// (`effect_add_random`). `None` where there is none.
    pub(crate) fn random(bias: u32, object_level: u32, random: &mut Stream) -> Option<Activation> {
        chosen(|effect| u32::from(effect.level) >= object_level / 3 && effect.biases & bias != 0, random)
    }

    /// A random effect of these (`_effect_add_list`).
    pub(crate) fn one_of(names: &[&str], random: &mut Stream) -> Option<Activation> {
        chosen(|effect| names.contains(&effect.name), random)
    }
}

/// One of the effects that suit, by weights of 255 / rarity, each at least 1.
fn chosen(suits: impl Fn(&EffectSpec) -> bool, random: &mut Stream) -> Option<Activation> {
    let weight = |effect: &EffectSpec| {
        255_u32.checked_div(effect.rarity.into()).filter(|_| suits(effect)).map_or(0, |weight| weight.max(1))
    };
    let all: u32 = EFFECTS.iter().map(weight).sum();
    if all == 0 {
        return None;
    }
    let mut at = random.below(all);
    let place = EFFECTS.iter().position(|effect| {
        let weight = weight(effect);
        let is_it = at < weight;
        at = at.wrapping_sub(weight);
        is_it
    });
    place.map(Activation::usual)
}

/// The value at `x` of a line through points (`interpolate`, rect.c): beyond them that of the first or the last.
pub(crate) fn interpolated(x: i32, points: &[(i32, i32)]) -> i32 {
    let at = points.partition_point(|point| point.0 <= x);
    match (at.checked_sub(1).and_then(|before| points.get(before)), points.get(at)) {
        (Some(before), Some(next)) => before.1 + (x - before.0) * (next.1 - before.1) / (next.0 - before.0),
        (Some(only), None) | (None, Some(only)) => only.1,
        (None, None) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str, numbers: (i32, i32, i32)) -> Activation {
        let effect = EFFECTS.iter().position(|effect| effect.name == name).map(|at| at as u8);
        assert!(effect.is_some(), "{name}");
        let (level, turns, extra) = numbers;
        Activation { effect, level, turns, extra }
    }

    #[test]
    fn worths_by_hand() {
        for (name, numbers, expected) in [
            ("DETECT_TRAPS", (3, 10, 0), 300),
            ("HEAL", (20, 0, 0), 15 * 45),
            ("HEAL", (20, 0, 200), 3000),
            // 6 + 35 / 7 dice of 8: 11 × 9 / 2 = 49.
            ("BOLT_ACID", (35, 0, 0), 30 * 49),
            // 400 in full at level 100, of a die 200, and 20 more.
            ("BOLT_WATER", (100, 0, 0), 40 * 220),
            // 30 + 4 × 20 points are more than 100.
            ("HEAL_CURING", (20, 0, 0), 5000 + 23 * 110),
            ("HEAL_CURING", (10, 0, 0), 1000 + 23 * 70),
            ("TELEKINESIS", (25, 0, 999), 1400),
            ("CLARITY", (35, 15, 0), 1750),
            // 1200, and 100 − 8000 / 150 = 47 times 125.
            ("DESTRUCTION", (50, 0, 150), 1200 + 47 * 125),
            ("STUNNING_KICK", (10, 0, 0), 0),
            ("SLOW_MONSTER", (5, 0, 0), 150),
            ("NOTHING", (1, 0, 0), 1),
        ] {
            assert_eq!(named(name, numbers).effect_worth(), Some(expected), "{name}");
        }
        assert_eq!(Activation { effect: None, ..named("NOTHING", (1, 0, 0)) }.effect_worth(), None);
    }

    /// 75 turns count as they are; about halfway from there to 30 turns are 105 per cent.
    #[test]
    fn fewer_turns_cost_more() {
        let worth = |turns| named("RECALL", (25, turns, 0)).worth();
        let found = [0, 1, 2, 75, 53, 450, 9999].map(worth);
        assert_eq!(found, [1000, 1500, 1400, 1000, 1050, 750, 750].map(Some));
    }
}
