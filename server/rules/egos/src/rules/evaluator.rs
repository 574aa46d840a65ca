//! The two evaluations of the same rules: sampling counts of drops, and computing exact probabilities.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::{egos::Egos, item::EgoItemClass};
use affixboard_model::{
    catalog::{AffixId, ArtifactId, KindId},
    engine::{
        multinomial::{Multinomial, binomial_draw},
        random::Stream,
    },
};

/// A number of drops or a probability.
pub(super) trait Mass:
    Copy + Default + PartialEq + Add<Output = Self> + Sub<Output = Self> + AddAssign + SubAssign
{
}

impl Mass for u64 {}
impl Mass for f64 {}

/// An item that chooses its ego.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: KindId,
    /// The level it is made at.
    pub(super) level: u32,
    pub(super) item: EgoItemClass,
}

/// Evaluates the rolls of the rules for a mass of drops: a count that is sampled, or a probability that is computed.
pub(super) trait Evaluator {
    type Mass: Mass;

    /// The part of `amount` that passes a test with probability `odds.0 / odds.1`.
    fn pass(&mut self, amount: Self::Mass, odds: (u64, u64)) -> Self::Mass;

    /// Divides `amount` among weighted items: (item, part).
    fn split(&mut self, split: &Multinomial, amount: Self::Mass) -> Vec<(u32, Self::Mass)>;

    /// Divides `amount` among egos and the levels they are chosen at. Returns the part without an ego.
    fn choose_ego(
        &mut self,
        egos: &Egos,
        choice: Choice,
        amount: Self::Mass,
        made: &mut dyn FnMut(AffixId, u32, Self::Mass),
    ) -> Self::Mass;
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

    fn choose_ego(&mut self, egos: &Egos, choice: Choice, amount: u64, made: &mut dyn FnMut(AffixId, u32, u64)) -> u64 {
        let mut none = amount;
        egos.draw(choice, amount, self, &mut |ego, level, items| {
            none -= items;
            made(ego, level, items);
        });
        none
    }
}

/// Computes. Every probability is a sum of products of quotients of integers without cancellation, so it is exact up to
/// rounding.
#[derive(Debug)]
pub(super) struct ExactEvaluator;

impl Evaluator for ExactEvaluator {
    type Mass = f64;

    fn pass(&mut self, amount: f64, (times, of): (u64, u64)) -> f64 {
        if times >= of { amount } else { amount * times as f64 / of as f64 }
    }

    fn split(&mut self, split: &Multinomial, amount: f64) -> Vec<(u32, f64)> {
        split.shares().map(|(item, share)| (item, amount * share)).collect()
    }

    fn choose_ego(&mut self, egos: &Egos, choice: Choice, amount: f64, made: &mut dyn FnMut(AffixId, u32, f64)) -> f64 {
        egos.compute(choice, amount, made)
    }
}

/// Receives the results of drops.
pub(super) trait Observer<A> {
    /// Adds to a key.
    fn count(&mut self, key: u32, amount: A);
    /// A part of a kind became an artifact.
    fn artifact(&mut self, kind: KindId, artifact: ArtifactId, amount: A);
    /// A part of a kind has an ego that was chosen at a level.
    fn ego(&mut self, kind: KindId, item: EgoItemClass, ego: (AffixId, u32), amount: A);
    /// A part of a kind and power has no ego.
    fn plain(&mut self, kind: KindId, power: i8, amount: A);
    /// The current group of a kind is finished.
    fn end_kind(&mut self, kind: KindId);
}

/// Probabilities by key, without values.
#[derive(Debug)]
pub(super) struct ChanceVector(pub(super) Vec<f64>);

impl Observer<f64> for ChanceVector {
    fn count(&mut self, key: u32, amount: f64) {
        self.0[key as usize] += amount;
    }

    fn artifact(&mut self, _: KindId, _: ArtifactId, _: f64) {}

    fn ego(&mut self, _: KindId, _: EgoItemClass, _: (AffixId, u32), _: f64) {}

    fn plain(&mut self, _: KindId, _: i8, _: f64) {}

    fn end_kind(&mut self, _: KindId) {}
}
