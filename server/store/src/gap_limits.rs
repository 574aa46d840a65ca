//! Limits of gaps, by edition.

use affixboard_inquiry::gaps::Limits;
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{AccountId, Act, Archived, DatabaseError, EditionId, NewAuditEntry, Store, edition_end};

/// Limit of the list of ignored gaps, in bytes.
const LONGEST_LIST: usize = 65_536;

/// A row as it is stored.
struct Stored(Limits);

impl FromRow<'_, SqliteRow> for Stored {
    fn from_row(row: &SqliteRow) -> Result<Stored, sqlx::Error> {
        let ignored: &str = row.try_get("ignored")?;
        Ok(Stored(Limits {
            few_affixes: row.try_get("few_affixes")?,
            theme_weight: row.try_get("theme_weight")?,
            first: row.try_get("first_level")?,
            last: row.try_get("last_level")?,
            // Entries that only another version of the program knows are skipped, so they hide nothing.
            ignore: ignored.lines().filter_map(|line| line.parse().ok()).collect(),
        }))
    }
}

/// Why limits of gaps could not be written.
#[derive(Debug, thiserror::Error)]
pub enum GapLimitsError {
    /// A limit isn't in its range, or the list of ignored gaps is too long.
    #[error("{0}")]
    BadLimits(String),
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Limits of gaps of an edition; the default where none were set.
    ///
    /// # Errors
    /// [`GapLimitsError::Database`].
    pub async fn gap_limits(&self, edition: EditionId) -> Result<Limits, DatabaseError> {
        let stored: Option<Stored> = sqlx::query_as("SELECT * FROM gap_limits WHERE edition_id = ?1")
            .bind(edition.0)
            .fetch_optional(&self.readers)
            .await?;
        Ok(stored.map_or_else(Limits::default, |stored| stored.0))
    }

    /// Sets an edition's limits of gaps. The default isn't stored, so that it may change with the
    /// program.
    ///
    /// # Errors
    /// [`GapLimitsError::BadLimits`] where one isn't in its range or the list is too long, [`GapLimitsError::Database`].
    pub async fn set_gap_limits(
        &self,
        edition: EditionId,
        limits: &Limits,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), GapLimitsError> {
        limits.check().map_err(|error| GapLimitsError::BadLimits(error.to_string()))?;
        let lines: Vec<String> = limits.ignore.iter().map(ToString::to_string).collect();
        let ignored = lines.join("\n");
        if ignored.len() > LONGEST_LIST || lines.len() > Limits::MAX_IGNORED {
            let most = Limits::MAX_IGNORED;
            return Err(GapLimitsError::BadLimits(format!(
                "ignore: found {} lines of {} bytes; expected at most {most} lines of {LONGEST_LIST} bytes in all",
                lines.len(),
                ignored.len()
            )));
        }
        let mut transaction = self.write().await?;
        edition_end::check_not_archived::<GapLimitsError>(&mut transaction, edition).await?;
        sqlx::query("DELETE FROM gap_limits WHERE edition_id = ?1").bind(edition.0).execute(&mut *transaction).await?;
        if *limits != Limits::default() {
            sqlx::query(
                "INSERT INTO gap_limits (edition_id, few_affixes, theme_weight, first_level, last_level, ignored,
                     changed_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )
            .bind(edition.0)
            .bind(limits.few_affixes)
            .bind(limits.theme_weight)
            .bind(limits.first)
            .bind(limits.last)
            .bind(ignored)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        }
        let slug: String = sqlx::query_scalar("SELECT slug FROM editions WHERE id = ?1")
            .bind(edition.0)
            .fetch_one(&mut *transaction)
            .await?;
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::SetGapLimits, &slug, now_ms)).await?)
    }
}
