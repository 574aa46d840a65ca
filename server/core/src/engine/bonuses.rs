//! Rolls of random values, from tables.

use super::{alias::Alias, m_bonus, random::Stream};
use crate::syntax::RandomValue;

/// Tables for the random values of a catalog: level-dependent bonuses for every maximum that occurs, and sums of dice.
#[derive(Debug, Default)]
pub struct Bonuses {
    /// By maximum, then level.
    by_max: Vec<Option<Vec<Alias>>>,
    /// By sides: how many dice one table holds, and the tables by how many dice they are of.
    by_sides: Vec<Dice>,
}

/// Levels above count as this one.
const DEEPEST: u32 = 127;
/// Larger maxima than any edition has are drawn from a table made on the spot.
const LARGEST_MAX: i32 = 512;
/// Dice with more sides than any edition has are rolled one by one.
const MOST_SIDES: i32 = 512;
/// So many values of a sum fit a table.
const MOST_SUMS: u64 = 1024;

/// Tables of the sums of dice with the same number of sides.
#[derive(Debug, Default)]
struct Dice {
    /// By number of dice, from 2.
    tables: Vec<Alias>,
}

impl Dice {
    /// Tables of up to so many dice, as far as tables can hold them.
    fn new(sides: u64, dice: usize) -> Dice {
        // How often each sum comes, from that of none: 1. One die more adds up a stretch of them.
        let mut ways: Vec<u64> = vec![1];
        let mut tables = Vec::new();
        for number in 1..=dice {
            if number as u64 * sides > MOST_SUMS || sides.pow(number as u32) > u64::from(u32::MAX) {
                break;
            }
            let mut more = vec![0; ways.len() + sides as usize];
            for (sum, n) in ways.iter().enumerate() {
                more[sum + 1..=sum + sides as usize].iter_mut().for_each(|ways| *ways += n);
            }
            ways = more;
            if number > 1 {
                tables.extend(Alias::new((0..).zip(ways.iter().map(|n| *n as u32))));
            }
        }
        Dice { tables }
    }

    /// The sum of so many dice.
    fn roll(&self, mut dice: i32, sides: u32, random: &mut Stream) -> i32 {
        let mut sum = 0_i32;
        while dice > 0 {
            let at_once = (self.tables.len() as i32 + 1).min(dice);
            let part = match self.tables.get((at_once as usize).wrapping_sub(2)) {
                Some(table) => table.draw(random),
                None => random.one_to(sides),
            };
            sum = sum.saturating_add(part as i32);
            dice -= at_once;
        }
        sum
    }
}

impl Bonuses {
    /// Tables for these random values.
    pub fn new<'a>(values: impl Iterator<Item = &'a RandomValue>) -> Bonuses {
        let mut bonuses = Bonuses::default();
        for value in values {
            if (1..=LARGEST_MAX).contains(&value.m_bonus) {
                bonuses.add_max(value.m_bonus as usize);
            }
            if (1..=MOST_SIDES).contains(&value.sides) && value.dice > 1 {
                bonuses.add_dice(value.sides as usize, value.dice as usize);
            }
        }
        bonuses
    }

    fn add_max(&mut self, max: usize) {
        if self.by_max.len() <= max {
            self.by_max.resize_with(max + 1, || None);
        }
        self.by_max[max]
            .get_or_insert_with(|| (0..=DEEPEST).filter_map(|level| m_bonus::table(max as u32, level)).collect());
    }

    fn add_dice(&mut self, sides: usize, dice: usize) {
        if self.by_sides.len() <= sides {
            self.by_sides.resize_with(sides + 1, Dice::default);
        }
        if self.by_sides[sides].tables.len() + 1 < dice {
            self.by_sides[sides] = Dice::new(sides as u64, dice);
        }
    }

    /// Evaluates a random value at a level.
    #[inline]
    pub fn roll(&self, value: RandomValue, level: u32, random: &mut Stream) -> i32 {
        // Most values of most affixes are fixed, and most of those 0.
        if value.m_bonus <= 0 && (value.sides <= 0 || value.dice <= 0) {
            return value.base;
        }
        self.roll_parts(value, level, random)
    }

    fn roll_parts(&self, value: RandomValue, level: u32, random: &mut Stream) -> i32 {
        let mut sum = value.base;
        if value.sides > 0 && value.dice > 0 {
            let rolled = match self.by_sides.get(value.sides as usize) {
                Some(tables) => tables.roll(value.dice, value.sides as u32, random),
                None => Dice::default().roll(value.dice, value.sides as u32, random),
            };
            sum = sum.saturating_add(rolled);
        }
        if value.m_bonus > 0 {
            let level = level.min(DEEPEST);
            let table = self.by_max.get(value.m_bonus as usize).and_then(Option::as_ref);
            let bonus = match table.and_then(|tables| tables.get(level as usize)) {
                Some(table) => table.draw(random),
                None => {
                    m_bonus::table(value.m_bonus.min(LARGEST_MAX) as u32, level).map_or(0, |table| table.draw(random))
                }
            };
            sum = sum.saturating_add(bonus as i32);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_dice_come_in_all_their_ways() {
        let dice = Dice::new(3, 3);
        // 2d3: 1 2 3 2 1 of 9; 3d3: 1 3 6 7 6 3 1 of 27. An entry owns its weight in as many columns as there are.
        let shares = |at: usize| dice.tables[at].shares().into_iter().collect::<Vec<_>>();
        assert_eq!(shares(0), (2..).zip([1, 2, 3, 2, 1].map(|n| n * 5)).collect::<Vec<_>>());
        assert_eq!(shares(1), (3..).zip([1, 3, 6, 7, 6, 3, 1].map(|n| n * 7)).collect::<Vec<_>>());
    }

    #[test]
    fn more_dice_than_a_table_holds_are_rolled_in_parts() {
        let value = RandomValue { base: 10, dice: 40, sides: 6, m_bonus: 0 };
        let bonuses = Bonuses::new([value].iter());
        // 6^12 is below 2^32, 6^13 isn't.
        assert_eq!(bonuses.by_sides[6].tables.len(), 11);
        let mut random = Stream::seeded([1, 2, 3]);
        let rolls: Vec<i32> = (0..10_000).map(|_| bonuses.roll(value, 0, &mut random)).collect();
        assert!(rolls.iter().all(|roll| (50..=250).contains(roll)));
        // Mean 150 with an error of 0.11.
        let mean = rolls.iter().map(|roll| f64::from(*roll)).sum::<f64>() / 10_000.0;
        assert!((mean - 150.0).abs() < 0.55, "{mean}");
    }

    #[test]
    fn values_without_tables_are_rolled_too() {
        let value = RandomValue { base: 1, dice: 2, sides: 4, m_bonus: 3 };
        let mut random = Stream::seeded([1, 2, 3]);
        assert!((0..1000).all(|_| (3..=12).contains(&Bonuses::default().roll(value, 10, &mut random))));
    }
}
