//! `affixboard export`: a revision as a database of its own, for questions in SQL.

use std::{fs::File, io, path::Path};

use affixboard_model::{batch::parse_depths, game::Words};
use anyhow::Context;
use clap::Args;

use super::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::{FilesOrRevision, load, plan_error},
    output,
};
use affixboard_service::{
    config::Settings,
    data_folder::DataFolder,
    library::{Library, Reading},
    revision_database,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct ExportRevision {
    /// The SQLite database to write
    #[arg(long, value_name = "FILE")]
    sqlite: String,
    #[command(flatten)]
    of: FilesOrRevision,
    /// The generation levels whose pools are written [default: 1,10-100/10 of a deep dungeon]
    #[arg(long, value_name = "LIST")]
    levels: Option<String>,
    /// Replace a file that is there
    #[arg(long)]
    overwrite: bool,
}

impl ExportRevision {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let path = &self.sqlite;
        if Path::new(path).is_file() && !self.overwrite {
            let said = format!("--sqlite: {path} is there already; expected a new name, or --overwrite");
            return Err(Failure::usage(said));
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut file = runtime.block_on(self.file(settings))?;
        output::write_with(&self.sqlite, |out| io::copy(&mut file, out).map(drop))?;
        Ok(0)
    }

    /// The database's file, which no folder has.
    async fn file(&self, settings: &Settings) -> Result<File, Failure> {
        let levels = |words: &Words| {
            let list = self.levels.clone().unwrap_or_else(|| revision_database::usual_levels(words));
            parse_depths(&list, words.deepest).map_err(|error| plan_error("--levels", &error))
        };
        if let Some(folder) = &self.of.files {
            let loaded = load(folder, self.of.game.as_deref())?;
            let levels = levels(loaded.game.words())?;
            let title = folder.display().to_string();
            let file = revision_database::of_files(&loaded, title, &levels, &std::env::temp_dir()).await;
            return Ok(file.context("can't make the database")?);
        }
        let store = DataFolder::for_command(settings)?.open().await?;
        let file = async {
            let revision = self.of.find(&store).await?;
            let library = Library::new(scheduler(None)?);
            let open = library.open(&store, revision, Reading::default()).await.context("can't read the revision")?;
            let levels = levels(open.loaded.game.words())?;
            let database = settings.database();
            let folder = database.parent().unwrap_or(Path::new("."));
            let file = revision_database::of_revision(&store, &library, &open, &levels, folder).await;
            Ok(file.context("can't make the database")?)
        }
        .await;
        store.close().await;
        file
    }
}
