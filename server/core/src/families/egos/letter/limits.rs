//! `limits.txt`: how long the arrays are, and so which indices there can be.

use super::Dialect;
use crate::{
    families::egos::schema::Reader,
    syntax::{Event, colon::found},
    text::Rule,
};

/// Array sizes; `None` where the file doesn't say.
#[derive(Default)]
pub(super) struct Limits {
    pub(super) kinds: Option<u32>,
    pub(super) artifacts: Option<u32>,
    pub(super) egos: Option<u32>,
}

pub(super) fn read(reader: &mut Reader<'_>, dialect: &Dialect) -> Limits {
    let mut limits = Limits::default();
    reader.read(&dialect.files[0], &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        if !label.iter().all(|label| dialect.labels.contains(label)) {
            let known: Vec<_> = dialect.labels.iter().map(|label| char::from(*label).to_string()).collect();
            let expected = format!("expected one of {}; the line is ignored", known.join(" "));
            diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
        } else if let Ok(value) = u32::try_from(value) {
            match label {
                b"K" => limits.kinds = Some(value),
                b"A" => limits.artifacts = Some(value),
                b"E" => limits.egos = Some(value),
                _ => {}
            }
        } else {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        }
    });
    limits
}
