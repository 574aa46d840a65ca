//! Draws of rules that are written once and followed in two ways: by drawing, and by going through all that can happen.

use std::collections::BTreeMap;

use crate::engine::random::Stream;

/// What rules ask of chance, as the original asks its generator.
pub(super) trait Dice {
    /// Uniform on `0..n` (`rn2`).
    fn below(&mut self, n: u32) -> u32;
    /// Whether one of `n` came up: `rn2(n)` is 0.
    fn one_in(&mut self, n: u32) -> bool;

    /// Uniform on `1..=n` (`rnd`).
    fn one_to(&mut self, n: u32) -> u32 {
        self.below(n) + 1
    }

    /// An enchantment (`rne(3)`) for a hero below experience level 15, for whom it ends at 5.
    fn enchantment(&mut self) -> i16 {
        let mut enchantment = 1;
        while enchantment < MOST_ENCHANTMENT && self.one_in(3) {
            enchantment += 1;
        }
        enchantment
    }
}

/// Where `rne` ends.
const MOST_ENCHANTMENT: i16 = 5;

impl Dice for Stream {
    fn below(&mut self, n: u32) -> u32 {
        Stream::below(self, n)
    }

    fn one_in(&mut self, n: u32) -> bool {
        Stream::one_in(self, n)
    }
}

/// Dice that come up in every way, one way after another.
#[derive(Debug, Default)]
struct EveryWay {
    /// What came up at each draw of this way: which of how many, and the chance.
    draws: Vec<(u32, u32, f64)>,
    /// The next draw.
    at: usize,
}

impl EveryWay {
    /// The next draw of this way; `chance` of each that can come up.
    fn next(&mut self, ways: u32, chance: impl Fn(u32) -> f64) -> u32 {
        if self.at == self.draws.len() {
            self.draws.push((0, ways, chance(0)));
        }
        let draw = &mut self.draws[self.at];
        draw.2 = chance(draw.0);
        self.at += 1;
        draw.0
    }

    /// Turns to the next way: the last draw that can come up otherwise does. False after the last way.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some((came, ways, _)) = self.draws.last_mut() {
            *came += 1;
            if *came < *ways {
                return true;
            }
            self.draws.pop();
        }
        false
    }
}

impl Dice for EveryWay {
    fn below(&mut self, n: u32) -> u32 {
        let n = n.max(1);
        self.next(n, |_| 1.0 / f64::from(n))
    }

    fn one_in(&mut self, n: u32) -> bool {
        let one = 1.0 / f64::from(n.max(1));
        let ways = if n > 1 { 2 } else { 1 };
        self.next(ways, |way| if way == 0 { one } else { 1.0 - one }) == 0
    }
}

/// All that a rule can give, with the chances.
pub(super) fn chances<T: Ord>(rule: impl Fn(&mut dyn Dice) -> T) -> Vec<(T, f64)> {
    let mut chances: BTreeMap<T, f64> = BTreeMap::new();
    let mut dice = EveryWay::default();
    loop {
        let given = rule(&mut dice);
        *chances.entry(given).or_default() += dice.draws.iter().map(|draw| draw.2).product::<f64>();
        if !dice.turn() {
            return chances.into_iter().collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_chances<T: Ord + std::fmt::Debug>(found: &[(T, f64)], expected: &[(T, f64)]) {
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for (one, other) in found.iter().zip(expected) {
            assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-12, "{one:?} {other:?}");
        }
    }

    #[test]
    fn enchantments_end_at_five_and_fall_by_thirds() {
        let expected = [(1, 2.0 / 3.0), (2, 2.0 / 9.0), (3, 2.0 / 27.0), (4, 2.0 / 81.0), (5, 1.0 / 81.0)];
        assert_chances(&chances(|dice| dice.enchantment()), &expected);
    }

    #[test]
    fn draws_that_depend_on_others_are_gone_through() {
        let rule = |dice: &mut dyn Dice| if dice.one_in(4) { 10 + dice.below(2) } else { 0 };
        assert_chances(&chances(rule), &[(0, 0.75), (10, 0.125), (11, 0.125)]);
        assert_chances(&chances(|dice| dice.one_in(1)), &[(true, 1.0)]);
        assert_chances(&chances(|_| 7), &[(7, 1.0)]);
    }
}
