//! Joint tests of mutually exclusive counts. They find many small deviations that single tests would miss.

use super::compare::chance_range;
use affixboard_model::batch::Metric;

/// Partitions of a cell's drops. Each gives a χ² test of fit per cell; cells are independent, so the sum over cells is
/// χ² distributed too.
///
/// Overlapping counts, such as the affixes of items with several, are in no partition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Partition {
    /// By kind, or failure.
    Kinds,
    /// By kind and number of affixes, or artifact, or failure.
    Numbers,
    /// By kind and theme, or no theme.
    Themes,
    /// By kind and affix, or no affix, if an item has at most one.
    Affixes,
}

impl Partition {
    /// All of them.
    pub const ALL: [Partition; 4] = [Partition::Kinds, Partition::Numbers, Partition::Themes, Partition::Affixes];

    /// The partitions to which a metric's counts belong.
    pub(super) fn of(metric: Metric, one_affix: bool) -> &'static [Partition] {
        match metric {
            Metric::KIND | Metric::FAILED => &[Partition::Kinds],
            Metric::NAFFIXES | Metric::ARTIFACT => &[Partition::Numbers],
            Metric::THEME => &[Partition::Themes],
            Metric::AFFIX if one_affix => &[Partition::Affixes],
            _ => &[],
        }
    }
}

/// Entries with a lower expected count are pooled: the statistic would not be χ² distributed.
const MIN_EXPECTED: f64 = 25.0;

/// The drops of a cell, partitioned.
#[derive(Debug)]
pub(super) struct Sample {
    drops: u64,
    /// Parts with a sufficient expected count.
    common: Vec<Part>,
    /// The pool of all others.
    rare: Part,
    /// The drops in no part.
    rest: Part,
}

/// A part of a cell's drops, with its count and probability.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    count: u64,
    chance: f64,
    bound: f64,
}

impl Part {
    fn add(&mut self, other: Part) {
        self.count += other.count;
        self.chance += other.chance;
        self.bound += other.bound;
    }

    fn expected(self, drops: u64) -> f64 {
        self.chance * drops as f64
    }

    /// (count − expected)² / expected, for the probability within `chance` ± `bound` that fits best.
    fn deviation(self, drops: u64) -> f64 {
        let (low, high) = chance_range(self.chance, self.bound);
        let (count, drops) = (self.count as f64, drops as f64);
        let expected = count.clamp(low * drops, high * drops);
        if expected > 0.0 { (count - expected).powi(2) / expected } else { 0.0 }
    }
}

impl Sample {
    pub(super) fn new(drops: u64) -> Sample {
        let rest = Part { count: drops, chance: 1.0, bound: 0.0 };
        Sample { drops, common: Vec::new(), rare: Part::default(), rest }
    }

    /// Adds a part.
    pub(super) fn add(&mut self, count: u64, (chance, bound): (f64, f64)) {
        let part = Part { count, chance, bound };
        self.rest.count = self.rest.count.saturating_sub(count);
        self.rest.chance -= chance;
        self.rest.bound += bound;
        if part.expected(self.drops) >= MIN_EXPECTED { self.common.push(part) } else { self.rare.add(part) }
    }

    /// χ² and its degrees of freedom; (0, 0) if there is nothing to test.
    pub(super) fn fit(mut self) -> (f64, u32) {
        self.rest.chance = self.rest.chance.max(0.0);
        if self.rest.expected(self.drops) >= MIN_EXPECTED {
            self.common.push(self.rest);
        } else {
            self.rare.add(self.rest);
        }
        if self.rare.expected(self.drops) >= MIN_EXPECTED {
            self.common.push(self.rare);
        } else if let Some(smallest) = self.common.iter_mut().min_by(|a, b| a.chance.total_cmp(&b.chance)) {
            smallest.add(self.rare);
        }
        if self.common.len() < 2 {
            return (0.0, 0);
        }
        (self.common.iter().map(|part| part.deviation(self.drops)).sum(), self.common.len() as u32 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(drops: u64, parts: &[(u64, f64, f64)]) -> (f64, u32) {
        let mut sample = Sample::new(drops);
        for (count, chance, bound) in parts {
            sample.add(*count, (*chance, *bound));
        }
        sample.fit()
    }

    #[track_caller]
    fn check(found: (f64, u32), statistic: f64, dof: u32) {
        assert!((found.0 - statistic).abs() < 1e-6 && found.1 == dof, "{found:?}");
    }

    /// 100 drops, of which 40 and 30 are expected, and 30 that are neither.
    #[test]
    fn by_hand() {
        check(fit(100, &[(50, 0.4, 0.0), (25, 0.3, 0.0)]), 100.0 / 40.0 + 25.0 / 30.0 + 25.0 / 30.0, 2);
        // Within the bounds all is well; the rest has those of all parts.
        check(fit(100, &[(50, 0.4, 0.1), (25, 0.3, 0.05)]), 0.0, 2);
        // One of them is off by 5 more than its bound, at 45 expected; the rest, of 30 ± 10, isn't.
        check(fit(100, &[(50, 0.4, 0.05), (25, 0.3, 0.05)]), 25.0 / 45.0, 2);
    }

    #[test]
    fn rare_parts_count_together() {
        // 10 and 20 of 1000 are 30; without a rest.
        let parts = [(8, 0.01, 0.0), (30, 0.02, 0.0), (962, 0.97, 0.0)];
        check(fit(1000, &parts), 64.0 / 30.0 + 64.0 / 970.0, 1);
        // 20 alone join the smallest of the others.
        let parts = [(30, 0.02, 0.0), (480, 0.48, 0.0), (490, 0.5, 0.0)];
        check(fit(1000, &parts), 100.0 / 500.0 + 100.0 / 500.0, 1);
        check(fit(10, &[(10, 1.0, 0.0)]), 0.0, 0);
        check(fit(10_000, &[(10_000, 1.0, 0.0)]), 0.0, 0);
    }
}
