//! `limits.txt`: the sizes of the programs' arrays.

use std::collections::BTreeMap;

use super::{Reader, Vocabulary};
use crate::{
    syntax::{Event, FileSpec, colon::found},
    text::Rule,
};

/// The array sizes by label, as far as the file sets them.
pub(crate) fn sizes(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    words: &Vocabulary,
) -> BTreeMap<&'static str, u32> {
    let mut sizes = BTreeMap::new();
    reader.read(spec, &mut |event, diagnostics| {
        let Event::Line(line) = event else { return };
        if line.spec.tag != "M" {
            return;
        }
        let (label, value) = (line.bytes("label"), line.int("value"));
        let Some(known) = words.labels.iter().find(|known| known.as_bytes() == label) else {
            let expected = format!("expected one of {}; the line is ignored", words.labels.join(" "));
            diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(label), expected));
            return;
        };
        if value < 0 {
            let expected = "expected 0 or more; the line is ignored";
            diagnostics.push(line.remark(Rule::InvalidValue, "value", format!("found {value}"), expected));
        } else {
            sizes.insert(*known, value as u32);
        }
    });
    sizes
}
