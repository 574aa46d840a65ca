//! The order of batches that wait.

use crate::{AccountId, Act, BatchError, BatchId, NewAuditEntry, Store, batches::moved};

/// An end of the queue of batches that wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueueEnd {
    /// Before all others.
    First,
    /// Behind all others.
    Last,
}

impl QueueEnd {
    /// The word in forms and the log.
    pub fn name(self) -> &'static str {
        match self {
            QueueEnd::First => "first",
            QueueEnd::Last => "last",
        }
    }
}

impl Store {
    /// Puts a waiting batch before or behind all others that wait.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`] where it doesn't wait, [`BatchError::Database`].
    pub async fn move_batch(
        &self,
        id: BatchId,
        to: QueueEnd,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), BatchError> {
        let mut transaction = self.write().await?;
        let priority = match to {
            QueueEnd::First => "SELECT max(priority) + 1 FROM batches WHERE state = 'queued'",
            QueueEnd::Last => "SELECT min(priority) - 1 FROM batches WHERE state = 'queued'",
        };
        let priority: Option<i64> = sqlx::query_scalar(priority).fetch_one(&mut *transaction).await?;
        let set = sqlx::query("UPDATE batches SET priority = ?2 WHERE id = ?1 AND state = 'queued'");
        let set = set.bind(id.0).bind(priority.unwrap_or(0)).execute(&mut *transaction).await?;
        moved(&mut transaction, id, set.rows_affected()).await?;
        let about = format!("batch {id}");
        let entry = NewAuditEntry::new(by, Act::MovedBatch, &about, now_ms).to(to.name());
        Ok(transaction.commit_act(&entry).await?)
    }
}
