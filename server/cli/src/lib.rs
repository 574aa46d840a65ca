//! The command line: one file per command, and what they share.
//!
//! Exit codes: 0 done (warnings allowed), 1 errors found or something failed, 2 wrong usage.

mod ask;
mod audit;
mod backup;
mod balance;
mod batch;
mod beside;
mod best_of;
mod block_on;
mod cells;
mod check;
mod completions;
mod correct;
mod declare;
mod described;
mod dive;
mod drops;
mod effect;
mod exact;
mod export;
mod failure;
mod files;
mod game_stats;
mod gaps;
mod git;
mod given;
mod history;
mod import;
#[cfg(feature = "dashboard")]
mod log;
mod luck;
mod manual;
mod origins;
mod output;
mod profile;
mod progress;
mod proposal;
#[cfg(feature = "dashboard")]
mod publish;
mod question;
mod rescue;
mod rules;
mod sensitivity;
#[cfg(feature = "dashboard")]
mod serve;
mod sheet;
#[cfg(feature = "dashboard")]
mod signals;
mod sql;
mod subjects;
mod tally;
mod target;
mod target_text;
#[cfg(feature = "dashboard")]
mod worker;

use std::{ffi::OsString, io::Write};

use clap::{CommandFactory, Parser, Subcommand};

use affixboard_service::config;
use failure::Failure;

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
    /// Write what the game's program would compute and the files have otherwise, as a patch.
    Correct(correct::Correct),
    /// What leads from one state of edit files to another, and what that does to items.
    Effect(effect::EffectCommand),
    /// A share, or the number of a balance test, over the commits of a repository.
    History(history::History),
    /// The commit of a repository that moved a share, or the number of a balance test.
    Bisect(history::Bisect),
    /// Write a declaration of what a folder has that its game doesn't.
    Declare(declare::Declare),
    /// Write the numbers of a game's rules that can be declared.
    Rules(rules::Rules),
    /// Import a folder of edit files as the next revision of an edition.
    Import(import::Import),
    /// List, show, make and export proposals.
    Proposal(proposal::Proposal),
    /// Copy the database while it is in use.
    Backup(backup::Backup),
    /// Put a backup in the place of the database.
    Restore(backup::Restore),
    /// Look whether the database, or a backup, is whole.
    Verify(backup::Verify),
    /// Let somebody in again who can't sign in any more.
    Rescue(rescue::Rescue),
    /// List what turns up by a folder's files, and what it depends on.
    Subjects(subjects::Subjects),
    /// Generate drops, or another subject, and count what they are.
    Batch(batch::Batch),
    /// Ask which share of drops has several things at once.
    Ask(ask::Ask),
    /// Say what else items carry that fulfil a condition.
    Given(given::Given),
    /// Say where something comes from: the ways to it, each with its share.
    Origins(origins::OriginsCommand),
    /// Write drops one by one, as CSV or Parquet.
    Drops(drops::Drops),
    /// Put the parts of a tally together.
    Tally(tally::TallyCommand),
    /// Compute how likely drops are what they are.
    Exact(exact::Exact),
    /// Compute which lines of the edit files move a share, and by how much.
    Sensitivity(sensitivity::Sensitivity),
    /// Find which weights bring an affix's share between two limits.
    Target(target::FindWeights),
    /// Hold counted drops against computed chances.
    #[command(visible_alias = "hold")]
    Audit(audit::Audit),
    /// Put anyone's tables of counts beside each other, or beside computed chances.
    Beside(beside::BesideTables),
    /// Compute what the drops of a dive come to.
    Dive(dive::Dive),
    /// Say how likely a number of finds is in a dive: whether it is a bug or bad luck.
    Luck(luck::Luck),
    /// Write a drop profile as the monsters of a folder's files come.
    Profile(profile::Profile),
    /// Read what the game's own statistics front end counted on levels.
    GameStats(game_stats::GameStats),
    /// Write an availability sheet.
    Sheet(sheet::Sheet),
    /// Write a revision as a database for questions in SQL.
    Export(export::ExportRevision),
    /// Write an edition's pages as a site of plain files.
    #[cfg(feature = "dashboard")]
    Publish(publish::Publish),
    /// Ask a question in SQL about files or a revision.
    Sql(sql::AskSql),
    /// Run shards of a dashboard's batches, which it puts into the queue of a NATS server.
    #[cfg(feature = "dashboard")]
    Worker(worker::Worker),
    /// Write what a shell runs to complete commands and flags.
    Completions(completions::Completions),
    /// Write manual pages.
    Man(manual::ManualPages),
}

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
        #[cfg(feature = "dashboard")]
        None | Some(Command::Serve) => settings().map_err(Failure::from).and_then(serve::run),
        #[cfg(not(feature = "dashboard"))]
        None | Some(Command::Serve) => Err(Failure::usage(
            "found a program without the dashboard; expected another command, which --help lists, or the whole program",
        )),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Correct(correct)) => correct.run(),
        Some(Command::Declare(declare)) => declare.run(),
        Some(Command::Rules(rules)) => rules.run(),
        Some(Command::Import(import)) => settings().map_err(Failure::from).and_then(|settings| import.run(&settings)),
        Some(Command::Proposal(proposal)) => {
            settings().map_err(Failure::from).and_then(|settings| proposal.run(&settings))
        }
        Some(Command::Backup(backup)) => settings().map_err(Failure::from).and_then(|settings| backup.run(&settings)),
        Some(Command::Restore(restore)) => {
            settings().map_err(Failure::from).and_then(|settings| restore.run(&settings))
        }
        Some(Command::Verify(verify)) => settings().map_err(Failure::from).and_then(|settings| verify.run(&settings)),
        Some(Command::Rescue(rescue)) => settings().map_err(Failure::from).and_then(|settings| rescue.run(&settings)),
        Some(Command::Subjects(subjects)) => subjects.run(),
        Some(Command::Effect(effect)) => effect.run(),
        Some(Command::History(history)) => history.run(),
        Some(Command::Bisect(bisect)) => bisect.run(),
        Some(Command::Batch(batch)) => batch.run(),
        Some(Command::Ask(ask)) => ask.run(),
        Some(Command::Given(given)) => given.run(),
        Some(Command::Origins(origins)) => origins.run(),
        Some(Command::Drops(drops)) => drops.run(),
        Some(Command::Tally(tally)) => tally.run(),
        Some(Command::Exact(exact)) => exact.run(),
        Some(Command::Sensitivity(sensitivity)) => sensitivity.run(),
        Some(Command::Target(target)) => target.run(),
        Some(Command::Audit(audit)) => audit.run(),
        Some(Command::Beside(tables)) => tables.run(),
        Some(Command::Dive(dive)) => dive.run(),
        Some(Command::Luck(luck)) => luck.run(),
        Some(Command::Profile(profile)) => profile.run(),
        Some(Command::GameStats(stats)) => stats.run(),
        Some(Command::Sheet(sheet)) => sheet.run(),
        #[cfg(feature = "dashboard")]
        Some(Command::Publish(publish)) => {
            settings().map_err(Failure::from).and_then(|settings| publish.run(&settings))
        }
        // It keeps nothing, so that any folder of the database will do.
        #[cfg(feature = "dashboard")]
        Some(Command::Worker(worker)) => {
            let folder = config::user_data_folder().unwrap_or_else(std::env::temp_dir);
            let settings = config::Settings::resolve(cli.flags.clone(), Some(folder));
            settings.map_err(Failure::from).and_then(|settings| worker.run(&settings))
        }
        Some(Command::Completions(completions)) => completions.run(Cli::command()),
        Some(Command::Man(pages)) => pages.run(Cli::command()),
        Some(Command::Sql(sql)) => settings().map_err(Failure::from).and_then(|settings| sql.run(&settings)),
        Some(Command::Export(export)) => settings().map_err(Failure::from).and_then(|settings| export.run(&settings)),
    };
    match outcome {
        Ok(code) => code,
        Err(Failure::Failed(error)) if output::is_broken_pipe(&error) => 0,
        Err(failure) => {
            let (code, message) = failure.status_and_message();
            let _ = writeln!(std::io::stderr().lock(), "error: {message}");
            code
        }
    }
}
