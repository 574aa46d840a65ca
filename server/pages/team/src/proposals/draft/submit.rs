//! Making a proposal, or its next revision, of a draft.

use affixboard_store::{DraftError, ProposalError, ProposalRevisionError, Submit, SubmitError};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    DraftQuery, Notice,
    actions::{outdated, rejected, title_and_description},
    form::DraftForm,
    session::{DraftSession, DraftTarget},
};
use crate::{Error, State, links, proposals::open::effect, session::viewer::Viewer};
use affixboard_service::clock::now_ms;

/// Proposes the draft as it was seen; what it is missing is said on its page, with what was typed.
pub(super) async fn submit(
    viewer: &Viewer,
    state: &State,
    target: &DraftTarget,
    query: &DraftQuery,
    form: &DraftForm,
) -> Result<Response, Error> {
    let session = DraftSession::open(viewer, state, target).await?;
    if form.get("version").parse() != Ok(session.version) {
        return outdated(viewer, state, target, query, form).await;
    }
    let words = title_and_description(form);
    let refuse = |problem: String| {
        let notice =
            Notice { problem, words: Some(words.clone()), note: form.get("note").to_owned(), ..Notice::default() };
        rejected(viewer, state, &session, query, StatusCode::UNPROCESSABLE_ENTITY, None, notice)
    };
    if let Some(problem) = problem(&session) {
        return refuse(problem).await;
    }
    let effect = effect(state, &session.base, &session.changed).await?;
    let submit = Submit {
        author: session.author,
        of: session.of,
        version: session.version,
        title: &words.0,
        description: &words.1,
        effect: &effect,
        note: form.get("note").trim(),
        now_ms: now_ms(),
    };
    match state.store.submit_draft(submit).await {
        Ok((id, _)) => Ok(Redirect::to(&links::proposal(id)).into_response()),
        Err(SubmitError::Draft(DraftError::Changed { .. })) => outdated(viewer, state, target, query, form).await,
        Err(
            problem @ SubmitError::Revision(
                ProposalRevisionError::Text(_)
                | ProposalRevisionError::NoChanges
                | ProposalRevisionError::SameChanges(_)
                | ProposalRevisionError::TooMany(_)
                | ProposalRevisionError::Proposal(ProposalError::Revised(_) | ProposalError::WrongState { .. }),
            ),
        ) => refuse(format!("Not proposed: {problem}.")).await,
        Err(other) => Err(other.into()),
    }
}

/// Why a draft can't be proposed as it is.
fn problem(session: &DraftSession) -> Option<String> {
    if session.changes.is_empty() {
        return Some("Not proposed: there are no changes yet.".to_owned());
    }
    let derived = session.changed.derived.as_ref()?;
    let count = (0..session.changes.len())
        .filter(|change| {
            let diagnostics = derived.applied.diagnostics_of(*change, &session.changed.loaded);
            derived.applied.outcomes.get(*change).is_none_or(|outcome| !outcome.fits())
                || diagnostics.iter().any(|found| session.base.loaded.refuses(found))
        })
        .count();
    let lines = if count == 1 { "a changed line" } else { "changed lines" };
    (count > 0).then(|| format!("Not proposed: the game could not read {lines}. What is wrong stands beside them."))
}
