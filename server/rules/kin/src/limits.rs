//! `limits.txt`: the sizes of the programs' arrays.

use std::collections::BTreeMap;

use super::{Reader, Vocabulary};
use affixboard_model::{
    catalog::{EntryField, FieldColumn, SortEntry, SortSpec},
    records::{Shape, ShapedRecord, shaped_as},
    syntax::{Event, FileSpec, colon::found},
    text::{Rule, SourceSet},
};

/// The sort of the sizes, in games whose entries have indices below them.
pub const SORTS: &[SortSpec] = &[SortSpec {
    name: "limits",
    words: ["limit", "limits"],
    group: ["", ""],
    fields: &[FieldColumn::listed("size", "Size", "how many there can be; indices are below it")],
}];

/// The sizes as entries, in the order of the file; none where its lines begin no records. `M:E:128` is "limit E".
pub fn entries(spec: &'static FileSpec, sources: &SourceSet) -> Vec<SortEntry> {
    if spec.header != "M" {
        return Vec::new();
    }
    let shaped = spec.find(sources).and_then(|(id, file)| shaped_as(file, id, Some(spec.header), Some(Shape::Table)));
    let records = shaped.map(|shaped| shaped.records).unwrap_or_default();
    let entry = |record: ShapedRecord| {
        let (label, size) = record.name.split_once(':').unwrap_or((&record.name, ""));
        let number = size.trim().parse::<i64>().ok();
        SortEntry {
            sort: 0,
            index: record.index,
            name: format!("limit {}", label.trim()),
            group: String::new(),
            record: Some(record.span),
            fields: vec![number.map_or_else(EntryField::default, EntryField::from)],
        }
    };
    records.into_iter().map(entry).collect()
}

/// The array sizes by label, as far as the file sets them.
pub fn sizes(reader: &mut Reader<'_>, spec: &'static FileSpec, words: &Vocabulary) -> BTreeMap<&'static str, u32> {
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
