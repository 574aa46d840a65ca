//! A comment or verdict that was refused: shown again with the reason, so that no text is lost.

use affixboard_store::{Judgement, Proposal, ProposalState};
use axum::http::StatusCode;
use serde::Deserialize;

use crate::links;

/// The form of a comment.
#[derive(Debug, Clone, Deserialize)]
pub struct CommentForm {
    /// The proposal's revision that was read.
    pub(super) seen: u32,
    #[serde(default)]
    pub(super) about: String,
    #[serde(default)]
    pub(super) anchor: String,
    /// The address of the number that it is about; empty for none.
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

/// The text as it was sent.
pub(super) enum RefusedText {
    /// With the field that is why.
    Comment(CommentForm, CommentField),
    Verdict {
        judgement: Judgement,
        body: String,
        seen: u32,
    },
}

/// A field of the form of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CommentField {
    Body,
    Suggestion,
}

/// The form with the text.
pub(crate) struct RefusedTextView {
    pub(super) action: String,
    /// The form's label: `Comment on ego_item.txt …`.
    pub(super) label: String,
    /// Hidden fields of the form.
    pub(super) hidden: Vec<(&'static str, String)>,
    pub(super) body: String,
    /// Why it was refused; of which field is told by where it is said.
    pub(super) problem: String,
    /// A line that was suggested, and what is wrong with it.
    pub(super) suggestion: Option<(String, String)>,
    /// Words and labels of what a verdict can say, and which was chosen; none of comments.
    pub(super) judgements: Vec<(&'static str, &'static str, bool)>,
    pub(super) button: &'static str,
}

impl RefusedTextView {
    pub(super) fn new(
        proposal: &Proposal,
        written: RefusedText,
        (status, problem): (StatusCode, &str),
    ) -> RefusedTextView {
        let page = links::proposal(proposal.id);
        let seen = proposal.revision.to_string();
        let (judgement, body, read) = match written {
            RefusedText::Comment(form, field) => return RefusedTextView::comment(&page, form, field, problem),
            RefusedText::Verdict { judgement, body, seen } => (judgement, body, seen),
        };
        let mut view = RefusedTextView {
            action: format!("{page}/verdicts"),
            label: "Your review".to_owned(),
            hidden: vec![("seen", seen)],
            body,
            problem: format!("Not submitted: {problem}."),
            suggestion: None,
            judgements: Vec::new(),
            button: "Submit review",
        };
        if proposal.state != ProposalState::Open || status == StatusCode::FORBIDDEN {
            // A text that can no longer be a verdict can still be a comment.
            view.action = format!("{page}/comments");
            view.label = String::from("Comment on the proposal instead");
            view.button = "Comment";
            return view;
        }
        // The judgement was of an earlier revision of the proposal, so it isn't preselected.
        let chosen = if read == proposal.revision { judgement } else { Judgement::Comment };
        let labels = Judgement::ALL.into_iter().zip(["Comment", "Approve", "Request changes"]);
        view.judgements = labels.map(|(one, label)| (one.name(), label, one == chosen)).collect();
        view
    }

    fn comment(page: &str, form: CommentForm, field: CommentField, problem: &str) -> RefusedTextView {
        let problem = format!("Not saved: {problem}.");
        let (about_body, about_line) =
            if field == CommentField::Suggestion { (String::new(), problem) } else { (problem, String::new()) };
        let has_line = !form.line.is_empty() || !form.suggestion.is_empty();
        let mut hidden = vec![("seen", form.seen.to_string())];
        let texts = [("about", form.about), ("anchor", form.anchor), ("at", form.at), ("line", form.line)];
        let label = match (&form.reply_to, texts[1].1.as_str()) {
            (Some(_), _) => "Your reply".to_owned(),
            (None, "") => "Comment on the proposal".to_owned(),
            (None, anchor) => format!("Comment on {anchor}"),
        };
        hidden.extend(texts.into_iter().filter(|(_, text)| !text.is_empty()));
        hidden.extend(form.reply_to.map(|comment| ("reply_to", comment.to_string())));
        RefusedTextView {
            action: format!("{page}/comments"),
            label,
            hidden,
            body: form.body,
            problem: about_body,
            suggestion: has_line.then_some((form.suggestion, about_line)),
            judgements: Vec::new(),
            button: if form.reply_to.is_some() { "Reply" } else { "Comment" },
        }
    }
}
