//! Entries of edit files as a whole, in a draft: a new one that begins as a copy of another or from nothing, and one that goes.

use affixboard_core::{
    catalog::Sort,
    game::Loaded,
    proposal::{Change, EditableEntry, apply, editable_entries, whole_text},
    syntax::Notation,
    text::Severity,
};
use axum::{http::StatusCode, response::Response};

use super::{
    DraftQuery, EditorState, LineSelection, Notice,
    actions::{compose_changes, redirect, rejected},
    form::DraftForm,
    rejection,
    session::{DraftSession, DraftTarget, SaveError},
};
use crate::{
    compute::Priority,
    web::{
        Error, State,
        links::{Choice, Query},
        session::viewer::Viewer,
    },
};

/// Numbers that no entry has, of which the page lists the first.
const MOST_FREE: usize = 8;

/// The forms that make an entry of the selected one, and that remove it.
pub(super) struct WholeEntryView {
    /// `affix`.
    pub(super) word: &'static str,
    pub(super) name: String,
    /// `affix.12`.
    pub(super) key: String,
    /// The text to begin with, or as it was typed.
    pub(super) text: String,
    /// Height of the field, in lines.
    pub(super) height: usize,
    /// Serial numbers that no entry has, such as `7, 133 to 140`; empty where entries have none.
    pub(super) free: String,
    /// The lines that it may have.
    pub(super) forms: Vec<String>,
    /// Whether the form for a new one is open.
    pub(super) is_open: bool,
    /// What is wrong with what was typed; empty where nothing is.
    pub(super) problems: Vec<String>,
}

/// The view of an entry of lines, with what was typed in place of its own; `None` of a row of a source's table.
fn view(
    session: &DraftSession,
    (sort, index): (Sort, u32),
    typed: Option<&str>,
    problems: Vec<String>,
) -> Option<WholeEntryView> {
    let loaded = &session.changed.loaded;
    let entries = editable_entries(loaded);
    let entry = entries.iter().find(|entry| (entry.sort, entry.index) == (sort, index))?;
    if entry.notation == Notation::Source {
        return None;
    }
    let free = free_numbers(&entries, entry);
    let text = match typed {
        Some(typed) => typed.to_owned(),
        None => copy(loaded, entry, free.first().map(|range| range.0))?,
    };
    Some(WholeEntryView {
        word: sort.word(loaded.game.words()),
        name: entry.name.trim().to_owned(),
        key: format!("{}.{index}", sort.name()),
        height: text.lines().count().clamp(4, 24) + 1,
        text,
        free: said(&free),
        forms: entry.directives.iter().map(|directive| directive.form()).collect(),
        is_open: typed.is_some(),
        problems,
    })
}

/// Whether the line that begins an entry has its number: `N:12:of Fire`, but not `name:of Fire`.
fn has_number(entry: &EditableEntry) -> bool {
    let header = entry.directives.iter().find(|directive| directive.tag == entry.header);
    header.and_then(|header| header.fields.first()).is_some_and(|field| field.name == "index")
}

/// The numbers that no entry of the file has, as ranges; the last begins behind all of them and has no end.
fn free_numbers(entries: &[EditableEntry], of: &EditableEntry) -> Vec<(u32, Option<u32>)> {
    if !has_number(of) {
        return Vec::new();
    }
    let mut used: Vec<u32> = entries.iter().filter(|entry| entry.file == of.file).map(|entry| entry.index).collect();
    used.sort_unstable();
    let mut free = Vec::new();
    let mut next = 1;
    for index in used {
        if index > next {
            free.push((next, Some(index - 1)));
        }
        next = next.max(index + 1);
    }
    // A copy begins with a number behind all others: gaps may be left for a reason.
    free.insert(0, (next, None));
    free
}

fn said(free: &[(u32, Option<u32>)]) -> String {
    let range = |(first, last): &(u32, Option<u32>)| match last {
        None => format!("{first} and up"),
        Some(last) if last == first => first.to_string(),
        Some(last) => format!("{first} to {last}"),
    };
    let more = free.len().saturating_sub(MOST_FREE);
    let list = free.iter().take(MOST_FREE).map(range).collect::<Vec<_>>().join(", ");
    if more == 0 { list } else { format!("{list}, and {more} more gaps") }
}

/// The text of an entry with another number.
fn copy(loaded: &Loaded, entry: &EditableEntry, number: Option<u32>) -> Option<String> {
    let text = whole_text(loaded, entry.sort, entry.index)?;
    let text = text.trim_start_matches('\n');
    let Some(number) = number else { return Some(text.to_owned()) };
    let (header, rest) = text.split_once('\n').map_or((text, None), |(header, rest)| (header, Some(rest)));
    let mut fields = header.splitn(3, ':');
    let (tag, _, name) = (fields.next()?, fields.next()?, fields.next());
    let header = name.map_or_else(|| format!("{tag}:{number}"), |name| format!("{tag}:{number}:{name}"));
    Some(rest.map_or_else(|| header.clone(), |rest| format!("{header}\n{rest}")))
}

/// The entry that a new one comes after: that with the next lower number, as some programs refuse a file whose numbers don't rise;
/// where there are no numbers the one that it is copied from.
fn place_of<'a>(entries: &'a [EditableEntry], copied: &'a EditableEntry, text: &str) -> &'a EditableEntry {
    let header = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let number = header.split(':').nth(1).and_then(|number| number.trim().parse::<u32>().ok());
    let Some(number) = number.filter(|_| has_number(copied)) else { return copied };
    let lower = entries.iter().filter(|entry| entry.file == copied.file && entry.index < number);
    lower.max_by_key(|entry| entry.index).unwrap_or(copied)
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
    let named = named.and_then(|(sort, index)| Some((loaded.game.entry_sort(sort)?, index.parse::<u32>().ok()?)));
    let entries = editable_entries(loaded);
    let entry = named.and_then(|of| entries.iter().find(|entry| (entry.sort, entry.index) == of));
    let entry = entry.filter(|entry| entry.notation != Notation::Source);
    let (Some(entry), Some(was)) = (entry, named.and_then(|(sort, index)| whole_text(loaded, sort, index))) else {
        return Err(Error::bad_request("of: expected an entry of this draft’s files, such as affix.12."));
    };
    let (change, typed) = if form.get("do") == "remove-entry" {
        (Change::remove_entry(entry, was), None)
    } else {
        let text = record(form.get("text"), &was);
        (Change::insert_entry(place_of(&entries, entry, &text), text), Some(form.get("text")))
    };
    let composed = compose_changes(state, &session.base, &session.changed, vec![change.clone()]).await?;
    let mut problems: Vec<String> = composed.outcomes.iter().filter(|outcome| !outcome.fits()).map(rejection).collect();
    let mut query = DraftQuery { new: None, ..query.clone() };
    if problems.is_empty() && typed.is_some() {
        let (of, made) = (std::sync::Arc::clone(&session.changed), change.clone());
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
    let applied = apply(base, std::slice::from_ref(change)).map_err(|error| vec![error.to_string()])?;
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
    let errors = said.iter().filter(|said| said.severity() == Severity::Error);
    let mut said: Vec<String> = errors.map(|said| said.message()).collect();
    if said.is_empty() {
        said.push("The game’s reader makes no new entry of these lines: another one may have this number.".to_owned());
    }
    Err(said)
}

/// Where a new entry of each sort of items begins: at the last one there is, from which it is copied.
pub(super) fn beginnings(session: &DraftSession) -> Vec<Choice> {
    let loaded = &session.changed.loaded;
    let entries = editable_entries(loaded);
    let of_sort = |sort: Sort| {
        let last = entries.iter().rfind(|entry| entry.sort == sort && entry.notation != Notation::Source)?;
        let query = Query::default().set("entry", format!("{}.{}", sort.name(), last.index)).set("new", "yes");
        Some(Choice::new(sort.word(loaded.game.words()), format!("{}#whole", query.on(&session.path)), false))
    };
    Sort::OF_ITEMS.into_iter().filter_map(of_sort).collect()
}

/// The view for what a page selects.
pub(super) fn of_selection(
    session: &DraftSession,
    editor: &EditorState,
    notice: &Notice,
    is_new: bool,
) -> Option<WholeEntryView> {
    let LineSelection::Entry(sort, index) = editor.subject else { return None };
    let (typed, problems) = match &notice.whole {
        Some((typed, problems)) => (Some(typed.as_str()), problems.clone()),
        None => (None, Vec::new()),
    };
    view(session, (sort, index), typed, problems).map(|view| WholeEntryView { is_open: view.is_open || is_new, ..view })
}
