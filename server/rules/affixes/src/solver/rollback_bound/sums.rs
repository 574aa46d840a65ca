//! Distributions of sums over an item's affixes, and over those of a theme.

use std::collections::BTreeMap;

use super::super::outcomes::StepDistribution;
use affixboard_model::{engine::m_bonus, syntax::RandomValue};

/// A distribution of amounts: amount and probability, each amount once unless said otherwise.
pub(super) type Amounts = Vec<(usize, f64)>;

/// `[steps][aux state][sum] f64`: probability of a sum by number of steps. Sums are capped at a limit; sums that can't
/// be reached may be missing at the end.
pub(super) type SumDistributions = Vec<Vec<Vec<f64>>>;

/// Distribution of a random value at a level, clamped to 0 to `most`.
pub(super) fn value_distribution(value: RandomValue, min: Option<i32>, level: u32, most: usize) -> Amounts {
    let mut sums = BTreeMap::from([(i64::from(value.base), 1.0)]);
    let mut add = |values: Vec<(i64, f64)>| {
        let mut more = BTreeMap::new();
        for (sum, p) in &sums {
            for (n, share) in &values {
                *more.entry(sum + n).or_default() += p * share;
            }
        }
        sums = more;
    };
    if value.sides > 0 {
        let die: Vec<(i64, f64)> = (1..=i64::from(value.sides)).map(|n| (n, 1.0 / f64::from(value.sides))).collect();
        (0..value.dice).for_each(|_| add(die.clone()));
    }
    if value.m_bonus > 0 {
        let weights = m_bonus::distribution(value.m_bonus as u32, level);
        let total: u64 = weights.iter().sum();
        add((0..).zip(weights).map(|(n, weight)| (n, weight as f64 / total as f64)).collect());
    }
    let mut amounts: BTreeMap<usize, f64> = BTreeMap::new();
    for (sum, p) in sums {
        let sum = min.map_or(sum, |min| sum.max(i64::from(min)));
        *amounts.entry(sum.clamp(0, most as i64) as usize).or_default() += p;
    }
    amounts.into_iter().collect()
}

/// `[position among the affixes]`: what each affix adds where its step's level isn't boosted, and where it is.
pub(super) fn by_affix(distribution: &StepDistribution, adds: impl Fn(usize, bool) -> Amounts) -> Vec<[Amounts; 2]> {
    distribution.affixes().map(|affix| [false, true].map(|boosted| adds(affix.at(), boosted))).collect()
}

/// A sum over an item's affixes, told apart by auxiliary state.
pub(super) struct AffixSum<'a> {
    distribution: &'a StepDistribution,
    /// Auxiliary state before, after, and the distribution of a step's amount.
    steps: Vec<(usize, usize, Amounts)>,
    /// Sums are capped here.
    limit: usize,
}

impl<'a> AffixSum<'a> {
    /// `adds`: distribution of an affix's amount, by whether the step's level is boosted.
    pub(super) fn new(
        distribution: &'a StepDistribution,
        limit: usize,
        adds: impl Fn(usize, bool) -> Amounts,
    ) -> AffixSum<'a> {
        let mut steps: Vec<(usize, usize, Amounts)> =
            distribution.aux_edges.iter().map(|(from, to)| (*from, *to, Vec::new())).collect();
        let by_affix = by_affix(distribution, adds);
        let nothing = vec![(0, 1.0)];
        for outcome in &distribution.themeless {
            let adds = outcome.affix.map_or(&nothing, |affix| &by_affix[affix][usize::from(outcome.boosted)]);
            for (n, share) in adds {
                let (n, p, step) = ((*n).min(limit), outcome.p * share, &mut steps[outcome.aux_edge].2);
                match step.binary_search_by_key(&n, |known| known.0) {
                    Ok(at) => step[at].1 += p,
                    Err(at) => step.insert(at, (n, p)),
                }
            }
        }
        AffixSum { distribution, steps, limit }
    }

    /// The sum after each number of steps up to `steps`.
    pub(super) fn distributions(&self, steps: usize) -> SumDistributions {
        let aux_states = self.distribution.aux_states.len();
        // Sums that no step can have reached are not kept.
        let adds = self.steps.iter().filter_map(|step| step.2.last()).map(|add| add.0).max().unwrap_or(0);
        let mut start = vec![vec![0.0]; aux_states];
        start[0][0] = 1.0;
        let mut all = vec![start];
        for step in 0..steps {
            let mut next = vec![vec![0.0; self.limit.min(adds * (step + 1)) + 1]; aux_states];
            for (from, to, adds) in &self.steps {
                for (sum, p) in all[step][*from].iter().enumerate().filter(|sum| *sum.1 > 0.0) {
                    for (more, share) in adds {
                        next[*to][(sum + more).min(self.limit)] += p * share;
                    }
                }
            }
            all.push(next);
        }
        all
    }
}

/// `[amount] f64` up to the limit: probability that a theme's affixes together add the amount or more. `parts`: what
/// each adds, and the probability that it comes.
pub(super) fn tail_probabilities(parts: impl Iterator<Item = (Amounts, f64)>, limit: usize) -> Vec<f64> {
    let mut sums = vec![0.0; limit + 1];
    sums[0] = 1.0;
    for (adds, p_comes) in parts {
        let mut next: Vec<f64> = sums.iter().map(|sum| sum * (1.0 - p_comes)).collect();
        for (sum, p) in sums.iter().enumerate().filter(|sum| *sum.1 > 0.0) {
            for (more, share) in &adds {
                next[(sum + more).min(limit)] += p * p_comes * share;
            }
        }
        sums = next;
    }
    for n in (0..limit).rev() {
        sums[n] += sums[n + 1];
    }
    sums
}
