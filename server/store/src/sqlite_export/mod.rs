//! A database of its own about one revision, for questions in SQL: `affixboard export --sqlite`.
//!
//! `schema.sql` has its tables; docs/sql.md describes them and asks a dozen questions.

mod counts;

use std::{fs::File, io::Seek, path::Path};

use affixboard_model::{
    batch::{SubjectPlan, Tally},
    game::{Loaded, SubjectRules},
};
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous},
};
use tempfile::NamedTempFile;

pub(crate) use self::counts::{drop_tally, row_of_drops, row_of_subject, subject_tally};
use crate::{
    Batch, DatabaseError,
    parsed::{self, Entries},
};

/// The tables.
pub(crate) const SCHEMA: &str = include_str!("schema.sql");
/// What `PRAGMA application_id` gives: "Afxb".
const APPLICATION: &str = "PRAGMA application_id = 1097234530";
/// The version of the schema, which grows with each change of it.
const VERSION: &str = "PRAGMA user_version = 3";

/// What is exported.
#[derive(Debug, Clone, Copy)]
pub struct SqliteExport<'a> {
    /// The revision's files and what they mean.
    pub loaded: &'a Loaded,
    /// Rows of `metadata` beyond those that follow from the files.
    pub metadata: &'a [(&'static str, String)],
    /// The levels whose pools are exported.
    pub levels: &'a [u32],
}

/// Rows that are inserted at once: as text they take some 100 bytes each, and as values ten times as much.
const ROWS_AT_ONCE: usize = 4096;

/// A database that is being written, into a file that no folder has: it is gone with the last who has it open, also where
/// the program is killed. What batches counted may be a million rows, too much for memory.
pub struct SqliteWriter {
    connection: SqliteConnection,
    file: File,
}

impl SqliteWriter {
    /// Makes the database on the disk of a folder and writes the revision into it. Computing pools and chances takes up to
    /// seconds of the thread.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn create(export: SqliteExport<'_>, folder: &Path) -> Result<SqliteWriter, DatabaseError> {
        let named = NamedTempFile::new_in(folder).map_err(sqlx::Error::Io)?;
        let options = SqliteConnectOptions::new()
            .filename(named.path())
            .journal_mode(SqliteJournalMode::Off)
            .synchronous(SqliteSynchronous::Off)
            .locking_mode(SqliteLockingMode::Exclusive);
        let mut connection = SqliteConnection::connect_with(&options).await?;
        for statement in [APPLICATION, VERSION] {
            sqlx::query(statement).execute(&mut connection).await?;
        }
        sqlx::raw_sql("BEGIN").execute(&mut connection).await?;
        sqlx::raw_sql(SCHEMA).execute(&mut connection).await?;
        let file = named.into_file();
        let mut writer = SqliteWriter { connection, file };
        writer.write(export).await?;
        Ok(writer)
    }

    async fn write(&mut self, export: SqliteExport<'_>) -> Result<(), DatabaseError> {
        self.insert(&insert_statement("metadata"), metadata(export.loaded, export.metadata)).await?;
        let entries = Entries::of(export.loaded);
        let computed = parsed::computed(export.loaded, &entries, export.levels);
        for (table, rows) in parsed::files(export.loaded, &entries).into_iter().chain(computed) {
            self.insert(&insert_statement(table), rows).await?;
        }
        for view in parsed::views(export.loaded) {
            // Its names are those of the game's own fields.
            sqlx::raw_sql(AssertSqlSafe(view)).execute(&mut self.connection).await?;
        }
        Ok(())
    }

    /// Adds what a done batch of drops counted.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn add_drops(&mut self, batch: &Batch, loaded: &Loaded, tally: &Tally) -> Result<(), DatabaseError> {
        let forge = loaded.model.forge_for(batch.plan.detail);
        self.add_batch(row_of_drops(batch, loaded), drop_tally(batch, loaded, forge.keys(), tally)).await
    }

    /// Adds what a done batch of a subject counted.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn add_subject(
        &mut self,
        batch: &Batch<SubjectPlan>,
        rules: &dyn SubjectRules,
        tally: &Tally,
    ) -> Result<(), DatabaseError> {
        let rows = subject_tally(batch.id.0, rules, &batch.plan.points, tally);
        self.add_batch(row_of_subject(batch), rows).await
    }

    async fn add_batch(&mut self, batch: Value, rows: impl Iterator<Item = Value>) -> Result<(), DatabaseError> {
        self.insert(&insert_statement("batches"), [batch]).await?;
        self.insert(&insert_statement("tallies"), rows).await
    }

    /// The whole database's file, from its beginning.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn finish(mut self) -> Result<File, DatabaseError> {
        sqlx::query("ANALYZE").execute(&mut self.connection).await?;
        sqlx::raw_sql("COMMIT").execute(&mut self.connection).await?;
        self.connection.close().await?;
        self.file.rewind().map_err(sqlx::Error::Io)?;
        Ok(self.file)
    }

    async fn insert(&mut self, statement: &str, rows: impl IntoIterator<Item = Value>) -> Result<(), DatabaseError> {
        let mut rows = rows.into_iter().peekable();
        while rows.peek().is_some() {
            let some: Vec<Value> = rows.by_ref().take(ROWS_AT_ONCE).collect();
            // Its names are those of our own tables.
            let statement = sqlx::query(AssertSqlSafe(statement.to_owned()));
            statement.bind(Value::Array(some).to_string()).execute(&mut self.connection).await?;
        }
        Ok(())
    }
}

/// Rows of `metadata`: those that follow from the files, and more.
pub(crate) fn metadata(loaded: &Loaded, more: &[(&'static str, String)]) -> Vec<Value> {
    let own = [
        ("game", loaded.game.title().to_owned()),
        ("game_id", loaded.game.id().to_owned()),
        ("rules_version", loaded.game.rules_version().to_string()),
        ("rules", loaded.switches.describe(loaded.game)),
        ("doubts", loaded.doubts().unwrap_or_default()),
        ("pools", "exact: which affixes a kind draws from at a level, with their weights as in the files".to_owned()),
        (
            "chances",
            "exact: computed from the rules, up to rounding and error_bound; the mean count per trial".to_owned(),
        ),
        ("tallies", "counted: how many of n simulated trials; batches has their seeds".to_owned()),
        ("program", format!("affixboard {}", env!("CARGO_PKG_VERSION"))),
    ];
    own.iter().chain(more).map(|(key, value)| json!([key, value])).collect()
}

/// The statement that writes a JSON array of a table's rows into the table.
pub(crate) fn insert_statement(table: &str) -> String {
    if table == "pools" {
        return "INSERT INTO pools SELECT draw.value ->> 0, draw.value ->> 1, draw.value ->> 2, member.value ->> 0,
                    member.value ->> 1, member.value ->> 2
                FROM json_each(?1) AS pool, json_each(pool.value, '$[0]') AS draw, json_each(pool.value, '$[1]') AS member"
            .to_owned();
    }
    let columns = parsed::columns(table);
    let fields: Vec<String> = (0..columns.len()).map(|at| format!("value ->> {at}")).collect();
    ["INSERT", "INTO", table, "(", &columns.join(", "), ") SELECT", &fields.join(", "), "FROM json_each(?1)"].join(" ")
}
