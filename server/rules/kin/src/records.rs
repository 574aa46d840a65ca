//! Collecting lines into records that begin with a header line, such as `N:`.

use super::{Reader, lookup};
use affixboard_model::{
    syntax::{Event, FileSpec, ParsedLine},
    text::{Diagnostic, Rule, Span},
};

/// Maximum number of records of a file. The original has no such limit; real files have a tenth of it, and the counters
/// of a batch grow with kinds × affixes.
const MAX_RECORDS: usize = 2000;

/// A record: serial number, span and the contents of its lines.
pub struct Record<T> {
    /// Serial number.
    pub index: u32,
    /// Span from its header line to the last line read of it.
    pub span: Span,
    /// What was read of it.
    pub body: T,
    header: Span,
}

/// Handling of special serial numbers.
#[derive(Debug, Clone, Copy)]
pub struct Indices {
    /// Headers have no serial number: records are numbered from 0 in file order, and the other two fields are unused.
    pub by_order: bool,
    /// A second record of a number is dropped; otherwise it gets a number after the last.
    pub drop_duplicates: bool,
    /// Number 0 is valid; otherwise it means "none", and its record is skipped.
    pub zero_is_valid: bool,
}

enum State {
    /// No header yet.
    Before,
    /// The last header couldn't be read: lines are skipped until the next one.
    Skipping,
    Open,
}

/// The records of a file by serial number, and the dropped duplicates.
///
/// `begin` makes a body from a header line, `add` adds a further line to it. Errors of `begin` are reported and drop
/// the record; those of `add` drop the line.
pub fn collect<T>(
    reader: &mut Reader<'_>,
    spec: &'static FileSpec,
    indices: Indices,
    begin: impl Fn(&ParsedLine) -> Result<T, Diagnostic>,
    mut add: impl FnMut(&mut T, &ParsedLine, &mut Vec<Diagnostic>) -> Result<(), Diagnostic>,
) -> (Vec<Record<T>>, Vec<Record<T>>) {
    let mut all: Vec<Record<T>> = Vec::new();
    let mut state = State::Before;
    reader.read(spec, &mut |event, diagnostics| {
        let line = match event {
            Event::Line(line) => line,
            Event::Broken(broken) => {
                if broken.tag == spec.header {
                    state = State::Skipping;
                }
                return;
            }
        };
        if line.spec.tag == "V" {
            return;
        }
        if line.spec.tag == spec.header {
            if all.len() == MAX_RECORDS {
                if matches!(state, State::Open) {
                    let found = format!("found record number {}", MAX_RECORDS + 1);
                    let expected = format!("expected at most {MAX_RECORDS}; this and all further ones are ignored");
                    diagnostics.push(line.remark_at(Rule::TooManyEntries, line.span, found, expected));
                }
                state = State::Skipping;
                return;
            }
            let index = if indices.by_order { Ok(all.len() as u32) } else { lookup::index(&line) };
            match index.and_then(|index| Ok((index, begin(&line)?))) {
                Ok((index, body)) => {
                    all.push(Record { index, span: line.span, body, header: line.span });
                    state = State::Open;
                }
                Err(problem) => {
                    diagnostics.push(problem);
                    state = State::Skipping;
                }
            }
            return;
        }
        match (&state, all.last_mut()) {
            (State::Open, Some(record)) => {
                record.span = record.span.to(line.span);
                if let Err(problem) = add(&mut record.body, &line, diagnostics) {
                    diagnostics.push(problem);
                }
            }
            (State::Skipping, _) => {}
            _ => {
                let found = format!("found `{}:` before any record", line.spec.tag);
                // The header's tag is a whole word (4.2) or the letter N.
                let article = if spec.header.len() > 1 { "a" } else { "an" };
                let expected = format!("expected {article} `{}:` line first; the line is ignored", spec.header);
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            }
        }
    });
    if indices.by_order {
        return (all, Vec::new());
    }
    first_per_index(all, spec.name, indices, &mut reader.diagnostics)
}

/// Of several records with one number the first keeps it, as in the original, which pushes records on a list and fills
/// its array from the list's end. Unless duplicates are dropped, the others get numbers after the last.
fn first_per_index<T>(
    mut all: Vec<Record<T>>,
    file: &str,
    indices: Indices,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Record<T>>, Vec<Record<T>>) {
    all.sort_by_key(|record| record.index);
    let (mut kept, mut lost): (Vec<Record<T>>, Vec<Record<T>>) = (Vec::with_capacity(all.len()), Vec::new());
    for record in all {
        if kept.last().is_some_and(|last| last.index == record.index) {
            diagnostics.push(Diagnostic {
                rule: Rule::DuplicateIndex,
                file: file.to_owned(),
                span: Some(record.header),
                found: format!("found index {} a second time", record.index),
                expected: "expected each index once; the first record is kept and this one doesn't exist".to_owned(),
            });
            lost.push(record);
        } else {
            kept.push(record);
        }
    }
    if !indices.drop_duplicates {
        let next = kept.last().map_or(1, |last| last.index + 1);
        kept.extend(
            lost.drain(..)
                .filter(|record| record.index > 0)
                .zip(next..)
                .map(|(record, index)| Record { index, ..record }),
        );
    }
    kept.retain(|record| indices.zero_is_valid || record.index > 0);
    (kept, lost)
}
