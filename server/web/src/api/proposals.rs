//! Proposals: their list, one with its lines, its patch, and what is said and done about it.

use affixboard_store::{About, NewComment, Proposal, ProposalFilter, ProposalId, ProposalState};
use axum::{
    Json,
    extract::State as Extracted,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    json::JsonBody,
    problem::Problem,
    proposal_lines::{CommentJson, LineJson, VerdictJson},
};
use crate::{
    Error, State,
    extract::{Path, UrlQuery},
    links,
    proposals::open::{OpenProposal, check_may_edit, outcomes},
    session::viewer::Viewer,
};
use affixboard_service::{
    clock::{now_ms, rfc3339},
    compute::Priority,
    proposals::download,
};

/// Proposals in one answer at most.
const MOST: u32 = 200;

/// A proposal as it stands.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Proposal)]
pub(crate) struct ProposalJson {
    /// Its number.
    proposal: i64,
    edition: String,
    title: String,
    /// In Markdown.
    description: String,
    /// `open`, `merged` or `withdrawn`.
    state: &'static str,
    /// Its author; null for somebody at the dashboard's own machine before there were accounts.
    by: Option<String>,
    /// The path of its page.
    page: String,
    /// The number of its current revision, from 1.
    revision: u32,
    /// The revision of the edition that this is for.
    base: u32,
    approvals: u32,
    required_approvals: u32,
    /// Reviewers who request changes.
    objections: u32,
    /// Comments on it.
    comments: u32,
    /// The revision of the edition that merging made.
    merged_as: Option<u32>,
    created_at: String,
    changed_at: String,
}

/// A proposal with its lines and what was said about it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WholeProposal)]
pub(crate) struct WholeProposalJson {
    #[serde(flatten)]
    proposal: ProposalJson,
    lines: Vec<LineJson>,
    verdicts: Vec<VerdictJson>,
    /// What was said, the oldest first.
    discussion: Vec<CommentJson>,
}

/// A comment to write.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewComment)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewCommentJson {
    /// In Markdown, 20,000 characters at most.
    body: String,
    /// The comment that it answers.
    #[serde(default)]
    reply_to: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct ProposalsQuery {
    state: Option<String>,
    edition: Option<String>,
    before: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct PatchQuery {
    folder: Option<String>,
}

impl ProposalJson {
    fn new(proposal: Proposal) -> ProposalJson {
        ProposalJson {
            proposal: proposal.id.0,
            edition: proposal.slug,
            title: proposal.title,
            description: proposal.description,
            state: proposal.state.name(),
            by: proposal.author_name,
            page: links::proposal(proposal.id),
            revision: proposal.revision,
            base: proposal.base_number,
            approvals: proposal.approvals,
            required_approvals: proposal.required_approvals,
            objections: proposal.objections,
            comments: proposal.comments,
            merged_as: proposal.merged.map(|merged| merged.number),
            created_at: rfc3339(proposal.created_at),
            changed_at: rfc3339(proposal.changed_at),
        }
    }
}

/// The proposal of that number.
pub(super) async fn find(state: &State, id: i64) -> Result<ProposalJson, Error> {
    Ok(ProposalJson::new(state.proposal(id).await?))
}

/// Proposals, the newest first; 200 at most.
#[utoipa::path(get, path = "/api/v1/proposals", operation_id = "listProposals", tag = "proposals",
    params(
        ("state" = Option<String>, Query, description = "`open`, `merged`, `withdrawn`, or `all`, which is the default."),
        ("edition" = Option<String>, Query, description = "Those of an edition, by its name in addresses."),
        ("before" = Option<i64>, Query, description = "Those with a lower number."),
    ),
    responses((status = 200, body = Vec<ProposalJson>, description = "The proposals."), Problem))]
pub(crate) async fn list(
    Extracted(state): Extracted<State>,
    UrlQuery(query): UrlQuery<ProposalsQuery>,
) -> Result<Json<Vec<ProposalJson>>, Error> {
    let wanted = match query.state.as_deref().map(str::trim) {
        None | Some("" | "all") => None,
        Some(word) => {
            let known = ProposalState::ALL.into_iter().find(|state| state.name() == word);
            Some(known.ok_or_else(|| {
                Error::bad_request(format!("state: found `{word}`; expected open, merged, withdrawn or all."))
            })?)
        }
    };
    let slug = query.edition.as_deref().map(str::trim).filter(|slug| !slug.is_empty());
    if let Some(slug) = slug {
        state.revision(slug, None).await?;
    }
    let filter = ProposalFilter { state: wanted, slug, before: query.before.map(ProposalId) };
    Ok(Json(state.store.proposals(filter, MOST).await?.into_iter().map(ProposalJson::new).collect()))
}

/// A proposal with its lines, its verdicts and its comments.
#[utoipa::path(get, path = "/api/v1/proposals/{id}", operation_id = "getProposal", tag = "proposals",
    params(("id" = i64, Path, description = "The proposal's number.")),
    responses((status = 200, body = WholeProposalJson, description = "The proposal."), Problem))]
pub(crate) async fn one(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<Json<WholeProposalJson>, Error> {
    let OpenProposal { proposal, changes, changed, .. } = OpenProposal::of(&state, id, None).await?;
    let outcomes = outcomes(&changed);
    let lines = changes.iter().enumerate().map(|(at, change)| LineJson::new(change, outcomes.get(at))).collect();
    let verdicts = state.store.verdicts(proposal.id).await?;
    let comments = state.store.comments(proposal.id).await?;
    Ok(Json(WholeProposalJson {
        proposal: ProposalJson::new(proposal),
        lines,
        verdicts: verdicts.into_iter().map(VerdictJson::new).collect(),
        discussion: comments.into_iter().map(CommentJson::new).collect(),
    }))
}

/// The patch of a proposal's current revision, which `git apply` takes.
#[utoipa::path(get, path = "/api/v1/proposals/{id}/patch", operation_id = "getProposalPatch", tag = "proposals",
    params(
        ("id" = i64, Path, description = "The proposal's number."),
        ("folder" = Option<String>, Query, description = "The folder that its paths begin with; by default where the game's sources have their edit files."),
    ),
    responses((status = 200, body = String, description = "The patch.", content_type = "text/x-diff"), Problem))]
pub(crate) async fn patch(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
    UrlQuery(PatchQuery { folder }): UrlQuery<PatchQuery>,
) -> Result<Response, Error> {
    let opened = OpenProposal::of(&state, id, None).await?;
    let folder = download::folder(opened.base.loaded.game, folder.as_deref());
    let folder = folder.map_err(|problem| Error::bad_request(format!("folder: {problem}.")))?;
    let make = move || download::patch(&opened.base.loaded, &opened.changed.loaded, &folder);
    let patch = state.compute(Priority::Interactive, make).await?;
    Ok(([(header::CONTENT_TYPE, "text/x-diff")], patch).into_response())
}

/// Writes a comment on a proposal as a whole. Needs a token of the scope *propose* at least.
#[utoipa::path(post, path = "/api/v1/proposals/{id}/comments", operation_id = "commentOnProposal", tag = "proposals",
    params(("id" = i64, Path, description = "The proposal's number.")),
    request_body = NewCommentJson,
    responses((status = 201, body = CommentJson, description = "The comment."), Problem))]
pub(crate) async fn comment(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
    JsonBody(new): JsonBody<NewCommentJson>,
) -> Result<(StatusCode, Json<CommentJson>), Error> {
    let proposal = state.proposal(id).await?;
    let comment = NewComment {
        proposal: proposal.id,
        revision: proposal.revision,
        reply_to: new.reply_to.map(affixboard_store::CommentId),
        author: viewer.by(),
        about: &About::Whole,
        body: &new.body.replace("\r\n", "\n"),
        suggestion: None,
        now_ms: now_ms(),
    };
    let id = state.store.add_comment(comment).await?;
    let written = state.store.comment(id).await?.ok_or_else(|| Error::internal("a comment that was stored is gone"))?;
    Ok((StatusCode::CREATED, Json(CommentJson::new(written))))
}

/// Withdraws an open proposal. Needs its author's token, or a maintainer's.
#[utoipa::path(post, path = "/api/v1/proposals/{id}/withdraw", operation_id = "withdrawProposal", tag = "proposals",
    params(("id" = i64, Path, description = "The proposal's number.")),
    responses((status = 200, body = ProposalJson, description = "The proposal."), Problem))]
pub(crate) async fn withdraw(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<ProposalJson>, Error> {
    let proposal = state.proposal(id).await?;
    check_may_edit(&viewer, &proposal)?;
    state.store.set_withdrawn(proposal.id, true, viewer.by(), now_ms()).await?;
    Ok(Json(find(&state, id).await?))
}
