//! What games' own programs counted on levels, beside the revision that they were built from.

mod codec;

use affixboard_inquiry::game_stats::GameStats;
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{
    AccountId, Act, Archived, CodecError, DatabaseError, EditionId, GameStatsId, NewAuditEntry, RevisionId, StatsFile,
    Store, TooMany, edition_end,
    sent_files::{MOST, kept_name, sent_to},
};

/// Statistics that are stored, without their counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameStatsLine {
    /// Their id.
    pub id: GameStatsId,
    /// The revision whose files they are held against.
    pub revision: RevisionId,
    /// That revision's number within its edition.
    pub revision_number: u32,
    /// The edition's name in URLs.
    pub slug: String,
    /// Name of the file.
    pub name: String,
    /// SHA-256 of the file.
    pub sha256: String,
    /// The game's version, as its program wrote it.
    pub version: String,
    /// The least and the most visits of a level.
    pub visits: (u64, u64),
    /// Number of levels.
    pub levels: u32,
    /// Number of objects counted.
    pub objects: u64,
    /// Time of the upload, in milliseconds since 1970.
    pub created_at: i64,
}

impl FromRow<'_, SqliteRow> for GameStatsLine {
    fn from_row(row: &SqliteRow) -> Result<GameStatsLine, sqlx::Error> {
        Ok(GameStatsLine {
            id: GameStatsId(row.try_get("id")?),
            revision: RevisionId(row.try_get("revision_id")?),
            revision_number: row.try_get("revision_number")?,
            slug: row.try_get("slug")?,
            name: row.try_get("name")?,
            sha256: row.try_get("sha256")?,
            version: row.try_get("version")?,
            visits: (row.try_get("least_visits")?, row.try_get("most_visits")?),
            levels: row.try_get("levels")?,
            objects: row.try_get("objects")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// Statistics to store.
#[derive(Debug, Clone, Copy)]
pub struct NewGameStats<'a> {
    /// The revision whose files they are held against.
    pub revision: RevisionId,
    /// Name of the file; cut to 100 characters.
    pub name: &'a str,
    /// What was read.
    pub file: &'a StatsFile,
    /// Account that sends them; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why statistics could not be stored, read or deleted.
#[derive(Debug, thiserror::Error)]
pub enum GameStatsError {
    /// No statistics with this id.
    #[error("there are no game statistics {0}")]
    NotFound(GameStatsId),
    /// No revision with this id.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),
    /// The same file is there for the same revision.
    #[error("this file is there already, as game statistics {0}")]
    Again(GameStatsId),
    /// The edition has as many as it may.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// The counts in the database can't be decoded.
    #[error("the counts of game statistics {id} are damaged")]
    Damaged {
        /// The statistics.
        id: GameStatsId,
        /// The decoder's error.
        source: CodecError,
    },
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Stores statistics.
    ///
    /// # Errors
    /// [`GameStatsError`].
    pub async fn add_game_stats(&self, new: NewGameStats<'_>) -> Result<GameStatsId, GameStatsError> {
        let (stats, bytes) = (&new.file.stats, codec::encode(&new.file.stats));
        let (least, most) = stats.visit_range().unwrap_or((1, 1));
        let mut transaction = self.write().await?;
        let to = sent_to::<GameStatsError>(&mut transaction, new.revision).await?;
        let (edition, about) = to.ok_or(GameStatsError::NoSuchRevision(new.revision))?;
        let again: Option<i64> =
            sqlx::query_scalar("SELECT id FROM game_statistics WHERE revision_id = ?1 AND sha256 = ?2")
                .bind(new.revision.0)
                .bind(&new.file.sha256)
                .fetch_optional(&mut *transaction)
                .await?;
        if let Some(again) = again {
            return Err(GameStatsError::Again(GameStatsId(again)));
        }
        let of_edition: u32 = sqlx::query_scalar("SELECT count(*) FROM game_statistics_rows WHERE edition_id = ?1")
            .bind(edition.0)
            .fetch_one(&mut *transaction)
            .await?;
        if of_edition >= MOST {
            return Err(TooMany { what: "game statistics of this edition", most: MOST }.into());
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO game_statistics (revision_id, name, sha256, bytes, version, least_visits, most_visits, levels,
                                          objects, counts, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) RETURNING id",
        )
        .bind(new.revision.0)
        .bind(kept_name(new.name, "statistics"))
        .bind(&new.file.sha256)
        .bind(new.file.bytes.cast_signed())
        .bind(&stats.about.version)
        .bind(least.cast_signed())
        .bind(most.cast_signed())
        .bind(stats.visits.len() as i64)
        .bind(stats.objects().cast_signed())
        .bind(bytes)
        .bind(new.now_ms)
        .fetch_one(&mut *transaction)
        .await?;
        let to = format!("game statistics {id}");
        let entry = NewAuditEntry::new(new.by, Act::AddedGameStats, &about, new.now_ms).to(&to);
        transaction.commit_act(&entry).await?;
        Ok(GameStatsId(id))
    }

    /// The statistics of an edition, or of all where none is given, newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn game_stats_lines(&self, edition: Option<EditionId>) -> Result<Vec<GameStatsLine>, DatabaseError> {
        let lines = sqlx::query_as(
            "SELECT * FROM game_statistics_rows WHERE iif(?1 IS NULL, TRUE, edition_id = ?1) ORDER BY id DESC LIMIT 200",
        );
        Ok(lines.bind(edition.map(|edition| edition.0)).fetch_all(&self.readers).await?)
    }

    /// Statistics without their counts.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn game_stats_line(&self, id: GameStatsId) -> Result<Option<GameStatsLine>, DatabaseError> {
        let line = sqlx::query_as("SELECT * FROM game_statistics_rows WHERE id = ?1");
        Ok(line.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// What was counted.
    ///
    /// # Errors
    /// [`GameStatsError::NotFound`], [`GameStatsError::Damaged`], [`GameStatsError::Database`].
    pub async fn game_stats(&self, id: GameStatsId) -> Result<GameStats, GameStatsError> {
        let bytes: Option<Vec<u8>> = sqlx::query_scalar("SELECT counts FROM game_statistics WHERE id = ?1")
            .bind(id.0)
            .fetch_optional(&self.readers)
            .await?;
        let bytes = bytes.ok_or(GameStatsError::NotFound(id))?;
        codec::decode(&bytes).map_err(|source| GameStatsError::Damaged { id, source })
    }

    /// Deletes statistics.
    ///
    /// # Errors
    /// [`GameStatsError::NotFound`], [`GameStatsError::Archived`], [`GameStatsError::Database`].
    pub async fn delete_game_stats(
        &self,
        id: GameStatsId,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), GameStatsError> {
        let mut transaction = self.write().await?;
        let found: Option<(i64, u32, String, String)> =
            sqlx::query_as("SELECT edition_id, revision_number, slug, name FROM game_statistics_rows WHERE id = ?1")
                .bind(id.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let (edition, number, slug, name) = found.ok_or(GameStatsError::NotFound(id))?;
        edition_end::check_not_archived::<GameStatsError>(&mut transaction, EditionId(edition)).await?;
        sqlx::query("DELETE FROM game_statistics WHERE id = ?1").bind(id.0).execute(&mut *transaction).await?;
        let (about, was) = (format!("{slug} r{number}"), format!("game statistics {id}, {name}"));
        let entry = NewAuditEntry::new(by, Act::DeletedGameStats, &about, now_ms).changed(&was, "");
        Ok(transaction.commit_act(&entry).await?)
    }
}
