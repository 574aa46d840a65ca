//! Reading the database that a game's statistics front end writes.
//!
//! The file comes from anywhere. It is opened read-only and as one that nobody changes, so that no journal beside it is played
//! back; its schema is looked at before anything of it runs; nothing but tables is read; every value is checked; and the work is
//! bounded by the size of the file. What it says is taken as a whole or not at all.

mod file;
mod rows;
mod schema;
mod upload;

use std::{io, path::PathBuf};

use affixboard_core::game_stats::GameStats;

pub use file::read_game_stats;
pub use upload::StatsUpload;

/// The largest file that is read, in bytes.
pub const LARGEST_STATS_FILE: u64 = 512 << 20;

/// Statistics as they were read, with the file they are from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatsFile {
    /// SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// What it says.
    pub stats: GameStats,
}

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
