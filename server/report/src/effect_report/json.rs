//! The report for programs.

use serde_json::{Value, json};

use affixboard_inquiry::balance::BalanceVerdict;

use super::{EffectReport, EffectSide, FindingChange};
use crate::sheets::{EffectRow, GridCell};

/// The whole report as JSON.
pub fn effect_json(report: &EffectReport) -> Value {
    let side = |side: &EffectSide| json!({"name": side.name, "files": side.files, "errors": side.errors, "doubts": side.doubts});
    let [before, after] = report.sides.each_ref().map(side);
    let finding = |finding: &FindingChange| {
        let (file, line) = finding.place.clone().unzip();
        json!({"fate": finding.fate.word(), "rule": finding.rule, "what": finding.what, "file": file, "line": line})
    };
    let findings = |all: &[FindingChange]| all.iter().map(finding).collect::<Vec<_>>();
    let row = |row: &EffectRow, is_small: bool| {
        json!({
            "metric": row.metric, "tval": row.place.0, "sval": row.place.1, "index": row.index, "name": row.name,
            "depth": row.depth, "before": row.now, "after": row.proposed, "points": row.points, "change": row.ratio,
            "size": row.size, "displaced": row.is_indirect, "small": is_small,
        })
    };
    let of_effect = |effect: &crate::sheets::Effect| -> Vec<Value> {
        let small = effect.small.iter().map(|one| row(one, true));
        effect.rows.iter().map(|one| row(one, false)).chain(small).collect()
    };
    let drops = report.drops.as_ref().map(|drops| {
        let one = |change: &super::DropChange| {
            let mut value = row(&change.row, change.is_small);
            value["quality"] = change.quality.into();
            value["of"] = if change.of_drops { "all drops" } else { "its item type" }.into();
            value
        };
        drops.iter().map(one).collect::<Vec<_>>()
    });
    let matrix = report.matrix.as_ref().map(|matrix| {
        let cell = |cell: &GridCell| {
            let state = match cell {
                GridCell::NoNumbers => "none",
                GridCell::Equal => "equal",
                GridCell::Open => "open",
                GridCell::Largest(_) => "changes",
            };
            json!({"state": state, "largest": cell.largest().map(|largest| row(largest, false))})
        };
        let rows = matrix
            .rows
            .iter()
            .map(|(quality, cells)| json!({"quality": quality, "cells": cells.iter().map(cell).collect::<Vec<_>>()}));
        json!({"depths": matrix.depths, "rows": rows.collect::<Vec<_>>()})
    });
    let subjects =
        report.subjects.iter().map(|(title, found)| json!({"subject": title, "rows": of_effect(&found.effect)}));
    let entries = report.entries.iter().map(|entry| {
        let lines = entry.lines.iter().map(|line| format!("{}{}", if line.is_added { '+' } else { '-' }, line.text));
        json!({
            "sort": entry.sort.word(report.words), "index": entry.index, "name": entry.name, "became": entry.became.word(),
            "file": entry.place.0, "line": entry.place.1, "lines": lines.collect::<Vec<_>>(),
        })
    });
    let balance = report.balance.as_ref().map(|tests| {
        let one = |test: &super::BalanceChange| {
            let [before, after] = test.verdicts.map(BalanceVerdict::word);
            json!({"name": test.name, "before": before, "after": after, "sentence": test.sentence})
        };
        tests.iter().map(one).collect::<Vec<_>>()
    });
    json!({
        "balance": balance, "game": report.game, "rules": report.rules, "before": before, "after": after, "method": if report.is_doubtful() { "computed" } else { "exact" },
        "entries": entries.collect::<Vec<_>>(), "remarks": findings(&report.remarks),
        "gaps": report.gaps.as_deref().map(findings), "pools": of_effect(&report.pools), "drops": drops, "matrix": matrix,
        "subjects": subjects.collect::<Vec<_>>(),
    })
}
