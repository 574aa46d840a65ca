//! The inbox: open proposals that wait for an account.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::Proposal;
use crate::{AccountId, DatabaseError, Store, error::parse_word};

/// Limit of the listed proposals.
const MOST: u32 = 200;

/// Reason why an open proposal is in somebody's inbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InboxReason {
    /// It is their own, and changes are requested.
    Changes,
    /// It has the required approvals, and it is their own or they are a maintainer.
    Merge,
    /// They may review it and gave no verdict yet.
    Verdict,
    /// They gave a verdict, and the effect is another one now.
    VerdictAgain,
    /// It is their own, and others have said something since they last saw it.
    Answer,
}

impl InboxReason {
    const ALL: [InboxReason; 5] = [
        InboxReason::Changes,
        InboxReason::Merge,
        InboxReason::Verdict,
        InboxReason::VerdictAgain,
        InboxReason::Answer,
    ];

    /// Its word in statements and machine-readable lists.
    pub fn name(self) -> &'static str {
        match self {
            InboxReason::Changes => "changes",
            InboxReason::Merge => "merge",
            InboxReason::Verdict => "verdict",
            InboxReason::VerdictAgain => "verdict-again",
            InboxReason::Answer => "answer",
        }
    }
}

/// An open proposal in somebody's inbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxItem {
    /// The proposal.
    pub proposal: Proposal,
    /// The reason.
    pub reason: InboxReason,
}

impl FromRow<'_, SqliteRow> for InboxItem {
    fn from_row(row: &SqliteRow) -> Result<InboxItem, sqlx::Error> {
        let reason =
            parse_word("what a proposal waits for", &InboxReason::ALL, InboxReason::name, row.try_get("waiting")?)?;
        Ok(InboxItem { proposal: Proposal::from_row(row)?, reason })
    }
}

impl Store {
    /// The open proposals in an account's inbox, oldest first: at most 200.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn inbox(&self, account: AccountId) -> Result<Vec<InboxItem>, DatabaseError> {
        let waiting = sqlx::query_as(
            "SELECT * FROM waiting_rows WHERE reader_id = ?1 AND waiting IS NOT NULL ORDER BY id LIMIT ?2",
        );
        Ok(waiting.bind(account.0).bind(MOST).fetch_all(&self.readers).await?)
    }

    /// Number of open proposals in an account's inbox, also beyond the 200 that are listed.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn inbox_count(&self, account: AccountId) -> Result<u32, DatabaseError> {
        let waiting =
            sqlx::query_scalar("SELECT count(*) FROM waiting_rows WHERE reader_id = ?1 AND waiting IS NOT NULL");
        Ok(waiting.bind(account.0).fetch_one(&self.readers).await?)
    }
}
