//! Balance tests, by edition: the text of their file, as a team wrote it.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{AccountId, Act, Archived, DatabaseError, EditionId, NewAuditEntry, Store, edition_end};

/// Limit of the text, in bytes.
const LONGEST: usize = 262_144;

/// The balance tests of an edition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BalanceTests {
    /// The text of their file; empty where there are none.
    pub text: String,
    /// Whether a proposal with a test that fails can't be merged.
    pub holds_merge: bool,
}

impl FromRow<'_, SqliteRow> for BalanceTests {
    fn from_row(row: &SqliteRow) -> Result<BalanceTests, sqlx::Error> {
        Ok(BalanceTests { text: row.try_get("text")?, holds_merge: row.try_get("holds_merge")? })
    }
}

/// Why balance tests could not be written.
#[derive(Debug, thiserror::Error)]
pub enum BalanceTestsError {
    /// The text is too long.
    #[error("found {found} bytes; expected at most {LONGEST}")]
    TooLong {
        /// Its bytes.
        found: usize,
    },
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The balance tests of an edition; none where none were written.
    ///
    /// # Errors
    /// [`BalanceTestsError::Database`].
    pub async fn balance_tests(&self, edition: EditionId) -> Result<BalanceTests, DatabaseError> {
        let stored: Option<BalanceTests> = sqlx::query_as("SELECT * FROM balance_tests WHERE edition_id = ?1")
            .bind(edition.0)
            .fetch_optional(&self.readers)
            .await?;
        Ok(stored.unwrap_or_default())
    }

    /// Sets them; an empty text removes them.
    ///
    /// # Errors
    /// [`BalanceTestsError::TooLong`], [`BalanceTestsError::Archived`], [`BalanceTestsError::Database`].
    pub async fn set_balance_tests(
        &self,
        edition: EditionId,
        tests: &BalanceTests,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), BalanceTestsError> {
        let found = tests.text.len();
        if found > LONGEST {
            return Err(BalanceTestsError::TooLong { found });
        }
        let mut transaction = self.write().await?;
        edition_end::check_not_archived::<BalanceTestsError>(&mut transaction, edition).await?;
        sqlx::query("DELETE FROM balance_tests WHERE edition_id = ?1")
            .bind(edition.0)
            .execute(&mut *transaction)
            .await?;
        if found > 0 {
            sqlx::query(
                "INSERT INTO balance_tests (edition_id, text, holds_merge, changed_at) VALUES (?1, ?2, ?3, ?4)",
            )
            .bind(edition.0)
            .bind(&tests.text)
            .bind(tests.holds_merge)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        }
        let slug: String = sqlx::query_scalar("SELECT slug FROM editions WHERE id = ?1")
            .bind(edition.0)
            .fetch_one(&mut *transaction)
            .await?;
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::SetBalanceTests, &slug, now_ms)).await?)
    }
}
