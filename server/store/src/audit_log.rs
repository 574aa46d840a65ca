//! The audit log, in the table `acts`. Entries are only ever added.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{AccountId, Act, DatabaseError, ProposalId, Store};

/// Limit of each text of an entry, in characters; longer ones are cut.
const LONGEST: usize = 200;
/// Name in the log of somebody who works on the command line without an account.
pub(crate) const COMMAND_LINE: &str = "command line";

/// An entry of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Id of the entry, from 1.
    pub id: i64,
    /// Time, in milliseconds since 1970.
    pub at: i64,
    /// Account that did it; `None`: the program, or somebody without an account.
    pub by: Option<AccountId>,
    /// That account's name.
    pub name: Option<String>,
    /// Action, as `changed a role`.
    pub what: String,
    /// Object of the action: an account's name, an address, a title.
    pub about: String,
    /// Value before, where the action changed one.
    pub from: Option<String>,
    /// Value after, or the result of the action.
    pub to: Option<String>,
    /// Proposal whose activity the entry is part of.
    pub proposal: Option<ProposalId>,
    /// Whether it was done on the command line, with or without an account.
    pub is_command_line: bool,
}

impl AuditEntry {
    /// Actor in words: a name, `command line`, or both; `None`: the program, or somebody on the server's own machine before
    /// there were accounts.
    pub fn who(&self) -> Option<String> {
        match (&self.name, self.is_command_line) {
            (Some(name), false) => Some(name.clone()),
            (Some(name), true) => Some(format!("{name}, {COMMAND_LINE}")),
            (None, true) => Some(COMMAND_LINE.to_owned()),
            (None, false) => None,
        }
    }
}

impl FromRow<'_, SqliteRow> for AuditEntry {
    fn from_row(row: &SqliteRow) -> Result<AuditEntry, sqlx::Error> {
        Ok(AuditEntry {
            id: row.try_get("id")?,
            at: row.try_get("at")?,
            by: row.try_get::<Option<i64>, _>("account_id")?.map(AccountId),
            name: row.try_get("name")?,
            what: row.try_get("what")?,
            about: row.try_get("about")?,
            from: row.try_get("was")?,
            to: row.try_get("became")?,
            proposal: row.try_get::<Option<i64>, _>("proposal_id")?.map(ProposalId),
            is_command_line: row.try_get("is_command_line")?,
        })
    }
}

/// An entry to add to the audit log.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NewAuditEntry<'a> {
    by: Option<AccountId>,
    what: Act,
    about: &'a str,
    from: Option<&'a str>,
    to: Option<&'a str>,
    proposal: Option<ProposalId>,
    is_command_line: bool,
    now_ms: i64,
}

impl<'a> NewAuditEntry<'a> {
    /// An entry without values before and after. `now_ms` is in milliseconds since 1970.
    pub(crate) fn new(by: Option<AccountId>, what: Act, about: &'a str, now_ms: i64) -> NewAuditEntry<'a> {
        NewAuditEntry { by, what, about, from: None, to: None, proposal: None, is_command_line: false, now_ms }
    }

    /// The same entry with the values before and after.
    #[must_use]
    pub(crate) fn changed(self, from: &'a str, to: &'a str) -> NewAuditEntry<'a> {
        NewAuditEntry { from: Some(from), to: Some(to), ..self }
    }

    /// The same entry with the value after.
    #[must_use]
    pub(crate) fn to(self, to: &'a str) -> NewAuditEntry<'a> {
        NewAuditEntry { to: Some(to), ..self }
    }

    /// The same entry, marked as done on the command line.
    #[must_use]
    pub(crate) fn on_command_line(self) -> NewAuditEntry<'a> {
        NewAuditEntry { is_command_line: true, ..self }
    }

    /// The same entry, also part of a proposal's activity.
    #[must_use]
    pub(crate) fn on(self, proposal: ProposalId) -> NewAuditEntry<'a> {
        NewAuditEntry { proposal: Some(proposal), ..self }
    }
}

/// Proof that the audit log has an entry for what a transaction does. Only [`record`] gives it.
#[must_use = "a transaction is committed with it"]
pub(crate) struct Recorded(());

impl Store {
    /// Entries of the log, newest first: at most `most`, with ids below `before`.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn audit_log(&self, before: Option<i64>, most: u32) -> Result<Vec<AuditEntry>, DatabaseError> {
        let entries = sqlx::query_as(
            "SELECT acts.*, accounts.name FROM acts LEFT JOIN accounts ON accounts.id = acts.account_id
             WHERE ?1 IS NULL OR acts.id < ?1 ORDER BY acts.id DESC LIMIT ?2",
        );
        Ok(entries.bind(before).bind(most).fetch_all(&self.readers).await?)
    }

    /// Entries about one proposal, or about any, newest first: at most `most`.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn activity(&self, proposal: Option<ProposalId>, most: u32) -> Result<Vec<AuditEntry>, DatabaseError> {
        let entries = sqlx::query_as(
            "SELECT acts.*, accounts.name FROM acts LEFT JOIN accounts ON accounts.id = acts.account_id
             WHERE proposal_id IS NOT NULL AND (?1 IS NULL OR proposal_id = ?1) ORDER BY acts.id DESC LIMIT ?2",
        );
        Ok(entries.bind(proposal.map(|proposal| proposal.0)).bind(most).fetch_all(&self.readers).await?)
    }
}

/// Adds an entry in the transaction of the action itself.
pub(crate) async fn record(
    connection: &mut SqliteConnection,
    entry: &NewAuditEntry<'_>,
) -> Result<Recorded, sqlx::Error> {
    let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
    sqlx::query(
        "INSERT INTO acts (at, account_id, what, about, was, became, proposal_id, is_command_line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(entry.now_ms)
    .bind(entry.by.map(|by| by.0))
    .bind(entry.what.words())
    .bind(cut(entry.about))
    .bind(entry.from.map(cut))
    .bind(entry.to.map(cut))
    .bind(entry.proposal.map(|proposal| proposal.0))
    .bind(entry.is_command_line)
    .execute(connection)
    .await?;
    Ok(Recorded(()))
}
