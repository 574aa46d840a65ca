//! Plans: depths × drop qualities × (all kinds or some) × drops, with seed, rule switches and detail.

use std::{fmt, num::NonZeroU64};

use super::{Cell, Detail, Target, cells, stages};
use crate::{catalog::KindId, engine::random::Stream, game::Switches};

/// A batch's cells, drops per cell, seed, rule switches and detail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Dungeon levels, rising.
    pub depths: Vec<u32>,
    /// Drop qualities, rising.
    pub qualities: Vec<u8>,
    /// Kinds, each with cells of its own; empty for whole drops.
    pub kinds: Vec<KindId>,
    /// Drops per cell; with a target at most so many.
    pub drops: NonZeroU64,
    /// Until when drops are made; `None` for as many as there may be.
    pub target: Option<Target>,
    /// Seed of the random streams.
    pub seed: u64,
    /// Rule switches that are as documented.
    pub switches: Switches,
    /// The metrics to count.
    pub detail: Detail,
}

/// A piece of a cell with a random stream of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shard {
    /// The cell.
    pub cell: Cell,
    /// Number of this piece within the cell, from 0.
    pub piece: u32,
    /// Number of drops it makes.
    pub drops: u64,
}

/// Minimum drops of a shard if the cell is divided; smaller shards cost more than they gain.
const MIN_SHARD_DROPS: u64 = 1 << 16;
/// Maximum shards of a cell, so that the list of shards stays small for any number of drops.
const MAX_SHARDS: u64 = 64;

impl Plan {
    /// Maximum drops per cell; a shard's counters then can't overflow.
    pub const MAX_DROPS: u64 = 1_000_000_000;

    /// Maximum cells of a batch.
    pub const MAX_CELLS: usize = 100_000;
    /// Maximum drops of a batch.
    pub const MAX_TOTAL_DROPS: u64 = 100_000_000_000;

    /// Checks that the batch can be run and stored.
    ///
    /// # Errors
    /// If a maximum above is exceeded; the message names it.
    pub fn check(&self) -> Result<(), PlanError> {
        let problem = |found: u64, expected: String| Err(PlanError { found: found.to_string(), expected });
        if self.drops.get() > Plan::MAX_DROPS {
            return problem(self.drops.get(), format!("at most {} drops per cell", Plan::MAX_DROPS));
        }
        let cells = self.depths.len() * self.qualities.len() * self.kinds.len().max(1);
        if cells == 0 || cells > Plan::MAX_CELLS {
            return problem(cells as u64, format!("1 to {} cells (depths × qualities × kinds)", Plan::MAX_CELLS));
        }
        if cells as u64 * self.drops.get() > Plan::MAX_TOTAL_DROPS {
            let total = cells as u64 * self.drops.get();
            return problem(total, format!("at most {} drops in all", Plan::MAX_TOTAL_DROPS));
        }
        self.check_target()
    }

    /// All cells: by depth, then quality, then kind.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        cells(&self.depths, &self.qualities, &self.kinds)
    }

    /// All shards, in the order of the cells. Depends only on the plan, never on the machine. With a target these are all that
    /// may be made; [`Plan::next_shards`] has those that are.
    pub fn shards(&self) -> impl Iterator<Item = Shard> + '_ {
        let pieces: Vec<u64> = match self.target {
            None => self.pieces().collect(),
            Some(_) => stages(self.drops.get())
                .iter()
                .flat_map(|stage| std::iter::repeat_n(stage.drops, stage.pieces as usize))
                .collect(),
        };
        self.cells().flat_map(move |cell| {
            let pieces = pieces.clone();
            (0..).zip(pieces).map(move |(piece, drops)| Shard { cell, piece, drops })
        })
    }

    /// Drops of the pieces of a cell without a target.
    fn pieces(&self) -> impl Iterator<Item = u64> {
        let drops = self.drops.get();
        let pieces = drops.div_ceil(MIN_SHARD_DROPS).min(MAX_SHARDS);
        (0..pieces).map(move |piece| drops / pieces + u64::from(piece < drops % pieces))
    }

    /// Number of drops of the whole batch; with a target the maximum.
    pub fn total_drops(&self) -> u64 {
        self.cells().count() as u64 * self.drops.get()
    }
}

impl Shard {
    /// The shard's own random stream.
    ///
    /// The cell's stream is seeded from the seed and the cell, so that a cell gives the same drops in every plan with
    /// that seed; its pieces are 2^128 draws apart.
    pub fn stream(&self, seed: u64) -> Stream {
        let kind = self.cell.kind.map_or(0, |kind| u64::from(kind.0) + 1);
        let place = (u64::from(self.cell.depth) << 8) | u64::from(self.cell.quality);
        Stream::seeded([seed, place, kind]).jumped(self.piece)
    }
}

/// A list of depths that can't be parsed, or a plan that is too large.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanError {
    /// The part that is wrong.
    pub found: String,
    /// Description of a valid value.
    pub expected: String,
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`; expected {}", self.found, self.expected)
    }
}

impl std::error::Error for PlanError {}

/// Reads a list of depths: numbers and ranges, such as `1,5,10-20` or `10-100/10` (every tenth), in any order.
/// The result is rising and without repeats.
///
/// # Errors
/// If a part has another form, or a depth is over `deepest`.
pub fn parse_depths(text: &str, deepest: u32) -> Result<Vec<u32>, PlanError> {
    let mut depths = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let problem = |expected: String| PlanError { found: part.chars().take(40).collect(), expected };
        let number = |text: &str| {
            let number: u32 =
                text.trim().parse().map_err(|_| problem("depths such as `1,5,10-20` or `10-100/10`".to_owned()))?;
            if number > deepest {
                return Err(problem(format!("depths from 0 to {deepest}")));
            }
            Ok(number)
        };
        let (range, step) = match part.split_once('/') {
            Some((_, step)) if step.trim() == "0" => return Err(problem("a step of 1 or more".to_owned())),
            Some((range, step)) => (range, number(step)?.max(1)),
            None => (part, 1),
        };
        match range.split_once('-') {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to)?);
                if from > to {
                    return Err(problem("a range that ends after it begins".to_owned()));
                }
                depths.extend((from..=to).step_by(step as usize));
            }
            None => depths.push(number(range)?),
        }
    }
    if depths.is_empty() {
        return Err(PlanError { found: text.chars().take(40).collect(), expected: "at least one depth".to_owned() });
    }
    depths.sort_unstable();
    depths.dedup();
    Ok(depths)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_lists() {
        assert_eq!(parse_depths("1,5,10-13", 100).expect("a list"), [1, 5, 10, 11, 12, 13]);
        assert_eq!(parse_depths(" 30 , 10-50/20,30,", 100).expect("a list"), [10, 30, 50]);
        for (text, message) in [
            ("", "found ``; expected at least one depth"),
            ("x", "found `x`; expected depths such as `1,5,10-20` or `10-100/10`"),
            ("5-", "found `5-`; expected depths such as `1,5,10-20` or `10-100/10`"),
            ("-5", "found `-5`; expected depths such as `1,5,10-20` or `10-100/10`"),
            ("9-3", "found `9-3`; expected a range that ends after it begins"),
            ("500", "found `500`; expected depths from 0 to 100"),
            ("1-100/0", "found `1-100/0`; expected a step of 1 or more"),
        ] {
            assert_eq!(parse_depths(text, 100).expect_err("refused").to_string(), message);
        }
    }

    #[test]
    fn sizes_that_can_be_run() {
        let plan = |drops, depths: u32, kinds: u32| Plan {
            target: None,
            depths: (0..depths).collect(),
            qualities: vec![0, 1, 2],
            kinds: (0..kinds).map(KindId).collect(),
            drops: NonZeroU64::new(drops).expect("positive"),
            seed: 0,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        assert_eq!(plan(1_000_000, 128, 0).check(), Ok(()));
        let message = |plan: Plan| plan.check().expect_err("refused").to_string();
        assert_eq!(
            message(plan(2_000_000_000, 1, 0)),
            "found `2000000000`; expected at most 1000000000 drops per cell"
        );
        assert_eq!(message(plan(1, 0, 0)), "found `0`; expected 1 to 100000 cells (depths × qualities × kinds)");
        assert_eq!(
            message(plan(1, 128, 400)),
            "found `153600`; expected 1 to 100000 cells (depths × qualities × kinds)"
        );
        assert_eq!(
            message(plan(1_000_000_000, 128, 0)),
            "found `384000000000`; expected at most 100000000000 drops in all"
        );
    }

    #[test]
    fn shards_cover_every_drop_once_and_do_not_depend_on_the_machine() {
        for drops in [1, 1000, 65_536, 65_537, 200_000, 50_000_000] {
            let plan = Plan {
                target: None,
                depths: vec![1, 30],
                qualities: vec![0, 2],
                kinds: vec![],
                drops: NonZeroU64::new(drops).expect("positive"),
                seed: 7,
                switches: Switches::coded(),
                detail: Detail::Identity,
            };
            let shards: Vec<_> = plan.shards().collect();
            assert_eq!(shards.iter().map(|shard| shard.drops).sum::<u64>(), plan.total_drops());
            assert!(shards.len() <= 4 * 64);
            assert_eq!(shards.first().map(|shard| shard.piece), Some(0));
        }
    }
}
