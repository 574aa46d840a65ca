//! Views: addresses of sheets that have a short link, and some of them a name.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{AccountId, Act, DatabaseError, NewAuditEntry, Store, ViewId};

/// Limit of views, so that a form which is open to everyone can't fill the disk.
const MOST_VIEWS: u32 = 10_000;
/// Limit of an address, in bytes.
const LONGEST_PATH: usize = 2000;
/// Limit of a name, in characters.
const LONGEST_NAME: usize = 60;

/// A saved address of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// Its id.
    pub id: ViewId,
    /// Path and query, beginning with one `/`.
    pub path: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Time when it was first saved, in milliseconds since 1970.
    pub created_at: i64,
}

impl FromRow<'_, SqliteRow> for View {
    fn from_row(row: &SqliteRow) -> Result<View, sqlx::Error> {
        Ok(View {
            id: ViewId(row.try_get("id")?),
            path: row.try_get("path")?,
            name: row.try_get("name")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// Why a view could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ViewError {
    /// Not an address within the dashboard, or too long a one.
    #[error("found the address `{0}`; expected a path and query of at most 2,000 bytes, beginning with one /")]
    BadPath(String),
    /// A name that can't be shown on a line.
    #[error("found the name `{0}`; expected 1 to 60 characters without line breaks or blanks around them")]
    BadName(String),
    /// Another view has that name.
    #[error("there is a view `{0}` already")]
    NameTaken(String),
    /// No view with this id.
    #[error("there is no view {0}")]
    NotFound(ViewId),
    /// No room for another view.
    #[error("there are {0} views, which is the most there can be")]
    TooMany(u32),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The views with a name, by name.
    ///
    /// # Errors
    /// [`ViewError::Database`].
    pub async fn views(&self) -> Result<Vec<View>, DatabaseError> {
        let views = sqlx::query_as("SELECT * FROM views WHERE name IS NOT NULL ORDER BY name");
        Ok(views.fetch_all(&self.readers).await?)
    }

    /// A view.
    ///
    /// # Errors
    /// [`ViewError::Database`].
    pub async fn view(&self, id: ViewId) -> Result<Option<View>, DatabaseError> {
        let view = sqlx::query_as("SELECT * FROM views WHERE id = ?1");
        Ok(view.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// Saves an address; one that is saved already keeps its id and name.
    ///
    /// # Errors
    /// [`ViewError::BadPath`], [`ViewError::TooMany`], [`ViewError::Database`].
    pub async fn keep_view(&self, path: &str, by: Option<AccountId>, now_ms: i64) -> Result<View, ViewError> {
        let is_ours = path.starts_with('/') && !path[1..].starts_with(['/', '\\']) && path.len() > 1;
        if !is_ours || path.len() > LONGEST_PATH || path.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(ViewError::BadPath(path.chars().take(LONGEST_NAME).collect()));
        }
        let mut transaction = self.write().await?;
        let known = sqlx::query_as("SELECT * FROM views WHERE path = ?1");
        if let Some(view) = known.bind(path).fetch_optional(&mut *transaction).await? {
            return Ok(view);
        }
        let views: u32 = sqlx::query_scalar("SELECT count(*) FROM views").fetch_one(&mut *transaction).await?;
        if views >= MOST_VIEWS {
            return Err(ViewError::TooMany(MOST_VIEWS));
        }
        let view: View = sqlx::query_as("INSERT INTO views (path, created_at) VALUES (?1, ?2) RETURNING *")
            .bind(path)
            .bind(now_ms)
            .fetch_one(&mut *transaction)
            .await?;
        let to = format!("view {}", view.id);
        transaction.commit_act(&NewAuditEntry::new(by, Act::KeptView, path, now_ms).to(&to)).await?;
        Ok(view)
    }

    /// Gives a view a name, or takes it: 1 to 60 characters, of which none is a control character, without blanks around.
    /// No two views have one name, whatever the case. Its number leads to it as before.
    ///
    /// # Errors
    /// [`ViewError::NotFound`], [`ViewError::BadName`], [`ViewError::NameTaken`], [`ViewError::Database`].
    pub async fn name_view(
        &self,
        id: ViewId,
        name: Option<&str>,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<View, ViewError> {
        if let Some(name) = name {
            let is_good = (1..=LONGEST_NAME).contains(&name.chars().count());
            if !is_good || name.trim() != name || name.contains(char::is_control) {
                return Err(ViewError::BadName(name.chars().take(LONGEST_NAME).collect()));
            }
        }
        let mut transaction = self.write().await?;
        let taken: Option<i64> = sqlx::query_scalar("SELECT id FROM views WHERE name = ?1 AND id <> ?2")
            .bind(name)
            .bind(id.0)
            .fetch_optional(&mut *transaction)
            .await?;
        if let (Some(_), Some(name)) = (taken, name) {
            return Err(ViewError::NameTaken(name.to_owned()));
        }
        let before: Option<String> = sqlx::query_scalar("SELECT name FROM views WHERE id = ?1")
            .bind(id.0)
            .fetch_optional(&mut *transaction)
            .await?
            .ok_or(ViewError::NotFound(id))?;
        let view = sqlx::query_as("UPDATE views SET name = ?2 WHERE id = ?1 RETURNING *")
            .bind(id.0)
            .bind(name)
            .fetch_one(&mut *transaction)
            .await?;
        if before.as_deref() == name {
            return Ok(view);
        }
        let (about, from, to) = (format!("view {id}"), before.unwrap_or_default(), name.unwrap_or_default());
        transaction.commit_act(&NewAuditEntry::new(by, Act::NamedView, &about, now_ms).changed(&from, to)).await?;
        Ok(view)
    }
}
