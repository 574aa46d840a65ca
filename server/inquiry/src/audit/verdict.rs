//! The verdict over all cells: significant disagreements, and the power of the audit.

use std::collections::BTreeMap;

use super::{COMPARED, CellComparison, Comparison, Partition};
use affixboard_model::{
    batch::{Cell, KeySpace, Metric},
    stats::{binomial_p, chi_square_sf, holm},
};

/// Accumulates the comparisons of cells.
#[derive(Debug)]
pub struct Audit {
    /// Family-wise error rate of the entries, and likewise of the partitions.
    level: f64,
    /// Maximum number of comparisons to keep, those with the smallest p-values.
    keep: usize,
    cells: u64,
    by_metric: BTreeMap<Metric, u64>,
    largest_bound: f64,
    /// The p-values that could be significant for any number of comparisons.
    small: Vec<f64>,
    kept: Vec<(Cell, u64, Comparison)>,
    fits: BTreeMap<Partition, (f64, u32)>,
}

impl Audit {
    /// An audit with a probability of `false_alarms` to report anything if all agrees: half for entries, half for
    /// partitions. Keeps the `keep` comparisons with the smallest p-values.
    pub fn new(false_alarms: f64, keep: usize) -> Audit {
        Audit {
            level: false_alarms / 2.0,
            keep,
            cells: 0,
            by_metric: BTreeMap::new(),
            largest_bound: 0.0,
            small: Vec::new(),
            kept: Vec::new(),
            fits: BTreeMap::new(),
        }
    }

    /// Adds a cell. Cells must be independent: each at most once, and of different drops.
    pub fn add(&mut self, keys: &KeySpace, compared: CellComparison) {
        self.cells += 1;
        for metric in COMPARED {
            let comparisons = compared.of(keys, metric) as u64;
            if comparisons > 0 {
                *self.by_metric.entry(metric).or_default() += comparisons;
            }
        }
        for (partition, (statistic, dof)) in compared.fits {
            let sum = self.fits.entry(partition).or_default();
            sum.0 += statistic;
            sum.1 += dof;
        }
        for comparison in compared.comparisons {
            self.largest_bound = self.largest_bound.max(comparison.bound);
            if comparison.p <= self.level {
                self.small.push(comparison.p);
            }
            self.kept.push((compared.cell, compared.drops, comparison));
        }
        if self.kept.len() / 2 > self.keep {
            self.shrink();
        }
    }

    /// Drops the comparisons that are not among the smallest p-values.
    fn shrink(&mut self) {
        self.kept.sort_by(|(a_cell, _, a), (b_cell, _, b)| {
            a.p.total_cmp(&b.p).then(a_cell.cmp(b_cell)).then(a.key.cmp(&b.key))
        });
        self.kept.truncate(self.keep);
    }

    /// The verdict over all cells.
    pub fn finish(mut self) -> Verdict {
        self.shrink();
        let comparisons: u64 = self.by_metric.values().sum();
        let mut adjusted = 0.0_f64;
        let mut found = Vec::with_capacity(self.kept.len());
        for (rank, (cell, drops, comparison)) in (0_u64..).zip(self.kept) {
            adjusted = adjusted.max((comparison.p * comparisons.saturating_sub(rank) as f64).min(1.0));
            found.push(AdjustedComparison { cell, drops, comparison, adjusted });
        }
        self.small.sort_by(f64::total_cmp);
        let told = |(rank, p): &(u64, f64)| p * comparisons.saturating_sub(*rank) as f64 <= self.level;
        let disagreements = (0_u64..).zip(self.small).take_while(told).count() as u64;
        let fits: Vec<_> = self.fits.into_iter().filter(|(_, (_, dof))| *dof > 0).collect();
        let p: Vec<f64> = fits.iter().map(|(_, (statistic, dof))| chi_square_sf(*statistic, *dof)).collect();
        let fits = fits.into_iter().zip(holm(&p)).zip(p).map(|(((partition, (statistic, dof)), adjusted), p)| {
            PartitionFit { partition, statistic, dof, p, adjusted, disagrees: adjusted <= self.level }
        });
        Verdict {
            level: self.level,
            cells: self.cells,
            comparisons,
            by_metric: COMPARED
                .into_iter()
                .filter_map(|metric| Some((metric, *self.by_metric.get(&metric)?)))
                .collect(),
            largest_bound: self.largest_bound,
            disagreements,
            found,
            fits: fits.collect(),
        }
    }
}

/// A comparison with its adjusted p-value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AdjustedComparison {
    /// The cell.
    pub cell: Cell,
    /// Its number of drops.
    pub drops: u64,
    /// The comparison.
    pub comparison: Comparison,
    /// Its Holm-adjusted p-value, among all comparisons of the audit.
    pub adjusted: f64,
}

/// The test of a partition over all cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PartitionFit {
    /// The partition.
    pub partition: Partition,
    /// χ² summed over all cells.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub dof: u32,
    /// p-value.
    pub p: f64,
    /// Holm-adjusted p-value, among the partitions.
    pub adjusted: f64,
    /// Whether it is significant.
    pub disagrees: bool,
}

/// The result of an audit.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Significance level of adjusted p-values: half of the rate of false alarms.
    pub level: f64,
    /// Number of cells compared.
    pub cells: u64,
    /// Number of comparisons of entries.
    pub comparisons: u64,
    /// The same by metric; metrics without comparisons are left out.
    pub by_metric: Vec<(Metric, u64)>,
    /// The largest error bound of a computed probability.
    pub largest_bound: f64,
    /// Number of disagreeing entries; may exceed the number of those kept.
    pub disagreements: u64,
    /// The kept comparisons, by rising p-value.
    pub found: Vec<AdjustedComparison>,
    /// The tests of the partitions.
    pub fits: Vec<PartitionFit>,
}

impl Verdict {
    /// Whether nothing disagrees.
    pub fn agrees(&self) -> bool {
        self.disagreements == 0 && !self.fits.iter().any(|fit| fit.disagrees)
    }

    /// The disagreements that were kept.
    pub fn disagreeing(&self) -> impl Iterator<Item = &AdjustedComparison> {
        self.found.iter().filter(|found| found.adjusted <= self.level)
    }

    /// The smallest adjusted p-value of an entry; 1 if nothing was compared.
    pub fn smallest(&self) -> f64 {
        self.found.first().map_or(1.0, |found| found.adjusted)
    }

    /// The smallest count in `drops` that would be significantly too large for a computed probability, if it were the
    /// only disagreement; `None` if no count would be.
    pub fn min_detectable_count(&self, chance: f64, drops: u64) -> Option<u64> {
        let level = self.level / self.comparisons.max(1) as f64;
        let is_told = |count: u64| count as f64 > chance * drops as f64 && binomial_p(count, drops, chance) <= level;
        if !is_told(drops) {
            return None;
        }
        let (mut untold, mut told) = ((chance * drops as f64) as u64, drops);
        while told - untold > 1 {
            let middle = untold + (told - untold) / 2;
            if is_told(middle) { told = middle } else { untold = middle }
        }
        Some(told)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::audit::compare;
    use affixboard_model::{
        batch::{CellTally, Names},
        catalog::Catalog,
        game::Chance,
    };

    /// A hundred ways to fail, and what is left out.
    fn keys() -> KeySpace {
        let mut keys = KeySpace::new(Arc::new(Catalog::default()));
        let names = |how_many: u32| Names::Fixed((0..how_many).map(|name| name.to_string()).collect());
        keys.push(Metric::FAILED, Arc::from([]), names(100));
        keys.push(Metric::ATTEMPTS, Arc::from([]), names(3));
        keys
    }

    fn audit(keep: usize, drops: u64, counts: &[(u32, u64)], chances: &[Chance]) -> Verdict {
        let keys = keys();
        let mut audit = Audit::new(0.001, keep);
        for depth in 0..2 {
            let cell = Cell { depth, quality: 0, kind: None };
            let tally = CellTally { drops, counts: counts.to_vec() };
            audit.add(&keys, compare(&keys, false, cell, &tally, chances));
        }
        audit.finish()
    }

    /// Ten of 10 %, each.
    fn tenths() -> Vec<Chance> {
        (0..10).map(|key| Chance::exactly(key, 0.1)).collect()
    }

    #[test]
    fn what_agrees() {
        let counts: Vec<_> = (0..10).map(|key| (key, 1000)).chain([(101, 7)]).collect();
        let verdict = audit(5, 10_000, &counts, &tenths());
        assert!(verdict.agrees());
        assert_eq!((verdict.cells, verdict.comparisons), (2, 20));
        assert_eq!(verdict.by_metric, [(Metric::FAILED, 20)]);
        assert_eq!((verdict.disagreements, verdict.found.len()), (0, 5));
        assert_eq!(verdict.fits.len(), 1);
        assert_eq!((verdict.fits[0].partition, verdict.fits[0].dof), (Partition::Kinds, 18));
        assert!((verdict.fits[0].p - 1.0).abs() < 1e-12);
        assert_eq!(verdict.smallest().to_bits(), 1.0_f64.to_bits());
    }

    /// Entries counted though impossible, and entries possible but not counted.
    #[test]
    fn what_disagrees() {
        let mut counts: Vec<_> = (0..9).map(|key| (key, 100)).collect();
        counts.extend([(50, 1), (101, 7)]);
        let verdict = audit(100, 1000, &counts, &tenths());
        assert!(!verdict.agrees());
        assert_eq!((verdict.comparisons, verdict.disagreements), (22, 4));
        let told: Vec<_> =
            verdict.disagreeing().map(|f| (f.cell.depth, f.comparison.key, f.comparison.count)).collect();
        assert_eq!(told, [(0, 50, 1), (1, 50, 1), (0, 9, 0), (1, 9, 0)]);
        assert_eq!(verdict.found[0].adjusted.to_bits(), 0.0_f64.to_bits());
        // Kept are two, disagreeing are four.
        let verdict = audit(2, 1000, &counts, &tenths());
        assert_eq!((verdict.found.len(), verdict.disagreements), (2, 4));
    }

    /// Ten tenths, each off by 700 of a million, which is 2.3 standard deviations: no entry stands out, and all of them
    /// together do.
    #[test]
    fn many_that_are_off_by_little() {
        let drops = 1_000_000;
        let counts: Vec<_> = (0..10).map(|key| (key, if key % 2 == 0 { 100_700 } else { 99_300 })).collect();
        let verdict = audit(100, drops, &counts, &tenths());
        // 700² / 100,000 × 10 × 2 cells = 98 of 18.
        let fit = verdict.fits[0];
        assert!((fit.statistic - 98.0).abs() < 1e-6, "{fit:?}");
        assert!(fit.disagrees && fit.p < 1e-11);
        // Each of them comes by chance once in 50 times.
        assert_eq!(verdict.disagreements, 0);
        assert!(!verdict.agrees());
    }

    /// Of two comparisons at a false alarm of 1 %, p must be 0.0025 at most: of ten coins ten are (2/1024), nine
    /// aren't.
    #[test]
    fn what_could_have_been_told() {
        let keys = keys();
        let mut audit = Audit::new(0.01, 10);
        let halves = [0, 1].map(|key| Chance::exactly(key, 0.5));
        let tally = CellTally { drops: 10, counts: vec![(0, 5), (1, 5)] };
        audit.add(&keys, compare(&keys, false, Cell { depth: 1, quality: 0, kind: None }, &tally, &halves));
        let verdict = audit.finish();
        assert_eq!([10, 9, 1000].map(|drops| verdict.min_detectable_count(0.5, drops)), [Some(10), None, Some(549)]);
        assert_eq!(verdict.min_detectable_count(0.0, 10), Some(1));
        assert_eq!(verdict.min_detectable_count(1.0, 10), None);
    }
}
