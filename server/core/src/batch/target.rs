//! Running until rows are known closely enough: in stages, each cell for itself.
//!
//! The pieces of a cell are those of its plan. A cell stops after 1, 2, 4, … or all of them, so that what it counted is the
//! beginning of what the whole plan would have counted. Whether it stops depends on the counts of whole stages alone, not on
//! threads or on the order in which pieces came. docs/batches.md says what stopping does to intervals.

use std::collections::{BTreeMap, BTreeSet};

use super::{Cell, CellTally, Entry, Key, KeySpace, Metric, Plan, Shard, Tally};
use crate::stats::{Z95, wilson, zero_upper};

/// The metrics whose rows are looked at: what a drop is. Each counts a drop once at most.
const ROWS: [Metric; 4] = [Metric::KIND, Metric::AFFIX, Metric::THEME, Metric::ARTIFACT];

/// How closely the rows of a cell are to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// Half of the width of a row's 95 % interval, in hundredths of a per cent of its value; 1 to [`Target::WIDEST`].
    within: u32,
    /// Share of a cell's drops from which on rows count, in millionths; 1 to [`Target::WHOLE`].
    rows_from: u32,
}

impl Target {
    /// 100 % of a row's value.
    pub const WIDEST: u32 = 10_000;
    /// All drops of a cell.
    pub const WHOLE: u32 = 1_000_000;

    /// A target; `None` where a number is out of its range.
    pub fn new(within: u32, rows_from: u32) -> Option<Target> {
        let is_good = (1..=Target::WIDEST).contains(&within) && (1..=Target::WHOLE).contains(&rows_from);
        is_good.then_some(Target { within, rows_from })
    }

    /// Half of the width of a row's interval that is aimed at, as a part of its value.
    pub fn within(self) -> f64 {
        f64::from(self.within) / f64::from(Target::WIDEST)
    }

    /// The share of a cell's drops from which on rows count.
    pub fn rows_from(self) -> f64 {
        f64::from(self.rows_from) / f64::from(Target::WHOLE)
    }

    /// About the drops that a row of exactly [`Target::rows_from`] takes: n where z·√(p(1−p)/n) is as wide as aimed at.
    pub fn drops_for_smallest(self) -> f64 {
        let p = self.rows_from();
        Z95 * Z95 * (1.0 - p) / (p * self.within() * self.within())
    }

    /// The row of a cell that is known worst among those that may have [`Target::rows_from`] of its drops by their interval.
    /// Rows that weren't seen count as long as they may have as many.
    pub fn worst(self, keys: &KeySpace, tally: &CellTally) -> WorstRow {
        let n = tally.drops;
        if n == 0 || zero_upper(n, Z95) >= self.rows_from() {
            return WorstRow { key: None, share: 0.0, width: f64::INFINITY };
        }
        let mut rows: BTreeMap<Row, (u32, u64)> = BTreeMap::new();
        for &(key, count) in &tally.counts {
            if let Some(row) = Row::of(keys, key) {
                rows.entry(row).or_insert((key, 0)).1 += count;
            }
        }
        let mut worst = WorstRow { key: None, share: 0.0, width: 0.0 };
        for (key, count) in rows.into_values() {
            let (low, high) = wilson(count, n, Z95);
            let share = count as f64 / n as f64;
            let width = (high - low) / 2.0 / share;
            if high >= self.rows_from() && width > worst.width {
                worst = WorstRow { key: Some(key), share, width };
            }
        }
        worst
    }

    /// Whether all rows that count are known as closely as aimed at.
    pub fn is_reached(self, keys: &KeySpace, tally: &CellTally) -> bool {
        self.worst(keys, tally).width <= self.within()
    }
}

/// The row of a cell that is known worst.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstRow {
    /// One of its keys; `None` where no row counts, or where unseen ones may.
    pub key: Option<u32>,
    /// Its share of the drops.
    pub share: f64,
    /// Half of the width of its 95 % interval, as a part of its share; infinite where unseen rows may count.
    pub width: f64,
}

/// What is shown as one row: a kind, an artifact, or an affix or theme on an item type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Row(Metric, u32, Entry);

impl Row {
    fn of(keys: &KeySpace, key: u32) -> Option<Row> {
        let Key { metric, kind, entry } = keys.key(key);
        if !ROWS.contains(&metric) {
            return None;
        }
        let group = match (kind, entry) {
            (Some(kind), Entry::Kind) => kind.0,
            (Some(kind), _) => keys.catalog().kind(kind).tval.into(),
            (None, _) => 0,
        };
        Some(Row(metric, group, entry))
    }
}

/// A plan that runs stage by stage until a target is reached.
#[derive(Debug, Clone)]
pub struct StagedPlan {
    target: Target,
    pieces: BTreeMap<Cell, Vec<Shard>>,
    /// Cells that go on.
    open: BTreeSet<Cell>,
    /// Pieces of each open cell that were given out.
    given: usize,
}

impl StagedPlan {
    /// A plan at its beginning.
    pub fn new(plan: &Plan, target: Target) -> StagedPlan {
        let mut pieces: BTreeMap<Cell, Vec<Shard>> = BTreeMap::new();
        for shard in plan.shards() {
            pieces.entry(shard.cell).or_default().push(shard);
        }
        let open = pieces.keys().copied().collect();
        StagedPlan { target, pieces, open, given: 0 }
    }

    /// The shards of the next stage, in the order of the plan; none after the last. `tally` must have all shards that were
    /// given out, and no others.
    pub fn next_stage(&mut self, keys: &KeySpace, tally: &Tally) -> Vec<Shard> {
        let (given, target, pieces) = (self.given, self.target, &self.pieces);
        if given > 0 {
            let is_open = |cell: &Cell| {
                let is_reached = tally.cells.get(cell).is_some_and(|counted| target.is_reached(keys, counted));
                !is_reached && pieces.get(cell).is_some_and(|all| all.len() > given)
            };
            self.open.retain(is_open);
        }
        self.given = (2 * given).max(1);
        let stage =
            |cell: &Cell| pieces.get(cell).map_or(&[][..], |all| &all[given.min(all.len())..self.given.min(all.len())]);
        self.open.iter().flat_map(stage).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU64, sync::Arc};

    use super::*;
    use crate::{
        batch::{Detail, Names},
        catalog::{Catalog, Kind, KindId},
        game::Switches,
    };

    fn keys() -> KeySpace {
        let kind = |index| Kind {
            index,
            tval: 1,
            sval: index as u16,
            name: String::new(),
            level: 0,
            allocations: Vec::new(),
            good: false,
            flags: Vec::new(),
            record: None,
        };
        let mut keys = KeySpace::new(Arc::new(Catalog { kinds: vec![kind(1), kind(2)], ..Catalog::default() }));
        let kinds: Arc<[KindId]> = [KindId(0), KindId(1)].into();
        keys.push(Metric::KIND, Arc::clone(&kinds), Names::Kind);
        keys.push(Metric::ATTEMPTS, Arc::default(), Names::Fixed(vec!["steps".to_owned()]));
        keys
    }

    fn tally(drops: u64, counts: &[(u32, u64)]) -> CellTally {
        CellTally { drops, counts: counts.to_vec() }
    }

    /// A half of 9604 drops is known to ±1.96·√(1/4/9604)/½ = 2 %; z² more drops in Wilson's interval make it a little less.
    #[test]
    fn half_of_9604_drops_is_known_to_two_per_cent() {
        let (two, keys) = (Target::new(200, 1000).expect("a target"), keys());
        assert!(two.is_reached(&keys, &tally(9604, &[(0, 4802), (1, 4802)])));
        assert!(!two.is_reached(&keys, &tally(9580, &[(0, 4790), (1, 4790)])));
        // Other metrics have no share.
        assert!(two.is_reached(&keys, &tally(9604, &[(0, 4802), (1, 4802), (2, 30)])));
        let worst = two.worst(&keys, &tally(9604, &[(0, 9504), (1, 100)]));
        assert_eq!((worst.key, worst.share), (Some(1), 100.0 / 9604.0));
        assert!((worst.width - 0.196).abs() < 0.003, "{}", worst.width);
    }

    #[test]
    fn rare_rows_count_as_long_as_they_may_be_frequent_enough() {
        let keys = keys();
        let one_percent = Target::new(1000, 10_000).expect("a target");
        // 80 of 10,000 has an interval up to 1 %, 78 has not.
        assert!(!one_percent.is_reached(&keys, &tally(10_000, &[(0, 9918), (1, 82)])));
        assert!(one_percent.is_reached(&keys, &tally(10_000, &[(0, 9930), (1, 70)])));
        // Unseen: up to 3.84 of n + 3.84.
        assert!(!one_percent.is_reached(&keys, &tally(380, &[(0, 380)])));
        assert!(one_percent.is_reached(&keys, &tally(381, &[(0, 381)])));
        assert!(!one_percent.is_reached(&keys, &tally(0, &[])));
    }

    #[test]
    fn numbers_of_targets_have_a_range() {
        assert_eq!(
            [(0, 5), (10_001, 5), (5, 0), (5, 1_000_001)].map(|(within, from)| Target::new(within, from)),
            [None; 4]
        );
        // z² · 999 / 0.0004
        let usual = Target::new(200, 1000).expect("a target");
        assert!((usual.drops_for_smallest() - 9_594_040.0).abs() < 100.0, "{}", usual.drops_for_smallest());
    }

    #[test]
    fn stages_are_the_beginning_of_the_plan_and_each_cell_stops_for_itself() {
        let plan = Plan {
            depths: vec![1, 2],
            qualities: vec![0],
            kinds: Vec::new(),
            drops: NonZeroU64::new(65_536 * 6).expect("positive"),
            seed: 1,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let (keys, target) = (keys(), Target::new(200, 1000).expect("a target"));
        let mut staged = StagedPlan::new(&plan, target);
        let mut made = Tally::default();
        let mut sizes = Vec::new();
        loop {
            let stage = staged.next_stage(&keys, &made);
            if stage.is_empty() {
                break;
            }
            sizes.push(stage.iter().map(|shard| (shard.cell.depth, shard.piece)).collect::<Vec<_>>());
            for shard in stage {
                // At depth 1 one kind in two, at depth 2 one in a thousand.
                let rare = shard.drops / if shard.cell.depth == 1 { 2 } else { 1000 };
                made.add(shard.cell, &tally(shard.drops, &[(0, shard.drops - rare), (1, rare)]));
            }
        }
        assert_eq!(sizes, [vec![(1, 0), (2, 0)], vec![(2, 1)], vec![(2, 2), (2, 3)], vec![(2, 4), (2, 5)]]);
    }
}
