//! `limits.txt`: how long the arrays are, and so which indices there can be.

use std::collections::BTreeMap;

use super::super::dialect::LIMITS;
use affixboard_kin::letter::LetterReader;
use affixboard_model::{
    syntax::{Event, FileSpec},
    text::Rule,
};

/// Array sizes by letter; those that the file doesn't say are missing.
#[derive(Debug, Default)]
pub(super) struct ArrayLimits(BTreeMap<u8, u32>);

impl ArrayLimits {
    /// The size that the numbers of a file's records stay below, or how many records it has at most.
    pub(super) fn of(&self, spec: &FileSpec) -> Option<u32> {
        let letter = spec.size.as_bytes().first()?;
        self.get(*letter)
    }

    /// The size of that letter.
    pub(super) fn get(&self, letter: u8) -> Option<u32> {
        self.0.get(&letter).copied()
    }
}

pub(super) fn read(reader: &mut LetterReader<'_>) -> ArrayLimits {
    let mut limits = ArrayLimits::default();
    reader.read(&LIMITS, &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        if let ([letter], Ok(value)) = (label, u32::try_from(value)) {
            limits.0.insert(*letter, value);
        } else {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        }
    });
    limits
}
