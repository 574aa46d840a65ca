//! The page of a proposal.

use affixboard_core::text::Severity;
use affixboard_store::{About, Act, Comment, Look, ProposalState, Role};
use axum::{
    extract::State as Extracted,
    http::header,
    response::{IntoResponse, Response},
};
use serde::Deserialize;

use super::{
    ActView, CellQuery, CheckView, NewsView, ProposalPage, RevisionView, comments,
    difference::difference,
    effect::{EffectPlace, EffectSettings, EffectView},
    files, lines,
    opened::{Opened, counted, is_whole, may_edit, outcomes, person, shown_name},
    refused_text::KeptView,
    review::VerdictView,
};
use crate::{
    clock::shown,
    web::{
        Error, Frame, Html, State,
        extract::{Path, Query as UrlQuery},
        links::{self, Query},
        respond::{html::Section, markdown::Prose},
        session::viewer,
    },
};

/// So many lines of activity are shown.
const ACTS: u32 = 100;

/// What is asked for.
#[derive(Debug, Default, Deserialize)]
pub(in crate::web) struct ShowQuery {
    /// One of the proposal's revisions; else the current one.
    revision: Option<u32>,
    /// Where a patch's files are: `lib/edit`; else where the game has them.
    folder: Option<String>,
}

/// The page of a proposal, or with an ending its patch or its files.
pub(in crate::web) async fn page(
    Extracted(state): Extracted<State>,
    Path(file): Path<String>,
    UrlQuery(query): UrlQuery<ShowQuery>,
    UrlQuery(cell): UrlQuery<CellQuery>,
    UrlQuery(effect): UrlQuery<EffectSettings>,
) -> Result<Response, Error> {
    let (number, extension) = file.split_once('.').unwrap_or((file.as_str(), ""));
    let id: i64 = number.parse().map_err(|_| Error::not_found("There is no such page."))?;
    match extension {
        "" => {
            let mut answer = Html(shown_page(&state, id, &query, cell, &effect, None).await?).into_response();
            // What is new is so for one reader, once.
            answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
            Ok(answer)
        }
        "patch" => files::patch(&state, id, query.folder.as_deref()).await,
        "zip" => files::zip(&state, id).await,
        _ => Err(Error::not_found("Found another ending; expected .patch or .zip.")),
    }
}

/// The page as it is now, with what somebody wrote that was refused.
pub(super) async fn with_kept(state: &State, id: i64, kept: KeptView) -> Result<ProposalPage, Error> {
    shown_page(state, id, &ShowQuery::default(), CellQuery::default(), &EffectSettings::default(), Some(kept)).await
}

async fn shown_page(
    state: &State,
    id: i64,
    query: &ShowQuery,
    cell: CellQuery,
    effect: &EffectSettings,
    kept: Option<KeptView>,
) -> Result<ProposalPage, Error> {
    let cell = cell.anchor()?.map(|_| cell);
    let opened = Opened::of(state, id, query.revision).await?;
    let proposal = &opened.proposal;
    let reader = person();
    let look = match reader {
        Some(account) => state.store.look(account, proposal.id, crate::clock::now_ms()).await?,
        None => None,
    };
    let comments = state.store.comments(proposal.id).await?;
    let acts = state.store.activity(Some(proposal.id), ACTS).await?;
    let verdicts = state.store.verdicts(proposal.id).await?;
    let revisions = state.store.proposal_revisions(proposal.id).await?;
    let mut threads = comments::threads(proposal, &comments, look, reader);
    let files = lines::lines(&opened, &mut threads);
    let (whole, elsewhere): (Vec<_>, Vec<_>) = threads.into_iter().partition(|thread| thread.about == "whole");
    let is_current = opened.revision.number == proposal.revision;
    let is_open = proposal.state == ProposalState::Open;
    let href = links::proposal(proposal.id);
    let (checks, merging) =
        if is_open && is_current { checks(state, &opened, &comments).await? } else { Default::default() };
    let viewer = viewer::current();
    let account = viewer.account();
    let made_it = account.is_some_and(|account| {
        proposal.author == Some(account.id) || (is_current && opened.revision.by == Some(account.id))
    });
    let news = news(state, &opened, (look, reader), &acts).await?;
    let revision = query.revision.map_or(String::new(), |number| number.to_string());
    let place = EffectPlace { path: href.clone(), query: Query::default().set("revision", revision) };
    let effect = EffectView::of(state, &opened.base, &opened.changed, effect, place).await?;
    let merged = proposal.merged.as_ref().map(|merged| {
        let review = if merged.is_unreviewed { ", unreviewed" } else { "" };
        let who = shown_name(merged.by_name.as_deref());
        (
            format!("merged as r{}{review} by {who}, {}", merged.number, shown(proposal.closed_at.unwrap_or_default())),
            format!("/editions/{}/revisions/{}", proposal.slug, merged.number),
        )
    });
    let unfit = opened
        .changes
        .iter()
        .zip(outcomes(&opened.changed))
        .filter(|(_, outcome)| !outcome.fits())
        .map(|(change, _)| format!("{} {}", change.anchor.sort.name(), change.anchor.name.trim()))
        .collect();
    Ok(ProposalPage {
        frame: Frame::of(format!("{} · proposal {id}", proposal.title), Section::Proposals, &opened.base.revision),
        number: id,
        title: proposal.title.clone(),
        state: proposal.state.name(),
        who: shown_name(proposal.author_name.as_deref()),
        counted: counted(&opened.changes),
        base: format!("r{}", opened.base.revision.number),
        base_href: links::revision(&opened.base.revision),
        merged,
        reverts: proposal.reverts.map(|reverted| (format!("#{reverted}"), links::proposal(reverted))),
        seen: proposal.revision,
        revision: opened.revision.number,
        revisions: revisions
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
                is_shown: one.number == opened.revision.number,
            })
            .collect(),
        is_current,
        description: Prose::new(&proposal.description),
        files,
        unfit,
        cell: cell.filter(|_| viewer.may(Role::Proposer)),
        whole,
        elsewhere,
        verdicts: verdicts.iter().map(VerdictView::new).collect(),
        checks,
        can_merge: merging.is_clear && viewer.may(Role::Maintainer),
        merge: if viewer.may(Role::Maintainer) && is_open && is_current {
            format!("{href}/merge")
        } else {
            String::new()
        },
        is_unreviewed: merging.is_unreviewed,
        rebase: if merging.can_rebase && may_edit(proposal) { format!("{href}/rebase") } else { String::new() },
        conflicts: if merging.has_conflicts && may_edit(proposal) {
            format!("{href}/conflicts")
        } else {
            String::new()
        },
        can_review: is_open && is_current && account.is_some() && !made_it && viewer.may(Role::Reviewer),
        is_own: is_open && made_it && viewer.may(Role::Reviewer),
        can_comment: viewer.may(Role::Proposer),
        can_suggest: viewer.may(Role::Proposer) && is_open && is_current,
        can_edit: may_edit(proposal),
        draft: if is_open && may_edit(proposal) { links::proposal_draft(proposal.id) } else { String::new() },
        can_reopen: proposal.state == ProposalState::Withdrawn && may_edit(proposal),
        revert: if proposal.merged.is_some() && viewer.may(Role::Proposer) {
            format!("{href}/revert")
        } else {
            String::new()
        },
        effect,
        news,
        kept,
        acts: acts.iter().map(|act| act_view(act, id)).collect(),
        href,
    })
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

/// What stands between a proposal and being merged, each with its reason.
async fn checks(state: &State, opened: &Opened, comments: &[Comment]) -> Result<(Vec<CheckView>, Merging), Error> {
    let proposal = &opened.proposal;
    let people = state.store.merge_check(proposal.id, super::opened::by()).await?;
    let line = |is_fine: bool, text: String| CheckView { class: if is_fine { "fine" } else { "missing" }, text };
    let mut checks = Vec::new();
    let (have, need) = (people.approved_by.len(), people.required);
    checks.push(if people.is_approved() && have == 0 {
        line(true, "No approvals are required.".to_owned())
    } else if people.is_approved() {
        line(true, format!("Approved by {} ({have} of {need}).", people.approved_by.join(", ")))
    } else if people.is_alone {
        let text = format!(
            "{have} of {need} approvals; there is nobody else who could give one, so it can be merged unreviewed."
        );
        CheckView { class: "note", text }
    } else {
        line(false, format!("{have} of {need} required approvals are there."))
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
    let errors = |loaded: &affixboard_core::game::Loaded| loaded.count(Severity::Error);
    let more = errors(&opened.changed.loaded).saturating_sub(errors(&opened.base.loaded));
    if more > 0 {
        let what = if more == 1 { "line that has an error" } else { "lines that have errors" };
        checks.push(CheckView {
            class: "note",
            text: format!("It brings {more} {what}; the game would refuse the file."),
        });
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

/// What is new since somebody looked.
async fn news(
    state: &State,
    opened: &Opened,
    (look, reader): (Option<Look>, Option<affixboard_store::AccountId>),
    acts: &[Act],
) -> Result<Option<NewsView>, Error> {
    let Some(look) = look else { return Ok(None) };
    let fresh: Vec<&Act> = acts.iter().filter(|act| act.id > look.act && act.by != reader).collect();
    if fresh.is_empty() {
        return Ok(None);
    }
    let id = opened.proposal.id;
    let files = if look.revision < opened.proposal.revision {
        let before = Opened::of(state, id.0, Some(look.revision)).await?;
        let now = Opened::of(state, id.0, None).await?;
        difference(&before.changed.loaded.sources, &now.changed.loaded.sources)
    } else {
        Vec::new()
    };
    Ok(Some(NewsView {
        since: shown(look.at),
        acts: fresh.iter().rev().map(|act| act_view(act, id.0)).collect(),
        revision: look.revision,
        is_revised: look.revision < opened.proposal.revision,
        files,
        read: format!("{}/read", links::proposal(id)),
    }))
}

fn act_view(act: &Act, id: i64) -> ActView {
    ActView {
        who: shown_name(act.who().as_deref()),
        what: act.what.clone(),
        to: act.to.clone().unwrap_or_default(),
        when: shown(act.at),
        href: links::act(affixboard_store::ProposalId(id), act.to.as_deref()),
    }
}

/// Notes that all there is was read.
pub(in crate::web) async fn read(
    Extracted(state): Extracted<State>,
    Path(id): Path<i64>,
) -> Result<axum::response::Redirect, Error> {
    let (_, account) = viewer::person()?;
    let proposal = super::opened::find(&state, id).await?;
    state.store.mark_read(account.id, proposal.id, crate::clock::now_ms()).await?;
    Ok(axum::response::Redirect::to(&links::proposal(proposal.id)))
}
