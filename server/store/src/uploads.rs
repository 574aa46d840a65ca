//! Uploads that wait: files that somebody sent and looks at before they become a revision. Nobody else sees them, they are few,
//! and those that nobody touches go.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{AccountId, DatabaseError, Store, TooMany, UploadId, write::NoAct};

/// Limit of uploads that wait for one account; without accounts all are one's.
const MOST: u32 = 4;
/// Limit of the bytes of all uploads that wait.
const MOST_BYTES: i64 = 256 << 20;
/// How long an upload waits that nobody touches, in milliseconds.
const PATIENCE: i64 = 24 * 60 * 60 * 1000;

/// An upload that waits. Its files are asked for by [`Store::upload_files`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    /// Its id.
    pub id: UploadId,
    /// The slug of the edition that it is for, as it was typed.
    pub slug: String,
    /// The title that the edition gets where it is new; may be empty.
    pub title: String,
    /// The id of the game whose rules shall read it; empty to tell it from the files.
    pub game: String,
    /// Counts up with each change.
    pub version: u32,
    /// Time of the last change, in milliseconds since 1970.
    pub touched_at: i64,
    /// Number of its files.
    pub files: u32,
    /// The bytes of its files.
    pub bytes: u64,
}

impl Upload {
    /// Time from which on it is gone, in milliseconds since 1970.
    pub fn expires_at(&self) -> i64 {
        self.touched_at + PATIENCE
    }
}

impl FromRow<'_, SqliteRow> for Upload {
    fn from_row(row: &SqliteRow) -> Result<Upload, sqlx::Error> {
        Ok(Upload {
            id: UploadId(row.try_get("id")?),
            slug: row.try_get("slug")?,
            title: row.try_get("title")?,
            game: row.try_get("game")?,
            version: row.try_get("version")?,
            touched_at: row.try_get("touched_at")?,
            files: row.try_get("files")?,
            bytes: row.try_get::<i64, _>("bytes")?.cast_unsigned(),
        })
    }
}

/// Files by name, byte for byte.
pub type UploadFiles = Vec<(String, Vec<u8>)>;

/// An upload to keep, or what it becomes.
#[derive(Debug, Clone, Copy)]
pub struct NewUpload<'a> {
    /// See [`Upload::slug`]; cut to 100 characters.
    pub slug: &'a str,
    /// See [`Upload::title`]; cut to 200 characters.
    pub title: &'a str,
    /// See [`Upload::game`]; cut to 100 characters.
    pub game: &'a str,
    /// Files to add, each in the place of one with its name, whatever the case.
    pub files: &'a UploadFiles,
    /// Account that sends it; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// An upload as somebody looked at it, and what it was compared with.
#[derive(Debug, Clone, Copy)]
pub struct SeenUpload {
    /// The upload.
    pub id: UploadId,
    /// Its version.
    pub version: u32,
    /// The number of the edition's newest revision; 0 where there was no such edition.
    pub newest: u32,
}

/// Why an upload could not be kept or changed.
#[derive(Debug, thiserror::Error)]
pub enum UploadRefused {
    /// As many uploads of the account wait as may.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// All uploads that wait take as much room as they may.
    #[error("other uploads that wait take all the room there is for them; try again later, or discard one of yours")]
    Full,
    /// No such upload, or somebody else's.
    #[error("there is no such upload; it was imported, discarded, or nobody touched it for a day")]
    NotFound,
    /// Its files, game or edition were changed since it was looked at.
    #[error("the upload was changed meanwhile, perhaps in another window; look at it again")]
    Changed,
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Keeps an upload. Those that nobody touched for a day go.
    ///
    /// # Errors
    /// [`TooMany`], [`UploadRefused::Full`], [`UploadRefused::Database`].
    pub async fn add_upload(&self, new: NewUpload<'_>) -> Result<UploadId, UploadRefused> {
        let mut transaction = self.write().await?;
        remove_old(&mut transaction, new.now_ms).await?;
        let own: u32 = sqlx::query_scalar("SELECT count(*) FROM uploads WHERE account_id IS ?1")
            .bind(new.by.map(|by| by.0))
            .fetch_one(&mut *transaction)
            .await?;
        if own >= MOST {
            return Err(TooMany { what: "uploads of yours that wait", most: MOST }.into());
        }
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO uploads (account_id, slug, title, game, version, touched_at)
             VALUES (?1, ?2, ?3, ?4, 1, ?5) RETURNING id",
        )
        .bind(new.by.map(|by| by.0))
        .bind(cut(new.slug, 100))
        .bind(cut(new.title, 200))
        .bind(cut(new.game, 100))
        .bind(new.now_ms)
        .fetch_one(&mut *transaction)
        .await?;
        put_files(&mut transaction, UploadId(id), new.files).await?;
        transaction.commit_unlogged(NoAct::Upload).await?;
        Ok(UploadId(id))
    }

    /// Changes an upload that is at that version: its texts become these, and the files are added.
    ///
    /// # Errors
    /// [`UploadRefused::NotFound`], [`UploadRefused::Changed`], [`UploadRefused::Full`], [`UploadRefused::Database`].
    pub async fn change_upload(&self, id: UploadId, version: u32, new: NewUpload<'_>) -> Result<(), UploadRefused> {
        let mut transaction = self.write().await?;
        remove_old(&mut transaction, new.now_ms).await?;
        let at: Option<u32> = sqlx::query_scalar("SELECT version FROM uploads WHERE id = ?1 AND account_id IS ?2")
            .bind(id.0)
            .bind(new.by.map(|by| by.0))
            .fetch_optional(&mut *transaction)
            .await?;
        if at.ok_or(UploadRefused::NotFound)? != version {
            return Err(UploadRefused::Changed);
        }
        sqlx::query(
            "UPDATE uploads SET slug = ?2, title = ?3, game = ?4, version = version + 1, touched_at = ?5 WHERE id = ?1",
        )
        .bind(id.0)
        .bind(cut(new.slug, 100))
        .bind(cut(new.title, 200))
        .bind(cut(new.game, 100))
        .bind(new.now_ms)
        .execute(&mut *transaction)
        .await?;
        put_files(&mut transaction, id, new.files).await?;
        Ok(transaction.commit_unlogged(NoAct::Upload).await?)
    }

    /// The uploads that wait for an account, newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn uploads(&self, by: Option<AccountId>, now_ms: i64) -> Result<Vec<Upload>, DatabaseError> {
        let uploads =
            sqlx::query_as("SELECT * FROM upload_rows WHERE account_id IS ?1 AND touched_at >= ?2 ORDER BY id DESC");
        Ok(uploads.bind(by.map(|by| by.0)).bind(now_ms - PATIENCE).fetch_all(&self.readers).await?)
    }

    /// An upload that waits for an account.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn upload(
        &self,
        id: UploadId,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<Option<Upload>, DatabaseError> {
        let upload =
            sqlx::query_as("SELECT * FROM upload_rows WHERE id = ?1 AND account_id IS ?2 AND touched_at >= ?3");
        let upload = upload.bind(id.0).bind(by.map(|by| by.0)).bind(now_ms - PATIENCE);
        Ok(upload.fetch_optional(&self.readers).await?)
    }

    /// The files of an upload, by name.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn upload_files(&self, id: UploadId) -> Result<UploadFiles, DatabaseError> {
        let files = sqlx::query_as("SELECT name, bytes FROM upload_files WHERE upload_id = ?1 ORDER BY name");
        Ok(files.bind(id.0).fetch_all(&self.readers).await?)
    }

    /// Discards an upload of an account; one that is gone already is fine.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn discard_upload(&self, id: UploadId, by: Option<AccountId>) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        let discard = sqlx::query("DELETE FROM uploads WHERE id = ?1 AND account_id IS ?2");
        discard.bind(id.0).bind(by.map(|by| by.0)).execute(&mut *transaction).await?;
        Ok(transaction.commit_unlogged(NoAct::Upload).await?)
    }

    /// Removes uploads that nobody touched for a day.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn remove_old_uploads(&self, now_ms: i64) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        if remove_old(&mut transaction, now_ms).await? > 0 {
            transaction.commit_unlogged(NoAct::Upload).await?;
        }
        Ok(())
    }
}

/// Takes an upload away for whoever imports it; whether it was there as they saw it.
pub(crate) async fn take(
    connection: &mut SqliteConnection,
    seen: SeenUpload,
    by: Option<AccountId>,
) -> Result<bool, sqlx::Error> {
    let take = sqlx::query("DELETE FROM uploads WHERE id = ?1 AND version = ?2 AND account_id IS ?3");
    let taken = take.bind(seen.id.0).bind(seen.version).bind(by.map(|by| by.0)).execute(connection).await?;
    Ok(taken.rows_affected() > 0)
}

async fn remove_old(connection: &mut SqliteConnection, now_ms: i64) -> Result<u64, sqlx::Error> {
    let old = sqlx::query("DELETE FROM uploads WHERE touched_at < ?1");
    Ok(old.bind(now_ms - PATIENCE).execute(connection).await?.rows_affected())
}

/// Adds files, each in the place of one with its name, and refuses what all uploads together may not have.
async fn put_files(connection: &mut SqliteConnection, id: UploadId, files: &UploadFiles) -> Result<(), UploadRefused> {
    for (name, bytes) in files {
        sqlx::query("DELETE FROM upload_files WHERE upload_id = ?1 AND name = ?2")
            .bind(id.0)
            .bind(name)
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO upload_files (upload_id, name, bytes) VALUES (?1, ?2, ?3)")
            .bind(id.0)
            .bind(name)
            .bind(bytes)
            .execute(&mut *connection)
            .await?;
    }
    let all: i64 =
        sqlx::query_scalar("SELECT ifnull(sum(length(bytes)), 0) FROM upload_files").fetch_one(connection).await?;
    if all > MOST_BYTES { Err(UploadRefused::Full) } else { Ok(()) }
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
