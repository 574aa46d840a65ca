//! Sums over an item's affixes, and over those of a theme.

use std::collections::BTreeMap;

use super::super::draws::Draws;
use crate::{engine::m_bonus, syntax::RandomValue};

/// How likely a random value is what, at a level; below 0 counts as 0.
pub(super) fn distribution(value: RandomValue, min: Option<i32>, level: u32, most: usize) -> Step {
    let mut sums = BTreeMap::from([(i64::from(value.base), 1.0)]);
    let mut add = |chances: Vec<(i64, f64)>| {
        let mut more = BTreeMap::new();
        for (sum, chance) in &sums {
            for (n, share) in &chances {
                *more.entry(sum + n).or_default() += chance * share;
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
    let mut adds: BTreeMap<usize, f64> = BTreeMap::new();
    for (sum, chance) in sums {
        let sum = min.map_or(sum, |min| sum.max(i64::from(min)));
        *adds.entry(sum.clamp(0, most as i64) as usize).or_default() += chance;
    }
    adds.into_iter().collect()
}

/// What a step adds to a sum, with its chance.
pub(super) type Step = Vec<(usize, f64)>;

/// By affix that can be drawn: what it adds at levels that weren't boosted, and at boosted ones.
pub(super) fn each_affix(draws: &Draws, adds: impl Fn(usize, bool) -> Step) -> Vec<[Step; 2]> {
    draws.affixes().map(|affix| [false, true].map(|boosted| adds(affix.at(), boosted))).collect()
}

/// A sum over an item's affixes, by mark.
pub(super) struct Sum<'a> {
    draws: &'a Draws,
    /// From mark, to mark: what a step adds.
    steps: Vec<(usize, usize, Step)>,
    /// All that is as much or more counts as this.
    limit: usize,
}

impl<'a> Sum<'a> {
    /// `adds`: what an affix adds, and whether the step's level was boosted.
    pub(super) fn new(draws: &'a Draws, limit: usize, adds: impl Fn(usize, bool) -> Step) -> Sum<'a> {
        let mut steps: Vec<(usize, usize, Step)> =
            draws.pairs.iter().map(|(from, to)| (*from, *to, Vec::new())).collect();
        let known = each_affix(draws, adds);
        let nothing = vec![(0, 1.0)];
        for way in &draws.ways {
            for (n, share) in way.affix.map_or(&nothing, |affix| &known[affix][usize::from(way.boosted)]) {
                let (n, chance, step) = ((*n).min(limit), way.chance * share, &mut steps[way.pair].2);
                match step.binary_search_by_key(&n, |known| known.0) {
                    Ok(at) => step[at].1 += chance,
                    Err(at) => step.insert(at, (n, chance)),
                }
            }
        }
        Sum { draws, steps, limit }
    }

    /// By number of steps, then by mark: how likely the sum is what.
    pub(super) fn follow(&self, steps: usize) -> Vec<Vec<Vec<f64>>> {
        let marks = self.draws.marks.len();
        // Sums no step can have reached are not kept.
        let adds = self.steps.iter().filter_map(|step| step.2.last()).map(|add| add.0).max().unwrap_or(0);
        let mut now = vec![vec![0.0]; marks];
        now[0][0] = 1.0;
        let mut all = vec![now];
        for step in 0..steps {
            let mut next = vec![vec![0.0; self.limit.min(adds * (step + 1)) + 1]; marks];
            for (from, to, adds) in &self.steps {
                for (sum, chance) in all[step][*from].iter().enumerate().filter(|sum| *sum.1 > 0.0) {
                    for (more, share) in adds {
                        next[*to][(sum + more).min(self.limit)] += chance * share;
                    }
                }
            }
            all.push(next);
        }
        all
    }
}

/// How likely a theme's affixes, each with what it adds and how likely it comes, add so much or more together.
pub(super) fn tail(parts: impl Iterator<Item = (Step, f64)>, limit: usize) -> Vec<f64> {
    let mut sums = vec![0.0; limit + 1];
    sums[0] = 1.0;
    for (adds, chance) in parts {
        let mut next: Vec<f64> = sums.iter().map(|sum| sum * (1.0 - chance)).collect();
        for (sum, at) in sums.iter().enumerate().filter(|sum| *sum.1 > 0.0) {
            for (more, share) in &adds {
                next[(sum + more).min(limit)] += at * chance * share;
            }
        }
        sums = next;
    }
    for n in (0..limit).rev() {
        sums[n] += sums[n + 1];
    }
    sums
}
