//! Files whose records are entries of a sort of their own: what a program reads of them beside objects. Their columns are their lines.

use std::collections::BTreeSet;

use affixboard_model::{
    catalog::{FieldColumn, SortEntry, SortSpec},
    records::{Shape, ShapedRecord, shaped_as},
    syntax::FileSpec,
    text::SourceSet,
};

/// Entries of a file at most.
const MOST_ENTRIES: usize = 5000;
/// Letters of a name at most.
const MOST_LETTERS: usize = 120;

/// Whether a line is neither the version nor the one that begins a record.
const fn is_column(file: &FileSpec, at: usize) -> bool {
    let tag = file.directives[at].tag.as_bytes()[0];
    tag != b'V' && tag != file.header.as_bytes()[0]
}

/// How many columns a file has.
pub const fn count(file: &'static FileSpec) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < file.directives.len() {
        if is_column(file, at) {
            count += 1;
        }
        at += 1;
    }
    count
}

/// A column for each of a file's lines but the first and the version. `N`: how many there are ([`count`]).
pub const fn columns<const N: usize>(file: &'static FileSpec) -> [FieldColumn; N] {
    let mut columns = [FieldColumn::unlisted("", "", ""); N];
    let (mut at, mut filled) = (0, 0);
    while at < file.directives.len() && filled < N {
        let directive = &file.directives[at];
        if is_column(file, at) {
            columns[filled] = FieldColumn::listed(small(directive.tag.as_bytes()[0]), directive.tag, directive.doc);
            filled += 1;
        }
        at += 1;
    }
    columns
}

const fn small(tag: u8) -> &'static str {
    const SMALL: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    let at = if tag.is_ascii_uppercase() { (tag - b'A') as usize } else { 0 };
    let (_, from) = SMALL.split_at(at);
    let (letter, _) = from.split_at(1);
    match std::str::from_utf8(letter) {
        Ok(letter) => letter,
        Err(_) => "",
    }
}

/// The sort of a file's records: `file_sort!(FILE, "spells", "spell")`.
#[macro_export]
macro_rules! file_sort {
    ($file:path, $name:literal, $one:literal) => {
        affixboard_model::catalog::SortSpec {
            name: $name,
            words: [$one, $name],
            group: ["", ""],
            fields: {
                const COLUMNS: [affixboard_model::catalog::FieldColumn; $crate::file_sorts::count(&$file)] =
                    $crate::file_sorts::columns(&$file);
                &COLUMNS
            },
        }
    };
}

/// The records of a file as entries of a sort, by index; `name` says what one is called.
pub fn entries(
    (number, sort): (u8, &SortSpec),
    file: &FileSpec,
    sources: &SourceSet,
    name: &dyn Fn(&ShapedRecord) -> String,
) -> Vec<SortEntry> {
    let shape = is_indexed(file).then_some(Shape::Indexed);
    let shaped = file.find(sources).and_then(|(id, found)| shaped_as(found, id, Some(file.header), shape));
    let mut records = shaped.map(|shaped| shaped.records).unwrap_or_default();
    records.truncate(MOST_ENTRIES);
    // An index that comes twice is an error elsewhere; here each entry needs one of its own.
    let mut seen = BTreeSet::new();
    records.retain(|record| seen.insert(record.index));
    records.sort_by_key(|record| record.index);
    let entry = |record: &ShapedRecord| SortEntry {
        sort: number,
        index: record.index,
        name: name(record).chars().take(MOST_LETTERS).collect(),
        group: String::new(),
        record: Some(record.span),
        fields: sort.fields.iter().map(|column| lines(record, column).into()).collect(),
    };
    records.iter().map(entry).collect()
}

/// The lines of a record in a column.
fn lines(record: &ShapedRecord, column: &FieldColumn) -> String {
    let lines = record.lines.iter().filter(|line| line.tag == column.title);
    lines.map(|line| line.text.trim()).collect::<Vec<_>>().join("; ")
}

/// Whether the line that begins a record gives its index.
fn is_indexed(spec: &FileSpec) -> bool {
    let header = spec.directives.iter().find(|directive| directive.tag == spec.header);
    header.and_then(|header| header.fields.first()).is_some_and(|field| field.name == "index")
}
