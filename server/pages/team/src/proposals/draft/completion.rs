//! Words to choose from for a field: those that the edition's lines have in it.

use std::collections::BTreeSet;

use affixboard_model::syntax::{FieldKind, FieldSpec};
use affixboard_proposal::EntryLine;

/// A field with at most this many different texts in an edition gets a list to choose from.
const MOST_WORDS: usize = 80;
/// A field of several words, such as flags, gets one with at most this many.
const MOST_OF_SEVERAL: usize = 400;

/// Whether a field takes several words, each of which is chosen by itself.
pub(super) fn takes_several(field: &FieldSpec) -> bool {
    field.kind == FieldKind::Rest && ["flags", "types"].contains(&field.name)
}

/// The words that some lines have in a field, in order; `None` for a field that is no word, and where there are none or too
/// many.
pub(super) fn words<'a>(field: &FieldSpec, lines: impl Iterator<Item = &'a EntryLine>) -> Option<Vec<String>> {
    let is_several = takes_several(field);
    if field.kind != FieldKind::Word && !is_several {
        return None;
    }
    let most = if is_several { MOST_OF_SEVERAL } else { MOST_WORDS };
    let mut words: BTreeSet<String> = BTreeSet::new();
    for line in lines {
        let fields = line.fields();
        let text = fields.iter().find(|found| found.spec.name == field.name).and_then(|found| found.text.as_deref());
        let Some(text) = text else { continue };
        if is_several {
            let single = text.split(|c: char| c == '|' || c == ',' || c.is_whitespace());
            words.extend(single.filter(|word| !word.is_empty()).map(str::to_owned));
        } else {
            words.insert(text.trim().to_owned());
        }
        if words.len() > most {
            return None;
        }
    }
    (!words.is_empty()).then(|| words.into_iter().collect())
}
