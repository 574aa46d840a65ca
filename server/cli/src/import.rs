//! `affixboard import`: a folder of edit files becomes the next revision of an edition.

use std::{fmt::Write as _, path::PathBuf};

use affixboard_model::text::Severity;
use affixboard_store::{ImportError, MadeBy, NewRevision};
use clap::Args;

use super::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::load,
    output,
};
use affixboard_service::{
    clock::now_ms, config::Settings, data_folder::DataFolder, library::Library, upload::ImportImpact,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Import {
    /// Folder of edit files
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Name of the edition in URLs: letters a-z, digits and -; created where it doesn't exist
    #[arg(long, value_name = "NAME")]
    edition: String,
    /// The game, where it shouldn't be told from the files
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Tell what changed since the revision before: entries, how open proposals fit, and how pools drifted
    #[arg(long)]
    changes: bool,
}

impl Import {
    /// Imports, and gives 1 where the files have errors (what could be read is imported all the same).
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let loaded = load(&self.folder, self.game.as_deref())?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (imported, brought) = runtime.block_on(async {
            let folder = DataFolder::for_command(settings)?;
            let store = folder.open().await?;
            let new = NewRevision {
                slug: &self.edition,
                title: &self.edition,
                loaded: &loaded,
                made_by: MadeBy::Import,
                note: "",
                by: None,
                now_ms: now_ms(),
            };
            let imported = store.import_on_command_line(new).await.map_err(refused);
            let imported = match imported {
                Ok(imported) => imported,
                Err(failure) => {
                    store.close().await;
                    return Err(failure);
                }
            };
            let brought = if imported.is_new && imported.revision.number > 1 {
                ImportImpact::of(&store, &Library::new(scheduler(None)?), imported.revision.clone()).await
            } else {
                Ok(None)
            };
            store.close().await;
            Ok((imported, brought?))
        })?;
        let revision = &imported.revision;
        let what = format!("{} r{} ({})", revision.slug, revision.number, &revision.content_hash[..7]);
        let (errors, warnings) = (loaded.count(Severity::Error), loaded.count(Severity::Warning));
        let mut text = if imported.is_new {
            format!("imported {what}: {errors} errors, {warnings} warnings\n")
        } else {
            format!("nothing new: {what} has the same files\n")
        };
        // Writing to a string can't fail.
        let _ = brought.map_or(Ok(()), |brought| tell(&mut text, &brought, self.changes));
        output::write("-", text.as_bytes())?;
        Ok(u8::from(errors > 0))
    }
}

/// How the command ends where the store refuses the files. No wildcard: a new error has to be told apart first.
fn refused(error: ImportError) -> Failure {
    match error {
        // The title of a new edition is what was given as its name.
        ImportError::BadSlug(_) | ImportError::BadTitle => Failure::usage(format!("--edition: {error}")),
        ImportError::OtherGame { .. }
        | ImportError::Archived(_)
        | ImportError::NewerRevision { .. }
        | ImportError::UploadChanged
        | ImportError::Database(_) => Failure::from(error),
    }
}

/// Writes the merged proposals that a revision undid, a line each, and if asked for what else it changed: entries, open
/// proposals, pools.
fn tell(text: &mut String, brought: &ImportImpact, with_changes: bool) -> std::fmt::Result {
    for (proposal, undone) in &brought.undone {
        writeln!(text, "undoes\t{}\t{}\t{} of {} lines", proposal.id, proposal.title, undone.lines, undone.of)?;
    }
    if !with_changes {
        return Ok(());
    }
    let words = brought.after.loaded.game.words();
    for entry in &brought.entries {
        writeln!(text, "{}\t{} {}\t{}", entry.became.word(), entry.sort.word(words), entry.index, entry.name)?;
    }
    for fit in &brought.proposals {
        writeln!(text, "proposal\t{}\t{}\t{}", fit.proposal.id, fit.proposal.title, fit.told())?;
        for (entry, why) in &fit.conflicts {
            writeln!(text, "conflict\t{}\t{entry}\t{why}", fit.proposal.id)?;
        }
    }
    for drift in &brought.drift {
        for row in &drift.rows {
            let (of, depth) = (&drift.name, row.depth);
            writeln!(text, "pool\t{of}\t{}\tlevel {depth}\t{} to {}\t{}", row.name, row.now, row.proposed, row.ratio)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_end_the_command_with_their_status() {
        let (slug, game, imported) = ("ours".to_owned(), "one-game".to_owned(), "another-game".to_owned());
        let table = [
            (
                ImportError::BadSlug("A".to_owned()),
                2,
                "--edition: found the slug `A`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -",
            ),
            (ImportError::BadTitle, 2, "--edition: an edition's title has 1 to 200 characters"),
            (
                ImportError::OtherGame { slug, game, imported },
                1,
                "edition `ours` is of the game one-game, these files are of another-game",
            ),
        ];
        for (error, status, message) in table {
            assert_eq!(refused(error).status_and_message(), (status, message.to_owned()));
        }
    }
}
