//! How far somebody has read a proposal, so that it can be said what is new.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::{ProposalError, proposal};
use crate::{AccountId, ProposalId, Store};

/// How far somebody had read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// The revision of the proposal that was current.
    pub revision: u32,
    /// The last line of the log there was about the proposal.
    pub act: i64,
    /// When they looked, in milliseconds since 1970.
    pub at: i64,
}

impl FromRow<'_, SqliteRow> for Look {
    fn from_row(row: &SqliteRow) -> Result<Look, sqlx::Error> {
        Ok(Look { revision: row.try_get("revision")?, act: row.try_get("act_id")?, at: row.try_get("at")? })
    }
}

/// A row as it is stored.
struct Stored {
    last: Look,
    before: Option<Look>,
    /// Whether others have done something since.
    has_news: bool,
}

impl FromRow<'_, SqliteRow> for Stored {
    fn from_row(row: &SqliteRow) -> Result<Stored, sqlx::Error> {
        let before = match row.try_get("before_revision")? {
            None => None,
            Some(revision) => {
                Some(Look { revision, act: row.try_get("before_act_id")?, at: row.try_get("before_at")? })
            }
        };
        Ok(Stored { last: Look::from_row(row)?, before, has_news: row.try_get("has_news")? })
    }
}

impl Store {
    /// Notes that somebody looks at a proposal, and gives how far they had read before there was something new: looking
    /// again shows the same, until others do something or [`Store::mark_read`] is called. `None` at the first look.
    /// Writes only where there is something new.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::Database`].
    pub async fn look(
        &self,
        account: AccountId,
        proposal: ProposalId,
        now_ms: i64,
    ) -> Result<Option<Look>, ProposalError> {
        let stored: Option<Stored> = sqlx::query_as(
            "SELECT looks.*, EXISTS (SELECT 1 FROM acts WHERE acts.proposal_id = ?2 AND acts.id > act_id
                 AND acts.account_id IS NOT ?1) AS has_news
             FROM looks WHERE looks.account_id = ?1 AND looks.proposal_id = ?2",
        )
        .bind(account.0)
        .bind(proposal.0)
        .fetch_optional(&self.readers)
        .await?;
        let before = match stored {
            Some(stored) if !stored.has_news => return Ok(stored.before),
            Some(stored) => Some(stored.last),
            None => None,
        };
        self.write_look(account, proposal, before, now_ms).await?;
        Ok(before)
    }

    /// Notes that somebody has read all there is about a proposal.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::Database`].
    pub async fn mark_read(&self, account: AccountId, proposal: ProposalId, now_ms: i64) -> Result<(), ProposalError> {
        self.write_look(account, proposal, None, now_ms).await
    }

    async fn write_look(
        &self,
        account: AccountId,
        proposal: ProposalId,
        before: Option<Look>,
        now_ms: i64,
    ) -> Result<(), ProposalError> {
        let mut transaction = self.write().await?;
        let revision = proposal::find(&mut transaction, proposal).await?.revision;
        sqlx::query(
            "INSERT INTO looks (account_id, proposal_id, revision, act_id, at, before_revision, before_act_id, before_at)
             VALUES (?1, ?2, ?3, (SELECT ifnull(max(id), 0) FROM acts WHERE proposal_id = ?2), ?4, ?5, ?6, ?7)
             ON CONFLICT (account_id, proposal_id) DO UPDATE SET revision = excluded.revision, act_id = excluded.act_id,
                 at = excluded.at, before_revision = excluded.before_revision, before_act_id = excluded.before_act_id,
                 before_at = excluded.before_at",
        )
        .bind(account.0)
        .bind(proposal.0)
        .bind(revision)
        .bind(now_ms)
        .bind(before.map(|look| look.revision))
        .bind(before.map(|look| look.act))
        .bind(before.map(|look| look.at))
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }
}
