//! Reading editions and their revisions.

use affixboard_model::{
    catalog::TypeSummary,
    text::{Diagnostic, FileId, Rule, Span},
};
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{DatabaseError, EditionId, RevisionId, Store, error::parse_word};

/// Origin of a revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MadeBy {
    /// Imported files.
    Import,
    /// The files that ship with the program.
    Starter,
    /// A merged proposal.
    Proposal,
}

impl MadeBy {
    const ALL: [MadeBy; 3] = [MadeBy::Import, MadeBy::Starter, MadeBy::Proposal];

    /// The word in the database and on pages.
    pub fn name(self) -> &'static str {
        match self {
            MadeBy::Import => "import",
            MadeBy::Starter => "starter",
            MadeBy::Proposal => "proposal",
        }
    }
}

/// A revision with its edition's name and game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Its id.
    pub id: RevisionId,
    /// The edition's id.
    pub edition_id: EditionId,
    /// The edition's name in URLs.
    pub slug: String,
    /// The edition's name on pages.
    pub title: String,
    /// The edition's game: see [`affixboard_games::find`].
    pub game: String,
    /// Its number within the edition, from 1.
    pub number: u32,
    /// The number of the revision it was made from; `None` for the first.
    pub parent: Option<u32>,
    /// See [`crate::content_hash`].
    pub content_hash: String,
    /// Its origin.
    pub made_by: MadeBy,
    /// Note of whoever made it; may be empty.
    pub note: String,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether the edition is archived: read, and never changed.
    pub is_archived: bool,
}

impl FromRow<'_, SqliteRow> for Revision {
    fn from_row(row: &SqliteRow) -> Result<Revision, sqlx::Error> {
        Ok(Revision {
            id: RevisionId(row.try_get("id")?),
            edition_id: EditionId(row.try_get("edition_id")?),
            slug: row.try_get("slug")?,
            title: row.try_get("title")?,
            game: row.try_get("game")?,
            number: row.try_get("number")?,
            parent: row.try_get("parent_number")?,
            content_hash: row.try_get("content_hash")?,
            made_by: parse_word("maker of a revision", &MadeBy::ALL, MadeBy::name, row.try_get("made_by")?)?,
            note: row.try_get("note")?,
            created_at: row.try_get("created_at")?,
            is_archived: row.try_get("is_archived")?,
        })
    }
}

/// An edition with its newest revision and counts of that revision's entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditionSummary {
    /// The newest revision, with the edition's slug, title and game.
    pub newest: Revision,
    /// Its entries by sort, in the order in which pages name the sorts.
    pub entries: Vec<EntryCount>,
    /// Number of diagnostics that are errors.
    pub errors: u32,
    /// Number of diagnostics that are warnings.
    pub warnings: u32,
}

/// Number of entries of a sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryCount {
    /// The sort's stable word.
    pub sort: String,
    /// Entries with a record in the files.
    pub entries: u32,
    /// The lines that say where these may appear; 0 of sorts that a game declares.
    pub allocations: u32,
}

impl FromRow<'_, SqliteRow> for EditionSummary {
    fn from_row(row: &SqliteRow) -> Result<EditionSummary, sqlx::Error> {
        let entries: Vec<(String, u32, u32)> =
            serde_json::from_str(row.try_get("entries")?).map_err(|error| sqlx::Error::Decode(error.into()))?;
        let count = |(sort, entries, allocations)| EntryCount { sort, entries, allocations };
        Ok(EditionSummary {
            newest: Revision::from_row(row)?,
            entries: entries.into_iter().map(count).collect(),
            errors: row.try_get("errors")?,
            warnings: row.try_get("warnings")?,
        })
    }
}

impl Store {
    /// All editions, by slug.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn editions(&self) -> Result<Vec<EditionSummary>, DatabaseError> {
        let summaries = sqlx::query_as(
            "SELECT newest.*,
                 (SELECT json_group_array(json_array(sort, entries, allocations) ORDER BY position)
                  FROM entry_counts WHERE revision_id = newest.id) AS entries,
                 (SELECT count(*) FROM diagnostics WHERE revision_id = newest.id AND severity = 'error') AS errors,
                 (SELECT count(*) FROM diagnostics WHERE revision_id = newest.id AND severity = 'warning') AS warnings
             FROM revision_rows AS newest
             WHERE number = (SELECT max(number) FROM revisions WHERE edition_id = newest.edition_id)
             ORDER BY slug",
        );
        Ok(summaries.fetch_all(&self.readers).await?)
    }

    /// The revisions of an edition, newest first; none where there is no such edition.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn revisions(&self, slug: &str) -> Result<Vec<Revision>, DatabaseError> {
        let revisions = sqlx::query_as("SELECT * FROM revision_rows WHERE slug = ?1 ORDER BY number DESC");
        Ok(revisions.bind(slug).fetch_all(&self.readers).await?)
    }

    /// The newest revisions of each edition, so many at most: by slug, newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn newest_revisions(&self, most: u32) -> Result<Vec<Revision>, DatabaseError> {
        let revisions = sqlx::query_as(
            "SELECT * FROM revision_rows AS listed
             WHERE number > (SELECT max(number) FROM revisions WHERE edition_id = listed.edition_id) - ?1
             ORDER BY slug, number DESC",
        );
        Ok(revisions.bind(most).fetch_all(&self.readers).await?)
    }

    /// One revision of an edition: that with the number, or the newest.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn revision(&self, slug: &str, number: Option<u32>) -> Result<Option<Revision>, DatabaseError> {
        let revision = sqlx::query_as(
            "SELECT * FROM revision_rows
             WHERE slug = ?1 AND (?2 IS NULL OR number = ?2)
             ORDER BY number DESC LIMIT 1",
        );
        Ok(revision.bind(slug).bind(number).fetch_optional(&self.readers).await?)
    }

    /// A revision's files by name, byte for byte, in the order they were imported in.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn source_files(&self, revision: RevisionId) -> Result<Vec<(String, Vec<u8>)>, DatabaseError> {
        let files = sqlx::query_as(
            "SELECT name, bytes FROM source_files JOIN blobs USING (sha256) WHERE revision_id = ?1 ORDER BY position",
        );
        Ok(files.bind(revision.0).fetch_all(&self.readers).await?)
    }

    /// Counts of entries for each item type of a revision, by tval.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn type_summaries(&self, revision: RevisionId) -> Result<Vec<TypeSummary>, DatabaseError> {
        let rows = sqlx::query(
            "SELECT tval, name, takes_affixes, kinds, affixes, allocations, themes, artifacts, kinds_without_affix
             FROM item_types WHERE revision_id = ?1 ORDER BY tval",
        )
        .bind(revision.0)
        .try_map(|row: SqliteRow| {
            Ok(TypeSummary {
                tval: row.try_get("tval")?,
                name: row.try_get("name")?,
                takes_affixes: row.try_get("takes_affixes")?,
                kinds: row.try_get("kinds")?,
                affixes: row.try_get("affixes")?,
                allocations: row.try_get("allocations")?,
                themes: row.try_get("themes")?,
                artifacts: row.try_get("artifacts")?,
                kinds_without_affix: row.try_get("kinds_without_affix")?,
            })
        });
        Ok(rows.fetch_all(&self.readers).await?)
    }

    /// Diagnostics of a revision's files as of its import, in their order then.
    ///
    /// # Errors
    /// [`DatabaseError`], also where a rule was noted that this program no longer has.
    pub async fn diagnostics(&self, revision: RevisionId) -> Result<Vec<Diagnostic>, DatabaseError> {
        let rows = sqlx::query(
            "SELECT rule, file_name, file, start_byte, end_byte, found, expected
             FROM diagnostics WHERE revision_id = ?1 ORDER BY position",
        )
        .bind(revision.0)
        .try_map(|row: SqliteRow| {
            let span = match row.try_get("file")? {
                Some(file) => {
                    Some(Span { file: FileId(file), start: row.try_get("start_byte")?, end: row.try_get("end_byte")? })
                }
                None => None,
            };
            Ok(Diagnostic {
                rule: parse_word("rule", Rule::ALL, Rule::name, row.try_get("rule")?)?,
                file: row.try_get("file_name")?,
                span,
                found: row.try_get("found")?,
                expected: row.try_get("expected")?,
            })
        });
        Ok(rows.fetch_all(&self.readers).await?)
    }
}
