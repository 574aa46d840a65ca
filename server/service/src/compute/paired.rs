//! Paired batches: the same plan with the same seed on a revision and on what somebody proposes to make of it. They are short
//! and run one at a time beside the queue. The store keeps what was asked for; what was counted is in memory, and is counted
//! again, to the same numbers, where it is asked for later.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use affixboard_model::batch::{Plan, Tally};
use affixboard_store::{AccountId, DatabaseError, NewPaired, PairedBatchError, Store};
use thiserror::Error;
use tokio::sync::watch;
use tracing::error;

use super::{Progress, Scheduler, ShardSource, TaskError, run_shards};
use crate::{clock::now_ms, library::OpenRevision, requester::inherited};

/// A side makes at most so many drops.
pub const MOST_DROPS: u64 = 2_000_000;
/// Number of paired batches whose tallies are kept, the latest ones.
const KEPT: usize = 6;

/// The state of a paired batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PairedState {
    /// It is being run.
    Running,
    /// The tallies of both sides: the base, then the proposed one.
    Done(Arc<[Tally; 2]>),
    /// It was stopped before its end.
    Stopped,
    /// It failed; the log says why.
    Failed,
}

/// A paired batch.
pub struct PairedBatch {
    /// Its number, which it keeps over restarts.
    pub number: u64,
    /// The revision, and what is proposed.
    pub sides: [Arc<OpenRevision>; 2],
    /// The plan that both sides run.
    pub plan: Plan,
    /// Who started it; `None` before there are accounts.
    pub by: Option<AccountId>,
    progress: Arc<Progress>,
    state: watch::Sender<PairedState>,
}

impl PairedBatch {
    /// The current state.
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

    /// Returns when it is at its end.
    pub async fn ended(&self) {
        let mut state = self.state.subscribe();
        // The sender is ours.
        let _ = state.wait_for(|state| *state != PairedState::Running).await;
    }
}

/// Why a paired batch isn't run.
#[derive(Debug, Error)]
pub enum PairedError {
    /// Another one runs.
    #[error("paired batch {0} is running; one runs at a time")]
    Busy(u64),
    /// It is too large.
    #[error("found {0} drops a side; expected at most {MOST_DROPS}")]
    TooLarge(u64),
    /// It can't be kept.
    #[error(transparent)]
    Store(#[from] PairedBatchError),
}

/// The paired batches of a running program.
pub struct PairedBatches {
    store: Store,
    /// Held while one is begun, so that of two that are asked for at once one is told of the other.
    beginning: tokio::sync::Mutex<()>,
    kept: Mutex<VecDeque<Arc<PairedBatch>>>,
    scheduler: Arc<Scheduler>,
    stopped: watch::Receiver<bool>,
}

impl PairedBatches {
    /// None yet; they run until `stopped` says so.
    pub fn new(store: Store, scheduler: Arc<Scheduler>, stopped: watch::Receiver<bool>) -> PairedBatches {
        PairedBatches { store, beginning: tokio::sync::Mutex::default(), kept: Mutex::default(), scheduler, stopped }
    }

    /// The one with that number, while what it counted is kept.
    pub fn find(&self, number: u64) -> Option<Arc<PairedBatch>> {
        self.kept().iter().find(|batch| batch.number == number).cloned()
    }

    /// Keeps what is asked for and starts it, unless one runs.
    ///
    /// # Errors
    /// Fails if another one runs, if it is too large, or if the store fails.
    pub async fn start(
        &self,
        new: NewPaired<'_>,
        sides: [Arc<OpenRevision>; 2],
    ) -> Result<Arc<PairedBatch>, PairedError> {
        if new.plan.total_drops() > MOST_DROPS {
            return Err(PairedError::TooLarge(new.plan.total_drops()));
        }
        let _beginning = self.beginning.lock().await;
        self.check_free()?;
        let number = self.store.create_paired(new).await?;
        Ok(self.run(number.cast_unsigned(), sides, new.plan.clone(), new.by))
    }

    /// Runs one again whose numbers aren't in memory any more.
    ///
    /// # Errors
    /// Fails if another one runs.
    pub async fn again(
        &self,
        number: u64,
        sides: [Arc<OpenRevision>; 2],
        plan: Plan,
        by: Option<AccountId>,
    ) -> Result<Arc<PairedBatch>, PairedError> {
        let _beginning = self.beginning.lock().await;
        if let Some(batch) = self.find(number) {
            return Ok(batch);
        }
        self.check_free()?;
        Ok(self.run(number, sides, plan, by))
    }

    /// Ends one after the shards under way; it stays ended.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn cancel(&self, batch: &PairedBatch, by: Option<AccountId>) -> Result<(), DatabaseError> {
        if batch.state() == PairedState::Running {
            self.store.stop_paired(batch.number.cast_signed(), by, now_ms()).await?;
            batch.progress.stop();
        }
        Ok(())
    }

    fn check_free(&self) -> Result<(), PairedError> {
        let running = self.kept().iter().find(|batch| batch.state() == PairedState::Running).map(|batch| batch.number);
        running.map_or(Ok(()), |number| Err(PairedError::Busy(number)))
    }

    fn run(&self, number: u64, sides: [Arc<OpenRevision>; 2], plan: Plan, by: Option<AccountId>) -> Arc<PairedBatch> {
        let (progress, state) = (Arc::default(), watch::Sender::new(PairedState::Running));
        let batch = Arc::new(PairedBatch { number, sides, plan, by, progress, state });
        {
            let mut kept = self.kept();
            kept.push_front(Arc::clone(&batch));
            kept.truncate(KEPT);
        }
        let (running, mut stopped, scheduler) = (Arc::clone(&batch), self.stopped.clone(), Arc::clone(&self.scheduler));
        tokio::spawn(inherited(async move {
            let stop = async move {
                // Whoever could say stop is gone: that is one.
                let _ = stopped.wait_for(|stopped| *stopped).await;
            };
            let mut work = std::pin::pin!(count(&running, &scheduler));
            let ended = tokio::select! {
                ended = &mut work => ended,
                () = stop => {
                    running.progress.stop();
                    work.await
                }
            };
            let state = match ended {
                Ok(Some(tallies)) => PairedState::Done(Arc::new(tallies)),
                Ok(None) | Err(TaskError::ShutDown) => PairedState::Stopped,
                Err(failure) => {
                    error!(number = running.number, %failure, "a paired batch failed");
                    PairedState::Failed
                }
            };
            running.state.send_replace(state);
        }));
        batch
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Arc<PairedBatch>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs both sides, one after the other; `None` where it is stopped.
async fn count(batch: &PairedBatch, scheduler: &Arc<Scheduler>) -> Result<Option<[Tally; 2]>, TaskError> {
    let mut tallies: [Tally; 2] = Default::default();
    for (open, tally) in batch.sides.iter().zip(&mut tallies) {
        let source = ShardSource::Drops(Arc::clone(&open.forge), batch.plan.seed);
        let mut run = run_shards(scheduler, source, batch.plan.shards().collect(), &batch.progress);
        while let Some(finished) = run.next().await {
            let (shard, piece) = finished?;
            tally.add(shard.cell, &piece);
        }
        if batch.progress.is_stopped() {
            return Ok(None);
        }
    }
    Ok(Some(tallies))
}
