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

/// In order; the first is number 1. A migration that was merged is never edited: add one.
const MIGRATIONS: &[Migration] = migrations!["0001_schema"];

/// Names and hashes of the migrations that `0001_schema` took the place of, once, before the first release
/// (docs/adr/0018-migrations-squashed-once.md). A database that has all of them has that schema.
const SQUASHED: [(&str, &str); 12] = [
    ("0001_revisions", "9e9735532add54f181679f44eb5c1762224614e70e9650f6bdaee8eec898eb19"),
    ("0002_batches", "fc45607261da6832852ecfaa092f85e3bcd3a023f14602e8327412e5683169f6"),
    ("0003_rules_of_a_batch", "f6fa165eeaae5cb8c895ae6ea8e5735236845529fbba26b4096a2a5d08c88f85"),
    ("0004_kind_allocations", "d4a96ceadf73e870ff16fe16ca0d718a9c4e3bfc478dcdde3ecb6bb61c6c4b00"),
    ("0005_profiles", "4364e27a5df8decaa5a05289f61fc28fcc928cc68c47bd0a3f8d2717806a0674"),
    ("0006_gap_limits", "144d655a31baf6091c8e463c990c2b7ac5016ae880ac1ae3af25d2d8f61b68f4"),
    ("0007_views", "e63e8860b1627fea41051abfae794ff7ab7cc0a354e752a4edb7968b1a5768c8"),
    ("0008_accounts", "57058ae99bf75947910656a546398a8950a5508ad1fac31f2317d8206d5a640c"),
    ("0009_proposals", "ecebaf22b90911eb3fab1c63d4262c205cb73c8e0d3a3a94636924fd13660d45"),
    ("0010_waiting", "15e018ab49ddf1d5a745302630ade5ce3993ebd4b11ac98ca61eae16a915d811"),
    ("0011_command_line", "90f13ee59026834ded8e4f7785e17917819bf7019b40189063e78a767742a288"),
    ("0012_paired", "3a15f1ebdb7ffb1e0a2ec1387b31a4760a4e34f169eac6b7eb3abb10d7378120"),
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
        if applied.first().is_some_and(|(_, sha256)| sha256 == SQUASHED[0].1) {
            check(&applied, &SQUASHED)?;
            let known = SQUASHED.len() as i64;
            if applied.len() < SQUASHED.len() {
                return Err(Error::OlderDatabase { found: applied.len() as i64, oldest: known });
            }
            sqlx::query("DELETE FROM migrations").execute(&mut *transaction).await?;
            note(&mut transaction, 1, &MIGRATIONS[0]).await?;
            transaction.commit().await?;
            continue;
        }
        let known: Vec<_> = MIGRATIONS.iter().map(|known| (known.name, hash(known.sql))).collect();
        check(&applied, &known)?;
        let Some(next) = MIGRATIONS.get(applied.len()) else {
            return Ok(transaction.rollback().await?);
        };
        sqlx::raw_sql(next.sql).execute(&mut *transaction).await?;
        note(&mut transaction, applied.len() as i64 + 1, next).await?;
        transaction.commit().await?;
    }
}

/// Notes that a migration was applied.
async fn note(connection: &mut SqliteConnection, id: i64, migration: &Migration) -> Result<(), Error> {
    sqlx::query(
        "INSERT INTO migrations (id, name, sha256, applied_at)
         VALUES (?1, ?2, ?3, CAST(unixepoch('subsec') * 1000 AS INTEGER))",
    )
    .bind(id)
    .bind(migration.name)
    .bind(hash(migration.sql))
    .execute(connection)
    .await?;
    Ok(())
}

/// Refuses a database whose migrations are not the beginning of the known ones.
fn check(applied: &[(i64, String)], known: &[(&'static str, impl AsRef<str>)]) -> Result<(), Error> {
    let newest = known.len() as i64;
    if let Some(&(found, _)) = applied.last().filter(|(id, _)| *id > newest) {
        return Err(Error::NewerDatabase { found, known: newest });
    }
    for ((id, (name, sha256)), (applied_id, applied_sha256)) in (1..).zip(known).zip(applied) {
        if id != *applied_id || sha256.as_ref() != applied_sha256 {
            return Err(Error::MigrationChanged { id, name });
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
