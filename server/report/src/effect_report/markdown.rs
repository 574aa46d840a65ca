//! The report as Markdown for a comment beside a change. Whatever the files say stays in code: it is nobody's markup, and
//! mentions nobody.

use std::fmt::Write as _;

use affixboard_inquiry::balance::BalanceVerdict;

use super::{
    ChangeLine, ChangeMatrix, EffectReport, FindingChange,
    document::{Folded, ReportDocument},
};
use crate::entries::EntryChange;

/// The longest comment that is written, in bytes. Forges take 65,536 characters.
const LONGEST: usize = 60_000;

/// The report as Markdown of at most 60,000 bytes, with so many changes of numbers unfolded.
pub fn effect_markdown(report: &EffectReport, limit: usize) -> String {
    let parts = ReportDocument::new(report, limit);
    let mut text = format!("### Effect on {}\n\n", plain(report.game));
    let [before, after] = parts.sides.map(code);
    let _ = writeln!(text, "{before} → {after}: {}", parts.headline);
    if parts.how.is_empty() {
        return text;
    }
    for test in parts.tests {
        let [before, after] = test.verdicts.map(BalanceVerdict::word);
        let _ = writeln!(text, "\n* {}: {before} before, **{after}** now; {}", code(&test.name), code(&test.sentence));
    }
    if !parts.first.is_empty() {
        text += "\n";
        text += &table(&parts.first);
    }
    if !parts.left.is_empty() {
        let _ = writeln!(text, "\n{}", parts.left);
    }
    let footer = format!("\n{}\n", parts.how.iter().map(|said| plain(said)).collect::<Vec<_>>().join("  \n"));
    let mut left_out = Vec::new();
    for (title, body) in parts.folded {
        let body = match body {
            Folded::Changes(changes) => table(&changes),
            Folded::Matrix(matrix) => grid(matrix),
            Folded::Findings(all) => findings(all),
            Folded::Lines(entries) => lines(report, entries),
        };
        let part = format!("\n<details><summary>{title}</summary>\n\n{body}\n</details>\n");
        if text.len() + part.len() + footer.len() + 200 <= LONGEST {
            text += &part;
        } else {
            left_out.push(title);
        }
    }
    if !left_out.is_empty() {
        let _ = writeln!(text, "\nToo long for a comment and left out: {}.", left_out.join(", "));
    }
    text + &footer
}

fn table(changes: &[ChangeLine]) -> String {
    let mut text = "| what | where | before | after | change |\n|---|---|---:|---:|---|\n".to_owned();
    for line in changes {
        let cells = [&line.place, &line.before, &line.after, &line.change].map(|cell| plain(cell));
        let _ = writeln!(text, "| {} {} | {} |", plain(&line.what), code(&line.name), cells.join(" | "));
    }
    text
}

fn grid(matrix: &ChangeMatrix) -> String {
    let depths: Vec<String> = matrix.depths.iter().map(u32::to_string).collect();
    let mut text = format!("| | {} |\n|---|{}\n", depths.join(" | "), "---:|".repeat(depths.len()));
    for (quality, cells) in &matrix.rows {
        let cells: Vec<&str> = cells.iter().map(ChangeMatrix::text).collect();
        let _ = writeln!(text, "| {quality} | {} |", cells.join(" | "));
    }
    text
}

/// A text of the files as code, in one line.
fn code(text: &str) -> String {
    let kept: String = text.chars().take(200).map(|c| if c == '`' || c.is_control() { '\'' } else { c }).collect();
    // A bar ends a cell even in code; an empty span would be none.
    let kept = kept.replace('|', "\\|");
    if kept.trim().is_empty() { "` `".to_owned() } else { format!("`{kept}`") }
}

/// A text of ours that may hold names from the files, as plain text.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '!' | '~' | '&' => {
                out.push('\\');
                out.push(c);
            }
            // With nothing behind it a sign mentions nobody.
            '@' => out.push_str("@\u{200b}"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

fn findings(all: &[FindingChange]) -> String {
    let mut text = String::new();
    for finding in all {
        let place =
            finding.place.as_ref().map_or(String::new(), |(file, line)| format!("{} line {line}: ", code(file)));
        let _ = writeln!(text, "* **{}** {place}{} ({})", finding.fate.word(), code(&finding.what), finding.rule);
    }
    text
}

/// The changed lines as a diff, behind a fence longer than any run of backticks in it.
fn lines(report: &EffectReport, entries: &[EntryChange]) -> String {
    let mut body = String::new();
    for entry in entries {
        let (file, line) = &entry.place;
        let sort = entry.sort.word(report.words);
        let _ = writeln!(body, "@@ {sort} {} {}, {}, {file}:{line} @@", entry.index, entry.name, entry.became.word());
        for line in &entry.lines {
            let _ = writeln!(body, "{}{}", if line.is_added { '+' } else { '-' }, line.text);
        }
    }
    let longest = body.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}diff\n{body}{fence}\n")
}
