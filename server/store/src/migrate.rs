//! Brings a database to this program's schema: forward only, one transaction per migration.

use sqlx::{Connection, SqliteConnection};

use crate::hash::sha256_hex;

/// Why a database's schema is not one that this program can work with.
#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    /// A later program has migrated this database.
    #[error("the database is newer than this program: it has migration {found}, the program knows {known}; update it")]
    NewerDatabase {
        /// Number of the newest migration in the database.
        found: i64,
        /// Number of the newest migration of this program.
        known: i64,
    },
    /// The database has some of the migrations that became one, but not all.
    #[error(
        "the database is too old: it has {found} of the {oldest} migrations that were made one; \
         open it with a program from before that, then with this one"
    )]
    OlderDatabase {
        /// Number of the newest migration in the database.
        found: i64,
        /// Number of the migration that a database must have to be opened.
        oldest: i64,
    },
    /// A migration was applied in another form than this program has it.
    #[error("migration {id} ({name}) is not the one this database was made with; use the program that made it")]
    MigrationChanged {
        /// Number of the migration.
        id: i64,
        /// Its name in this program.
        name: &'static str,
    },
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

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
const MIGRATIONS: &[Migration] = migrations!["0001_schema" "0002_token_use" "0003_subject_batches" "0004_entry_counts" "0005_editions_end" "0006_batch_targets" "0007_game_statistics" "0008_balance_tests" "0009_signing_in" "0010_parsed_files" "0011_own_counts" "0012_paths_of_files"];

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

/// Number of the newest migration of a database, 0 for a new one; refuses one that this program can't work with.
pub(crate) async fn check_known(connection: &mut SqliteConnection) -> Result<u32, MigrationError> {
    let is_new: bool = sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'migrations')")
        .fetch_one(&mut *connection)
        .await?;
    if is_new {
        return Ok(0);
    }
    let applied = applied(connection).await?;
    if is_squashed(&applied)? {
        return Ok(1);
    }
    check(&applied, &known())?;
    Ok(applied.len() as u32)
}

/// Number of the newest migration of a database with data that lacks later ones.
pub(crate) async fn outdated(connection: &mut SqliteConnection) -> Result<Option<u32>, MigrationError> {
    let schema = check_known(connection).await?;
    Ok(Some(schema).filter(|schema| (1..MIGRATIONS.len() as u32).contains(schema)))
}

/// The migrations that a database has: their numbers and hashes.
async fn applied(connection: &mut SqliteConnection) -> Result<Vec<(i64, String)>, sqlx::Error> {
    sqlx::query_as("SELECT id, sha256 FROM migrations ORDER BY id").fetch_all(connection).await
}

/// Whether they are those that became one; refuses a part of them.
fn is_squashed(applied: &[(i64, String)]) -> Result<bool, MigrationError> {
    if applied.first().is_none_or(|(_, sha256)| sha256 != SQUASHED[0].1) {
        return Ok(false);
    }
    check(applied, &SQUASHED)?;
    if applied.len() < SQUASHED.len() {
        return Err(MigrationError::OlderDatabase { found: applied.len() as i64, oldest: SQUASHED.len() as i64 });
    }
    Ok(true)
}

/// Names and hashes of this program's migrations.
fn known() -> Vec<(&'static str, String)> {
    MIGRATIONS.iter().map(|known| (known.name, sha256_hex(known.sql))).collect()
}

/// Applies what is missing.
///
/// Each round looks anew under the write lock, so two programs that open one new file don't both apply a migration.
pub(crate) async fn migrate(connection: &mut SqliteConnection) -> Result<(), MigrationError> {
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
        let applied = applied(&mut transaction).await?;
        if is_squashed(&applied)? {
            sqlx::query("DELETE FROM migrations").execute(&mut *transaction).await?;
            note(&mut transaction, 1, &MIGRATIONS[0]).await?;
            transaction.commit().await?;
            continue;
        }
        check(&applied, &known())?;
        let Some(next) = MIGRATIONS.get(applied.len()) else {
            return Ok(transaction.rollback().await?);
        };
        sqlx::raw_sql(next.sql).execute(&mut *transaction).await?;
        note(&mut transaction, applied.len() as i64 + 1, next).await?;
        transaction.commit().await?;
    }
}

/// Notes that a migration was applied.
async fn note(connection: &mut SqliteConnection, id: i64, migration: &Migration) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO migrations (id, name, sha256, applied_at)
         VALUES (?1, ?2, ?3, CAST(unixepoch('subsec') * 1000 AS INTEGER))",
    )
    .bind(id)
    .bind(migration.name)
    .bind(sha256_hex(migration.sql))
    .execute(connection)
    .await?;
    Ok(())
}

/// Refuses a database whose migrations are not the beginning of the known ones.
fn check(applied: &[(i64, String)], known: &[(&'static str, impl AsRef<str>)]) -> Result<(), MigrationError> {
    let newest = known.len() as i64;
    if let Some(&(found, _)) = applied.last().filter(|(id, _)| *id > newest) {
        return Err(MigrationError::NewerDatabase { found, known: newest });
    }
    for ((id, (name, sha256)), (applied_id, applied_sha256)) in (1..).zip(known).zip(applied) {
        if id != *applied_id || sha256.as_ref() != applied_sha256 {
            return Err(MigrationError::MigrationChanged { id, name });
        }
    }
    Ok(())
}
