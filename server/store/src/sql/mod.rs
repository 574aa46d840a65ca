//! Questions in SQL about one revision, from whoever may ask: its rows are put into a database in memory that has nothing else,
//! and a statement can only read that.
//!
//! What a statement may do is decided by `SQLite`'s authorizer, not by looking at its text. It ends at a time, when the program
//! grows by too much memory, and when nobody waits for it.

mod guard;
mod limits;
mod value;

use affixboard_model::{
    batch::{SubjectPlan, Tally},
    game::{Loaded, SubjectRules},
};
use rusqlite::{Connection, ErrorCode, params_from_iter};
use serde_json::Value;

pub use self::{
    limits::{SqlError, SqlLimits},
    value::SqlValue,
};
use crate::{
    Batch, DatabaseError, RevisionId, Store,
    parsed::{self, Entries},
    sqlite_export::{self, drop_tally, subject_tally},
};

/// The answer to a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct SqlAnswer {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, each with a value per column.
    pub rows: Vec<Vec<SqlValue>>,
    /// Whether there are more than it may have.
    pub is_cut: bool,
}

/// A revision's rows as the database has them, or as they were made.
#[derive(Debug)]
pub struct SqlSource {
    /// Name of a table and rows of it, as JSON arrays.
    pieces: Vec<(String, String)>,
    /// Statements that make the views of the game's own sorts.
    views: Vec<String>,
}

impl SqlSource {
    /// Made of the files. Takes up to seconds of the thread.
    pub fn of_files(loaded: &Loaded, levels: &[u32]) -> SqlSource {
        let entries = Entries::of(loaded);
        let tables = parsed::files(loaded, &entries).into_iter().chain(parsed::computed(loaded, &entries, levels));
        let pieces = tables.flat_map(parsed::pieces).map(|(table, rows)| (table.to_owned(), rows)).collect();
        SqlSource { pieces, views: parsed::views(loaded) }
    }

    /// Rows of a table, each an array with a value per column.
    fn add(&mut self, table: &str, rows: Vec<Value>) {
        self.pieces.push((table.to_owned(), Value::Array(rows).to_string()));
    }

    /// Adds what the files are and how numbers of them were obtained, and more.
    pub fn add_metadata(&mut self, loaded: &Loaded, more: &[(&'static str, String)]) {
        self.add("metadata", sqlite_export::metadata(loaded, more));
    }

    /// Adds what a done batch of drops counted.
    pub fn add_drops(&mut self, batch: &Batch, loaded: &Loaded, tally: &Tally) {
        let forge = loaded.model.forge_for(batch.plan.detail);
        self.add("batches", vec![sqlite_export::row_of_drops(batch, loaded)]);
        self.add("tallies", drop_tally(batch, loaded, forge.keys(), tally).collect());
    }

    /// Adds what a done batch of a subject counted.
    pub fn add_subject(&mut self, batch: &Batch<SubjectPlan>, rules: &dyn SubjectRules, tally: &Tally) {
        self.add("batches", vec![sqlite_export::row_of_subject(batch)]);
        self.add("tallies", subject_tally(batch.id.0, rules, &batch.plan.points, tally).collect());
    }
}

/// The tables that statements can read, with their columns, in the order of docs/sql.md.
pub fn sql_tables() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    parsed::TABLES.into_iter().map(|table| (table, parsed::columns(table)))
}

impl Store {
    /// The rows of a revision that the database has: those with pools and chances alone, made by these rules.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn sql_source(&self, revision: RevisionId, loaded: &Loaded) -> Result<Option<SqlSource>, DatabaseError> {
        let mut transaction = self.readers.begin().await?;
        if !parsed::is_computed(&mut transaction, revision, loaded.game.rules_version()).await? {
            return Ok(None);
        }
        let mut pieces = vec![("item_types".to_owned(), Value::Array(parsed::item_types(loaded)).to_string())];
        pieces.extend(parsed::pieces_of(&mut transaction, revision).await?);
        Ok(Some(SqlSource { pieces, views: parsed::views(loaded) }))
    }
}

/// A database in memory about one revision.
pub struct SqlTables {
    connection: Connection,
}

impl SqlTables {
    /// Puts the rows into tables. Takes up to a second of the thread.
    ///
    /// # Errors
    /// [`SqlError::Refused`] where the rows are none of these tables.
    pub fn new(source: &SqlSource) -> Result<SqlTables, SqlError> {
        let connection = Connection::open_in_memory().map_err(refused)?;
        // The rows were checked when they were made.
        connection.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY").map_err(refused)?;
        connection.execute_batch(sqlite_export::SCHEMA).map_err(refused)?;
        connection.execute_batch("BEGIN").map_err(refused)?;
        for (table, rows) in &source.pieces {
            let statement = sqlite_export::insert_statement(table);
            connection.execute(&statement, [rows]).map_err(refused)?;
        }
        for view in &source.views {
            connection.execute_batch(view).map_err(refused)?;
        }
        connection.execute_batch("ANALYZE; COMMIT").map_err(refused)?;
        guard::restrict(&connection).map_err(refused)?;
        Ok(SqlTables { connection })
    }

    /// The answer to a statement. `is_called_off` is asked every few milliseconds.
    ///
    /// # Errors
    /// [`SqlError`].
    pub fn ask(
        &self,
        statement: &str,
        limits: SqlLimits,
        is_called_off: impl Fn() -> bool + Send + 'static,
    ) -> Result<SqlAnswer, SqlError> {
        let watch = guard::Watch::start(&self.connection, limits, is_called_off).map_err(refused)?;
        let answer = self.read(statement, limits);
        let ended = watch.end(&self.connection);
        match answer {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::OperationInterrupted) => {
                Err(ended.unwrap_or(SqlError::CalledOff))
            }
            answer => answer.map_err(refused),
        }
    }

    fn read(&self, statement: &str, limits: SqlLimits) -> Result<SqlAnswer, rusqlite::Error> {
        let mut prepared = self.connection.prepare(statement)?;
        let columns: Vec<String> = prepared.column_names().into_iter().map(ToOwned::to_owned).collect();
        if columns.is_empty() {
            return Err(rusqlite::Error::InvalidQuery);
        }
        let mut answer = SqlAnswer { columns, rows: Vec::new(), is_cut: false };
        let mut bytes = 0;
        let mut rows = prepared.query(params_from_iter(std::iter::empty::<i64>()))?;
        while let Some(row) = rows.next()? {
            if answer.rows.len() == limits.rows || bytes > limits.bytes {
                answer.is_cut = true;
                break;
            }
            let values: Result<Vec<SqlValue>, rusqlite::Error> =
                (0..answer.columns.len()).map(|at| row.get_ref(at).map(SqlValue::of)).collect();
            let values = values?;
            bytes += values.iter().map(SqlValue::bytes).sum::<usize>();
            answer.rows.push(values);
        }
        Ok(answer)
    }
}

/// What `SQLite` says of a statement, and where.
fn refused(error: rusqlite::Error) -> SqlError {
    let error = match error {
        rusqlite::Error::SqlInputError { msg, sql, offset, .. } => {
            let before = usize::try_from(offset).ok().and_then(|offset| sql.get(..offset));
            let at = before.map(|before| {
                let line = before.rsplit('\n').next().unwrap_or_default();
                (1 + before.matches('\n').count(), 1 + line.chars().count())
            });
            return SqlError::Refused { message: msg, at };
        }
        error => error,
    };
    let message = match &error {
        rusqlite::Error::MultipleStatement => "found more than one statement; expected one".to_owned(),
        rusqlite::Error::InvalidQuery => "found nothing that has an answer; expected SELECT".to_owned(),
        rusqlite::Error::InvalidParameterCount(..) => "found a parameter such as `?`; expected a value".to_owned(),
        rusqlite::Error::SqliteFailure(failure, _) if failure.code == ErrorCode::AuthorizationForStatementDenied => {
            "found a statement that does more than read; expected SELECT".to_owned()
        }
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        error => error.to_string(),
    };
    SqlError::Refused { message, at: None }
}

#[cfg(test)]
mod tests;
