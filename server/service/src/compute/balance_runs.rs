//! A run of a file of balance tests for pages.

use std::sync::Arc;

use affixboard_inquiry::{
    balance::{BalanceTest, JudgedTest},
    gaps::Search,
};
use affixboard_model::game::Loaded;

use super::{
    BalanceEffort, BalanceRules, PageRun, PageRuns, Priority, Progress, Scheduler, StepEffect, moving_lines,
    run_balance_test,
};

/// A test with its verdict, and the lines that move its worst number where it fails.
#[derive(Debug, Clone)]
pub struct RunTest {
    /// The verdict.
    pub judged: JudgedTest,
    /// The lines.
    pub lines: Vec<StepEffect>,
}

/// A run of the tests of a file.
pub type BalanceRun = PageRun<Vec<RunTest>>;
/// The runs of tests.
pub type BalanceRuns = PageRuns<Vec<RunTest>>;

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

impl NewBalanceRun {
    /// Runs the tests one after the other, and counts those that are done.
    ///
    /// # Errors
    /// If the scheduler was shut down, a thread stopped, or a file can't be edited.
    pub async fn run(self, scheduler: Arc<Scheduler>, done: Arc<Progress>) -> anyhow::Result<Vec<RunTest>> {
        let rules = BalanceRules::new(Arc::clone(&self.loaded), self.search);
        let (drops, mut tests) = (Arc::<Progress>::default(), Vec::new());
        for test in &self.tests {
            let of = (test, self.tests.len());
            let judged = run_balance_test(&scheduler, Priority::Batch, &rules, of, self.effort, &drops).await?;
            let of = (test.as_ref(), &judged);
            let lines = moving_lines(&scheduler, Priority::Batch, &self.loaded, of, &drops).await?;
            tests.push(RunTest { judged, lines });
            done.add(1);
        }
        Ok(tests)
    }
}
