//! Comments on a proposal as its page shows them: threads with their answers.

use std::collections::HashMap;

use affixboard_model::game::Words;
use affixboard_store::{About, AccountId, Comment, CommentId, LastSeen, Proposal, ProposalState, Role};
use askama::Template;

use super::{
    anchor::{in_words, parts},
    open::{may_edit, shown_name},
};
use crate::{
    links,
    respond::{markdown::Prose, part::Part},
    session::viewer::Viewer,
};
use affixboard_service::clock::shown;

#[derive(Template)]
#[template(
    source = r#"{% import "proposals/_threads.html" as threads %}{% call threads::thread(thread) %}{% endcall %}"#,
    ext = "html"
)]
struct Written<'a> {
    thread: &'a ThreadView,
}

/// A comment with its answers.
pub(crate) struct ThreadView {
    pub(super) id: CommentId,
    /// Its anchor; empty for comments on the whole.
    pub(super) anchor: String,
    /// The same, in the game's words.
    pub(super) named: String,
    /// The address of the number that it is about; empty for none.
    pub(super) at: String,
    /// `line`, `cell` or `whole`.
    pub(super) about: &'static str,
    /// Those that are shown.
    pub(super) comments: Vec<CommentView>,
    /// How many there are in all.
    pub(super) count: usize,
    /// Those before and after the ones that are shown.
    pub(super) earlier: Option<MoreOfThread>,
    pub(super) later: Option<MoreOfThread>,
    /// `resolved by …, …`; empty where it is open.
    pub(super) resolved: String,
    /// Address that takes answers; empty where the viewer may not answer.
    pub(super) reply: String,
    /// Address that resolves or reopens it.
    pub(super) resolve: String,
    pub(super) revision: u32,
}

/// Further comments of a thread, or threads of a line.
pub(crate) struct MoreOfThread {
    pub(super) count: usize,
    /// Where they are shown.
    pub(super) href: String,
}

pub(crate) struct CommentView {
    pub(super) id: CommentId,
    pub(super) who: String,
    pub(super) when: String,
    /// The proposal's revision that was read; empty where that is the current one.
    pub(super) on: String,
    pub(super) body: Prose,
    pub(super) is_new: bool,
    pub(super) suggestion: Option<SuggestionView>,
}

/// A suggested line.
pub(crate) struct SuggestionView {
    pub(super) text: String,
    /// The revision that took it; empty where none did.
    pub(super) taken: String,
    /// Address that accepts it; empty where that isn't possible.
    pub(super) take: String,
}

impl ThreadView {
    /// The thread, where it stands among others or beside a line.
    pub(crate) fn written(&self) -> askama::Result<Part> {
        Part::of(&Written { thread: self })
    }
}

/// The threads of a proposal to a game with these words, the first first.
pub(super) fn threads(
    words: &Words,
    viewer: &Viewer,
    proposal: &Proposal,
    comments: &[Comment],
    look: Option<LastSeen>,
    reader: Option<AccountId>,
) -> Vec<ThreadView> {
    let page = links::proposal(proposal.id);
    let can_act = viewer.may(Role::Proposer);
    let can_take = may_edit(viewer, proposal) && proposal.state == ProposalState::Open;
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
            taken: comment.taken_in.map_or(String::new(), |number| format!("applied in revision {number}")),
            take: if can_take && comment.taken_in.is_none() {
                format!("{page}/comments/{}/take", comment.id)
            } else {
                String::new()
            },
        }),
    };
    let mut answers = HashMap::<CommentId, Vec<&Comment>>::new();
    for comment in comments {
        if let Some(root) = comment.reply_to {
            answers.entry(root).or_default().push(comment);
        }
    }
    let roots = comments.iter().filter(|comment| comment.reply_to.is_none());
    roots
        .map(|root| {
            let answers = answers.get(&root.id).map(Vec::as_slice).unwrap_or_default();
            let (about, (anchor, at)) = match &root.about {
                About::Whole => ("whole", ("", String::new())),
                About::Line(anchor) => ("line", (anchor.as_str(), String::new())),
                About::Cell(anchor) => ("cell", parts(anchor)),
            };
            ThreadView {
                id: root.id,
                anchor: anchor.to_owned(),
                named: if about == "line" { in_words(anchor, words) } else { anchor.to_owned() },
                at,
                about,
                comments: std::iter::once(root).chain(answers.iter().copied()).map(view).collect(),
                count: 1 + answers.len(),
                earlier: None,
                later: None,
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
