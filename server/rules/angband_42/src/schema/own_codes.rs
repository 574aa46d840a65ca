//! Codes of flags and modifiers that an edition's own `object_property.txt` declares, where the program has none of that name:
//! its team's program has. They are kept, and have no effect here.

use std::collections::BTreeSet;

use affixboard_model::text::{Diagnostic, Rule, SourceSet};

use super::super::tables::{ELEMENTS, FLAGS, MODIFIERS};

/// The file that declares codes.
const FILE: &str = "object_property.txt";

/// The codes that the file declares and the program doesn't have, each as a property of its type: what is wrong with one that
/// it has is an error.
fn declared(sources: &SourceSet) -> BTreeSet<String> {
    let Some((_, file)) = sources.find(FILE) else { return BTreeSet::new() };
    let (mut declared, mut known) = (BTreeSet::new(), FLAGS);
    for line in file.text().split(|byte| *byte == b'\n') {
        match (line.strip_prefix(b"type:"), line.strip_prefix(b"code:")) {
            (Some(of), _) => {
                known = match of.trim_ascii() {
                    b"stat" | b"mod" => MODIFIERS,
                    b"flag" => FLAGS,
                    _ => ELEMENTS,
                }
            }
            (_, Some(code)) => {
                let code = String::from_utf8_lossy(code.trim_ascii()).into_owned();
                if !known.contains(&code.as_str()) {
                    declared.insert(code);
                }
            }
            _ => {}
        }
    }
    declared
}

/// Turns what was said of the edition's own codes into remarks.
pub(super) fn settle(sources: &SourceSet, said: &mut [Diagnostic]) {
    let declared = declared(sources);
    for remark in said.iter_mut().filter(|remark| matches!(remark.rule, Rule::InvalidFlag | Rule::InvalidValue)) {
        // `MOD[2]` is a value of a modifier.
        let name = remark.found.split(['`', '[']).nth(1).unwrap_or_default();
        if declared.contains(name) {
            remark.rule = Rule::OwnCode;
            remark.expected =
                format!("expected a code that the program knows; {FILE} has it, so it is kept, without effect here");
        }
    }
}
