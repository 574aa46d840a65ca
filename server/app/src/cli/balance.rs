//! The balance tests of `affixboard check`.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_core::{
    balance::{BalanceTest, BalanceVerdict, JudgedTest, Measure, MeasuredThing},
    batch::Entry,
    game::Loaded,
    gaps::Search,
    questions::{Question, parse},
};
use affixboard_report::balance::{BalanceReport, BalanceSource, MovingLine, ReportedTest};
use affixboard_store::content_hash;
use anyhow::{Context as _, anyhow};
use clap::Args;

use super::{batch::scheduler, block_on, failure::Failure, progress};
use crate::{
    balance_file::{BalanceFile, FILE_NAME},
    compute::{
        BalanceEffort, BalanceRules, Priority, Scheduler, StepEffect, SteppedShare, run_balance_test, step_effects,
    },
};

/// Steps of lines that are computed for a test that fails.
const LINES: usize = 5;

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
            let lines = self.lines(&scheduler, loaded, (&test, &judged))?;
            tests.push(ReportedTest {
                name: test.name.clone(),
                sentence: written.sentence,
                line: written.line,
                is_share: is_share(&test.measure),
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

impl BalanceFlags {
    /// The lines that move the worst number of a test that fails most.
    fn lines(
        &self,
        scheduler: &Arc<Scheduler>,
        loaded: &Arc<Loaded>,
        (test, judged): (&BalanceTest, &JudgedTest),
    ) -> Result<Vec<MovingLine>, Failure> {
        let Some(share) = worst_share(loaded, test, judged) else { return Ok(Vec::new()) };
        let effects = progress::shown(LINES as u64, "lines", |progress| {
            block_on(step_effects(scheduler, Priority::Batch, loaded, &Arc::new(share), LINES, progress))
        })??;
        let line = |effect: StepEffect| {
            let (change, line) = (effect.change(), effect.step.line);
            MovingLine {
                place: (line.file, loaded.sources.position(line.span).line),
                entry: line.name,
                text: line.text,
                step: effect.step.of.words().to_owned(),
                effect: change.mean,
                bound: change.bound,
            }
        };
        Ok(effects.unwrap_or_default().into_iter().map(line).collect())
    }
}

/// The share that is furthest outside in a test that fails, where the rules may compute it.
fn worst_share(loaded: &Loaded, test: &BalanceTest, judged: &JudgedTest) -> Option<SteppedShare> {
    let (verdict, worst) = judged.numbers.first()?;
    let cell = worst.cell.filter(|_| *verdict == BalanceVerdict::Fails)?;
    let (asked, among) = match &test.measure {
        Measure::Share { asked, among } => (Arc::clone(asked), among.clone()),
        Measure::Each { among, .. } => (Arc::new(question_of(loaded, worst.thing)?), among.clone()),
        _ => return None,
    };
    Some(SteppedShare { asked, among, cell })
}

/// The question whether an item is of a kind or has an entry.
fn question_of(loaded: &Loaded, thing: MeasuredThing) -> Option<Question> {
    let catalog = &loaded.catalog;
    let text = match (thing.entry, thing.kind) {
        (Some(Entry::Affix(id)), _) => format!("affix:#{}", catalog.affix(id).index),
        (Some(Entry::Theme(id)), _) => format!("theme:#{}", catalog.theme(id).index),
        (Some(Entry::Artifact(id)), _) => format!("artifact:#{}", catalog.artifact(id).index),
        (None, Some(id)) => format!("kind:{}/{}", catalog.kind(id).tval, catalog.kind(id).sval),
        _ => return None,
    };
    Question::of(&parse(&text).ok()?, loaded, loaded.model.forge().keys()).ok()
}

/// Whether a test's numbers are shares.
fn is_share(measure: &Measure) -> bool {
    matches!(measure, Measure::Share { .. } | Measure::Each { .. } | Measure::Found { at_least_one: true, .. })
}
