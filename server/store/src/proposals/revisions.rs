//! Proposals' revisions, and how they come to be: from a draft, from a comment's suggestion, or for another base.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    CommentError, DraftError, DraftOf, ProposalError,
    activity::note,
    comments, drafts, proposal,
    text::{LONGEST_CHANGES, LONGEST_NOTE, LONGEST_TEXT, TextError, check_length, check_title},
};
use crate::{
    AccountId, Act, CommentId, DatabaseError, EditionId, NewAuditEntry, ProposalId, RevisionId, Store, TooMany,
    audit_log::Recorded, edition_end,
};

/// Limit of proposals, so that a form can't fill the disk.
const MOST_PROPOSALS: u32 = 100_000;
/// Limit of revisions of a proposal.
const MOST_REVISIONS: u32 = 1000;

/// A revision of a proposal; it never changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProposalRevision {
    /// The proposal.
    pub proposal: ProposalId,
    /// Its number, from 1.
    pub number: u32,
    /// The revision of the edition that its changes are for.
    pub base: RevisionId,
    /// That revision's number within the edition.
    pub base_number: u32,
    /// The changes in the core's notation.
    pub changes: String,
    /// The fingerprint of its effect.
    pub effect: String,
    /// Account that made it; `None`: somebody on the server's own machine before there were accounts.
    pub by: Option<AccountId>,
    /// That account's name.
    pub by_name: Option<String>,
    /// Note of whoever made it; may be empty.
    pub note: String,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
}

impl FromRow<'_, SqliteRow> for ProposalRevision {
    fn from_row(row: &SqliteRow) -> Result<ProposalRevision, sqlx::Error> {
        Ok(ProposalRevision {
            proposal: ProposalId(row.try_get("proposal_id")?),
            number: row.try_get("number")?,
            base: RevisionId(row.try_get("base_id")?),
            base_number: row.try_get("base_number")?,
            changes: row.try_get("changes")?,
            effect: row.try_get("effect")?,
            by: row.try_get::<Option<i64>, _>("made_by")?.map(AccountId),
            by_name: row.try_get("name")?,
            note: row.try_get("note")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// A proposal to store.
#[derive(Debug, Clone, Copy)]
pub struct NewProposal<'a> {
    /// The edition that it changes.
    pub edition: EditionId,
    /// Author; `None` without accounts.
    pub author: Option<AccountId>,
    /// Its title: 1 to 200 characters on one line.
    pub title: &'a str,
    /// Its description: at most 20,000 characters.
    pub description: &'a str,
    /// The revision of the edition that the changes are for.
    pub base: RevisionId,
    /// The changes in the core's notation: at least one, at most 1 MiB.
    pub changes: &'a str,
    /// The fingerprint of their effect.
    pub effect: &'a str,
    /// The merged proposal that it undoes.
    pub reverts: Option<ProposalId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The next revision of a proposal, to store.
#[derive(Debug, Clone, Copy)]
pub struct NewProposalRevision<'a> {
    /// The proposal.
    pub proposal: ProposalId,
    /// The number of the revision that was read.
    pub seen: u32,
    /// The revision of the edition that the changes are for.
    pub base: RevisionId,
    /// The changes in the core's notation: at least one, at most 1 MiB.
    pub changes: &'a str,
    /// The fingerprint of their effect.
    pub effect: &'a str,
    /// Account that makes it; `None` without accounts.
    pub by: Option<AccountId>,
    /// Note: at most 200 characters.
    pub note: &'a str,
    /// The comment whose suggestion this takes; its thread is resolved by that.
    pub suggestion: Option<CommentId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// A draft to submit.
#[derive(Debug, Clone, Copy)]
pub struct Submit<'a> {
    /// Author of the draft; `None` without accounts.
    pub author: Option<AccountId>,
    /// Purpose of the draft.
    pub of: DraftOf,
    /// The draft's version that was read.
    pub version: u32,
    /// A new proposal's title, which replaces the draft's; one of a draft of a revision is passed over.
    pub title: &'a str,
    /// A new proposal's description likewise.
    pub description: &'a str,
    /// The fingerprint of its effect.
    pub effect: &'a str,
    /// Note of a revision: at most 200 characters.
    pub note: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a proposal or its next revision could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProposalRevisionError {
    /// Nothing is proposed.
    #[error("there are no changes to propose")]
    NoChanges,
    /// The revision would be as the one before.
    #[error("these are the changes that proposal {0} has already")]
    SameChanges(ProposalId),
    /// The base isn't a revision of the edition.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),
    /// No room for another proposal, or another revision of this one.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A text is refused.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The proposal, or the one to undo, isn't there or isn't as it was read.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// The suggestion that it takes isn't there or was taken.
    #[error(transparent)]
    Comment(#[from] CommentError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

/// Why a draft could not be submitted.
#[derive(Debug, thiserror::Error)]
pub enum SubmitError {
    /// The draft isn't there or isn't as it was read.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The proposal or revision it was to become is refused.
    #[error(transparent)]
    Revision(#[from] ProposalRevisionError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// A proposal's revisions, oldest first.
    ///
    /// # Errors
    /// [`ProposalRevisionError::Database`].
    pub async fn proposal_revisions(&self, id: ProposalId) -> Result<Vec<ProposalRevision>, DatabaseError> {
        let revisions = sqlx::query_as(
            "SELECT proposal_revisions.*, accounts.name, revisions.number AS base_number FROM proposal_revisions
             JOIN revisions ON revisions.id = base_id
             LEFT JOIN accounts ON accounts.id = proposal_revisions.made_by
             WHERE proposal_id = ?1 ORDER BY proposal_revisions.number",
        );
        Ok(revisions.bind(id.0).fetch_all(&self.readers).await?)
    }

    /// One revision of a proposal.
    ///
    /// # Errors
    /// [`ProposalRevisionError::Database`].
    pub async fn proposal_revision(
        &self,
        id: ProposalId,
        number: u32,
    ) -> Result<Option<ProposalRevision>, DatabaseError> {
        let revision = sqlx::query_as(
            "SELECT proposal_revisions.*, accounts.name, revisions.number AS base_number FROM proposal_revisions
             JOIN revisions ON revisions.id = base_id
             LEFT JOIN accounts ON accounts.id = proposal_revisions.made_by
             WHERE proposal_id = ?1 AND proposal_revisions.number = ?2",
        );
        Ok(revision.bind(id.0).bind(number).fetch_optional(&self.readers).await?)
    }

    /// Makes a proposal with its first revision.
    ///
    /// # Errors
    /// [`TextError::Empty`], [`TextError::BadTitle`], [`TextError::TooLong`], [`ProposalRevisionError::NoChanges`], [`ProposalRevisionError::NoSuchRevision`]
    /// where the base isn't the edition's, [`ProposalError::NotFound`] where there is none to undo, [`TooMany`],
    /// [`ProposalRevisionError::Database`].
    pub async fn propose(&self, new: NewProposal<'_>) -> Result<ProposalId, ProposalRevisionError> {
        let mut transaction = self.write().await?;
        let (id, recorded) = insert(&mut transaction, new, false).await?;
        transaction.commit(recorded).await?;
        Ok(id)
    }

    /// As [`Store::propose`]; the audit log says that it was on the command line.
    ///
    /// # Errors
    /// As of [`Store::propose`].
    pub async fn propose_on_command_line(&self, new: NewProposal<'_>) -> Result<ProposalId, ProposalRevisionError> {
        let mut transaction = self.write().await?;
        let (id, recorded) = insert(&mut transaction, new, true).await?;
        transaction.commit(recorded).await?;
        Ok(id)
    }

    /// Makes the next revision of an open proposal.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::WrongState`], [`ProposalError::Revised`], [`TextError::TooLong`],
    /// [`ProposalRevisionError::NoChanges`], [`ProposalRevisionError::SameChanges`] where it would be as the one before, [`ProposalRevisionError::NoSuchRevision`],
    /// [`CommentError::NotFound`] where there is no such suggestion, [`CommentError::SuggestionTaken`], [`TooMany`],
    /// [`ProposalRevisionError::Database`].
    pub async fn add_revision(&self, new: NewProposalRevision<'_>) -> Result<u32, ProposalRevisionError> {
        let mut transaction = self.write().await?;
        let (number, recorded) = insert_next(&mut transaction, new).await?;
        transaction.commit(recorded).await?;
        Ok(number)
    }

    /// Makes a proposal, or its next revision, of a draft, which is gone then; gives its number and that of its revision.
    ///
    /// # Errors
    /// [`DraftError::Changed`], and those of [`Store::propose`] and [`Store::add_revision`].
    pub async fn submit_draft(&self, submit: Submit<'_>) -> Result<(ProposalId, u32), SubmitError> {
        let mut transaction = self.write().await?;
        let found = drafts::at_version(&mut transaction, submit.author, submit.of, submit.version).await?;
        let draft = drafts::read(&mut transaction, submit.author, submit.of).await?.ok_or(DraftError::NotFound)?;
        let (submitted, recorded) = match submit.of {
            DraftOf::New(edition) => {
                let new = NewProposal {
                    edition,
                    author: submit.author,
                    title: submit.title,
                    description: submit.description,
                    base: draft.base,
                    changes: &draft.changes,
                    effect: submit.effect,
                    reverts: None,
                    now_ms: submit.now_ms,
                };
                let (id, recorded) = insert(&mut transaction, new, false).await?;
                ((id, 1), recorded)
            }
            DraftOf::Revise(proposal) => {
                let new = NewProposalRevision {
                    proposal,
                    seen: draft.revision,
                    base: draft.base,
                    changes: &draft.changes,
                    effect: submit.effect,
                    by: submit.author,
                    note: submit.note,
                    suggestion: None,
                    now_ms: submit.now_ms,
                };
                let (number, recorded) = insert_next(&mut transaction, new).await?;
                ((proposal, number), recorded)
            }
        };
        drafts::delete(&mut transaction, found).await?;
        transaction.commit(recorded).await?;
        Ok(submitted)
    }
}

async fn insert(
    connection: &mut SqliteConnection,
    new: NewProposal<'_>,
    is_command_line: bool,
) -> Result<(ProposalId, Recorded), ProposalRevisionError> {
    check_title(new.title)?;
    check_length("description", new.description.chars().count(), LONGEST_TEXT)?;
    edition_end::check_not_archived::<ProposalError>(connection, new.edition).await?;
    check_changes(connection, new.changes, new.base, new.edition).await?;
    let proposals: u32 = sqlx::query_scalar("SELECT count(*) FROM proposals").fetch_one(&mut *connection).await?;
    if proposals >= MOST_PROPOSALS {
        return Err(TooMany { what: "proposals", most: MOST_PROPOSALS }.into());
    }
    if let Some(reverted) = new.reverts {
        proposal::find(connection, reverted).await?;
    }
    let id = ProposalId(
        sqlx::query_scalar(
            "INSERT INTO proposals (edition_id, author_id, title, description, created_at, changed_at, reverts)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6) RETURNING id",
        )
        .bind(new.edition.0)
        .bind(new.author.map(|author| author.0))
        .bind(new.title)
        .bind(new.description)
        .bind(new.now_ms)
        .bind(new.reverts.map(|reverted| reverted.0))
        .fetch_one(&mut *connection)
        .await?,
    );
    let first = NewProposalRevision {
        proposal: id,
        seen: 0,
        base: new.base,
        changes: new.changes,
        effect: new.effect,
        by: new.author,
        note: "",
        suggestion: None,
        now_ms: new.now_ms,
    };
    insert_row(connection, first).await?;
    let entry = NewAuditEntry::new(new.author, Act::Proposed, new.title, new.now_ms);
    let entry = if is_command_line { entry.on_command_line() } else { entry };
    let recorded = note(connection, id, entry, new.now_ms).await?;
    Ok((id, recorded))
}

async fn insert_next(
    connection: &mut SqliteConnection,
    new: NewProposalRevision<'_>,
) -> Result<(u32, Recorded), ProposalRevisionError> {
    check_length("note", new.note.chars().count(), LONGEST_NOTE)?;
    let proposal = proposal::open_at(connection, new.proposal, new.seen).await?;
    check_changes(connection, new.changes, new.base, proposal.edition).await?;
    if proposal.revision >= MOST_REVISIONS {
        return Err(TooMany { what: "revisions of the proposal", most: MOST_REVISIONS }.into());
    }
    let is_same: bool = sqlx::query_scalar(
        "SELECT changes = ?3 AND base_id = ?4 AND effect = ?5 FROM proposal_revisions
         WHERE proposal_id = ?1 AND number = ?2",
    )
    .bind(new.proposal.0)
    .bind(new.seen)
    .bind(new.changes)
    .bind(new.base.0)
    .bind(new.effect)
    .fetch_one(&mut *connection)
    .await?;
    if is_same {
        return Err(ProposalRevisionError::SameChanges(new.proposal));
    }
    insert_row(connection, new).await?;
    let number = new.seen + 1;
    let what = match new.suggestion {
        None => Act::RevisedProposal,
        Some(comment) => {
            comments::take(connection, comment, new.proposal, number).await?;
            Act::TookSuggestion
        }
    };
    let to = format!("revision {number}");
    let entry = NewAuditEntry::new(new.by, what, &proposal.title, new.now_ms).to(&to);
    let recorded = note(connection, new.proposal, entry, new.now_ms).await?;
    if let Some(comment) = new.suggestion {
        let _ = comments::resolve(connection, comment, true, new.by, new.now_ms).await?;
    }
    Ok((number, recorded))
}

/// Refuses empty or too long changes, and a base that isn't the edition's.
async fn check_changes(
    connection: &mut SqliteConnection,
    changes: &str,
    base: RevisionId,
    edition: EditionId,
) -> Result<(), ProposalRevisionError> {
    if changes.trim().is_empty() {
        return Err(ProposalRevisionError::NoChanges);
    }
    check_length("changes", changes.len(), LONGEST_CHANGES)?;
    let is_ours: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM revisions WHERE id = ?1 AND edition_id = ?2)")
        .bind(base.0)
        .bind(edition.0)
        .fetch_one(connection)
        .await?;
    if is_ours { Ok(()) } else { Err(ProposalRevisionError::NoSuchRevision(base)) }
}

async fn insert_row(connection: &mut SqliteConnection, new: NewProposalRevision<'_>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO proposal_revisions (proposal_id, number, base_id, changes, effect, made_by, note, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(new.proposal.0)
    .bind(new.seen + 1)
    .bind(new.base.0)
    .bind(new.changes)
    .bind(new.effect)
    .bind(new.by.map(|by| by.0))
    .bind(new.note)
    .bind(new.now_ms)
    .execute(connection)
    .await?;
    Ok(())
}
