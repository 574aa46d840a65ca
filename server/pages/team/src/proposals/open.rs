//! An opened proposal: its changes, its base revision, and the revision with the changes.

use std::sync::Arc;

use affixboard_proposal::{Change, EditOp, Outcome, effect_text, read_changes};
use affixboard_store::{AccountId, Proposal, ProposalId, ProposalRevision, Revision, Role, fingerprint};

use crate::{Error, State, session::viewer::Viewer};
use affixboard_service::{
    compute::Priority,
    library::{OpenRevision, Proposer},
};

/// A revision of a proposal, opened.
pub struct OpenProposal {
    /// As it is stored.
    pub proposal: Proposal,
    /// The one that was opened.
    pub revision: ProposalRevision,
    /// The revision that the changes are for.
    pub base: Arc<OpenRevision>,
    /// In their order.
    pub changes: Vec<Change>,
    /// The revision with the changes.
    pub changed: Arc<OpenRevision>,
}

impl OpenProposal {
    /// A proposal at one of its revisions, or at its current one.
    pub async fn of(state: &State, id: i64, number: Option<u32>) -> Result<OpenProposal, Error> {
        let (proposal, revision) = state.proposal_revision(id, number).await?;
        let base = state.open(&proposal.slug, Some(revision.base_number)).await?;
        let changes = read_changes(&revision.changes, base.loaded.sorts()).map_err(Error::internal)?;
        let changed = derived(state, &base, &changes, (proposal.id, revision.number)).await?;
        Ok(OpenProposal { proposal, revision, base, changes, changed })
    }

    /// The edition's newest revision.
    pub(crate) async fn newest(&self, state: &State) -> Result<Revision, Error> {
        state.revision(&self.proposal.slug, None).await
    }

    /// Applies its changes to another revision.
    pub(crate) async fn onto(&self, state: &State, onto: &Arc<OpenRevision>) -> Result<Arc<OpenRevision>, Error> {
        derived(state, onto, &self.changes, (self.proposal.id, self.revision.number)).await
    }
}

/// A revision with changes of a proposal's revision.
pub(super) async fn derived(
    state: &State,
    base: &Arc<OpenRevision>,
    changes: &[Change],
    (id, revision): (ProposalId, u32),
) -> Result<Arc<OpenRevision>, Error> {
    Ok(state.library.derive(base, changes, Proposer::Proposal { id: id.0, revision }).await?)
}

/// The fingerprint of what changes do to a revision.
pub(crate) async fn effect(
    state: &State,
    base: &Arc<OpenRevision>,
    changed: &Arc<OpenRevision>,
) -> Result<String, Error> {
    let (base, changed) = (Arc::clone(base), Arc::clone(changed));
    let tell = move || fingerprint(&effect_text(&base.loaded, &changed.loaded));
    state.compute(Priority::Interactive, tell).await
}

/// The outcome of each change of a derived revision, in order.
pub fn outcomes(changed: &OpenRevision) -> &[Outcome] {
    changed.derived.as_ref().map_or(&[], |derived| &derived.applied.outcomes)
}

/// Whether all changes are in the files.
pub(super) fn is_whole(changed: &OpenRevision) -> bool {
    outcomes(changed).iter().all(Outcome::fits)
}

/// Whether who asks may change a proposal: its author, and maintainers.
pub(super) fn may_edit(viewer: &Viewer, proposal: &Proposal) -> bool {
    let is_own = viewer.account().is_some_and(|account| proposal.author == Some(account.id));
    viewer.may(Role::Maintainer) || (is_own && viewer.may(Role::Proposer))
}

/// Refuses viewers who may not change the proposal: 403.
pub fn check_may_edit(viewer: &Viewer, proposal: &Proposal) -> Result<(), Error> {
    if may_edit(viewer, proposal) {
        return Ok(());
    }
    Err(Error::forbidden("Only the author of a proposal and maintainers can do that."))
}

/// A name as pages show it: before there are accounts, whoever sits at the machine has none.
pub(super) fn shown_name(name: Option<&str>) -> String {
    name.unwrap_or("somebody here").to_owned()
}

/// The viewer's account, only where they are signed in themselves.
pub(super) fn person(viewer: &Viewer) -> Option<AccountId> {
    match viewer {
        Viewer::Person { account, .. } => Some(account.id),
        _ => None,
    }
}

/// `2 lines changed, 1 added`.
pub fn counted(changes: &[Change]) -> String {
    let count = |is: fn(&EditOp) -> bool| changes.iter().filter(|change| is(&change.op)).count();
    let counts = [
        (count(|op| matches!(op, EditOp::Replace { .. })), "changed"),
        (count(|op| matches!(op, EditOp::Insert { .. })), "added"),
        (count(|op| matches!(op, EditOp::Remove { .. })), "removed"),
    ];
    let counts =
        counts.into_iter().filter(|(count, _)| *count > 0).enumerate().map(|(at, (count, what))| match (at, count) {
            (0, 1) => format!("1 line {what}"),
            (0, _) => format!("{count} lines {what}"),
            _ => format!("{count} {what}"),
        });
    counts.collect::<Vec<_>>().join(", ")
}
