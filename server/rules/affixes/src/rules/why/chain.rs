//! Distribution of an affix over an item's steps in sequence, as if no theme ended them and none was rolled back.

use std::collections::BTreeMap;

use super::{super::pools::Pools, StepAt};
use crate::constants::SLOTS;
use affixboard_model::catalog::AffixId;

/// Sets of the sorts of affixes of which an item has its one: none, or some of three.
const SETS: usize = 8;

/// Number of times an affix is drawn, by number of steps.
#[derive(Debug)]
pub(super) struct Chain {
    /// `[steps]`: mean.
    pub(super) mean: [f64; SLOTS + 1],
    /// `[steps]`: probability of at least once.
    pub(super) once: [f64; SLOTS + 1],
}

/// Outcome probabilities of one step, for an item that has these sorts already.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    /// The chance of the affix.
    affix: f64,
    /// The chance of another of each sort; sort 0 are those of which an item may have many.
    others: [f64; 4],
    nothing: f64,
}

impl Chain {
    pub(super) fn new(pools: &Pools, class: u32, steps: &[StepAt], affix: AffixId) -> Chain {
        // All pools by number, for many levels share one.
        let mut by_pool: BTreeMap<u32, f64> = BTreeMap::new();
        for step in steps {
            *by_pool.entry(pools.number_at(class, step.level, step.window)).or_default() += step.chance;
        }
        let sort = |affix: AffixId| pools.class_bit(affix.0).trailing_zeros() as usize % 8;
        let step = |used: usize| {
            let mut sum = Step::default();
            for (pool, chance) in &by_pool {
                let entries = &pools.numbered(*pool).pool.entries;
                let left = || entries.iter().filter(|entry| sort(entry.0) == 0 || used & sort_bit(sort(entry.0)) == 0);
                let total: f64 = left().map(|entry| f64::from(entry.1)).sum();
                if total <= 0.0 {
                    sum.nothing += chance;
                    continue;
                }
                for (other, weight) in left() {
                    let chance = chance * f64::from(*weight) / total;
                    if *other == affix { sum.affix += chance } else { sum.others[sort(*other)] += chance }
                }
            }
            sum
        };
        let steps: [Step; SETS] = std::array::from_fn(step);
        let own = sort_bit(sort(affix));
        // By whether the item has the affix, then by the sorts it has.
        let mut now = [[0.0; SETS]; 2];
        now[0][0] = 1.0;
        let mut chain = Chain { mean: [0.0; SLOTS + 1], once: [0.0; SLOTS + 1] };
        for number in 1..=SLOTS {
            let mut next = [[0.0; SETS]; 2];
            let mut drawn = 0.0;
            for (has, items) in now.iter().enumerate() {
                for (used, chance) in items.iter().enumerate() {
                    let step = &steps[used];
                    drawn += chance * step.affix;
                    next[1][used | own] += chance * step.affix;
                    next[has][used] += chance * step.nothing;
                    for (sort, other) in step.others.iter().enumerate() {
                        next[has][used | sort_bit(sort)] += chance * other;
                    }
                }
            }
            now = next;
            chain.mean[number] = chain.mean[number - 1] + drawn;
            chain.once[number] = now[1].iter().sum();
        }
        chain
    }
}

/// The bit of a sort in a set; none for sort 0.
fn sort_bit(sort: usize) -> usize {
    (1 << sort) >> 1
}
