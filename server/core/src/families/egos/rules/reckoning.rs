//! How many of many drops, drawn, or how likely, computed: the rules are written once for both.

use std::ops::{Add, AddAssign, Sub, SubAssign};

use super::{egos::Egos, item::Item};
use crate::{
    catalog::{AffixId, ArtifactId, KindId},
    engine::{
        multinomial::{Multinomial, binomial_draw},
        random::Stream,
    },
};

/// A number of drops or a probability.
pub(super) trait Amount:
    Copy + Default + PartialEq + Add<Output = Self> + Sub<Output = Self> + AddAssign + SubAssign
{
}

impl Amount for u64 {}
impl Amount for f64 {}

/// An item that chooses its ego.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: KindId,
    /// The level it is made at.
    pub(super) level: u32,
    pub(super) item: Item,
}

/// What becomes of an amount where the program rolls.
pub(super) trait Reckoning {
    type Amount: Amount;

    /// So much of it passes a test that does so this many times in so many.
    fn pass(&mut self, amount: Self::Amount, odds: (u64, u64)) -> Self::Amount;

    /// So much of it comes to each item.
    fn split(&mut self, split: &Multinomial, amount: Self::Amount) -> Vec<(u32, Self::Amount)>;

    /// So much of it gets which ego, chosen at which level. Gives how much of it gets none.
    fn choose_ego(
        &mut self,
        egos: &Egos,
        choice: Choice,
        amount: Self::Amount,
        made: &mut dyn FnMut(AffixId, u32, Self::Amount),
    ) -> Self::Amount;
}

/// Draws.
impl Reckoning for Stream {
    type Amount = u64;

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

/// Computes. Every probability is a sum of products of quotients of whole numbers, none of which cancel, so that only the
/// last digits of a float can be wrong.
#[derive(Debug)]
pub(super) struct Exactly;

impl Reckoning for Exactly {
    type Amount = f64;

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

/// Where what drops become is noted.
pub(super) trait Sink<A> {
    /// So much is counted under a key.
    fn count(&mut self, key: u32, amount: A);
    /// So much of a kind became an artifact.
    fn artifact(&mut self, kind: KindId, artifact: ArtifactId, amount: A);
    /// So much of a kind has an ego that was chosen at a level.
    fn ego(&mut self, kind: KindId, item: Item, ego: (AffixId, u32), amount: A);
    /// So much of a kind and power has none.
    fn plain(&mut self, kind: KindId, power: i8, amount: A);
    /// All of a kind that are made at once are done.
    fn end_kind(&mut self, kind: KindId);
}

/// Chances by key; nothing is said of values.
#[derive(Debug)]
pub(super) struct Chances(pub(super) Vec<f64>);

impl Sink<f64> for Chances {
    fn count(&mut self, key: u32, amount: f64) {
        self.0[key as usize] += amount;
    }

    fn artifact(&mut self, _: KindId, _: ArtifactId, _: f64) {}

    fn ego(&mut self, _: KindId, _: Item, _: (AffixId, u32), _: f64) {}

    fn plain(&mut self, _: KindId, _: i8, _: f64) {}

    fn end_kind(&mut self, _: KindId) {}
}
