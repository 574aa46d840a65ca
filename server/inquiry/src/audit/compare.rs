//! Comparison of one cell's counts with its computed probabilities.

use std::{cmp::Ordering, collections::BTreeMap};

use super::{
    COMPARED,
    partition::{Partition, Sample},
};
use affixboard_model::{
    batch::{Cell, CellTally, KeySpace, Metric},
    game::Chance,
    stats::binomial_p,
};

/// Relative rounding error of a computed probability.
const FLOAT_TOLERANCE: f64 = 1e-12;

/// The comparison of one entry of a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The key.
    pub key: u32,
    /// Its count.
    pub count: u64,
    /// Its computed probability per drop, 0 to 1.
    pub chance: f64,
    /// Error bound of `chance`, absolute.
    pub bound: f64,
    /// Two-sided p-value of the exact binomial test, for the probability within `chance` ± `bound` that fits best: 1 if
    /// the counted share is in that range, 0 if an impossible entry was counted.
    pub p: f64,
}

impl Comparison {
    fn new(key: u32, count: u64, drops: u64, (chance, bound): (f64, f64)) -> Comparison {
        let (low, high) = chance_range(chance, bound);
        let share = count as f64 / drops.max(1) as f64;
        let p = if (low..=high).contains(&share) {
            1.0
        } else {
            binomial_p(count, drops, if share < low { low } else { high })
        };
        Comparison { key, count, chance, bound, p }
    }
}

/// Lowest and highest possible probability: `chance` ± `bound`, widened by the rounding error. An exact 0 stays 0.
pub(super) fn chance_range(chance: f64, bound: f64) -> (f64, f64) {
    let low = (chance - bound) * (1.0 - FLOAT_TOLERANCE);
    let high = (chance + bound) * (1.0 + FLOAT_TOLERANCE);
    (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0))
}

/// The comparisons of a cell.
#[derive(Debug, Clone, PartialEq)]
pub struct CellComparison {
    /// The cell.
    pub cell: Cell,
    /// Its number of drops.
    pub drops: u64,
    /// Every key that was counted or is possible, by rising key.
    pub comparisons: Vec<Comparison>,
    /// χ² and degrees of freedom of the cell's partitions.
    pub(super) fits: BTreeMap<Partition, (f64, u32)>,
}

/// Compares a cell's counts with the probabilities of all its possible keys, both by rising key. Metrics other than
/// [`COMPARED`] are skipped. `one_affix`: an item has at most one affix, so affixes exclude each other.
pub fn compare(keys: &KeySpace, one_affix: bool, cell: Cell, tally: &CellTally, chances: &[Chance]) -> CellComparison {
    let (mut counts, mut chances) = (tally.counts.iter().peekable(), chances.iter().peekable());
    let (mut comparisons, mut samples) = (Vec::new(), BTreeMap::<Partition, Sample>::new());
    loop {
        let order = match (counts.peek(), chances.peek()) {
            (Some(counted), Some(chance)) => counted.0.cmp(&chance.key),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => break,
        };
        let counted = if order.is_le() { counts.next() } else { None };
        let chance = if order.is_ge() { chances.next() } else { None };
        let Some(key) = counted.map(|entry| entry.0).or(chance.map(|chance| chance.key)) else { break };
        let metric = keys.key(key).metric;
        if !COMPARED.contains(&metric) {
            continue;
        }
        let count = counted.map_or(0, |entry| entry.1);
        let chance = chance.map_or((0.0, 0.0), |chance| (chance.mean, chance.bound));
        comparisons.push(Comparison::new(key, count, tally.drops, chance));
        for partition in Partition::of(metric, one_affix) {
            samples.entry(*partition).or_insert_with(|| Sample::new(tally.drops)).add(count, chance);
        }
    }
    let fits = samples.into_iter().map(|(partition, sample)| (partition, sample.fit())).collect();
    CellComparison { cell, drops: tally.drops, comparisons, fits }
}

impl CellComparison {
    /// Number of comparisons of a metric.
    pub fn of(&self, keys: &KeySpace, metric: Metric) -> usize {
        self.comparisons.iter().filter(|comparison| keys.key(comparison.key).metric == metric).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(count: u64, drops: u64, chance: f64, bound: f64) -> f64 {
        Comparison::new(0, count, drops, (chance, bound)).p
    }

    /// P(X ≥ 8 of 10 at ½) = 56 / 1024.
    #[test]
    fn the_nearest_chance_within_the_bound_counts() {
        for ((count, drops, chance, bound), value) in [
            ((8, 10, 0.5, 0.0), 112.0 / 1024.0),
            ((8, 10, 0.4, 0.1), 112.0 / 1024.0),
            ((2, 10, 0.6, 0.1), 112.0 / 1024.0),
            ((8, 10, 0.5, 0.3), 1.0),
            ((5, 10, 0.5, 0.0), 1.0),
            // Below 0 and over 1 there is nothing.
            ((0, 10, 0.1, 0.5), 1.0),
            ((10, 10, 0.9, 0.5), 1.0),
        ] {
            let found = p(count, drops, chance, bound);
            assert!((found - value).abs() < 1e-9, "{count} of {drops}, {chance} ± {bound}: {found}");
        }
    }

    #[test]
    fn what_cannot_be_and_what_must() {
        assert_eq!(p(1, 1_000_000, 0.0, 0.0).to_bits(), 0.0_f64.to_bits());
        assert_eq!(p(0, 1_000_000, 0.0, 0.0).to_bits(), 1.0_f64.to_bits());
        assert_eq!(p(1_000_000, 1_000_000, 1.0, 0.0).to_bits(), 1.0_f64.to_bits());
        // 1 may be 1 less the last digits of a float: of a million drops one in a million times one isn't it.
        let found = p(999_999, 1_000_000, 1.0, 0.0);
        assert!((found - 2e-6).abs() < 1e-8, "{found}");
        // A bound is no certainty: 2 P(X ≥ 1) at 1e-9.
        let found = p(1, 1_000_000, 0.0, 1e-9);
        assert!((found - 2e-3).abs() < 1e-5, "{found}");
        assert_eq!(p(0, 0, 0.3, 0.0).to_bits(), 1.0_f64.to_bits());
    }
}
