//! Verdicts as pages show them.

use affixboard_inquiry::balance::BalanceVerdict;
use affixboard_proposal::{EditableEntry, editable_entries};
use affixboard_report::balance::{BalanceReport, BalanceSource, ReportedTest};
use affixboard_store::content_hash;

use super::weights;
use crate::{
    links::{self, Query},
    respond::verdicts::verdict_class,
    sensitivities::shown::draft_at,
};
use affixboard_service::{
    balance_file::BalanceFile,
    compute::{RunTest, StepEffect},
    library::OpenRevision,
};

/// Numbers that are shown of a test at most.
const SHOWN: usize = 4;

/// A test and what it came to.
pub(crate) struct TestView {
    pub(crate) name: String,
    /// What it says; empty where that is its name.
    pub(crate) sentence: String,
    pub(crate) verdict: &'static str,
    pub(crate) class: &'static str,
    /// The verdict in a sentence.
    pub(crate) says: String,
    /// Where, and the number with its range and how it was obtained.
    pub(crate) numbers: Vec<(String, String)>,
    pub(crate) lines: Vec<MovingLineView>,
    /// The page that finds weights for a test that fails; empty where there is none.
    pub(crate) weights: String,
    /// What earlier revisions made of it; empty of files that are no revision, and of the first.
    pub(crate) history: String,
}

/// A line that moves the worst number.
pub(crate) struct MovingLineView {
    pub(crate) place: String,
    pub(crate) text: String,
    /// What a step of it changes.
    pub(crate) moves: String,
    /// The draft at the line; empty for those who may not propose.
    pub(crate) fix: String,
}

/// A report for its words.
fn report<'a>(open: &'a OpenRevision, file: &BalanceFile) -> BalanceReport<'a> {
    let loaded = &open.loaded;
    let source = BalanceSource {
        game: loaded.game.id(),
        rules_version: loaded.game.rules_version(),
        switches: loaded.switches.describe(loaded.game),
        files: content_hash(loaded),
        seed: file.seed,
        drops: file.drops,
        wrong_at_most: file.wrong_at_most,
    };
    BalanceReport {
        catalog: &loaded.catalog,
        words: loaded.game.words(),
        file: String::new(),
        source,
        tests: Vec::new(),
    }
}

/// The tests of a file with what they came to.
pub(crate) fn views(open: &OpenRevision, file: &BalanceFile, outcome: &[RunTest], may_propose: bool) -> Vec<TestView> {
    let report = report(open, file);
    let entries = if may_propose { editable_entries(&open.loaded) } else { Vec::new() };
    let of = |(written, run): (&affixboard_service::balance_file::WrittenTest, &RunTest)| {
        let test = ReportedTest {
            name: written.test.name.clone(),
            sentence: written.sentence.clone(),
            line: written.line,
            is_share: written.test.measure.is_share(),
            judged: run.judged.clone(),
            lines: Vec::new(),
        };
        let most = if run.judged.verdict == BalanceVerdict::Holds { 1 } else { SHOWN };
        let same = run.judged.numbers.iter().filter(|(verdict, _)| *verdict == run.judged.verdict).take(most);
        TestView {
            sentence: if test.name == test.sentence { String::new() } else { test.sentence.clone() },
            verdict: run.judged.verdict.word(),
            class: verdict_class(run.judged.verdict),
            says: test.verdict_sentence(),
            numbers: same.map(|(_, number)| (report.place(number), test.measured(number))).collect(),
            lines: run.lines.iter().map(|effect| line(open, &entries, &test, effect)).collect(),
            weights: if may_propose && run.judged.verdict == BalanceVerdict::Fails {
                weights::link(open, &written.test)
            } else {
                String::new()
            },
            history: if open.derived.is_none() && open.revision.id.0 > 0 && open.revision.number > 1 {
                Query::default().set("test", test.name.clone()).on(&links::history(&open.revision))
            } else {
                String::new()
            },
            name: test.name,
        }
    };
    file.tests.iter().zip(outcome).map(of).collect()
}

fn line(open: &OpenRevision, entries: &[EditableEntry], test: &ReportedTest, effect: &StepEffect) -> MovingLineView {
    let moving = effect.as_moving_line(&open.loaded);
    let place = format!("{}:{}", moving.place.0, moving.place.1);
    let fix = draft_at(open, entries, &effect.step.line);
    MovingLineView { place, moves: test.moving(&moving), text: moving.text, fix }
}

/// How many hold, fail and are undecided, in words.
pub(crate) fn summary(outcome: &[RunTest]) -> String {
    let count = |verdict| outcome.iter().filter(|of| of.judged.verdict == verdict).count();
    let (holds, fails) = (count(BalanceVerdict::Holds), count(BalanceVerdict::Fails));
    let hold = if holds == 1 { "holds" } else { "hold" };
    let fail = if fails == 1 { "fails" } else { "fail" };
    let undecided = match count(BalanceVerdict::Undecided) {
        0 => String::new(),
        number => format!(", {number} undecided"),
    };
    format!("{holds} {hold}, {fails} {fail}{undecided}")
}

/// Where the numbers come from.
pub(crate) fn source(open: &OpenRevision, file: &BalanceFile) -> String {
    let BalanceSource { game, rules_version, switches, files, seed, drops, wrong_at_most } = report(open, file).source;
    let files: String = files.chars().take(7).collect();
    format!(
        "rules {game} {rules_version}, {switches} · files {files} · seed {seed} · at most {} drops of a depth and quality · \
         any verdict wrong by bad luck with a chance of {wrong_at_most} at most",
        affixboard_report::thousands(drops)
    )
}
