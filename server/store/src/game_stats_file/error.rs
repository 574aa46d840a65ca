//! Why a file is not read.

use std::{io, path::PathBuf};

/// The largest file that is read, in bytes.
pub const LARGEST_STATS_FILE: u64 = 512 << 20;

/// Why a file of statistics is not read. Nothing of it is kept.
#[derive(Debug, thiserror::Error)]
pub enum StatsFileError {
    /// The file isn't there or can't be read.
    #[error("can't read {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It is larger than any such file.
    #[error("found {found} bytes; expected {} MiB at most", LARGEST_STATS_FILE >> 20)]
    TooLarge {
        /// Its size.
        found: u64,
    },
    /// It is no `SQLite` database.
    #[error(
        "found a file that does not begin as an SQLite database; expected the database that the game's statistics front end writes"
    )]
    NotADatabase,
    /// Its schema is not what the game's program writes.
    #[error("found {found}; expected {expected}")]
    Schema {
        /// What it has.
        found: String,
        /// What the program writes.
        expected: String,
    },
    /// A value is none that the program writes.
    #[error("table `{table}`, row {row}, column `{column}`: found {found}; expected {expected}")]
    Value {
        /// The table.
        table: &'static str,
        /// The row, from 1, in the order of the table.
        row: u64,
        /// The column.
        column: &'static str,
        /// The value.
        found: String,
        /// What the program writes there.
        expected: &'static str,
    },
    /// It has more of something than any game.
    #[error("table `{table}`: found more than {most} {what}; expected fewer")]
    TooMany {
        /// The table.
        table: &'static str,
        /// What there is too much of.
        what: &'static str,
        /// As many as are read.
        most: usize,
    },
    /// Its pages contradict each other.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// Reading it takes longer than reading any sound file of its size.
    #[error("found a file that takes too long to read for its size; expected one as the program writes it")]
    TooSlow,
}

/// What `SQLite`'s errors mean of a file that only is read.
#[expect(clippy::needless_pass_by_value, reason = "what map_err passes")]
pub(super) fn refused(error: sqlx::Error) -> StatsFileError {
    let code = match &error {
        sqlx::Error::Database(error) => error.code().and_then(|code| code.parse::<u32>().ok()).map(|code| code & 0xff),
        _ => None,
    };
    match code {
        // SQLITE_INTERRUPT
        Some(9) => StatsFileError::TooSlow,
        // SQLITE_NOTADB
        Some(26) => StatsFileError::NotADatabase,
        _ => StatsFileError::Damaged(error.to_string().replace(char::is_control, " ")),
    }
}
