//! Runs of balance tests for pages: in the background, one after the other, and kept while they are in use.

use std::{sync::Arc, time::Duration};

use affixboard_core::{
    balance::{BalanceTest, JudgedTest},
    game::Loaded,
    gaps::Search,
};
use tokio::sync::watch;

use super::{
    BalanceEffort, BalanceRules, Priority, Progress, Scheduler, StepEffect, WatchedRun, WatchedRuns, moving_lines,
    run_balance_test, watched_runs::PATIENCE,
};

/// Runs that are kept; of those that have ended, the least recently used goes.
const KEPT: usize = 32;

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

/// A run; its units are tests.
pub type BalanceRun = WatchedRun<Vec<RunTest>>;

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
    runs: Arc<WatchedRuns<BalanceRunKey, Vec<RunTest>>>,
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
        BalanceRuns::with(scheduler, stopped, PATIENCE)
    }

    fn with(scheduler: Arc<Scheduler>, stopped: watch::Receiver<bool>, patience: Duration) -> Arc<BalanceRuns> {
        Arc::new(BalanceRuns { scheduler, runs: WatchedRuns::new(1, KEPT, patience), stopped })
    }

    /// The run of tests, which begins unless it is known; `None` where too many others wait.
    pub fn of(
        self: &Arc<BalanceRuns>,
        key: BalanceRunKey,
        new: impl FnOnce() -> NewBalanceRun,
    ) -> Option<Arc<BalanceRun>> {
        self.runs.of(key, |done| {
            let (new, runs, done) = (new(), Arc::clone(self), Arc::clone(done));
            (new.tests.len() as u64, async move { runs.compute(new, &done).await })
        })
    }

    async fn compute(&self, new: NewBalanceRun, done: &Progress) -> anyhow::Result<Option<Vec<RunTest>>> {
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
            done.add(1);
        }
        Ok(Some(tests))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use affixboard_core::{
        balance::{BalanceLimits, EntrySort, Measure},
        batch::Cell,
        gaps::Limits,
    };

    /// A run of one test that takes long: so many drops of a cell that is not computed, with a limit on its number.
    fn long_run() -> NewBalanceRun {
        let starter =
            crate::starter::all().into_iter().find(|of| of.loaded.game.id() == "angband-3.0").expect("a starter");
        let test = BalanceTest {
            name: "long".to_owned(),
            measure: Measure::Count { sort: EntrySort::Affix, among: None, per_kind: false },
            limits: BalanceLimits { at_least: Some(1e6), at_most: None },
            trend: None,
            cells: vec![Cell { depth: 30, quality: 2, kind: None }; 100_000],
        };
        NewBalanceRun {
            loaded: Arc::new(starter.loaded),
            search: Search { limits: Limits::default(), dive: crate::starter::profile().expect("a profile") },
            tests: vec![Arc::new(test)],
            effort: BalanceEffort { drops: 1 << 30, seed: 1, wrong_at_most: 0.001 },
        }
    }

    #[tokio::test]
    async fn a_run_that_nobody_looks_at_ends_and_begins_anew() {
        let (_stop, stopped) = watch::channel(false);
        let runs = BalanceRuns::with(Scheduler::new(2).expect("threads"), stopped, Duration::from_millis(50));
        let key = BalanceRunKey { files: "f".to_owned(), tests: "t".to_owned() };
        let run = runs.of(key.clone(), long_run).expect("a run");
        assert!(run.ended().await.is_none());
        let again = runs.of(key.clone(), long_run).expect("a run");
        assert!(!Arc::ptr_eq(&run, &again));
        let same = runs.of(key, || unreachable!("it is known")).expect("the run");
        assert!(Arc::ptr_eq(&again, &same));
        // Looked at, it goes on beyond the patience.
        for _ in 0..10 {
            again.look();
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert!(again.outcome().is_none());
        assert!(again.ended().await.is_none());
    }
}
