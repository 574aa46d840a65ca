//! The command line: one file per command, and what they share.
//!
//! Exit codes: 0 done (warnings allowed), 1 errors found or something failed, 2 wrong usage.

mod audit;
mod batch;
mod cells;
mod check;
mod dive;
mod exact;
mod gaps;
mod import;
mod output;
mod progress;
mod proposal;
mod serve;
mod sheet;
mod tally_file;

use std::{ffi::OsString, io::Write, path::PathBuf};

use affixboard_core::{
    batch::PlanError,
    catalog::Catalog,
    game::{Loaded, Switches},
};
use clap::{Parser, Subcommand};

use crate::{config, upload};

/// A self-hosted dashboard with which roguelike teams balance item generation.
///
/// Without a command it serves the dashboard.
#[derive(Debug, Parser)]
#[command(name = "affixboard", version, args_conflicts_with_subcommands = false)]
struct Cli {
    #[command(flatten)]
    flags: config::Flags,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the dashboard.
    Serve,
    /// Read a folder of edit files and report what is wrong with them.
    Check(check::Check),
    /// Import a folder of edit files as the next revision of an edition.
    Import(import::Import),
    /// List, show, make and export proposals.
    Proposal(proposal::Proposal),
    /// Generate drops and count what they carry.
    Batch(batch::Batch),
    /// Compute how likely drops are what they are.
    Exact(exact::Exact),
    /// Hold counted drops against computed chances.
    Audit(audit::Audit),
    /// Compute what the drops of a dive come to.
    Dive(dive::Dive),
    /// Write an availability sheet.
    Sheet(sheet::Sheet),
}

/// Why a command ended early: wrong usage (2) or anything else (1).
#[derive(Debug)]
enum Failure {
    Usage(String),
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Failed(error.into())
    }
}

impl Failure {
    fn usage(message: impl std::fmt::Display) -> Failure {
        Failure::Usage(message.to_string())
    }
}

/// What a command found: 0 or 1.
type Outcome = Result<u8, Failure>;

/// Runs the command line and gives the exit code.
pub fn main(arguments: impl Iterator<Item = OsString>) -> u8 {
    let cli = match Cli::try_parse_from(arguments) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are asked for and go to standard output, with code 0.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    let settings = || config::Settings::resolve(cli.flags.clone(), config::user_data_folder());
    let outcome = match cli.command {
        None | Some(Command::Serve) => settings().map_err(Failure::from).and_then(serve::run),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Import(import)) => settings().map_err(Failure::from).and_then(|settings| import.run(&settings)),
        Some(Command::Proposal(proposal)) => {
            settings().map_err(Failure::from).and_then(|settings| proposal.run(&settings))
        }
        Some(Command::Batch(batch)) => batch.run(),
        Some(Command::Exact(exact)) => exact.run(),
        Some(Command::Audit(audit)) => audit.run(),
        Some(Command::Dive(dive)) => dive.run(),
        Some(Command::Sheet(sheet)) => sheet.run(),
    };
    let mut stderr = std::io::stderr().lock();
    match outcome {
        Ok(code) => code,
        Err(Failure::Usage(message)) => {
            let _ = writeln!(stderr, "error: {message}");
            2
        }
        Err(Failure::Failed(error)) if output::is_broken_pipe(&error) => 0,
        Err(Failure::Failed(error)) => {
            let _ = writeln!(stderr, "error: {error:#}");
            1
        }
    }
}

/// The folder and game a command without a database works on.
#[derive(Debug, clap::Args)]
struct Files {
    /// Folder of edit files
    #[arg(long = "files", value_name = "DIR")]
    folder: PathBuf,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Points of the rules to take as documented, not as coded: ids, or all
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    as_documented: Vec<String>,
}

impl Files {
    /// Reads the files; a game nobody knows is wrong usage.
    fn load(&self) -> Result<Loaded, Failure> {
        let loaded = load(&self.folder, self.game.as_deref())?;
        if self.as_documented.is_empty() {
            return Ok(loaded);
        }
        let switches = Switches::parse(loaded.game, self.as_documented.iter().map(String::as_str))
            .map_err(|error| Failure::usage(format!("--as-documented: {error}")))?;
        Ok(loaded.game.load_switched(loaded.sources, switches))
    }
}

fn load(folder: &std::path::Path, game: Option<&str>) -> Result<Loaded, Failure> {
    upload::folder(folder).and_then(|sources| upload::load(sources, game)).map_err(|error| match error {
        upload::UploadError::UnknownGame { .. } => Failure::usage(format!("--game: {error}")),
        other => Failure::from(other),
    })
}

/// Depths as a flag gives them.
fn depths(flag: &str, text: &str, loaded: &Loaded) -> Result<Vec<u32>, Failure> {
    affixboard_core::batch::parse_depths(text, loaded.game.words().deepest).map_err(|error| plan_error(flag, &error))
}

fn plan_error(flag: &str, error: &PlanError) -> Failure {
    Failure::usage(format!("{flag}: {error}"))
}

/// An item type by number or name.
fn item_type(flag: &str, text: &str, catalog: &Catalog) -> Result<u16, Failure> {
    let number: Option<u16> = text.parse().ok();
    let found = catalog
        .item_types
        .iter()
        .find(|item_type| Some(item_type.tval) == number || item_type.name.eq_ignore_ascii_case(text));
    found.map(|item_type| item_type.tval).ok_or_else(|| {
        let names: Vec<_> = catalog.item_types.iter().map(|t| format!("{} ({})", t.name, t.tval)).collect();
        Failure::usage(format!("{flag}: found `{text}`; expected one of {}", names.join(", ")))
    })
}
