//! `limits.txt`: the sizes of the programs' arrays.

use super::{Reader, Vocabulary};
use crate::{
    syntax::{Event, FileSpec, colon::found},
    text::Rule,
};

/// The least length of the kind array (`M:K:`); kinds made up for artifacts get numbers from there on.
pub(crate) fn least_kinds(reader: &mut Reader<'_>, spec: &'static FileSpec, words: &Vocabulary) -> u32 {
    let mut least = 0;
    reader.read(spec, &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        if !words.labels.iter().any(|known| known.as_bytes() == label) {
            let expected = format!("expected one of {}; the line is ignored", words.labels.join(" "));
            diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
        } else if value < 0 {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        } else if label == b"K" {
            least = value as u32;
        }
    });
    least
}
