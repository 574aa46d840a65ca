//! `JUnit` XML, which continuous integration shows as tests: a case per balance test, and one per remark about the edit files.

use affixboard_inquiry::balance::BalanceVerdict;
use quick_xml::{
    Writer,
    events::{BytesDecl, BytesText, Event},
};

use super::{BalanceReport, CheckRemark, ReportedTest};

/// The report of a check: remarks about the files, then the tests. Undecided tests are skipped ones, unless they are to fail.
///
/// # Errors
/// None from memory; the writer's own type has some.
pub fn junit(
    remarks: &[CheckRemark],
    report: Option<&BalanceReport<'_>>,
    fail_on_undecided: bool,
) -> std::io::Result<String> {
    junit_document("affixboard check", |writer| {
        remark_suite(writer, remarks)?;
        if let Some(report) = report {
            balance_suite(writer, report, fail_on_undecided)?;
        }
        Ok(())
    })
}

/// A document of suites.
pub(crate) fn junit_document(
    name: &str,
    suites: impl FnOnce(&mut Writer<Vec<u8>>) -> std::io::Result<()>,
) -> std::io::Result<String> {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    writer.create_element("testsuites").with_attribute(("name", name)).write_inner_content(suites)?;
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    Ok(text)
}

fn remark_suite(writer: &mut Writer<Vec<u8>>, remarks: &[CheckRemark]) -> std::io::Result<()> {
    let errors = remarks.iter().filter(|remark| remark.is_error()).count();
    // A suite without cases is taken for one that didn't run.
    let tests = remarks.len().max(1).to_string();
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", "edit files"),
        ("tests", tests.as_str()),
        ("failures", errors.to_string().as_str()),
        ("skipped", (remarks.len() - errors).to_string().as_str()),
        ("errors", "0"),
    ]);
    suite.write_inner_content(|writer| {
        if remarks.is_empty() {
            let case = writer.create_element("testcase");
            case.with_attributes([("name", "no remarks"), ("classname", "edit files")]).write_empty()?;
        }
        for remark in remarks {
            let name = shown_in_xml(&format!("{} {}", remark.location(), remark.rule));
            let case = writer.create_element("testcase");
            case.with_attributes([("name", name.as_str()), ("classname", "edit files")]).write_inner_content(
                |writer| {
                    let sort = if remark.is_error() { "failure" } else { "skipped" };
                    writer
                        .create_element(sort)
                        .with_attribute(("message", shown_in_xml(&remark.message).as_str()))
                        .write_empty()?;
                    Ok(())
                },
            )?;
        }
        Ok(())
    })?;
    Ok(())
}

fn balance_suite(
    writer: &mut Writer<Vec<u8>>,
    report: &BalanceReport<'_>,
    fail_on_undecided: bool,
) -> std::io::Result<()> {
    let undecided = report.count(BalanceVerdict::Undecided);
    let failures = report.count(BalanceVerdict::Fails) + if fail_on_undecided { undecided } else { 0 };
    let suite = writer.create_element("testsuite").with_attributes([
        ("name", "balance"),
        ("tests", report.tests.len().to_string().as_str()),
        ("failures", failures.to_string().as_str()),
        ("skipped", if fail_on_undecided { 0 } else { undecided }.to_string().as_str()),
        ("errors", "0"),
    ]);
    suite.write_inner_content(|writer| {
        for test in &report.tests {
            let case = writer.create_element("testcase").with_attributes([
                ("name", shown_in_xml(&test.name).as_str()),
                ("classname", "balance"),
                ("file", report.file.as_str()),
                ("line", test.line.to_string().as_str()),
            ]);
            let sort = match test.judged.verdict {
                BalanceVerdict::Holds => None,
                BalanceVerdict::Undecided if !fail_on_undecided => Some("skipped"),
                BalanceVerdict::Undecided | BalanceVerdict::Fails => Some("failure"),
            };
            let Some(sort) = sort else {
                case.write_empty()?;
                continue;
            };
            case.write_inner_content(|writer| {
                let message = shown_in_xml(&format!("{}: {}", test.sentence, test.verdict_sentence()));
                let element = writer.create_element(sort).with_attribute(("message", message.as_str()));
                element.write_text_content(BytesText::new(&shown_in_xml(&numbers(report, test))))?;
                Ok(())
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

fn numbers(report: &BalanceReport<'_>, test: &ReportedTest) -> String {
    let numbers = test.listed().map(|(_, measured)| format!("{}: {}", report.place(measured), test.measured(measured)));
    let lines = test.lines.iter().map(|line| format!("{}:{}: {}", line.place.0, line.place.1, test.moving(line)));
    numbers.chain(lines).collect::<Vec<_>>().join("\n")
}

/// A text without the characters that XML 1.0 can't have.
pub(crate) fn shown_in_xml(text: &str) -> String {
    let is_allowed =
        |of: char| matches!(of, '\t' | '\n' | '\r') || (of >= ' ' && !matches!(of, '\u{fffe}' | '\u{ffff}'));
    text.chars().map(|of| if is_allowed(of) { of } else { '\u{fffd}' }).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::testing::report, *};
    use affixboard_model::{catalog::Catalog, text::Severity};
    use quick_xml::Reader;

    /// Every element with its attributes, unescaped, and every text, as a reader of XML finds them.
    fn read(xml: &str) -> Vec<String> {
        let mut reader = Reader::from_str(xml);
        let mut found = Vec::new();
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Eof => return found,
                Event::Start(tag) | Event::Empty(tag) => {
                    let mut text = tag.name().as_ref().to_owned();
                    for attribute in tag.attributes() {
                        let attribute = attribute.expect("an attribute");
                        let value = quick_xml::escape::unescape(&attribute.value).expect("unescaped").into_owned();
                        text.extend([" ", attribute.key.as_ref(), "=", &value]);
                    }
                    found.push(text);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn it_reads_back() {
        let catalog = Catalog::default();
        let report = report(&catalog);
        let remark = CheckRemark {
            rule: "not-a-number",
            severity: Severity::Error,
            file: "object.txt".to_owned(),
            place: Some((3, 3)),
            message: "found `<x>`; expected a number".to_owned(),
        };
        let found = read(&junit(&[remark], Some(&report), false).expect("written"));
        assert_eq!(
            found,
            [
                "testsuites name=affixboard check",
                "testsuite name=edit files tests=1 failures=1 skipped=0 errors=0",
                "testcase name=object.txt:3:3 not-a-number classname=edit files",
                "failure message=found `<x>`; expected a number",
                "testsuite name=balance tests=3 failures=1 skipped=1 errors=0",
                "testcase name=of <Fire> & \"Ice\" \u{fffd} ]]> classname=balance file=balance.toml line=3",
                "failure message=share of of <Fire> & \"Ice\" \u{fffd} ]]>: at most 12 %: fails by at least 2.340 points",
                "testcase name=Dagger classname=balance file=balance.toml line=9",
                "testcase name=swords classname=balance file=balance.toml line=14",
                "skipped message=share of swords: at most 12 %: undecided: about 7 times as many drops would decide it",
            ]
        );
        let failing = read(&junit(&[], Some(&report), true).expect("written"));
        assert!(
            failing.iter().any(|element| element == "testsuite name=balance tests=3 failures=2 skipped=0 errors=0")
        );
        assert!(failing.iter().any(|element| element == "testcase name=no remarks classname=edit files"));
    }
}
