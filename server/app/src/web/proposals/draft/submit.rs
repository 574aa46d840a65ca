//! Making a proposal, or its next revision, of a draft.

use affixboard_core::text::Severity;
use affixboard_store::{Error as StoreError, Submit};
use axum::{
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};

use super::{
    DraftQuery, Said,
    actions::{moved, refused, words_of},
    form::Typed,
    session::{Desk, Which},
};
use crate::{
    clock::now_ms,
    web::{Error, State, links, proposals::effect},
};

/// Proposes the draft as it was seen; what it is missing is said on its page, with what was typed.
pub(super) async fn submit(state: &State, which: &Which, query: &DraftQuery, typed: &Typed) -> Result<Response, Error> {
    let desk = Desk::open(state, which).await?;
    if typed.get("version").parse() != Ok(desk.version) {
        return moved(state, which, query, typed).await;
    }
    let words = words_of(typed);
    let refuse = |problem: String| {
        let said = Said { problem, words: Some(words.clone()), note: typed.get("note").to_owned(), ..Said::default() };
        refused(&desk, query, StatusCode::UNPROCESSABLE_ENTITY, None, said)
    };
    if let Some(problem) = problem(&desk) {
        return refuse(problem);
    }
    let effect = effect(&desk.base, &desk.changed).await?;
    let submit = Submit {
        author: desk.author,
        of: desk.of,
        version: desk.version,
        title: &words.0,
        description: &words.1,
        effect: &effect,
        note: typed.get("note").trim(),
        now_ms: now_ms(),
    };
    match state.store.submit_draft(submit).await {
        Ok((id, _)) => Ok(Redirect::to(&links::proposal(id)).into_response()),
        Err(StoreError::DraftMoved { .. }) => moved(state, which, query, typed).await,
        Err(
            problem @ (StoreError::NoText(_)
            | StoreError::BadTitleText
            | StoreError::TooLong { .. }
            | StoreError::NoChanges
            | StoreError::SameChanges(_)
            | StoreError::TooMany { .. }
            | StoreError::ProposalMoved(_)
            | StoreError::WrongProposalState { .. }),
        ) => refuse(format!("Not proposed: {problem}.")),
        Err(other) => Err(other.into()),
    }
}

/// Why a draft can't be proposed as it is.
fn problem(desk: &Desk) -> Option<String> {
    if desk.changes.is_empty() {
        return Some("Not proposed: there are no changes yet.".to_owned());
    }
    let derived = desk.changed.derived.as_ref()?;
    let count = (0..desk.changes.len())
        .filter(|change| {
            let said = derived.applied.said(*change, &desk.changed.loaded);
            derived.applied.outcomes.get(*change).is_none_or(|outcome| !outcome.fits())
                || said.iter().any(|said| said.severity() == Severity::Error)
        })
        .count();
    let lines = if count == 1 { "a changed line" } else { "changed lines" };
    (count > 0).then(|| format!("Not proposed: the game could not read {lines}. What is wrong stands beside them."))
}
