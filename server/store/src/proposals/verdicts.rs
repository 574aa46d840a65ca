//! Verdicts: what reviewers say of a revision of a proposal, and whether that still counts.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    ProposalError,
    activity::note,
    proposal,
    text::{LONGEST_TEXT, TextError, check_length, check_text},
};
use crate::{AccountId, Act, DatabaseError, NewAuditEntry, ProposalId, Store, TooMany, error::parse_word};

/// Limit of verdicts on a proposal.
const MOST_VERDICTS: u32 = 2000;

/// Judgement of a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// Neither approves nor objects; an earlier verdict still counts.
    Comment,
    /// The proposal can be merged.
    Approve,
    /// The proposal can't be merged as it is.
    RequestChanges,
}

impl Judgement {
    /// Every judgement.
    pub const ALL: [Judgement; 3] = [Judgement::Comment, Judgement::Approve, Judgement::RequestChanges];

    /// Its word in the database and in forms.
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Comment => "comment",
            Judgement::Approve => "approve",
            Judgement::RequestChanges => "request-changes",
        }
    }

    /// The judgement with this word.
    pub fn find(name: &str) -> Option<Judgement> {
        Judgement::ALL.into_iter().find(|judgement| judgement.name() == name)
    }

    /// Action in the audit log.
    fn act(self) -> Act {
        match self {
            Judgement::Comment => Act::ReviewedProposal,
            Judgement::Approve => Act::ApprovedProposal,
            Judgement::RequestChanges => Act::RequestedChanges,
        }
    }
}

/// A verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Its id.
    pub id: i64,
    /// The revision of the proposal that it was given on.
    pub revision: u32,
    /// Account that gave it.
    pub by: AccountId,
    /// That account's name.
    pub name: String,
    /// The judgement.
    pub judgement: Judgement,
    /// Text; may be empty where it approves.
    pub body: String,
    /// Time, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether the proposal's effect is another one now.
    pub is_outdated: bool,
    /// Whether it is the last of somebody who may review that approves or requests changes.
    pub counts: bool,
}

impl FromRow<'_, SqliteRow> for Verdict {
    fn from_row(row: &SqliteRow) -> Result<Verdict, sqlx::Error> {
        Ok(Verdict {
            id: row.try_get("id")?,
            revision: row.try_get("revision")?,
            by: AccountId(row.try_get("account_id")?),
            name: row.try_get("name")?,
            judgement: parse_word("verdict", &Judgement::ALL, Judgement::name, row.try_get("verdict")?)?,
            body: row.try_get("body")?,
            created_at: row.try_get("created_at")?,
            is_outdated: !row.try_get::<bool, _>("is_current")?,
            counts: row.try_get("counts")?,
        })
    }
}

/// A verdict to store.
#[derive(Debug, Clone, Copy)]
pub struct NewVerdict<'a> {
    /// The proposal.
    pub proposal: ProposalId,
    /// The number of the revision that was read.
    pub seen: u32,
    /// Account that gave it.
    pub by: AccountId,
    /// The judgement.
    pub judgement: Judgement,
    /// Text: at most 20,000 characters, and at least one unless it approves.
    pub body: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a verdict could not be given.
#[derive(Debug, thiserror::Error)]
pub enum VerdictError {
    /// They made the proposal or its current revision themselves.
    #[error("proposal {0} or its current revision is your own; somebody else must judge it")]
    OwnProposal(ProposalId),
    /// No room for another verdict on the proposal.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A text is refused.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The proposal isn't there, isn't open, or isn't as it was read.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// A proposal's verdicts, oldest first.
    ///
    /// # Errors
    /// [`VerdictError::Database`].
    pub async fn verdicts(&self, proposal: ProposalId) -> Result<Vec<Verdict>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        Ok(of(&mut connection, proposal).await?)
    }

    /// Gives a verdict on the current revision of an open proposal.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::WrongState`], [`ProposalError::Revised`], [`VerdictError::OwnProposal`] where
    /// they made the proposal or the revision, [`TextError::Empty`], [`TextError::TooLong`], [`TooMany`],
    /// [`VerdictError::Database`].
    pub async fn give_verdict(&self, new: NewVerdict<'_>) -> Result<(), VerdictError> {
        match new.judgement {
            Judgement::Approve => check_length("verdict", new.body.chars().count(), LONGEST_TEXT)?,
            Judgement::Comment | Judgement::RequestChanges => check_text("verdict", new.body, LONGEST_TEXT)?,
        }
        let mut transaction = self.write().await?;
        let proposal = proposal::open_at(&mut transaction, new.proposal, new.seen).await?;
        let maker: Option<i64> =
            sqlx::query_scalar("SELECT made_by FROM proposal_revisions WHERE proposal_id = ?1 AND number = ?2")
                .bind(new.proposal.0)
                .bind(new.seen)
                .fetch_one(&mut *transaction)
                .await?;
        if proposal.author == Some(new.by) || maker == Some(new.by.0) {
            return Err(VerdictError::OwnProposal(new.proposal));
        }
        let verdicts: u32 = sqlx::query_scalar("SELECT count(*) FROM verdicts WHERE proposal_id = ?1")
            .bind(new.proposal.0)
            .fetch_one(&mut *transaction)
            .await?;
        if verdicts >= MOST_VERDICTS {
            return Err(TooMany { what: "verdicts on the proposal", most: MOST_VERDICTS }.into());
        }
        sqlx::query(
            "INSERT INTO verdicts (proposal_id, revision, account_id, verdict, body, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(new.proposal.0)
        .bind(new.seen)
        .bind(new.by.0)
        .bind(new.judgement.name())
        .bind(new.body)
        .bind(new.now_ms)
        .execute(&mut *transaction)
        .await?;
        let to = format!("revision {}", new.seen);
        let entry = NewAuditEntry::new(Some(new.by), new.judgement.act(), &proposal.title, new.now_ms).to(&to);
        let recorded = note(&mut transaction, new.proposal, entry, new.now_ms).await?;
        Ok(transaction.commit(recorded).await?)
    }
}

/// A proposal's verdicts, oldest first.
pub(super) async fn of(connection: &mut SqliteConnection, proposal: ProposalId) -> Result<Vec<Verdict>, sqlx::Error> {
    let verdicts = sqlx::query_as("SELECT * FROM verdict_rows WHERE proposal_id = ?1 ORDER BY id");
    verdicts.bind(proposal.0).fetch_all(connection).await
}
