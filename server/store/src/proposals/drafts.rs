//! Drafts: what one person is editing, with steps to undo. Nobody else sees them, and the log doesn't tell of them.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    ProposalError,
    text::{LONGEST_CHANGES, LONGEST_TEXT, LONGEST_TITLE, TextError, check_length},
};
use crate::{AccountId, DatabaseError, EditionId, ProposalId, RevisionId, Store, TooMany, edition_end, write::NoAct};

/// Limit of one person's drafts.
const MOST_DRAFTS: u32 = 100;
/// Limit of the steps that can be undone.
const MOST_STEPS: i64 = 100;
/// Limit of the changes of all steps of a draft, in bytes; beyond it the oldest steps are deleted.
const MOST_BYTES: i64 = 8 << 20;

/// Purpose of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DraftOf {
    /// A new proposal of an edition.
    New(EditionId),
    /// The next revision of a proposal.
    Revise(ProposalId),
}

/// A draft, with the step that shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Author; `None`: somebody on the server's own machine before there are accounts.
    pub author: Option<AccountId>,
    /// Its purpose.
    pub of: DraftOf,
    /// The edition that it changes.
    pub edition: EditionId,
    /// The revision of the edition that the changes are for.
    pub base: RevisionId,
    /// The revision of the proposal that the changes go on from; 0 for a new proposal.
    pub revision: u32,
    /// Number of writes so far, from 1.
    pub version: u32,
    /// The title; may be empty.
    pub title: String,
    /// The description; may be empty.
    pub description: String,
    /// The changes in the core's notation; may be empty.
    pub changes: String,
    /// Whether there is an earlier step.
    pub can_undo: bool,
    /// Whether there is a step that was undone.
    pub can_redo: bool,
    /// Time of the last write, in milliseconds since 1970.
    pub updated_at: i64,
}

impl FromRow<'_, SqliteRow> for Draft {
    fn from_row(row: &SqliteRow) -> Result<Draft, sqlx::Error> {
        let edition = EditionId(row.try_get("edition_id")?);
        let proposal: Option<i64> = row.try_get("proposal_id")?;
        Ok(Draft {
            author: row.try_get::<Option<i64>, _>("author_id")?.map(AccountId),
            of: proposal.map_or(DraftOf::New(edition), |id| DraftOf::Revise(ProposalId(id))),
            edition,
            base: RevisionId(row.try_get("base_id")?),
            revision: row.try_get("revision")?,
            version: row.try_get("version")?,
            title: row.try_get("title")?,
            description: row.try_get("description")?,
            changes: row.try_get("changes")?,
            can_undo: row.try_get("can_undo")?,
            can_redo: row.try_get("can_redo")?,
            updated_at: row.try_get("updated_at")?,
        })
    }
}

/// A draft's new content.
#[derive(Debug, Clone, Copy)]
pub struct SaveDraft<'a> {
    /// Author; `None` without accounts.
    pub author: Option<AccountId>,
    /// Its purpose.
    pub of: DraftOf,
    /// The version that was read; 0 where there was no draft.
    pub version: u32,
    /// The revision of the edition that the changes are for.
    pub base: RevisionId,
    /// The revision of the proposal that the changes go on from; 0 for a new proposal.
    pub revision: u32,
    /// The title: at most 200 characters.
    pub title: &'a str,
    /// The description: at most 20,000 characters.
    pub description: &'a str,
    /// The changes in the core's notation: at most 1 MiB.
    pub changes: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Id, version and present step of a stored draft.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) id: i64,
    version: u32,
    step: i64,
}

/// Why a draft could not be written.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
    /// Somebody, perhaps the same person elsewhere, wrote or ended the draft meanwhile.
    #[error("the draft was changed meanwhile, perhaps in another window; load it again")]
    Changed {
        /// Its newest version; 0 where there is none any more.
        newest: u32,
    },
    /// No such draft.
    #[error("there is no such draft")]
    NotFound,
    /// The base isn't a revision of the edition.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),
    /// No room for another draft of this person.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A text is too long.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The proposal that it revises isn't there or has no such revision.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// An author's draft for a purpose.
    ///
    /// # Errors
    /// [`DraftError::Database`].
    pub async fn draft(&self, author: Option<AccountId>, of: DraftOf) -> Result<Option<Draft>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        Ok(read(&mut connection, author, of).await?)
    }

    /// All drafts of an author, the last written first.
    ///
    /// # Errors
    /// [`DraftError::Database`].
    pub async fn drafts(&self, author: Option<AccountId>) -> Result<Vec<Draft>, DatabaseError> {
        let drafts = sqlx::query_as("SELECT * FROM draft_rows WHERE author_id IS ?1 ORDER BY updated_at DESC, id DESC");
        Ok(drafts.bind(author.map(|author| author.0)).fetch_all(&self.readers).await?)
    }

    /// Writes a draft that was read as version `save.version`, and makes it where there was none. Other changes than
    /// before are a step that can be undone, and what was undone before can't be redone any more; the first step is what
    /// the draft began from: no changes, or those of the proposal's revision.
    ///
    /// # Errors
    /// [`DraftError::Changed`] where it has another version, [`DraftError::NoSuchRevision`] where the base isn't the edition's,
    /// [`ProposalError::NotFound`] or [`ProposalError::Revised`] where there is no such revision of the proposal,
    /// [`TextError::TooLong`], [`TooMany`], [`DraftError::Database`].
    pub async fn save_draft(&self, save: SaveDraft<'_>) -> Result<Draft, DraftError> {
        check_length("title", save.title.chars().count(), LONGEST_TITLE)?;
        check_length("description", save.description.chars().count(), LONGEST_TEXT)?;
        check_length("changes", save.changes.len(), LONGEST_CHANGES)?;
        let mut transaction = self.write().await?;
        let begun = begun(&mut transaction, &save).await?;
        let found = find(&mut transaction, save.author, save.of).await?;
        if found.map_or(0, |found| found.version) != save.version {
            return Err(DraftError::Changed { newest: found.map_or(0, |found| found.version) });
        }
        let (id, step) = match found {
            Some(found) => (found.id, found.step),
            None => (insert(&mut transaction, &save, &begun).await?, 0),
        };
        let is_same: bool = sqlx::query_scalar(
            "SELECT changes = ?3 AND base_id = ?4 AND revision = ?5 FROM draft_steps WHERE draft_id = ?1 AND number = ?2",
        )
        .bind(id)
        .bind(step)
        .bind(save.changes)
        .bind(save.base.0)
        .bind(save.revision)
        .fetch_one(&mut *transaction)
        .await?;
        let step = if is_same { step } else { add_step(&mut transaction, id, step, &save).await? };
        sqlx::query(
            "UPDATE drafts SET version = version + 1, step = ?2, title = ?3, description = ?4, updated_at = ?5 WHERE id = ?1",
        )
        .bind(id)
        .bind(step)
        .bind(save.title)
        .bind(save.description)
        .bind(save.now_ms)
        .execute(&mut *transaction)
        .await?;
        let draft = read(&mut transaction, save.author, save.of).await?.ok_or(DraftError::NotFound)?;
        transaction.commit_unlogged(NoAct::Draft).await?;
        Ok(draft)
    }

    /// Takes a draft's changes back to the step before; where there is none, nothing happens.
    ///
    /// # Errors
    /// [`DraftError::Changed`], [`DraftError::Database`].
    pub async fn undo_draft(
        &self,
        author: Option<AccountId>,
        of: DraftOf,
        version: u32,
        now_ms: i64,
    ) -> Result<Draft, DraftError> {
        self.step_draft(author, of, version, (-1, now_ms)).await
    }

    /// Brings the step back that was undone last; where there is none, nothing happens.
    ///
    /// # Errors
    /// [`DraftError::Changed`], [`DraftError::Database`].
    pub async fn redo_draft(
        &self,
        author: Option<AccountId>,
        of: DraftOf,
        version: u32,
        now_ms: i64,
    ) -> Result<Draft, DraftError> {
        self.step_draft(author, of, version, (1, now_ms)).await
    }

    async fn step_draft(
        &self,
        author: Option<AccountId>,
        of: DraftOf,
        version: u32,
        (by, now_ms): (i64, i64),
    ) -> Result<Draft, DraftError> {
        let mut transaction = self.write().await?;
        let found = at_version(&mut transaction, author, of, version).await?;
        sqlx::query(
            "UPDATE drafts SET version = version + 1, step = step + ?2, updated_at = ?3
             WHERE id = ?1 AND EXISTS (SELECT 1 FROM draft_steps WHERE draft_id = ?1 AND number = drafts.step + ?2)",
        )
        .bind(found.id)
        .bind(by)
        .bind(now_ms)
        .execute(&mut *transaction)
        .await?;
        let draft = read(&mut transaction, author, of).await?.ok_or(DraftError::NotFound)?;
        transaction.commit_unlogged(NoAct::Draft).await?;
        Ok(draft)
    }

    /// Deletes a draft.
    ///
    /// # Errors
    /// [`DraftError::Changed`], [`DraftError::Database`].
    pub async fn discard_draft(&self, author: Option<AccountId>, of: DraftOf, version: u32) -> Result<(), DraftError> {
        let mut transaction = self.write().await?;
        let found = at_version(&mut transaction, author, of, version).await?;
        delete(&mut transaction, found).await?;
        Ok(transaction.commit_unlogged(NoAct::Draft).await?)
    }
}

/// Content of a draft's first step.
struct Begun {
    edition: EditionId,
    base: RevisionId,
    changes: String,
}

/// The edition and the changes that a draft begins with; refuses bases and revisions that it can't have.
async fn begun(connection: &mut SqliteConnection, save: &SaveDraft<'_>) -> Result<Begun, DraftError> {
    let begun = match save.of {
        DraftOf::New(edition) => Begun { edition, base: save.base, changes: String::new() },
        DraftOf::Revise(id) => {
            let revision: Option<(i64, Option<i64>, Option<String>)> = sqlx::query_as(
                "SELECT edition_id, base_id, changes FROM proposals
                 LEFT JOIN proposal_revisions ON proposal_id = id AND number = ?2 WHERE id = ?1",
            )
            .bind(id.0)
            .bind(save.revision)
            .fetch_optional(&mut *connection)
            .await?;
            match revision.ok_or(ProposalError::NotFound(id))? {
                (edition, Some(base), Some(changes)) => {
                    Begun { edition: EditionId(edition), base: RevisionId(base), changes }
                }
                _ => return Err(ProposalError::Revised(id).into()),
            }
        }
    };
    edition_end::check_not_archived::<ProposalError>(connection, begun.edition).await?;
    let is_ours: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM revisions WHERE id = ?1 AND edition_id = ?2)")
        .bind(save.base.0)
        .bind(begun.edition.0)
        .fetch_one(connection)
        .await?;
    if is_ours { Ok(begun) } else { Err(DraftError::NoSuchRevision(save.base)) }
}

/// Makes a draft with its step 0.
async fn insert(connection: &mut SqliteConnection, save: &SaveDraft<'_>, begun: &Begun) -> Result<i64, DraftError> {
    let author = save.author.map(|author| author.0);
    let drafts: u32 = sqlx::query_scalar("SELECT count(*) FROM drafts WHERE author_id IS ?1")
        .bind(author)
        .fetch_one(&mut *connection)
        .await?;
    if drafts >= MOST_DRAFTS {
        return Err(TooMany { what: "drafts", most: MOST_DRAFTS }.into());
    }
    let proposal = match save.of {
        DraftOf::New(_) => None,
        DraftOf::Revise(id) => Some(id.0),
    };
    // Its version is counted up by the write that this is a part of.
    let id = sqlx::query_scalar(
        "INSERT INTO drafts (author_id, edition_id, proposal_id, version, step, title, description, updated_at)
         VALUES (?1, ?2, ?3, 0, 0, '', '', ?4) RETURNING id",
    )
    .bind(author)
    .bind(begun.edition.0)
    .bind(proposal)
    .bind(save.now_ms)
    .fetch_one(&mut *connection)
    .await?;
    insert_step(connection, (id, 0), (begun.base, save.revision), &begun.changes).await?;
    Ok(id)
}

/// Puts a step after the one that shows, in the place of those that were undone.
async fn add_step(
    connection: &mut SqliteConnection,
    id: i64,
    step: i64,
    save: &SaveDraft<'_>,
) -> Result<i64, sqlx::Error> {
    sqlx::query("DELETE FROM draft_steps WHERE draft_id = ?1 AND number > ?2")
        .bind(id)
        .bind(step)
        .execute(&mut *connection)
        .await?;
    insert_step(connection, (id, step + 1), (save.base, save.revision), save.changes).await?;
    sqlx::query(
        "DELETE FROM draft_steps WHERE draft_id = ?1 AND number < ?2 AND number IN (
             SELECT number FROM (
                 SELECT number, sum(octet_length(changes)) OVER (ORDER BY number DESC) AS bytes
                 FROM draft_steps WHERE draft_id = ?1)
             WHERE number < ?2 - ?3 OR bytes > ?4)",
    )
    .bind(id)
    .bind(step + 1)
    .bind(MOST_STEPS)
    .bind(MOST_BYTES)
    .execute(connection)
    .await?;
    Ok(step + 1)
}

async fn insert_step(
    connection: &mut SqliteConnection,
    (draft, number): (i64, i64),
    (base, revision): (RevisionId, u32),
    changes: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO draft_steps (draft_id, number, base_id, revision, changes) VALUES (?1, ?2, ?3, ?4, ?5)")
        .bind(draft)
        .bind(number)
        .bind(base.0)
        .bind(revision)
        .bind(changes)
        .execute(connection)
        .await?;
    Ok(())
}

/// The edition or else the proposal of a draft, as statements take them.
fn key(of: DraftOf) -> (Option<i64>, Option<i64>) {
    match of {
        DraftOf::New(edition) => (Some(edition.0), None),
        DraftOf::Revise(proposal) => (None, Some(proposal.0)),
    }
}

async fn find(
    connection: &mut SqliteConnection,
    author: Option<AccountId>,
    of: DraftOf,
) -> Result<Option<Found>, sqlx::Error> {
    let (edition, proposal) = key(of);
    let found: Option<(i64, u32, i64)> = sqlx::query_as(
        "SELECT id, version, step FROM drafts
         WHERE author_id IS ?1 AND proposal_id IS ?3 AND (?2 IS NULL OR edition_id = ?2)",
    )
    .bind(author.map(|author| author.0))
    .bind(edition)
    .bind(proposal)
    .fetch_optional(connection)
    .await?;
    Ok(found.map(|(id, version, step)| Found { id, version, step }))
}

/// The stored draft, refused where it has another version.
pub(super) async fn at_version(
    connection: &mut SqliteConnection,
    author: Option<AccountId>,
    of: DraftOf,
    version: u32,
) -> Result<Found, DraftError> {
    let found = find(connection, author, of).await?;
    let newest = found.map_or(0, |found| found.version);
    found.filter(|found| found.version == version).ok_or(DraftError::Changed { newest })
}

pub(super) async fn delete(connection: &mut SqliteConnection, found: Found) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM drafts WHERE id = ?1").bind(found.id).execute(connection).await?;
    Ok(())
}

pub(super) async fn read(
    connection: &mut SqliteConnection,
    author: Option<AccountId>,
    of: DraftOf,
) -> Result<Option<Draft>, sqlx::Error> {
    let (edition, proposal) = key(of);
    let draft = sqlx::query_as(
        "SELECT * FROM draft_rows
         WHERE author_id IS ?1 AND proposal_id IS ?3 AND (?2 IS NULL OR edition_id = ?2)",
    );
    let draft = draft.bind(author.map(|author| author.0)).bind(edition).bind(proposal);
    draft.fetch_optional(connection).await
}
