//! Adds a whole entry to a draft's edit files, or removes one.

use std::sync::Arc;

use affixboard_model::{catalog::Sort, game::Loaded};
use affixboard_proposal::{Change, EditableEntry, apply, editable_entries, whole_text, with_sizes};
use axum::{http::StatusCode, response::Response};

use super::{
    DraftQuery, Notice,
    actions::{compose_changes, redirect, rejected},
    form::DraftForm,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
    whole_entry::{has_number, is_whole},
};
use crate::{Error, State, session::viewer::Viewer};
use affixboard_service::compute::Priority;

/// The change that adds a new entry: after the one with the next lower number, as some programs refuse a file whose numbers don't
/// rise, or before the first where none is lower; without numbers after the one that it is copied from.
fn added(entries: &[EditableEntry], copied: &EditableEntry, text: String) -> Change {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let number = header.split(':').nth(1).and_then(|number| number.trim().parse::<u32>().ok());
    let Some(number) = number.filter(|_| has_number(copied)) else { return Change::insert_entry(copied, text) };
    let of_file = || entries.iter().filter(|entry| entry.file == copied.file);
    match of_file().filter(|entry| entry.index < number).max_by_key(|entry| entry.index) {
        Some(lower) => Change::insert_entry(lower, text),
        None => Change::insert_entry_before(of_file().min_by_key(|entry| entry.index).unwrap_or(copied), text),
    }
}

/// The text that was typed as a record: without blank lines around it, and with as many above as the entry it comes after has.
fn record(typed: &str, above: &str) -> String {
    let blank = above.lines().take_while(|line| line.trim().is_empty()).count();
    let lines: Vec<&str> = typed.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    format!("{}{}", "\n".repeat(blank), lines[first..last].join("\n"))
}

/// Adds an entry after another one, or removes one.
pub(super) async fn act(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let loaded = &session.changed.loaded;
    let named = form.get("of").split_once('.');
    let named = named.and_then(|(sort, index)| Some((loaded.entry_sort(sort)?, index.parse::<u32>().ok()?)));
    let entries = editable_entries(loaded);
    let entry = named.and_then(|of| entries.iter().find(|entry| (entry.sort, entry.index) == of));
    let entry = entry.filter(|entry| is_whole(loaded, entry));
    let (Some(entry), Some(was)) = (entry, named.and_then(|(sort, index)| whole_text(loaded, sort, index))) else {
        return Err(Error::bad_request("of: expected an entry of this draft’s files, such as affix.12."));
    };
    let (change, typed) = if form.get("do") == "remove-entry" {
        (Change::remove_entry(entry, was), None)
    } else {
        let text = record(form.get("text"), &was);
        (added(&entries, entry, text), Some(form.get("text")))
    };
    let composed = compose_changes(state, &session.base, &session.changed, vec![change.clone()]).await?;
    let mut problems: Vec<String> = composed.outcomes.iter().filter(|outcome| !outcome.fits()).map(rejection).collect();
    let mut query = DraftQuery { new: None, ..query.clone() };
    if problems.is_empty() && typed.is_some() {
        let (of, made) = (Arc::clone(&session.changed), change.clone());
        match state.compute(Priority::Interactive, move || new_entry(&of.loaded, &made)).await? {
            Ok((sort, index)) => query.entry = Some(format!("{}.{index}", sort.name())),
            Err(said) => problems = said,
        }
    }
    if !problems.is_empty() {
        let notice = Notice {
            problem: "Nothing was saved: the entry can’t be taken as it is.".to_owned(),
            list: problems.clone(),
            whole: typed.map(|typed| (typed.to_owned(), problems)),
            ..Notice::default()
        };
        return rejected(viewer, state, &session, &query, StatusCode::UNPROCESSABLE_ENTITY, None, notice).await;
    }
    if typed.is_none() {
        query.entry = None;
    }
    match session.save(state, session.base.revision.id, &composed.changes).await {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, &query),
        Err(SaveError::Stale) => {
            let problem = "Nothing was saved: the draft was changed in another window. Try again.".to_owned();
            let notice = Notice { problem, ..Notice::default() };
            rejected(viewer, state, &session, &query, StatusCode::CONFLICT, None, notice).await
        }
        Err(SaveError::Other(error)) => Err(error),
    }
}

/// The entry that a change adds to these files; else what the game's reader says of its lines.
fn new_entry(base: &Loaded, change: &Change) -> Result<(Sort, u32), Vec<String>> {
    let made = with_sizes(base, std::slice::from_ref(change));
    let applied = apply(base, &made).map_err(|error| vec![error.to_string()])?;
    let after = base.game.load_switched(applied.sources.clone(), base.switches.clone());
    let place = applied.places.first().copied().flatten();
    let is_there = |entry: &EditableEntry| {
        place.is_some_and(|place| {
            entry.span.file == place.file && entry.span.start < place.end && place.start < entry.span.end
        })
    };
    // Every entry that was there is still there, and the new one.
    let before = base.entry_records(change.anchor.sort).len();
    let found = editable_entries(&after).into_iter().find(is_there);
    if let Some(entry) = found.filter(|_| after.entry_records(change.anchor.sort).len() == before + 1) {
        return Ok((entry.sort, entry.index));
    }
    let said = applied.diagnostics_of(0, &after);
    let errors = said.iter().filter(|said| base.refuses(said));
    let mut said: Vec<String> = errors.map(|said| said.message()).collect();
    if said.is_empty() {
        said.push("The game’s reader makes no new entry of these lines: another one may have this number.".to_owned());
    }
    Err(said)
}
