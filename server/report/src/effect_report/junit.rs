//! The report as `JUnit` XML, which continuous integration shows as tests: a case per balance test, and one per remark and gap
//! that is new.

use affixboard_inquiry::balance::BalanceVerdict;
use quick_xml::Writer;

use super::{EffectReport, FindingChange, FindingFate};
use crate::balance::{junit_document, shown_in_xml};

/// What counts as failed. Else it is skipped, so that it is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FailedBy {
    /// A gap that opens.
    pub gaps: bool,
    /// A new remark about the files.
    pub remarks: bool,
    /// More lines left out for errors than before.
    pub errors: bool,
    /// A change of a share by so much or more: 0.05 is five points.
    pub share: Option<f64>,
}

/// How a case ends, with a message.
enum Ending {
    Passed,
    Failed(String),
    Skipped(String),
}

impl Ending {
    fn of(is_failure: bool, message: String) -> Ending {
        if is_failure { Ending::Failed(message) } else { Ending::Skipped(message) }
    }
}

/// The report as tests. A balance test that fails and didn't is a failure, whatever else counts as one.
///
/// # Errors
/// None from memory; the writer's own type has some.
pub fn effect_junit(report: &EffectReport, failed_by: FailedBy) -> std::io::Result<String> {
    junit_document("affixboard effect", |writer| {
        suite(writer, "change", &changes(report, failed_by))?;
        if let Some(tests) = &report.balance {
            let case = |test: &super::BalanceChange| {
                let [before, after] = test.verdicts.map(BalanceVerdict::word);
                let message = format!("{before} before, {after} now; {}", test.sentence);
                let ending = match test.verdicts[1] {
                    BalanceVerdict::Holds => Ending::Passed,
                    _ => Ending::of(test.breaks(), message),
                };
                (test.name.clone(), ending)
            };
            suite(writer, "balance", &tests.iter().map(case).collect::<Vec<_>>())?;
        }
        suite(writer, "remarks", &findings(&report.remarks, "no new remarks", failed_by.remarks))?;
        if let Some(gaps) = &report.gaps {
            suite(writer, "gaps", &findings(gaps, "no new gaps", failed_by.gaps))?;
        }
        Ok(())
    })
}

/// Cases about the change as a whole.
fn changes(report: &EffectReport, failed_by: FailedBy) -> Vec<(String, Ending)> {
    let [before, after] = &report.sides;
    let errors = if after.errors > before.errors {
        let message = format!("{} lines are left out for errors, {} before", after.errors, before.errors);
        Ending::of(failed_by.errors, message)
    } else {
        Ending::Passed
    };
    let mut cases = vec![("lines left out for errors".to_owned(), errors)];
    if let Some(most) = failed_by.share {
        let largest = report.largest();
        let name = format!("no share changes by {} points", 100.0 * most);
        let message = format!("a share changes by {:.3} points", 100.0 * largest);
        cases.push((name, if largest >= most { Ending::Failed(message) } else { Ending::Passed }));
    }
    cases
}

fn findings(all: &[FindingChange], none: &str, are_failures: bool) -> Vec<(String, Ending)> {
    let new = all.iter().filter(|finding| finding.fate == FindingFate::New);
    let case = |finding: &FindingChange| {
        let place = finding.place.as_ref().map_or(String::new(), |(file, line)| format!("{file}:{line} "));
        (format!("{place}{}", finding.rule), Ending::of(are_failures, finding.what.clone()))
    };
    let mut cases: Vec<_> = new.map(case).collect();
    if cases.is_empty() {
        // A suite without cases is taken for one that didn't run.
        cases.push((none.to_owned(), Ending::Passed));
    }
    cases
}

fn suite(writer: &mut Writer<Vec<u8>>, name: &str, cases: &[(String, Ending)]) -> std::io::Result<()> {
    let count = |is_so: fn(&Ending) -> bool| cases.iter().filter(|(_, ending)| is_so(ending)).count().to_string();
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", name),
        ("tests", cases.len().to_string().as_str()),
        ("failures", count(|ending| matches!(ending, Ending::Failed(_))).as_str()),
        ("skipped", count(|ending| matches!(ending, Ending::Skipped(_))).as_str()),
        ("errors", "0"),
    ]);
    suite.write_inner_content(|writer| {
        for (title, ending) in cases {
            let title = shown_in_xml(title);
            let case = writer.create_element("testcase");
            let case = case.with_attributes([("name", title.as_str()), ("classname", name)]);
            let (sort, message) = match ending {
                Ending::Passed => {
                    case.write_empty()?;
                    continue;
                }
                Ending::Failed(message) => ("failure", message),
                Ending::Skipped(message) => ("skipped", message),
            };
            case.write_inner_content(|writer| {
                let message = shown_in_xml(message);
                writer.create_element(sort).with_attribute(("message", message.as_str())).write_empty()?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}
