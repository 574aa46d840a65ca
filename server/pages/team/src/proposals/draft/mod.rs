//! The page of a draft: editing lines, the changes so far, and submitting it as a proposal.

pub mod actions;
mod added;
pub mod balance;
mod completion;
pub mod corrections;
pub mod csv;
mod form;
pub mod new_entry;
mod page_links;
mod pools;
mod session;
mod submit;
pub mod target;
mod view;
mod whole_entry;
mod whole_entry_edit;

use std::sync::Arc;

use affixboard_model::{catalog::Sort, game::Loaded};
use affixboard_proposal::{Change, EditableEntry, Outcome, Reason, editable_entries, entry_lines};
use affixboard_store::Role;
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::effect::{EffectPlace, EffectSettings, EffectView};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Choice, Query},
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::compute::Priority;
use pools::PoolShares;
use session::{DraftSession, DraftTarget};
use view::{Datalist, EditMode, EditorView, LineGroup, LineSelection, RejectedForm};

/// What `proposals/draft.html` shows.
#[derive(Template)]
#[template(path = "proposals/draft.html")]
pub struct DraftPage {
    frame: Frame,
    heading: &'static str,
    /// `on r14`.
    base: Choice,
    /// Address of what a step of a line moves, without the line.
    moves: String,
    /// Address of the forms, with the selected lines in its query.
    action: String,
    path: String,
    version: u32,
    can_act: bool,
    can_undo: bool,
    can_redo: bool,
    /// The error of the last form; empty for none.
    problem: String,
    list: Vec<String>,
    /// The newer revision that there is; empty for none.
    behind: String,
    conflicts: Vec<ConflictView>,
    missing: Option<MissingRowsView>,
    title: String,
    description: String,
    /// The note on the revision that this becomes.
    note: String,
    changes: Vec<ChangeView>,
    /// Name of the selected entry or item type; empty for none.
    subject: String,
    modes: Vec<Choice>,
    mode: &'static str,
    /// The generation level that pools are shown at; `None` where no line has one.
    pool_level: Option<u32>,
    /// The draws that pools are of, such as `affix level up to uber`; empty where all are alike.
    pool_draws: String,
    /// By number.
    types: Vec<Choice>,
    /// All entries, as one chooses them.
    entries: Vec<String>,
    entry: String,
    groups: Vec<LineGroup>,
    words: Vec<Datalist>,
    more: usize,
    /// The rest of the query, for the forms that choose lines, and for the one that chooses the level of pools.
    hidden: Vec<(&'static str, String)>,
    hidden_of_level: Vec<(&'static str, String)>,
    /// What makes an entry of the selected one, and removes it.
    whole: Option<whole_entry::WholeEntryView>,
    /// Where a new entry of each sort begins: from the last one there is.
    new: Vec<Choice>,
    effect: Option<EffectView>,
    /// The file of all lines of the base.
    table: String,
    /// The page of balance tests with the changes; empty where there are no changes.
    balance: String,
    /// The page that finds weights; empty where it is none of a new proposal, or the game has no pools.
    target: String,
    /// The proposal that it is a draft of a revision of.
    revises: Option<Choice>,
}

/// A change of the draft.
struct ChangeView {
    number: usize,
    entry: String,
    what: String,
    /// The page where it is edited.
    href: String,
    was: Option<String>,
    now: Option<String>,
    /// Problems of the change: whether it is an error, and the message.
    problems: Vec<(bool, String)>,
}

/// A change that doesn't fit the newest revision.
struct ConflictView {
    entry: String,
    why: &'static str,
    was: String,
    proposed: String,
    is: String,
}

/// The query of a draft's page.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct DraftQuery {
    /// `affix.12`, or what somebody typed: a name.
    entry: Option<String>,
    /// The number of an item type.
    r#type: Option<String>,
    view: Option<String>,
    /// The generation level that pools are shown at.
    at: Option<String>,
    /// Given where a new entry is to be made of the selected one.
    new: Option<String>,
}

/// Answers `GET /editions/{slug}/draft`.
pub async fn of_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    UrlQuery(effect): UrlQuery<EffectSettings>,
) -> Result<Html<DraftPage>, Error> {
    show(&viewer, &state, &DraftTarget::Edition(slug), &query, effect).await
}

/// Answers `GET /proposals/{id}/draft`.
pub async fn of_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    UrlQuery(effect): UrlQuery<EffectSettings>,
) -> Result<Html<DraftPage>, Error> {
    show(&viewer, &state, &DraftTarget::Proposal(id), &query, effect).await
}

async fn show(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    settings: EffectSettings,
) -> Result<Html<DraftPage>, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let editor = query.read(&session)?;
    let effect = if session.changes.is_empty() {
        None
    } else {
        let place = EffectPlace { path: session.path.clone(), query: editor.query(), title: session.title.clone() };
        Some(EffectView::of(viewer, state, &session.base, &session.changed, &settings, place).await?)
    };
    let pools = pool_shares(state, &session, query).await?;
    Ok(Html(page(viewer, &session, query, None, Notice::default(), (effect, &pools))?))
}

/// What the lines that a query asks for come to in their pools.
async fn pool_shares(state: &State, session: &DraftSession, query: &DraftQuery) -> Result<PoolShares, Error> {
    let editor = query.read(session)?;
    let changed = Arc::clone(&session.changed);
    state
        .compute(Priority::Interactive, move || {
            let all = entry_lines(&changed.loaded);
            let lines = view::selected_lines(&changed, editor.subject, &all);
            PoolShares::of(&changed, &lines, editor.pool_level)
        })
        .await
}

/// A table that was brought, and lines of its entries that it has no rows for.
struct MissingRowsView {
    /// `12 lines`, and how many entries these are of: `5 entries`.
    lines: String,
    of: String,
    /// What its rows do: `make 4 changes`, or `change nothing`.
    changes: String,
    /// The lines by entry, the first of them.
    entries: Vec<(String, Vec<String>)>,
    /// Number of entries that are not shown.
    more: usize,
    /// The table as text, to be sent again with the answer.
    table: String,
}

/// A notice on top of the page, after an action failed.
#[derive(Default)]
struct Notice {
    problem: String,
    /// Details, line by line.
    list: Vec<String>,
    conflicts: Vec<ConflictView>,
    missing: Option<MissingRowsView>,
    /// Title and description that were typed and not stored.
    words: Option<(String, String)>,
    /// The note on the revision that was typed and not stored.
    note: String,
    /// The text of a new entry that was typed and not taken, and why.
    whole: Option<(String, Vec<String>)>,
}

/// The query, parsed.
#[derive(Clone, Copy)]
struct EditorState {
    subject: LineSelection,
    mode: EditMode,
    pool_level: u32,
    /// That of pools unless somebody asks for another.
    usual_level: u32,
}

impl DraftQuery {
    fn read(&self, session: &DraftSession) -> Result<EditorState, Error> {
        let text = |text: &Option<String>| text.as_deref().unwrap_or("").trim().to_owned();
        let (entry, item_type, view) = (text(&self.entry), text(&self.r#type), text(&self.view));
        let subject = if !entry.is_empty() {
            let (sort, index) = find_entry(session, &entry)?;
            match selected(session, sort, index) {
                Some((sort, index)) => LineSelection::Entry(sort, index),
                None => LineSelection::None,
            }
        } else if !item_type.is_empty() {
            let catalog = &session.changed.loaded.catalog;
            let known = catalog.item_types.iter().find(|known| known.tval.to_string() == item_type);
            let known = known.ok_or_else(|| {
                let found: String = item_type.chars().take(40).collect();
                Error::not_found(format!("There is no item type `{found}`; expected its number, such as 23."))
            })?;
            LineSelection::Type(known.tval)
        } else {
            LineSelection::None
        };
        let mode = match view.as_str() {
            "" if matches!(subject, LineSelection::Type(_)) => EditMode::LineTable,
            "" => EditMode::Form,
            view => EditMode::ALL
                .iter()
                .find(|mode| mode.1 == view)
                .map(|mode| mode.0)
                .ok_or_else(|| Error::bad_request("view: expected form, table or lines."))?,
        };
        let words = session.base.loaded.game.words();
        let (deepest, usual_level) = (words.deepest, words.usual_depth());
        let pool_level = match text(&self.at).as_str() {
            "" => usual_level,
            typed => typed.parse().ok().filter(|level| *level <= deepest).ok_or_else(|| {
                let found: String = typed.chars().take(40).collect();
                Error::bad_request(format!("at: found `{found}`, expected a level from 0 to {deepest}."))
            })?,
        };
        Ok(EditorState { subject, mode, pool_level, usual_level })
    }
}

impl EditorState {
    /// The query that asks for it.
    fn query(&self) -> Query {
        let usual = if matches!(self.subject, LineSelection::Type(_)) { EditMode::LineTable } else { EditMode::Form };
        let view = if self.mode == usual { "" } else { self.mode.word() };
        let query = match self.subject {
            LineSelection::None => Query::default(),
            LineSelection::Entry(sort, index) => Query::default().set("entry", format!("{}.{index}", sort.name())),
            LineSelection::Type(tval) => Query::default().set("type", tval.to_string()),
        };
        let level = if self.pool_level == self.usual_level { String::new() } else { self.pool_level.to_string() };
        query.set("view", view).set("at", level)
    }
}

/// An entry by `affix.12`, or by its name.
fn find_entry(session: &DraftSession, text: &str) -> Result<(Sort, u32), Error> {
    let loaded = &session.changed.loaded;
    let by_number =
        text.split_once('.').and_then(|(sort, index)| Some((loaded.entry_sort(sort)?, index.parse().ok()?)));
    let named = || {
        let all = loaded.entry_sorts().flat_map(|sort| {
            loaded.entry_records(sort).into_iter().map(move |entry| (sort, entry.index, entry.name.trim().to_owned()))
        });
        // The label of the list has the number behind the name.
        let name = text.rsplit_once(" (").map_or(text, |(name, _)| name);
        let label = |sort: Sort, index| format!("{name} ({} {index})", sort.word(session.base.loaded.game.words()));
        let found: Vec<_> = all.filter(|entry| entry.2.eq_ignore_ascii_case(name)).collect();
        let exact = found.iter().find(|entry| label(entry.0, entry.1).eq_ignore_ascii_case(text));
        exact.or(found.first()).map(|entry| (entry.0, entry.1))
    };
    by_number.or_else(named).ok_or_else(|| {
        let found: String = text.chars().take(60).collect();
        Error::not_found(format!("There is no entry `{found}`; expected a name, or one such as affix.12."))
    })
}

/// The entry to show for one that was asked for by number: itself, or as it is called since the draft changed the line that
/// begins its record. `None` where that line no longer makes an entry.
fn selected(session: &DraftSession, sort: Sort, index: u32) -> Option<(Sort, u32)> {
    let is_in = |loaded: &Loaded| loaded.entry_records(sort).iter().any(|entry| entry.index == index);
    let derived = session.changed.derived.as_ref().filter(|_| !is_in(&session.changed.loaded));
    let Some(derived) = derived.filter(|_| is_in(&session.base.loaded)) else { return Some((sort, index)) };
    let entries = editable_entries(&session.changed.loaded);
    let of_entry = derived.changes.iter().zip(&derived.applied.places);
    let mut places = of_entry
        .filter(|(change, _)| (change.anchor.sort, change.anchor.index) == (sort, index))
        .filter_map(|one| *one.1);
    places.find_map(|place| {
        let is_around = |entry: &&EditableEntry| {
            entry.span.file == place.file && entry.span.start <= place.start && place.end <= entry.span.end
        };
        entries.iter().find(is_around).map(|entry| (entry.sort, entry.index))
    })
}

/// The page, with what was typed and not taken in its place.
fn page(
    viewer: &Viewer,
    session: &DraftSession,
    query: &DraftQuery,
    rejected: Option<&RejectedForm<'_>>,
    notice: Notice,
    (effect, pools): (Option<EffectView>, &PoolShares),
) -> Result<DraftPage, Error> {
    let editor = query.read(session)?;
    let is_new = query.new.is_some();
    let shown = view::lines(session, editor.subject, editor.mode, rejected, pools)?;
    let EditorView { groups, words, more } = shown;
    let has_pools = groups.iter().flat_map(|group| &group.tables).any(|table| !table.pool_after.is_empty());
    let (catalog, game_words) = (&session.changed.loaded.catalog, session.base.loaded.game.words());
    let query = editor.query();
    let subject = match editor.subject {
        LineSelection::None => String::new(),
        LineSelection::Entry(sort, index) => {
            let records = session.changed.loaded.entry_records(sort);
            let found = records.iter().find(|entry| entry.index == index);
            format!("{} ({} {index})", found.map_or("", |entry| entry.name.trim()), sort.word(game_words))
        }
        LineSelection::Type(tval) => catalog.item_type(tval).map_or_else(String::new, |found| found.name.clone()),
    };
    let modes = EditMode::ALL.iter().map(|(mode, _, label)| {
        let link = EditorState { mode: *mode, ..editor }.query().on(&session.path);
        Choice::new(*label, link, *mode == editor.mode)
    });
    let types = catalog.item_types.iter().filter(|item_type| !catalog.kinds_of(item_type.tval).is_empty());
    let types = types.map(|item_type| {
        Choice::new(
            item_type.name.clone(),
            item_type.tval.to_string(),
            editor.subject == LineSelection::Type(item_type.tval),
        )
    });
    let mut entries = Vec::new();
    for sort in session.changed.loaded.entry_sorts() {
        for entry in session.changed.loaded.entry_records(sort) {
            entries.push(format!("{} ({} {})", entry.name.trim(), sort.word(game_words), entry.index));
        }
    }
    let whole = match editor.subject {
        LineSelection::Entry(sort, index) => whole_entry::view(session, (sort, index), notice.whole.as_ref(), is_new),
        _ => None,
    };
    let revision = &session.base.revision;
    let (title, description) = notice.words.unwrap_or_else(|| (session.title.clone(), session.description.clone()));
    Ok(DraftPage {
        frame: Frame::open(format!("Draft · {}", revision.title), Section::Proposals, &session.base)
            .helped_by("propose"),
        heading: if session.proposal().is_some() { "Draft of a revision" } else { "Draft" },
        base: Choice::new(format!("{} r{}", revision.title, revision.number), links::revision(revision), false),
        action: query.on(&session.path),
        path: session.path.clone(),
        version: session.version,
        can_act: viewer.may(Role::Proposer),
        can_undo: session.can_undo,
        can_redo: session.can_redo,
        problem: notice.problem,
        list: notice.list,
        table: links::allocations(revision),
        moves: links::moves(revision),
        behind: if session.is_behind() { format!("r{}", session.newest.number) } else { String::new() },
        conflicts: notice.conflicts,
        missing: notice.missing,
        title,
        description,
        note: notice.note,
        changes: session
            .changes
            .iter()
            .enumerate()
            .map(|(number, change)| change_view(session, number, change))
            .collect(),
        entry: if matches!(editor.subject, LineSelection::Entry(..)) { subject.clone() } else { String::new() },
        subject,
        modes: modes.collect(),
        mode: editor.mode.word(),
        pool_level: has_pools.then_some(editor.pool_level),
        pool_draws: if game_words.has_affix_levels() {
            let usual = game_words.affix_levels[usize::from(game_words.usual_affix_level)];
            format!("{} {usual}", game_words.affix_level_label.to_lowercase())
        } else {
            String::new()
        },
        types: types.collect(),
        entries,
        groups,
        words,
        more,
        hidden: query.except(&["entry", "type"]),
        hidden_of_level: query.except(&["at"]),
        new: whole_entry::beginnings(session),
        whole,
        effect,
        balance: if session.changes.is_empty() { String::new() } else { page_links::balance(&session.path) },
        target: page_links::target(session, editor.subject),
        revises: session.proposal().map(|id| Choice::new(format!("proposal {id}"), links::proposal(id), false)),
    })
}

fn change_view(session: &DraftSession, number: usize, change: &Change) -> ChangeView {
    let anchor = &change.anchor;
    let word = anchor.sort.word(session.base.loaded.game.words());
    let query = Query::default().set("entry", format!("{}.{}", anchor.sort.name(), anchor.index));
    let mut problems = Vec::new();
    if let Some(outcome) = session.outcome(number).filter(|outcome| !outcome.fits()) {
        problems.push((true, rejection(outcome)));
    }
    if let Some(derived) = &session.changed.derived {
        for found in derived.applied.diagnostics_of(number, &session.changed.loaded) {
            problems.push((session.base.loaded.refuses(found), found.message()));
        }
    }
    ChangeView {
        number,
        entry: change.entry_name(),
        what: format!("{word} {} · {}", anchor.index, anchor.file),
        href: query.on(&session.path),
        was: change.was().map(|was| change.readable(was)),
        now: change.now().map(|now| change.readable(now)),
        problems,
    }
}

/// Why a change wasn't taken, with what stands there now.
fn rejection(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Applied | Outcome::Moved | Outcome::AlreadyApplied => String::new(),
        Outcome::Refused(refusal) => refusal.to_string(),
        Outcome::Conflict(conflict) => match (&conflict.is, conflict.reason) {
            (Some(is), Reason::LineChanged) => format!("somebody changed the line meanwhile; it is now `{is}`"),
            _ => conflict.reason.explain().to_owned(),
        },
    }
}
