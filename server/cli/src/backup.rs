//! `affixboard backup`, `restore` and `verify`: copies of the database that are known to be whole.

use std::path::{Path, PathBuf};

use affixboard_store::{BackupError, Contents, backup, restore, verify};
use clap::Args;

use super::{
    block_on::block_on,
    failure::{Failure, Outcome},
    output,
};
use affixboard_service::{clock, config::Settings, data_folder::DataFolder};

/// Copies the database while it is in use.
#[derive(Debug, Args)]
pub(super) struct Backup {
    /// Where the copy goes
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    overwrite: bool,
}

/// Puts a backup in the place of the database.
#[derive(Debug, Args)]
pub(super) struct Restore {
    /// The backup
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Looks whether a database is whole.
#[derive(Debug, Args)]
pub(super) struct Verify {
    /// A backup; without it the database of the data folder
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Backup {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let database = database(settings)?;
        // Nobody may put another database there meanwhile.
        let _folder = DataFolder::for_command(settings)?;
        let contents = block_on(backup(&database, &self.file, self.overwrite))?.map_err(|error| match error {
            BackupError::Exists(path) => {
                let path = path.display();
                Failure::usage(format!("FILE: {path} is there already; expected a new name, or --overwrite"))
            }
            other => Failure::from(other),
        })?;
        let (database, file) = (database.display(), self.file.display());
        output::write("-", format!("copied {database} to {file}: {}\n", described(contents)).as_bytes())?;
        Ok(0)
    }
}

impl Restore {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let file = existing(&self.file)?;
        let _folder = DataFolder::for_restore(settings)?;
        let (database, stamp) = (settings.database(), clock::stamp(clock::now_ms()));
        let (contents, kept) = block_on(restore(file, &database, &stamp))??;
        let (file, database) = (file.display(), database.display());
        let kept =
            kept.map_or(String::new(), |kept| format!("the database from before is kept as {}\n", kept.display()));
        let text = format!("restored {database} from {file}: {}\n{kept}", described(contents));
        output::write("-", text.as_bytes())?;
        Ok(0)
    }
}

impl Verify {
    pub(super) fn run(&self, settings: &Settings) -> Outcome {
        let path = match &self.file {
            Some(file) => existing(file)?.to_owned(),
            None => database(settings)?,
        };
        let contents = block_on(verify(&path))??;
        output::write("-", format!("{} is sound: {}\n", path.display(), described(contents)).as_bytes())?;
        Ok(0)
    }
}

/// The database of the data folder, which must be there.
fn database(settings: &Settings) -> Result<PathBuf, Failure> {
    let path = settings.database();
    if path.is_file() {
        return Ok(path);
    }
    let folder = settings.data_dir.display();
    Err(Failure::usage(format!("--data-dir: found no database in {folder}; expected the folder of a dashboard")))
}

fn existing(file: &Path) -> Result<&Path, Failure> {
    if file.is_file() {
        return Ok(file);
    }
    Err(Failure::usage(format!("FILE: found no file {}; expected a backup", file.display())))
}

fn described(contents: Contents) -> String {
    let Contents { schema, editions, revisions, proposals, accounts, acts } = contents;
    format!(
        "schema {schema}, {editions} editions, {revisions} revisions, {proposals} proposals, {accounts} accounts, \
         {acts} entries of the log"
    )
}
