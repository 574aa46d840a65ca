//! The proposal that a command names, opened with its files.

use std::sync::Arc;

use affixboard_proposal::{Change, read_changes};
use affixboard_store::{Proposal, ProposalId, ProposalRevision, Store};
use anyhow::{Context, anyhow};
use clap::Args;

use crate::{batch::scheduler, failure::Failure};
use affixboard_service::library::{Library, OpenRevision, Proposer, Reading};

/// Which proposal, and which of its revisions.
#[derive(Debug, Args)]
pub(super) struct Which {
    /// The proposal's number
    #[arg(value_name = "N")]
    number: i64,
    /// A revision of the proposal, where it isn't the current one
    #[arg(long, value_name = "N")]
    revision: Option<u32>,
}

/// A proposal's revision with the edition's files before and after.
pub(super) struct Opened {
    pub(super) proposal: Proposal,
    pub(super) revision: ProposalRevision,
    pub(super) changes: Vec<Change>,
    pub(super) base: Arc<OpenRevision>,
    pub(super) changed: Arc<OpenRevision>,
}

impl Which {
    pub(super) async fn open(&self, store: &Store) -> Result<Opened, Failure> {
        let id = ProposalId(self.number);
        let proposal = store.proposal(id).await?.ok_or_else(|| anyhow!("there is no proposal {id}"))?;
        let number = self.revision.unwrap_or(proposal.revision);
        let revision = store.proposal_revision(id, number).await?;
        let revision = revision.ok_or_else(|| anyhow!("proposal {id} has no revision {number}"))?;
        let library = Library::new(scheduler(None)?);
        let base = store.revision(&proposal.slug, Some(revision.base_number)).await?;
        let base = base.ok_or_else(|| anyhow!("{} has no revision {}", proposal.slug, revision.base_number))?;
        let base = library.open(store, base, Reading::default()).await?;
        let changes = read_changes(&revision.changes, base.loaded.sorts())
            .with_context(|| format!("in the changes of proposal {id}"))?;
        let changed = library.derive(&base, &changes, Proposer::Proposal { id: id.0, revision: number }).await?;
        Ok(Opened { proposal, revision, changes, base, changed })
    }
}
