//! Comments on a proposal: threads, answers, resolving them, and taking suggestions.

use affixboard_core::proposal::{Act, Change, Outcome, write_changes};
use affixboard_store::{
    About, AccountId, Comment, CommentId, Error as StoreError, Look, NewComment, NewProposalRevision, Proposal,
    ProposalId, ProposalState, Role,
};
use axum::{
    extract::State as Extracted,
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    cell::{CellQuery, parts},
    lines::anchors,
    opened::{Opened, by, check_may_edit, derived, effect, find, may_edit, outcomes, shown_name},
    refused_text::{Field, Written, again},
};
use crate::{
    clock::{now_ms, shown},
    web::{
        Error, State,
        extract::{Form, Path},
        links,
        respond::markdown::Prose,
        session::viewer,
    },
};

/// A comment with its answers.
pub(in crate::web) struct ThreadView {
    pub(super) id: CommentId,
    /// What it is about; empty for the whole.
    pub(super) anchor: String,
    /// Where a number stands that it is about; else empty.
    pub(super) at: String,
    /// `line`, `cell` or `whole`.
    pub(super) about: &'static str,
    pub(super) comments: Vec<CommentView>,
    /// Who resolved it and when; empty where it is open.
    pub(super) resolved: String,
    /// Where an answer is sent; empty where one can't.
    pub(super) reply: String,
    /// Where it is resolved or opened again.
    pub(super) resolve: String,
    pub(super) revision: u32,
}

pub(in crate::web) struct CommentView {
    pub(super) id: CommentId,
    pub(super) who: String,
    pub(super) when: String,
    /// The proposal's revision that was read; empty where that is the current one.
    pub(super) on: String,
    pub(super) body: Prose,
    pub(super) is_new: bool,
    pub(super) suggestion: Option<SuggestionView>,
}

/// What a line should be instead.
pub(in crate::web) struct SuggestionView {
    pub(super) text: String,
    /// The revision that took it; empty where none did.
    pub(super) taken: String,
    /// Where it is taken; empty where it can't be.
    pub(super) take: String,
}

/// The threads of a proposal, the first first.
pub(super) fn threads(
    proposal: &Proposal,
    comments: &[Comment],
    look: Option<Look>,
    reader: Option<AccountId>,
) -> Vec<ThreadView> {
    let page = links::proposal(proposal.id);
    let can_act = viewer::may(Role::Proposer);
    let can_take = may_edit(proposal) && proposal.state == ProposalState::Open;
    let view = |comment: &Comment| CommentView {
        id: comment.id,
        who: shown_name(comment.author_name.as_deref()),
        when: shown(comment.created_at),
        on: if comment.revision == proposal.revision {
            String::new()
        } else {
            format!("on revision {}", comment.revision)
        },
        body: Prose::new(&comment.body),
        is_new: look.is_some_and(|look| comment.created_at > look.at) && comment.author != reader,
        suggestion: comment.suggestion.as_ref().map(|text| SuggestionView {
            text: text.clone(),
            taken: comment.taken_in.map_or(String::new(), |number| format!("taken in revision {number}")),
            take: if can_take && comment.taken_in.is_none() {
                format!("{page}/comments/{}/take", comment.id)
            } else {
                String::new()
            },
        }),
    };
    let roots = comments.iter().filter(|comment| comment.reply_to.is_none());
    roots
        .map(|root| {
            let answers = comments.iter().filter(|comment| comment.reply_to == Some(root.id));
            let (about, (anchor, at)) = match &root.about {
                About::Whole => ("whole", ("", "")),
                About::Line(anchor) => ("line", (anchor.as_str(), "")),
                About::Cell(anchor) => ("cell", parts(anchor)),
            };
            ThreadView {
                id: root.id,
                anchor: anchor.to_owned(),
                at: at.to_owned(),
                about,
                comments: std::iter::once(root).chain(answers).map(view).collect(),
                resolved: root.resolved_at.map_or(String::new(), |at| {
                    format!("resolved by {}, {}", shown_name(root.resolved_by.as_deref()), shown(at))
                }),
                reply: if can_act { format!("{page}/comments") } else { String::new() },
                resolve: format!("{page}/comments/{}/resolve", root.id),
                revision: proposal.revision,
            }
        })
        .collect()
}

/// What is said.
#[derive(Debug, Clone, Deserialize)]
pub(in crate::web) struct CommentForm {
    /// The proposal's revision that was read.
    pub(super) seen: u32,
    #[serde(default)]
    pub(super) about: String,
    #[serde(default)]
    pub(super) anchor: String,
    /// Where a number stands.
    #[serde(default)]
    pub(super) at: String,
    pub(super) body: String,
    #[serde(default)]
    pub(super) suggestion: String,
    /// The line as the form had it: the same is no suggestion.
    #[serde(default)]
    pub(super) line: String,
    pub(super) reply_to: Option<i64>,
}

pub(in crate::web) async fn say(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    Form(form): Form<CommentForm>,
) -> Result<Response, Error> {
    let proposal = find(&state, id).await?;
    // No form of ours sends what this refuses.
    let about = about(&form)?;
    match add(&state, proposal.id, &about, form.clone()).await {
        Ok(comment) => Ok(Redirect::to(&links::comment(proposal.id, comment)).into_response()),
        Err((field, refused)) => again(&state, &proposal, Written::Comment(form, field), refused).await,
    }
}

/// What a comment is about.
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
    state: &State,
    proposal: ProposalId,
    about: &About,
    form: CommentForm,
) -> Result<CommentId, (Field, Error)> {
    let suggestion = Some(form.suggestion.as_str()).filter(|line| !line.is_empty() && *line != form.line);
    if suggestion.is_some_and(|line| line.contains(['\n', '\r'])) {
        return Err((Field::Suggestion, Error::bad_request("suggestion: found several lines; expected one.")));
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
        author: by(),
        about,
        body,
        suggestion,
        now_ms: now_ms(),
    };
    state.store.add_comment(comment).await.map_err(|refused| {
        let is_of_line = matches!(refused, StoreError::NoLine | StoreError::TooLong { what: "suggestion", .. });
        (if is_of_line { Field::Suggestion } else { Field::Body }, refused.into())
    })
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct ResolveForm {
    resolved: String,
}

pub(in crate::web) async fn resolve(
    Extracted(state): Extracted<State>,
    Path((id, comment)): Path<(i64, i64)>,
    Form(form): Form<ResolveForm>,
) -> Result<Redirect, Error> {
    let is_resolved = match form.resolved.as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Error::bad_request("resolved: expected yes or no.")),
    };
    let comment = of_proposal(&state, id, comment).await?;
    state.store.resolve_comment(comment.id, is_resolved, by(), now_ms()).await?;
    Ok(Redirect::to(&links::comment(comment.proposal, comment.id)))
}

async fn of_proposal(state: &State, id: i64, comment: i64) -> Result<Comment, Error> {
    let found = state.store.comment(CommentId(comment)).await?.filter(|found| found.proposal.0 == id);
    found.ok_or_else(|| Error::not_found(format!("Proposal {id} has no comment {comment}.")))
}

#[derive(Debug, Deserialize)]
pub(in crate::web) struct TakeForm {
    seen: u32,
}

/// Makes the next revision of the proposal, with the line that a comment suggests.
pub(in crate::web) async fn take(
    Extracted(state): Extracted<State>,
    Path((id, comment)): Path<(i64, i64)>,
    Form(form): Form<TakeForm>,
) -> Result<Redirect, Error> {
    let comment = of_proposal(&state, id, comment).await?;
    let opened = Opened::of(&state, id, None).await?;
    check_may_edit(&opened.proposal)?;
    let (About::Line(anchor), Some(line)) = (&comment.about, &comment.suggestion) else {
        return Err(Error::bad_request("This comment suggests no line."));
    };
    if let Some(revision) = comment.taken_in {
        return Err(StoreError::SuggestionTaken { id: comment.id, revision }.into());
    }
    let at = anchors(&opened.changes).iter().position(|known| known == anchor).ok_or_else(|| {
        Error::new(axum::http::StatusCode::CONFLICT, "The proposal doesn’t change this line any more.")
    })?;
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
            axum::http::StatusCode::UNPROCESSABLE_ENTITY,
            format!("The suggested line can’t be taken: {why}."),
        ));
    }
    let note = format!("suggestion of {}", shown_name(comment.author_name.as_deref()));
    let new = NewProposalRevision {
        proposal: opened.proposal.id,
        seen: form.seen,
        base: opened.base.revision.id,
        changes: &write_changes(&changes),
        effect: &effect(&opened.base, &changed).await?,
        by: by(),
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
    let act = match &change.act {
        Act::Replace { was, .. } | Act::Remove { was } if was == line => return None,
        Act::Replace { was, .. } | Act::Remove { was } => Act::Replace { was: was.clone(), now },
        Act::Insert { after, place, .. } => Act::Insert { after: after.clone(), now, place: place.clone() },
    };
    Some(Change { act, ..change.clone() })
}
