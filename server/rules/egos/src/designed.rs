//! Egos that a program's code gives to all items of some kinds.

use affixboard_model::catalog::{AffixId, KindId};

/// Egos that all items of some kinds get, whatever their power and the egos' weights.
pub trait DesignedEgos: Send + Sync + std::fmt::Debug {
    /// The egos that items of a kind may get, each once; none: it is no such kind.
    fn of_kind(&self, kind: KindId) -> &[AffixId];

    /// The probabilities of the same egos for an item made at a level, in the same order; they sum to 1, or are all 0 where
    /// the program finds none.
    fn shares(&self, kind: KindId, level: u32) -> Vec<f64>;
}
