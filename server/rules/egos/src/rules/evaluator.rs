//! What this family's rules ask of an evaluation beside its rolls, and who is told what came of drops.

use super::{egos::Egos, item::EgoItemClass};
use affixboard_model::{
    catalog::{AffixId, ArtifactId, KindId},
    engine::{
        evaluator::{Evaluator, ExactEvaluator},
        random::Stream,
    },
};

/// An item that chooses its ego.
#[derive(Debug, Clone, Copy)]
pub(super) struct Choice {
    pub(super) kind: KindId,
    /// The level it is made at.
    pub(super) level: u32,
    pub(super) item: EgoItemClass,
}

/// An evaluation that divides items among egos, too.
pub(super) trait EgoEvaluator: Evaluator {
    /// Divides `amount` among egos and the levels they are chosen at. Returns the part without an ego.
    fn choose_ego(
        &mut self,
        egos: &Egos,
        choice: Choice,
        amount: Self::Mass,
        made: &mut dyn FnMut(AffixId, u32, Self::Mass),
    ) -> Self::Mass;
}

impl EgoEvaluator for Stream {
    fn choose_ego(&mut self, egos: &Egos, choice: Choice, amount: u64, made: &mut dyn FnMut(AffixId, u32, u64)) -> u64 {
        let mut none = amount;
        egos.draw(choice, amount, self, &mut |ego, level, items| {
            none -= items;
            made(ego, level, items);
        });
        none
    }
}

impl EgoEvaluator for ExactEvaluator {
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
