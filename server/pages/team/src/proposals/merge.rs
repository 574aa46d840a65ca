//! Merging a proposal, moving it to the newest revision, and undoing what was merged.

use std::sync::Arc;

use affixboard_proposal::{Change, differences, revert as undone, write_changes};
use affixboard_store::{Merge, MergeError, NewProposal, NewProposalRevision, ProposalState};
use axum::{
    extract::State as Extracted,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    conflicts,
    open::{OpenProposal, check_may_edit, derived, effect, is_whole},
};
use crate::{
    Error, Html, State,
    balance::check_merge,
    extract::{Form, Path},
    links, paths,
    session::viewer::Viewer,
};
use affixboard_service::{clock::now_ms, compute::Priority, library::OpenRevision};

/// The fields of a merge: what was seen.
#[derive(Debug, Deserialize)]
pub struct SeenForm {
    /// The proposal's revision that the form was made for.
    pub(super) seen: u32,
}

/// Makes the next revision of the edition. Where it has a newer one than the proposal was made for, the changes are applied to
/// that; where they don't fit there, nothing is merged, and the conflicts are the answer; and where they do something else
/// there, the proposal gets a revision instead, for reviewers to look at. A program that accepts JSON is told in JSON.
pub async fn merge(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    headers: HeaderMap,
    Form(form): Form<SeenForm>,
) -> Result<Response, Error> {
    let is_json = headers
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .is_some_and(|accept| accept.contains("application/json"));
    let opened = OpenProposal::of(&state, id, None).await?;
    let newest = opened.newest(&state).await?;
    let base = state.open(&newest.slug, Some(newest.number)).await?;
    let changed = opened.onto(&state, &base).await?;
    if !is_whole(&changed) && opened.proposal.state == ProposalState::Open {
        let page = conflicts::of_merge(&state, &opened, &base).await?;
        return Ok(if is_json {
            json(StatusCode::CONFLICT, &page.as_json())
        } else {
            (StatusCode::CONFLICT, Html(page)).into_response()
        });
    }
    check_merge(&state, base.revision.edition_id, &changed).await?;
    let effect = effect(&state, &base, &changed).await?;
    let merge = Merge {
        proposal: opened.proposal.id,
        seen: form.seen,
        onto: base.revision.id,
        loaded: &changed.loaded,
        effect: &effect,
        by: viewer.by(),
        now_ms: now_ms(),
    };
    match state.store.merge(merge).await {
        Ok(revision) if is_json => {
            let merged = json!({ "merged": true, "edition": revision.slug, "revision": revision.number });
            Ok(json(StatusCode::OK, &merged))
        }
        Ok(_) => Ok(Redirect::to(&links::proposal(opened.proposal.id)).into_response()),
        Err(MergeError::EffectChanged(_)) => {
            add(&viewer, &state, &opened, (&base, &changed), (form.seen, &effect)).await?;
            Err(Error::new(
                StatusCode::CONFLICT,
                format!(
                    "Not merged: on r{} the changes have another effect than on r{}. The proposal has a new revision for r{}, \
                     which needs to be reviewed.",
                    newest.number, opened.base.revision.number, newest.number
                ),
            ))
        }
        Err(other) => Err(other.into()),
    }
}

fn json(status: StatusCode, value: &Value) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], format!("{value}\n")).into_response()
}

/// Makes the next revision of a proposal, for a newer revision of the edition.
pub async fn rebase(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<SeenForm>,
) -> Result<Redirect, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    check_may_edit(&viewer, &opened.proposal)?;
    let newest = opened.newest(&state).await?;
    let base = state.open(&newest.slug, Some(newest.number)).await?;
    let changed = opened.onto(&state, &base).await?;
    if !is_whole(&changed) {
        return Ok(Redirect::to(&paths::PROPOSAL_CONFLICTS.with([&opened.proposal.id])));
    }
    let effect = effect(&state, &base, &changed).await?;
    add(&viewer, &state, &opened, (&base, &changed), (form.seen, &effect)).await?;
    Ok(Redirect::to(&links::proposal(opened.proposal.id)))
}

/// Adds the revision of the proposal whose changes lead from a revision of the edition to what was made of it.
pub(super) async fn add(
    viewer: &Viewer,
    state: &State,
    opened: &OpenProposal,
    (base, changed): (&Arc<OpenRevision>, &Arc<OpenRevision>),
    (seen, effect): (u32, &str),
) -> Result<u32, Error> {
    let changes = between(state, base, changed).await?;
    let note = format!("for r{}", base.revision.number);
    let new = NewProposalRevision {
        proposal: opened.proposal.id,
        seen,
        base: base.revision.id,
        changes: &write_changes(&changes),
        effect,
        by: viewer.by(),
        note: &note,
        suggestion: None,
        now_ms: now_ms(),
    };
    Ok(state.store.add_revision(new).await?)
}

/// The changes that lead from one revision to what was made of it.
async fn between(state: &State, base: &Arc<OpenRevision>, changed: &Arc<OpenRevision>) -> Result<Vec<Change>, Error> {
    let (base, changed) = (Arc::clone(base), Arc::clone(changed));
    let compare = move || differences(&base.loaded, &changed.loaded);
    let found =
        state.compute(Priority::Interactive, compare).await?.map_err(|error| Error::bad_request(error.to_string()))?;
    Ok(found.changes)
}

/// Proposes to undo what was merged.
pub async fn revert(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Redirect, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    let proposal = &opened.proposal;
    let Some(merged) = &proposal.merged else {
        let what = format!("Proposal {id} is {}; only merged proposals can be reverted.", proposal.state);
        return Err(Error::new(StatusCode::CONFLICT, what));
    };
    // The changes of the merge: from the revision before it to the one it made.
    let before = state.open(&proposal.slug, Some(merged.number - 1)).await?;
    let changes = opened.changes.clone();
    let undo = move || undone(&before.loaded, &changes);
    let changes =
        state.compute(Priority::Interactive, undo).await?.map_err(|error| Error::bad_request(error.to_string()))?;
    let made = state.open(&proposal.slug, Some(merged.number)).await?;
    // On the newest revision where they fit; else its author resolves what doesn't.
    let newest = opened.newest(&state).await?;
    let newest = state.open(&newest.slug, Some(newest.number)).await?;
    let key = (proposal.id, proposal.revision);
    let on_newest = derived(&state, &newest, &changes, key).await?;
    let (base, changed, changes) = if is_whole(&on_newest) {
        let changes = between(&state, &newest, &on_newest).await?;
        (newest, on_newest, changes)
    } else {
        let changed = derived(&state, &made, &changes, key).await?;
        (made, changed, changes)
    };
    let title: String = format!("Revert #{id}: {}", proposal.title).chars().take(200).collect();
    let description = format!("Reverts [proposal {id}]({}).", links::proposal(proposal.id));
    let new = NewProposal {
        edition: proposal.edition,
        author: viewer.by(),
        title: &title,
        description: &description,
        base: base.revision.id,
        changes: &write_changes(&changes),
        effect: &effect(&state, &base, &changed).await?,
        reverts: Some(proposal.id),
        now_ms: now_ms(),
    };
    Ok(Redirect::to(&links::proposal(state.store.propose(new).await?)))
}
