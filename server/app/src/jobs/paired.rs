//! Paired batches: the same plan with the same seed on a revision and on what somebody proposes to make of it. They are short,
//! run one at a time beside the queue, and are kept in memory only.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use affixboard_core::batch::{Plan, Shard, Tally};
use affixboard_store::AccountId;
use thiserror::Error;
use tokio::sync::watch;
use tracing::error;

use super::{Progress, run};
use crate::library::OpenRevision;

/// A side makes at most so many drops.
pub const MOST_DROPS: u64 = 2_000_000;
/// So many are kept, the newest ones.
const KEPT: usize = 6;

/// What became of a paired batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairedState {
    /// It is being run.
    Running,
    /// What both sides counted: the base, then what is proposed.
    Done(Arc<[Tally; 2]>),
    /// It was stopped before its end.
    Stopped,
    /// It failed; the log says why.
    Failed,
}

/// A paired batch.
pub struct PairedBatch {
    /// Its number, from 1 on since the program started.
    pub number: u64,
    /// The revision, and what is proposed.
    pub sides: [Arc<OpenRevision>; 2],
    /// What each side does.
    pub plan: Plan,
    /// Who started it; `None` before there are accounts.
    pub by: Option<AccountId>,
    progress: Progress,
    state: watch::Sender<PairedState>,
}

impl PairedBatch {
    /// What became of it so far.
    pub fn state(&self) -> PairedState {
        self.state.borrow().clone()
    }

    /// Drops made so far on both sides.
    pub fn done(&self) -> u64 {
        self.progress.done()
    }

    /// Drops of both sides.
    pub fn total(&self) -> u64 {
        2 * self.plan.total_drops()
    }

    /// Ends it after the shards under way.
    pub fn cancel(&self) {
        self.progress.stop();
    }

    /// Returns when it is at its end.
    pub async fn ended(&self) {
        let mut state = self.state.subscribe();
        // The sender is ours.
        let _ = state.wait_for(|state| *state != PairedState::Running).await;
    }
}

/// Why a paired batch isn't run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PairedError {
    /// Another one runs.
    #[error("paired batch {0} is running; one runs at a time")]
    Busy(u64),
    /// It is too large.
    #[error("found {0} drops a side; expected at most {MOST_DROPS}")]
    TooLarge(u64),
    /// The threads can't be started.
    #[error("the threads can't be started")]
    NoThreads,
}

/// The paired batches of a running program.
pub struct Paired {
    kept: Mutex<VecDeque<Arc<PairedBatch>>>,
    threads: usize,
    stopped: watch::Receiver<bool>,
}

impl Paired {
    /// None yet; run with so many threads, until `stopped` says so.
    pub fn new(threads: usize, stopped: watch::Receiver<bool>) -> Paired {
        Paired { kept: Mutex::default(), threads, stopped }
    }

    /// The one with that number, while it is kept.
    pub fn find(&self, number: u64) -> Option<Arc<PairedBatch>> {
        self.kept().iter().find(|batch| batch.number == number).cloned()
    }

    /// Starts one, unless one runs.
    ///
    /// # Errors
    /// Where another one runs, or it is too large.
    pub fn start(
        &self,
        sides: [Arc<OpenRevision>; 2],
        plan: Plan,
        by: Option<AccountId>,
    ) -> Result<Arc<PairedBatch>, PairedError> {
        if plan.total_drops() > MOST_DROPS {
            return Err(PairedError::TooLarge(plan.total_drops()));
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|_| PairedError::NoThreads)?;
        let batch = {
            let mut kept = self.kept();
            if let Some(other) = kept.iter().find(|batch| batch.state() == PairedState::Running) {
                return Err(PairedError::Busy(other.number));
            }
            let number = kept.front().map_or(1, |newest| newest.number + 1);
            let (progress, state) = (Progress::default(), watch::Sender::new(PairedState::Running));
            let batch = Arc::new(PairedBatch { number, sides, plan, by, progress, state });
            kept.push_front(Arc::clone(&batch));
            kept.truncate(KEPT);
            batch
        };
        let (running, mut stopped) = (Arc::clone(&batch), self.stopped.clone());
        tokio::spawn(async move {
            let of = Arc::clone(&running);
            let stop = async move {
                // Whoever could say stop is gone: that is one.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            let mut work = tokio::task::spawn_blocking(move || count(&of, &pool));
            let ended = tokio::select! {
                ended = &mut work => ended,
                () = stop => {
                    running.cancel();
                    work.await
                }
            };
            let state = match ended {
                Ok(Some(tallies)) => PairedState::Done(Arc::new(tallies)),
                Ok(None) => PairedState::Stopped,
                Err(failure) => {
                    error!(number = running.number, %failure, "a paired batch failed");
                    PairedState::Failed
                }
            };
            running.state.send_replace(state);
        });
        Ok(batch)
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<PairedBatch>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs both sides, one after the other; nothing where it is stopped.
fn count(batch: &PairedBatch, pool: &rayon::ThreadPool) -> Option<[Tally; 2]> {
    let shards: Vec<Shard> = batch.plan.shards().collect();
    let side = |open: &OpenRevision| {
        let tally = Mutex::new(Tally::default());
        let all = run(pool, open.forge.as_ref(), batch.plan.seed, &shards, &batch.progress, &|shard, piece| {
            tally.lock().unwrap_or_else(PoisonError::into_inner).add(shard.cell, &piece);
        });
        all.then(|| tally.into_inner().unwrap_or_else(PoisonError::into_inner))
    };
    let [base, proposed] = &batch.sides;
    Some([side(base)?, side(proposed)?])
}
