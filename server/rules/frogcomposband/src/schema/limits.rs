//! `misc.txt`: how long the arrays are, and so which indices there can be.

use std::collections::BTreeMap;

use super::super::dialect::{ARTIFACTS, EGOS, LIMITS, OBJECTS};
use affixboard_kin::letter::LetterReader;
use affixboard_model::{syntax::Event, text::Rule};

/// The labels of sizes that indices stay below.
const LABELS: [&str; 3] = [OBJECTS.size, ARTIFACTS.size, EGOS.size];

/// Array sizes by label; those that the file doesn't say are missing.
#[derive(Debug, Default)]
pub(super) struct ArraySizes(BTreeMap<&'static str, u32>);

impl ArraySizes {
    /// The size of that label.
    pub(super) fn get(&self, label: &str) -> Option<u32> {
        self.0.get(label).copied()
    }
}

pub(super) fn read(reader: &mut LetterReader<'_>) -> ArraySizes {
    let mut sizes = ArraySizes::default();
    reader.read(&LIMITS, &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        // PosChengband has the label behind the letter, and more of them than matter.
        let is_labelled = line.spec.tag == "M" && line.opt_int("size").is_some();
        let (label, value) = if is_labelled {
            (LABELS.into_iter().find(|label| label.as_bytes() == line.bytes("value")), line.int("size"))
        } else if line.spec.tag == "M" {
            (None, 0)
        } else {
            (Some(line.spec.tag), line.int("value"))
        };
        if let Ok(value) = u32::try_from(value) {
            sizes.0.extend(label.map(|label| (label, value)));
        } else {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        }
    });
    sizes
}
