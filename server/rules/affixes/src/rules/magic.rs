//! Distributions of [`Magic`]: all branches of the rules are enumerated once per level; draws then use an alias table.

use std::sync::Arc;

use super::{generation::ChanceSource, generation::Generation, generation::Magic};
use affixboard_model::engine::{alias::AliasTable, random::Stream, single_flight::SingleFlight};

/// The magic of a quality at a level, for kinds without and with the flag GOOD.
#[derive(Debug)]
pub(super) struct LevelMagic([MagicTable; 2]);

/// Cache of tables, by quality and level.
#[derive(Debug)]
pub(super) struct MagicCache(SingleFlight<(usize, u32), LevelMagic>);

impl Default for MagicCache {
    fn default() -> MagicCache {
        MagicCache(SingleFlight::unbounded())
    }
}

impl MagicCache {
    pub(super) fn at<G: Generation>(&self, quality: usize, level: u32) -> Arc<LevelMagic> {
        let compute = || {
            LevelMagic(
                [false, true].map(|flagged_good| MagicTable::new(|ways| G::magic(quality, level, flagged_good, ways))),
            )
        };
        self.0.get((quality, level), compute)
    }
}

impl LevelMagic {
    /// The table for kinds with or without the flag GOOD.
    pub(super) fn table(&self, flagged_good: bool) -> &MagicTable {
        &self.0[usize::from(flagged_good)]
    }
}

/// A distribution of magic.
#[derive(Debug)]
pub(super) struct MagicTable {
    /// Outcomes with their weights.
    outcomes: Vec<(Magic, u32)>,
    /// `None` if there is only one outcome.
    alias: Option<AliasTable>,
}

impl MagicTable {
    fn new(magic: impl Fn(&mut BranchEnumerator) -> Magic) -> MagicTable {
        let outcomes = distribution(magic);
        let items = outcomes.iter().zip(0..).map(|((_, weight), at)| (at, *weight));
        MagicTable { alias: if outcomes.len() > 1 { AliasTable::new(items) } else { None }, outcomes }
    }

    /// All outcomes with their weights.
    pub(super) fn outcomes(&self) -> &[(Magic, u32)] {
        &self.outcomes
    }

    /// All outcomes with their probabilities.
    pub(super) fn shares(&self) -> impl Iterator<Item = (Magic, f64)> {
        let total: u64 = self.outcomes.iter().map(|outcome| u64::from(outcome.1)).sum();
        self.outcomes.iter().map(move |(magic, weight)| (*magic, f64::from(*weight) / total as f64))
    }

    #[inline]
    pub(super) fn draw(&self, random: &mut Stream) -> Magic {
        self.outcomes[self.alias.as_ref().map_or(0, |alias| alias.draw(random)) as usize].0
    }
}

/// Enumerates all branches of the rules by depth-first search; the rules are run once per path.
#[derive(Debug)]
struct BranchEnumerator {
    /// The current path: (branch taken, number of branches) of each fork.
    forks: Vec<(u32, u32)>,
    /// Number of forks passed in this run.
    passed: usize,
    /// Probability of the path, as a fraction.
    odds: (u64, u64),
}

impl BranchEnumerator {
    fn branch(&mut self, branches: u32) -> u32 {
        if self.passed == self.forks.len() {
            self.forks.push((0, branches));
        }
        self.passed += 1;
        self.forks[self.passed - 1].0
    }

    /// Moves on to the next path; `false` after the last one.
    fn next_branch(&mut self) -> bool {
        while self.forks.last().is_some_and(|(taken, branches)| taken + 1 == *branches) {
            self.forks.pop();
        }
        (self.passed, self.odds) = (0, (1, 1));
        self.forks.last_mut().map(|fork| fork.0 += 1).is_some()
    }
}

impl ChanceSource for BranchEnumerator {
    fn below(&mut self, n: u32) -> u32 {
        self.odds.1 *= u64::from(n.max(1));
        self.branch(n.max(1))
    }

    fn chance(&mut self, times: u32, of: u32) -> bool {
        if times == 0 || times >= of {
            return times != 0;
        }
        let is_so = self.branch(2) == 0;
        self.odds = (self.odds.0 * u64::from(if is_so { times } else { of - times }), self.odds.1 * u64::from(of));
        is_so
    }
}

/// The exact distribution: outcomes with integer weights in lowest terms.
fn distribution(magic: impl Fn(&mut BranchEnumerator) -> Magic) -> Vec<(Magic, u32)> {
    let mut ways = BranchEnumerator { forks: Vec::new(), passed: 0, odds: (1, 1) };
    let mut found: Vec<(Magic, (u64, u64))> = Vec::new();
    loop {
        let outcome = magic(&mut ways);
        found.push((outcome, ways.odds));
        if !ways.next_branch() {
            break;
        }
    }
    let common = found.iter().fold(1, |common, (_, (_, of))| common / greatest_common_divisor(common, *of) * of);
    let mut weights: Vec<(Magic, u64)> = Vec::new();
    for (outcome, (times, of)) in found {
        let weight = times * (common / of);
        match weights.iter_mut().find(|known| known.0 == outcome) {
            Some(known) => known.1 += weight,
            None => weights.push((outcome, weight)),
        }
    }
    let divisor = weights.iter().fold(0, |divisor, (_, weight)| greatest_common_divisor(divisor, *weight));
    weights.into_iter().map(|(outcome, weight)| (outcome, (weight / divisor.max(1)) as u32)).collect()
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magic(window: usize, steps: u32) -> Magic {
        Magic { window, steps }
    }

    #[test]
    fn every_way_counts_as_often_as_it_comes() {
        let rules = |random: &mut BranchEnumerator| {
            let window = usize::from(random.chance(30, 100));
            if window == 1 || random.one_in(4) {
                return magic(window, random.below(3));
            }
            magic(window, 2 + u32::from(random.chance(7, 5)) + u32::from(random.chance(0, 5)))
        };
        // Of 120: 36 with window 1, of the other 84 a quarter with 0 to 2 steps, and the rest with 3.
        let expected = [(magic(1, 0), 12), (magic(1, 1), 12), (magic(1, 2), 12), (magic(0, 0), 7), (magic(0, 1), 7)];
        let mut found = distribution(rules);
        found.sort_by_key(|(magic, _)| (magic.window == 0, magic.steps));
        assert_eq!(found[..5], expected);
        assert_eq!(found[5..], [(magic(0, 2), 7), (magic(0, 3), 63)]);
    }

    #[test]
    fn what_is_certain_is_one_way() {
        assert_eq!(distribution(|random| magic(0, random.below(1) + random.below(0))), [(magic(0, 0), 1)]);
    }
}
