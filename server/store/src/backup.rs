//! Copies of the database that are whole, also while others write: made in one transaction, looked through, and only then
//! named. Copying the file itself is no backup, because the newest data is in the log beside it.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use crate::{
    Unavailable,
    files::{create_private, remove, sync_file, sync_folder_of, with_suffix},
    hash::sha256_hex,
    migrate::{self, MigrationError},
};

/// Time that a busy database is waited for.
const BUSY: Duration = Duration::from_secs(10);
/// The most problems that are told of a damaged file.
const MOST_PROBLEMS: u32 = 20;

/// Number of schemas before the present one of which the copy from before the migration stays.
const KEPT: u32 = 3;

/// What a sound database has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contents {
    /// Number of its newest migration.
    pub schema: u32,
    /// Number of editions.
    pub editions: u32,
    /// Number of revisions.
    pub revisions: u32,
    /// Number of proposals.
    pub proposals: u32,
    /// Number of accounts.
    pub accounts: u32,
    /// Number of entries of the audit log.
    pub acts: u32,
}

/// Why a database could not be copied, looked through, or put in another's place. What was there stays.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// No file, or none that can be read.
    #[error("can't read the database {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// `SQLite`'s error.
        source: sqlx::Error,
    },
    /// A file that is no database of this program.
    #[error("{} is no database of Affixboard", .0.display())]
    Foreign(PathBuf),
    /// The target is there already.
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    /// Parts of the file are lost or contradict each other.
    #[error("the database {} is damaged: {}", path.display(), problems.join("; "))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first problems.
        problems: Vec<String>,
    },
    /// Its schema is none that this program can work with.
    #[error(transparent)]
    Migration(#[from] MigrationError),
    /// A file can't be written.
    #[error("can't write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

/// Looks through a database, also while it is in use: `SQLite`'s own check of every page and index, references between rows,
/// and the hash of every stored file.
///
/// # Errors
/// [`BackupError::Unreadable`], [`BackupError::Foreign`], [`BackupError::Damaged`], [`BackupError::Migration`] where a later
/// program made it.
pub async fn verify(path: &Path) -> Result<Contents, BackupError> {
    let looked = async {
        let mut connection = connect(path).await?;
        let checked = check(&mut connection, path).await;
        connection.close().await?;
        checked
    };
    match looked.await {
        // `SQLite` also says so where the disk refuses to read.
        Err(damage)
            if matches!(damage, BackupError::Damaged { .. })
                || Unavailable::of(&damage) == Some(Unavailable::Damaged) =>
        {
            match read_through(path) {
                Ok(()) => Err(damage),
                Err(error) => Err(BackupError::Unreadable { path: path.to_owned(), source: error.into() }),
            }
        }
        looked => looked,
    }
}

/// Reads all bytes of a database and its log.
fn read_through(path: &Path) -> io::Result<()> {
    for suffix in ["", "-wal"] {
        match File::open(with_suffix(path, suffix)) {
            Ok(mut file) => drop(io::copy(&mut file, &mut io::sink())?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Copies a database as it is at one moment, also while it is in use, and looks the copy through. The copy appears under its
/// name when it is whole, and only our user can read it.
///
/// # Errors
/// [`BackupError::Exists`] where the target is there and isn't to be replaced, those of [`verify`], [`BackupError::Write`].
pub async fn backup(database: &Path, target: &Path, replaces: bool) -> Result<Contents, BackupError> {
    if !replaces && target.exists() {
        return Err(BackupError::Exists(target.to_owned()));
    }
    let part = with_suffix(target, ".part");
    let copied = copy(database, &part).await;
    let named = match copied {
        Ok(_) if !replaces && target.exists() => Err(BackupError::Exists(target.to_owned())),
        Ok(contents) => fs::rename(&part, target)
            .and_then(|()| sync_folder_of(target))
            .map(|()| contents)
            .map_err(|source| BackupError::Write { path: target.to_owned(), source }),
        Err(error) => Err(error),
    };
    if named.is_err() {
        let _ = remove(&part);
    }
    named
}

/// Copies a database that is about to be brought to a later schema, beside it and named by its schema, as
/// `affixboard-schema-1.db`. Of these the last [`KEPT`] stay.
///
/// # Errors
/// As [`backup`].
pub(crate) async fn before_migration(database: &Path, schema: u32) -> Result<(), BackupError> {
    let stem = database.file_stem().unwrap_or_default().to_string_lossy();
    let named = |schema: u32| database.with_file_name(format!("{stem}-schema-{schema}.db"));
    backup(database, &named(schema), true).await?;
    for old in (0..=schema.saturating_sub(KEPT)).map(named) {
        let _ = remove(&old);
    }
    Ok(())
}

/// Puts a copy of a backup in the place of a database that nobody has open, and keeps that one under another name, which is
/// given too: with the suffix `.before-restore-` and `stamp`.
///
/// # Errors
/// Those of [`verify`] for the backup, [`BackupError::Write`]. The database is as it was then.
pub async fn restore(from: &Path, database: &Path, stamp: &str) -> Result<(Contents, Option<PathBuf>), BackupError> {
    let part = with_suffix(database, ".restoring");
    let placing = async {
        let contents = copy(from, &part).await?;
        let kept = if database.exists() { Some(keep(database, stamp).await?) } else { None };
        let placed = fs::rename(&part, database).and_then(|()| sync_folder_of(database));
        placed.map_err(|source| BackupError::Write { path: database.to_owned(), source })?;
        Ok((contents, kept))
    };
    let placed = placing.await;
    if placed.is_err() {
        let _ = remove(&part);
    }
    placed
}

/// Gives a database another name as well, and leaves it without a log.
async fn keep(database: &Path, stamp: &str) -> Result<PathBuf, BackupError> {
    // The newest data goes from the log into the file, where both are sound. Where not, both are kept as they are.
    if let Ok(mut connection) = connect(database).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
        let _ = connection.close().await;
    }
    let kept = with_suffix(database, &format!(".before-restore-{stamp}"));
    let failed = |source| BackupError::Write { path: kept.clone(), source };
    if kept.exists() {
        return Err(BackupError::Exists(kept));
    }
    // A second name, so that there is a database at every moment; a copy where the file system has no such names.
    for suffix in ["-wal", "-shm", ""] {
        let (old, new) = (with_suffix(database, suffix), with_suffix(&kept, suffix));
        if old.exists() {
            fs::hard_link(&old, &new).or_else(|_| fs::copy(&old, &new).map(drop)).map_err(failed)?;
        }
    }
    for suffix in ["-wal", "-shm"] {
        remove(&with_suffix(database, suffix)).map_err(failed)?;
    }
    Ok(kept)
}

/// Copies a database into a file that isn't named yet, and looks it through.
async fn copy(database: &Path, part: &Path) -> Result<Contents, BackupError> {
    let failed = |source| BackupError::Write { path: part.to_owned(), source };
    let mut connection = connect(database).await?;
    check_schema(&mut connection, database).await?;
    remove(part).and_then(|()| create_private(part)).map_err(failed)?;
    // One statement reads it all in one transaction, and writes neither free pages nor a log.
    let copied = sqlx::query("VACUUM INTO ?1").bind(part.to_string_lossy()).execute(&mut connection).await;
    connection.close().await?;
    copied?;
    let contents = verify(part).await?;
    sync_file(part).map_err(failed)?;
    Ok(contents)
}

/// `SQLite`'s code of a file whose pages contradict each other.
const CORRUPT: &str = "11";

async fn connect(path: &Path) -> Result<SqliteConnection, BackupError> {
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY);
    let unreadable = |source| BackupError::Unreadable { path: path.to_owned(), source };
    SqliteConnection::connect_with(&options).await.map_err(unreadable)
}

/// Number of the newest migration; refuses other programs' databases and later schemas.
async fn check_schema(connection: &mut SqliteConnection, path: &Path) -> Result<u32, BackupError> {
    let unreadable = |source: sqlx::Error| {
        // The schema itself is what can't be read.
        match source.as_database_error().and_then(sqlx::error::DatabaseError::code) {
            Some(code) if code == CORRUPT => {
                BackupError::Damaged { path: path.to_owned(), problems: vec![source.to_string()] }
            }
            _ => BackupError::Unreadable { path: path.to_owned(), source },
        }
    };
    let is_ours: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations')")
            .fetch_one(&mut *connection)
            .await
            .map_err(unreadable)?;
    if !is_ours {
        return Err(BackupError::Foreign(path.to_owned()));
    }
    Ok(migrate::check_known(connection).await?)
}

async fn check(connection: &mut SqliteConnection, path: &Path) -> Result<Contents, BackupError> {
    // Everything as it is at one moment.
    let mut transaction = connection.begin().await?;
    let schema = check_schema(&mut transaction, path).await?;
    let damaged = |problems| BackupError::Damaged { path: path.to_owned(), problems };
    let mut problems: Vec<String> = match sqlx::query_scalar(
        "SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok' LIMIT ?1",
    )
    .bind(MOST_PROBLEMS)
    .fetch_all(&mut *transaction)
    .await
    {
        Ok(problems) => problems,
        Err(error) => return Err(damaged(vec![error.to_string()])),
    };
    if problems.is_empty() {
        let dangling: Vec<(String, String)> =
            sqlx::query_as("SELECT [table], parent FROM pragma_foreign_key_check LIMIT ?1")
                .bind(MOST_PROBLEMS)
                .fetch_all(&mut *transaction)
                .await?;
        problems.extend(dangling.iter().map(|(table, parent)| format!("a row of {table} has none in {parent}")));
        let hashes: Vec<String> = sqlx::query_scalar("SELECT sha256 FROM blobs").fetch_all(&mut *transaction).await?;
        for hash in hashes {
            let bytes: Vec<u8> = sqlx::query_scalar("SELECT bytes FROM blobs WHERE sha256 = ?1")
                .bind(&hash)
                .fetch_one(&mut *transaction)
                .await?;
            if sha256_hex(bytes) != hash {
                problems.push(format!("the stored file {hash} has other bytes"));
            }
        }
    }
    if !problems.is_empty() {
        return Err(damaged(problems));
    }
    let (editions, revisions, proposals, accounts, acts) = sqlx::query_as(
        "SELECT (SELECT count(*) FROM editions), (SELECT count(*) FROM revisions), (SELECT count(*) FROM proposals),
             (SELECT count(*) FROM accounts), (SELECT count(*) FROM acts)",
    )
    .fetch_one(&mut *transaction)
    .await?;
    transaction.rollback().await?;
    Ok(Contents { schema, editions, revisions, proposals, accounts, acts })
}
