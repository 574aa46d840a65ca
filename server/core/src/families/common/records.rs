//! Collecting lines into records that begin with a header line, such as `N:`.

use super::{Reader, lookup};
use crate::{
    syntax::{Event, FileSpec, ParsedLine},
    text::{Diagnostic, Rule, Span},
};

/// A file holds at most so many records. The original has no such limit; real files have a tenth of it, and the counters of
/// a batch grow with kinds times affixes.
const MOST_RECORDS: usize = 2000;

/// A record: its serial number, where it stands and what its lines say.
pub(crate) struct Record<T> {
    pub(crate) index: u32,
    /// From its header line to the last line read of it.
    pub(crate) span: Span,
    pub(crate) body: T,
    header: Span,
}

/// What becomes of special indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Indices {
    /// Header lines say no index: records count from 0 in the order of the file, and the other two say nothing.
    pub(crate) by_order: bool,
    /// The second record of an index doesn't exist; else it gets one after the last.
    pub(crate) lose_second: bool,
    /// Index 0 is one like the others; else it means "none", and its record is passed over.
    pub(crate) keep_zero: bool,
}

enum State {
    /// No header yet.
    Before,
    /// The last header couldn't be read: its lines are passed over, for they belong to no record.
    Skipping,
    Open,
}

/// The records of a file by index; and those that lost their index to an earlier record.
///
/// `begin` makes a body from a header line, `add` puts a further line into it; what either returns as an error is
/// reported and costs the record or the line.
pub(crate) fn collect<T>(
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
            if all.len() == MOST_RECORDS {
                if matches!(state, State::Open) {
                    let found = format!("found record number {}", MOST_RECORDS + 1);
                    let expected = format!("expected at most {MOST_RECORDS}; this and all further ones are ignored");
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
                // Headers are a word, or the letter N.
                let article = if spec.header.len() > 1 { "a" } else { "an" };
                let expected = format!("expected {article} `{}:` line first; the line is ignored", spec.header);
                diagnostics.push(line.remark_at(Rule::MissingRecordHeader, line.span, found, expected));
            }
        }
    });
    if indices.by_order {
        return (all, Vec::new());
    }
    first_of_each(all, spec.name, indices, &mut reader.diagnostics)
}

/// Of several records with one index the first stays, as in the original, which pushes records on a list and fills its
/// array from the list's end. Where records are not lost, the others get indices after the last.
fn first_of_each<T>(
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
    if !indices.lose_second {
        let next = kept.last().map_or(1, |last| last.index + 1);
        kept.extend(
            lost.drain(..)
                .filter(|record| record.index > 0)
                .zip(next..)
                .map(|(record, index)| Record { index, ..record }),
        );
    }
    kept.retain(|record| indices.keep_zero || record.index > 0);
    (kept, lost)
}
