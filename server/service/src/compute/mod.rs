//! Heavy work: one scheduler of computing, and what it computes at length: chances of drops, batches, paired batches and
//! audits, each with progress, and each able to be stopped.

mod answers;
mod audits;
mod balance;
mod balance_runs;
mod batch_queue;
mod cell_key;
mod cell_parts;
mod chances;
mod closeness;
mod conditioning;
mod estimate;
mod fair_queue;
mod line_moves;
mod luck;
mod moving_lines;
mod numbers;
mod origins;
mod outage_retry;
mod pace;
mod page_runs;
mod paired;
mod par_map_ordered;
mod remote;
mod scheduler;
mod sensitivity;
mod shards;
mod simulated;
mod single_flight;
pub(crate) mod turns;

pub use answers::{AnswerMethod, Effort, QuestionAnswer, answer, parse_within};
pub use audits::{AuditError, AuditOutcome, AuditResult, AuditRun, Audits, COMPARISONS, FALSE_ALARMS};
pub use balance::{BalanceEffort, BalanceRules, run_balance_test};
pub use balance_runs::{BalanceRun, BalanceRuns, NewBalanceRun, RunTest};
pub use batch_queue::BatchQueue;
pub use cell_parts::{CellChances, CellError, CellParts, CellResult};
pub use chances::chances_of_type;
pub use chances::{
    CellRequest, ChanceCache, ChanceError, ChanceResult, Chances, KeepAlive, KeepAliveKey, Prefetch, TypeCell,
};
pub use conditioning::{CarriedEffort, ConditionRun, ConditionRuns, condition_table};
pub use estimate::{Estimate, estimate};
pub use line_moves::{FilesAndRules, line_moves};
pub use luck::find_chances;
pub use moving_lines::{MOVING_LINES, moving_lines};
pub use numbers::{CellNumbers, Numbers};
pub use origins::{OriginsRun, OriginsRuns, OriginsWork, origins};
pub use page_runs::{PageRun, PageRuns, RunOutcome};
pub use paired::{MOST_DROPS, PairedBatch, PairedBatches, PairedError, PairedState};
pub use par_map_ordered::{OrderedMap, par_map_ordered};
pub use remote::{RemoteChances, RemoteJob, RemotePieces, RemoteRun, RemoteShards};
pub use scheduler::{CancelToken, JobHandle, Priority, Scheduler, Task, TaskCounts, TaskError};
pub use sensitivity::{StepEffect, SteppedNumber, SteppedPool, SteppedShare, step_effects};
pub use shards::{Progress, ShardRun, ShardSource, run_shards};
pub use simulated::{SimulatedDrops, Stages};
pub use single_flight::{Publisher, SingleFlight};
