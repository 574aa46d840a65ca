//! Balance tests for programs; docs/balance-tests.md has the names, which are stable.

use affixboard_inquiry::balance::{BalanceVerdict, Basis};
use serde_json::{Value, json};

use super::{BalanceReport, BalanceSource, ReportedTest};

/// Numbers of a test in JSON at most.
const NUMBERS: usize = 100;

/// The report as one object.
pub fn balance_json(report: &BalanceReport<'_>) -> Value {
    let BalanceSource { game, rules_version, switches, files, seed, drops, wrong_at_most } = &report.source;
    json!({
        "file": report.file,
        "game": game,
        "rules_version": rules_version,
        "rules": switches,
        "files": files,
        "seed": seed,
        "drops": drops,
        "wrong_at_most": wrong_at_most,
        "holds": report.count(BalanceVerdict::Holds),
        "fails": report.count(BalanceVerdict::Fails),
        "undecided": report.count(BalanceVerdict::Undecided),
        "tests": report.tests.iter().map(|test| test_json(report, test)).collect::<Vec<_>>(),
    })
}

fn test_json(report: &BalanceReport<'_>, test: &ReportedTest) -> Value {
    let numbers = test.judged.numbers.iter().take(NUMBERS).map(|(verdict, measured)| {
        let (method, drawn, among) = match measured.basis {
            Basis::Computed => ("computed", None, None),
            Basis::Counted { drawn, among } => ("simulated", Some(drawn), Some(among)),
            Basis::Unknown => ("unknown", None, None),
        };
        json!({
            "verdict": verdict.word(),
            "place": report.place(measured),
            "depth": measured.cell.map(|cell| cell.depth),
            "quality": measured.cell.and_then(|cell| report.words.qualities.get(usize::from(cell.quality))),
            "value": measured.range.value,
            "low": measured.range.low,
            "high": measured.range.high,
            "method": method,
            "drawn": drawn,
            "among": among,
        })
    });
    let lines = test.lines.iter().map(|line| {
        json!({
            "file": line.place.0,
            "line": line.place.1,
            "entry": line.entry,
            "text": line.text,
            "step": line.step,
            "effect": line.effect,
            "error_bound": line.bound,
        })
    });
    json!({
        "name": test.name,
        "says": test.sentence,
        "line": test.line,
        "verdict": test.judged.verdict.word(),
        "sentence": test.verdict_sentence(),
        "margin": test.judged.margin,
        "more_drops": test.judged.more_drops,
        "numbers": numbers.collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
    })
}
