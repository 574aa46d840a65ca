//! The two evaluations of rules whose draws are independent and of small odds: sampling counts of drops, and computing
//! exact probabilities.
//!
//! Rules are written once, for a *mass* of drops. For a count, they draw for all of them at once how many come to what
//! ([`super::multinomial`]); for a probability, they divide it.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::{
    multinomial::{Multinomial, binomial_draw},
    random::Stream,
};

/// A number of drops or a probability.
pub trait Mass: Copy + Default + PartialEq + Add<Output = Self> + Sub<Output = Self> + AddAssign + SubAssign {}

impl Mass for u64 {}
impl Mass for f64 {}

/// Evaluates the rolls of rules for a mass of drops: a count that is sampled, or a probability that is computed.
pub trait Evaluator {
    /// What is divided.
    type Mass: Mass;

    /// The part of `amount` that passes a test with probability `odds.0 / odds.1`, which is 1 at most.
    fn pass(&mut self, amount: Self::Mass, odds: (u64, u64)) -> Self::Mass;

    /// Divides `amount` among weighted items: (item, part). Nothing where there are no items.
    fn split(&mut self, split: &Multinomial, amount: Self::Mass) -> Vec<(u32, Self::Mass)>;
}

/// Samples.
impl Evaluator for Stream {
    type Mass = u64;

    fn pass(&mut self, amount: u64, odds: (u64, u64)) -> u64 {
        binomial_draw(amount, odds, self)
    }

    fn split(&mut self, split: &Multinomial, amount: u64) -> Vec<(u32, u64)> {
        split.draw(amount, self)
    }
}

/// Computes. Every probability is a sum of products of quotients of integers, so it is exact up to rounding where rules
/// take no part of a whole from it that leaves next to nothing.
#[derive(Debug)]
pub struct ExactEvaluator;

impl Evaluator for ExactEvaluator {
    type Mass = f64;

    fn pass(&mut self, amount: f64, (times, of): (u64, u64)) -> f64 {
        if times >= of { amount } else { amount * times as f64 / of as f64 }
    }

    fn split(&mut self, split: &Multinomial, amount: f64) -> Vec<(u32, f64)> {
        split.shares().map(|(item, share)| (item, amount * share)).collect()
    }
}
