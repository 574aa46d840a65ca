//! Evaluation of random values such as `10+2d3M4`, from tables.

use super::{alias::AliasTable, m_bonus, random::Stream};
use crate::syntax::RandomValue;

/// Tables for the random values of a catalog: level-dependent bonuses for every maximum that occurs, and sums of dice.
#[derive(Debug, Default)]
pub struct RollTables {
    /// `[maximum][level]`.
    by_max: Vec<Option<Vec<AliasTable>>>,
    /// `[sides]`.
    by_sides: Vec<Dice>,
}

/// Higher levels count as this one.
const MAX_LEVEL: u32 = 127;
/// For larger maxima, which no edition has, the table is made at each roll.
const MAX_BONUS: i32 = 512;
/// Dice with more sides, which no edition has, are rolled one by one.
const MAX_SIDES: i32 = 512;
/// Maximum number of values of a sum in one table.
const MAX_SUMS: u64 = 1024;

/// Tables of the sums of dice with the same number of sides.
#[derive(Debug, Default)]
struct Dice {
    /// Index n: sums of n + 2 dice.
    tables: Vec<AliasTable>,
}

impl Dice {
    /// Tables of sums of 2 to `dice` dice, as far as they fit a table.
    fn new(sides: u64, dice: usize) -> Dice {
        // Number of rolls by sum; of no dice: one roll of sum 0. Each further die convolves it with 1..=sides.
        let mut ways: Vec<u64> = vec![1];
        let mut tables = Vec::new();
        for number in 1..=dice {
            if number as u64 * sides > MAX_SUMS || sides.pow(number as u32) > u64::from(u32::MAX) {
                break;
            }
            let mut more = vec![0; ways.len() + sides as usize];
            for (sum, n) in ways.iter().enumerate() {
                more[sum + 1..=sum + sides as usize].iter_mut().for_each(|ways| *ways += n);
            }
            ways = more;
            if number > 1 {
                tables.extend(AliasTable::new((0..).zip(ways.iter().map(|n| *n as u32))));
            }
        }
        Dice { tables }
    }

    /// The sum of `dice` dice.
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

impl RollTables {
    /// Tables that cover these random values.
    pub fn new<'a>(values: impl Iterator<Item = &'a RandomValue>) -> RollTables {
        let mut bonuses = RollTables::default();
        for value in values {
            if (1..=MAX_BONUS).contains(&value.m_bonus) {
                bonuses.add_max(value.m_bonus as usize);
            }
            if (1..=MAX_SIDES).contains(&value.sides) && value.dice > 1 {
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
            .get_or_insert_with(|| (0..=MAX_LEVEL).filter_map(|level| m_bonus::table(max as u32, level)).collect());
    }

    fn add_dice(&mut self, sides: usize, dice: usize) {
        if self.by_sides.len() <= sides {
            self.by_sides.resize_with(sides + 1, Dice::default);
        }
        if self.by_sides[sides].tables.len() + 1 < dice {
            self.by_sides[sides] = Dice::new(sides as u64, dice);
        }
    }

    /// Evaluates a random value at a generation level.
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
            let level = level.min(MAX_LEVEL);
            let table = self.by_max.get(value.m_bonus as usize).and_then(Option::as_ref);
            let bonus = match table.and_then(|tables| tables.get(level as usize)) {
                Some(table) => table.draw(random),
                None => {
                    m_bonus::table(value.m_bonus.min(MAX_BONUS) as u32, level).map_or(0, |table| table.draw(random))
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
        let bonuses = RollTables::new([value].iter());
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
        assert!((0..1000).all(|_| (3..=12).contains(&RollTables::default().roll(value, 10, &mut random))));
    }
}
