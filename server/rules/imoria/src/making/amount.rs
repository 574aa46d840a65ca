//! Numbers of a treasure that are drawn: what is drawn, and how likely each result is.

use super::super::{
    levels::{DEEPEST, Difficulty},
    magic::{self, FURTHEST},
};
use affixboard_model::{
    engine::{dice::Dice, random::Stream},
    stats::convolved,
};

/// What is drawn for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Draw {
    /// A bonus (`m_bonus`): at least `base`, spread by at most `most` tenths, at a level deeper by so much.
    Bonus { base: i64, most: i64, deeper: i64 },
    /// The sum of so many dice with so many sides.
    Dice { number: u32, sides: u32 },
    /// A level near that of the dungeon, at least 1: one of ten.
    NearLevel,
}

/// The levels near one are from so many below it, and so many in number.
const BELOW: i64 = 4;
const NEAR: i64 = 10;

impl Draw {
    /// The least and the greatest result, wherever it is drawn.
    fn range(self) -> (i64, i64) {
        match self {
            Draw::Bonus { base, most, .. } => (base, base + furthest(most)),
            Draw::Dice { number, sides } => (i64::from(number.min(number * sides)), i64::from(number * sides)),
            Draw::NearLevel => (1, DEEPEST - BELOW + NEAR - 1),
        }
    }

    /// The chance of each result, from the least on.
    fn chances(self, level: i64, difficulty: Difficulty) -> Vec<f64> {
        match self {
            Draw::Bonus { most, deeper, .. } => {
                let spread = magic::spread(level + deeper, difficulty).min(most);
                let last = furthest(spread);
                let at_least = |more: i64| if more > last { 0.0 } else { magic::at_least(more, spread) };
                (0..=last).map(|more| at_least(more) - at_least(more + 1)).collect()
            }
            Draw::Dice { number, sides } => {
                // Dice without sides give 0.
                let one = vec![1.0 / f64::from(sides.max(1)); sides.max(1) as usize];
                (1..number).fold(one.clone(), |sum, _| convolved(&sum, &one))
            }
            Draw::NearLevel => {
                let first = level - BELOW;
                let mut chances = vec![0.0; (first + NEAR - 1).max(1) as usize];
                (first..first + NEAR).for_each(|near| chances[near.max(1) as usize - 1] += 1.0 / NEAR as f64);
                chances
            }
        }
    }

    fn draw(self, level: i64, difficulty: Difficulty, random: &mut Stream) -> i64 {
        match self {
            Draw::Bonus { base, most, deeper } => {
                magic::bonus(base, most, magic::spread(level + deeper, difficulty), random)
            }
            Draw::Dice { number, sides } => (0..number).map(|_| i64::from(Dice::one_to(random, sides))).sum(),
            Draw::NearLevel => (level - BELOW + i64::from(Dice::below(random, NEAR as u32))).max(1),
        }
    }
}

/// How far above its base a bonus of this spread can come out.
fn furthest(spread: i64) -> i64 {
    (spread as f64 * FURTHEST) as i64 / 10
}

/// A number of a treasure as it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Amount {
    /// As the table has it.
    Table,
    /// A known number.
    Known(i64),
    /// So many times what is drawn, and some more.
    Drawn { draw: Draw, times: i64, plus: i64 },
}

impl Amount {
    /// A bonus: at least `base`, spread by at most `most` tenths.
    pub(super) fn bonus(base: i64, most: i64) -> Amount {
        Amount::bonus_deeper(base, most, 0)
    }

    /// A bonus as it would come out at a level deeper by so much.
    pub(super) fn bonus_deeper(base: i64, most: i64, deeper: i64) -> Amount {
        Amount::Drawn { draw: Draw::Bonus { base, most, deeper }, times: 1, plus: 0 }
    }

    /// The sum of so many dice with so many sides.
    pub(super) fn dice(number: u32, sides: u32) -> Amount {
        Amount::Drawn { draw: Draw::Dice { number, sides }, times: 1, plus: 0 }
    }

    /// So many times it. The table's number can't be multiplied here: it stays.
    pub(super) fn times(self, by: i64) -> Amount {
        match self {
            Amount::Table => Amount::Table,
            Amount::Known(number) => Amount::Known(number.saturating_mul(by)),
            Amount::Drawn { .. } if by == 0 => Amount::Known(0),
            Amount::Drawn { draw, times, plus } => {
                Amount::Drawn { draw, times: times.saturating_mul(by), plus: plus.saturating_mul(by) }
            }
        }
    }

    /// It and some more. To the table's number nothing can be added here: it stays.
    pub(super) fn and(self, more: i64) -> Amount {
        match self {
            Amount::Table => Amount::Table,
            Amount::Known(number) => Amount::Known(number.saturating_add(more)),
            Amount::Drawn { draw, times, plus } => Amount::Drawn { draw, times, plus: plus.saturating_add(more) },
        }
    }

    /// A level near that of the dungeon.
    pub(super) const NEAR_LEVEL: Amount = Amount::Drawn { draw: Draw::NearLevel, times: 1, plus: 0 };

    /// It, or this number where it is the table's.
    pub(super) fn or(self, table: i64) -> Amount {
        if self == Amount::Table { Amount::Known(table) } else { self }
    }

    /// All numbers that it can be, wherever it is made. Of the table's number, which isn't known here, there are none.
    pub(super) fn values(self) -> Vec<i64> {
        match self {
            Amount::Table => Vec::new(),
            Amount::Known(number) => vec![number],
            Amount::Drawn { draw, times, plus } => {
                let (first, last) = draw.range();
                (first..=last).map(|number| times.saturating_mul(number).saturating_add(plus)).collect()
            }
        }
    }

    /// The chances at a level of the first of [`Amount::values`]; the others can't come there.
    pub(super) fn chances(self, level: i64, difficulty: Difficulty) -> Vec<f64> {
        match self {
            Amount::Table => Vec::new(),
            Amount::Known(_) => vec![1.0],
            Amount::Drawn { draw, .. } => draw.chances(level, difficulty),
        }
    }

    /// Draws it: its position among [`Amount::values`], and the number.
    pub(super) fn draw(self, level: i64, difficulty: Difficulty, random: &mut Stream) -> (usize, i64) {
        match self {
            Amount::Table => (0, 0),
            Amount::Known(number) => (0, number),
            Amount::Drawn { draw, times, plus } => {
                let drawn = draw.draw(level, difficulty, random);
                ((drawn - draw.range().0) as usize, times.saturating_mul(drawn).saturating_add(plus))
            }
        }
    }

    /// How far a chance of [`Amount::chances`] may be off: a bonus is drawn from ten million steps, not from all numbers.
    pub(super) fn error(self) -> f64 {
        match self {
            Amount::Drawn { draw: Draw::Bonus { .. }, .. } => 2.0 * magic::STEPS_ERROR,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_30(amount: Amount) -> Vec<(i64, f64)> {
        amount.values().into_iter().zip(amount.chances(30, Difficulty::USUAL)).collect()
    }

    /// Level 30: a spread of 44, cut at 40. Less than 10 of 40 tenths is within a quarter of a standard deviation.
    #[test]
    fn bonuses_by_hand() {
        let amount = Amount::bonus(1, 40).times(-1);
        let chances = at_30(amount);
        // 1 - erfc(0.25 / √2) = 0.19741.
        assert!(chances[0].0 == -1 && (chances[0].1 - 0.19741).abs() < 1e-4, "{:?}", chances[0]);
        let sum: f64 = chances.iter().map(|chance| chance.1).sum();
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        // 40 tenths times 5.68 are 227.
        assert_eq!(chances.last().map(|last| last.0), Some(-23));
    }

    #[test]
    fn dice_by_hand() {
        let expected = (2..=12).map(|sum: i64| (sum + 15, (6 - (7 - sum).abs()) as f64 / 36.0));
        for ((value, chance), (expected, share)) in at_30(Amount::dice(2, 6).and(15)).into_iter().zip(expected) {
            assert!(value == expected && (chance - share).abs() < 1e-12, "{value} {chance} {share}");
        }
        assert_eq!(at_30(Amount::dice(1, 0)), [(0, 1.0)]);
        let levels = at_30(Amount::NEAR_LEVEL);
        let possible = levels.iter().filter(|level| level.1 > 0.0).map(|level| level.0);
        assert_eq!(possible.collect::<Vec<_>>(), (26..=35).collect::<Vec<_>>());
        // Level 2: -2 to 7, of which 1 stands for -2 to 1.
        assert!((Amount::NEAR_LEVEL.chances(2, Difficulty::USUAL)[0] - 0.4).abs() < 1e-12);
    }

    #[test]
    fn arithmetic() {
        assert_eq!(Amount::Known(2).times(-3).and(1), Amount::Known(-5));
        assert_eq!((Amount::dice(1, 6).times(0), Amount::Table.and(5).or(7)), (Amount::Known(0), Amount::Known(7)));
        assert_eq!(Amount::dice(1, 3).times(-1).and(-2).values(), [-3, -4, -5]);
    }

    #[test]
    fn draws_stand_where_their_numbers_do() {
        let mut random = Stream::seeded([1, 2, 3]);
        for amount in [Amount::bonus(5, 55).times(-5), Amount::dice(7, 6).and(15), Amount::NEAR_LEVEL, Amount::Known(3)]
        {
            for _ in 0..1000 {
                let (at, value) = amount.draw(20, Difficulty::USUAL, &mut random);
                assert_eq!(amount.values()[at], value, "{amount:?}");
            }
        }
    }
}
