//! The parts of a report for reading, in their order, whatever they are written in.

use super::{BalanceChange, ChangeLine, ChangeMatrix, EffectReport, FindingChange};
use crate::entries::EntryChange;

/// The title of the matrix.
const MATRIX: &str = "Largest change by drop quality and depth, in points";

/// The parts.
pub(super) struct ReportDocument<'a> {
    /// The names of both sides.
    pub(super) sides: [&'a str; 2],
    /// What changes and whether anything breaks, in sentences.
    pub(super) headline: String,
    /// Balance tests that are worth telling.
    pub(super) tests: Vec<&'a BalanceChange>,
    /// The changes that are shown at once.
    pub(super) first: Vec<ChangeLine>,
    /// What isn't shown at once, in a sentence; empty where nothing is left.
    pub(super) left: String,
    /// What is folded, with a title each.
    pub(super) folded: Vec<(&'static str, Folded<'a>)>,
    /// How the numbers were obtained.
    pub(super) how: Vec<String>,
}

/// A folded part.
pub(super) enum Folded<'a> {
    Changes(Vec<ChangeLine>),
    Matrix(&'a ChangeMatrix),
    Findings(&'a [FindingChange]),
    Lines(&'a [EntryChange]),
}

impl<'a> ReportDocument<'a> {
    /// With so many changes shown at once.
    pub(super) fn new(report: &'a EffectReport, limit: usize) -> ReportDocument<'a> {
        let [before, after] = &report.sides;
        let mut first = report.lines();
        let others = first.split_off(first.len().min(limit));
        let left = report.left(others.len());
        let gaps = report.gaps.as_deref().unwrap_or_default();
        let matrix = report.matrix.as_ref().filter(|matrix| matrix.is_any());
        let folded = [
            ("More that moves", Folded::Changes(others)),
            ("Gaps", Folded::Findings(gaps)),
            ("Remarks", Folded::Findings(&report.remarks)),
            ("Lines", Folded::Lines(&report.entries)),
        ];
        let is_nothing = report.entries.is_empty() && report.is_nothing();
        ReportDocument {
            sides: [&before.name, &after.name],
            headline: report.headline().join(" "),
            tests: report.told_tests(),
            first,
            left: if left.is_empty() { left } else { left + "." },
            folded: matrix
                .map(|matrix| (MATRIX, Folded::Matrix(matrix)))
                .into_iter()
                .chain(folded.into_iter().filter(|(_, part)| !part.is_empty()))
                .collect(),
            how: if is_nothing { Vec::new() } else { report.how() },
        }
    }
}

impl Folded<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Folded::Changes(lines) => lines.is_empty(),
            Folded::Matrix(matrix) => !matrix.is_any(),
            Folded::Findings(findings) => findings.is_empty(),
            Folded::Lines(entries) => entries.is_empty(),
        }
    }
}
