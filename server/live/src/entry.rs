//! The lines of an entry that may be changed, with their fields, so that a page can offer inputs.

use affixboard_model::syntax::FieldKind;
use affixboard_proposal::{EntryLine, Field};
use serde::Serialize;

use crate::{
    edition::Edition,
    edits,
    failure::{Failure, one_of},
    request::EntryRequest,
};

/// An entry with its lines.
#[derive(Serialize)]
pub(crate) struct EntryAnswer {
    sort: &'static str,
    index: u32,
    name: String,
    lines: Vec<LineAnswer>,
}

#[derive(Serialize)]
struct LineAnswer {
    file: String,
    /// Line and column, from 1, in the files that were opened.
    line: u32,
    column: u32,
    directive: &'static str,
    text: String,
    about: &'static str,
    fields: Vec<FieldAnswer>,
}

#[derive(Serialize)]
struct FieldAnswer {
    name: &'static str,
    value: Option<String>,
    /// Where it stands in the line's text, in UTF-16 units.
    start: Option<usize>,
    end: Option<usize>,
    is: &'static str,
    optional: bool,
}

/// The lines of an entry, with the request's edits.
///
/// # Errors
/// If there is no such entry, or edits can't be made.
pub(crate) fn entry(edition: &Edition, request: &EntryRequest) -> Result<EntryAnswer, Failure> {
    let loaded = &edition.loaded;
    let sort = loaded.entry_sort(&request.sort).ok_or_else(|| {
        Failure::of_field(
            "sort",
            &request.sort,
            one_of(loaded.entry_sorts().map(affixboard_model::catalog::Sort::name)),
        )
    })?;
    let name = || {
        let records = loaded.entry_records(sort);
        records.iter().find(|record| record.index == request.index).map(|record| record.name.to_owned())
    };
    let texts = edits::new_texts(edition, &request.edits)?;
    let own = edition.lines().iter().enumerate();
    let own: Vec<_> = own.filter(|(_, line)| (line.sort, line.index) == (sort, request.index)).collect();
    let name = own.first().map(|(_, line)| line.name.clone()).or_else(name).ok_or_else(|| {
        Failure::of_field(
            "index",
            &request.index.to_string(),
            format!("the number of an entry of the sort {}", sort.name()),
        )
    })?;
    let lines = own.into_iter().map(|(at, line)| {
        let text = texts.get(&at).unwrap_or(&line.text);
        LineAnswer::of(edition, &EntryLine { text: text.clone(), ..line.clone() })
    });
    Ok(EntryAnswer { sort: sort.name(), index: request.index, name, lines: lines.collect() })
}

impl LineAnswer {
    fn of(edition: &Edition, line: &EntryLine) -> LineAnswer {
        let position = edition.loaded.sources.position(line.span);
        LineAnswer {
            file: line.file.clone(),
            line: position.line,
            column: position.column,
            directive: line.directive.tag,
            about: line.directive.doc,
            fields: line.fields().into_iter().map(|field| FieldAnswer::of(&line.text, field)).collect(),
            text: line.text.clone(),
        }
    }
}

impl FieldAnswer {
    fn of(line: &str, Field { spec, text, range }: Field) -> FieldAnswer {
        let units = |end: usize| line[..end].encode_utf16().count();
        FieldAnswer {
            name: spec.name,
            value: text,
            start: range.as_ref().map(|range| units(range.start)),
            end: range.as_ref().map(|range| units(range.end)),
            is: match spec.kind {
                FieldKind::Int => "number",
                FieldKind::Random => "random",
                FieldKind::Dice => "dice",
                FieldKind::Word => "word",
                FieldKind::Rest => "text",
                FieldKind::Char => "character",
            },
            optional: spec.optional,
        }
    }
}
