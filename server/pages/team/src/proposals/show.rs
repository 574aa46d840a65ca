//! The page of a proposal.

use affixboard_store::{About, AuditEntry, Comment, Judgement, LastSeen, Proposal, ProposalState, Role, Verdict};
use askama::Template;
use axum::{
    extract::State as Extracted,
    http::{HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
};
use serde::Deserialize;

use super::{
    anchor::CellQuery,
    difference::{EntryLink, FileView, changed_lines, difference, entry},
    effect::{EffectPlace, EffectSettings, EffectView},
    line_comment::{LineQuery, LineTarget},
    open::{OpenProposal, counted, is_whole, may_edit, outcomes, person, shown_name},
    paging::{PartLinks, PartQuery, ProposalParts, first_lines},
    refused_text::{RefusedText, RefusedTextView},
    threads::threads,
};
use crate::{
    Error, Frame, Html, State,
    extract::{Path, UrlQuery},
    links::{self, Query},
    paths,
    respond::{html::Section, markdown::Prose},
    session::viewer::Viewer,
    sheets::export::{attachment, file_name},
};
use affixboard_service::{
    clock::{now_ms, shown},
    compute::Priority,
    proposals::download,
};

/// Lines of activity shown at most.
const ACTS: u32 = 100;
/// Changed entries that can be opened from the page at most.
const ENTRIES: usize = 30;
/// Changes that are in no file, of which that many are named.
const UNFIT: usize = 50;

#[derive(Template)]
#[template(path = "proposals/show.html")]
pub(crate) struct ProposalPage {
    frame: Frame,
    number: i64,
    href: String,
    title: String,
    state: &'static str,
    who: String,
    /// `2 lines changed, 1 added`.
    counted: String,
    /// The revision of the edition that it is for.
    base: String,
    base_href: String,
    /// How it was merged, and the revision it made.
    merged: Option<(String, String)>,
    /// How much of it is undone: `undone`; empty where nothing is.
    undone: String,
    /// The revision that undid it, and the link to what that changed; none where it isn't known.
    undone_by: Option<(String, String)>,
    /// The proposal that it undoes, and its page.
    reverts: Option<(String, String)>,
    /// The number of its current revision; forms say it.
    seen: u32,
    /// The number of the revision that is shown.
    revision: u32,
    revisions: Vec<RevisionView>,
    revision_parts: PartLinks,
    is_current: bool,
    description: Prose,
    /// The lines and threads that are on this page.
    parts: ProposalParts,
    /// Changes that are in no file, the first of them.
    unfit: Vec<String>,
    /// How many there are beyond those.
    more_unfit: usize,
    /// The number that a link asked to comment on.
    cell: Option<CellQuery>,
    /// The line that a link or form asked to comment on.
    line: Option<LineTarget>,
    /// The files of which any line can be commented on.
    files: Vec<String>,
    /// Whether the files are those of the base.
    is_same: bool,
    verdicts: Vec<VerdictView>,
    verdict_parts: PartLinks,
    checks: Vec<CheckView>,
    can_merge: bool,
    merge: String,
    is_unreviewed: bool,
    /// Address that rebases it on the newest revision; empty where that isn't possible.
    rebase: String,
    conflicts: String,
    can_review: bool,
    /// Whether who asks could review it if it weren't their own.
    is_own: bool,
    can_comment: bool,
    can_suggest: bool,
    can_edit: bool,
    draft: String,
    /// The changed entries, each with its page of the draft; none where lines can't be changed.
    changed: Vec<EntryLink>,
    can_reopen: bool,
    revert: String,
    effect: EffectView,
    news: Option<NewsView>,
    /// The viewer's text that was refused.
    refused: Option<RefusedTextView>,
    acts: Vec<ActView>,
}

struct RevisionView {
    number: u32,
    href: String,
    about: String,
    note: String,
    is_shown: bool,
    /// The earlier revision that has the same changes.
    same_as: Option<u32>,
}

struct CheckView {
    /// `fine`, `missing`, or `note` for what doesn't hinder merging.
    class: &'static str,
    text: String,
}

/// Activity since the reader last opened the page.
struct NewsView {
    since: String,
    acts: Vec<ActView>,
    /// The proposal's revision that they saw.
    revision: u32,
    is_revised: bool,
    /// Differences of its files since then.
    files: Vec<FileView>,
    /// Whether these are all.
    is_whole: bool,
    read: String,
}

struct ActView {
    who: String,
    what: String,
    to: String,
    when: String,
    href: String,
}

pub(crate) struct VerdictView {
    pub(super) id: i64,
    pub(super) who: String,
    pub(super) when: String,
    /// `approved`, `changes requested`, `reviewed`.
    pub(super) label: &'static str,
    pub(super) class: &'static str,
    pub(super) revision: u32,
    pub(super) is_outdated: bool,
    /// A later verdict of the same person counts instead.
    pub(super) is_replaced: bool,
    pub(super) body: Prose,
}

impl VerdictView {
    pub(super) fn new(verdict: &Verdict) -> VerdictView {
        let (label, class) = match verdict.judgement {
            Judgement::Comment => ("reviewed", "commented"),
            Judgement::Approve => ("approved", "approved"),
            Judgement::RequestChanges => ("changes requested", "objected"),
        };
        VerdictView {
            id: verdict.id,
            who: verdict.name.clone(),
            when: shown(verdict.created_at),
            label,
            class,
            revision: verdict.revision,
            is_outdated: verdict.is_outdated && verdict.judgement != Judgement::Comment,
            is_replaced: !verdict.counts && verdict.judgement != Judgement::Comment,
            body: Prose::new(&verdict.body),
        }
    }
}

/// The query of a proposal's page.
#[derive(Debug, Default, Deserialize)]
pub struct ShowQuery {
    /// One of the proposal's revisions; else the current one.
    revision: Option<u32>,
    /// Folder of the patch's files, such as `lib/edit`; by default the game's own.
    folder: Option<String>,
}

/// What a link or form asks to comment on.
#[derive(Debug, Default, Deserialize)]
pub struct AboutQuery {
    #[serde(flatten)]
    cell: CellQuery,
    #[serde(flatten)]
    line: LineQuery,
}

/// The page of a proposal, or with an ending its patch or its files.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    Path(file): Path<String>,
    UrlQuery(query): UrlQuery<ShowQuery>,
    UrlQuery(about): UrlQuery<AboutQuery>,
    UrlQuery(effect): UrlQuery<EffectSettings>,
    UrlQuery(part): UrlQuery<PartQuery>,
) -> Result<Response, Error> {
    let (number, extension) = file.split_once('.').unwrap_or((file.as_str(), ""));
    let id: i64 = number.parse().map_err(|_| Error::not_found("There is no such page."))?;
    match extension {
        "" => {
            let mut answer =
                Html(proposal_page(&viewer, &state, id, (&query, part), about, &effect, None).await?).into_response();
            // The marks of new content are for one reader and one view.
            answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Ok(answer)
        }
        "patch" => patch_file(&state, id, query.folder.as_deref()).await,
        "mbox" => mail_file(&state, id, query.folder.as_deref()).await,
        "zip" => zip_file(&state, id).await,
        _ => Err(Error::not_found("Found another ending; expected .patch, .mbox or .zip.")),
    }
}

/// The proposal's page as it is now, with the refused text and the reason. Server errors are returned as they are.
pub(super) async fn page_with_refused(
    viewer: &Viewer,
    state: &State,
    proposal: &Proposal,
    written: RefusedText,
    refusal: Error,
) -> Result<Response, Error> {
    let (status, problem) = refusal.status_and_message();
    if !status.is_client_error() {
        return Err(refusal);
    }
    // Read anew: it may have been revised or closed meanwhile, which is what the refusal says.
    let Some(now) = state.store.proposal(proposal.id).await? else { return Err(refusal) };
    let refused = RefusedTextView::new(&now, written, (status, problem.trim_end_matches('.')));
    let (query, about, effect) = (ShowQuery::default(), AboutQuery::default(), EffectSettings::default());
    let page =
        proposal_page(viewer, state, now.id.0, (&query, PartQuery::default()), about, &effect, Some(refused)).await?;
    let mut answer = (status, Html(page)).into_response();
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

async fn proposal_page(
    viewer: &Viewer,
    state: &State,
    id: i64,
    (query, part): (&ShowQuery, PartQuery),
    AboutQuery { cell, line }: AboutQuery,
    effect: &EffectSettings,
    refused: Option<RefusedTextView>,
) -> Result<ProposalPage, Error> {
    let cell = cell.anchor()?.map(|_| cell);
    let opened = OpenProposal::of(state, id, query.revision).await?;
    let line = line.target(&opened)?.filter(|_| viewer.may(Role::Proposer));
    let reader = person(viewer);
    let look = match reader {
        Some(account) => state.store.mark_seen(account, opened.proposal.id, now_ms()).await?,
        None => None,
    };
    let comments = state.store.comments(opened.proposal.id).await?;
    let who = viewer.clone();
    let revision = query.revision.map_or(String::new(), |number| number.to_string());
    let settings = Query::default().set("revision", revision);
    let of_page = settings.clone();
    // Whole files are compared, and as many comments written as there are.
    let write = move || {
        let words = opened.base.loaded.game.words();
        let mut all_threads = threads(words, &who, &opened.proposal, &comments, look, reader);
        let files = changed_lines(&opened, &mut all_threads);
        let parts = part.parts(files, all_threads, (&of_page, &links::proposal(opened.proposal.id)));
        (opened, comments, parts)
    };
    let (opened, comments, parts) = state.compute(Priority::Interactive, write).await?;
    let parts = parts?;
    let proposal = &opened.proposal;
    let acts = state.store.activity(Some(proposal.id), ACTS).await?;
    let verdicts = state.store.verdicts(proposal.id).await?;
    let revisions = state.store.proposal_revisions(proposal.id).await?;
    let is_current = opened.revision.number == proposal.revision;
    let is_open = proposal.state == ProposalState::Open;
    let href = links::proposal(proposal.id);
    let (checks, merging) =
        if is_open && is_current { merge_checks(state, &opened, &comments).await? } else { Default::default() };
    let account = viewer.account();
    let made_it = account.is_some_and(|account| {
        proposal.author == Some(account.id) || (is_current && opened.revision.by == Some(account.id))
    });
    let news = news(state, &opened, (look, reader), &acts).await?;
    let (verdicts_shown, verdict_parts) = part.verdicts(verdicts.len(), (&settings, &href))?;
    let at = revisions.iter().position(|one| one.number == opened.revision.number).unwrap_or_default();
    let (revisions_shown, revision_parts) = part.revisions((revisions.len(), at), (&settings, &href))?;
    let place = EffectPlace { path: href.clone(), query: settings, title: proposal.title.clone() };
    let effect = EffectView::of(viewer, state, &opened.base, &opened.changed, effect, place).await?;
    let merged = proposal.merged.as_ref().map(|merged| {
        let review = if merged.is_unreviewed { ", unreviewed" } else { "" };
        let who = shown_name(merged.by_name.as_deref());
        (
            format!("merged as r{}{review} by {who}, {}", merged.number, shown(proposal.closed_at.unwrap_or_default())),
            paths::REVISION.with([&proposal.slug, &merged.number]),
        )
    });
    let undone = state.library.undone(&state.store, proposal).await?;
    let undone_by = match undone {
        Some(_) => state.library.undone_by(&state.store, proposal).await?,
        None => None,
    };
    let mut unfit: Vec<_> = opened
        .changes
        .iter()
        .zip(outcomes(&opened.changed))
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, _)| format!("{} {}", change.anchor.sort.name(), change.anchor.name.trim()))
        .collect();
    let more_unfit = unfit.len().saturating_sub(UNFIT);
    unfit.truncate(UNFIT);
    Ok(ProposalPage {
        frame: Frame::open(format!("{} · proposal {id}", proposal.title), Section::Proposals, &opened.base),
        number: id,
        title: proposal.title.clone(),
        state: proposal.state.name(),
        who: shown_name(proposal.author_name.as_deref()),
        counted: counted(&opened.changes),
        base: format!("r{}", opened.base.revision.number),
        base_href: links::revision(&opened.base.revision),
        merged,
        undone: undone.map_or_else(String::new, |undone| undone.words()),
        undone_by: undone_by.map(|by| (format!("r{} ({})", by.number, by.made_by.name()), links::changes(&by))),
        reverts: proposal.reverts.map(|reverted| (format!("#{reverted}"), links::proposal(reverted))),
        seen: proposal.revision,
        revision: opened.revision.number,
        revision_parts,
        revisions: revisions[revisions_shown]
            .iter()
            .map(|one| RevisionView {
                number: one.number,
                href: if one.number == proposal.revision {
                    href.clone()
                } else {
                    format!("{href}?revision={}", one.number)
                },
                about: format!(
                    "r{} · {}, {}",
                    one.base_number,
                    shown_name(one.by_name.as_deref()),
                    shown(one.created_at)
                ),
                note: one.note.clone(),
                same_as: revisions
                    .iter()
                    .find(|other| other.number < one.number && other.changes == one.changes)
                    .map(|other| other.number),
                is_shown: one.number == opened.revision.number,
            })
            .collect(),
        is_current,
        description: Prose::new(&proposal.description),
        parts,
        unfit,
        more_unfit,
        cell: cell.filter(|_| viewer.may(Role::Proposer)),
        line,
        files: if viewer.may(Role::Proposer) { file_names(&opened) } else { Vec::new() },
        is_same: opened.changed.content_hash() == opened.base.content_hash(),
        verdict_parts,
        verdicts: verdicts[verdicts_shown].iter().map(VerdictView::new).collect(),
        checks,
        can_merge: merging.is_clear && viewer.may(Role::Maintainer),
        merge: if viewer.may(Role::Maintainer) && is_open && is_current {
            format!("{href}/merge")
        } else {
            String::new()
        },
        is_unreviewed: merging.is_unreviewed,
        rebase: if merging.can_rebase && may_edit(viewer, proposal) { format!("{href}/rebase") } else { String::new() },
        conflicts: if merging.has_conflicts && may_edit(viewer, proposal) {
            format!("{href}/conflicts")
        } else {
            String::new()
        },
        can_review: is_open && is_current && account.is_some() && !made_it && viewer.may(Role::Reviewer),
        is_own: is_open && made_it && viewer.may(Role::Reviewer),
        can_comment: viewer.may(Role::Proposer),
        can_suggest: viewer.may(Role::Proposer) && is_open && is_current,
        can_edit: may_edit(viewer, proposal),
        draft: if is_open && may_edit(viewer, proposal) { links::proposal_draft(proposal.id) } else { String::new() },
        changed: if is_open && may_edit(viewer, proposal) { changed_entries(&opened) } else { Vec::new() },
        can_reopen: proposal.state == ProposalState::Withdrawn && may_edit(viewer, proposal),
        revert: if proposal.merged.is_some() && viewer.may(Role::Proposer) {
            format!("{href}/revert")
        } else {
            String::new()
        },
        effect,
        news,
        refused,
        acts: acts.iter().map(|act| act_view(act, id)).collect(),
        href,
    })
}

fn file_names(opened: &OpenProposal) -> Vec<String> {
    opened.changed.loaded.sources.files().iter().map(|file| file.name().to_owned()).collect()
}

/// The entries that the changes are of, each with its page of the draft of the next revision.
fn changed_entries(opened: &OpenProposal) -> Vec<EntryLink> {
    let mut entries: Vec<EntryLink> = Vec::new();
    for change in &opened.changes {
        let link = EntryLink {
            href: links::proposal_draft_entry(opened.proposal.id, change.anchor.sort, change.anchor.index),
            ..entry(&opened.base.revision, &change.anchor, &opened.base)
        };
        if !entries.contains(&link) && entries.len() < ENTRIES {
            entries.push(link);
        }
    }
    entries
}

/// Whether a proposal can be merged as it stands.
#[derive(Debug, Default)]
struct Merging {
    is_clear: bool,
    /// Merging it wouldn't be reviewed.
    is_unreviewed: bool,
    can_rebase: bool,
    has_conflicts: bool,
}

/// The checks before merging, with a sentence each, and whether all pass.
async fn merge_checks(
    state: &State,
    opened: &OpenProposal,
    comments: &[Comment],
) -> Result<(Vec<CheckView>, Merging), Error> {
    let proposal = &opened.proposal;
    let people = state.store.merge_check(proposal.id).await?;
    let line = |is_fine: bool, text: String| CheckView { class: if is_fine { "fine" } else { "missing" }, text };
    let mut checks = Vec::new();
    let (have, need) = (people.approved_by.len(), people.required);
    checks.push(if people.is_approved() && have == 0 {
        line(true, "No approvals are required.".to_owned())
    } else if people.is_approved() {
        line(true, format!("Approved by {} ({have} of {need}).", people.approved_by.join(", ")))
    } else if people.is_alone {
        let text = format!(
            "{have} of {need} approvals; there is nobody but its author who could give one, so it can be merged unreviewed."
        );
        CheckView { class: "note", text }
    } else {
        line(false, format!("{have} of {need} required approvals."))
    });
    if !people.objected_by.is_empty() {
        checks.push(line(false, format!("Changes are requested by {}.", people.objected_by.join(", "))));
    }
    let newest = opened.newest(state).await?;
    let mut merging = Merging {
        is_clear: people.is_clear(),
        is_unreviewed: !people.is_approved(),
        can_rebase: false,
        has_conflicts: false,
    };
    if newest.id == opened.base.revision.id {
        checks.push(line(
            is_whole(&opened.changed),
            format!("Made for the edition’s newest revision, r{}.", newest.number),
        ));
        merging.has_conflicts = !is_whole(&opened.changed);
    } else {
        let newest = state.open(&newest.slug, Some(newest.number)).await?;
        let onto = opened.onto(state, &newest).await?;
        let count = outcomes(&onto).iter().filter(|outcome| !outcome.fits()).count();
        let number = newest.revision.number;
        if count == 0 {
            merging.can_rebase = true;
            let text =
                format!("The edition is at r{number} now; the changes fit there, and merging applies them to it.");
            checks.push(CheckView { class: "note", text });
        } else {
            merging.has_conflicts = true;
            let what = if count == 1 { "one change doesn’t" } else { "some changes don’t" };
            checks.push(line(false, format!("The edition is at r{number} now, and {what} fit there ({count}).")));
        }
    }
    merging.is_clear &= !merging.has_conflicts;
    let errors = |loaded: &affixboard_model::game::Loaded| {
        loaded.diagnostics.iter().filter(|said| opened.base.loaded.refuses(said)).count()
    };
    let more = errors(&opened.changed.loaded).saturating_sub(errors(&opened.base.loaded));
    if more > 0 {
        let what = if more == 1 { "line that has an error" } else { "lines that have errors" };
        checks
            .push(CheckView { class: "note", text: format!("It adds {more} {what}; the game would refuse the file.") });
    }
    let open = comments
        .iter()
        .filter(|comment| comment.reply_to.is_none() && comment.resolved_at.is_none() && comment.about != About::Whole);
    let open = open.count();
    if open > 0 {
        let what = if open == 1 { "thread is" } else { "threads are" };
        checks.push(CheckView { class: "note", text: format!("{open} {what} not resolved.") });
    }
    Ok((checks, merging))
}

/// Activity since the reader last opened the page.
async fn news(
    state: &State,
    opened: &OpenProposal,
    (look, reader): (Option<LastSeen>, Option<affixboard_store::AccountId>),
    acts: &[AuditEntry],
) -> Result<Option<NewsView>, Error> {
    let Some(look) = look else { return Ok(None) };
    let fresh: Vec<&AuditEntry> = acts.iter().filter(|act| act.id > look.audit_entry && act.by != reader).collect();
    if fresh.is_empty() {
        return Ok(None);
    }
    let id = opened.proposal.id;
    let files = if look.revision < opened.proposal.revision {
        let before = OpenProposal::of(state, id.0, Some(look.revision)).await?;
        let now = OpenProposal::of(state, id.0, None).await?;
        let compare = move || difference(&before.changed.loaded.sources, &now.changed.loaded.sources);
        state.compute(Priority::Interactive, compare).await?
    } else {
        Vec::new()
    };
    let (files, is_whole) = first_lines(files);
    Ok(Some(NewsView {
        since: shown(look.at),
        acts: fresh.iter().rev().map(|act| act_view(act, id.0)).collect(),
        revision: look.revision,
        is_revised: look.revision < opened.proposal.revision,
        files,
        is_whole,
        read: paths::PROPOSAL_READ.with([&id]),
    }))
}

fn act_view(act: &AuditEntry, id: i64) -> ActView {
    ActView {
        who: shown_name(act.who().as_deref()),
        what: act.what.clone(),
        to: act.to.clone().unwrap_or_default(),
        when: shown(act.at),
        href: links::act(affixboard_store::ProposalId(id), act.to.as_deref()),
    }
}

/// Notes that all there is was read.
pub async fn read(Extracted(state): Extracted<State>, viewer: Viewer, Path(id): Path<i64>) -> Result<Redirect, Error> {
    let (_, account) = viewer.person()?;
    let proposal = state.proposal(id).await?;
    state.store.mark_read(account.id, proposal.id, now_ms()).await?;
    Ok(Redirect::to(&links::proposal(proposal.id)))
}

/// The patch that makes the changes in the files that they are for; `git apply` takes it.
async fn patch_file(state: &State, id: i64, folder: Option<&str>) -> Result<Response, Error> {
    let opened = OpenProposal::of(state, id, None).await?;
    let folder = patch_folder(&opened, folder)?;
    let name = name_of(&opened, "patch");
    let making = state
        .compute(Priority::Interactive, move || download::patch(&opened.base.loaded, &opened.changed.loaded, &folder));
    Ok(attachment(&name, "text/x-diff", making.await?))
}

/// The same as a mail with author, title and description; `git am` takes it.
async fn mail_file(state: &State, id: i64, folder: Option<&str>) -> Result<Response, Error> {
    let opened = OpenProposal::of(state, id, None).await?;
    let folder = patch_folder(&opened, folder)?;
    let name = name_of(&opened, "mbox");
    let making = state.compute(Priority::Interactive, move || {
        let files = (&*opened.base.loaded, &*opened.changed.loaded);
        download::patch_mail(&opened.proposal, &opened.revision, files, &folder)
    });
    Ok(attachment(&name, "application/mbox", making.await?))
}

fn patch_folder(opened: &OpenProposal, asked: Option<&str>) -> Result<String, Error> {
    download::folder(opened.base.loaded.game, asked)
        .map_err(|problem| Error::bad_request(format!("folder: {problem}.")))
}

/// All files as they are with the changes, byte for byte.
async fn zip_file(state: &State, id: i64) -> Result<Response, Error> {
    let opened = OpenProposal::of(state, id, None).await?;
    let name = name_of(&opened, "zip");
    let making = state.compute(Priority::Interactive, move || download::zipped(&opened.changed.loaded));
    let bytes = making.await?.map_err(Error::internal)?;
    Ok(attachment(&name, "application/zip", bytes))
}

/// `affix-branch-proposal-12-rarer-rings.patch`.
fn name_of(opened: &OpenProposal, extension: &str) -> String {
    let title: String = opened.proposal.title.chars().take(60).collect();
    file_name(&[&opened.proposal.slug, "proposal", &opened.proposal.id.to_string(), &title], extension)
}
