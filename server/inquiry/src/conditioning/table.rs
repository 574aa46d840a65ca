//! The table: computed and counted shares side by side, and their ratios.

use std::collections::BTreeSet;

use super::{CarriedCounts, CarriedTally, ComputedCarried, Conditioning, DrawnFrom};
use crate::{
    balance::TrueRange,
    questions::{Carried, CarriedSort},
};
use affixboard_model::stats::{Z95, drops_until, wilson};

/// The standard normal quantile of a two-sided 97.5 % interval: two of these hold together with at least 95 %.
const Z_OF_TWO: f64 = 2.241_402_727_604_945;

/// How a share was obtained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ShareBasis {
    /// Computed from the rules; the range is certain.
    Computed,
    /// Counted among drawn items; the range is a 95 % interval.
    Counted {
        /// Items with it.
        count: u64,
        /// Items among which.
        of: u64,
    },
}

/// The share of items with a thing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CarriedShare {
    /// The share and the range that it is in.
    pub range: TrueRange,
    /// How it was obtained.
    pub basis: ShareBasis,
}

/// What a table says of one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct CarriedRow {
    /// The thing.
    pub carried: Carried,
    /// Its share among items that fulfil the condition.
    pub given: CarriedShare,
    /// Its share among all items.
    pub without: CarriedShare,
    /// The ratio of both with the range that it is in: certain where both are computed, else with at least 95 %; it ends in infinity
    /// where the share among all may be 0. `None` where nothing tells it.
    pub lift: Option<TrueRange>,
}

/// What items carry that fulfil a condition, in one cell.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionTable {
    /// The share of drops that fulfil the condition, of those with which they are compared as well; `None` where that isn't computed
    /// and nothing was drawn.
    pub met: Option<CarriedShare>,
    /// Items of both sides, where they were drawn.
    pub drawn: CarriedTally,
    /// How the items that fulfil the condition were drawn, and all; `None` where they weren't.
    pub from: [Option<DrawnFrom>; 2],
    /// By falling lift; those without one are last.
    pub rows: Vec<CarriedRow>,
}

impl ConditionTable {
    /// The number of drops after which one that fulfils the condition and has a row's thing is found in 99 % of tries, by the values
    /// alone; `None` where that never is, or isn't known.
    pub fn drops_until_99(&self, row: &CarriedRow) -> Option<u64> {
        drops_until(self.met?.range.value * row.given.range.value, 0.99)
    }

    /// Puts together what was computed and what was drawn.
    pub fn new(
        about: &Conditioning,
        computed: &ComputedCarried,
        draws: &[DrawnFrom],
        drawn: CarriedTally,
    ) -> ConditionTable {
        let mut rows: Vec<CarriedRow> =
            about.sorts.iter().flat_map(|sort| rows_of(*sort, about, computed, &drawn)).collect();
        rows.sort_by(|one, two| {
            let lift = |row: &CarriedRow| row.lift.map_or(-1.0, |lift| lift.value);
            let given = |row: &CarriedRow| row.given.range.value;
            let by_lift = lift(two).total_cmp(&lift(one));
            by_lift.then(given(two).total_cmp(&given(one))).then_with(|| one.carried.cmp(&two.carried))
        });
        let from_of = |is_it: fn(&&DrawnFrom) -> bool| draws.iter().find(is_it).cloned();
        let met_from = from_of(|from| from.counts_met);
        let computed_met = computed.met.map(|mean| CarriedShare { range: mean.into(), basis: ShareBasis::Computed });
        let counted_met = met_from.as_ref().map(|from| {
            let share = counted(drawn.met.kept, drawn.met.drawn, Z95);
            let per_drop = from.asked.items_per_drop;
            let TrueRange { low, value, high } = share.range;
            let range = TrueRange { low: per_drop * low, value: per_drop * value, high: per_drop * high };
            CarriedShare { range, ..share }
        });
        ConditionTable {
            met: narrower(computed_met, counted_met),
            from: [met_from, from_of(|from| from.counts_all)],
            drawn,
            rows,
        }
    }
}

/// The rows of a sort: what occurs on either side, without what the condition says itself.
fn rows_of(
    sort: CarriedSort,
    about: &Conditioning,
    computed: &ComputedCarried,
    drawn: &CarriedTally,
) -> Vec<CarriedRow> {
    let (given, without) = (computed.given.get(&sort), computed.without.get(&sort));
    let mut all: BTreeSet<&Carried> = BTreeSet::new();
    for ranges in [given, without].into_iter().flatten() {
        all.extend(ranges.keys());
    }
    for counts in [&drawn.met, &drawn.all] {
        all.extend(counts.with.keys().filter(|carried| carried.sort() == sort));
    }
    let row = |carried: &Carried| -> Option<CarriedRow> {
        if about.condition.requires(carried) {
            return None;
        }
        let computed = [given, without].map(|ranges| {
            let range = ranges?.get(carried).copied().unwrap_or(TrueRange::known(0.0));
            Some(CarriedShare { range, basis: ShareBasis::Computed })
        });
        let share = |at: usize, counts: &CarriedCounts, z: f64| {
            let count = counts.with.get(carried).copied().unwrap_or(0);
            narrower(computed[at], (counts.kept > 0).then(|| counted(count, counts.kept, z)))
        };
        let sides = |z: f64| Some((share(0, &drawn.met, z)?, share(1, &drawn.all, z)?));
        let (given, without) = sides(Z95)?;
        let is_nothing = |share: &CarriedShare| share.range.value == 0.0 && share.basis == ShareBasis::Computed;
        if is_nothing(&given) && is_nothing(&without) {
            return None;
        }
        let is_drawn = |share: &CarriedShare| share.basis != ShareBasis::Computed;
        let (over, under) = if is_drawn(&given) && is_drawn(&without) { sides(Z_OF_TWO)? } else { (given, without) };
        Some(CarriedRow { carried: carried.clone(), given, without, lift: ratio(over.range, under.range) })
    };
    all.into_iter().filter_map(row).collect()
}

/// The ratio of two numbers that are in these ranges; `None` where the second is 0.
fn ratio(over: TrueRange, under: TrueRange) -> Option<TrueRange> {
    (under.value > 0.0).then(|| TrueRange {
        low: over.low / under.high,
        value: over.value / under.value,
        high: if under.low > 0.0 { over.high / under.low } else { f64::INFINITY },
    })
}

/// A counted share and its Wilson interval.
fn counted(count: u64, of: u64, z: f64) -> CarriedShare {
    let (low, high) = wilson(count, of, z);
    let value = count as f64 / of.max(1) as f64;
    CarriedShare { range: TrueRange { low, value, high }, basis: ShareBasis::Counted { count, of } }
}

/// The share that is better known.
fn narrower(computed: Option<CarriedShare>, counted: Option<CarriedShare>) -> Option<CarriedShare> {
    let width = |share: &CarriedShare| share.range.high - share.range.low;
    match (computed, counted) {
        (Some(computed), Some(counted)) => Some(if width(&computed) <= width(&counted) { computed } else { counted }),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, value: f64, high: f64) -> TrueRange {
        TrueRange { low, value, high }
    }

    #[test]
    fn ratios_by_hand() {
        assert_eq!(ratio(range(0.25, 0.5, 0.75), range(0.125, 0.25, 0.5)), Some(range(0.5, 2.0, 6.0)));
        assert_eq!(ratio(range(0.25, 0.5, 0.75), range(0.0, 0.25, 0.5)), Some(range(0.5, 2.0, f64::INFINITY)));
        assert_eq!(ratio(range(0.25, 0.5, 0.75), range(0.0, 0.0, 0.5)), None);
    }

    /// 5 of 10: 0.2366 to 0.7634.
    #[test]
    fn the_better_known_share_counts() {
        let computed = |low, value, high| CarriedShare { range: range(low, value, high), basis: ShareBasis::Computed };
        let half = counted(5, 10, Z95);
        assert!((half.range.low - 0.236_593).abs() < 1e-6 && (half.range.high - 0.763_407).abs() < 1e-6);
        assert_eq!(narrower(Some(computed(0.4, 0.5, 0.6)), Some(half)), Some(computed(0.4, 0.5, 0.6)));
        assert_eq!(narrower(Some(computed(0.0, 0.5, 1.0)), Some(half)), Some(half));
        assert_eq!((narrower(None, Some(half)), narrower(None, None)), (Some(half), None));
    }
}
