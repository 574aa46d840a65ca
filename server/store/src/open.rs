//! Opening the database: one connection that writes, a few that read.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use sqlx::{
    Connection, Sqlite, SqlitePool,
    pool::PoolOptions,
    sqlite::{SqliteConnectOptions, SqliteSynchronous},
};

use crate::{
    BackupError, DatabaseError, backup,
    files::{sync_file, with_suffix},
    migrate::{self, MigrationError},
};

const READERS: u32 = 4;

/// How long a write is waited for.
#[derive(Debug, Clone, Copy)]
struct Waits {
    /// For another program (a backup, a shell): nobody else can make us wait for the lock.
    lock: Duration,
    /// For the writers before this one.
    turn: Duration,
}

const WAITS: Waits = Waits { lock: Duration::from_secs(10), turn: Duration::from_secs(10) };
/// Largest size in bytes that the write-ahead log keeps on the disk after a large transaction.
const LARGEST_LOG: u32 = 64 << 20;

/// Bytes that [`Store::check_writable`] writes.
const PROBE_BYTES: i64 = 64 << 10;
/// Sets the memory of a connection's cache to what `SQLite` begins with.
const CACHE_SIZE: &str = "PRAGMA cache_size = -2000";

/// The database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// One connection: writers wait for each other here, in order, and never run into `SQLite`'s lock.
    pub(crate) writer: SqlitePool,
    /// These can't write, even by a mistake in a statement.
    pub(crate) readers: SqlitePool,
    /// One connection that only tells whether something was committed.
    versions: SqlitePool,
    /// How many writes succeeded.
    pub(crate) writes: Arc<AtomicU64>,
    /// The file of the write-ahead log.
    log: Arc<Path>,
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
    /// There is no room for a copy of the database as it was before a migration, or the database is damaged.
    #[error("the database can't be copied before it is brought to this program's schema")]
    Backup(#[from] BackupError),
    /// The database can't be brought to this program's schema.
    #[error(transparent)]
    Migration(#[from] MigrationError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The longest time after which a write that can't begin fails as [`Unavailable::Locked`](crate::Unavailable::Locked).
    pub const LONGEST_WAIT: Duration = WAITS.lock.saturating_add(WAITS.turn);

    /// Opens a database, creates it where it is missing, and brings its schema up to date.
    ///
    /// # Errors
    /// [`OpenError::Open`], [`OpenError::ForeignDatabase`], [`MigrationError::NewerDatabase`], [`MigrationError::MigrationChanged`]; the database
    /// is then left as it was.
    pub async fn open(path: &Path) -> Result<Store, OpenError> {
        Store::open_with(path, WAITS).await
    }

    async fn open_with(path: &Path, waits: Waits) -> Result<Store, OpenError> {
        let cannot_open = |source| OpenError::Open { path: path.to_owned(), source };
        let options = SqliteConnectOptions::new().filename(path).busy_timeout(waits.lock).foreign_keys(true);
        let writing = options
            .clone()
            .create_if_missing(true)
            // NORMAL could lose the last commits when the power fails, and with them an acknowledged verdict.
            .synchronous(SqliteSynchronous::Full)
            .pragma("journal_size_limit", LARGEST_LOG.to_string());
        let writer =
            writer_pool().acquire_timeout(waits.turn).connect_with(writing.clone()).await.map_err(cannot_open)?;
        // A connection that takes the place of a broken one must not make a new file where ours was taken away.
        writer.set_connect_options(writing.create_if_missing(false));
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
        // With the lock, so that of two programs that open it one copies and migrates it, and the other finds that done.
        let mut lock = connection.begin_with("BEGIN IMMEDIATE").await?;
        if let Some(schema) = migrate::outdated(&mut lock).await? {
            backup::before_migration(path, schema).await?;
        }
        lock.rollback().await?;
        migrate::migrate(&mut connection).await?;
        drop(connection);
        let reading = options.pragma("query_only", "ON");
        let readers = pool(READERS).connect_with(reading.clone()).await?;
        let versions = pool(1).connect_with(reading).await?;
        Ok(Store { writer, readers, versions, writes: Arc::default(), log: with_suffix(path, "-wal").into() })
    }

    /// Whether a write would succeed now: writes some pages to the log, takes them back, and waits until the log is on the
    /// disk. What was made of the database before stays valid.
    ///
    /// Not to be dropped midway: the writing connection would be slow from then on.
    ///
    /// # Errors
    /// [`DatabaseError`] where it wouldn't.
    pub async fn check_writable(&self) -> Result<(), DatabaseError> {
        self.write_and_take_back().await?;
        let log = Arc::clone(&self.log);
        let synced = tokio::task::spawn_blocking(move || sync_file(&log)).await.unwrap_or_else(|end| Err(end.into()));
        synced.map_err(sqlx::Error::from)?;
        self.writes.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Writes some pages to the log where the next transaction will begin, without a commit.
    pub(crate) async fn write_and_take_back(&self) -> Result<(), sqlx::Error> {
        let mut transaction = self.write().await?;
        // Without room in memory the pages go to the disk before a commit.
        sqlx::query("PRAGMA cache_size = 1").execute(&mut *transaction).await?;
        let written = sqlx::query("INSERT INTO blobs (sha256, bytes) VALUES (printf('%064d', 0), zeroblob(?1))")
            .bind(PROBE_BYTES)
            .execute(&mut *transaction)
            .await;
        sqlx::query(CACHE_SIZE).execute(&mut *transaction).await?;
        written?;
        transaction.rollback().await
    }

    /// How many writes succeeded since the database was opened, tries of [`Store::check_writable`] among them.
    pub fn writes(&self) -> u64 {
        self.writes.load(Ordering::Relaxed)
    }

    /// Keeps the database quick and its log short: renews what `SQLite` knows of tables that have grown, and moves what is in
    /// the log into the file as far as nobody reads what was before. For once in a while.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn maintain(&self) -> Result<(), DatabaseError> {
        let mut connection = self.writer.acquire().await?;
        sqlx::query("PRAGMA optimize").execute(&mut *connection).await?;
        sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut *connection).await?;
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
}

/// Connections that stay: opening one costs more than a statement, and a local file doesn't hang up.
fn pool(connections: u32) -> PoolOptions<Sqlite> {
    PoolOptions::new().max_connections(connections).idle_timeout(None).max_lifetime(None).test_before_acquire(false)
}

/// The one connection that writes. It doesn't stay after a failure that ended its transaction, such as a full disk:
/// `SQLite` has taken back everything by itself then, while the driver still counts a transaction and refuses to begin
/// another.
fn writer_pool() -> PoolOptions<Sqlite> {
    pool(1).after_release(|connection, _| {
        Box::pin(async move {
            // Waits for the rollback of a transaction that was dropped.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unavailable;

    async fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("a.db")).await.expect("a new database");
        (folder, store)
    }

    /// Lets the writing connection's file grow no more, as on a full disk. Another connection knows nothing of it.
    async fn fill(store: &Store) {
        let full = sqlx::query_scalar::<_, i64>("PRAGMA max_page_count = 1").fetch_one(&store.writer);
        full.await.expect("the limit");
    }

    #[tokio::test]
    async fn writing_goes_on_after_a_full_disk() {
        let (_folder, store) = store().await;
        fill(&store).await;
        let mut transaction = store.write().await.expect("a transaction");
        let refused = sqlx::query("INSERT INTO blobs (sha256, bytes) VALUES (printf('%064d', 0), zeroblob(9999999))")
            .execute(&mut *transaction)
            .await
            .expect_err("full");
        assert_eq!(Unavailable::of(&refused), Some(Unavailable::DiskFull), "{refused:?}");
        drop(transaction);
        store.keep_view("/a", None, 1).await.expect("a write by another connection");
        store.check_writable().await.expect("writable");
    }

    #[tokio::test]
    async fn whether_a_write_would_succeed_is_tried_and_leaves_nothing() {
        let (folder, store) = store().await;
        let log = || std::fs::metadata(folder.path().join("a.db-wal")).expect("the log").len();
        let (version, before) = (store.version().await.expect("a version"), log());
        store.check_writable().await.expect("writable");
        assert!(log() >= before.max(PROBE_BYTES as u64), "{before} {}", log());
        assert_eq!(store.version().await.expect("a version"), version);
        let blobs: i64 =
            sqlx::query_scalar("SELECT count(*) FROM blobs").fetch_one(&store.readers).await.expect("a number");
        assert_eq!(blobs, 0);

        fill(&store).await;
        let refused = store.check_writable().await.expect_err("full");
        assert_eq!(Unavailable::of(&refused), Some(Unavailable::DiskFull), "{refused:?}");
        store.check_writable().await.expect("writable by another connection");
    }

    #[tokio::test]
    async fn who_can_not_write_in_time_is_told_that_it_is_locked() {
        let folder = tempfile::tempdir().expect("a folder");
        let waits = Waits { lock: Duration::ZERO, turn: Duration::from_millis(20) };
        let path = folder.path().join("a.db");
        let (store, other) = (Store::open_with(&path, waits).await, Store::open_with(&path, waits).await);
        let (store, other) = (store.expect("a new database"), other.expect("the same"));
        let held = store.write().await.expect("a transaction");
        for (waiting, why) in [(&store, "one before it writes"), (&other, "another program writes")] {
            let refused = waiting.keep_view("/a", None, 1).await.expect_err(why);
            assert_eq!(Unavailable::of(&refused), Some(Unavailable::Locked), "{why}: {refused:?}");
        }
        drop(held);
        store.keep_view("/a", None, 1).await.expect("a write");
    }

    #[tokio::test]
    async fn writes_that_succeed_are_counted() {
        let (_folder, store) = store().await;
        let before = store.writes();
        store.check_writable().await.expect("writable");
        assert_eq!(store.writes(), before + 1);
        store.keep_view("/a", None, 1).await.expect("a write");
        assert_eq!(store.writes(), before + 2);
        assert_eq!(store.claim_next_batch(1).await.expect("no batch"), None);
        drop(store.write().await.expect("a transaction"));
        fill(&store).await;
        store.check_writable().await.expect_err("full");
        assert_eq!(store.writes(), before + 2, "none of these wrote");
    }

    #[tokio::test]
    async fn a_database_that_was_taken_away_is_not_made_anew() {
        let (folder, store) = store().await;
        std::fs::remove_file(folder.path().join("a.db")).expect("removed");
        fill(&store).await;
        store.check_writable().await.expect_err("full");
        store.check_writable().await.expect_err("gone");
        assert!(!folder.path().join("a.db").exists());
    }
}
