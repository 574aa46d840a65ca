//! A database of its own about one revision, for questions in SQL: `affixboard export --sqlite`.
//!
//! `schema.sql` has its tables; docs/sql.md describes them and asks a dozen questions.

mod entries;
mod numbers;

use std::{fs::File, io::Seek, path::Path};

use affixboard_model::{
    batch::{SubjectPlan, Tally},
    game::{Loaded, SubjectRules},
    text::Severity,
};
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, Connection, SqliteConnection,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteLockingMode, SqliteSynchronous},
};
use tempfile::NamedTempFile;

use self::entries::Entries;
use crate::{Batch, DatabaseError, hash::sha256_hex};

/// The tables.
const SCHEMA: &str = include_str!("schema.sql");
/// What `PRAGMA application_id` gives: "Afxb".
const APPLICATION: &str = "PRAGMA application_id = 1097234530";
/// The version of the schema, which grows with each change of it.
const VERSION: &str = "PRAGMA user_version = 2";

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
        let loaded = export.loaded;
        let entries = Entries::of(loaded);
        let tables = [
            ("INSERT INTO metadata SELECT value ->> 0, value ->> 1 FROM json_each(?1)", metadata(export)),
            (
                "INSERT INTO files SELECT key + 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)",
                files(loaded),
            ),
            (
                "INSERT INTO sorts SELECT key + 1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)",
                entries.sorts(),
            ),
            (
                "INSERT INTO item_types SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?1)",
                entries::item_types(loaded),
            ),
            (
                "INSERT INTO entries SELECT key + 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     value ->> 5, value ->> 6, value ->> 7, value ->> 8
                 FROM json_each(?1)",
                entries.rows(),
            ),
            (
                "INSERT INTO lines SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?1)",
                entries.lines(),
            ),
            (
                "INSERT INTO fields SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
                     value ->> 6, value ->> 7
                 FROM json_each(?1)",
                entries.fields(),
            ),
            ("INSERT OR IGNORE INTO flags SELECT value ->> 0, value ->> 1 FROM json_each(?1)", entries.flags()),
            (
                "INSERT INTO allocations SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12
                 FROM json_each(?1)",
                entries.allocations(),
            ),
            (
                "INSERT INTO theme_parts SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
                 FROM json_each(?1)",
                entries.theme_parts(),
            ),
            (
                "INSERT INTO remarks SELECT key + 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     value ->> 5
                 FROM json_each(?1)",
                remarks(loaded),
            ),
        ];
        for (statement, rows) in tables {
            self.insert(statement, rows).await?;
        }
        for kind in numbers::kinds_with_pools(loaded) {
            let rows = numbers::pools(loaded, &entries, kind, export.levels);
            let statement = "INSERT INTO pools SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     value ->> 5
                 FROM json_each(?1)";
            self.insert(statement, rows).await?;
        }
        for rules in loaded.model.subjects() {
            let statement =
                "INSERT INTO chances SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                     value ->> 5, value ->> 6, value ->> 7
                 FROM json_each(?1)";
            self.insert(statement, numbers::chances(rules.as_ref(), &entries)).await?;
        }
        for view in entries.views() {
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
        let rules = batch.plan.switches.describe(loaded.game);
        let of = (batch.id.0, "drops", batch.plan.seed, batch.plan.drops.get(), batch.finished_at);
        self.add_batch(of, &rules, numbers::drop_tally(batch, loaded, forge.keys(), tally)).await
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
        let plan = &batch.plan;
        let of = (batch.id.0, plan.subject.as_str(), plan.seed, plan.trials.get(), batch.finished_at);
        self.add_batch(of, "as coded", numbers::subject_tally(batch.id.0, rules, &plan.points, tally)).await
    }

    async fn add_batch(
        &mut self,
        (id, subject, seed, trials, finished_at): (i64, &str, u64, u64, Option<i64>),
        rules: &str,
        rows: impl Iterator<Item = Value>,
    ) -> Result<(), DatabaseError> {
        // A seed may be more than a signed number holds.
        let batch = json!([id, subject, seed.to_string(), trials, rules, finished_at]);
        let statement = "INSERT INTO batches SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                 value ->> 5
             FROM json_each(?1)";
        self.insert(statement, vec![batch]).await?;
        let statement = "INSERT INTO tallies SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
                 value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9
             FROM json_each(?1)";
        let mut rows = rows.peekable();
        while rows.peek().is_some() {
            self.insert(statement, rows.by_ref().take(ROWS_AT_ONCE).collect()).await?;
        }
        Ok(())
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

    async fn insert(&mut self, statement: &'static str, rows: Vec<Value>) -> Result<(), DatabaseError> {
        if !rows.is_empty() {
            sqlx::query(statement).bind(Value::Array(rows).to_string()).execute(&mut self.connection).await?;
        }
        Ok(())
    }
}

fn metadata(export: SqliteExport<'_>) -> Vec<Value> {
    let loaded = export.loaded;
    let own = [
        ("game", loaded.game.title().to_owned()),
        ("game_id", loaded.game.id().to_owned()),
        ("rules_version", loaded.game.rules_version().to_string()),
        ("rules", loaded.switches.describe(loaded.game)),
        ("foreign_files", loaded.foreign_sentence().unwrap_or_default()),
        ("pools", "exact: which affixes a kind draws from at a level, with their weights as in the files".to_owned()),
        (
            "chances",
            "exact: computed from the rules, up to rounding and error_bound; the mean count per trial".to_owned(),
        ),
        ("tallies", "counted: how many of n simulated trials; batches has their seeds".to_owned()),
        ("program", format!("affixboard {}", env!("CARGO_PKG_VERSION"))),
    ];
    own.iter().chain(export.metadata).map(|(key, value)| json!([key, value])).collect()
}

fn files(loaded: &Loaded) -> Vec<Value> {
    let folder = |name: &str| {
        let spec = loaded.files().iter().find(|spec| spec.is_named(name));
        spec.map_or("", |spec| spec.folder)
    };
    let row = |file: &affixboard_model::text::SourceFile| {
        json!([file.name(), folder(file.name()), file.bytes().len(), sha256_hex(file.bytes())])
    };
    loaded.sources.files().iter().map(row).collect()
}

fn remarks(loaded: &Loaded) -> Vec<Value> {
    let row = |remark: &affixboard_model::text::Diagnostic| {
        let line = remark.span.map(|span| loaded.sources.position(span).line);
        let severity = if remark.severity() == Severity::Error { "error" } else { "warning" };
        json!([severity, remark.rule.name(), remark.file, line, remark.found, remark.expected])
    };
    loaded.diagnostics.iter().map(row).collect()
}
