//! Comments on proposals: threads on the whole, on a changed line or on a cell, with suggestions.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{
    ProposalError,
    activity::note,
    proposal,
    text::{LONGEST_TEXT, TextError, check_length, check_text},
};
use crate::{
    AccountId, Act, CommentId, DatabaseError, NewAuditEntry, ProposalId, Store, TooMany, audit_log::Recorded,
    error::UnknownWord,
};

/// Limit of comments on a proposal.
const MOST_COMMENTS: u32 = 2000;
/// Limit of an anchor or suggestion, in characters.
const LONGEST_LINE: usize = 2000;

/// Subject of a comment. The meaning of anchors is up to callers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum About {
    /// The proposal as a whole.
    Whole,
    /// A changed line.
    Line(String),
    /// A cell of its effect.
    Cell(String),
}

impl About {
    /// Its word in the database and its anchor.
    fn parts(&self) -> (&'static str, &str) {
        match self {
            About::Whole => ("whole", ""),
            About::Line(anchor) => ("line", anchor),
            About::Cell(anchor) => ("cell", anchor),
        }
    }
}

/// A comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The proposal.
    pub proposal: ProposalId,
    /// The revision of the proposal that was read.
    pub revision: u32,
    /// The comment that began the thread; `None`: this one did.
    pub reply_to: Option<CommentId>,
    /// Author; `None`: somebody on the server's own machine before there were accounts.
    pub author: Option<AccountId>,
    /// The author's name.
    pub author_name: Option<String>,
    /// Subject of the thread.
    pub about: About,
    /// Text in Markdown.
    pub body: String,
    /// Line that is suggested instead.
    pub suggestion: Option<String>,
    /// The revision of the proposal that took the suggestion.
    pub taken_in: Option<u32>,
    /// Time of the thread's resolution, in milliseconds since 1970.
    pub resolved_at: Option<i64>,
    /// Name of the account that resolved the thread.
    pub resolved_by: Option<String>,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
}

impl FromRow<'_, SqliteRow> for Comment {
    fn from_row(row: &SqliteRow) -> Result<Comment, sqlx::Error> {
        let anchor: String = row.try_get("anchor")?;
        let about = match row.try_get::<&str, _>("about")? {
            "whole" => About::Whole,
            "line" => About::Line(anchor),
            "cell" => About::Cell(anchor),
            found => {
                let unknown = UnknownWord { what: "place of a comment", found: found.to_owned() };
                return Err(sqlx::Error::decode(unknown));
            }
        };
        Ok(Comment {
            id: CommentId(row.try_get("id")?),
            proposal: ProposalId(row.try_get("proposal_id")?),
            revision: row.try_get("revision")?,
            reply_to: row.try_get::<Option<i64>, _>("reply_to")?.map(CommentId),
            author: row.try_get::<Option<i64>, _>("author_id")?.map(AccountId),
            author_name: row.try_get("name")?,
            about,
            body: row.try_get("body")?,
            suggestion: row.try_get("suggestion")?,
            taken_in: row.try_get("suggestion_taken_in")?,
            resolved_at: row.try_get("resolved_at")?,
            resolved_by: row.try_get("resolver")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// A comment to store.
#[derive(Debug, Clone, Copy)]
pub struct NewComment<'a> {
    /// The proposal.
    pub proposal: ProposalId,
    /// The revision of the proposal that was read.
    pub revision: u32,
    /// A comment of the thread that it goes on with.
    pub reply_to: Option<CommentId>,
    /// Author; `None` without accounts.
    pub author: Option<AccountId>,
    /// Subject; ignored of a reply. Anchors have 1 to 2,000 characters.
    pub about: &'a About,
    /// Text: 1 to 20,000 characters.
    pub body: &'a str,
    /// Line that is suggested instead: at most 2,000 characters, and only about a line.
    pub suggestion: Option<&'a str>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a comment could not be made, resolved or used.
#[derive(Debug, thiserror::Error)]
pub enum CommentError {
    /// No such comment here, or it has no suggestion.
    #[error("there is no comment {0} here that can be used so")]
    NotFound(CommentId),
    /// A suggestion about something that isn't a line.
    #[error("a line can be suggested for a changed line only")]
    NotALine,
    /// The suggestion was taken before.
    #[error("the suggestion of comment {id} was taken in revision {revision} already")]
    SuggestionTaken {
        /// The comment.
        id: CommentId,
        /// Number of the proposal's revision that took it.
        revision: u32,
    },
    /// No room for another comment on the proposal.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// A text is refused.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The proposal isn't there or has no such revision.
    #[error(transparent)]
    Proposal(#[from] ProposalError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// A proposal's comments, oldest first.
    ///
    /// # Errors
    /// [`CommentError::Database`].
    pub async fn comments(&self, proposal: ProposalId) -> Result<Vec<Comment>, DatabaseError> {
        let comments = sqlx::query_as(
            "SELECT comments.*, accounts.name, resolvers.name AS resolver FROM comments
             LEFT JOIN accounts ON accounts.id = author_id LEFT JOIN accounts AS resolvers ON resolvers.id = resolved_by
             WHERE proposal_id = ?1 ORDER BY comments.id",
        );
        Ok(comments.bind(proposal.0).fetch_all(&self.readers).await?)
    }

    /// One comment.
    ///
    /// # Errors
    /// [`CommentError::Database`].
    pub async fn comment(&self, id: CommentId) -> Result<Option<Comment>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        Ok(read(&mut connection, id).await?)
    }

    /// Adds a comment, also to a proposal that is closed; an answer opens its thread again.
    ///
    /// # Errors
    /// [`ProposalError::NotFound`], also where it has no such revision, [`CommentError::NotFound`], [`TextError::Empty`],
    /// [`TextError::TooLong`], [`CommentError::NotALine`] where a suggestion isn't about a line, [`TooMany`],
    /// [`CommentError::Database`].
    pub async fn add_comment(&self, new: NewComment<'_>) -> Result<CommentId, CommentError> {
        check_text("comment", new.body, LONGEST_TEXT)?;
        let mut transaction = self.write().await?;
        let proposal = proposal::find_to_change(&mut transaction, new.proposal).await?;
        if !(1..=proposal.revision).contains(&new.revision) {
            return Err(ProposalError::NotFound(new.proposal).into());
        }
        let root = match new.reply_to {
            None => None,
            Some(id) => {
                let comment = read(&mut transaction, id).await?.filter(|comment| comment.proposal == new.proposal);
                let comment = comment.ok_or(CommentError::NotFound(id))?;
                Some((comment.reply_to.unwrap_or(comment.id), comment.about))
            }
        };
        let about = root.as_ref().map_or(new.about, |(_, about)| about);
        let (word, anchor) = about.parts();
        if *about != About::Whole {
            check_text("place of the comment", anchor, LONGEST_LINE)?;
        }
        if let Some(suggestion) = new.suggestion {
            check_length("suggestion", suggestion.chars().count(), LONGEST_LINE)?;
            if !matches!(about, About::Line(_)) {
                return Err(CommentError::NotALine);
            }
        }
        if proposal.comments >= MOST_COMMENTS {
            return Err(TooMany { what: "comments on the proposal", most: MOST_COMMENTS }.into());
        }
        let id = CommentId(
            sqlx::query_scalar(
                "INSERT INTO comments (proposal_id, revision, reply_to, author_id, about, anchor, body, suggestion, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id",
            )
            .bind(new.proposal.0)
            .bind(new.revision)
            .bind(root.as_ref().map(|(id, _)| id.0))
            .bind(new.author.map(|author| author.0))
            .bind(word)
            .bind(anchor)
            .bind(new.body)
            .bind(new.suggestion)
            .bind(new.now_ms)
            .fetch_one(&mut *transaction)
            .await?,
        );
        if let Some((root, _)) = root {
            set_resolved(&mut transaction, root, None).await?;
        }
        let to = format!("comment {id}");
        let entry = NewAuditEntry::new(new.author, Act::Commented, &proposal.title, new.now_ms).to(&to);
        let recorded = note(&mut transaction, new.proposal, entry, new.now_ms).await?;
        transaction.commit(recorded).await?;
        Ok(id)
    }

    /// Resolves the thread that a comment is in, or opens it again; gives the proposal.
    ///
    /// # Errors
    /// [`CommentError::NotFound`], [`CommentError::Database`].
    pub async fn resolve_comment(
        &self,
        id: CommentId,
        is_resolved: bool,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<ProposalId, CommentError> {
        let mut transaction = self.write().await?;
        let (proposal, recorded) = resolve(&mut transaction, id, is_resolved, by, now_ms).await?;
        if let Some(recorded) = recorded {
            transaction.commit(recorded).await?;
        }
        Ok(proposal)
    }
}

/// Resolves the thread that a comment is in, or opens it again, and tells the log; where it is so already, neither.
pub(super) async fn resolve(
    connection: &mut SqliteConnection,
    id: CommentId,
    is_resolved: bool,
    by: Option<AccountId>,
    now_ms: i64,
) -> Result<(ProposalId, Option<Recorded>), CommentError> {
    let comment = read(connection, id).await?.ok_or(CommentError::NotFound(id))?;
    let root = comment.reply_to.unwrap_or(id);
    let is_so = read(connection, root).await?.is_some_and(|root| root.resolved_at.is_some() == is_resolved);
    if is_so {
        return Ok((comment.proposal, None));
    }
    let title = proposal::find_to_change(connection, comment.proposal).await?.title;
    set_resolved(connection, root, is_resolved.then_some((by, now_ms))).await?;
    let what = if is_resolved { Act::ResolvedComment } else { Act::ReopenedComment };
    let to = format!("comment {root}");
    let entry = NewAuditEntry::new(by, what, &title, now_ms).to(&to);
    let recorded = note(connection, comment.proposal, entry, now_ms).await?;
    Ok((comment.proposal, Some(recorded)))
}

async fn read(connection: &mut SqliteConnection, id: CommentId) -> Result<Option<Comment>, sqlx::Error> {
    let comment = sqlx::query_as(
        "SELECT comments.*, accounts.name, resolvers.name AS resolver FROM comments
         LEFT JOIN accounts ON accounts.id = author_id LEFT JOIN accounts AS resolvers ON resolvers.id = resolved_by
         WHERE comments.id = ?1",
    );
    comment.bind(id.0).fetch_optional(connection).await
}

async fn set_resolved(
    connection: &mut SqliteConnection,
    root: CommentId,
    resolved: Option<(Option<AccountId>, i64)>,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE comments SET resolved_at = ?2, resolved_by = ?3 WHERE id = ?1")
        .bind(root.0)
        .bind(resolved.map(|(_, at)| at))
        .bind(resolved.and_then(|(by, _)| by).map(|by| by.0))
        .execute(connection)
        .await?;
    Ok(())
}

/// Notes that a revision of the proposal took a comment's suggestion.
pub(super) async fn take(
    connection: &mut SqliteConnection,
    id: CommentId,
    proposal: ProposalId,
    revision: u32,
) -> Result<(), CommentError> {
    let comment = read(connection, id).await?;
    let is_fit = |comment: &Comment| comment.proposal == proposal && comment.suggestion.is_some();
    let comment = comment.filter(is_fit).ok_or(CommentError::NotFound(id))?;
    if let Some(taken_in) = comment.taken_in {
        return Err(CommentError::SuggestionTaken { id, revision: taken_in });
    }
    sqlx::query("UPDATE comments SET suggestion_taken_in = ?2 WHERE id = ?1")
        .bind(id.0)
        .bind(revision)
        .execute(connection)
        .await?;
    Ok(())
}
