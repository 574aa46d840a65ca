//! Runs of balance tests for pages: in the background, one after the other, and kept while they are in use.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use affixboard_core::{
    balance::{BalanceTest, JudgedTest},
    game::Loaded,
    gaps::Search,
};
use tokio::sync::{Semaphore, watch};
use tracing::error;

use super::{BalanceEffort, BalanceRules, Priority, Progress, Scheduler, StepEffect, moving_lines, run_balance_test};
use crate::requester::inherited;

/// Runs that are kept; of those that have ended, the least recently used goes.
const KEPT: usize = 32;
/// Runs that wait or go on at most.
const MOST_WAITING: usize = 16;

/// A test with its verdict, and the lines that move its worst number where it fails.
#[derive(Debug, Clone)]
pub struct RunTest {
    /// The verdict.
    pub judged: JudgedTest,
    /// The lines.
    pub lines: Vec<StepEffect>,
}

/// What a run came to; `None` where it failed or the program stops, and asked for again it begins anew.
pub type BalanceOutcome = Option<Arc<Vec<RunTest>>>;

/// A run, under way or at its end.
pub struct BalanceRun {
    tests: u64,
    done: Arc<Progress>,
    outcome: watch::Sender<Option<BalanceOutcome>>,
}

impl BalanceRun {
    /// Tests in all.
    pub fn total(&self) -> u64 {
        self.tests
    }

    /// Tests that are done.
    pub fn done(&self) -> u64 {
        self.done.done()
    }

    /// What it came to, once it has ended.
    pub fn outcome(&self) -> Option<BalanceOutcome> {
        self.outcome.borrow().clone()
    }

    /// Returns with the outcome when there is one.
    pub async fn ended(&self) -> BalanceOutcome {
        let mut receiver = self.outcome.subscribe();
        let outcome = receiver.wait_for(Option::is_some).await;
        outcome.ok().and_then(|outcome| outcome.clone()).flatten()
    }
}

/// What a run is of: the hash of the edit files with their switches, and that of the tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BalanceRunKey {
    /// Hash of the edit files, with what else their numbers depend on.
    pub files: String,
    /// Hash of the text of the tests, with the drops of the dive and the limits of gaps.
    pub tests: String,
}

/// The runs of a running program.
pub struct BalanceRuns {
    scheduler: Arc<Scheduler>,
    turn: Semaphore,
    kept: Mutex<VecDeque<(BalanceRunKey, Arc<BalanceRun>)>>,
    stopped: watch::Receiver<bool>,
}

/// What is to be run.
pub struct NewBalanceRun {
    /// The edit files.
    pub loaded: Arc<Loaded>,
    /// What a gap is.
    pub search: Search,
    /// The tests.
    pub tests: Vec<Arc<BalanceTest>>,
    /// How much may be done for them.
    pub effort: BalanceEffort,
}

impl BalanceRuns {
    /// None yet.
    pub fn new(scheduler: Arc<Scheduler>, stopped: watch::Receiver<bool>) -> Arc<BalanceRuns> {
        Arc::new(BalanceRuns { scheduler, turn: Semaphore::new(1), kept: Mutex::default(), stopped })
    }

    /// The run of tests, which begins unless it is known; `None` where too many others wait.
    pub fn of(
        self: &Arc<BalanceRuns>,
        key: BalanceRunKey,
        new: impl FnOnce() -> NewBalanceRun,
    ) -> Option<Arc<BalanceRun>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let has_failed = |run: &BalanceRun| matches!(run.outcome(), Some(None));
        if let Some(at) = kept.iter().position(|(of, _)| *of == key) {
            let known = kept.remove(at)?;
            if !has_failed(&known.1) {
                let run = Arc::clone(&known.1);
                kept.push_front(known);
                return Some(run);
            }
        }
        if kept.iter().filter(|(_, run)| run.outcome().is_none()).count() >= MOST_WAITING {
            return None;
        }
        let new = new();
        let run = Arc::new(BalanceRun {
            tests: new.tests.len() as u64,
            done: Arc::default(),
            outcome: watch::Sender::new(None),
        });
        kept.push_front((key, Arc::clone(&run)));
        while kept.len() > KEPT {
            let Some(at) = kept.iter().rposition(|(_, run)| run.outcome().is_some()) else { break };
            kept.remove(at);
        }
        drop(kept);
        let (runs, begun) = (Arc::clone(self), Arc::clone(&run));
        tokio::spawn(inherited(async move {
            let outcome = runs.compute(new, &begun).await.inspect_err(|error| error!(%error, "balance tests failed"));
            begun.outcome.send_replace(Some(outcome.ok().flatten().map(Arc::new)));
        }));
        Some(run)
    }

    async fn compute(&self, new: NewBalanceRun, run: &BalanceRun) -> anyhow::Result<Option<Vec<RunTest>>> {
        let _turn = self.turn.acquire().await?;
        let rules = BalanceRules::new(Arc::clone(&new.loaded), new.search);
        let (drops, mut tests) = (Arc::<Progress>::default(), Vec::new());
        for test in &new.tests {
            if *self.stopped.borrow() {
                return Ok(None);
            }
            let of = (test, new.tests.len());
            let judged = run_balance_test(&self.scheduler, Priority::Batch, &rules, of, new.effort, &drops).await?;
            let of = (test.as_ref(), &judged);
            let lines = moving_lines(&self.scheduler, Priority::Batch, &new.loaded, of, &drops).await?;
            tests.push(RunTest { judged, lines });
            run.done.add(1);
        }
        Ok(Some(tests))
    }
}
