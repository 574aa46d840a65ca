//! Pools: the weighted entries that an item draws from.

use crate::catalog::AffixId;

/// One weighted choice an item may have: affixes with their weights, in the order the program counts them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pool {
    /// Affix and weight; weights are positive.
    pub entries: Vec<(AffixId, u32)>,
    /// The sum of the weights.
    pub total: u32,
    /// How likely each is drawn, in the order of the entries, where that isn't its weight over their sum: where some
    /// belong to the pool at times only.
    pub chances: Option<Vec<f64>>,
}

impl Pool {
    /// A pool to which all entries belong at all times.
    pub fn new(entries: Vec<(AffixId, u32)>) -> Pool {
        Pool { total: entries.iter().map(|entry| entry.1).sum(), entries, chances: None }
    }

    /// Probability that the entry at a position is drawn, exact up to rounding.
    pub fn chance(&self, at: usize) -> f64 {
        match &self.chances {
            Some(chances) => chances[at],
            None => f64::from(self.entries[at].1) / f64::from(self.total.max(1)),
        }
    }
}
