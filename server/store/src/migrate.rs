//! Brings a database to this program's schema: forward only, one transaction per migration.

use sha2::{Digest, Sha256};
use sqlx::{Connection, SqliteConnection};

use crate::Error;

struct Migration {
    name: &'static str,
    sql: &'static str,
}

macro_rules! migrations {
    ($($name:literal)*) => {
        &[$(Migration { name: $name, sql: include_str!(concat!("../../../migrations/", $name, ".sql")) },)*]
    };
}

/// In order; the first is number 1. A migration that was released is never edited: add one.
const MIGRATIONS: &[Migration] = migrations![
    "0001_revisions" "0002_batches" "0003_rules_of_a_batch" "0004_kind_allocations" "0005_profiles" "0006_gap_limits" "0007_views"
    "0008_accounts" "0009_proposals" "0010_waiting" "0011_command_line" "0012_paired"
];

/// Applies what is missing.
///
/// Each round looks anew under the write lock, so two programs that open one new file don't both apply a migration.
pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), Error> {
    loop {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "CREATE TABLE IF NOT EXISTS migrations (
                 id         INTEGER PRIMARY KEY,
                 name       TEXT    NOT NULL UNIQUE,
                 sha256     TEXT    NOT NULL CHECK (length(sha256) = 64),
                 applied_at INTEGER NOT NULL
             ) STRICT",
        )
        .execute(&mut *transaction)
        .await?;
        let applied: Vec<(i64, String)> =
            sqlx::query_as("SELECT id, sha256 FROM migrations ORDER BY id").fetch_all(&mut *transaction).await?;
        check(&applied)?;
        let Some(next) = MIGRATIONS.get(applied.len()) else {
            return Ok(transaction.rollback().await?);
        };
        sqlx::raw_sql(next.sql).execute(&mut *transaction).await?;
        sqlx::query(
            "INSERT INTO migrations (id, name, sha256, applied_at)
             VALUES (?1, ?2, ?3, CAST(unixepoch('subsec') * 1000 AS INTEGER))",
        )
        .bind(applied.len() as i64 + 1)
        .bind(next.name)
        .bind(hash(next.sql))
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
    }
}

/// Whether what was applied is the beginning of what this program would apply.
fn check(applied: &[(i64, String)]) -> Result<(), Error> {
    let known = MIGRATIONS.len() as i64;
    if let Some(&(found, _)) = applied.last().filter(|(id, _)| *id > known) {
        return Err(Error::NewerDatabase { found, known });
    }
    for ((id, migration), (applied_id, sha256)) in (1..).zip(MIGRATIONS).zip(applied) {
        if id != *applied_id || hash(migration.sql) != *sha256 {
            return Err(Error::MigrationChanged { id, name: migration.name });
        }
    }
    Ok(())
}

fn hash(sql: &str) -> String {
    hex(&Sha256::digest(sql))
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}
