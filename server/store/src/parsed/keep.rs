//! Rows in the database of the data folder, in pieces by their content.

use affixboard_model::game::Loaded;
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{Entries, pieces::pieces};
use crate::{DatabaseError, RevisionId, Store, hash::sha256_hex, write::NoAct};

/// The version of these rows: it grows with each change of what a row means.
const FORMAT: u32 = 1;
/// Notes by which program the rows of a revision that has none are made.
async fn note(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    rules_version: u32,
    is_computed: bool,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO parsed_revisions (revision_id, format, rules_version, is_computed) VALUES (?1, ?2, ?3, ?4)",
    )
    .bind(revision.0)
    .bind(FORMAT)
    .bind(rules_version)
    .bind(is_computed)
    .execute(connection)
    .await
    .map(drop)
}

/// Writes pieces of rows, in their order.
async fn insert_pieces(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    pieces: impl Iterator<Item = (&'static str, impl AsRef<str>)>,
) -> Result<(), sqlx::Error> {
    for (position, (table, rows)) in pieces.enumerate() {
        let (rows, sha256) = (rows.as_ref(), sha256_hex(rows.as_ref()));
        // Not INSERT OR IGNORE, which would also pass over a failed CHECK.
        sqlx::query("INSERT INTO parsed_pieces (sha256, rows) VALUES (?1, ?2) ON CONFLICT (sha256) DO NOTHING")
            .bind(&sha256)
            .bind(rows)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO parsed_tables (revision_id, name, position, sha256) VALUES (?1, ?2, ?3, ?4)")
            .bind(revision.0)
            .bind(table)
            .bind(position as i64)
            .bind(&sha256)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Writes what follows from a revision's files at once. The largest uploads have half a million rows, so each piece is made
/// when the one before is written.
pub(crate) async fn insert_files(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    loaded: &Loaded,
) -> Result<(), sqlx::Error> {
    note(connection, revision, loaded.game.rules_version(), false).await?;
    let entries = Entries::of(loaded);
    // Item types have a table of their own, which pages read.
    let tables = super::files(loaded, &entries).into_iter().filter(|(table, _)| *table != "item_types");
    insert_pieces(connection, revision, tables.flat_map(pieces)).await
}

/// Whether a revision's rows are there with pools and chances, made by these rules.
pub(crate) async fn is_computed(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    rules_version: u32,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM parsed_revisions
             WHERE revision_id = ?1 AND format = ?2 AND rules_version = ?3 AND is_computed)",
    )
    .bind(revision.0)
    .bind(FORMAT)
    .bind(rules_version)
    .fetch_one(connection)
    .await
}

/// All pieces of a revision's rows, each with its table's name. Those of a table are in their order.
pub(crate) async fn pieces_of(
    connection: &mut SqliteConnection,
    revision: RevisionId,
) -> Result<Vec<(String, String)>, sqlx::Error> {
    sqlx::query_as(
        "SELECT name, rows FROM parsed_tables JOIN parsed_pieces USING (sha256)
         WHERE revision_id = ?1 ORDER BY name, position",
    )
    .bind(revision.0)
    .fetch_all(connection)
    .await
}

/// What the database has of a revision's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParsedState {
    /// The revision.
    pub revision: RevisionId,
    /// Its edition's slug, and its number in it.
    pub slug: String,
    /// Its number.
    pub number: u32,
    /// The game's id.
    pub game: String,
    /// Whether it is its edition's newest.
    pub is_newest: bool,
    /// The rules by which the rows were made; `None` where there are none, or only those of an earlier program.
    pub rules_version: Option<u32>,
    /// Whether pools and chances are among them.
    pub is_computed: bool,
}

impl FromRow<'_, SqliteRow> for ParsedState {
    fn from_row(row: &SqliteRow) -> Result<ParsedState, sqlx::Error> {
        Ok(ParsedState {
            revision: RevisionId(row.try_get("id")?),
            slug: row.try_get("slug")?,
            number: row.try_get("number")?,
            game: row.try_get("game")?,
            is_newest: row.try_get("is_newest")?,
            rules_version: row.try_get("rules_version")?,
            is_computed: row.try_get("is_computed")?,
        })
    }
}

/// The pools and chances of a revision.
#[derive(Debug)]
pub struct ParsedNumbers(Vec<(&'static str, String)>);

impl ParsedNumbers {
    /// Computes them at these levels, which takes up to seconds of the thread.
    pub fn of(loaded: &Loaded, levels: &[u32]) -> ParsedNumbers {
        let entries = Entries::of(loaded);
        ParsedNumbers(super::computed(loaded, &entries, levels).into_iter().flat_map(pieces).collect())
    }
}

impl Store {
    /// What there is of each revision's rows, the newest revisions first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn parsed_states(&self) -> Result<Vec<ParsedState>, DatabaseError> {
        let states = sqlx::query_as(
            "SELECT id, slug, number, game,
                 number = (SELECT max(number) FROM revisions WHERE edition_id = revision_rows.edition_id) AS is_newest,
                 iif(format = ?1, rules_version, NULL) AS rules_version, ifnull(is_computed, 0) AS is_computed
             FROM revision_rows LEFT JOIN parsed_revisions ON revision_id = id ORDER BY id DESC",
        );
        Ok(states.bind(FORMAT).fetch_all(&self.readers).await?)
    }

    /// Writes a revision's rows in the place of those that it has, with pools and chances where there are any. Of its edition's
    /// earlier revisions these go then: they are many, and made again when somebody asks for them.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn update_parsed(
        &self,
        revision: RevisionId,
        loaded: &Loaded,
        numbers: Option<&ParsedNumbers>,
    ) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        let is_there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM revisions WHERE id = ?1)")
            .bind(revision.0)
            .fetch_one(&mut *transaction)
            .await?;
        if !is_there {
            return Ok(());
        }
        for statement in
            ["DELETE FROM parsed_tables WHERE revision_id = ?1", "DELETE FROM parsed_revisions WHERE revision_id = ?1"]
        {
            sqlx::query(statement).bind(revision.0).execute(&mut *transaction).await?;
        }
        insert_files(&mut transaction, revision, loaded).await?;
        if let Some(ParsedNumbers(numbers)) = numbers {
            let numbers = numbers.iter().map(|(table, rows)| (*table, rows));
            insert_pieces(&mut transaction, revision, numbers).await?;
            for statement in [
                "DELETE FROM parsed_tables WHERE name IN ('pools', 'chances') AND revision_id IN (
                     SELECT earlier.id FROM revisions AS this JOIN revisions AS earlier USING (edition_id)
                     WHERE this.id = ?1 AND earlier.number < this.number)",
                "UPDATE parsed_revisions SET is_computed = revision_id = ?1 WHERE revision_id IN (
                     SELECT other.id FROM revisions AS this JOIN revisions AS other USING (edition_id)
                     WHERE this.id = ?1 AND other.number <= this.number)",
            ] {
                sqlx::query(statement).bind(revision.0).execute(&mut *transaction).await?;
            }
        }
        sqlx::query(UNUSED_PIECES).execute(&mut *transaction).await?;
        transaction.commit_unlogged(NoAct::Derived).await?;
        Ok(())
    }
}

/// Removes pieces of no revision.
pub(crate) const UNUSED_PIECES: &str =
    "DELETE FROM parsed_pieces WHERE NOT EXISTS (SELECT 1 FROM parsed_tables WHERE sha256 = parsed_pieces.sha256)";
