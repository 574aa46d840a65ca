//! What a batch makes: drops, or trials of a subject.

use super::{Cell, KeySpace, MadeShards, Plan, Shard, SubjectPlan};

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

    /// The shards that are to be made next, in the order of the cells; none once the batch is done. See
    /// [`Plan::next_shards`].
    pub fn next_shards(&self, made: &MadeShards, keys: &KeySpace) -> Vec<Shard> {
        match self {
            BatchPlan::Drops(plan) => plan.next_shards(made, keys),
            BatchPlan::Subject(plan) => {
                plan.shards().filter(|shard| !made.shards.contains(&(shard.cell, shard.piece))).collect()
            }
        }
    }

    /// Whether a cell of a finished batch may have so many drops or trials.
    pub fn may_have(&self, trials: u64) -> bool {
        match self {
            BatchPlan::Drops(plan) => plan.may_have(trials),
            BatchPlan::Subject(plan) => trials == plan.trials.get(),
        }
    }

    /// Drops or trials of each cell; of a plan with a target the maximum.
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
