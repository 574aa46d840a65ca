//! The folder of the database: made so that nobody else can look into it, and locked so that no two programs do in it what
//! only one may.

mod mounts;
mod permissions;

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read, Seek, Write},
    path::{Path, PathBuf},
};

use affixboard_store::{Store, create_private};
use anyhow::{Context, bail};

use crate::config::Settings;

/// Held by the one server of a folder.
const SERVER_LOCK: &str = "server.lock";
/// Held, together with others, by whatever has the database open; alone by what puts another in its place.
const DATABASE_LOCK: &str = "database.lock";

/// What to do about a database that is damaged or can't be read.
pub const WHAT_TO_DO: &str =
    "`affixboard verify` says what is damaged, `affixboard restore FILE` puts a backup in its place";

/// A data folder in use. The operating system lets go of its locks when the process ends, however it ends.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    database: PathBuf,
    locks: Vec<File>,
}

impl DataFolder {
    /// The folder for a server, of which there is one at a time.
    ///
    /// # Errors
    /// Fails where another server uses the folder, or where it can't be made or written.
    pub fn for_server(settings: &Settings) -> anyhow::Result<DataFolder> {
        let path = made(settings)?;
        let mut server = lock_file(&path, SERVER_LOCK)?;
        match server.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut process = String::new();
                let _ = server.read_to_string(&mut process);
                let process = if process.is_empty() { String::new() } else { format!(" (process {})", process.trim()) };
                bail!(
                    "another server{process} uses the data folder {}; stop it, or give this one its own with --data-dir",
                    path.display()
                );
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("can't lock the data folder {}", path.display()));
            }
        }
        server.set_len(0)?;
        server.rewind()?;
        write!(server, "{}", std::process::id())?;
        let mut folder = DataFolder::shared(path, settings)?;
        folder.locks.push(server);
        Ok(folder)
    }

    /// The folder for a command that reads or writes the database, also while a server runs: `SQLite` lets one of them write
    /// at a time, and the other waits.
    ///
    /// # Errors
    /// Fails where the folder can't be made or written, or its database is being replaced.
    pub fn for_command(settings: &Settings) -> anyhow::Result<DataFolder> {
        DataFolder::shared(made(settings)?, settings)
    }

    /// The folder for putting another database in the place of its own: nothing else may have it open.
    ///
    /// # Errors
    /// Fails where a server or a command uses the folder, or where it can't be made or written.
    pub fn for_restore(settings: &Settings) -> anyhow::Result<DataFolder> {
        let path = made(settings)?;
        let lock = lock_file(&path, DATABASE_LOCK)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("a server or another command uses the data folder {}; stop it first", path.display())
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("can't lock the data folder {}", path.display()));
            }
        }
        Ok(DataFolder { path, database: settings.database(), locks: vec![lock] })
    }

    fn shared(path: PathBuf, settings: &Settings) -> anyhow::Result<DataFolder> {
        let lock = lock_file(&path, DATABASE_LOCK)?;
        match lock.try_lock_shared() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(
                    "the database in {} is being replaced by another program; try again when it is done",
                    path.display()
                )
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("can't lock the data folder {}", path.display()));
            }
        }
        Ok(DataFolder { path, database: settings.database(), locks: vec![lock] })
    }

    /// Opens the database, creating it where it is missing.
    ///
    /// # Errors
    /// As [`Store::open`], or where the file can't be created.
    pub async fn open(&self) -> anyhow::Result<Store> {
        create_private(&self.database)
            .with_context(|| format!("can't create the database {}", self.database.display()))?;
        // `SQLite` opens a file for reading where it can't be written, and would say so at the first write only.
        OpenOptions::new()
            .write(true)
            .open(&self.database)
            .with_context(|| format!("can't write the database {}", self.database.display()))?;
        Ok(Store::open(&self.database).await?)
    }

    /// Sentences on what is unsafe about the folder, for the log.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = permissions::warnings(&self.path, &self.database);
        warnings.extend(mounts::warning(&self.path));
        warnings
    }
}

fn made(settings: &Settings) -> anyhow::Result<PathBuf> {
    let path = &settings.data_dir;
    permissions::create_private_folder(path).with_context(|| format!("can't make the folder {}", path.display()))?;
    Ok(path.clone())
}

fn lock_file(folder: &Path, name: &str) -> anyhow::Result<File> {
    let path = folder.join(name);
    create_private(&path)
        .and_then(|()| OpenOptions::new().read(true).write(true).open(&path))
        .with_context(|| format!("can't write the file {}", path.display()))
}
