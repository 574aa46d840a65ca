//! What waits for somebody.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::Proposal;
use crate::{AccountId, DatabaseError, Store, error::parse_word};

/// So many are listed.
const MOST: u32 = 200;

/// What a proposal waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Waiting {
    /// It is theirs, and changes are requested.
    Changes,
    /// It has the approvals that it needs, and it is theirs, or they are a maintainer.
    Merge,
    /// They may review it and gave no verdict.
    Verdict,
    /// They gave one, and its effect is another one now.
    VerdictAgain,
    /// It is theirs, and others have said something since they looked.
    Answer,
}

impl Waiting {
    const ALL: [Waiting; 5] =
        [Waiting::Changes, Waiting::Merge, Waiting::Verdict, Waiting::VerdictAgain, Waiting::Answer];

    /// Its word, in statements and in machine-readable lists.
    pub fn name(self) -> &'static str {
        match self {
            Waiting::Changes => "changes",
            Waiting::Merge => "merge",
            Waiting::Verdict => "verdict",
            Waiting::VerdictAgain => "verdict-again",
            Waiting::Answer => "answer",
        }
    }
}

/// A proposal that waits for somebody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attention {
    /// The proposal.
    pub proposal: Proposal,
    /// What for.
    pub waiting: Waiting,
}

impl FromRow<'_, SqliteRow> for Attention {
    fn from_row(row: &SqliteRow) -> Result<Attention, sqlx::Error> {
        let waiting = parse_word("what a proposal waits for", &Waiting::ALL, Waiting::name, row.try_get("waiting")?)?;
        Ok(Attention { proposal: Proposal::from_row(row)?, waiting })
    }
}

impl Store {
    /// The open proposals that wait for an account, the oldest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn attention(&self, account: AccountId) -> Result<Vec<Attention>, DatabaseError> {
        let waiting = sqlx::query_as(
            "SELECT * FROM waiting_rows WHERE reader_id = ?1 AND waiting IS NOT NULL ORDER BY id LIMIT ?2",
        );
        Ok(waiting.bind(account.0).bind(MOST).fetch_all(&self.readers).await?)
    }

    /// How many those are, also beyond what is listed.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn waiting(&self, account: AccountId) -> Result<u32, DatabaseError> {
        let waiting =
            sqlx::query_scalar("SELECT count(*) FROM waiting_rows WHERE reader_id = ?1 AND waiting IS NOT NULL");
        Ok(waiting.bind(account.0).fetch_one(&self.readers).await?)
    }
}
