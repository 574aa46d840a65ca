//! `misc.txt`: how long the arrays are, and so which indices there can be.

use std::collections::BTreeMap;

use super::super::dialect::LIMITS;
use affixboard_kin::letter::LetterReader;
use affixboard_model::{syntax::Event, text::Rule};

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
        let value = line.int("value");
        if let Ok(value) = u32::try_from(value) {
            sizes.0.insert(line.spec.tag, value);
        } else {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        }
    });
    sizes
}
