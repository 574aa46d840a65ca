//! The lines of a proposal, its verdicts and its comments.

use affixboard_proposal::{Change, Outcome};
use affixboard_store::{About, Comment, Verdict};
use serde::Serialize;
use utoipa::ToSchema;

use affixboard_service::clock::rfc3339;

/// A line that a proposal changes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProposalLine)]
pub(super) struct LineJson {
    file: String,
    /// The sort of its entry.
    sort: &'static str,
    /// The entry's number in the file.
    index: u32,
    /// The entry's name.
    name: String,
    /// The line as it is; absent of a line that is added.
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<String>,
    /// The line as proposed; absent of a line that is removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    now: Option<String>,
    /// Why it doesn't fit the files that it is for; absent where it fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// What a reviewer thinks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Verdict)]
pub(super) struct VerdictJson {
    by: String,
    /// `comment`, `approve` or `request-changes`.
    judgement: &'static str,
    body: String,
    /// The proposal's revision that it is about.
    revision: u32,
    /// Whether the proposal does something else now.
    outdated: bool,
    created_at: String,
}

/// A comment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Comment)]
pub(crate) struct CommentJson {
    comment: i64,
    /// The comment that it answers.
    reply_to: Option<i64>,
    /// Its author; null for somebody at the dashboard's own machine before there were accounts.
    by: Option<String>,
    /// `whole`, `line` or `cell`.
    about: &'static str,
    /// In Markdown.
    body: String,
    /// A line that it suggests.
    suggestion: Option<String>,
    /// The proposal's revision that it is about.
    revision: u32,
    resolved: bool,
    created_at: String,
}

impl LineJson {
    pub(super) fn new(change: &Change, outcome: Option<&Outcome>) -> LineJson {
        let anchor = &change.anchor;
        let problem = match outcome {
            Some(Outcome::Conflict(conflict)) => Some(conflict.reason.explain().to_owned()),
            Some(Outcome::Refused(refusal)) => Some(refusal.to_string()),
            _ => None,
        };
        LineJson {
            file: anchor.file.clone(),
            sort: anchor.sort.name(),
            index: anchor.index,
            name: anchor.name.clone(),
            was: change.was().map(|line| change.readable(line)),
            now: change.now().map(|line| change.readable(line)),
            problem,
        }
    }
}

impl VerdictJson {
    pub(super) fn new(verdict: Verdict) -> VerdictJson {
        VerdictJson {
            by: verdict.name,
            judgement: verdict.judgement.name(),
            body: verdict.body,
            revision: verdict.revision,
            outdated: verdict.is_outdated,
            created_at: rfc3339(verdict.created_at),
        }
    }
}

impl CommentJson {
    pub(super) fn new(comment: Comment) -> CommentJson {
        CommentJson {
            comment: comment.id.0,
            reply_to: comment.reply_to.map(|id| id.0),
            by: comment.author_name,
            about: match comment.about {
                About::Whole => "whole",
                About::Line(_) => "line",
                About::Cell(_) => "cell",
            },
            body: comment.body,
            suggestion: comment.suggestion,
            revision: comment.revision,
            resolved: comment.resolved_at.is_some(),
            created_at: rfc3339(comment.created_at),
        }
    }
}
