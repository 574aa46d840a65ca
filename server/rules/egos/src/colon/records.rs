//! Records of these files and fields that several of them have.

use affixboard_kin::{
    Reader, Vocabulary, lookup,
    records::{Indices, Record, collect},
};
use affixboard_model::{
    syntax::{FieldKind, FileSpec, ParsedLine},
    text::{Diagnostic, Rule},
};

/// Pvals of a kind, ego or artifact, and item types of an ego.
pub(super) const MOST_LINES: usize = 3;

/// Of two records of one index the first stays; index 0 is none.
pub(super) const INDICES: Indices = Indices { by_order: false, drop_duplicates: true, zero_is_valid: false };

/// An item type, by number alone where the directive says so.
pub(super) fn tval(
    words: &Vocabulary,
    line: &ParsedLine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<u16, Diagnostic> {
    match line.opt_int("tval") {
        Some(number) => Ok(lookup::byte(line, "tval", number, diagnostics)),
        None => lookup::tval(words, line, "tval", diagnostics),
    }
}

/// Numbers of a line that the programs keep in bytes.
pub(super) fn bytes(line: &ParsedLine, diagnostics: &mut Vec<Diagnostic>) {
    for field in line.spec.fields.iter().filter(|field| field.kind == FieldKind::Int) {
        lookup::byte::<u8>(line, field.name, line.int(field.name), diagnostics);
    }
}

/// The records of a file by index, without those that have no place in the program's array.
pub(super) fn records<T>(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    (indices, size): (Indices, Option<u32>),
    begin: impl Fn(&ParsedLine) -> Result<T, Diagnostic>,
    add: impl FnMut(&mut T, &ParsedLine, &mut Vec<Diagnostic>) -> Result<(), Diagnostic>,
) -> Vec<Record<T>> {
    let (mut records, _) = collect(reader, spec, indices, begin, add);
    let fits = |record: &Record<T>| size.is_none_or(|size| record.index < size);
    let beyond = records.iter().filter(|record| !fits(record)).map(|record| Diagnostic {
        rule: Rule::TooManyEntries,
        file: spec.name.to_owned(),
        span: Some(record.span),
        found: format!("found index {}", record.index),
        expected: format!(
            "expected an index below {}, the size in limits.txt; the whole record is ignored",
            size.unwrap_or_default()
        ),
    });
    reader.diagnostics.extend(beyond);
    records.retain(fits);
    records
}
