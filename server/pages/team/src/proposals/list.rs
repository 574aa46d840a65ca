//! The list of proposals, and those that wait for the viewer.

use affixboard_store::{
    EditionSummary, InboxItem, InboxReason, Proposal, ProposalFilter, ProposalId, ProposalState, Role,
};
use askama::Template;
use axum::extract::State as Extracted;
use serde::Deserialize;

use super::open::{person, shown_name};
use crate::{
    Error, Frame, Html, State,
    extract::UrlQuery,
    links::{self, Choice, Query},
    paths,
    respond::html::Section,
    session::viewer::Viewer,
};
use affixboard_service::clock::shown;

/// Proposals on a page.
const MOST: u32 = 50;
/// Of those that wait for the viewer, that many are shown unless all are asked for.
const MOST_WAITING: usize = 20;

/// What `proposals/list.html` shows.
#[derive(Template)]
#[template(path = "proposals/list.html")]
pub struct ProposalsPage {
    frame: Frame,
    /// Proposals that wait for the viewer, the oldest of them.
    waiting: Vec<ProposalRow>,
    /// How many there are.
    waiting_count: u32,
    /// Link to more of these; empty where all are shown.
    all_waiting: String,
    states: Vec<Choice>,
    editions: Vec<Choice>,
    rows: Vec<ProposalRow>,
    /// The page of earlier ones.
    earlier: String,
    /// Link to draft a proposal of the edition; empty where the viewer may not.
    draft: String,
    /// The required approvals, if the list is of one edition.
    approvals: Option<ApprovalsView>,
}

struct ApprovalsView {
    required: u32,
    /// Address of the form that changes the number; empty where the viewer may not.
    set: String,
}

/// A proposal in a list.
pub(crate) struct ProposalRow {
    pub(crate) number: i64,
    pub(crate) title: String,
    pub(crate) href: String,
    pub(crate) state: &'static str,
    pub(crate) edition: String,
    pub(crate) who: String,
    pub(crate) when: String,
    /// `1 of 2 approvals`, `changes requested`, `merged as r15`.
    pub(crate) standing: String,
    pub(crate) comments: u32,
    /// The reason it waits for the viewer; empty in other lists.
    pub(crate) waiting: &'static str,
}

impl ProposalRow {
    pub(crate) fn new(proposal: &Proposal) -> ProposalRow {
        ProposalRow {
            number: proposal.id.0,
            title: proposal.title.clone(),
            href: links::proposal(proposal.id),
            state: proposal.state.name(),
            edition: proposal.edition_title.clone(),
            who: shown_name(proposal.author_name.as_deref()),
            when: shown(proposal.changed_at),
            standing: standing(proposal),
            comments: proposal.comments,
            waiting: "",
        }
    }

    /// Rows that also say what of merged proposals is undone.
    pub(crate) async fn all(state: &State, proposals: &[Proposal]) -> Result<Vec<ProposalRow>, Error> {
        let mut rows = Vec::with_capacity(proposals.len());
        for proposal in proposals {
            let mut row = ProposalRow::new(proposal);
            if let Some(undone) = state.library.undone(&state.store, proposal).await? {
                row.standing = format!("{}, {}", row.standing, undone.words());
            }
            rows.push(row);
        }
        Ok(rows)
    }

    fn of_inbox(item: &InboxItem) -> ProposalRow {
        let waiting = match item.reason {
            InboxReason::Changes => "changes are requested",
            InboxReason::Merge => "it can be merged",
            InboxReason::Verdict => "your verdict",
            InboxReason::VerdictAgain => "your verdict is outdated",
            InboxReason::Answer => "something was said",
        };
        ProposalRow { waiting, ..ProposalRow::new(&item.proposal) }
    }
}

fn standing(proposal: &Proposal) -> String {
    match (&proposal.merged, proposal.state) {
        (Some(merged), _) if merged.is_unreviewed => format!("as r{}, unreviewed", merged.number),
        (Some(merged), _) => format!("as r{}", merged.number),
        (None, ProposalState::Open) if proposal.objections > 0 => "changes requested".to_owned(),
        (None, ProposalState::Open) => format!("{} of {} approvals", proposal.approvals, proposal.required_approvals),
        (None, _) => String::new(),
    }
}

/// The query of the list.
#[derive(Debug, Default, Deserialize)]
pub struct ListQuery {
    state: Option<String>,
    edition: Option<String>,
    before: Option<i64>,
    /// `all`, for all proposals that wait.
    waiting: Option<String>,
}

/// Answers `GET /proposals`.
pub async fn page(
    Extracted(state): Extracted<State>,
    viewer: Viewer,
    UrlQuery(query): UrlQuery<ListQuery>,
) -> Result<Html<ProposalsPage>, Error> {
    let text = |text: &Option<String>| text.as_deref().unwrap_or("").trim().to_owned();
    let (wanted, slug) = (text(&query.state), text(&query.edition));
    let states = ProposalState::ALL.map(ProposalState::name);
    let of_state = match wanted.as_str() {
        "all" => None,
        "" => Some(ProposalState::Open),
        word => Some(
            ProposalState::ALL
                .into_iter()
                .find(|state| state.name() == word)
                .ok_or_else(|| Error::bad_request("state: expected open, merged, withdrawn or all."))?,
        ),
    };
    let editions = state.store.editions().await?;
    let edition = editions.iter().find(|edition| edition.newest.slug == slug);
    if !slug.is_empty() && edition.is_none() {
        return Err(Error::not_found("There is no such edition."));
    }
    let filter = ProposalFilter {
        state: of_state,
        slug: edition.map(|edition| edition.newest.slug.as_str()),
        before: query.before.map(ProposalId),
    };
    let found = state.store.proposals(filter, MOST).await?;
    let filters = Query::default().set("state", wanted.clone()).set("edition", slug.clone());
    let earlier = if found.len() == MOST as usize {
        found
            .last()
            .map_or(String::new(), |last| filters.clone().set("before", last.id.to_string()).on(&links::proposals()))
    } else {
        String::new()
    };
    let choice = |label: &str, key, value: &str, selected| {
        Choice::new(label, filters.clone().set(key, value).on(&links::proposals()), selected)
    };
    let (mut inbox, waiting_count) = match person(&viewer) {
        Some(account) => (state.store.inbox(account).await?, state.store.inbox_count(account).await?),
        None => (Vec::new(), 0),
    };
    let mut all_waiting = String::new();
    if query.waiting.as_deref() != Some("all") && inbox.len() > MOST_WAITING {
        inbox.truncate(MOST_WAITING);
        all_waiting = filters.clone().set("waiting", "all").on(&links::proposals());
    }
    Ok(Html(ProposalsPage {
        frame: Frame { section: Section::Proposals, ..Frame::plain("Proposals") },
        waiting_count,
        all_waiting,
        waiting: inbox.iter().map(ProposalRow::of_inbox).collect(),
        states: states
            .iter()
            .map(|word| {
                choice(
                    word,
                    "state",
                    if *word == "open" { "" } else { word },
                    of_state.map(ProposalState::name) == Some(word),
                )
            })
            .chain([choice("all", "state", "all", of_state.is_none())])
            .collect(),
        editions: std::iter::once(choice("all", "edition", "", slug.is_empty()))
            .chain(
                editions
                    .iter()
                    .filter(|other| is_listed(other, &slug))
                    .map(|other| choice(&other.newest.title, "edition", &other.newest.slug, other.newest.slug == slug)),
            )
            .collect(),
        rows: ProposalRow::all(&state, &found).await?,
        earlier,
        draft: match edition {
            Some(edition) if viewer.may(Role::Proposer) => links::draft(&edition.newest.slug),
            _ => String::new(),
        },
        approvals: match edition {
            None => None,
            Some(edition) => {
                let required = state.store.required_approvals(&edition.newest.slug).await?.unwrap_or_default();
                Some(ApprovalsView {
                    required,
                    set: if viewer.may(Role::Maintainer) {
                        paths::EDITION_APPROVALS.with([&edition.newest.slug])
                    } else {
                        String::new()
                    },
                })
            }
        },
    }))
}

/// Starter editions are many, and hardly anybody proposes changes of those that aren't the team's.
fn is_listed(edition: &EditionSummary, slug: &str) -> bool {
    let is_worked_on = edition.newest.made_by != affixboard_store::MadeBy::Starter || edition.newest.number > 1;
    (is_worked_on && !edition.newest.is_archived) || edition.newest.slug == slug
}
