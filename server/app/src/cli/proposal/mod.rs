//! `affixboard proposal`: proposals without a browser, straight from the database.

mod create;
mod export;
mod show;

use std::{fmt::Write as _, sync::Arc};

use affixboard_core::proposal::{Change, read_changes};
use affixboard_store::{Proposal as Stored, ProposalFilter, ProposalId, ProposalRevision, ProposalState, Store};
use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};

use super::{Failure, Outcome, batch::scheduler, import::open_store, output};
use crate::{
    config::Settings,
    library::{Library, OpenRevision, Proposer, Reading},
};

/// So many proposals are listed at most.
const MOST: u32 = 100_000;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Proposal {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List proposals, newest first.
    List(List),
    /// Show a proposal: its lines, what they do, and its verdicts.
    Show(show::Show),
    /// Propose what a changed folder of edit files changes.
    Create(create::Create),
    /// Write a proposal as a patch, or its files.
    Export(export::Export),
}

#[derive(Debug, Args)]
struct List {
    /// Only those of an edition, by its name in URLs
    #[arg(long, value_name = "NAME")]
    edition: Option<String>,
    /// Only those in a state
    #[arg(long, value_name = "STATE", value_enum, default_value_t = State::Open)]
    state: State,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum State {
    Open,
    Merged,
    Withdrawn,
    All,
}

impl Proposal {
    /// Does what is asked for.
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = open_store(settings).await?;
            let outcome = match &self.what {
                What::List(list) => list.run(&store).await,
                What::Show(show) => show.run(&store).await,
                What::Create(create) => create.run(&store).await,
                What::Export(export) => export.run(&store).await,
            };
            store.close().await;
            outcome
        })
    }
}

impl List {
    /// A line each: number, state, edition, revision, approvals of those required, title; TABs between.
    async fn run(&self, store: &Store) -> Outcome {
        let state = match self.state {
            State::Open => Some(ProposalState::Open),
            State::Merged => Some(ProposalState::Merged),
            State::Withdrawn => Some(ProposalState::Withdrawn),
            State::All => None,
        };
        let filter = ProposalFilter { state, slug: self.edition.as_deref(), before: None };
        let mut text = String::new();
        for proposal in store.proposals(filter, MOST).await? {
            let Stored { id, state, slug, revision, approvals, required_approvals, title, .. } = &proposal;
            // Writing to a string can't fail.
            let _ = writeln!(text, "{id}\t{state}\t{slug}\t{revision}\t{approvals}/{required_approvals}\t{title}");
        }
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}

/// Which proposal, and which of its revisions.
#[derive(Debug, Args)]
struct Which {
    /// The proposal's number
    #[arg(value_name = "N")]
    number: i64,
    /// A revision of the proposal, where it isn't the current one
    #[arg(long, value_name = "N")]
    revision: Option<u32>,
}

/// A proposal's revision with the edition's files before and after.
struct Opened {
    proposal: Stored,
    revision: ProposalRevision,
    changes: Vec<Change>,
    base: Arc<OpenRevision>,
    changed: Arc<OpenRevision>,
}

impl Which {
    async fn open(&self, store: &Store) -> Result<Opened, Failure> {
        let id = ProposalId(self.number);
        let proposal = store.proposal(id).await?.ok_or_else(|| anyhow!("there is no proposal {id}"))?;
        let number = self.revision.unwrap_or(proposal.revision);
        let revision = store.proposal_revision(id, number).await?;
        let revision = revision.ok_or_else(|| anyhow!("proposal {id} has no revision {number}"))?;
        let library = Library::new(scheduler(None)?);
        let base = store.revision(&proposal.slug, Some(revision.base_number)).await?;
        let base = base.ok_or_else(|| anyhow!("{} has no revision {}", proposal.slug, revision.base_number))?;
        let base = library.open(store, base, Reading::default()).await?;
        let changes = read_changes(&revision.changes).with_context(|| format!("in the changes of proposal {id}"))?;
        let changed = library.derive(&base, &changes, Proposer::Proposal { id: id.0, revision: number }).await?;
        Ok(Opened { proposal, revision, changes, base, changed })
    }
}
