//! Proposals: their list, the page of one, and what is done there. One file per reason; here is what the templates show.

pub(super) mod atom;
mod cell;
pub(super) mod comments;
pub(super) mod conflicts;
mod difference;
pub(super) mod draft;
pub(super) mod edit;
pub(super) mod effect;
mod files;
mod lines;
pub(super) mod list;
pub(super) mod merge;
mod opened;
mod refused_text;
pub(super) mod review;
pub(super) mod show;

use askama::Template;

pub(in crate::web) use list::ProposalRow;
pub(super) use opened::{check_may_edit, effect, find, find_revision};

use crate::web::{Frame, links::Choice, respond::markdown::Prose};
use cell::CellQuery;
use comments::ThreadView;
use difference::{EntryLink, FileView};
use effect::EffectView;
use refused_text::KeptView;
use review::VerdictView;

#[derive(Template)]
#[template(path = "proposals/list.html")]
pub(in crate::web) struct ProposalsPage {
    frame: Frame,
    /// What waits for who asks.
    waiting: Vec<ProposalRow>,
    states: Vec<Choice>,
    editions: Vec<Choice>,
    rows: Vec<ProposalRow>,
    /// The page of earlier ones.
    earlier: String,
    /// Where one drafts a proposal of the edition; empty where one can't.
    draft: String,
    /// How many must approve, where the list is of one edition.
    approvals: Option<ApprovalsView>,
}

struct ApprovalsView {
    required: u32,
    /// Where another number is sent; empty where one can't.
    set: String,
}

#[derive(Template)]
#[template(path = "proposals/show.html")]
pub(in crate::web) struct ProposalPage {
    frame: Frame,
    number: i64,
    href: String,
    title: String,
    state: &'static str,
    who: String,
    /// `2 allocations changed, 1 added`.
    counted: String,
    /// The revision of the edition that it is for.
    base: String,
    base_href: String,
    /// How it was merged, and the revision it made.
    merged: Option<(String, String)>,
    /// The proposal that it undoes, and its page.
    reverts: Option<(String, String)>,
    /// The number of its current revision; forms say it.
    seen: u32,
    /// The number of the revision that is shown.
    revision: u32,
    revisions: Vec<RevisionView>,
    is_current: bool,
    description: Prose,
    files: Vec<FileView>,
    /// Changes that are in no file.
    unfit: Vec<String>,
    /// Threads about the whole.
    whole: Vec<ThreadView>,
    /// The number that a link asked to comment on.
    cell: Option<CellQuery>,
    /// Threads about lines that aren't changed any more, and about cells.
    elsewhere: Vec<ThreadView>,
    verdicts: Vec<VerdictView>,
    checks: Vec<CheckView>,
    can_merge: bool,
    merge: String,
    is_unreviewed: bool,
    /// Where it is moved to the newest revision; empty where it can't.
    rebase: String,
    conflicts: String,
    can_review: bool,
    /// Whether who asks could review it if it weren't their own.
    is_own: bool,
    can_comment: bool,
    can_suggest: bool,
    can_edit: bool,
    draft: String,
    can_reopen: bool,
    revert: String,
    effect: EffectView,
    news: Option<NewsView>,
    /// What who asks wrote and what was refused.
    kept: Option<KeptView>,
    acts: Vec<ActView>,
}

struct RevisionView {
    number: u32,
    href: String,
    about: String,
    note: String,
    is_shown: bool,
}

struct CheckView {
    /// `fine`, `missing`, or `note` for what doesn't hinder merging.
    class: &'static str,
    text: String,
}

/// What is new since somebody looked.
struct NewsView {
    since: String,
    acts: Vec<ActView>,
    /// The proposal's revision that they saw.
    revision: u32,
    is_revised: bool,
    /// What its files differ by since.
    files: Vec<FileView>,
    read: String,
}

struct ActView {
    who: String,
    what: String,
    to: String,
    when: String,
    href: String,
}

#[derive(Template)]
#[template(path = "proposals/edit.html")]
pub(in crate::web) struct EditPage {
    frame: Frame,
    number: i64,
    href: String,
    title: String,
    description: String,
    /// What the proposal has; a form says it.
    was: (String, String),
    /// Whether `was` is shown, as it isn't what was read.
    has_moved: bool,
    problem: String,
    can_withdraw: bool,
}

#[derive(Template)]
#[template(path = "proposals/conflicts.html")]
pub(in crate::web) struct ConflictsPage {
    frame: Frame,
    number: i64,
    title: String,
    href: String,
    base: String,
    newest: String,
    newest_number: u32,
    seen: u32,
    /// How many changes fit.
    fitting: usize,
    conflicts: Vec<ConflictView>,
    problem: String,
    /// Lines that were typed for another revision of the proposal.
    written: Vec<String>,
}

struct ConflictView {
    number: usize,
    entry: EntryLink,
    why: String,
    was: String,
    proposed: String,
    is: String,
    /// Whether the entry is gone, and with it every place for a line.
    is_gone: bool,
    typed: String,
    chosen: String,
}
