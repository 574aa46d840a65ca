//! SARIF 2.1.0, in which forges take findings to show beside lines: remarks about edit files, and balance tests that don't hold.

use std::fmt::Write as _;

use affixboard_inquiry::balance::BalanceVerdict;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

use super::{BalanceReport, CheckRemark};

/// The report of a check. `program_version`: the version of this program.
pub fn sarif(
    remarks: &[CheckRemark],
    report: Option<&BalanceReport<'_>>,
    (program_version, fail_on_undecided): (&str, bool),
) -> Value {
    let mut rules: Vec<&str> = remarks.iter().map(|remark| remark.rule).collect();
    let mut results: Vec<Value> = remarks
        .iter()
        .map(|remark| result((remark.rule, remark.severity.name()), &remark.message, &remark.file, remark.place))
        .collect();
    for test in report.into_iter().flat_map(|report| &report.tests) {
        let (rule, level) = match test.judged.verdict {
            BalanceVerdict::Holds => continue,
            BalanceVerdict::Undecided => ("balance-undecided", if fail_on_undecided { "error" } else { "note" }),
            BalanceVerdict::Fails => ("balance-fails", "error"),
        };
        rules.push(rule);
        let mut message = format!("{}: {}: {}", test.name, test.sentence, test.verdict_sentence());
        if let Some(report) = report {
            for (_, measured) in test.listed() {
                let _ = write!(message, "\n{}: {}", report.place(measured), test.measured(measured));
            }
        }
        let file = report.map_or("", |report| report.file.as_str());
        results.push(result((rule, level), &message, file, Some((test.line as u32, 1))));
        for line in &test.lines {
            let message = format!("{}: {}", test.name, test.moving(line));
            rules.push("balance-line");
            results.push(result(("balance-line", "note"), &message, &line.place.0, Some((line.place.1, 1))));
        }
    }
    rules.sort_unstable();
    rules.dedup();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "affixboard",
                "version": program_version,
                "rules": rules.iter().map(|rule| json!({ "id": rule })).collect::<Vec<_>>(),
            }},
            // Columns are characters.
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result((rule, level): (&str, &str), message: &str, file: &str, place: Option<(u32, u32)>) -> Value {
    let region = place.map(|(line, column)| json!({ "startLine": line.max(1), "startColumn": column.max(1) }));
    let mut location = json!({ "artifactLocation": { "uri": uri(file) } });
    if let (Some(object), Some(region)) = (location.as_object_mut(), region) {
        object.insert("region".to_owned(), region);
    }
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [{ "physicalLocation": location }],
    })
}

/// What a path in an address keeps as it is.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'-').remove(b'_').remove(b'~');

/// A path as a relative address.
fn uri(path: &str) -> String {
    utf8_percent_encode(&path.replace('\\', "/"), PATH).to_string()
}

#[cfg(test)]
mod tests {
    use super::{super::testing::report, *};
    use affixboard_model::{catalog::Catalog, text::Severity};

    #[test]
    fn what_does_not_hold_is_a_result() {
        let catalog = Catalog::default();
        let report = report(&catalog);
        let remark = CheckRemark {
            rule: "not-a-number",
            severity: Severity::Error,
            file: "my files/object.txt".to_owned(),
            place: Some((3, 7)),
            message: "found `x`".to_owned(),
        };
        let found = sarif(&[remark], Some(&report), ("0.1.0", false));
        let of =
            |at: usize, path: &str| found.pointer(&format!("/runs/0/results/{at}{path}")).cloned().unwrap_or_default();
        let place = "/locations/0/physicalLocation";
        assert_eq!(found.pointer("/version"), Some(&json!("2.1.0")));
        assert_eq!(
            found.pointer("/runs/0/tool/driver/rules"),
            Some(&json!([
                { "id": "balance-fails" }, { "id": "balance-line" }, { "id": "balance-undecided" }, { "id": "not-a-number" }
            ]))
        );
        let rules: Vec<Value> = (0..5).map(|at| of(at, "/ruleId")).collect();
        assert_eq!(
            rules,
            [
                json!("not-a-number"),
                json!("balance-fails"),
                json!("balance-line"),
                json!("balance-undecided"),
                Value::Null
            ]
        );
        assert_eq!(of(0, &format!("{place}/artifactLocation/uri")), json!("my%20files/object.txt"));
        assert_eq!(of(0, &format!("{place}/region")), json!({ "startLine": 3, "startColumn": 7 }));
        assert_eq!(of(1, &format!("{place}/region/startLine")), json!(3));
        assert_eq!([of(1, "/level"), of(2, "/level"), of(3, "/level")], [json!("error"), json!("note"), json!("note")]);
        let strict = sarif(&[], Some(&report), ("0.1.0", true));
        assert_eq!(strict.pointer("/runs/0/results/2/level"), Some(&json!("error")));
    }
}
