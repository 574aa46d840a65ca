//! What is done to a draft: saving lines, undoing, taking changes back, moving it to the newest revision, throwing it away.

use std::sync::Arc;

use affixboard_core::proposal::{Change, Composed, Outcome, apply, compose, differences};
use affixboard_store::Error as StoreError;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    ConflictView, DraftQuery, Said,
    form::{Edits, Typed, Wrong},
    page,
    session::{Desk, Unsaved, Which},
    submit::submit,
    view::Refused,
    why_not,
};
use crate::{
    clock::now_ms,
    library::OpenRevision,
    web::{
        Error, Html, State,
        extract::{Form, Path, Query as UrlQuery},
    },
};

/// A draft that is saved at the same time in other windows is tried again so many times.
const TRIES: usize = 8;

pub(in crate::web) async fn act_on_revision(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    act(&state, &Which::Proposal(id), &query, &Typed::new(pairs)).await
}

pub(in crate::web) async fn act_on_new(
    Extracted(state): Extracted<State>,
    Path(slug): Path<String>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    act(&state, &Which::Edition(slug), &query, &Typed::new(pairs)).await
}

async fn act(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    match typed.get("do") {
        "" | "save" => save(state, which, query, typed).await,
        "undo" | "redo" | "discard" => step(state, which, query, typed).await,
        "words" => words(state, which, query, typed).await,
        "propose" => submit(state, which, query, typed).await,
        "rebase" => rebase(state, which, query, typed).await,
        back if back.starts_with("back-") => take_back(state, which, query, typed, &back[5..]).await,
        _ => Err(Error::bad_request("This draft can't do that.")),
    }
}

/// Back to the page, after something was done.
pub(super) fn done(desk: &Desk, query: &DraftQuery) -> Result<Response, Error> {
    let asked = query.read(desk)?;
    Ok(Redirect::to(&asked.query().on(&desk.path)).into_response())
}

pub(super) fn refused(
    desk: &Desk,
    query: &DraftQuery,
    status: StatusCode,
    refused: Option<&Refused<'_>>,
    said: Said,
) -> Result<Response, Error> {
    Ok((status, Html(page(desk, query, refused, said, None)?)).into_response())
}

/// Puts the lines that were typed into the draft: all of them, or none where one can't be taken.
async fn save(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    for _ in 0..TRIES {
        let desk = Desk::open(state, which).await?;
        let Edits { changes, wrong } = typed.edits(&desk.changed);
        if !wrong.is_empty() {
            let problem = "Nothing was saved: some lines can’t be taken as they are.".to_owned();
            let not_taken = Refused { typed, wrong: &wrong };
            let said = Said { problem, ..Said::default() };
            return refused(&desk, query, StatusCode::UNPROCESSABLE_ENTITY, Some(&not_taken), said);
        }
        let (numbers, edits): (Vec<String>, Vec<Change>) = changes.into_iter().unzip();
        let composed = composed(&desk.base, &desk.changed, edits).await?;
        let wrong: Vec<Wrong> = composed
            .outcomes
            .iter()
            .zip(&numbers)
            .filter(|(outcome, _)| !outcome.fits())
            .map(|(outcome, line)| Wrong { line: line.clone(), message: why_not(outcome) })
            .collect();
        if !wrong.is_empty() {
            let is_conflict = composed.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Conflict(_)));
            let (status, problem) = if is_conflict {
                (
                    StatusCode::CONFLICT,
                    "Nothing was saved: a line was changed in another window. Save again to put yours there.",
                )
            } else {
                (StatusCode::UNPROCESSABLE_ENTITY, "Nothing was saved: some lines can’t be written.")
            };
            let not_taken = Refused { typed, wrong: &wrong };
            let said = Said { problem: problem.to_owned(), ..Said::default() };
            return refused(&desk, query, status, Some(&not_taken), said);
        }
        if composed.changes == desk.changes {
            return done(&desk, query);
        }
        match desk.save(state, desk.base.revision.id, &composed.changes).await {
            Ok(()) => return done(&Desk::open(state, which).await?, query),
            Err(Unsaved::Moved) => {}
            Err(Unsaved::Other(error)) => return Err(error),
        }
    }
    let desk = Desk::open(state, which).await?;
    let problem = "Nothing was saved: this draft is being saved elsewhere all the time. Try again.".to_owned();
    let not_taken = Refused { typed, wrong: &[] };
    refused(&desk, query, StatusCode::CONFLICT, Some(&not_taken), Said { problem, ..Said::default() })
}

async fn composed(
    base: &Arc<OpenRevision>,
    changed: &Arc<OpenRevision>,
    edits: Vec<Change>,
) -> Result<Composed, Error> {
    let (base, changed) = (Arc::clone(base), Arc::clone(changed));
    let composing = tokio::task::spawn_blocking(move || compose(&base.loaded, &changed.loaded, &edits));
    composing.await.map_err(Error::internal)?.map_err(|error| Error::bad_request(error.to_string()))
}

/// Undoes, redoes, or throws the draft away.
async fn step(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    let desk = Desk::open(state, which).await?;
    let Ok(version) = typed.get("version").parse() else {
        return Err(Error::bad_request("version: expected the number that the page has."));
    };
    let done_so = match typed.get("do") {
        "undo" => state.store.undo_draft(desk.author, desk.of, version, now_ms()).await.map(|_| ()),
        "redo" => state.store.redo_draft(desk.author, desk.of, version, now_ms()).await.map(|_| ()),
        _ => state.store.discard_draft(desk.author, desk.of, version).await,
    };
    match done_so {
        Ok(()) => done(&Desk::open(state, which).await?, query),
        Err(StoreError::DraftMoved { .. }) => moved(state, which, query, typed).await,
        Err(other) => Err(other.into()),
    }
}

/// The page as it is now, for who acted on an older one, with the words that they typed.
pub(super) async fn moved(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    let desk = Desk::open(state, which).await?;
    let problem = "Nothing was done: the draft was changed in another window. This is how it is now.".to_owned();
    let words = typed.has("title").then(|| words_of(typed));
    let said = Said { problem, words, note: typed.get("note").to_owned(), ..Said::default() };
    refused(&desk, query, StatusCode::CONFLICT, None, said)
}

/// The title and the description that were typed.
pub(super) fn words_of(typed: &Typed) -> (String, String) {
    (typed.get("title").trim().to_owned(), typed.get("description").to_owned())
}

/// Keeps title and description as they are typed.
async fn words(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    for _ in 0..TRIES {
        let desk = Desk::open(state, which).await?;
        match desk.save_words(state, typed.get("title").trim(), typed.get("description")).await {
            Ok(()) => return done(&desk, query),
            Err(Unsaved::Moved) => {}
            Err(Unsaved::Other(error)) => return Err(error),
        }
    }
    moved(state, which, query, typed).await
}

/// Takes one change out of the draft, or puts a line back that was removed.
async fn take_back(
    state: &State,
    which: &Which,
    query: &DraftQuery,
    typed: &Typed,
    number: &str,
) -> Result<Response, Error> {
    let desk = Desk::open(state, which).await?;
    let is_same = typed.get("version").parse() == Ok(desk.version);
    let number = number.parse::<usize>().ok().filter(|number| *number < desk.changes.len());
    let Some(number) = number.filter(|_| is_same) else { return moved(state, which, query, typed).await };
    let mut changes = desk.changes.clone();
    changes.remove(number);
    match desk.save(state, desk.base.revision.id, &changes).await {
        Ok(()) => done(&Desk::open(state, which).await?, query),
        Err(Unsaved::Moved) => moved(state, which, query, typed).await,
        Err(Unsaved::Other(error)) => Err(error),
    }
}

/// Moves the draft to the newest revision. Changes that don't fit are shown, and only dropped where that was asked for.
async fn rebase(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    let desk = Desk::open(state, which).await?;
    let newest = state.open(&desk.newest.slug, Some(desk.newest.number)).await?;
    let (onto, changes) = (Arc::clone(&newest), desk.changes.clone());
    let moving = tokio::task::spawn_blocking(move || {
        let applied = apply(&onto.loaded, &changes)?;
        let after = onto.loaded.game.load_switched(applied.sources, onto.loaded.switches.clone());
        Ok((applied.outcomes, differences(&onto.loaded, &after)?.changes))
    });
    let moved_so = moving.await.map_err(Error::internal)?;
    let (outcomes, changes) =
        moved_so.map_err(|error: affixboard_core::text::EditError| Error::bad_request(error.to_string()))?;
    let conflicts: Vec<ConflictView> = desk
        .changes
        .iter()
        .zip(&outcomes)
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, outcome)| conflict_view(change, outcome))
        .collect();
    if !conflicts.is_empty() && typed.get("drop") != "on" {
        let problem = format!(
            "The draft stays on r{}: {} of its changes don’t fit r{}.",
            desk.base.revision.number,
            conflicts.len(),
            desk.newest.number
        );
        let said = Said { problem, conflicts, ..Said::default() };
        return refused(&desk, query, StatusCode::CONFLICT, None, said);
    }
    match desk.save(state, newest.revision.id, &changes).await {
        Ok(()) => done(&Desk::open(state, which).await?, query),
        Err(Unsaved::Moved) => moved(state, which, query, typed).await,
        Err(Unsaved::Other(error)) => Err(error),
    }
}

fn conflict_view(change: &Change, outcome: &Outcome) -> ConflictView {
    let (why, is) = match outcome {
        Outcome::Conflict(conflict) => (conflict.reason.explain(), conflict.is.clone().unwrap_or_default()),
        _ => ("it can’t be written there", String::new()),
    };
    ConflictView {
        entry: change.anchor.name.trim().to_owned(),
        why,
        was: change.was().unwrap_or_default().to_owned(),
        proposed: change.now().unwrap_or_default().to_owned(),
        is,
    }
}
