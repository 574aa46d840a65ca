//! Actions on a draft: saving lines, undo and redo, removing changes, rebasing it on the newest revision, discarding it.

use std::sync::Arc;

use affixboard_proposal::{Change, Composed, Outcome, apply, compose, differences};
use affixboard_store::DraftError;
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    ConflictView, DraftQuery, Notice,
    form::{DraftForm, FieldError, ParsedEdits},
    page, pool_shares, rejection,
    session::{DraftSession, DraftTarget, SaveError},
    submit::submit,
    view::RejectedForm,
    whole_entry_edit,
};
use crate::{
    Error, Html, State,
    extract::{Form, Path, UrlQuery},
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, compute::Priority, library::OpenRevision};

/// Attempts to save a draft that another program saves at the same time. Requests wait for their turn.
const TRIES: usize = 8;

/// Answers `POST /proposals/{id}/draft`.
pub async fn act_on_revision(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    dispatch(&viewer, &state, &DraftTarget::Proposal(id), &query, &DraftForm::new(pairs)).await
}

/// Answers `POST /editions/{slug}/draft`.
pub async fn act_on_new(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(slug): Path<String>,
    UrlQuery(query): UrlQuery<DraftQuery>,
    Form(pairs): Form<Vec<(String, String)>>,
) -> Result<Response, Error> {
    dispatch(&viewer, &state, &DraftTarget::Edition(slug), &query, &DraftForm::new(pairs)).await
}

async fn dispatch(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let _turn = state.draft_turns.take((viewer.by(), target)).await;
    match form.get("do") {
        "" | "save" => save(viewer, state, target, query, form).await,
        "undo" | "redo" | "discard" => undo_redo_discard(viewer, state, target, query, form).await,
        "words" => save_text(viewer, state, target, query, form).await,
        "propose" => submit(viewer, state, target, query, form).await,
        "rebase" => rebase(viewer, state, target, query, form).await,
        "add-entry" | "remove-entry" => whole_entry_edit::act(viewer, state, target, query, form).await,
        back if back.starts_with("back-") => remove_change(viewer, state, target, query, form, &back[5..]).await,
        _ => Err(Error::bad_request("This draft can't do that.")),
    }
}

/// Back to the page, after something was done.
pub(super) fn redirect(session: &DraftSession, query: &DraftQuery) -> Result<Response, Error> {
    let editor = query.read(session)?;
    Ok(Redirect::to(&editor.query().on(&session.path)).into_response())
}

pub(super) async fn rejected(
    viewer: &Viewer,
    state: &State,
    session: &DraftSession,
    query: &DraftQuery,
    status: StatusCode,
    rejected: Option<&RejectedForm<'_>>,
    notice: Notice,
) -> Result<Response, Error> {
    let pools = pool_shares(state, session, query).await?;
    Ok((status, Html(page(viewer, session, query, rejected, notice, (None, &pools))?)).into_response())
}

/// Puts the lines that were typed into the draft: all of them, or none where one can't be taken.
async fn save(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    for _ in 0..TRIES {
        let session = DraftSession::open(viewer, state, target).await?;
        let ParsedEdits { changes, errors } = form.edits(&session.changed);
        if !errors.is_empty() {
            let problem = "Nothing was saved: some lines can’t be taken as they are.".to_owned();
            let rejected_form = RejectedForm { form, errors: &errors };
            let notice = Notice { problem, ..Notice::default() };
            return rejected(
                viewer,
                state,
                &session,
                query,
                StatusCode::UNPROCESSABLE_ENTITY,
                Some(&rejected_form),
                notice,
            )
            .await;
        }
        let (numbers, edits): (Vec<String>, Vec<Change>) = changes.into_iter().unzip();
        let composed = compose_changes(state, &session.base, &session.changed, edits).await?;
        let errors: Vec<FieldError> = composed
            .outcomes
            .iter()
            .zip(&numbers)
            .filter(|(outcome, _)| !outcome.fits())
            .map(|(outcome, line)| FieldError { line: line.clone(), message: rejection(outcome) })
            .collect();
        if !errors.is_empty() {
            let is_conflict = composed.outcomes.iter().any(|outcome| matches!(outcome, Outcome::Conflict(_)));
            let (status, problem) = if is_conflict {
                (
                    StatusCode::CONFLICT,
                    "Nothing was saved: a line was changed in another window. Save again to put yours there.",
                )
            } else {
                (StatusCode::UNPROCESSABLE_ENTITY, "Nothing was saved: some lines can’t be written.")
            };
            let rejected_form = RejectedForm { form, errors: &errors };
            let notice = Notice { problem: problem.to_owned(), ..Notice::default() };
            return rejected(viewer, state, &session, query, status, Some(&rejected_form), notice).await;
        }
        if composed.changes == session.changes {
            return redirect(&session, query);
        }
        match session.save(state, session.base.revision.id, &composed.changes).await {
            Ok(()) => return redirect(&DraftSession::open(viewer, state, target).await?, query),
            Err(SaveError::Stale) => {}
            Err(SaveError::Other(error)) => return Err(error),
        }
    }
    let session = DraftSession::open(viewer, state, target).await?;
    let problem = "Nothing was saved: this draft keeps being saved in another window. Try again.".to_owned();
    let rejected_form = RejectedForm { form, errors: &[] };
    let notice = Notice { problem, ..Notice::default() };
    rejected(viewer, state, &session, query, StatusCode::CONFLICT, Some(&rejected_form), notice).await
}

pub(super) async fn compose_changes(
    state: &State,
    base: &Arc<OpenRevision>,
    changed: &Arc<OpenRevision>,
    edits: Vec<Change>,
) -> Result<Composed, Error> {
    let (base, changed) = (Arc::clone(base), Arc::clone(changed));
    let composing = state.compute(Priority::Interactive, move || compose(&base.loaded, &changed.loaded, &edits));
    composing.await?.map_err(|error| Error::bad_request(error.to_string()))
}

/// Undoes, redoes, or throws the draft away.
async fn undo_redo_discard(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let Ok(version) = form.get("version").parse() else {
        return Err(Error::bad_request("version: expected the number that the page has."));
    };
    let result = match form.get("do") {
        "undo" => state.store.undo_draft(session.author, session.of, version, now_ms()).await.map(|_| ()),
        "redo" => state.store.redo_draft(session.author, session.of, version, now_ms()).await.map(|_| ()),
        _ => state.store.discard_draft(session.author, session.of, version).await,
    };
    match result {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, query),
        Err(DraftError::Changed { .. }) => outdated(viewer, state, target, query, form).await,
        Err(other) => Err(other.into()),
    }
}

/// The page as it is now, for who acted on an older one, with the words that they typed.
pub(super) async fn outdated(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let problem = "Nothing was done: the draft was changed in another window. This is how it is now.".to_owned();
    let words = form.has("title").then(|| title_and_description(form));
    let notice = Notice { problem, words, note: form.get("note").to_owned(), ..Notice::default() };
    rejected(viewer, state, &session, query, StatusCode::CONFLICT, None, notice).await
}

/// The title and the description that were typed.
pub(super) fn title_and_description(form: &DraftForm) -> (String, String) {
    (form.get("title").trim().to_owned(), form.get("description").to_owned())
}

/// Keeps title and description as they are typed.
async fn save_text(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    for _ in 0..TRIES {
        let session = DraftSession::open(viewer, state, target).await?;
        match session.save_text(state, form.get("title").trim(), form.get("description")).await {
            Ok(()) => return redirect(&session, query),
            Err(SaveError::Stale) => {}
            Err(SaveError::Other(error)) => return Err(error),
        }
    }
    outdated(viewer, state, target, query, form).await
}

/// Takes one change out of the draft, or puts a line back that was removed.
async fn remove_change(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
    number: &str,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let is_same = form.get("version").parse() == Ok(session.version);
    let number = number.parse::<usize>().ok().filter(|number| *number < session.changes.len());
    let Some(number) = number.filter(|_| is_same) else { return outdated(viewer, state, target, query, form).await };
    let mut changes = session.changes.clone();
    changes.remove(number);
    match session.save(state, session.base.revision.id, &changes).await {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, query),
        Err(SaveError::Stale) => outdated(viewer, state, target, query, form).await,
        Err(SaveError::Other(error)) => Err(error),
    }
}

/// Moves the draft to the newest revision. Changes that don't fit are shown, and only dropped where that was asked for.
async fn rebase(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    let newest = state.open(&session.newest.slug, Some(session.newest.number)).await?;
    let (onto, changes) = (Arc::clone(&newest), session.changes.clone());
    let moving = state.compute(Priority::Interactive, move || {
        let applied = apply(&onto.loaded, &changes)?;
        let after = onto.loaded.game.load_switched(applied.sources, onto.loaded.switches.clone());
        Ok((applied.outcomes, differences(&onto.loaded, &after)?.changes))
    });
    let moved = moving.await?;
    let (outcomes, changes) =
        moved.map_err(|error: affixboard_model::text::EditError| Error::bad_request(error.to_string()))?;
    let conflicts: Vec<ConflictView> = session
        .changes
        .iter()
        .zip(&outcomes)
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, outcome)| conflict_view(change, outcome))
        .collect();
    if !conflicts.is_empty() && form.get("drop") != "on" {
        let problem = format!(
            "The draft stays on r{}: {} of its changes don’t fit r{}.",
            session.base.revision.number,
            conflicts.len(),
            session.newest.number
        );
        let notice = Notice { problem, conflicts, ..Notice::default() };
        return rejected(viewer, state, &session, query, StatusCode::CONFLICT, None, notice).await;
    }
    match session.save(state, newest.revision.id, &changes).await {
        Ok(()) => redirect(&DraftSession::open(viewer, state, target).await?, query),
        Err(SaveError::Stale) => outdated(viewer, state, target, query, form).await,
        Err(SaveError::Other(error)) => Err(error),
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
