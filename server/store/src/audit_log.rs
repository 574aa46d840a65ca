//! The log of what was done: lines are only ever added.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{AccountId, DatabaseError, ProposalId, Store};

/// The longest text of a line, in characters; what is longer is cut.
const LONGEST: usize = 200;
/// What the log calls who isn't known by an account but works on the machine itself.
pub(crate) const COMMAND_LINE: &str = "command line";

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// Its number, from 1.
    pub id: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// Who; `None`: the program.
    pub by: Option<AccountId>,
    /// Their name.
    pub name: Option<String>,
    /// What they did: `changed a role`.
    pub what: String,
    /// About what: an account's name, an address.
    pub about: String,
    /// What it was.
    pub from: Option<String>,
    /// What it became.
    pub to: Option<String>,
    /// The proposal it is about.
    pub proposal: Option<ProposalId>,
    /// Whether it was done on the command line, perhaps in an account's name.
    pub is_command_line: bool,
}

impl Act {
    /// Who it was in words: a name, `command line`, or both; `None`: the program, or somebody at the machine itself before
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

impl FromRow<'_, SqliteRow> for Act {
    fn from_row(row: &SqliteRow) -> Result<Act, sqlx::Error> {
        Ok(Act {
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

/// What is to become a line of the log.
#[derive(Debug, Clone, Copy)]
pub struct NewAct<'a> {
    by: Option<AccountId>,
    what: &'static str,
    about: &'a str,
    from: Option<&'a str>,
    to: Option<&'a str>,
    proposal: Option<ProposalId>,
    is_command_line: bool,
    now_ms: i64,
}

impl<'a> NewAct<'a> {
    /// An act that changes nothing from one value to another. `what` has at most 60 bytes; `now_ms` is in milliseconds
    /// since 1970.
    pub fn new(by: Option<AccountId>, what: &'static str, about: &'a str, now_ms: i64) -> NewAct<'a> {
        NewAct { by, what, about, from: None, to: None, proposal: None, is_command_line: false, now_ms }
    }

    /// The same, of something that was so and is so now.
    #[must_use]
    pub fn from_to(self, from: &'a str, to: &'a str) -> NewAct<'a> {
        NewAct { from: Some(from), to: Some(to), ..self }
    }

    /// The same, of something that is so now.
    #[must_use]
    pub fn to(self, to: &'a str) -> NewAct<'a> {
        NewAct { to: Some(to), ..self }
    }

    /// The same, done on the command line.
    #[must_use]
    pub(crate) fn on_command_line(self) -> NewAct<'a> {
        NewAct { is_command_line: true, ..self }
    }

    /// The same, in a proposal's list of activity too.
    #[must_use]
    pub(crate) fn on(self, proposal: ProposalId) -> NewAct<'a> {
        NewAct { proposal: Some(proposal), ..self }
    }
}

impl Store {
    /// Adds a line to the log, for acts whose own write doesn't.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn record_act(&self, act: &NewAct<'_>) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        record(&mut transaction, act).await?;
        Ok(transaction.commit().await?)
    }

    /// The log, newest first: at most so many lines, of those before a number.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn acts(&self, before: Option<i64>, most: u32) -> Result<Vec<Act>, DatabaseError> {
        let acts = sqlx::query_as(
            "SELECT acts.*, accounts.name FROM acts LEFT JOIN accounts ON accounts.id = acts.account_id
             WHERE ?1 IS NULL OR acts.id < ?1 ORDER BY acts.id DESC LIMIT ?2",
        );
        Ok(acts.bind(before).bind(most).fetch_all(&self.readers).await?)
    }

    /// What was done about a proposal, or about any of them, newest first: at most so many lines of the log.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn activity(&self, proposal: Option<ProposalId>, most: u32) -> Result<Vec<Act>, DatabaseError> {
        let acts = sqlx::query_as(
            "SELECT acts.*, accounts.name FROM acts LEFT JOIN accounts ON accounts.id = acts.account_id
             WHERE proposal_id IS NOT NULL AND (?1 IS NULL OR proposal_id = ?1) ORDER BY acts.id DESC LIMIT ?2",
        );
        Ok(acts.bind(proposal.map(|proposal| proposal.0)).bind(most).fetch_all(&self.readers).await?)
    }
}

/// Adds a line in the transaction of what it is about.
pub(crate) async fn record(connection: &mut SqliteConnection, act: &NewAct<'_>) -> Result<(), sqlx::Error> {
    let cut = |text: &str| text.chars().take(LONGEST).collect::<String>();
    sqlx::query(
        "INSERT INTO acts (at, account_id, what, about, was, became, proposal_id, is_command_line)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )
    .bind(act.now_ms)
    .bind(act.by.map(|by| by.0))
    .bind(act.what)
    .bind(cut(act.about))
    .bind(act.from.map(cut))
    .bind(act.to.map(cut))
    .bind(act.proposal.map(|proposal| proposal.0))
    .bind(act.is_command_line)
    .execute(connection)
    .await?;
    Ok(())
}
