//! How many must approve of a proposal, by edition.

use crate::{AccountId, EditionId, Error, NewAct, Store, accounts::acts};

/// So many can be required.
const MOST: u32 = 9;

impl Store {
    /// How many must approve before a proposal of the edition with that slug can be merged; none where there is no such
    /// edition.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub async fn required_approvals(&self, slug: &str) -> Result<Option<u32>, Error> {
        let required = sqlx::query_scalar("SELECT required_approvals FROM editions WHERE slug = ?1");
        Ok(required.bind(slug).fetch_optional(&self.readers).await?)
    }

    /// Says how many must: 0 to 9.
    ///
    /// # Errors
    /// [`Error::BadApprovals`], [`Error::Database`].
    pub async fn set_required_approvals(
        &self,
        edition: EditionId,
        required: u32,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), Error> {
        if required > MOST {
            return Err(Error::BadApprovals { found: required, most: MOST });
        }
        let mut transaction = self.write().await?;
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
        let act = NewAct::new(by, "set required approvals", &slug, now_ms).from_to(&from, &to);
        acts::record(&mut transaction, &act).await?;
        Ok(transaction.commit().await?)
    }
}
