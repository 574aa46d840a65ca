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

    /// The weight of an affix, which may have several entries, and the probability that one of them is drawn.
    pub fn of(&self, affix: AffixId) -> (u32, f64) {
        let own = self.entries.iter().enumerate().filter(|(_, entry)| entry.0 == affix);
        own.fold((0, 0.0), |(weight, chance), (at, entry)| (weight + entry.1, chance + self.chance(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 20 + 30 of 80; where entries belong at times only, their own chances count.
    #[test]
    fn an_affix_may_have_several_entries() {
        let pool = Pool::new(vec![(AffixId(1), 20), (AffixId(2), 30), (AffixId(1), 30)]);
        assert_eq!([pool.of(AffixId(1)), pool.of(AffixId(3))], [(50, 0.625), (0, 0.0)]);
        let at_times = Pool { chances: Some(vec![0.5, 0.25, 0.25]), ..pool };
        assert_eq!(at_times.of(AffixId(1)), (50, 0.75));
    }
}
