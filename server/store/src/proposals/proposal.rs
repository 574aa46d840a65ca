//! Proposals as they stand: finding them, their titles and descriptions, withdrawing and reopening.

use std::fmt;

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    activity::note,
    text::{LONGEST_TEXT, TextError, check_length, check_title},
};
use crate::{AccountId, DatabaseError, EditionId, NewAct, ProposalId, RevisionId, Store, error::parse_word};

/// What became of a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProposalState {
    /// It is being talked about.
    Open,
    /// It made a revision of its edition.
    Merged,
    /// It was taken back.
    Withdrawn,
}

impl ProposalState {
    /// All.
    pub const ALL: [ProposalState; 3] = [ProposalState::Open, ProposalState::Merged, ProposalState::Withdrawn];

    /// Its word, in the database, in addresses and on pages.
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
    /// Who merged it; `None`: somebody at the machine itself, before there were accounts.
    pub by: Option<AccountId>,
    /// Their name.
    pub by_name: Option<String>,
    /// Whether it had fewer approvals than the edition requires, because there was nobody to ask.
    pub is_unreviewed: bool,
}

/// A proposal as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its number.
    pub id: ProposalId,
    /// The edition that it changes.
    pub edition: EditionId,
    /// The edition's name in addresses.
    pub slug: String,
    /// The edition's name on pages.
    pub edition_title: String,
    /// The edition's game.
    pub game: String,
    /// Whose it is; `None`: of somebody at the machine itself, before there were accounts.
    pub author: Option<AccountId>,
    /// Their name.
    pub author_name: Option<String>,
    /// What became of it.
    pub state: ProposalState,
    /// Its title.
    pub title: String,
    /// Its description; may be empty.
    pub description: String,
    /// When it was made, in milliseconds since 1970.
    pub created_at: i64,
    /// When anything about it last changed, in milliseconds since 1970.
    pub changed_at: i64,
    /// When it was merged or withdrawn, in milliseconds since 1970.
    pub closed_at: Option<i64>,
    /// The number of its current revision, from 1.
    pub revision: u32,
    /// The revision of the edition that its current revision is for.
    pub base: RevisionId,
    /// That revision's number within the edition.
    pub base_number: u32,
    /// The fingerprint of its current revision's effect.
    pub effect: String,
    /// How many must approve.
    pub required_approvals: u32,
    /// How many approve of its current effect.
    pub approvals: u32,
    /// How many request changes of its current effect.
    pub objections: u32,
    /// How many comments there are.
    pub comments: u32,
    /// How it was merged.
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

/// Which proposals are asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct ProposalFilter<'a> {
    /// Those in this state.
    pub state: Option<ProposalState>,
    /// Those of the edition with this slug.
    pub slug: Option<&'a str>,
    /// Those made before this one.
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

    /// Proposals, the newest first: at most so many.
    ///
    /// # Errors
    /// [`ProposalError::Database`].
    pub async fn proposals(&self, filter: ProposalFilter<'_>, most: u32) -> Result<Vec<Proposal>, DatabaseError> {
        let proposals = sqlx::query_as(
            "SELECT * FROM proposal_rows WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR slug = ?2)
                 AND (?3 IS NULL OR id < ?3)
             ORDER BY id DESC LIMIT ?4",
        );
        let proposals = proposals.bind(filter.state.map(ProposalState::name)).bind(filter.slug);
        Ok(proposals.bind(filter.before.map(|id| id.0)).bind(most).fetch_all(&self.readers).await?)
    }

    /// How many proposals are open.
    ///
    /// # Errors
    /// [`ProposalError::Database`].
    pub async fn open_proposals(&self) -> Result<u32, DatabaseError> {
        let open = sqlx::query_scalar("SELECT count(*) FROM proposals WHERE state = 'open'");
        Ok(open.fetch_one(&self.readers).await?)
    }

    /// Gives a proposal another title and description; its number stays. Where `was` is given, these must be what it has.
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
        let before = find(&mut transaction, id).await?;
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
        let act = NewAct::new(by, "edited a proposal", title, now_ms).from_to(&before.title, title);
        note(&mut transaction, id, act, now_ms).await?;
        Ok(transaction.commit().await?)
    }

    /// Takes an open proposal back, or opens one again that was taken back.
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
            (ProposalState::Open, ProposalState::Withdrawn, "withdrew a proposal")
        } else {
            (ProposalState::Withdrawn, ProposalState::Open, "reopened a proposal")
        };
        let mut transaction = self.write().await?;
        let before = find(&mut transaction, id).await?;
        if before.state != from {
            return Err(ProposalError::WrongState { id, state: before.state });
        }
        sqlx::query("UPDATE proposals SET state = ?2, closed_at = ?3 WHERE id = ?1")
            .bind(id.0)
            .bind(to.name())
            .bind(is_withdrawn.then_some(now_ms.max(before.created_at)))
            .execute(&mut *transaction)
            .await?;
        let act = NewAct::new(by, what, &before.title, now_ms).from_to(from.name(), to.name());
        note(&mut transaction, id, act, now_ms).await?;
        Ok(transaction.commit().await?)
    }
}

/// The proposal of that number.
pub(super) async fn find(connection: &mut SqliteConnection, id: ProposalId) -> Result<Proposal, ProposalError> {
    let proposal = sqlx::query_as("SELECT * FROM proposal_rows WHERE id = ?1");
    proposal.bind(id.0).fetch_optional(connection).await?.ok_or(ProposalError::NotFound(id))
}

/// The same, where it is open and has no other revision than the one that was read.
pub(super) async fn open_at(
    connection: &mut SqliteConnection,
    id: ProposalId,
    seen: u32,
) -> Result<Proposal, ProposalError> {
    let proposal = find(connection, id).await?;
    if proposal.state != ProposalState::Open {
        return Err(ProposalError::WrongState { id, state: proposal.state });
    }
    if proposal.revision != seen {
        return Err(ProposalError::Revised(id));
    }
    Ok(proposal)
}
