//! The number of required approvals, by edition.

use crate::{AccountId, Act, Archived, DatabaseError, EditionId, NewAuditEntry, Store, edition_end};

/// Limit of required approvals.
const MOST: u32 = 9;

/// Why the number of required approvals could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalsError {
    /// More approvals than can be required.
    #[error("required approvals: found {found}; expected 0 to {most}")]
    OutOfRange {
        /// The number that was to be required.
        found: u32,
        /// The largest number that can be.
        most: u32,
    },
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Number of approvals before a proposal of the edition with that slug can be merged; `None` where there is no such
    /// edition.
    ///
    /// # Errors
    /// [`ApprovalsError::Database`].
    pub async fn required_approvals(&self, slug: &str) -> Result<Option<u32>, DatabaseError> {
        let required = sqlx::query_scalar("SELECT required_approvals FROM editions WHERE slug = ?1");
        Ok(required.bind(slug).fetch_optional(&self.readers).await?)
    }

    /// Sets the number of required approvals of an edition: 0 to 9.
    ///
    /// # Errors
    /// [`ApprovalsError::OutOfRange`], [`ApprovalsError::Database`].
    pub async fn set_required_approvals(
        &self,
        edition: EditionId,
        required: u32,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), ApprovalsError> {
        if required > MOST {
            return Err(ApprovalsError::OutOfRange { found: required, most: MOST });
        }
        let mut transaction = self.write().await?;
        edition_end::check_not_archived::<ApprovalsError>(&mut transaction, edition).await?;
        let before: Option<(String, u32)> =
            sqlx::query_as("SELECT slug, required_approvals FROM editions WHERE id = ?1")
                .bind(edition.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some((slug, before)) = before.filter(|(_, before)| *before != required) else { return Ok(()) };
        sqlx::query("UPDATE editions SET required_approvals = ?2 WHERE id = ?1")
            .bind(edition.0)
            .bind(required)
            .execute(&mut *transaction)
            .await?;
        let (from, to) = (before.to_string(), required.to_string());
        let entry = NewAuditEntry::new(by, Act::SetRequiredApprovals, &slug, now_ms).changed(&from, &to);
        Ok(transaction.commit_act(&entry).await?)
    }
}
