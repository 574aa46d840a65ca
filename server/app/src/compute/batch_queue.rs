//! The queue of batches: takes one after the other, stores shards as they come, and so resumes after a restart.

use std::{
    collections::BTreeSet,
    error::Error,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use affixboard_core::batch::{BatchPlan, Tally};
use affixboard_store::{
    AccountId, Batch, BatchError, BatchId, BatchState, DatabaseError, Store, StoredKey, StoredSubjectKey, TallyKeys,
    Unavailable,
};
use anyhow::Context;
use tokio::sync::{Notify, watch};
use tracing::{error, info};

use super::{Progress, Scheduler, ShardSource, outage_retry::OutageRetry, run_shards};
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
    wake: Notify,
    retry: OutageRetry,
    running: Mutex<Option<(BatchId, Arc<Progress>)>>,
    /// Counts up whenever a batch changes its state.
    changed: watch::Sender<u64>,
}

impl BatchQueue {
    /// A queue whose shards that scheduler runs.
    pub fn new(store: Store, library: Arc<Library>, scheduler: Arc<Scheduler>) -> Arc<BatchQueue> {
        let running = Mutex::new(None);
        let (wake, retry, changed) = (Notify::new(), OutageRetry::default(), watch::Sender::new(0));
        Arc::new(BatchQueue { store, library, scheduler, wake, retry, running, changed })
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
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.as_ref().filter(|running| running.0 == id).map(|running| running.1.done())
    }

    /// Drops that the running batch has made so far; `None` where none runs.
    pub fn running_drops(&self) -> Option<u64> {
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.as_ref().map(|running| running.1.done())
    }

    /// Calls a batch off.
    ///
    /// # Errors
    /// Fails if the batch has ended already, or if the store fails.
    pub async fn cancel(&self, id: BatchId, by: Option<AccountId>) -> Result<(), BatchError> {
        self.store.cancel_batch(id, by, now_ms()).await?;
        let running = self.running.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((_, progress)) = running.filter(|running| running.0 == id) {
            progress.stop();
        }
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
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = Some((id, Arc::clone(&progress)));
        let told = stop.clone();
        let result = tokio::select! {
            result = self.run(&batch, &progress, &told) => result,
            () = stopped(stop, &progress) => Ok(()),
        };
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = None;
        match result {
            Ok(()) if progress.is_stopped() => info!(batch = %id, "batch stopped"),
            Ok(()) => info!(batch = %id, drops, "batch done"),
            // An outage ends a run only where the program stops in it: the next start resumes the batch.
            Err(failure) if Unavailable::of(&*failure).is_some_and(Unavailable::passes) => {
                info!(batch = %id, "batch stopped");
            }
            // The program has stopped computing before the batch was told: its finished shards are resumed.
            Err(failure) if *told.borrow() => info!(batch = %id, error = format!("{failure:#}"), "batch stopped"),
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
        let (known, mut tally): (BTreeSet<_>, _) =
            (finished.shards.iter().map(|shard| (shard.cell, shard.piece)).collect(), finished.tally);
        let shards = batch.plan.shards();
        let shards = shards.into_iter().filter(|shard| !known.contains(&(shard.cell, shard.piece))).collect();

        let source = source(batch, &open)?;
        let mut run = run_shards(&self.scheduler, source.clone(), shards, progress);
        let mut unsaved = Vec::new();
        let mut last = tokio::time::Instant::now();
        while let Some(finished) = run.next().await {
            let (shard, piece) = finished.context("a shard of the batch failed")?;
            tally.add(shard.cell, &piece);
            unsaved.push((shard, piece));
            if last.elapsed() >= SAVE_EVERY {
                match retry.run(stop, || self.store.save_shards(batch.id, &unsaved)).await {
                    Err(BatchError::WrongState { .. }) => progress.stop(),
                    other => other?,
                }
                unsaved.clear();
                last = tokio::time::Instant::now();
            }
        }
        if progress.is_stopped() {
            if !unsaved.is_empty() {
                // Stopped with the program: what is finished is kept for the next start. Where it was called off, the store
                // refuses, and rightly.
                let _ = self.store.save_shards(batch.id, &unsaved).await;
            }
        } else {
            let keys = Dictionary::of(&source, &tally);
            match retry.run(stop, || self.store.finish_batch(batch.id, &tally, keys.keys(), now_ms())).await {
                // By a try before, whose commit seemed to fail.
                Err(BatchError::WrongState { state: BatchState::Done, .. }) => {}
                // Called off at the last moment.
                Err(BatchError::WrongState { .. }) => progress.stop(),
                other => other?,
            }
        }
        Ok(())
    }
}

/// What a batch's shards are of.
fn source(batch: &Batch<BatchPlan>, open: &OpenRevision) -> anyhow::Result<ShardSource> {
    match &batch.plan {
        BatchPlan::Drops(plan) => Ok(ShardSource::Drops(Arc::clone(&open.forge), plan.seed)),
        BatchPlan::Subject(plan) => {
            let subjects = open.loaded.model.subjects();
            let rules = subjects.iter().find(|rules| rules.spec().name == plan.subject);
            let rules = rules.context("its subject isn't in these files")?;
            Ok(ShardSource::Subject(Arc::clone(rules), Arc::new(plan.clone())))
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
