//! Actions on comments: writing one, resolving a thread, and accepting a suggested line.

use affixboard_proposal::{Change, EditOp, Outcome, write_changes};
use affixboard_store::{
    About, Comment, CommentError, CommentId, NewComment, NewProposalRevision, ProposalId, TextError,
};
use axum::{
    extract::State as Extracted,
    http::StatusCode,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    anchor::{CellQuery, line_anchors},
    open::{OpenProposal, check_may_edit, derived, effect, outcomes, shown_name},
    refused_text::{CommentField, CommentForm, RefusedText},
    show::page_with_refused,
};
use crate::{
    Error, State,
    extract::{Form, Path},
    links,
    session::viewer::Viewer,
};
use affixboard_service::clock::now_ms;

/// Answers `POST /proposals/{id}/comments`.
pub async fn create(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<CommentForm>,
) -> Result<Response, Error> {
    let proposal = state.proposal(id).await?;
    // No form of ours sends what this refuses.
    let about = about(&form)?;
    match add(&viewer, &state, proposal.id, &about, form.clone()).await {
        Ok(comment) => Ok(Redirect::to(&links::comment(proposal.id, comment)).into_response()),
        Err((field, refused)) => {
            page_with_refused(&viewer, &state, &proposal, RefusedText::Comment(form, field), refused).await
        }
    }
}

/// The anchor of a comment, by its form.
fn about(form: &CommentForm) -> Result<About, Error> {
    Ok(match form.about.as_str() {
        "" | "whole" => About::Whole,
        "line" => About::Line(form.anchor.clone()),
        "cell" => {
            let named = CellQuery { number: form.anchor.clone(), at: form.at.clone() }.anchor()?;
            About::Cell(named.ok_or_else(|| Error::bad_request("anchor: expected what the number says."))?)
        }
        _ => return Err(Error::bad_request("about: expected whole, line or cell.")),
    })
}

/// Adds a comment, or says which field is why not.
async fn add(
    viewer: &Viewer,
    state: &State,
    proposal: ProposalId,
    about: &About,
    form: CommentForm,
) -> Result<CommentId, (CommentField, Error)> {
    let suggestion = Some(form.suggestion.as_str()).filter(|line| !line.is_empty() && *line != form.line);
    if suggestion.is_some_and(|line| line.contains(['\n', '\r'])) {
        return Err((CommentField::Suggestion, Error::bad_request("suggestion: found several lines; expected one.")));
    }
    let body = form.body.replace("\r\n", "\n");
    let body = match suggestion {
        Some(_) if body.trim().is_empty() => "I suggest this line.",
        _ => body.as_str(),
    };
    let comment = NewComment {
        proposal,
        revision: form.seen,
        reply_to: form.reply_to.map(CommentId),
        author: viewer.by(),
        about,
        body,
        suggestion,
        now_ms: now_ms(),
    };
    state.store.add_comment(comment).await.map_err(|refused| {
        let is_of_line = matches!(
            refused,
            CommentError::NotALine | CommentError::Text(TextError::TooLong { what: "suggestion", .. })
        );
        (if is_of_line { CommentField::Suggestion } else { CommentField::Body }, refused.into())
    })
}

/// The fields of resolving a comment or opening it again.
#[derive(Debug, Deserialize)]
pub struct ResolveForm {
    resolved: String,
}

/// Answers `POST /proposals/{id}/comments/{comment}/resolve`.
pub async fn resolve(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((id, comment)): Path<(i64, i64)>,
    Form(form): Form<ResolveForm>,
) -> Result<Redirect, Error> {
    let is_resolved = match form.resolved.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Error::bad_request("resolved: expected yes or no.")),
    };
    let comment = find_comment(&state, id, comment).await?;
    state.store.resolve_comment(comment.id, is_resolved, viewer.by(), now_ms()).await?;
    Ok(Redirect::to(&links::comment(comment.proposal, comment.id)))
}

async fn find_comment(state: &State, id: i64, comment: i64) -> Result<Comment, Error> {
    let found = state.store.comment(CommentId(comment)).await?.filter(|found| found.proposal.0 == id);
    found.ok_or_else(|| Error::not_found(format!("Proposal {id} has no comment {comment}.")))
}

/// The fields of taking a suggestion.
#[derive(Debug, Deserialize)]
pub struct TakeForm {
    seen: u32,
}

/// Makes the next revision of the proposal, with the line that a comment suggests.
pub async fn accept(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path((id, comment)): Path<(i64, i64)>,
    Form(form): Form<TakeForm>,
) -> Result<Redirect, Error> {
    let comment = find_comment(&state, id, comment).await?;
    let opened = OpenProposal::of(&state, id, None).await?;
    check_may_edit(&viewer, &opened.proposal)?;
    let (About::Line(anchor), Some(line)) = (&comment.about, &comment.suggestion) else {
        return Err(Error::bad_request("This comment suggests no line."));
    };
    if let Some(revision) = comment.taken_in {
        return Err(CommentError::SuggestionTaken { id: comment.id, revision }.into());
    }
    let at = line_anchors(&opened.changes)
        .iter()
        .position(|known| known == anchor)
        .ok_or_else(|| Error::new(StatusCode::CONFLICT, "The proposal doesn’t change this line any more."))?;
    let mut changes = opened.changes.clone();
    match suggested(&changes[at], line) {
        Some(change) => changes[at] = change,
        None => drop(changes.remove(at)),
    }
    let changed = derived(&state, &opened.base, &changes, (opened.proposal.id, opened.revision.number + 1)).await?;
    if let Some(outcome) = outcomes(&changed).iter().find(|outcome| !outcome.fits()) {
        let why = match outcome {
            Outcome::Refused(refusal) => refusal.to_string(),
            Outcome::Conflict(conflict) => conflict.reason.explain().to_owned(),
            _ => String::new(),
        };
        return Err(Error::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            format!("The suggested line can’t be applied: {why}."),
        ));
    }
    let note = format!("suggestion of {}", shown_name(comment.author_name.as_deref()));
    let new = NewProposalRevision {
        proposal: opened.proposal.id,
        seen: form.seen,
        base: opened.base.revision.id,
        changes: &write_changes(&changes),
        effect: &effect(&state, &opened.base, &changed).await?,
        by: viewer.by(),
        note: &note,
        suggestion: Some(comment.id),
        now_ms: now_ms(),
    };
    state.store.add_revision(new).await?;
    Ok(Redirect::to(&links::comment(comment.proposal, comment.id)))
}

/// A change with another line; none where the line is to be as it was.
fn suggested(change: &Change, line: &str) -> Option<Change> {
    let now = line.to_owned();
    let op = match &change.op {
        EditOp::Replace { was, .. } | EditOp::Remove { was } if was == line => return None,
        EditOp::Replace { was, .. } | EditOp::Remove { was } => EditOp::Replace { was: was.clone(), now },
        EditOp::Insert { after, place, .. } => EditOp::Insert { after: after.clone(), now, place: place.clone() },
    };
    Some(Change { op, ..change.clone() })
}
