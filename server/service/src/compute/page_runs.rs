//! Runs for pages: long computations in the background, kept while they are in use, and ended when nobody looks at them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::watch;
use tracing::error;

use super::{Progress, turns::Turns};
use crate::requester::{Requester, inherited};

/// Runs that have ended and are kept; the least recently used goes.
const KEPT: usize = 32;
/// Runs of one requester that wait or go on, at most. A browser has few pages open at once that compute.
const MOST_OF_ONE: usize = 8;
/// And of all together.
const MOST_WAITING: usize = 128;

/// A run that nobody looked at for so long ends, and begins anew when it is asked for again. Pages ask every few seconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a run came to; `None` where it failed or the program stops, and asked for again it begins anew.
pub type RunOutcome<T> = Option<Arc<T>>;

/// A run, under way or at its end.
pub struct PageRun<T> {
    /// Who asked for it first.
    of: Option<Requester>,
    total: u64,
    done: Arc<Progress>,
    /// When somebody last looked.
    seen: Mutex<Instant>,
    outcome: watch::Sender<Option<RunOutcome<T>>>,
}

impl<T> PageRun<T> {
    /// Units of work in all.
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
    pub fn outcome(&self) -> Option<RunOutcome<T>> {
        self.outcome.borrow().clone()
    }

    /// Returns with the outcome when there is one.
    pub async fn ended(&self) -> RunOutcome<T> {
        let mut receiver = self.outcome.subscribe();
        let outcome = receiver.wait_for(Option::is_some).await;
        outcome.ok().and_then(|outcome| outcome.clone()).flatten()
    }

    /// The same, and as long as it is waited for, somebody looks.
    pub async fn followed(&self) -> RunOutcome<T> {
        loop {
            self.look();
            if let Ok(outcome) = tokio::time::timeout(PATIENCE / 4, self.ended()).await {
                return outcome;
            }
        }
    }
}

/// The runs of one sort of a running program.
pub struct PageRuns<T> {
    /// What fails, for the log.
    what: &'static str,
    turns: Arc<Turns>,
    kept: Mutex<VecDeque<(String, Arc<PageRun<T>>)>>,
    stopped: watch::Receiver<bool>,
    patience: Duration,
}

impl<T: Send + Sync + 'static> PageRuns<T> {
    /// None yet; so many go on at once.
    pub fn new(what: &'static str, at_once: usize, stopped: watch::Receiver<bool>) -> Arc<PageRuns<T>> {
        PageRuns::with(what, at_once, stopped, PATIENCE)
    }

    fn with(
        what: &'static str,
        at_once: usize,
        stopped: watch::Receiver<bool>,
        patience: Duration,
    ) -> Arc<PageRuns<T>> {
        let turns = Turns::new(at_once);
        Arc::new(PageRuns { what, turns, kept: Mutex::default(), stopped, patience })
    }

    /// The run of a key, which begins unless it is known; `None` where too many others wait for the same requester, or in all. A key says all that the run's outcome
    /// depends on; `total` is the number of units that `new` adds to its progress.
    pub fn of<Running>(
        self: &Arc<PageRuns<T>>,
        key: &str,
        total: u64,
        new: impl FnOnce(Arc<Progress>) -> Running,
    ) -> Option<Arc<PageRun<T>>>
    where
        Running: Future<Output = anyhow::Result<T>> + Send + 'static,
    {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let has_failed = |run: &PageRun<T>| matches!(run.outcome(), Some(None));
        if let Some(at) = kept.iter().position(|(of, _)| of == key) {
            let known = kept.remove(at)?;
            if !has_failed(&known.1) {
                let run = Arc::clone(&known.1);
                run.look();
                kept.push_front(known);
                return Some(run);
            }
        }
        let of = Requester::current();
        let waiting = kept.iter().filter(|(_, run)| run.outcome().is_none());
        let (all, own) = waiting.fold((0, 0), |(all, own), (_, run)| (all + 1, own + usize::from(run.of == of)));
        if all >= MOST_WAITING || own >= MOST_OF_ONE {
            return None;
        }
        let done = Arc::<Progress>::default();
        let running = new(Arc::clone(&done));
        let run =
            Arc::new(PageRun { of, total, done, seen: Mutex::new(Instant::now()), outcome: watch::Sender::new(None) });
        kept.push_front((key.to_owned(), Arc::clone(&run)));
        while kept.iter().filter(|(_, run)| run.outcome().is_some()).count() > KEPT {
            let Some(at) = kept.iter().rposition(|(_, run)| run.outcome().is_some()) else { break };
            kept.remove(at);
        }
        drop(kept);
        let (runs, begun) = (Arc::clone(self), Arc::clone(&run));
        tokio::spawn(inherited(async move {
            let mut stopped = runs.stopped.clone();
            let in_turn = async {
                let _turn = runs.turns.wait(of).await;
                running.await.map(Some)
            };
            // What is dropped is called off.
            let outcome = tokio::select! {
                outcome = in_turn => outcome,
                () = begun.forgotten(runs.patience) => Ok(None),
                _ = stopped.wait_for(|stops| *stops) => Ok(None),
            };
            let outcome = outcome.inspect_err(|error| error!(%error, what = runs.what, "a run for a page failed"));
            begun.outcome.send_replace(Some(outcome.ok().flatten().map(Arc::new)));
        }));
        Some(run)
    }
}

#[cfg(test)]
mod tests {
    use affixboard_store::AccountId;

    use super::*;
    use crate::requester::do_for;

    async fn never(_: Arc<Progress>) -> anyhow::Result<u32> {
        std::future::pending().await
    }

    #[tokio::test]
    async fn a_run_that_nobody_looks_at_ends_and_begins_anew() {
        let (_stop, stopped) = watch::channel(false);
        let runs = PageRuns::with("a test", 1, stopped, Duration::from_millis(50));
        let run = runs.of("k", 1, never).expect("a run");
        assert!(run.ended().await.is_none());
        let again = runs.of("k", 1, never).expect("a run");
        assert!(!Arc::ptr_eq(&run, &again));
        let same = runs.of("k", 1, |_| async { unreachable!("it is known") }).expect("the run");
        assert!(Arc::ptr_eq(&again, &same));
        // Looked at, it goes on beyond the patience.
        for _ in 0..10 {
            again.look();
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(again.outcome().is_none());
        assert!(again.ended().await.is_none());
    }

    #[tokio::test]
    async fn what_a_run_came_to_is_kept_and_too_many_are_refused() {
        let (stop, stopped) = watch::channel(false);
        let runs = PageRuns::with("a test", 1, stopped, Duration::from_mins(1));
        let run = runs
            .of("seven", 2, |progress| async move {
                progress.add(2);
                Ok(7)
            })
            .expect("a run");
        assert_eq!((run.ended().await.as_deref(), run.total(), run.look()), (Some(&7), 2, 2));
        let failed = runs.of("failed", 1, |_| async { anyhow::bail!("it failed") }).expect("a run");
        assert!(failed.ended().await.is_none());
        let begin = |key: usize| runs.of(&key.to_string(), 1, never);
        let waiting: Vec<_> = (0..MOST_OF_ONE).map(begin).collect();
        assert!(waiting.iter().all(Option::is_some));
        assert!(begin(MOST_OF_ONE).is_none());
        // Others wait beside them, until there are very many.
        let of = |who: usize| Requester::Account(AccountId(who as i64));
        let others: Vec<_> =
            (MOST_OF_ONE..=MOST_WAITING).map(|key| do_for(of(key / MOST_OF_ONE), || begin(key))).collect();
        assert!(others[..MOST_WAITING - MOST_OF_ONE].iter().all(Option::is_some));
        assert!(others[MOST_WAITING - MOST_OF_ONE].is_none());
        assert_eq!(runs.of("seven", 2, never).expect("the run").ended().await.as_deref(), Some(&7));
        stop.send_replace(true);
        assert!(waiting[0].as_ref().expect("a run").ended().await.is_none());
    }
}
