//! How many simulated items bring the numbers of a cell as close as they need to be.

use std::{collections::BTreeMap, sync::Arc};

use affixboard_model::{
    batch::{Entry, KeySpace, Metric},
    stats::Z95,
};

use super::{
    Chances,
    simulated::{Pilot, SimulatedDrops, Stages, most_drops},
};

/// Error bounds up to this part of the mean leave three digits.
const PRECISE: f64 = 0.0005;
/// Error bounds of keys add up over the kinds of an item type, simulated ones' widths as squares do: so much narrower must a
/// bound be for its sums to be narrower too, for up to 64 kinds.
const KINDS: f64 = 8.0;
/// Rows that so many of the items have, or more (the first ones say 0.1 % within 6 % of that), are known to [`CLOSE`] of their value.
const COMMON: f64 = 0.000_94;
/// Half-width of rows in parts of their value, a little less than the 1 % that is promised.
const CLOSE: f64 = 0.0095;

/// Whether the most whole drops that are simulated can't be closer than the computed chances.
pub(super) fn is_precise(chances: &Chances) -> bool {
    let drops = most_drops() as f64;
    chances.iter().all(|chance| {
        // Half the width of the interval around a share, and of that around none.
        let simulated = (Z95 * (chance.mean / drops).sqrt()).max(Z95 * Z95 / drops);
        chance.bound <= chance.mean * PRECISE || chance.bound * KINDS <= simulated
    })
}

/// The stage at which a cell is close enough. Of rows whose computed bounds are wide the first million of items, which are made
/// anyway, tell how many are needed. That is decided once: who stopped where the counts look good would have counts that look too
/// good.
pub(super) fn last_stage(
    keys: &KeySpace,
    chances: Option<&Chances>,
    drops: Option<&Arc<SimulatedDrops>>,
    stages: Stages,
) -> usize {
    match (chances, drops.and_then(|drops| drops.pilot.as_deref())) {
        (Some(chances), Some(pilot)) => stages.with(items_for(keys, chances, pilot)),
        // It goes on when both are there.
        _ => stages.with(0),
    }
}

/// Number of items for each row of at least [`COMMON`] to be [`CLOSE`], by its computed bound or by counting: n with
/// 1.96 · √(p (1 − p) ÷ n) = 0.0095 p.
fn items_for(keys: &KeySpace, chances: &Chances, pilot: &Pilot) -> u64 {
    type RowKey = (&'static str, Entry);
    let row_of = |key: u32| {
        let key = keys.key(key);
        (key.metric != Metric::KIND).then_some((key.metric.0, key.entry))
    };
    let mut computed: BTreeMap<RowKey, (f64, f64)> = BTreeMap::new();
    for (row, chance) in chances.iter().filter_map(|chance| Some((row_of(chance.key)?, chance))) {
        let sums = computed.entry(row).or_default();
        *sums = (sums.0 + chance.mean, sums.1 + chance.bound);
    }
    let mut counted: BTreeMap<RowKey, u64> = BTreeMap::new();
    for (row, count) in pilot.counts.iter().filter_map(|(key, count)| Some((row_of(*key)?, count))) {
        *counted.entry(row).or_default() += count;
    }
    let needed = counted.into_iter().map(|(row, count)| {
        let share = count as f64 / pilot.items as f64;
        let is_close = computed.get(&row).is_some_and(|(mean, bound)| *bound <= CLOSE * mean);
        if is_close || share < COMMON { 0.0 } else { (Z95 / CLOSE).powi(2) * (1.0 - share.min(1.0)) / share }
    });
    needed.fold(0.0, f64::max).ceil() as u64
}

#[cfg(test)]
mod tests {
    use affixboard_model::game::Chance;

    use super::*;
    use crate::starter;

    /// At a tenth, 1.96² × 0.9 ÷ 0.1 ÷ 0.0095² = 383,000 items; at a thousandth 42.5 million; none where the bound is close, or
    /// the row is rarer.
    #[test]
    fn items_for_the_rarest_row() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let forge = starter.loaded.model.forge();
        let keys = forge.keys();
        let key = (0..keys.len() as u32).find(|key| keys.key(*key).metric == Metric::AFFIX).expect("a key");
        for (count, mean, bound, expected) in [
            (100_000, 0.02, 0.000_1, 0),
            (100_000, 0.02, 0.000_4, 383_000),
            (1_000, 0.000_2, 0.000_01, 42_500_000),
            (1_000, 0.0, 0.2, 42_500_000),
            (800, 0.000_1, 0.000_05, 0),
        ] {
            let chances = Chances::new(vec![Chance { key, mean, bound }]);
            let found = items_for(keys, &chances, &Pilot { items: 1_000_000, counts: vec![(key, count)] });
            assert!(found.abs_diff(expected) <= expected / 200, "{count} {mean} {bound}: {found}");
        }
    }
}
