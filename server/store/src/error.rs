//! Failures that every module can have. A module's refusals are in an error type of its own, beside its functions.
//!
//! Such a type has one variant per refusal and `Database` for the rest, so that the program must say for each refusal what
//! its user is told.

use std::{error::Error, io, iter::successors};

use crate::CodecError;

/// `SQLite` or the disk failed. A constraint that fails here is a bug of ours. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[error("the database refused")]
pub struct DatabaseError(#[from] sqlx::Error);

/// Why something can't be written or read: no fault of the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unavailable {
    /// Another program has locked the database, or others wait for it for too long.
    #[error("the database is locked")]
    Locked,
    /// No room on the disk.
    #[error("the disk is full")]
    DiskFull,
    /// The disk or its file system refuses to read or write.
    #[error("the disk refuses to read or write")]
    DiskFailed,
    /// Something in the database is not what was written there, or the disk refuses to read it: `SQLite` doesn't tell them
    /// apart (`SQLITE_IOERR_CORRUPTFS` becomes `SQLITE_CORRUPT`), [`verify`](crate::verify()) does.
    #[error("a part of the database is damaged or can't be read")]
    Damaged,
}

impl Unavailable {
    /// What an error or one of its causes says of it, by itself or as `SQLite` does; `None` where it is about something else.
    pub fn of(error: &(dyn Error + 'static)) -> Option<Unavailable> {
        let mut causes = successors(Some(error), |&error| error.source());
        causes.find_map(|error| match error.downcast_ref::<CodecError>() {
            Some(_) => Some(Unavailable::Damaged),
            None => error.downcast_ref().copied().or_else(|| Unavailable::of_driver(error.downcast_ref()?)),
        })
    }

    /// Whether it passes by itself, or when somebody makes room: so that waiting for it makes sense.
    pub fn passes(self) -> bool {
        match self {
            Unavailable::Locked | Unavailable::DiskFull | Unavailable::DiskFailed => true,
            Unavailable::Damaged => false,
        }
    }

    fn of_file(error: &io::Error) -> Unavailable {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Unavailable::DiskFull,
            _ => Unavailable::DiskFailed,
        }
    }

    fn of_driver(error: &sqlx::Error) -> Option<Unavailable> {
        let error = match error {
            sqlx::Error::PoolTimedOut => return Some(Unavailable::Locked),
            // Only what was once encoded is ever decoded.
            sqlx::Error::Decode(_) | sqlx::Error::ColumnDecode { .. } => return Some(Unavailable::Damaged),
            sqlx::Error::Io(error) => return Some(Unavailable::of_file(error)),
            sqlx::Error::Database(error) => error,
            _ => return None,
        };
        // <https://sqlite.org/rescode.html>: the lowest byte is the error, the others say more about it.
        let code: u32 = error.code()?.parse().ok()?;
        match code & 0xff {
            // SQLITE_BUSY, SQLITE_LOCKED
            5 | 6 => Some(Unavailable::Locked),
            // SQLITE_FULL
            13 => Some(Unavailable::DiskFull),
            // SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN
            8 | 10 | 14 => Some(Unavailable::DiskFailed),
            // SQLITE_CORRUPT, SQLITE_NOTADB
            11 | 26 => Some(Unavailable::Damaged),
            _ => None,
        }
    }
}

/// There are as many of something as there can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are {most} {what}, which is the most there can be")]
pub struct TooMany {
    /// Name of the rows in the plural.
    pub what: &'static str,
    /// The largest allowed number of them.
    pub most: u32,
}

/// A word in the database that this program doesn't know; callers get it as the source of a [`DatabaseError`].
#[derive(Debug, thiserror::Error)]
#[error("the database holds the unknown {what} `{found}`")]
pub(crate) struct UnknownWord {
    pub(crate) what: &'static str,
    pub(crate) found: String,
}

/// The value of `all` whose `name` is the word that was found in the database.
pub(crate) fn parse_word<T: Copy>(
    what: &'static str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
    found: &str,
) -> Result<T, sqlx::Error> {
    let unknown = || sqlx::Error::decode(UnknownWord { what, found: found.to_owned() });
    all.iter().copied().find(|value| name(*value) == found).ok_or_else(unknown)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

    use super::*;
    use crate::ImportError;

    #[tokio::test]
    async fn a_lock_is_told_from_other_failures() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
        let options = options.busy_timeout(Duration::ZERO);
        let mut one = SqliteConnection::connect_with(&options).await.expect("a connection");
        let mut other = SqliteConnection::connect_with(&options).await.expect("a connection");
        let held = one.begin_with("BEGIN IMMEDIATE").await.expect("the lock");
        let locked = other.begin_with("BEGIN IMMEDIATE").await.expect_err("locked");
        assert_eq!(Unavailable::of(&ImportError::from(locked)), Some(Unavailable::Locked));
        drop(held);
        let wrong = sqlx::query("PRAGMA table_info(").execute(&mut other).await.expect_err("no statement");
        assert_eq!(Unavailable::of(&DatabaseError::from(wrong)), None);
        assert_eq!(Unavailable::of(&ImportError::BadTitle), None);
    }

    #[test]
    fn a_file_that_can_not_be_synced_is_told_of_the_disk() {
        for (kind, cause) in [
            (io::ErrorKind::StorageFull, Unavailable::DiskFull),
            (io::ErrorKind::QuotaExceeded, Unavailable::DiskFull),
            (io::ErrorKind::Other, Unavailable::DiskFailed),
        ] {
            assert_eq!(Unavailable::of(&DatabaseError::from(sqlx::Error::from(io::Error::from(kind)))), Some(cause));
        }
    }
}
