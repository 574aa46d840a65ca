//! Proposals as they stand: finding them, their titles and descriptions, withdrawing and reopening.

use std::fmt;

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    activity::note,
    text::{LONGEST_TEXT, TextError, check_length, check_title},
};
use crate::{
    AccountId, Act, Archived, DatabaseError, EditionId, NewAuditEntry, ProposalId, RevisionId, Store, edition_end,
    error::parse_word,
};

/// State of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProposalState {
    /// Under review.
    Open,
    /// Merged: it made a revision of its edition.
    Merged,
    /// Withdrawn by its author or a maintainer.
    Withdrawn,
}

impl ProposalState {
    /// Every state.
    pub const ALL: [ProposalState; 3] = [ProposalState::Open, ProposalState::Merged, ProposalState::Withdrawn];

    /// Its word in the database, in URLs and on pages.
    pub fn name(self) -> &'static str {
        match self {
            ProposalState::Open => "open",
            ProposalState::Merged => "merged",
            ProposalState::Withdrawn => "withdrawn",
        }
    }
}

impl fmt::Display for ProposalState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a proposal was merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The revision it made.
    pub revision: RevisionId,
    /// That revision's number within the edition.
    pub number: u32,
    /// Account that merged it; `None`: somebody on the server's own machine before there were accounts.
    pub by: Option<AccountId>,
    /// That account's name.
    pub by_name: Option<String>,
    /// Whether it had fewer approvals than the edition requires, because there was nobody to ask.
    pub is_unreviewed: bool,
}

/// A proposal as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its id.
    pub id: ProposalId,
    /// The edition that it changes.
    pub edition: EditionId,
    /// The edition's name in addresses.
    pub slug: String,
    /// The edition's name on pages.
    pub edition_title: String,
    /// The edition's game.
    pub game: String,
    /// Author; `None`: somebody on the server's own machine before there were accounts.
    pub author: Option<AccountId>,
    /// That account's name.
    pub author_name: Option<String>,
    /// Its state.
    pub state: ProposalState,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Time of the last change of anything about it, in milliseconds since 1970.
    pub changed_at: i64,
    /// Time of its merging or withdrawal, in milliseconds since 1970.
    pub closed_at: Option<i64>,
    /// The number of its current revision, from 1.
    pub revision: u32,
    /// The revision of the edition that its current revision is for.
    pub base: RevisionId,
    /// That revision's number within the edition.
    pub base_number: u32,
    /// The fingerprint of its current revision's effect.
    pub effect: String,
    /// Number of required approvals.
    pub required_approvals: u32,
    /// Number of approvals of its current effect.
    pub approvals: u32,
    /// Number of reviewers who request changes of its current effect.
    pub objections: u32,
    /// Number of comments.
    pub comments: u32,
    /// The merge, where it is merged.
    pub merged: Option<Merged>,
    /// The merged proposal that it undoes.
    pub reverts: Option<ProposalId>,
}

impl FromRow<'_, SqliteRow> for Proposal {
    fn from_row(row: &SqliteRow) -> Result<Proposal, sqlx::Error> {
        let account = |column| Ok::<_, sqlx::Error>(row.try_get::<Option<i64>, _>(column)?.map(AccountId));
        let merged = match row.try_get::<Option<i64>, _>("merged_id")? {
            None => None,
            Some(id) => Some(Merged {
                revision: RevisionId(id),
                number: row.try_get("merged_number")?,
                by: account("merged_by")?,
                by_name: row.try_get("merger_name")?,
                is_unreviewed: row.try_get("is_unreviewed")?,
            }),
        };
        Ok(Proposal {
            id: ProposalId(row.try_get("id")?),
            edition: EditionId(row.try_get("edition_id")?),
            slug: row.try_get("slug")?,
            edition_title: row.try_get("edition_title")?,
            game: row.try_get("game")?,
            author: account("author_id")?,
            author_name: row.try_get("author_name")?,
            state: parse_word("state of a proposal", &ProposalState::ALL, ProposalState::name, row.try_get("state")?)?,
            title: row.try_get("title")?,
            description: row.try_get("description")?,
            created_at: row.try_get("created_at")?,
            changed_at: row.try_get("changed_at")?,
            closed_at: row.try_get("closed_at")?,
            revision: row.try_get("revision")?,
            base: RevisionId(row.try_get("base_id")?),
            base_number: row.try_get("base_number")?,
            effect: row.try_get("effect")?,
            required_approvals: row.try_get("required_approvals")?,
            approvals: row.try_get("approvals")?,
            objections: row.try_get("objections")?,
            comments: row.try_get("comments")?,
            merged,
            reverts: row.try_get::<Option<i64>, _>("reverts")?.map(ProposalId),
        })
    }
}

/// Selection of proposals.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProposalFilter<'a> {
    /// Only those in this state.
    pub state: Option<ProposalState>,
    /// Only those of the edition with this slug.
    pub slug: Option<&'a str>,
    /// Only those with a smaller id.
    pub before: Option<ProposalId>,
}

/// Why a proposal could not be found or changed.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    /// No proposal with this id, or it has no such revision.
    #[error("there is no proposal {0}")]
    NotFound(ProposalId),
    /// The proposal has another revision than the one that was read.
    #[error("proposal {0} was revised meanwhile; look at it again")]
    Revised(ProposalId),
    /// The proposal has another title or description than were read.
    #[error("the title or description of proposal {0} was changed meanwhile; look at it again")]
    TextChanged(ProposalId),
    /// The proposal's state doesn't allow it.
    #[error("proposal {id} is {state}")]
    WrongState {
        /// The proposal.
        id: ProposalId,
        /// Its state.
        state: ProposalState,
    },
    /// The title or description is refused.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// A proposal.
    ///
    /// # Errors
    /// [`ProposalError::Database`].
    pub async fn proposal(&self, id: ProposalId) -> Result<Option<Proposal>, DatabaseError> {
        let proposal = sqlx::query_as("SELECT * FROM proposal_rows WHERE id = ?1");
        Ok(proposal.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// Proposals, newest first: at most `most`. Those of archived editions only where they are asked for by edition.
    ///
    /// # Errors
    /// [`ProposalError::Database`].
    pub async fn proposals(&self, filter: ProposalFilter<'_>, most: u32) -> Result<Vec<Proposal>, DatabaseError> {
        let proposals = sqlx::query_as(
            "SELECT * FROM proposal_rows WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR slug = ?2)
                 AND (?3 IS NULL OR id < ?3)
                 AND (?2 IS NOT NULL OR edition_id NOT IN (SELECT id FROM editions WHERE archived_at IS NOT NULL))
             ORDER BY id DESC LIMIT ?4",
        );
        let proposals = proposals.bind(filter.state.map(ProposalState::name)).bind(filter.slug);
        Ok(proposals.bind(filter.before.map(|id| id.0)).bind(most).fetch_all(&self.readers).await?)
    }

    /// Number of open proposals of editions that aren't archived.
    ///
    /// # Errors
    /// [`ProposalError::Database`].
    pub async fn open_proposals(&self) -> Result<u32, DatabaseError> {
        let open = sqlx::query_scalar(
            "SELECT count(*) FROM proposals
             WHERE state = 'open' AND edition_id NOT IN (SELECT id FROM editions WHERE archived_at IS NOT NULL)",
        );
        Ok(open.fetch_one(&self.readers).await?)
    }

    /// Changes a proposal's title and description. Where `was` is given, it must equal the present ones.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::TextChanged`], [`TextError::Empty`], [`TextError::BadTitle`],
    /// [`TextError::TooLong`], [`ProposalError::Database`].
    pub async fn edit_proposal(
        &self,
        id: ProposalId,
        was: Option<(&str, &str)>,
        (title, description): (&str, &str),
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), ProposalError> {
        check_title(title)?;
        check_length("description", description.chars().count(), LONGEST_TEXT)?;
        let mut transaction = self.write().await?;
        let before = find_to_change(&mut transaction, id).await?;
        if (before.title.as_str(), before.description.as_str()) == (title, description) {
            return Ok(());
        }
        if was.is_some_and(|was| was != (before.title.as_str(), before.description.as_str())) {
            return Err(ProposalError::TextChanged(id));
        }
        sqlx::query("UPDATE proposals SET title = ?2, description = ?3 WHERE id = ?1")
            .bind(id.0)
            .bind(title)
            .bind(description)
            .execute(&mut *transaction)
            .await?;
        let entry = NewAuditEntry::new(by, Act::EditedProposal, title, now_ms).changed(&before.title, title);
        let recorded = note(&mut transaction, id, entry, now_ms).await?;
        Ok(transaction.commit(recorded).await?)
    }

    /// Withdraws an open proposal, or reopens a withdrawn one.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], [`ProposalError::WrongState`] where it isn't open or isn't withdrawn,
    /// [`ProposalError::Database`].
    pub async fn set_withdrawn(
        &self,
        id: ProposalId,
        is_withdrawn: bool,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), ProposalError> {
        let (from, to, what) = if is_withdrawn {
            (ProposalState::Open, ProposalState::Withdrawn, Act::WithdrewProposal)
        } else {
            (ProposalState::Withdrawn, ProposalState::Open, Act::ReopenedProposal)
        };
        let mut transaction = self.write().await?;
        let before = find_to_change(&mut transaction, id).await?;
        if before.state != from {
            return Err(ProposalError::WrongState { id, state: before.state });
        }
        sqlx::query("UPDATE proposals SET state = ?2, closed_at = ?3 WHERE id = ?1")
            .bind(id.0)
            .bind(to.name())
            .bind(is_withdrawn.then_some(now_ms.max(before.created_at)))
            .execute(&mut *transaction)
            .await?;
        let entry = NewAuditEntry::new(by, what, &before.title, now_ms).changed(from.name(), to.name());
        let recorded = note(&mut transaction, id, entry, now_ms).await?;
        Ok(transaction.commit(recorded).await?)
    }
}

/// The proposal with this id.
pub(super) async fn find(connection: &mut SqliteConnection, id: ProposalId) -> Result<Proposal, ProposalError> {
    let proposal = sqlx::query_as("SELECT * FROM proposal_rows WHERE id = ?1");
    proposal.bind(id.0).fetch_optional(connection).await?.ok_or(ProposalError::NotFound(id))
}

/// The same, refused where its edition is archived.
pub(super) async fn find_to_change(
    connection: &mut SqliteConnection,
    id: ProposalId,
) -> Result<Proposal, ProposalError> {
    let proposal = find(connection, id).await?;
    edition_end::check_not_archived::<ProposalError>(connection, proposal.edition).await?;
    Ok(proposal)
}

/// The proposal with this id, refused where it isn't open or has another revision than `seen`.
pub(super) async fn open_at(
    connection: &mut SqliteConnection,
    id: ProposalId,
    seen: u32,
) -> Result<Proposal, ProposalError> {
    let proposal = find_to_change(connection, id).await?;
    if proposal.state != ProposalState::Open {
        return Err(ProposalError::WrongState { id, state: proposal.state });
    }
    if proposal.revision != seen {
        return Err(ProposalError::Revised(id));
    }
    Ok(proposal)
}
