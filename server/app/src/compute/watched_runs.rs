//! Long computations for pages: in the background, and kept while they are in use.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::{Semaphore, watch};
use tracing::error;

use super::Progress;
use crate::requester::inherited;

/// A run that nobody looked at for so long ends, and begins anew when it is asked for again. Pages ask every few seconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// Runs that wait or go on at most.
const MOST_WAITING: usize = 16;

/// What a run came to; `None` where it failed or the program stops, and asked for again it begins anew.
pub type RunOutcome<V> = Option<Arc<V>>;

/// A run, under way or at its end.
pub struct WatchedRun<V> {
    total: u64,
    done: Arc<Progress>,
    /// When somebody last looked.
    seen: Mutex<Instant>,
    outcome: watch::Sender<Option<RunOutcome<V>>>,
}

impl<V> WatchedRun<V> {
    /// Units of its work in all.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Units that are done. Each call begins the time anew after which a run that nobody looks at ends.
    pub fn look(&self) -> u64 {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.done.done()
    }

    /// Returns when nobody has looked for so long.
    async fn forgotten(&self, patience: Duration) {
        loop {
            let seen = *self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            match patience.checked_sub(seen.elapsed()) {
                Some(left) => tokio::time::sleep(left).await,
                None => return,
            }
        }
    }

    /// What it came to, once it has ended.
    pub fn outcome(&self) -> Option<RunOutcome<V>> {
        self.outcome.borrow().clone()
    }

    /// Returns with the outcome when there is one.
    pub async fn ended(&self) -> RunOutcome<V> {
        let mut receiver = self.outcome.subscribe();
        let outcome = receiver.wait_for(Option::is_some).await;
        outcome.ok().and_then(|outcome| outcome.clone()).flatten()
    }
}

/// The runs of a running program that have keys of one sort.
pub struct WatchedRuns<K, V> {
    /// So many go on at once; others wait for their turn.
    turns: Semaphore,
    /// So many are kept; of those that have ended, the least recently used goes.
    most_kept: usize,
    kept: Mutex<VecDeque<(K, Arc<WatchedRun<V>>)>>,
    patience: Duration,
}

impl<K: PartialEq, V: Send + Sync + 'static> WatchedRuns<K, V>
where
    WatchedRuns<K, V>: Send + Sync + 'static,
{
    /// None yet.
    pub fn new(turns: usize, most_kept: usize, patience: Duration) -> Arc<WatchedRuns<K, V>> {
        Arc::new(WatchedRuns { turns: Semaphore::new(turns), most_kept, kept: Mutex::default(), patience })
    }

    /// The run of a key, which begins unless it is known; `None` where too many others wait. `begin` gives the units of its work and the
    /// work, which adds to the progress what is done.
    pub fn of<F>(self: &Arc<Self>, key: K, begin: impl FnOnce(&Arc<Progress>) -> (u64, F)) -> Option<Arc<WatchedRun<V>>>
    where
        F: Future<Output = anyhow::Result<Option<V>>> + Send + 'static,
    {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let has_failed = |run: &WatchedRun<V>| matches!(run.outcome(), Some(None));
        if let Some(at) = kept.iter().position(|(of, _)| *of == key) {
            let known = kept.remove(at)?;
            if !has_failed(&known.1) {
                let run = Arc::clone(&known.1);
                run.look();
                kept.push_front(known);
                return Some(run);
            }
        }
        if kept.iter().filter(|(_, run)| run.outcome().is_none()).count() >= MOST_WAITING {
            return None;
        }
        let done = Arc::<Progress>::default();
        let (total, work) = begin(&done);
        let run =
            Arc::new(WatchedRun { total, done, seen: Mutex::new(Instant::now()), outcome: watch::Sender::new(None) });
        kept.push_front((key, Arc::clone(&run)));
        while kept.len() > self.most_kept {
            let Some(at) = kept.iter().rposition(|(_, run)| run.outcome().is_some()) else { break };
            kept.remove(at);
        }
        drop(kept);
        let (runs, begun) = (Arc::clone(self), Arc::clone(&run));
        tokio::spawn(inherited(async move {
            let turn_and_work = async {
                let _turn = runs.turns.acquire().await?;
                work.await
            };
            // What is dropped is called off.
            let outcome = tokio::select! {
                outcome = turn_and_work => outcome,
                () = begun.forgotten(runs.patience) => Ok(None),
            };
            let outcome = outcome.inspect_err(|error| error!(%error, "a computation for a page failed"));
            begun.outcome.send_replace(Some(outcome.ok().flatten().map(Arc::new)));
        }));
        Some(run)
    }
}
