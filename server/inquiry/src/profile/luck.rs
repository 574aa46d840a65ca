//! How likely a number of finds is in a dive: whether it is a bug or bad luck.
//!
//! Drops are independent, and each has the thing with the chance *p(c)* of its cell, so that the number of finds is a sum of
//! independent yes-or-no trials. Its distribution is built up drop by drop: after each, the chance of *j* finds is what it was, times
//! 1 − *p*, and that of *j* − 1 finds, times *p*. All terms are positive, so that small chances keep their digits.

use super::{Drops, Known};
use affixboard_model::stats::CompensatedSum;

/// How likely a number of finds is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Luck {
    /// Finds that are expected.
    pub expected: Known,
    /// Chance of so many or more.
    pub at_least: Known,
    /// Chance of so many or fewer.
    pub at_most: Known,
}

impl Luck {
    /// The most finds that can be asked about: each drop of the dive takes so many steps.
    pub const MOST: u32 = 100;

    /// Of `found` finds, at most [`Luck::MOST`], among drops of cells, each with the chance that a drop has the thing and the bound of
    /// that chance's error.
    pub fn of(cells: &[(Drops, f64, f64)], found: u32) -> Luck {
        let found = found.min(Luck::MOST) as usize;
        let mut expected = [CompensatedSum::default(); 2];
        for (drops, chance, bound) in cells {
            expected[0].add(drops.mean() * chance);
            expected[1].add(drops.mean() * bound);
        }
        // More chance of each drop means more finds, so that bounds of the chances give bounds of both.
        let ends = [0.0, -1.0, 1.0].map(|side| distribution(cells, side, found));
        let known = |of: fn(&[f64]) -> f64| {
            let [value, one, other] = [0, 1, 2].map(|at| of(&ends[at]));
            Known { value, bound: (value - one).abs().max((other - value).abs()) }
        };
        let [value, bound] = expected.map(|sum| sum.value());
        Luck {
            expected: Known { value, bound },
            at_least: known(|chances| chances[chances.len() - 2] + chances[chances.len() - 1]),
            at_most: known(|chances| chances[..chances.len() - 1].iter().sum()),
        }
    }
}

/// Chances of 0 to `found` finds, and of more, where each chance is moved by its bound to one side.
fn distribution(cells: &[(Drops, f64, f64)], side: f64, found: usize) -> Vec<f64> {
    let mut chances = vec![0.0; found + 2];
    chances[0] = 1.0;
    let mut drop_one = |p: f64| {
        let more = found + 1;
        chances[more] += chances[found] * p;
        for at in (1..more).rev() {
            chances[at] = chances[at] * (1.0 - p) + chances[at - 1] * p;
        }
        chances[0] *= 1.0 - p;
    };
    for (drops, chance, bound) in cells {
        let p = (chance + side * bound).clamp(0.0, 1.0);
        if p > 0.0 {
            (0..drops.whole()).for_each(|_| drop_one(p));
            // A part of a drop is one that comes with that chance.
            drop_one(drops.fraction() * p);
        }
    }
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drops(thousandths: u32) -> Drops {
        Drops::thousandths(thousandths).expect("few")
    }

    #[track_caller]
    fn near(known: Known, value: f64) {
        assert!((known.value - value).abs() <= 1e-12 * value.max(1e-3), "{known:?}, not {value}");
        assert!(known.bound.to_bits() == 0, "{known:?}");
    }

    /// Three coins: 1/8, 3/8, 3/8, 1/8.
    #[test]
    fn coins_by_hand() {
        for (found, at_least, at_most) in
            [(0, 1.0, 0.125), (1, 0.875, 0.5), (2, 0.5, 0.875), (3, 0.125, 1.0), (4, 0.0, 1.0)]
        {
            let luck = Luck::of(&[(drops(3000), 0.5, 0.0)], found);
            near(luck.expected, 1.5);
            near(luck.at_least, at_least);
            near(luck.at_most, at_most);
        }
    }

    /// One drop with ½, and half of a drop with ½: none ½ · ¾, one ½ · ¾ + ½ · ¼, two ½ · ¼.
    #[test]
    fn cells_and_parts_of_drops_by_hand() {
        let cells = [(drops(1000), 0.5, 0.0), (drops(500), 0.5, 0.0)];
        near(Luck::of(&cells, 0).at_most, 0.375);
        near(Luck::of(&cells, 1).at_most, 0.875);
        near(Luck::of(&cells, 2).at_least, 0.125);
        near(Luck::of(&cells, 2).expected, 0.75);
        near(Luck::of(&[], 0).at_least, 1.0);
    }

    /// Of a thousand drops with 10⁻⁹ each three are found with C(1000, 3) · 10⁻²⁷ = 1.661671·10⁻¹⁹, to a part in 10⁶.
    #[test]
    fn small_chances_keep_their_digits() {
        let luck = Luck::of(&[(drops(1_000_000), 1e-9, 0.0)], 3);
        assert!((luck.at_least.value / 1.661_67e-19 - 1.0).abs() < 2e-6, "{luck:?}");
    }

    /// One drop of 0.5 ± 0.1.
    #[test]
    fn bounds_are_carried_along() {
        let luck = Luck::of(&[(drops(1000), 0.5, 0.1)], 1);
        assert!((luck.at_least.bound - 0.1).abs() < 1e-12 && (luck.expected.bound - 0.1).abs() < 1e-12, "{luck:?}");
        let none = Luck::of(&[(drops(2000), 0.5, 0.1)], 0).at_most;
        // ¼; ends 0.16 and 0.36.
        assert!((none.value - 0.25).abs() < 1e-12 && (none.bound - 0.11).abs() < 1e-12, "{none:?}");
    }
}
