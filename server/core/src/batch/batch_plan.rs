//! What a batch makes: drops, or trials of a subject.

use super::{Cell, Plan, Shard, SubjectPlan};

/// The plan of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchPlan {
    /// Of drops.
    Drops(Plan),
    /// Of a subject.
    Subject(SubjectPlan),
}

impl BatchPlan {
    /// All cells, in the order of the plan.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            BatchPlan::Drops(plan) => plan.cells().collect(),
            BatchPlan::Subject(plan) => plan.cells().collect(),
        }
    }

    /// All shards, in the order of the cells.
    pub fn shards(&self) -> Vec<Shard> {
        match self {
            BatchPlan::Drops(plan) => plan.shards().collect(),
            BatchPlan::Subject(plan) => plan.shards().collect(),
        }
    }

    /// Drops or trials of each cell.
    pub fn trials(&self) -> u64 {
        match self {
            BatchPlan::Drops(plan) => plan.drops.get(),
            BatchPlan::Subject(plan) => plan.trials.get(),
        }
    }

    /// Drops or trials of the whole batch.
    pub fn total_trials(&self) -> u64 {
        match self {
            BatchPlan::Drops(plan) => plan.total_drops(),
            BatchPlan::Subject(plan) => plan.points.len() as u64 * plan.trials.get(),
        }
    }

    /// Seed of the random streams.
    pub fn seed(&self) -> u64 {
        match self {
            BatchPlan::Drops(plan) => plan.seed,
            BatchPlan::Subject(plan) => plan.seed,
        }
    }
}

/// A plan that is someone else's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchPlanRef<'a> {
    /// Of drops.
    Drops(&'a Plan),
    /// Of a subject.
    Subject(&'a SubjectPlan),
}

impl<'a> From<&'a Plan> for BatchPlanRef<'a> {
    fn from(plan: &'a Plan) -> BatchPlanRef<'a> {
        BatchPlanRef::Drops(plan)
    }
}

impl<'a> From<&'a SubjectPlan> for BatchPlanRef<'a> {
    fn from(plan: &'a SubjectPlan) -> BatchPlanRef<'a> {
        BatchPlanRef::Subject(plan)
    }
}
