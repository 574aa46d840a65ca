//! Opening the file, and its tables one after another.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use affixboard_inquiry::game_stats::GameStats;
use sha2::{Digest, Sha256};
use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};

use super::{
    error::{LARGEST_STATS_FILE, StatsFileError, refused},
    rows::Reader,
    schema::{self, Carried},
};
use crate::hash::hex;

/// The first bytes of a database.
const HEADER: &[u8; 16] = b"SQLite format 3\0";
/// Steps of `SQLite`'s machine between two looks at how many there were.
const STEPS_AT_ONCE: i32 = 100_000;
/// Steps that reading and checking may take: some, and so many for each byte. A row takes about a hundred and at least ten bytes.
const STEPS: u64 = 20_000_000;
const STEPS_PER_BYTE: u64 = 40;
/// Problems of a damaged file that are told.
const MOST_PROBLEMS: usize = 5;

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

/// Reads the statistics of a file.
///
/// # Errors
/// [`StatsFileError`]; nothing is kept then.
pub async fn read_game_stats(path: &Path) -> Result<StatsFile, StatsFileError> {
    let (sha256, bytes) = hash(path)?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .immutable(true)
        .foreign_keys(false)
        .pragma("trusted_schema", "OFF")
        .pragma("cell_size_check", "ON")
        .pragma("mmap_size", "0");
    let mut connection = SqliteConnection::connect_with(&options).await.map_err(refused)?;
    let mut left = (STEPS + bytes * STEPS_PER_BYTE) / STEPS_AT_ONCE.unsigned_abs() as u64;
    let go_on = move || {
        left = left.saturating_sub(1);
        left > 0
    };
    connection.lock_handle().await.map_err(refused)?.set_progress_handler(STEPS_AT_ONCE, go_on);
    let read = read(&mut connection).await;
    // The file stays as it is whatever closing says.
    let _ = connection.close().await;
    Ok(StatsFile { sha256, bytes, stats: read? })
}

async fn read(connection: &mut SqliteConnection) -> Result<GameStats, StatsFileError> {
    let carried = schema::check(connection).await?;
    let problems: Vec<String> =
        sqlx::query_scalar("PRAGMA quick_check(5)").fetch_all(&mut *connection).await.map_err(refused)?;
    if problems != ["ok"] {
        let told: Vec<String> =
            problems.iter().take(MOST_PROBLEMS).map(|problem| problem.replace(char::is_control, " ")).collect();
        return Err(StatsFileError::Damaged(told.join("; ")));
    }
    let mut reader = Reader::new(connection);
    reader.about().await?;
    reader.names().await?;
    match carried {
        Carried::Egos => reader.egos().await?,
        Carried::Affixes => reader.affixes().await?,
    }
    reader.counts().await?;
    Ok(reader.stats)
}

/// SHA-256 and size of a file that begins as a database.
fn hash(path: &Path) -> Result<(String, u64), StatsFileError> {
    let failed = |source: io::Error| StatsFileError::Io { path: path.to_owned(), source };
    let mut file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(failed(io::Error::other("it is not a file")));
    }
    if metadata.len() > LARGEST_STATS_FILE {
        return Err(StatsFileError::TooLarge { found: metadata.len() });
    }
    let (mut hash, mut length, mut buffer) = (Sha256::new(), 0_u64, vec![0; 1 << 20]);
    loop {
        let read = file.read(&mut buffer).map_err(failed)?;
        if length == 0 {
            check_header(&buffer[..read], metadata.len())?;
        }
        if read == 0 {
            break;
        }
        hash.update(&buffer[..read]);
        length += read as u64;
    }
    Ok((hex(&hash.finalize()), length))
}

/// Refuses a file that doesn't begin as a database, or that ends before the last of the pages that it says it has, which `SQLite`
/// wouldn't miss where nothing is on them.
fn check_header(bytes: &[u8], length: u64) -> Result<(), StatsFileError> {
    if !bytes.starts_with(HEADER) {
        return Err(StatsFileError::NotADatabase);
    }
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_be_bytes)
    };
    // 1 stands for the largest page, which has one byte more than two bytes can say.
    let page = match number(16) >> 16 {
        1 => 1 << 16,
        page => u64::from(page),
    };
    // The number of pages is only valid where the counter beside it is the one of the last change.
    let whole = if number(24) == number(92) { page * u64::from(number(28)) } else { page };
    if length < whole.max(100) {
        return Err(StatsFileError::Damaged(format!("it ends after {length} of {} bytes", whole.max(100))));
    }
    Ok(())
}
