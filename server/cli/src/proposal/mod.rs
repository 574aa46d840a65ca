//! `affixboard proposal`: proposals without a browser, straight from the database.

mod create;
mod export;
mod show;
mod which;

use std::fmt::Write as _;

use affixboard_store::{Proposal as Stored, ProposalFilter, ProposalState, Store};
use clap::{Args, Subcommand, ValueEnum};

use super::{failure::Outcome, output};
use affixboard_service::{config::Settings, data_folder::DataFolder};

/// Maximum number of proposals listed.
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
            let folder = DataFolder::for_command(settings)?;
            let store = folder.open().await?;
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
