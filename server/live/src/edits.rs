//! Edits: which lines become what, and the files with them. Lines are found, changed and refused as those of a draft are.

use std::collections::BTreeMap;

use affixboard_model::{game::Loaded, text::Diagnostic};
use affixboard_proposal::{
    Change, EntryLine, FieldError, Outcome, Reason, apply as apply_changes, set_fields, with_sizes,
};
use serde::Serialize;

use crate::{
    edition::Edition,
    failure::{Failure, one_of},
    request::Edit,
};

/// Edits at most.
const MOST_EDITS: usize = 1000;
/// Remarks at most that an answer has.
const MOST_REMARKS: usize = 50;

/// The lines that edits change, by position in [`Edition::lines`], with their new texts.
///
/// # Errors
/// If an edit names no line or field of an entry, or gives what can't stand there.
pub(crate) fn new_texts(edition: &Edition, edits: &[Edit]) -> Result<BTreeMap<usize, String>, Failure> {
    if edits.len() > MOST_EDITS {
        return Err(Failure::of_text(&format!("found {} edits; expected at most {MOST_EDITS}", edits.len())));
    }
    let mut texts: BTreeMap<usize, String> = BTreeMap::new();
    for edit in edits {
        let at = find(edition, edit)?;
        let line = &edition.lines()[at];
        let text = texts.remove(&at).unwrap_or_else(|| line.text.clone());
        let place = |failure: Failure| {
            let column = failure.column.unwrap_or(edition.loaded.sources.position(line.span).column);
            Failure { column: Some(column), ..failure }.in_line(&edit.file, edit.line)
        };
        let text = match (&edit.field, &edit.value, &edit.text) {
            (Some(field), Some(value), None) => {
                let field = spec_name(line, field).unwrap_or(field);
                let changed = set_fields(line.directive, line.notation, &text, &[(field, value.as_str())]);
                changed.map_err(|error| place(of_field(&error, line, &text, field)))?
            }
            (None, None, Some(text)) => text.clone(),
            _ => return Err(place(Failure::new("expected `field` and `value`, or `text`"))),
        };
        texts.insert(at, text);
    }
    texts.retain(|at, text| edition.lines()[*at].text != *text);
    Ok(texts)
}

/// The name of a line's field. A number of a table is a line of one field, which may be called by its directive, too.
fn spec_name(line: &EntryLine, field: &str) -> Option<&'static str> {
    let fields = line.directive.fields;
    let by_directive = (line.notation.is_of_tables() && line.directive.tag == field).then(|| fields.first()).flatten();
    by_directive.or_else(|| fields.iter().find(|spec| spec.name == field)).map(|spec| spec.name)
}

/// An error of a field, at the column where it stands.
fn of_field(error: &FieldError, line: &EntryLine, text: &str, field: &str) -> Failure {
    let failure = Failure::of_text(&error.to_string());
    let edited = EntryLine { text: text.to_owned(), ..line.clone() };
    let range = edited.fields().into_iter().find(|one| one.spec.name == field).and_then(|one| one.range);
    let column = range.map(|range| text[..range.start].chars().count() as u32 + 1);
    Failure { column, ..failure }
}

/// The line that an edit names: a position in [`Edition::lines`].
fn find(edition: &Edition, edit: &Edit) -> Result<usize, Failure> {
    let (sources, lines) = (&edition.loaded.sources, edition.lines());
    let Some((_, file)) = sources.find(&edit.file) else {
        let known = one_of(sources.files().iter().map(affixboard_model::text::SourceFile::name));
        return Err(Failure { file: Some(edit.file.as_str().into()), ..Failure::of_field("file", &edit.file, known) });
    };
    let there = lines.iter().enumerate().filter_map(|(at, line)| {
        let position = sources.position(line.span);
        (position.line == edit.line && line.file == file.name()).then_some((at, line, position.column))
    });
    let there: Vec<_> = there.collect();
    let has_field = |line: &EntryLine| edit.field.as_ref().is_none_or(|field| spec_name(line, field).is_some());
    let fitting: Vec<_> = there
        .iter()
        .filter(|(_, line, column)| edit.column.is_none_or(|wanted| wanted == *column) && has_field(line))
        .collect();
    let failure = match fitting.as_slice() {
        [(at, ..)] => return Ok(*at),
        [] if there.is_empty() => {
            let text = if edit.line > file.line_count() {
                format!("the end of the file, which has {} lines", file.line_count())
            } else {
                format!("`{}`", file.line(edit.line))
            };
            Failure::of_text(&format!("found {text}; expected a line of an entry that may be changed"))
        }
        [] => {
            let fields = there.iter().flat_map(|(_, line, _)| line.directive.fields).map(|spec| spec.name);
            let found = edit.field.clone().unwrap_or_else(|| format!("column {}", edit.column.unwrap_or_default()));
            Failure::of_field("field", &found, one_of(fields))
        }
        several => {
            let columns: Vec<String> = several.iter().map(|(_, _, column)| column.to_string()).collect();
            let expected = one_of(columns.iter().map(String::as_str));
            Failure::of_text(&format!("found several numbers in the line; expected `column`, {expected}"))
        }
    };
    Err(failure.in_line(&edit.file, edit.line))
}

/// The files with edits, read by the same rules.
///
/// # Errors
/// As [`new_texts`]; and where a line can't be changed so, or the game would not read it.
pub(crate) fn apply(edition: &Edition, edits: &[Edit]) -> Result<Loaded, Failure> {
    let (loaded, texts) = (&edition.loaded, new_texts(edition, edits)?);
    let lines: Vec<&EntryLine> = texts.keys().map(|at| &edition.lines()[*at]).collect();
    let changes: Vec<Change> =
        lines.iter().zip(texts.values()).map(|(line, text)| Change::replace(line, text)).collect();
    let mut applied =
        apply_changes(loaded, &with_sizes(loaded, &changes)).map_err(|error| Failure::of_text(&error.to_string()))?;
    for (line, outcome) in lines.iter().zip(&applied.outcomes) {
        if let Some(why) = rejection(outcome) {
            let position = loaded.sources.position(line.span);
            return Err(Failure { file: Some(line.file.as_str().into()), ..Failure::of_text(&why) }.at(Some(position)));
        }
    }
    let sources = std::mem::take(&mut applied.sources);
    let after = loaded.game.load_switched(sources, loaded.switches.clone());
    let refused =
        (0..changes.len()).flat_map(|at| applied.diagnostics_of(at, &after)).find(|said| loaded.refuses(said));
    match refused.or_else(|| after.unreadable().next()) {
        Some(said) => Err(Failure::of_diagnostic(said, &after)),
        None => Ok(after),
    }
}

/// Why a change isn't in the files; `None` where it is.
fn rejection(outcome: &Outcome) -> Option<String> {
    match outcome {
        Outcome::Applied | Outcome::Moved | Outcome::AlreadyApplied => None,
        Outcome::Refused(refusal) => Some(refusal.to_string()),
        Outcome::Conflict(conflict) => Some(match (&conflict.is, conflict.reason) {
            (Some(is), Reason::LineChanged) => format!("found `{is}`; expected the line as it was"),
            (_, reason) => reason.explain().to_owned(),
        }),
    }
}

/// A remark that edited files get.
#[derive(Debug, Serialize)]
pub(crate) struct Remark {
    severity: &'static str,
    #[serde(flatten)]
    said: Failure,
}

/// What is said of the edited files and not of those before, the worst first.
pub(crate) fn remarks(before: &Loaded, after: &Loaded) -> Vec<Remark> {
    let what = |said: &Diagnostic| (said.rule, said.file.clone(), said.found.clone(), said.expected.clone());
    let mut known: BTreeMap<_, usize> = BTreeMap::new();
    for said in &before.diagnostics {
        *known.entry(what(said)).or_default() += 1;
    }
    let is_new = |said: &&Diagnostic| match known.get_mut(&what(said)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    let mut new: Vec<&Diagnostic> = after.diagnostics.iter().filter(is_new).collect();
    new.sort_by_key(|said| said.severity());
    new.truncate(MOST_REMARKS);
    let remark =
        |said: &Diagnostic| Remark { severity: said.severity().name(), said: Failure::of_diagnostic(said, after) };
    new.into_iter().map(remark).collect()
}
