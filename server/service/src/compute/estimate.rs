//! What a batch will about take, before it is started: by a short sample of some of its cells.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use affixboard_model::{
    batch::{Cell, FIRST_STAGE, MadeShards, Plan, Shard, Tally},
    game::{Forge, Words},
};
use affixboard_report::format::tally_csv;

use super::{Progress, Scheduler, ShardSource, run_shards};

/// Cells that are sampled at most.
const CELLS: usize = 16;
/// The sample takes at most so long.
const PATIENCE: Duration = Duration::from_secs(3);

/// About what a batch takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Drops in all cells.
    pub drops: u64,
    /// Time that they take with all threads, if nothing else runs.
    pub time: Duration,
    /// Bytes of the tally as CSV; more drops have more rare rows.
    pub bytes: u64,
    /// Cells that were sampled.
    pub sampled: usize,
}

/// Samples a plan; `None` where no cell was done in time, as while other batches run.
pub async fn estimate(
    scheduler: &Arc<Scheduler>,
    forge: &Arc<dyn Forge>,
    plan: &Plan,
    words: &Words,
) -> Option<Estimate> {
    let cells: Vec<Cell> = plan.cells().collect();
    let drops = FIRST_STAGE.min(plan.drops.get());
    let step = cells.len().div_ceil(CELLS).max(1);
    let shards: Vec<Shard> = cells.iter().step_by(step).map(|cell| Shard { cell: *cell, piece: 0, drops }).collect();
    let (all, sampled) = (cells.len() as u64, shards.len() as u64);
    let progress = Arc::<Progress>::default();
    let (begun, mut made) = (Instant::now(), MadeShards::default());
    let mut run = run_shards(scheduler, ShardSource::Drops(Arc::clone(forge), plan.seed), shards, &progress);
    let sample = async {
        while let Some(Ok((shard, counted))) = run.next().await {
            made.add(&shard, &counted);
        }
    };
    // What was not done in time is not asked for.
    let in_time = tokio::time::timeout(PATIENCE, sample).await.is_ok();
    progress.stop();
    let took = begun.elapsed().as_secs_f64();
    let done = made.tally.cells.len();
    if done == 0 {
        return None;
    }
    let expected = plan.expected_drops(&made, forge.keys()).unwrap_or(plan.total_drops());
    let threads = scheduler.long_tasks_at_once() as u64;
    // A sample of few cells may have left threads without work that the batch has some for.
    let idle = if in_time { threads as f64 / threads.min(sampled).max(1) as f64 } else { 1.0 };
    let rate = (drops * done as u64) as f64 / took.max(1e-6) * idle;
    let csv = |tally: &Tally| tally_csv(tally, forge.keys(), words, None).len() as u64;
    Some(Estimate {
        drops: expected,
        time: Duration::try_from_secs_f64(expected as f64 / rate).unwrap_or(Duration::MAX),
        bytes: csv(&made.tally) * all / done as u64,
        sampled: done,
    })
}
