//! Opening the database: one connection that writes, a few that read.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use sqlx::{
    Sqlite, SqlitePool, Transaction,
    pool::PoolOptions,
    sqlite::{SqliteConnectOptions, SqliteSynchronous},
};

use crate::{
    DatabaseError,
    migrate::{self, MigrationError},
};

const READERS: u32 = 4;
/// Only another program (a backup, a shell) can make us wait for the lock at all.
const BUSY: Duration = Duration::from_secs(10);
/// Largest size in bytes that the write-ahead log keeps on the disk after a large transaction.
const LARGEST_LOG: u32 = 64 << 20;

/// The database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// One connection: writers wait for each other here, in order, and never run into `SQLite`'s lock.
    writer: SqlitePool,
    /// These can't write, even by a mistake in a statement.
    pub(crate) readers: SqlitePool,
    /// One connection that only tells whether something was committed.
    versions: SqlitePool,
}

/// Why a database could not be opened. The file is left as it was.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file can't be opened or created, or isn't an `SQLite` database.
    #[error("can't open the database {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// `SQLite`'s error.
        source: sqlx::Error,
    },
    /// The file is an `SQLite` database of another program.
    #[error("{} is a database of another program", path.display())]
    ForeignDatabase {
        /// The file.
        path: PathBuf,
    },
    /// The database can't be brought to this program's schema.
    #[error(transparent)]
    Migration(#[from] MigrationError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Opens a database, creates it where it is missing, and brings its schema up to date.
    ///
    /// # Errors
    /// [`OpenError::Open`], [`OpenError::ForeignDatabase`], [`MigrationError::NewerDatabase`], [`MigrationError::MigrationChanged`]; the database
    /// is then left as it was.
    pub async fn open(path: &Path) -> Result<Store, OpenError> {
        let cannot_open = |source| OpenError::Open { path: path.to_owned(), source };
        let options = SqliteConnectOptions::new().filename(path).busy_timeout(BUSY).foreign_keys(true);
        let writing = options
            .clone()
            .create_if_missing(true)
            // NORMAL could lose the last commits when the power fails, and with them an acknowledged verdict.
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", LARGEST_LOG.to_string());
        let writer = pool(1).connect_with(writing).await.map_err(cannot_open)?;
        let mut connection = writer.acquire().await?;
        let foreign: bool = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM sqlite_schema)
                AND NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'migrations')",
        )
        .fetch_one(&mut *connection)
        .await
        .map_err(cannot_open)?;
        if foreign {
            return Err(OpenError::ForeignDatabase { path: path.to_owned() });
        }
        // Not among the options above: the mode stays with the file, and a foreign file is to be left as it was.
        sqlx::query("PRAGMA journal_mode = WAL").execute(&mut *connection).await.map_err(cannot_open)?;
        migrate::migrate(&mut connection).await?;
        drop(connection);
        let reading = options.pragma("query_only", "ON");
        let readers = pool(READERS).connect_with(reading.clone()).await?;
        let versions = pool(1).connect_with(reading).await?;
        Ok(Store { writer, readers, versions })
    }

    /// Whether the database answers.
    ///
    /// # Errors
    /// [`DatabaseError`] where it doesn't.
    pub async fn ping(&self) -> Result<(), DatabaseError> {
        sqlx::query("SELECT count(*) FROM migrations").fetch_one(&self.readers).await?;
        Ok(())
    }

    /// Number that differs after any commit, by this or another program.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn version(&self) -> Result<i64, DatabaseError> {
        // `SQLite` counts what other connections commit, for each connection by itself; this one commits nothing.
        Ok(sqlx::query_scalar("PRAGMA data_version").fetch_one(&self.versions).await?)
    }

    /// Waits for what is under way and closes the file. Later calls, on any clone, fail.
    pub async fn close(&self) {
        // The writer last: the last connection to close moves the log into the file, and readers may not.
        self.versions.close().await;
        self.readers.close().await;
        self.writer.close().await;
    }

    /// A transaction that has the write lock from its beginning, so that it can't fail for want of it later.
    /// Dropped without a commit, it leaves nothing.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Sqlite>, sqlx::Error> {
        self.writer.begin_with("BEGIN IMMEDIATE").await
    }
}

/// Connections that stay: opening one costs more than a statement, and a local file doesn't hang up.
fn pool(connections: u32) -> PoolOptions<Sqlite> {
    PoolOptions::new().max_connections(connections).idle_timeout(None).max_lifetime(None).test_before_acquire(false)
}
