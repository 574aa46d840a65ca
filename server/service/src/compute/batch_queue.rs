//! The queue of batches: takes one after the other, stores shards as they come, and so resumes after a restart.

use std::{
    collections::BTreeSet,
    error::Error,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use affixboard_model::batch::{BatchPlan, Cell, CellTally, MadeShards, Shard, Tally};
use affixboard_store::{
    AccountId, Batch, BatchError, BatchId, BatchState, DatabaseError, QueueEnd, Store, StoredKey, StoredSubjectKey,
    TallyKeys, Unavailable,
};
use anyhow::Context;
use tokio::sync::{Notify, oneshot, watch};
use tracing::{error, info};

use super::{
    Priority, Progress, RemoteJob, RemoteRun, RemoteShards, Scheduler, ShardRun, ShardSource,
    outage_retry::OutageRetry, pace::Pace, run_shards,
};
use crate::{
    clock::now_ms,
    library::{Library, OpenRevision, Reading},
};

/// Finished shards are stored at least this often, so that a restart loses little.
const SAVE_EVERY: Duration = Duration::from_millis(500);
/// The queue looks for work this often even when nobody tells it.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// The queue, shared by everyone who starts, watches or stops batches.
pub struct BatchQueue {
    store: Store,
    library: Arc<Library>,
    scheduler: Arc<Scheduler>,
    /// Where shards run, if not on the scheduler.
    remote: Option<Arc<dyn RemoteShards>>,
    wake: Notify,
    retry: OutageRetry,
    running: Mutex<Option<RunningBatch>>,
    /// Counts up whenever a batch changes its state.
    changed: watch::Sender<u64>,
}

/// The batch that runs now.
struct RunningBatch {
    id: BatchId,
    progress: Arc<Progress>,
    /// By the shards done since the program took it out of the queue; `None` before it begins with them.
    pace: Option<Pace>,
    /// Drops that a batch with a target needs about in all, by what its last stages counted; `None` without a target.
    expected: Option<u64>,
}

impl BatchQueue {
    /// A queue whose shards that scheduler runs.
    pub fn new(store: Store, library: Arc<Library>, scheduler: Arc<Scheduler>) -> Arc<BatchQueue> {
        BatchQueue::with_remote(store, library, scheduler, None)
    }

    /// A queue whose shards run elsewhere, if there is an elsewhere.
    pub fn with_remote(
        store: Store,
        library: Arc<Library>,
        scheduler: Arc<Scheduler>,
        remote: Option<Arc<dyn RemoteShards>>,
    ) -> Arc<BatchQueue> {
        let running = Mutex::new(None);
        let (wake, retry, changed) = (Notify::new(), OutageRetry::default(), watch::Sender::new(0));
        Arc::new(BatchQueue { store, library, scheduler, remote, wake, retry, running, changed })
    }

    /// Tells the queue that there is work.
    pub fn wake(&self) {
        self.changed.send_modify(|count| *count += 1);
        self.wake.notify_one();
        self.retry.try_now();
    }

    /// Told whenever a batch changes its state.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// The outage of the database that all batches wait for now.
    pub fn outage(&self) -> Option<Unavailable> {
        self.retry.outage()
    }

    /// Drops of a running batch made so far, stored or not.
    pub fn drops_made(&self, id: BatchId) -> Option<u64> {
        self.running().as_ref().filter(|running| running.id == id).map(|running| running.progress.done())
    }

    /// About the time that a running batch still takes to make `total` drops; `None` where it can't be told.
    pub fn time_left(&self, id: BatchId, total: u64) -> Option<Duration> {
        let running = self.running();
        let running = running.as_ref().filter(|running| running.id == id)?;
        let total = running.expected.unwrap_or(total);
        running.pace.as_ref()?.time_left(Instant::now(), running.progress.done(), total)
    }

    /// About the drops that a running batch with a target needs in all; `None` where it can't be told.
    pub fn expected_drops(&self, id: BatchId) -> Option<u64> {
        self.running().as_ref().filter(|running| running.id == id)?.expected
    }

    /// Drops that the running batch has made so far; `None` where none runs.
    pub fn running_drops(&self) -> Option<u64> {
        self.running().as_ref().map(|running| running.progress.done())
    }

    fn running(&self) -> MutexGuard<'_, Option<RunningBatch>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes how much of the running batch is done by now.
    fn note_pace(&self, progress: &Progress) {
        if let Some(running) = &mut *self.running() {
            let (now, done) = (Instant::now(), progress.done());
            running.pace.get_or_insert_with(|| Pace::new(now, done)).note(now, done);
        }
    }

    /// Calls a batch off. What is finished of it is kept.
    ///
    /// # Errors
    /// Fails if the batch has ended already, or if the store fails.
    pub async fn cancel(&self, id: BatchId, by: Option<AccountId>) -> Result<(), BatchError> {
        self.store.cancel_batch(id, by, now_ms()).await?;
        if let Some(running) = self.running().as_ref().filter(|running| running.id == id) {
            running.progress.stop();
        }
        self.wake();
        Ok(())
    }

    /// Stops the running batch where it is among these, which are gone with their edition.
    pub fn stop_deleted(&self, deleted: &[BatchId]) {
        if let Some(running) = self.running().as_ref().filter(|running| deleted.contains(&running.id)) {
            running.progress.stop();
        }
        self.wake();
    }

    /// Puts a cancelled batch back into the queue; it goes on from what is finished of it.
    ///
    /// # Errors
    /// Fails if the batch isn't cancelled, if too much is in the queue, or if the store fails.
    pub async fn resume(&self, id: BatchId, by: Option<AccountId>) -> Result<(), BatchError> {
        self.store.continue_batch(id, by, now_ms()).await?;
        self.wake();
        Ok(())
    }

    /// Puts a waiting batch before or behind the others.
    ///
    /// # Errors
    /// Fails if the batch doesn't wait, or if the store fails.
    pub async fn move_to(&self, id: BatchId, to: QueueEnd, by: Option<AccountId>) -> Result<(), BatchError> {
        self.store.move_batch(id, to, by, now_ms()).await?;
        self.wake();
        Ok(())
    }

    /// Works until `stop` says so: then the running batch ends, without what shards under way made, and stays resumable.
    pub async fn work(self: Arc<BatchQueue>, mut stop: watch::Receiver<bool>) {
        if let Err(error) = self.retry.run(&stop, || self.store.requeue_interrupted()).await {
            error!(%error, "can't put interrupted batches back into the queue");
        }
        while !*stop.borrow() {
            match self.claim_next(&stop).await {
                Ok(Some(batch)) => {
                    self.work_on(batch, &mut stop).await;
                    continue;
                }
                Ok(None) => {}
                // In an outage.
                Err(_) if *stop.borrow() => {}
                Err(error) => error!(error = &error as &dyn Error, "can't take a batch out of the queue"),
            }
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
                // Whoever could say stop is gone: that is one.
                changed = stop.changed() => if changed.is_err() { return },
            }
        }
    }

    /// Sets the next batch running. A try that failed may have set it running; there is no other then, and it goes back first.
    async fn claim_next(&self, stop: &watch::Receiver<bool>) -> Result<Option<Batch<BatchPlan>>, DatabaseError> {
        let mut failed = false;
        let claim = || {
            let is_again = std::mem::replace(&mut failed, true);
            async move {
                if is_again {
                    self.store.requeue_interrupted().await?;
                }
                self.store.claim_next_batch(now_ms()).await
            }
        };
        self.retry.run(stop, claim).await
    }

    async fn work_on(self: &Arc<BatchQueue>, batch: Batch<BatchPlan>, stop: &mut watch::Receiver<bool>) {
        let (id, drops) = (batch.id, batch.plan.total_trials());
        info!(batch = %id, drops, "batch begins");
        let progress = Arc::new(Progress::default());
        *self.running() = Some(RunningBatch { id, progress: Arc::clone(&progress), pace: None, expected: None });
        let told = stop.clone();
        let result = tokio::select! {
            result = self.run(&batch, &progress, &told) => result,
            () = stopped(stop, &progress) => Ok(()),
        };
        *self.running() = None;
        match result {
            Ok(()) if progress.is_stopped() => info!(batch = %id, "batch stopped"),
            Ok(()) => info!(batch = %id, drops, "batch done"),
            // An outage ends a run only where the program stops in it: the next start resumes the batch.
            Err(failure) if Unavailable::of(&*failure).is_some_and(Unavailable::passes) => {
                info!(batch = %id, "batch stopped");
            }
            // The program has stopped computing before the batch was told: its finished shards are resumed.
            Err(failure) if *told.borrow() => info!(batch = %id, error = format!("{failure:#}"), "batch stopped"),
            Err(_) if matches!(self.store.batch(id).await, Ok(None)) => {
                info!(batch = %id, "batch deleted with its edition");
            }
            Err(failure) => {
                error!(batch = %id, error = format!("{failure:#}"), "batch failed");
                let fail = || self.store.fail_batch(id, "it failed; the log says why", now_ms());
                if let Err(error) = self.retry.run(&told, fail).await {
                    error!(batch = %id, %error, "can't note that the batch failed");
                }
            }
        }
        self.changed.send_modify(|count| *count += 1);
    }

    /// The shards to make next, and what is made back; of a batch with a target it is noted what these stages say of the drops
    /// that it needs. Judging many cells takes its time, so that it is work like any other.
    async fn next_shards(
        &self,
        batch: &Batch<BatchPlan>,
        made: MadeShards,
        open: &Arc<OpenRevision>,
    ) -> anyhow::Result<(MadeShards, Vec<Shard>)> {
        let (plan, open) = (batch.plan.clone(), Arc::clone(open));
        let judging = self.scheduler.spawn(Priority::Batch, move |_| {
            let keys = open.forge.keys();
            let expected = match &plan {
                BatchPlan::Drops(plan) => plan.expected_drops(&made, keys),
                BatchPlan::Subject(_) => None,
            };
            let next = plan.next_shards(&made, keys);
            (made, next, expected)
        });
        let (made, next, expected) = judging.await.context("what comes next of the batch can't be told")?;
        if let Some(running) = &mut *self.running() {
            running.expected = expected;
        }
        Ok((made, next))
    }

    async fn run(
        self: &Arc<BatchQueue>,
        batch: &Batch<BatchPlan>,
        progress: &Arc<Progress>,
        stop: &watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let retry = &self.retry;
        let revision = retry.run(stop, || self.store.revision(&batch.slug, Some(batch.revision_number))).await?;
        let revision = revision.context("its revision is gone")?;
        let open = || self.library.open(&self.store, revision.clone(), Reading::of_batch(&batch.plan));
        let open = retry.run(stop, open).await?;
        let rules = open.loaded.game.rules_version();
        anyhow::ensure!(rules == batch.rules_version, "it was planned for other rules than this program has");
        let finished = retry.run(stop, || self.store.finished_shards(batch.id)).await?;
        progress.add(finished.shards.iter().map(|shard| shard.drops).sum());
        let shards = finished.shards.iter().map(|shard| (shard.cell, shard.piece)).collect();
        let mut made = MadeShards { shards, tally: finished.tally };
        let source = ShardSource::of(&batch.plan, &open.loaded, &open.forge);
        let source = source.context("its subject isn't in these files")?;
        self.note_pace(progress);
        let mut unsaved = Unsaved::default();
        // With a target a cell's next stage begins when its last one is whole; else all shards are made at once.
        while !progress.is_stopped() {
            let next;
            (made, next) = self.next_shards(batch, made, &open).await?;
            if next.is_empty() {
                break;
            }
            let mut run = self.start(batch, &open, &source, next, progress);
            let result = self.collect(batch.id, &mut run, &mut made, &mut unsaved, progress, stop).await;
            // Where the program ends, what runs elsewhere goes on until it is back.
            if !*stop.borrow() {
                run.end().await;
            }
            result?;
        }
        if !progress.is_stopped() {
            let keys = Dictionary::of(&source, &made.tally);
            match retry.run(stop, || self.store.finish_batch(batch.id, &made.tally, keys.keys(), now_ms())).await {
                // By a try before, whose commit seemed to fail.
                Err(BatchError::WrongState { state: BatchState::Done, .. }) => {}
                // Called off at the last moment, or gone with its edition.
                Err(BatchError::WrongState { .. } | BatchError::NotFound(_)) => progress.stop(),
                other => other?,
            }
        }
        if progress.is_stopped() && !unsaved.shards.is_empty() {
            // Stopped with the program, or called off: what is finished is kept, to go on from.
            let _ = self.store.save_shards(batch.id, &unsaved.shards).await;
        }
        Ok(())
    }

    /// Has shards run.
    fn start(
        &self,
        batch: &Batch<BatchPlan>,
        open: &Arc<OpenRevision>,
        source: &ShardSource,
        next: Vec<Shard>,
        progress: &Arc<Progress>,
    ) -> Run {
        let Some(remote) = &self.remote else {
            return Run::Here(run_shards(&self.scheduler, source.clone(), next, progress));
        };
        let next: BTreeSet<(Cell, u32)> = next.iter().map(|shard| (shard.cell, shard.piece)).collect();
        let is_next = |shard: &Shard| next.contains(&(shard.cell, shard.piece));
        let all = batch.plan.shards();
        let job = RemoteJob {
            batch: batch.id.0,
            created_at: batch.created_at,
            open: Arc::clone(open),
            plan: batch.plan.clone(),
            missing: (0..).zip(&all).filter(|(_, shard)| is_next(shard)).map(|(at, _)| at).collect(),
        };
        Run::Elsewhere(remote.start(job, Arc::clone(progress)), Arc::clone(progress))
    }

    /// Adds shards as they come, and stores them from time to time.
    async fn collect(
        &self,
        id: BatchId,
        run: &mut Run,
        made: &mut MadeShards,
        unsaved: &mut Unsaved,
        progress: &Progress,
        stop: &watch::Receiver<bool>,
    ) -> anyhow::Result<()> {
        let retry = &self.retry;
        while let Some(finished) = run.next().await {
            let (pieces, receipt) = finished.context("a shard of the batch failed")?;
            unsaved.receipts.extend(receipt);
            for (shard, piece) in pieces {
                made.add(&shard, &piece);
                unsaved.shards.push((shard, piece));
            }
            self.note_pace(progress);
            if unsaved.since.elapsed() >= SAVE_EVERY {
                match retry.run(stop, || self.store.save_shards(id, &unsaved.shards)).await {
                    Err(BatchError::WrongState { .. } | BatchError::NotFound(_)) => progress.stop(),
                    other => {
                        if other? != BatchState::Running {
                            progress.stop();
                        }
                    }
                }
                unsaved.are_saved();
            }
        }
        Ok(())
    }
}

/// Shards that are made and not stored yet.
struct Unsaved {
    shards: Vec<(Shard, CellTally)>,
    /// To be told once they are stored.
    receipts: Vec<oneshot::Sender<()>>,
    /// When they were stored last.
    since: Instant,
}

impl Default for Unsaved {
    fn default() -> Unsaved {
        Unsaved { shards: Vec::new(), receipts: Vec::new(), since: Instant::now() }
    }
}

impl Unsaved {
    /// Whoever waits for a receipt may have gone.
    fn are_saved(&mut self) {
        self.shards.clear();
        for receipt in self.receipts.drain(..) {
            let _ = receipt.send(());
        }
        self.since = Instant::now();
    }
}

/// Shards under way.
enum Run {
    Here(ShardRun),
    Elsewhere(RemoteRun, Arc<Progress>),
}

/// Shards that are finished; of those that ran elsewhere with what is to be told once they are stored.
type FinishedPieces = (Vec<(Shard, CellTally)>, Option<oneshot::Sender<()>>);

impl Run {
    /// The next shards that are finished; `None` after the last, and where the run was stopped.
    async fn next(&mut self) -> Option<anyhow::Result<FinishedPieces>> {
        match self {
            Run::Here(run) => run.next().await.map(|finished| Ok((vec![finished?], None))),
            Run::Elsewhere(run, progress) => {
                let finished = tokio::select! {
                    finished = run.next() => finished?,
                    () = progress.stopped() => return None,
                };
                Some(finished.map(|finished| (finished.pieces, Some(finished.receipt))))
            }
        }
    }

    /// Nobody wants the rest any more.
    async fn end(self) {
        if let Run::Elsewhere(run, _) = self {
            run.end().await;
        }
    }
}

/// What the keys of a tally mean.
enum Dictionary {
    Drops(Vec<StoredKey>),
    Subject(Vec<StoredSubjectKey>),
}

impl Dictionary {
    fn of(source: &ShardSource, tally: &Tally) -> Dictionary {
        match source {
            ShardSource::Drops(forge, _) => Dictionary::Drops(StoredKey::of_tally(forge.keys(), tally)),
            ShardSource::Subject(rules, _) => Dictionary::Subject(StoredSubjectKey::of_tally(rules.rows(), tally)),
        }
    }

    fn keys(&self) -> TallyKeys<'_> {
        match self {
            Dictionary::Drops(keys) => TallyKeys::Drops(keys),
            Dictionary::Subject(keys) => TallyKeys::Subject(keys),
        }
    }
}

/// Passes a stop of the program on to a running batch, and then waits to be dropped with it.
async fn stopped(stop: &mut watch::Receiver<bool>, progress: &Progress) {
    if stop.wait_for(|stop| *stop).await.is_ok() {
        progress.stop();
    }
    std::future::pending::<()>().await;
}
