//! The chances of a cell, once they are computed.

use affixboard_model::game::{Chance, Mean};

/// The chances of a cell.
#[derive(Debug, Default)]
pub(super) struct CellChances {
    /// By rising key, without those that are 0.
    pub(super) all: Vec<Chance>,
    /// Of special artifacts, by their kind.
    pub(super) special: Vec<f64>,
}

impl CellChances {
    /// Whether a key can be counted: none whose chance is above 0 is left out.
    pub(super) fn can_occur(&self, key: u32) -> bool {
        self.of(key) > 0.0
    }

    pub(super) fn of(&self, key: u32) -> f64 {
        self.mean(key).mean
    }

    pub(super) fn mean(&self, key: u32) -> Mean {
        let at = self.all.binary_search_by_key(&key, |chance| chance.key);
        at.map_or_else(|_| Mean::default(), |at| Mean { mean: self.all[at].mean, bound: self.all[at].bound })
    }
}
