//! What teams' own programs counted of drops, beside the revision whose rules they are held against.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{
    AccountId, Act, Archived, DatabaseError, EditionId, NewAuditEntry, OwnCountsId, RevisionId, Store, TooMany,
    edition_end,
    hash::sha256_hex,
    sent_files::{MOST, kept_name, sent_to},
    write::NoAct,
};

/// Counts that are stored, without themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCountsLine {
    /// Their id.
    pub id: OwnCountsId,
    /// The revision whose rules they are held against.
    pub revision: RevisionId,
    /// That revision's number within its edition.
    pub revision_number: u32,
    /// The edition's name in URLs.
    pub slug: String,
    /// Name of the file.
    pub name: String,
    /// Drops that were counted.
    pub objects: u64,
    /// Depths and drop qualities of which there are counts.
    pub cells: u32,
    /// Time of the upload, in milliseconds since 1970.
    pub created_at: i64,
    /// What they came to; `None` where nobody waited for it yet.
    pub outcome: Option<OwnCountsOutcome>,
}

/// What counts came to when they were held against chances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnCountsOutcome {
    /// Game and version of the rules, such as `angband-4.2 3`.
    pub rules: String,
    /// Whether nothing disagreed.
    pub agrees: bool,
    /// Number of entries that were compared.
    pub comparisons: u64,
    /// Number of those that disagreed.
    pub disagreements: u64,
    /// When, in milliseconds since 1970.
    pub held_at: i64,
}

impl FromRow<'_, SqliteRow> for OwnCountsLine {
    fn from_row(row: &SqliteRow) -> Result<OwnCountsLine, sqlx::Error> {
        let outcome = |rules: String| -> Result<OwnCountsOutcome, sqlx::Error> {
            Ok(OwnCountsOutcome {
                rules,
                agrees: row.try_get("agrees")?,
                comparisons: row.try_get("comparisons")?,
                disagreements: row.try_get("disagreements")?,
                held_at: row.try_get("held_at")?,
            })
        };
        Ok(OwnCountsLine {
            id: OwnCountsId(row.try_get("id")?),
            revision: RevisionId(row.try_get("revision_id")?),
            revision_number: row.try_get("revision_number")?,
            slug: row.try_get("slug")?,
            name: row.try_get("name")?,
            objects: row.try_get("objects")?,
            cells: row.try_get("cells")?,
            created_at: row.try_get("created_at")?,
            outcome: row.try_get::<Option<String>, _>("rules")?.map(outcome).transpose()?,
        })
    }
}

/// Counts to store.
#[derive(Debug, Clone, Copy)]
pub struct NewOwnCounts<'a> {
    /// The revision whose rules they are held against.
    pub revision: RevisionId,
    /// Name of the file; cut to 100 characters.
    pub name: &'a str,
    /// The file, packed with gzip.
    pub packed: &'a [u8],
    /// Drops that were counted.
    pub objects: u64,
    /// Depths and drop qualities of which there are counts.
    pub cells: u32,
    /// Account that sends them; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why counts could not be stored, read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum OwnCountsError {
    /// No counts with this id.
    #[error("there are no counts {0}")]
    NotFound(OwnCountsId),
    /// No revision with this id.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),
    /// The same file is there for the same revision.
    #[error("this file is there already, as counts {0}")]
    Again(OwnCountsId),
    /// The edition has as many as it may.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Stores counts.
    ///
    /// # Errors
    /// [`OwnCountsError`].
    pub async fn add_own_counts(&self, new: NewOwnCounts<'_>) -> Result<OwnCountsId, OwnCountsError> {
        let sha256 = sha256_hex(new.packed);
        let mut transaction = self.write().await?;
        let to = sent_to::<OwnCountsError>(&mut transaction, new.revision).await?;
        let (edition, about) = to.ok_or(OwnCountsError::NoSuchRevision(new.revision))?;
        let again: Option<i64> = sqlx::query_scalar("SELECT id FROM own_counts WHERE revision_id = ?1 AND sha256 = ?2")
            .bind(new.revision.0)
            .bind(&sha256)
            .fetch_optional(&mut *transaction)
            .await?;
        if let Some(again) = again {
            return Err(OwnCountsError::Again(OwnCountsId(again)));
        }
        let of_edition: u32 = sqlx::query_scalar("SELECT count(*) FROM own_counts_rows WHERE edition_id = ?1")
            .bind(edition.0)
            .fetch_one(&mut *transaction)
            .await?;
        if of_edition >= MOST {
            return Err(TooMany { what: "counts of this edition", most: MOST }.into());
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO own_counts (revision_id, name, sha256, counts, objects, cells, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
        )
        .bind(new.revision.0)
        .bind(kept_name(new.name, "counts"))
        .bind(&sha256)
        .bind(new.packed)
        .bind(new.objects.cast_signed())
        .bind(new.cells)
        .bind(new.now_ms)
        .fetch_one(&mut *transaction)
        .await?;
        let to = format!("counts {id}");
        let entry = NewAuditEntry::new(new.by, Act::AddedOwnCounts, &about, new.now_ms).to(&to);
        transaction.commit_act(&entry).await?;
        Ok(OwnCountsId(id))
    }

    /// The counts of an edition, newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn own_counts_lines(&self, edition: EditionId) -> Result<Vec<OwnCountsLine>, DatabaseError> {
        let lines = sqlx::query_as("SELECT * FROM own_counts_rows WHERE edition_id = ?1 ORDER BY id DESC LIMIT 200");
        Ok(lines.bind(edition.0).fetch_all(&self.readers).await?)
    }

    /// Counts without themselves.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn own_counts_line(&self, id: OwnCountsId) -> Result<Option<OwnCountsLine>, DatabaseError> {
        let line = sqlx::query_as("SELECT * FROM own_counts_rows WHERE id = ?1");
        Ok(line.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// The file, packed with gzip.
    ///
    /// # Errors
    /// [`OwnCountsError::NotFound`], [`OwnCountsError::Database`].
    pub async fn own_counts(&self, id: OwnCountsId) -> Result<Vec<u8>, OwnCountsError> {
        let packed: Option<Vec<u8>> = sqlx::query_scalar("SELECT counts FROM own_counts WHERE id = ?1")
            .bind(id.0)
            .fetch_optional(&self.readers)
            .await?;
        packed.ok_or(OwnCountsError::NotFound(id))
    }

    /// Keeps what counts came to, in place of what they came to before. Counts that are gone by then stay gone.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn set_own_counts_outcome(
        &self,
        id: OwnCountsId,
        outcome: &OwnCountsOutcome,
    ) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        sqlx::query(
            "UPDATE own_counts SET rules = ?2, agrees = ?3, comparisons = ?4, disagreements = ?5, held_at = ?6 WHERE id = ?1",
        )
        .bind(id.0)
        .bind(&outcome.rules)
        .bind(outcome.agrees)
        .bind(outcome.comparisons.cast_signed())
        .bind(outcome.disagreements.cast_signed())
        .bind(outcome.held_at)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit_unlogged(NoAct::Derived).await?)
    }

    /// Deletes counts.
    ///
    /// # Errors
    /// [`OwnCountsError::NotFound`], [`OwnCountsError::Archived`], [`OwnCountsError::Database`].
    pub async fn delete_own_counts(
        &self,
        id: OwnCountsId,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), OwnCountsError> {
        let mut transaction = self.write().await?;
        let found: Option<(i64, u32, String, String)> =
            sqlx::query_as("SELECT edition_id, revision_number, slug, name FROM own_counts_rows WHERE id = ?1")
                .bind(id.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let (edition, number, slug, name) = found.ok_or(OwnCountsError::NotFound(id))?;
        edition_end::check_not_archived::<OwnCountsError>(&mut transaction, EditionId(edition)).await?;
        sqlx::query("DELETE FROM own_counts WHERE id = ?1").bind(id.0).execute(&mut *transaction).await?;
        let (about, was) = (format!("{slug} r{number}"), format!("counts {id}, {name}"));
        let entry = NewAuditEntry::new(by, Act::DeletedOwnCounts, &about, now_ms).changed(&was, "");
        Ok(transaction.commit_act(&entry).await?)
    }
}
