//! Draws of rules that are written once and followed in two ways: by drawing, and by going through all that can happen.

use std::collections::BTreeMap;

use super::random::Stream;

/// What rules ask of chance, as the original asks its generator.
pub trait Dice {
    /// Uniform on `0..n` (`rn2`).
    fn below(&mut self, n: u32) -> u32;
    /// Whether one of `n` came up: `rn2(n)` is 0.
    fn one_in(&mut self, n: u32) -> bool;

    /// Uniform on `1..=n` (`rnd`, `randint`); 0 where `n` is.
    fn one_to(&mut self, n: u32) -> u32 {
        if n == 0 { 0 } else { self.below(n) + 1 }
    }

    /// Whether a chance of so many parts of a whole came true.
    fn comes_true(&mut self, part: u32, whole: u32) -> bool {
        self.among(&[part.min(whole), whole.saturating_sub(part)]) == 0
    }

    /// The position of one of these weights, each as likely as it is large. At least one is above 0.
    fn among(&mut self, weights: &[u32]) -> usize;
}

impl Dice for Stream {
    fn below(&mut self, n: u32) -> u32 {
        Stream::below(self, n)
    }

    fn one_in(&mut self, n: u32) -> bool {
        Stream::one_in(self, n)
    }

    fn among(&mut self, weights: &[u32]) -> usize {
        let mut drawn = Stream::below(self, weights.iter().sum());
        let is_drawn = |weight: &u32| match drawn.checked_sub(*weight) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        };
        weights.iter().position(is_drawn).unwrap_or(0)
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

    fn among(&mut self, weights: &[u32]) -> usize {
        let whole = f64::from(weights.iter().sum::<u32>());
        // What can't come is no way.
        let can_come: Vec<usize> = (0..weights.len()).filter(|at| weights[*at] > 0).collect();
        let way = self.next(can_come.len() as u32, |way| f64::from(weights[can_come[way as usize]]) / whole);
        can_come[way as usize]
    }
}

/// All that a rule can give, with the chances.
pub fn chances<T: Ord>(rule: impl Fn(&mut dyn Dice) -> T) -> Vec<(T, f64)> {
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
    fn draws_that_depend_on_others_are_gone_through() {
        let rule = |dice: &mut dyn Dice| if dice.one_in(4) { 10 + dice.below(2) } else { 0 };
        assert_chances(&chances(rule), &[(0, 0.75), (10, 0.125), (11, 0.125)]);
        assert_chances(&chances(|dice| dice.one_in(1)), &[(true, 1.0)]);
        assert_chances(&chances(|_| 7), &[(7, 1.0)]);
        assert_chances(&chances(|dice| dice.among(&[0, 3, 0, 1])), &[(1, 0.75), (3, 0.25)]);
        assert_chances(&chances(|dice| [dice.comes_true(0, 9), dice.comes_true(10, 9)]), &[([false, true], 1.0)]);
        assert_chances(&chances(|dice| dice.one_to(0)), &[(0, 1.0)]);
    }

    /// 4,000 draws of two shares of a quarter and three: the count is binomial, five standard deviations are 137.
    #[test]
    fn weights_are_drawn_by_their_size() {
        let mut random = Stream::seeded([1, 2, 3]);
        let came = (0..4000).map(|_| random.among(&[0, 1, 0, 3, 0])).collect::<Vec<_>>();
        let first = came.iter().filter(|at| **at == 1).count();
        assert!(came.iter().all(|at| [1, 3].contains(at)) && first.abs_diff(1000) < 137, "{first}");
    }
}
