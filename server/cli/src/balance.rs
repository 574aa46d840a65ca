//! The balance tests of `affixboard check`.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_inquiry::{
    balance::{BalanceTest, BalanceVerdict, JudgedTest},
    gaps::Search,
};
use affixboard_model::game::Loaded;
use affixboard_report::balance::{BalanceReport, BalanceSource, MovingLine, ReportedTest};
use affixboard_store::content_hash;
use anyhow::{Context as _, anyhow};
use clap::Args;

use super::{batch::scheduler, block_on::block_on, failure::Failure, progress};
use affixboard_service::{
    balance_file::{BalanceFile, FILE_NAME},
    compute::{BalanceEffort, BalanceRules, MOVING_LINES, Priority, Scheduler, moving_lines, run_balance_test},
};

/// The flags about balance tests.
#[derive(Debug, Args)]
pub(super) struct BalanceFlags {
    /// Run the balance tests of this file, by default balance.toml in DIR; fail, with code 1, where one fails
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "not given, given without a file, given with one")]
    balance: Option<Option<PathBuf>>,
    /// Fail where a balance test is undecided, too
    #[arg(long, requires = "balance")]
    fail_on_undecided: bool,
    /// Drops that are made of a cell at most to decide a balance test [default: as the file says, else 262144]
    #[arg(long, value_name = "N", requires = "balance")]
    drops: Option<NonZeroU64>,
    /// Where the random numbers of these drops begin [default: as the file says, else 1]
    #[arg(long, value_name = "S", requires = "balance")]
    seed: Option<u64>,
    /// Threads [default: all cores]; no verdict depends on it
    #[arg(long, value_name = "T", requires = "balance")]
    threads: Option<NonZeroUsize>,
}

impl BalanceFlags {
    pub(super) fn is_wanted(&self) -> bool {
        self.balance.is_some()
    }

    pub(super) fn fails_on_undecided(&self) -> bool {
        self.fail_on_undecided
    }

    /// Whether the command fails by a report.
    pub(super) fn fails(&self, report: &BalanceReport<'_>) -> bool {
        report.count(BalanceVerdict::Fails) > 0 || self.fail_on_undecided && report.count(BalanceVerdict::Undecided) > 0
    }

    /// Runs the tests for the files of a folder; `None` where none are wanted.
    pub(super) fn run<'a>(
        &self,
        folder: &Path,
        loaded: &'a Arc<Loaded>,
        search: Search,
    ) -> Result<Option<BalanceReport<'a>>, Failure> {
        let Some(given) = &self.balance else { return Ok(None) };
        let path = given.clone().unwrap_or_else(|| folder.join(FILE_NAME));
        let name = path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(|| format!("can't read {name}"))?;
        let dive = search.dive.clone();
        let rules = BalanceRules::new(Arc::clone(loaded), search);
        let file =
            BalanceFile::parse(&text, loaded, rules.full().keys(), &dive).map_err(|error| anyhow!("{name}:{error}"))?;
        let effort = BalanceEffort {
            drops: self.drops.map_or(file.drops, NonZeroU64::get),
            seed: self.seed.unwrap_or(file.seed),
            wrong_at_most: file.wrong_at_most,
        };
        let scheduler = scheduler(self.threads)?;
        let number = file.tests.len();
        let mut tests = Vec::new();
        for written in file.tests {
            let test: Arc<BalanceTest> = Arc::new(written.test);
            let judged = progress::shown(effort.drops * test.cells.len() as u64, "drops at most", |progress| {
                let run = run_balance_test(&scheduler, Priority::Batch, &rules, (&test, number), effort, progress);
                block_on(run)
            })??;
            let lines = lines(&scheduler, loaded, (&test, &judged))?;
            tests.push(ReportedTest {
                name: test.name.clone(),
                sentence: written.sentence,
                line: written.line,
                is_share: test.measure.is_share(),
                judged,
                lines,
            });
        }
        let source = BalanceSource {
            game: loaded.game.id(),
            rules_version: loaded.game.rules_version(),
            switches: loaded.switches.describe(loaded.game),
            files: content_hash(loaded),
            seed: effort.seed,
            drops: effort.drops,
            wrong_at_most: effort.wrong_at_most,
        };
        Ok(Some(BalanceReport { catalog: &loaded.catalog, words: loaded.game.words(), file: name, source, tests }))
    }
}

/// The lines that move the worst number of a test that fails most.
fn lines(
    scheduler: &Arc<Scheduler>,
    loaded: &Arc<Loaded>,
    of: (&BalanceTest, &JudgedTest),
) -> Result<Vec<MovingLine>, Failure> {
    let effects = progress::shown(MOVING_LINES as u64, "lines", |progress| {
        block_on(moving_lines(scheduler, Priority::Batch, loaded, of, progress))
    })??;
    Ok(effects.iter().map(|effect| effect.as_moving_line(loaded)).collect())
}
