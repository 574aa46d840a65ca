//! An opened draft: the stored draft if there is one, its base revision, and the revision with its changes.

use std::sync::Arc;

use affixboard_proposal::{Change, Outcome, read_changes, write_changes};
use affixboard_store::{
    AccountId, Draft, DraftError, DraftOf, ProposalId, ProposalState, Revision, RevisionId, SaveDraft,
};
use axum::http::StatusCode;

use crate::{
    Error, State, links,
    proposals::open::check_may_edit,
    session::viewer::{Drafter, Viewer},
};
use affixboard_service::{
    clock::now_ms,
    library::{OpenRevision, Proposer},
};

/// The viewer's draft to open.
#[derive(Debug, Clone, Hash)]
pub(super) enum DraftTarget {
    /// The draft of a new proposal, by the edition's slug.
    Edition(String),
    /// The draft of the next revision of a proposal, by its number.
    Proposal(i64),
}

/// An opened draft.
pub(super) struct DraftSession {
    /// Its owner; `None` for the local user before there were accounts.
    pub(super) author: Option<AccountId>,
    /// A new proposal, or the next revision of one.
    pub(super) of: DraftOf,
    /// The page's path.
    pub(super) path: String,
    /// Version of the stored draft, for optimistic locking; 0 where nothing is stored.
    pub(super) version: u32,
    /// The revision of the proposal that it goes on from; 0 for a new one.
    pub(super) revision: u32,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) can_undo: bool,
    pub(super) can_redo: bool,
    /// The revision that the changes are for.
    pub(super) base: Arc<OpenRevision>,
    /// The changes.
    pub(super) changes: Vec<Change>,
    /// The revision with them.
    pub(super) changed: Arc<OpenRevision>,
    /// The newest revision of the edition.
    pub(super) newest: Revision,
}

/// An error of saving a draft.
pub(super) enum SaveError {
    /// Another window saved in between.
    Stale,
    Other(Error),
}

/// The initial content of a draft that isn't stored yet.
struct InitialDraft {
    of: DraftOf,
    path: String,
    slug: String,
    /// The number of the edition's revision that it is for; the newest where there is none.
    base: Option<u32>,
    revision: u32,
    title: String,
    description: String,
    changes: String,
}

impl DraftSession {
    /// Opens it; where there is no draft yet, as it would begin.
    pub(super) async fn open(viewer: &Viewer, state: &State, target: &DraftTarget) -> Result<DraftSession, Error> {
        let initial = match target {
            DraftTarget::Edition(slug) => of_edition(state, slug).await?,
            DraftTarget::Proposal(id) => of_proposal(viewer, state, *id).await?,
        };
        let author = viewer.account().map(|account| account.id);
        let newest = state.revision(&initial.slug, None).await?;
        let draft = match viewer.drafter() {
            Some(Drafter(author)) => state.store.draft(author, initial.of).await?,
            None => None,
        };
        let number = match &draft {
            Some(draft) => Some(number_of(state, &initial.slug, draft.base).await?),
            None => initial.base,
        };
        let base = state.open(&initial.slug, number).await?;
        let stored = draft.as_ref().map_or(&initial.changes, |draft| &draft.changes);
        let changes = read_changes(stored, base.loaded.sorts()).map_err(Error::internal)?;
        let changed = derived(state, &base, &changes, initial.of).await?;
        let of_draft = |what: fn(&Draft) -> String| draft.as_ref().map(what);
        Ok(DraftSession {
            author,
            of: initial.of,
            path: initial.path,
            version: draft.as_ref().map_or(0, |draft| draft.version),
            revision: draft.as_ref().map_or(initial.revision, |draft| draft.revision),
            can_undo: draft.as_ref().is_some_and(|draft| draft.can_undo),
            can_redo: draft.as_ref().is_some_and(|draft| draft.can_redo),
            title: of_draft(|draft| draft.title.clone()).unwrap_or(initial.title),
            description: of_draft(|draft| draft.description.clone()).unwrap_or(initial.description),
            base,
            changes,
            changed,
            newest,
        })
    }

    /// The proposal that it is a draft of a revision of.
    pub(super) fn proposal(&self) -> Option<ProposalId> {
        match self.of {
            DraftOf::New(_) => None,
            DraftOf::Revise(id) => Some(id),
        }
    }

    /// Stores other changes, on this base or another.
    pub(super) async fn save(&self, state: &State, base: RevisionId, changes: &[Change]) -> Result<(), SaveError> {
        self.store(state, base, changes, (&self.title, &self.description)).await
    }

    /// Stores other words about the changes.
    pub(super) async fn save_text(&self, state: &State, title: &str, description: &str) -> Result<(), SaveError> {
        self.store(state, self.base.revision.id, &self.changes, (title, description)).await
    }

    async fn store(
        &self,
        state: &State,
        base: RevisionId,
        changes: &[Change],
        (title, description): (&str, &str),
    ) -> Result<(), SaveError> {
        let save = SaveDraft {
            author: self.author,
            of: self.of,
            version: self.version,
            base,
            revision: self.revision,
            title,
            description,
            changes: &write_changes(changes),
            now_ms: now_ms(),
        };
        match state.store.save_draft(save).await {
            Ok(_) => Ok(()),
            Err(DraftError::Changed { .. }) => Err(SaveError::Stale),
            Err(other) => Err(SaveError::Other(other.into())),
        }
    }

    /// Whether changes no longer fit the files that they are for, which a draft's do unless something is broken.
    pub(super) fn outcome(&self, change: usize) -> Option<&Outcome> {
        self.changed.derived.as_ref().and_then(|derived| derived.applied.outcomes.get(change))
    }

    /// Whether a newer revision than the draft's base is there.
    pub(super) fn is_behind(&self) -> bool {
        self.newest.id != self.base.revision.id
    }
}

async fn of_edition(state: &State, slug: &str) -> Result<InitialDraft, Error> {
    let newest = state.revision(slug, None).await?;
    Ok(InitialDraft {
        of: DraftOf::New(newest.edition_id),
        path: links::draft(slug),
        slug: newest.slug,
        base: None,
        revision: 0,
        title: String::new(),
        description: String::new(),
        changes: String::new(),
    })
}

async fn of_proposal(viewer: &Viewer, state: &State, id: i64) -> Result<InitialDraft, Error> {
    let proposal = state.proposal(id).await?;
    check_may_edit(viewer, &proposal)?;
    if proposal.state != ProposalState::Open {
        let message = format!("Proposal {id} is {}; only open ones can be revised.", proposal.state.name());
        return Err(Error::new(StatusCode::CONFLICT, message));
    }
    let current = state.store.proposal_revision(proposal.id, proposal.revision).await?;
    let current = current.ok_or_else(|| Error::internal("a proposal without its revision"))?;
    Ok(InitialDraft {
        of: DraftOf::Revise(proposal.id),
        path: links::proposal_draft(proposal.id),
        slug: proposal.slug,
        base: Some(proposal.base_number),
        revision: proposal.revision,
        title: proposal.title,
        description: proposal.description,
        changes: current.changes,
    })
}

/// A revision with the changes of a draft.
pub(super) async fn derived(
    state: &State,
    base: &Arc<OpenRevision>,
    changes: &[Change],
    of: DraftOf,
) -> Result<Arc<OpenRevision>, Error> {
    if changes.is_empty() {
        return Ok(Arc::clone(base));
    }
    let by = match of {
        DraftOf::New(_) => Proposer::Draft,
        DraftOf::Revise(id) => Proposer::DraftOf(id.0),
    };
    Ok(state.library.derive(base, changes, by).await?)
}

async fn number_of(state: &State, slug: &str, id: RevisionId) -> Result<u32, Error> {
    let revisions = state.store.revisions(slug).await?;
    let found = revisions.iter().find(|revision| revision.id == id);
    found.map(|revision| revision.number).ok_or_else(|| Error::internal("a draft of a revision that isn't there"))
}
