//! Changes of a proposal that don't fit the edition's newest revision, and deciding what becomes of each.

use std::sync::Arc;

use affixboard_proposal::{
    Anchor, Change, EditOp, EntryLine, Outcome, Reason, editable_entries, entry_lines, whole_text,
};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use serde_json::{Value, json};

use super::{
    difference::{EntryLink, entry},
    merge::add,
    open::{OpenProposal, check_may_edit, derived, effect, is_whole, outcomes},
};
use crate::{
    Error, Frame, Html, State,
    extract::{Form, Path},
    links,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::library::OpenRevision;

/// What `proposals/conflicts.html` shows.
#[derive(Template)]
#[template(path = "proposals/conflicts.html")]
pub struct ConflictsPage {
    frame: Frame,
    number: i64,
    title: String,
    href: String,
    base: String,
    newest: String,
    newest_number: u32,
    seen: u32,
    /// Number of changes that apply.
    fitting: usize,
    conflicts: Vec<ConflictView>,
    problem: String,
    /// Lines that were typed for another revision of the proposal.
    written: Vec<String>,
}

struct ConflictView {
    number: usize,
    entry: EntryLink,
    why: String,
    was: String,
    proposed: String,
    is: String,
    /// Whether the entry is gone, and with it every place for a line.
    is_gone: bool,
    typed: String,
    chosen: String,
}

/// The decisions of the form: `resolve-3` is `proposed`, `current` or `typed`, and `typed-3` the typed line.
struct Decided(Vec<(String, String)>);

impl Decided {
    fn get(&self, key: &str) -> &str {
        self.0.iter().find(|pair| pair.0 == key).map_or("", |pair| &pair.1)
    }

    /// The lines that were typed where that was chosen.
    fn written(&self) -> Vec<String> {
        let chosen = self.0.iter().filter(|pair| pair.1 == "typed");
        let numbers = chosen.filter_map(|pair| pair.0.strip_prefix("resolve-"));
        numbers.map(|number| self.get(&format!("typed-{number}")).to_owned()).collect()
    }
}

/// Answers `GET /proposals/{id}/conflicts`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Html<ConflictsPage>, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    check_may_edit(&viewer, &opened.proposal)?;
    let newest = newest(&state, &opened).await?;
    Ok(Html(shown(&state, &opened, &newest, &Decided(Vec::new()), String::new()).await?))
}

/// The answer to a merge that wasn't done, because some changes don't fit.
pub(super) async fn of_merge(
    state: &State,
    opened: &OpenProposal,
    newest: &Arc<OpenRevision>,
) -> Result<ConflictsPage, Error> {
    let page = shown(state, opened, newest, &Decided(Vec::new()), String::new()).await?;
    let count = page.conflicts.len();
    let changes = if count == 1 { "one of its changes doesn’t fit" } else { "some of its changes don’t fit" };
    let problem = format!("Not merged, and nothing was changed: {changes} {}.", page.newest);
    Ok(ConflictsPage { problem, ..page })
}

impl ConflictsPage {
    /// The same for programs.
    pub(super) fn as_json(&self) -> Value {
        let conflict = |one: &ConflictView| json!({ "entry": one.entry.label, "why": one.why, "was": one.was, "proposed": one.proposed, "is": one.is });
        json!({
            "merged": false,
            "onto": self.newest_number,
            "conflicts": self.conflicts.iter().map(conflict).collect::<Vec<_>>(),
        })
    }
}

async fn newest(state: &State, opened: &OpenProposal) -> Result<Arc<OpenRevision>, Error> {
    let newest = opened.newest(state).await?;
    state.open(&newest.slug, Some(newest.number)).await
}

async fn shown(
    state: &State,
    opened: &OpenProposal,
    newest: &Arc<OpenRevision>,
    decided: &Decided,
    problem: String,
) -> Result<ConflictsPage, Error> {
    let onto = opened.onto(state, newest).await?;
    let unfit = opened.changes.iter().zip(outcomes(&onto)).enumerate().filter(|(_, (_, outcome))| !outcome.fits());
    let conflicts = unfit.map(|(number, (change, outcome))| {
        let (why, is, is_gone) = match outcome {
            Outcome::Conflict(conflict) => (
                conflict.reason.explain().to_owned(),
                conflict.is.clone().unwrap_or_default(),
                conflict.reason == Reason::EntryGone,
            ),
            Outcome::Refused(refusal) => (refusal.to_string(), String::new(), false),
            _ => (String::new(), String::new(), false),
        };
        let proposed = change.now().unwrap_or_default().to_owned();
        let typed = decided.get(&format!("typed-{number}"));
        ConflictView {
            number,
            entry: entry(&opened.base.revision, &change.anchor, &opened.base),
            why,
            was: change.was().unwrap_or_default().to_owned(),
            typed: if typed.is_empty() { proposed.clone() } else { typed.to_owned() },
            proposed,
            is,
            is_gone,
            chosen: decided.get(&format!("resolve-{number}")).to_owned(),
        }
    });
    Ok(ConflictsPage {
        frame: Frame::open(format!("Conflicts of proposal {}", opened.proposal.id), Section::Proposals, newest),
        number: opened.proposal.id.0,
        title: opened.proposal.title.clone(),
        href: links::proposal(opened.proposal.id),
        base: format!("r{}", opened.base.revision.number),
        newest: format!("r{}", newest.revision.number),
        newest_number: newest.revision.number,
        seen: opened.proposal.revision,
        fitting: outcomes(&onto).iter().filter(|outcome| outcome.fits()).count(),
        conflicts: conflicts.collect(),
        problem,
        written: Vec::new(),
    })
}

/// Makes the next revision of the proposal for the newest revision, as was decided.
pub async fn resolve(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    let decided = Decided(pairs);
    let opened = OpenProposal::of(&state, id, None).await?;
    check_may_edit(&viewer, &opened.proposal)?;
    let number = |key: &str| -> Result<u32, Error> {
        decided.get(key).parse().map_err(|_| Error::bad_request(format!("{key}: expected a number.")))
    };
    let (seen, onto_number) = (number("seen")?, number("onto")?);
    let newest = newest(&state, &opened).await?;
    if (opened.proposal.revision, newest.revision.number) != (seen, onto_number) {
        let problem = "The proposal or the edition has changed meanwhile; this is their current state.".to_owned();
        // Lines are known by their number among the proposal's changes: in another revision they may be others.
        let (decided, written) = if opened.proposal.revision == seen {
            (decided, Vec::new())
        } else {
            let written = decided.written();
            (Decided(Vec::new()), written)
        };
        let page = ConflictsPage { written, ..shown(&state, &opened, &newest, &decided, problem).await? };
        return Ok((StatusCode::CONFLICT, Html(page)).into_response());
    }
    let onto = opened.onto(&state, &newest).await?;
    let mut changes = Vec::new();
    for (number, (change, outcome)) in opened.changes.iter().zip(outcomes(&onto)).enumerate() {
        if outcome.fits() {
            changes.push(change.clone());
            continue;
        }
        let is = match outcome {
            Outcome::Conflict(conflict) => conflict.is.clone(),
            _ => change.was().map(str::to_owned),
        };
        let line = match decided.get(&format!("resolve-{number}")) {
            "current" => continue,
            "proposed" => change.now().map(str::to_owned),
            "typed" => Some(decided.get(&format!("typed-{number}")).trim_end().to_owned()),
            _ => {
                let problem = "Choose an answer for each line.".to_owned();
                let page = shown(&state, &opened, &newest, &decided, problem).await?;
                return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
            }
        };
        let Some(change) = resolved(&newest, change, is.as_deref(), line) else {
            let problem = format!("{} has no place for the line any more.", change.anchor.name.trim());
            let page = shown(&state, &opened, &newest, &decided, problem).await?;
            return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
        };
        changes.push(change);
    }
    let changed = derived(&state, &newest, &changes, (opened.proposal.id, seen + 1)).await?;
    if !is_whole(&changed) {
        let why = outcomes(&changed).iter().find_map(|outcome| match outcome {
            Outcome::Refused(refusal) => Some(refusal.to_string()),
            Outcome::Conflict(conflict) => Some(conflict.reason.explain().to_owned()),
            _ => None,
        });
        let problem = format!("A line can’t be used: {}.", why.unwrap_or_default());
        let page = shown(&state, &opened, &newest, &decided, problem).await?;
        return Ok((StatusCode::UNPROCESSABLE_ENTITY, Html(page)).into_response());
    }
    let effect = effect(&state, &newest, &changed).await?;
    add(&viewer, &state, &opened, (&newest, &changed), (seen, &effect)).await?;
    Ok(Redirect::to(&links::proposal(opened.proposal.id)).into_response())
}

/// A change of an entry as a whole: a new one comes after the last of its sort where the one that it came after is gone, and one
/// that goes does so as it reads now.
fn whole_entry(newest: &OpenRevision, change: &Change, text: Option<String>) -> Option<Change> {
    let entries = editable_entries(&newest.loaded);
    let of_sort =
        || entries.iter().filter(|entry| entry.sort == change.anchor.sort && entry.file == change.anchor.file);
    let same = of_sort().find(|entry| (entry.index, &entry.name) == (change.anchor.index, &change.anchor.name));
    match (&change.op, text) {
        (EditOp::Insert { .. }, Some(text)) => {
            Some(Change::insert_entry(same.or_else(|| of_sort().next_back())?, text))
        }
        (EditOp::Remove { .. }, None) => {
            let entry = same?;
            Some(Change::remove_entry(entry, whole_text(&newest.loaded, entry.sort, entry.index)?))
        }
        _ => None,
    }
}

/// A change of a line as it is now: to another, to none, or to one more where it is gone. None where there is no place for it.
fn resolved(newest: &OpenRevision, change: &Change, is: Option<&str>, line: Option<String>) -> Option<Change> {
    let anchor = &change.anchor;
    if change.is_of_whole_entry() {
        return whole_entry(newest, change, line);
    }
    let lines = entry_lines(&newest.loaded);
    // The entry of the same name and number, else of the same name, else of the same number.
    let own = |fits: fn(&EntryLine, &Anchor) -> bool| -> Vec<_> {
        let is_own =
            |own: &&EntryLine| own.sort == anchor.sort && own.directive.tag == anchor.directive && fits(own, anchor);
        lines.iter().filter(is_own).collect()
    };
    let same: [fn(&EntryLine, &Anchor) -> bool; 3] = [
        |own, anchor| (own.index, &own.name) == (anchor.index, &anchor.name),
        |own, anchor| own.name == anchor.name,
        |own, anchor| own.index == anchor.index,
    ];
    let own = same.into_iter().map(own).find(|own| !own.is_empty()).unwrap_or_default();
    let stands = is.and_then(|is| {
        let same: Vec<_> = own.iter().filter(|own| own.text == is).collect();
        same.iter().find(|own| own.ordinal == anchor.ordinal).or(same.first()).copied()
    });
    let replaces = !matches!(change.op, EditOp::Insert { .. });
    match (stands, line) {
        (Some(stands), Some(line)) if replaces => Some(Change::replace(stands, line)),
        (Some(stands), None) => Some(Change::remove(stands)),
        (_, Some(now)) => {
            if let Some(last) = own.last() {
                return Some(Change::insert_after(last, now));
            }
            let mut places = editable_entries(&newest.loaded).into_iter();
            let place = places.find(|place| place.sort == anchor.sort && place.name == anchor.name)?;
            let anchor = Anchor { file: place.file, index: place.index, ordinal: 0, ..anchor.clone() };
            Some(Change { anchor, op: EditOp::Insert { after: None, now, place: None }, ..change.clone() })
        }
        (None, None) => None,
    }
}
