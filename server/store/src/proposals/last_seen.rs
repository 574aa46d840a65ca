//! The state of each proposal that each account saw last, in the table `looks`, so that pages can mark new content.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::{ProposalError, proposal};
use crate::{AccountId, ProposalId, Store, Unavailable, write::NoAct};

/// State of a proposal when an account last saw it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastSeen {
    /// Number of the proposal's revision then.
    pub revision: u32,
    /// Id of the last audit entry about the proposal then; 0 where there was none.
    pub audit_entry: i64,
    /// Time, in milliseconds since 1970.
    pub at: i64,
}

impl FromRow<'_, SqliteRow> for LastSeen {
    fn from_row(row: &SqliteRow) -> Result<LastSeen, sqlx::Error> {
        Ok(LastSeen { revision: row.try_get("revision")?, audit_entry: row.try_get("act_id")?, at: row.try_get("at")? })
    }
}

/// A row as it is stored.
struct Stored {
    last: LastSeen,
    before: Option<LastSeen>,
    /// Whether others have done something since.
    has_news: bool,
}

impl FromRow<'_, SqliteRow> for Stored {
    fn from_row(row: &SqliteRow) -> Result<Stored, sqlx::Error> {
        let before = match row.try_get("before_revision")? {
            None => None,
            Some(revision) => {
                Some(LastSeen { revision, audit_entry: row.try_get("before_act_id")?, at: row.try_get("before_at")? })
            }
        };
        Ok(Stored { last: LastSeen::from_row(row)?, before, has_news: row.try_get("has_news")? })
    }
}

impl Store {
    /// Notes that an account sees a proposal, and returns what it had seen before there was something new. Seeing it
    /// again returns the same, until others do something or [`Store::mark_read`] is called. `None` the first time.
    /// Writes only where there is something new, and not in an outage that passes.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::Database`].
    pub async fn mark_seen(
        &self,
        account: AccountId,
        proposal: ProposalId,
        now_ms: i64,
    ) -> Result<Option<LastSeen>, ProposalError> {
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
        match self.write_last_seen(account, proposal, before, now_ms).await {
            // Where nothing can be stored the page is shown all the same, and what it has stays new.
            Err(error) if Unavailable::of(&error).is_some_and(Unavailable::passes) => {}
            written => written?,
        }
        Ok(before)
    }

    /// Notes that an account has read everything about a proposal.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::Database`].
    pub async fn mark_read(&self, account: AccountId, proposal: ProposalId, now_ms: i64) -> Result<(), ProposalError> {
        self.write_last_seen(account, proposal, None, now_ms).await
    }

    async fn write_last_seen(
        &self,
        account: AccountId,
        proposal: ProposalId,
        before: Option<LastSeen>,
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
        .bind(before.map(|before| before.revision))
        .bind(before.map(|before| before.audit_entry))
        .bind(before.map(|before| before.at))
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit_unlogged(NoAct::Seen).await?)
    }
}
