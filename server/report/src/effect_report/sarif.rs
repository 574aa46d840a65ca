//! The report as SARIF, in which forges take findings to show beside lines: remarks and gaps that are new.

use affixboard_model::text::Severity;
use serde_json::Value;

use super::{EffectReport, FindingFate};
use crate::balance::{CheckRemark, sarif};

/// What is new beside its line. `program_version`: the version of this program.
pub fn effect_sarif(report: &EffectReport, program_version: &str) -> Value {
    let all = report.remarks.iter().chain(report.gaps.iter().flatten());
    let new = all.filter(|finding| finding.fate == FindingFate::New);
    let remarks: Vec<CheckRemark> = new
        .map(|finding| {
            let (file, line) = finding.place.clone().unwrap_or_default();
            CheckRemark {
                rule: finding.rule,
                severity: Severity::Warning,
                file,
                place: (line > 0).then_some((line, 1)),
                message: finding.what.clone(),
            }
        })
        .collect();
    sarif(&remarks, None, (program_version, false))
}
