//! Batches that run until their counts are close enough: a target error instead of a number of drops.
//!
//! A cell is made in stages, of which each doubles its drops, and stops for itself after the first stage whose counts meet the
//! [`Target`]. The pieces of a stage are numbered on from those of the stages before and never depend on where a cell stops, so
//! that a run that stopped early is the beginning of a longer one. Only the sums of whole stages are judged, so that neither
//! threads nor interruptions matter. Whether a row is close is decided by a few floating-point operations on two integers,
//! in one order, each correctly rounded, so that every machine decides alike.
//!
//! That counts decide when to stop biases them a little; docs/batches.md has what was measured, and the core's tests hold it.

use std::{collections::BTreeSet, fmt};

use super::{Cell, CellTally, KeySpace, Metric, Plan, PlanError, Shard, Tally};
use crate::stats::{Z95, wilson};

/// How close the counts of a cell are to be to the true shares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Target {
    /// Maximum half-width of a share's 95 % interval, in ten thousandths of the share.
    pub within: u32,
    /// The least share that has to be as close, in millionths of the cell's drops.
    pub rows_from: u32,
}

/// Drops of a cell's first stage.
pub const FIRST_STAGE: u64 = 1 << 12;
/// Maximum pieces of a stage, so that the list of shards stays small.
const MOST_PIECES: u64 = 16;
/// Minimum drops of a piece where a stage is divided.
const LEAST_DROPS: u64 = 1 << 16;

/// A stage of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// Number of its first piece within the cell.
    pub first: u32,
    /// Number of its pieces; of the last stage as many as the drops allow.
    pub pieces: u32,
    /// Drops of each piece.
    pub drops: u64,
    /// Drops of the cell after it.
    pub total: u64,
}

/// The stages of a cell that makes so many drops at most.
pub fn stages(at_most: u64) -> Vec<Stage> {
    let mut stages = Vec::new();
    let (mut first, mut total, mut size) = (0_u32, 0_u64, FIRST_STAGE);
    while total < at_most {
        let planned = (size / LEAST_DROPS).clamp(1, MOST_PIECES);
        let drops = size / planned;
        let pieces = planned.min((at_most - total) / drops);
        if pieces == 0 {
            break;
        }
        let before = total;
        total += pieces * drops;
        stages.push(Stage { first, pieces: pieces as u32, drops, total });
        if pieces < planned {
            break;
        }
        first += pieces as u32;
        // The first stage is as large as the second: each but the first doubles what there is.
        size = if before == 0 { FIRST_STAGE } else { size * 2 };
    }
    stages
}

/// How near a cell came to its target.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closeness {
    /// The largest half-width of a share's 95 % interval relative to the share, of the rows that have to be close; 0 if none
    /// has.
    pub widest: f64,
    /// Whether the target is met.
    pub is_met: bool,
}

impl fmt::Display for Closeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = if self.is_met { "reached" } else { "not reached" };
        write!(f, "{word}: the widest of these rows is within ± {:.2} %", self.widest * 100.0)
    }
}

impl Target {
    /// Values of [`Target::within`]: 0.1 % to 50 %.
    pub const WITHIN: std::ops::RangeInclusive<u32> = 10..=5_000;
    /// Values of [`Target::rows_from`]: 0.001 % to 50 %.
    pub const ROWS_FROM: std::ops::RangeInclusive<u32> = 10..=500_000;

    /// How close the counts of a cell are. A row has to be close unless its interval is below [`Target::rows_from`], so that
    /// none is left out for having come too rarely by chance.
    pub fn closeness(self, cell: Cell, counted: &CellTally, keys: &KeySpace) -> Closeness {
        let share = f64::from(self.rows_from) / 1e6;
        let n = counted.drops;
        let mut widest = 0.0_f64;
        for &(key, count) in &counted.counts {
            let key = keys.key(key);
            if !counts_once(key.metric) || (cell.kind.is_some() && key.kind.is_none()) {
                continue;
            }
            let (low, high) = wilson(count, n, Z95);
            if high >= share {
                let value = count.min(n) as f64 / n as f64;
                widest = widest.max((high - value).max(value - low) / value);
            }
        }
        // Of rows that never came, too, it must be known that they are rare.
        let rest_is_rare = wilson(0, n, Z95).1 < share;
        Closeness { widest, is_met: rest_is_rare && widest <= f64::from(self.within) / 1e4 }
    }

    /// Drops that a cell with these counts needs about in all, of at most so many; the end of a stage.
    pub fn expected_drops(self, cell: Cell, counted: &CellTally, keys: &KeySpace, at_most: u64) -> u64 {
        let closeness = self.closeness(cell, counted, keys);
        let more = (closeness.widest / (f64::from(self.within) / 1e4)).powi(2);
        let unseen = Z95 * Z95 / (f64::from(self.rows_from) / 1e6);
        let needed = (counted.drops as f64 * more).max(unseen);
        let stages = stages(at_most);
        let enough = stages.iter().find(|stage| stage.total as f64 >= needed).or(stages.last());
        enough.map_or(0, |stage| stage.total.max(counted.drops))
    }

    /// The share of [`Target::rows_from`] as a text: `0.1 %`.
    pub fn rows_from_text(self) -> String {
        percent(self.rows_from, 4)
    }

    /// [`Target::within`] as a text: `2 %`.
    pub fn within_text(self) -> String {
        percent(self.within, 2)
    }

    /// Reads a percentage with so many digits behind the point at most, with or without its sign, as a whole number of the
    /// last digit: `0.1%` of four digits is 1,000.
    pub fn parse_percent(text: &str, digits: usize) -> Option<u32> {
        let number = text.trim().strip_suffix('%').unwrap_or(text.trim()).trim_end();
        let (whole, part) = number.split_once('.').unwrap_or((number, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || part.len() > digits || !are_digits(whole) || !are_digits(part) {
            return None;
        }
        format!("{whole}{part:0<digits$}").parse().ok()
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (within, from) = (self.within_text(), self.rows_from_text());
        write!(f, "every row of at least {from} within ± {within} of its value")
    }
}

fn percent(number: u32, digits: u32) -> String {
    let unit = 10_u32.pow(digits);
    let text = format!("{}.{:0width$}", number / unit, number % unit, width = digits as usize);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// Whether a drop counts once at most under a key of the metric, so that counts are shares with intervals. Of the others the
/// rows are counted too, but nothing waits for them.
fn counts_once(metric: Metric) -> bool {
    ![
        Metric::AFFIX_MULT,
        Metric::AFFIX_LEVEL,
        Metric::ATTEMPTS,
        Metric::ROLLBACK_AFFIX,
        Metric::ROLLBACK_THEME,
        Metric::ROLLBACK_CAUSE,
        Metric::ROLLBACK_THEME_CAUSE,
        Metric::EGO_EXTRA,
    ]
    .contains(&metric)
}

/// The shards of a plan that are made, and what they counted.
#[derive(Debug, Clone, Default)]
pub struct MadeShards {
    /// Cell and number of each.
    pub shards: BTreeSet<(Cell, u32)>,
    /// Their counts.
    pub tally: Tally,
}

impl MadeShards {
    /// Adds a shard, in any order.
    pub fn add(&mut self, shard: &Shard, counted: &CellTally) {
        self.shards.insert((shard.cell, shard.piece));
        self.tally.add(shard.cell, counted);
    }
}

impl Plan {
    /// The shards that are to be made next, in the order of the cells; none once the plan is done.
    ///
    /// With a target these are, of each cell, the missing pieces of the stage it is in, or the next stage where all are there
    /// and the target isn't met: it is asked again after they are made. What is asked depends only on what whole stages
    /// counted.
    pub fn next_shards(&self, made: &MadeShards, keys: &KeySpace) -> Vec<Shard> {
        let Some(target) = self.target else {
            return self.shards().filter(|shard| !made.shards.contains(&(shard.cell, shard.piece))).collect();
        };
        let stages = stages(self.drops.get());
        self.cells().flat_map(|cell| next_of_cell(target, &stages, cell, made, keys)).collect()
    }

    /// About the drops that a plan with a target needs in all, by what is made of it; `None` without a target. Cells that have
    /// not begun need as many as the others in the mean, or at least their first stage.
    pub fn expected_drops(&self, made: &MadeShards, keys: &KeySpace) -> Option<u64> {
        let target = self.target?;
        let of = |(cell, counted): (&Cell, &CellTally)| target.expected_drops(*cell, counted, keys, self.drops.get());
        let begun = made.tally.cells.len() as u64;
        let expected: u64 = made.tally.cells.iter().map(of).sum();
        let mean = expected.checked_div(begun).unwrap_or(FIRST_STAGE);
        Some(expected + mean * (self.cells().count() as u64).saturating_sub(begun))
    }

    /// Until when drops are made, and the most of a cell; `None` without a target.
    pub fn until(&self) -> Option<(Target, u64)> {
        Some((self.target?, self.drops.get()))
    }

    /// Whether a cell of a finished batch may have so many drops.
    pub fn may_have(&self, drops: u64) -> bool {
        match self.target {
            None => drops == self.drops.get(),
            Some(_) => stages(self.drops.get()).iter().any(|stage| stage.total == drops),
        }
    }

    /// Checks the target, and that its first stage isn't larger than the drops.
    pub(super) fn check_target(&self) -> Result<(), PlanError> {
        let Some(target) = self.target else { return Ok(()) };
        let problem = |found: String, expected: String| Err(PlanError { found, expected });
        if !Target::WITHIN.contains(&target.within) {
            return problem(target.within_text(), "a target from 0.1 % to 50 %".to_owned());
        }
        if !Target::ROWS_FROM.contains(&target.rows_from) {
            return problem(target.rows_from_text(), "rows from 0.001 % to 50 %".to_owned());
        }
        if self.drops.get() < FIRST_STAGE {
            return problem(self.drops.to_string(), format!("at least {FIRST_STAGE} drops per cell with a target"));
        }
        Ok(())
    }
}

fn next_of_cell(target: Target, stages: &[Stage], cell: Cell, made: &MadeShards, keys: &KeySpace) -> Vec<Shard> {
    let has = |piece: u32| made.shards.contains(&(cell, piece));
    let shards = |stage: &Stage| -> Vec<Shard> {
        let pieces = (stage.first..stage.first + stage.pieces).filter(|piece| !has(*piece));
        pieces.map(|piece| Shard { cell, piece, drops: stage.drops }).collect()
    };
    // A stage that has begun was asked for: the counts of those before it didn't meet the target.
    let last = made.shards.range((cell, 0)..=(cell, u32::MAX)).next_back().map(|last| last.1);
    let begun = last.and_then(|last| stages.iter().rposition(|stage| stage.first <= last));
    let Some(begun) = begun else { return stages.first().map(shards).unwrap_or_default() };
    let missing: Vec<Shard> = stages[..=begun].iter().flat_map(shards).collect();
    let is_met = || {
        let counted = made.tally.cells.get(&cell);
        counted.is_some_and(|counted| target.closeness(cell, counted, keys).is_met)
    };
    if !missing.is_empty() || is_met() {
        return missing;
    }
    stages.get(begun + 1).map(shards).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_double_and_are_the_beginning_of_longer_ones() {
        let totals = |at_most| stages(at_most).iter().map(|stage| stage.total).collect::<Vec<_>>();
        assert_eq!(totals(4095), [0_u64; 0]);
        assert_eq!(totals(4096), [4096]);
        assert_eq!(totals(70_000), [4096, 8192, 16_384, 32_768, 65_536]);
        // The last stage has as many whole pieces as the drops allow: 7 of 8 pieces of 65,536.
        assert_eq!(totals(1_000_000)[7..], [524_288, 983_040]);
        let long = stages(1_000_000_000);
        assert!(long.iter().zip(long.iter().skip(1)).all(|(one, next)| next.first == one.first + one.pieces));
        assert!(long.len() == 19 && long.iter().map(|stage| stage.pieces).sum::<u32>() < 200, "{long:?}");
        for at_most in [4096, 5000, 123_456, 1_000_000, 77_777_777] {
            let short = stages(at_most);
            let (last, whole) = short.split_last().expect("stages");
            assert_eq!(whole, &long[..whole.len()], "{at_most}");
            let of_long = long[whole.len()];
            assert!(last.first == of_long.first && last.drops == of_long.drops && last.pieces <= of_long.pieces);
            assert!(last.total <= at_most);
        }
    }

    #[test]
    fn percentages() {
        for (text, digits, number) in
            [("2%", 2, 200), ("0.1 %", 4, 1000), ("0.25", 2, 25), (" 100% ", 2, 10_000), ("0.0001%", 4, 1)]
        {
            assert_eq!(Target::parse_percent(text, digits), Some(number), "{text}");
        }
        for text in ["", "%", "-1%", "1.234%", ".5", "1e3", "٣", "99999999999", "1,5"] {
            assert_eq!(Target::parse_percent(text, 2), None, "{text}");
        }
        let target = Target { within: 250, rows_from: 1000 };
        assert_eq!(target.to_string(), "every row of at least 0.1 % within ± 2.5 % of its value");
        assert_eq!(Target { within: 1000, rows_from: 10 }.rows_from_text(), "0.001 %");
        assert_eq!(Target { within: 1000, rows_from: 10 }.within_text(), "10 %");
    }
}
