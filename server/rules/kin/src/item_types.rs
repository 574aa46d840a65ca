//! `object_base.txt`: properties shared by all kinds of an item type.

use std::collections::BTreeMap;

use super::{Reader, Vocabulary, lookup};
use affixboard_model::{
    catalog::plain_name,
    engine::flags::FlagSet,
    syntax::{Event, FileSpec, colon::found},
    text::Rule,
};

/// An item type's record.
#[derive(Debug, Default)]
pub struct Base {
    /// Its name in the files.
    pub name: String,
    /// Flags of all items of the type.
    pub flags: FlagSet,
}

/// The item types by tval.
pub fn read(reader: &mut Reader<'_>, spec: &'static FileSpec, words: &Vocabulary) -> BTreeMap<u16, Base> {
    let mut bases: BTreeMap<u16, Base> = BTreeMap::new();
    // Of two records for one tval the first counts; `None` while the lines of another are skipped.
    let mut current: Option<u16> = None;
    let mut begun = false;
    reader.read(spec, &mut |event, diagnostics| {
        let line = match event {
            Event::Line(line) => line,
            Event::Broken(broken) => {
                if broken.tag == "N" {
                    (current, begun) = (None, true);
                }
                return;
            }
        };
        match line.spec.tag {
            "N" => {
                begun = true;
                match lookup::tval(words, &line, "tval", diagnostics) {
                    Ok(tval) if bases.contains_key(&tval) => {
                        let message = format!("found item type {tval} a second time");
                        let expected = "expected each once; the first record is kept";
                        diagnostics.push(line.remark_at(Rule::DuplicateIndex, line.span, message, expected));
                        current = None;
                    }
                    Ok(tval) => {
                        let name = plain_name(&line.text("name"));
                        bases.insert(tval, Base { name, flags: 0 });
                        current = Some(tval);
                    }
                    Err(problem) => {
                        diagnostics.push(problem);
                        current = None;
                    }
                }
            }
            "D" if line.bytes("label") != b"B" => {
                let expected = "expected B, the only default there is; the line is ignored";
                diagnostics.push(line.remark(Rule::UndefinedDirective, "label", found(line.bytes("label")), expected));
            }
            "B" | "F" if !begun => {
                let message = format!("found `{}:` before any record", line.spec.tag);
                let expected = "expected an `N:` line first; the line is ignored";
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, message, expected));
            }
            "F" => {
                let flags = lookup::flags(words, &line, "flags", diagnostics);
                if let Some(base) = current.and_then(|tval| bases.get_mut(&tval)) {
                    base.flags |= flags;
                }
            }
            _ => {}
        }
    });
    bases
}
