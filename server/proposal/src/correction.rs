//! The changes that put lines into the files as their program would write them.

use std::collections::BTreeMap;

use super::{
    change::{Anchor, Change, EditOp, RecordPosition},
    fields::{self, FieldError},
    line::{EntryLine, RecordText, records},
};
use affixboard_model::{
    catalog::Sort,
    game::{CorrectedLine, Correction, Loaded},
    syntax::DirectiveSpec,
    text::WriteOptions,
};

/// The changes of a correction that was made for these files, by file and place of the entries. Fields that are right stay
/// as they are written, and so do lines whose entry or directive the files don't have.
///
/// # Errors
/// If a value can't be a field.
pub fn correction_changes(loaded: &Loaded, correction: &Correction) -> Result<Vec<Change>, FieldError> {
    let mut lines: BTreeMap<(Sort, u32), Vec<&CorrectedLine>> = BTreeMap::new();
    for line in &correction.lines {
        if let Some(sort) = loaded.sorts().get(usize::from(line.entry.0)) {
            lines.entry((Sort::declared(sort), line.entry.1)).or_default().push(line);
        }
    }
    let mut changes = Vec::new();
    for record in records(loaded) {
        for line in lines.get(&(record.sort, record.index)).into_iter().flatten() {
            let Some(directive) = record.directive(line.directive) else { continue };
            changes.extend(of_line(loaded, &record, line, directive)?);
        }
    }
    Ok(changes)
}

/// The changes of one line: the last of its directive counts for the program.
fn of_line(
    loaded: &Loaded,
    record: &RecordText,
    line: &CorrectedLine,
    directive: &'static DirectiveSpec,
) -> Result<Vec<Change>, FieldError> {
    let own: Vec<EntryLine> = record.editable_lines(loaded).filter(|own| own.directive.tag == line.directive).collect();
    let Some(values) = &line.values else { return Ok(own.iter().map(Change::remove).collect()) };
    let Some(last) = own.last() else {
        let values: Vec<&str> = values.iter().map(|(_, value)| value.as_str()).collect();
        let now = fields::new_line(directive, record.spec.notation, &values)?;
        let above = record.of_directive(line.below).next_back().unwrap_or_default();
        let text = loaded.sources.text(record.lines[above].span).into_owned();
        let place = RecordPosition { line: above as u32, above: text };
        let anchor = Anchor {
            file: loaded.sources.file(record.file).name().to_owned(),
            sort: record.sort,
            index: record.index,
            name: record.name.clone(),
            directive: directive.tag.to_owned(),
            ordinal: 0,
        };
        let op = EditOp::Insert { after: None, now, place: Some(place) };
        return Ok(vec![Change { anchor, op, writing: WriteOptions::default() }]);
    };
    let written = last.fields();
    let is_other = |(name, value): &&(&'static str, String)| {
        let field = written.iter().find(|field| field.spec.name == *name);
        field.and_then(|field| field.text.as_deref()).is_none_or(|text| text.trim() != value)
    };
    let others: Vec<(&str, &str)> =
        values.iter().filter(is_other).map(|(name, value)| (*name, value.as_str())).collect();
    let now = fields::set_fields(directive, record.spec.notation, &last.text, &others)?;
    Ok(if now == last.text { Vec::new() } else { vec![Change::replace(last, now)] })
}
