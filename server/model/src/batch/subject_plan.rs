//! Plans of batches that count what turns up of a subject.

use std::num::NonZeroU64;

use super::{Cell, Plan, PlanError, Shard, SubjectPiece, subject_pieces};
use crate::game::Point;

/// Points of a subject, trials per point, and a seed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubjectPlan {
    /// The subject's name.
    pub subject: String,
    /// The points, in the order in which they are shown; none twice.
    pub points: Vec<Point>,
    /// Trials per point.
    pub trials: NonZeroU64,
    /// Seed of the random streams.
    pub seed: u64,
}

impl SubjectPlan {
    /// Checks that the batch can be run and stored.
    ///
    /// # Errors
    /// If one of [`Plan`]'s maxima is exceeded; the message names it.
    pub fn check(&self) -> Result<(), PlanError> {
        let problem = |found: u64, expected: String| Err(PlanError { found: found.to_string(), expected });
        let (points, trials) = (self.points.len() as u64, self.trials.get());
        if trials > Plan::MAX_DROPS {
            return problem(trials, format!("at most {} trials per point", Plan::MAX_DROPS));
        }
        if points == 0 || points > Plan::MAX_CELLS as u64 {
            return problem(points, format!("1 to {} points", Plan::MAX_CELLS));
        }
        if points * trials > Plan::MAX_TOTAL_DROPS {
            return problem(points * trials, format!("at most {} trials in all", Plan::MAX_TOTAL_DROPS));
        }
        Ok(())
    }

    /// The cells that stand for its points in tallies: the depth is the point's position in the plan.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.points.len() as u32).map(|at| Cell { depth: at, quality: 0, kind: None })
    }

    /// All its pieces as shards of those cells. Depends only on the plan.
    pub fn shards(&self) -> impl Iterator<Item = Shard> + '_ {
        self.cells().zip(&self.points).flat_map(|(cell, point)| {
            subject_pieces(*point, self.trials.get()).map(move |piece| Shard {
                cell,
                piece: piece.number,
                drops: piece.trials,
            })
        })
    }

    /// The piece that a shard of this plan is; `None` of other shards.
    pub fn piece(&self, shard: &Shard) -> Option<SubjectPiece> {
        let point = point_of_cell(&self.points, shard.cell)?;
        Some(SubjectPiece { point, number: shard.piece, trials: shard.drops })
    }
}

/// The point that a cell stands for in tallies of a plan with these points.
pub fn point_of_cell(points: &[Point], cell: Cell) -> Option<Point> {
    points.get(cell.depth as usize).copied().filter(|_| cell.quality == 0 && cell.kind.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(points: usize, trials: u64) -> SubjectPlan {
        SubjectPlan {
            subject: "monsters".to_owned(),
            points: (0..points).map(|at| Point::of(&[at as i32 + 5, 8, 0, 0])).collect(),
            trials: NonZeroU64::new(trials).expect("positive"),
            seed: 1,
        }
    }

    #[test]
    fn shards_are_the_pieces_of_each_point() {
        let plan = plan(2, (1 << 20) + 3);
        let pieces: Vec<_> = plan.shards().map(|shard| plan.piece(&shard).expect("a piece of it")).collect();
        let all: Vec<_> = plan.points.iter().flat_map(|point| subject_pieces(*point, plan.trials.get())).collect();
        assert_eq!((pieces.len(), pieces), (4, all));
        let other = Shard { cell: Cell { depth: 2, quality: 0, kind: None }, piece: 0, drops: 1 };
        assert_eq!(plan.piece(&other), None);
    }

    #[test]
    fn sizes_that_can_be_run() {
        assert_eq!(plan(50, 1_000_000).check(), Ok(()));
        let message = |plan: SubjectPlan| plan.check().expect_err("refused").to_string();
        assert_eq!(message(plan(0, 1)), "found `0`; expected 1 to 100000 points");
        assert_eq!(message(plan(1, 2_000_000_000)), "found `2000000000`; expected at most 1000000000 trials per point");
        assert_eq!(
            message(plan(101, 1_000_000_000)),
            "found `101000000000`; expected at most 100000000000 trials in all"
        );
    }
}
