//! Batches: plans of simulations, their independent shards, and tallies.

mod batch_plan;
mod cell;
mod counts;
mod effect;
mod item_log;
mod items;
mod keys;
mod part;
mod plan;
mod row;
mod run;
mod subject_plan;
mod subject_run;
mod tally;
mod target;

pub use batch_plan::{BatchPlan, BatchPlanRef};
pub use cell::{Cell, Detail, cells};
pub use counts::Counts;
pub use effect::{ShareChange, largest_changes};
pub use item_log::{ItemIdentity, LoggedItem};
pub use items::{ItemSample, ItemSearch, SampledItem, sample_items};
pub use keys::{Block, Entry, Key, KeySpace, Metric, Names, NumberRange};
pub use part::PlanPart;
pub use plan::{Plan, PlanError, Shard, parse_depths};
pub use row::{RowCounts, RowKeys};
pub use run::{log_shard_while, run_shard, run_shard_while};
pub use subject_plan::{SubjectPlan, point_of_cell};
pub use subject_run::{SubjectPiece, TRIALS_OF_A_PIECE, run_subject, subject_pieces};
pub use tally::{CellTally, RowLabel, Tally, TallyRow};
pub use target::{Closeness, FIRST_STAGE, MadeShards, Stage, Target, stages};
