//! Reports of balance tests: verdicts with the numbers they rest on, as text, JSON, `JUnit` XML and SARIF.

mod json;
mod junit;
mod sarif;
mod text;

use affixboard_inquiry::balance::{BalanceVerdict, Basis, JudgedTest, Measured, MeasuredThing, TrueRange};
use affixboard_model::{batch::Entry, catalog::Catalog, game::Words, text::Severity};

use crate::wording::significant_digits;

pub use json::balance_json;
pub use junit::junit;
pub(crate) use junit::{junit_document, shown_in_xml};
pub use sarif::sarif;
pub use text::balance_text;

/// Numbers that a report lists of a test at most.
const LISTED: usize = 5;

/// A remark about the edit files, in the report of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckRemark {
    /// The rule that it breaks.
    pub rule: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The file, as a path from the folder of the check.
    pub file: String,
    /// Line and column in characters, from 1.
    pub place: Option<(u32, u32)>,
    /// What was found and what was expected.
    pub message: String,
}

impl CheckRemark {
    fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The file, with line and column where they are known.
    fn location(&self) -> String {
        self.place.map_or_else(|| self.file.clone(), |(line, column)| format!("{}:{line}:{column}", self.file))
    }
}

/// What was found of a file of balance tests.
#[derive(Debug)]
pub struct BalanceReport<'a> {
    /// The files' entries.
    pub catalog: &'a Catalog,
    /// The game's words.
    pub words: &'static Words,
    /// The name of the file of tests; empty where there is none.
    pub file: String,
    /// What the numbers come from: game, rules version, the files' hash, seed and the most drops of a cell.
    pub source: BalanceSource,
    /// The tests, in the order of the file.
    pub tests: Vec<ReportedTest>,
}

/// What the numbers of a report come from.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceSource {
    /// The game's id.
    pub game: &'static str,
    /// The version of its rules here.
    pub rules_version: u32,
    /// The points of the rules that are taken as documented, in words.
    pub switches: String,
    /// The hash of the edit files.
    pub files: String,
    /// Where random numbers begin.
    pub seed: u64,
    /// Drops of a cell at most.
    pub drops: u64,
    /// The chance that any verdict is wrong by bad luck.
    pub wrong_at_most: f64,
}

/// A test and what was found of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportedTest {
    /// Its name.
    pub name: String,
    /// What it says, in words.
    pub sentence: String,
    /// Its line in the file.
    pub line: usize,
    /// Whether its numbers are shares, to be written in per cent.
    pub is_share: bool,
    /// The verdict and its numbers.
    pub judged: JudgedTest,
    /// The lines of the edit files that move the worst number most; of tests that fail.
    pub lines: Vec<MovingLine>,
}

/// A line that moves a number.
#[derive(Debug, Clone, PartialEq)]
pub struct MovingLine {
    /// File and line number.
    pub place: (String, u32),
    /// Name of the line's entry.
    pub entry: String,
    /// The line.
    pub text: String,
    /// The change of the line, such as `commonness + 1`.
    pub step: String,
    /// What the number changes by.
    pub effect: f64,
    /// The largest distance of the true change from it.
    pub bound: f64,
}

impl BalanceReport<'_> {
    /// The number of tests with a verdict.
    pub fn count(&self, verdict: BalanceVerdict) -> usize {
        self.tests.iter().filter(|test| test.judged.verdict == verdict).count()
    }

    /// Where a number was measured, and of what, such as `great drops at 30, Dagger`.
    pub fn place(&self, measured: &Measured) -> String {
        let MeasuredThing { kind, entry } = measured.thing;
        let cell = measured.cell.map(|cell| {
            let quality = self.words.qualities.get(usize::from(cell.quality)).copied().unwrap_or_default();
            format!("{quality} drops at {}", cell.depth)
        });
        let kind = kind.map(|id| self.catalog.kind(id).name.clone());
        let parts: Vec<String> = [cell, kind, entry.map(|entry| self.entry(entry))].into_iter().flatten().collect();
        parts.join(", ")
    }

    fn entry(&self, entry: Entry) -> String {
        match entry {
            Entry::Affix(id) => self.catalog.affix(id).name.clone(),
            Entry::Theme(id) => self.catalog.theme(id).name.clone(),
            Entry::Artifact(id) => self.catalog.artifact(id).name.clone(),
            Entry::Kind | Entry::Fixed(_) => String::new(),
        }
    }
}

impl ReportedTest {
    /// The verdict in a sentence, with the margin.
    pub fn verdict_sentence(&self) -> String {
        let margin = self.judged.margin.filter(|margin| margin.is_finite());
        match (self.judged.verdict, margin) {
            (BalanceVerdict::Holds, Some(margin)) => format!("holds by {}", self.distance(margin)),
            (BalanceVerdict::Fails, Some(margin)) => format!("fails by at least {}", self.distance(-margin)),
            (BalanceVerdict::Undecided, _) => match self.judged.more_drops {
                Some(times) => format!("undecided: about {} times as many drops would decide it", times.ceil()),
                None => "undecided: the number lies on its limit, or its error bound is too wide".to_owned(),
            },
            (verdict, None) => verdict.word().to_owned(),
        }
    }

    /// The numbers that a report lists: of a test that holds the nearest to a limit, else those that make it not hold.
    fn listed(&self) -> impl Iterator<Item = &(BalanceVerdict, Measured)> {
        let most = if self.judged.verdict == BalanceVerdict::Holds { 1 } else { LISTED };
        self.judged.numbers.iter().filter(|(verdict, _)| *verdict == self.judged.verdict).take(most)
    }

    /// A number of the test, in per cent where it is a share.
    pub fn number(&self, value: f64) -> String {
        if self.is_share { format!("{} %", digits(100.0 * value)) } else { digits(value) }
    }

    /// The distance of two numbers of the test, in percentage points where they are shares.
    pub fn distance(&self, value: f64) -> String {
        if self.is_share { format!("{} points", digits(100.0 * value)) } else { digits(value) }
    }

    /// What a step of a line changes, with its sign, such as `of Slaying, commonness + 1: +0.12 points`.
    pub fn moving(&self, line: &MovingLine) -> String {
        let sign = if line.effect >= 0.0 { "+" } else { "−" };
        format!("{}, {}: {sign}{}", line.entry, line.step, self.distance(line.effect.abs()))
    }

    /// A measured number with its range and how it was obtained.
    pub fn measured(&self, measured: &Measured) -> String {
        let TrueRange { low, value, high } = measured.range;
        let range = format!("{} ({} to {})", self.number(value), self.number(low), self.number(high));
        match measured.basis {
            Basis::Computed if low.to_bits() == high.to_bits() => format!("{}, exact", self.number(value)),
            Basis::Computed => format!("{range}, computed"),
            Basis::Counted { drawn, among } if drawn == among => format!("{range}, {drawn} drawn"),
            Basis::Counted { drawn, among } => format!("{range}, among {among} of {drawn} drawn"),
            Basis::Unknown => "not known".to_owned(),
        }
    }
}

/// Four significant digits; whole numbers as they are.
fn digits(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 { format!("{value}") } else { significant_digits(value, 4) }
}

#[cfg(test)]
mod testing {
    use super::*;
    use affixboard_model::batch::Cell;

    /// Three tests, one of each verdict, with characters that XML and JSON must escape.
    pub(super) fn report(catalog: &Catalog) -> BalanceReport<'_> {
        let measured = |(low, value, high): (f64, f64, f64), basis| Measured {
            cell: Some(Cell { depth: 30, quality: 2, kind: None }),
            thing: MeasuredThing::ALL,
            range: TrueRange { low, value, high },
            basis,
        };
        let test = |name: &str, line, verdict, margin, more_drops, measured, lines| ReportedTest {
            name: name.to_owned(),
            sentence: format!("share of {name}: at most 12 %"),
            line,
            is_share: true,
            judged: JudgedTest { verdict, margin, more_drops, numbers: vec![(verdict, measured)] },
            lines,
        };
        let (holds, fails, undecided) = (BalanceVerdict::Holds, BalanceVerdict::Fails, BalanceVerdict::Undecided);
        let counted = Basis::Counted { drawn: 4096, among: 512 };
        let line = MovingLine {
            place: ("affix.txt".to_owned(), 12),
            entry: "of <Fire> & \"Ice\"".to_owned(),
            text: "T:sword:0:99:good:20:1 to 100".to_owned(),
            step: "commonness + 1".to_owned(),
            effect: 0.001,
            bound: 1e-9,
        };
        let tests = vec![
            test(
                "of <Fire> & \"Ice\" \u{1} ]]>",
                3,
                fails,
                Some(-0.0234),
                None,
                measured((0.14, 0.1434, 0.15), counted),
                vec![line],
            ),
            test("Dagger", 9, holds, Some(0.02), None, measured((0.1, 0.1, 0.1), Basis::Computed), Vec::new()),
            test("swords", 14, undecided, None, Some(6.2), measured((0.11, 0.12, 0.13), counted), Vec::new()),
        ];
        let source = BalanceSource {
            game: "one-game",
            rules_version: 7,
            switches: "as coded".to_owned(),
            files: "ab".repeat(32),
            seed: 5,
            drops: 4096,
            wrong_at_most: 0.001,
        };
        BalanceReport { catalog, words: &crate::testing::WORDS, file: "balance.toml".to_owned(), source, tests }
    }
}
