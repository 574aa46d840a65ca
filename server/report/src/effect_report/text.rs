//! The report as plain text.

use std::fmt::Write as _;

use affixboard_inquiry::balance::BalanceVerdict;

use super::{ChangeMatrix, EffectReport, FindingChange};
use crate::sheets::GridCell;

/// The report as text, with so many changes of numbers and as many findings of each sort at most.
pub fn effect_text(report: &EffectReport, limit: usize) -> String {
    let mut text = String::new();
    // Writing to a string can't fail.
    let _ = write(&mut text, report, limit);
    text
}

fn write(text: &mut String, report: &EffectReport, limit: usize) -> std::fmt::Result {
    let [before, after] = &report.sides;
    writeln!(text, "{}: {} to {}", report.game, before.name, after.name)?;
    writeln!(text, "{}", report.headline().join(" "))?;
    if report.entries.is_empty() && report.is_nothing() {
        return Ok(());
    }
    let tests = report.told_tests();
    if !tests.is_empty() {
        writeln!(text, "\nBalance tests")?;
    }
    for test in tests {
        let [before, after] = test.verdicts.map(BalanceVerdict::word);
        writeln!(text, "  {}: {before} before, {after} now; {}", test.name, test.sentence)?;
    }
    let lines = report.lines();
    if !lines.is_empty() {
        writeln!(text, "\nWhat moves")?;
    }
    for line in lines.iter().take(limit) {
        writeln!(
            text,
            "  {} {}, {}: {} to {} ({})",
            line.what, line.name, line.place, line.before, line.after, line.change
        )?;
    }
    let left = report.left(lines.len().saturating_sub(limit));
    if !left.is_empty() {
        writeln!(text, "  {left}")?;
    }
    if let Some(matrix) = report.matrix.as_ref().filter(|matrix| matrix.is_any()) {
        grid(text, matrix)?;
    }
    findings(text, "Gaps", report.gaps.as_deref().unwrap_or_default(), limit)?;
    findings(text, "Remarks", &report.remarks, limit)?;
    if !report.entries.is_empty() {
        writeln!(text, "\nLines")?;
    }
    for entry in &report.entries {
        let (file, line) = &entry.place;
        let sort = entry.sort.word(report.words);
        writeln!(text, "  {sort} {} {}, {}, {file}:{line}", entry.index, entry.name, entry.became.word())?;
        for line in &entry.lines {
            writeln!(text, "    {} {}", if line.is_added { '+' } else { '-' }, line.text)?;
        }
    }
    writeln!(text)?;
    report.how().iter().try_for_each(|said| writeln!(text, "{said}"))
}

/// The largest changes by drop quality and depth.
fn grid(text: &mut String, matrix: &ChangeMatrix) -> std::fmt::Result {
    writeln!(text, "\nLargest change by drop quality and depth, in points")?;
    let words = matrix.rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    let depths: Vec<String> = matrix.depths.iter().map(u32::to_string).collect();
    let cells =
        |row: &[GridCell]| -> Vec<String> { row.iter().map(|cell| ChangeMatrix::text(cell).to_owned()).collect() };
    let all: Vec<(&str, Vec<String>)> =
        std::iter::once(("", depths)).chain(matrix.rows.iter().map(|(word, row)| (*word, cells(row)))).collect();
    let width = all.iter().flat_map(|row| &row.1).map(|cell| cell.chars().count()).max().unwrap_or(0);
    for (word, cells) in all {
        write!(text, "  {word:words$}")?;
        for cell in cells {
            write!(text, "  {cell:>width$}")?;
        }
        writeln!(text)?;
    }
    Ok(())
}

fn findings(text: &mut String, title: &str, all: &[FindingChange], limit: usize) -> std::fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(text, "\n{title}")?;
    for finding in all.iter().take(limit) {
        let place = finding.place.as_ref().map_or(String::new(), |(file, line)| format!("{file}:{line}: "));
        writeln!(text, "  {}: {place}{} [{}]", finding.fate.word(), finding.what, finding.rule)?;
    }
    let more = all.len().saturating_sub(limit);
    if more > 0 { writeln!(text, "  {more} more") } else { Ok(()) }
}
