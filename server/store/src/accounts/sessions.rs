//! Sessions: who is signed in, from where, and until when.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::{Account, SecondProof, hash, name_of, second_factor};
use crate::{
    AccountId, Act, DatabaseError, IdentityId, NewAuditEntry, SessionId, Store, audit_log::record, write::NoAct,
};

/// Time without a request after which a session ends, in milliseconds: 7 days.
const IDLE: i64 = 7 * 86_400_000;
/// Longest life of a session, in milliseconds: 30 days.
const LONGEST: i64 = 30 * 86_400_000;
/// How far ahead of the clock a session may have begun, in milliseconds: 7 days. Of one that is further ahead nobody knows how
/// old it is: it began while the clock was wrong.
const AHEAD: i64 = 7 * 86_400_000;
/// Limit of an account's sessions; beyond it those unseen for longest end.
const MOST: u32 = 50;

/// Session and account of a request's cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: SessionId,
    /// Account that is signed in.
    pub account: Account,
    /// Time of the last request, in milliseconds since 1970.
    pub seen_at: i64,
    /// By what it began; `None`: by the password.
    pub identity: Option<IdentityId>,
    /// Whether the account has a second factor.
    pub has_second_factor: bool,
}

/// What shows that somebody is whose account they sign in with.
#[derive(Debug, Clone, Copy)]
pub enum Proof<'a> {
    /// The PHC string that their password was found to match, of an account that has no second factor. Where the account has
    /// another string by now, or a second factor, there is no session.
    Password(&'a str),
    /// The same, and a code of the second factor, which is used up.
    PasswordAndCode(&'a str, SecondProof<'a>),
    /// The same password, whether or not there is a second factor: where none is asked for.
    PasswordAlone(&'a str),
    /// The connection with what they are elsewhere, as long as it is there.
    Identity(IdentityId),
}

/// A session in a list of an account's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionLine {
    /// Its id.
    pub id: SessionId,
    /// Time of its beginning, in milliseconds since 1970.
    pub created_at: i64,
    /// Time of the last request, in milliseconds since 1970.
    pub seen_at: i64,
    /// Address from which it began.
    pub address: String,
    /// User agent of the browser.
    pub agent: String,
}

impl FromRow<'_, SqliteRow> for SessionLine {
    fn from_row(row: &SqliteRow) -> Result<SessionLine, sqlx::Error> {
        Ok(SessionLine {
            id: SessionId(row.try_get("id")?),
            created_at: row.try_get("created_at")?,
            seen_at: row.try_get("seen_at")?,
            address: row.try_get("address")?,
            agent: row.try_get("agent")?,
        })
    }
}

/// A session to begin.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Account that signs in.
    pub account: AccountId,
    /// What shows that it is theirs.
    pub proof: Proof<'a>,
    /// The cookie's value: random, and never seen before.
    pub token: &'a str,
    /// The value of the cookie that came with the request, whose session ends.
    pub replaces: Option<&'a str>,
    /// Address of the request; cut at 60 characters.
    pub address: &'a str,
    /// User agent of the request; cut at 120 characters.
    pub agent: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Store {
    /// Begins a session, unless the account was disabled meanwhile or the proof doesn't hold any more.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn begin_session(&self, new: NewSession<'_>) -> Result<Option<SessionId>, DatabaseError> {
        let mut transaction = self.write().await?;
        sqlx::query("DELETE FROM sessions WHERE token_hash = ?1 OR seen_at <= ?2 OR created_at <= ?3")
            .bind(new.replaces.map(hash))
            .bind(new.now_ms - IDLE)
            .bind(new.now_ms - LONGEST)
            .execute(&mut *transaction)
            .await?;
        let cut = |text: &str, most| text.chars().filter(|c| !c.is_control()).take(most).collect::<String>();
        let (password, code, identity) = match new.proof {
            Proof::Password(password) | Proof::PasswordAlone(password) => (Some(password), None, None),
            Proof::PasswordAndCode(password, code) => (Some(password), Some(code), None),
            Proof::Identity(identity) => (None, None, Some(identity.0)),
        };
        let id: Option<i64> = sqlx::query_scalar(
            "INSERT INTO sessions (token_hash, account_id, created_at, seen_at, address, agent, identity_id)
             SELECT ?1, id, ?4, ?4, ?5, ?6, ?7 FROM accounts WHERE id = ?2 AND disabled_at IS NULL
                 AND (password = ?3 AND has_password = 1
                     OR EXISTS (SELECT 1 FROM identities WHERE identities.id = ?7 AND account_id = ?2))
                 AND (?8 OR NOT EXISTS (SELECT 1 FROM second_factors WHERE account_id = ?2))
             RETURNING id",
        )
        .bind(hash(new.token))
        .bind(new.account.0)
        .bind(password)
        .bind(new.now_ms)
        .bind(cut(new.address, 60))
        .bind(cut(new.agent, 120))
        .bind(identity)
        .bind(!matches!(new.proof, Proof::Password(_)))
        .fetch_optional(&mut *transaction)
        .await?;
        let holds = match (id, code) {
            (Some(_), Some(code)) => second_factor::use_up(&mut transaction, new.account, code).await?,
            (found, _) => found.is_some(),
        };
        let Some(id) = id.filter(|_| holds) else {
            if let Some(id) = id {
                sqlx::query("DELETE FROM sessions WHERE id = ?1").bind(id).execute(&mut *transaction).await?;
            }
            // The cookie that came isn't good for anything any more.
            transaction.commit_unlogged(NoAct::RefusedSignIn).await?;
            return Ok(None);
        };
        sqlx::query(
            "DELETE FROM sessions WHERE account_id = ?1 AND id <> ?2 AND id NOT IN
                 (SELECT id FROM sessions WHERE account_id = ?1 ORDER BY seen_at DESC, id DESC LIMIT ?3)",
        )
        .bind(new.account.0)
        .bind(id)
        .bind(MOST)
        .execute(&mut *transaction)
        .await?;
        let about = name_of(&mut transaction, new.account).await?;
        if matches!(code, Some(SecondProof::Recovery(_))) {
            let used = NewAuditEntry::new(Some(new.account), Act::UsedRecoveryCode, &about, new.now_ms);
            let _ = record(&mut transaction, &used).await?;
        }
        transaction.commit_act(&NewAuditEntry::new(Some(new.account), Act::SignedIn, &about, new.now_ms)).await?;
        Ok(Some(SessionId(id)))
    }

    /// The session of a cookie, where it hasn't ended and its account can be used.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn session(&self, token: &str, now_ms: i64) -> Result<Option<Session>, DatabaseError> {
        let row = sqlx::query(
            "SELECT sessions.id AS session, seen_at, identity_id, accounts.*,
                 EXISTS (SELECT 1 FROM second_factors WHERE second_factors.account_id = accounts.id) AS has_second_factor
             FROM sessions JOIN accounts ON accounts.id = account_id
             WHERE token_hash = ?1 AND seen_at > ?2 AND sessions.created_at > ?3 AND sessions.created_at <= ?4
                 AND disabled_at IS NULL",
        )
        .bind(hash(token))
        .bind(now_ms - IDLE)
        .bind(now_ms - LONGEST)
        .bind(now_ms + AHEAD)
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(Session {
            id: SessionId(row.try_get("session")?),
            account: Account::from_row(&row)?,
            seen_at: row.try_get("seen_at")?,
            identity: row.try_get::<Option<i64>, _>("identity_id")?.map(IdentityId),
            has_second_factor: row.try_get("has_second_factor")?,
        }))
    }

    /// Notes the time of a request in a session.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn see_session(&self, id: SessionId, now_ms: i64) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        sqlx::query("UPDATE sessions SET seen_at = max(seen_at, ?2) WHERE id = ?1")
            .bind(id.0)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit_unlogged(NoAct::Seen).await?)
    }

    /// An account's sessions that haven't ended, the last seen first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn sessions(&self, account: AccountId, now_ms: i64) -> Result<Vec<SessionLine>, DatabaseError> {
        let sessions = sqlx::query_as(
            "SELECT * FROM sessions WHERE account_id = ?1 AND seen_at > ?2 AND created_at > ?3 AND created_at <= ?4
             ORDER BY seen_at DESC, id DESC",
        );
        let sessions = sessions.bind(account.0).bind(now_ms - IDLE).bind(now_ms - LONGEST).bind(now_ms + AHEAD);
        Ok(sessions.fetch_all(&self.readers).await?)
    }

    /// Ends one of an account's sessions; false where it has none with this id.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn end_session(&self, account: AccountId, id: SessionId, now_ms: i64) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        let ended = sqlx::query("DELETE FROM sessions WHERE id = ?1 AND account_id = ?2")
            .bind(id.0)
            .bind(account.0)
            .execute(&mut *transaction)
            .await?;
        if ended.rows_affected() == 0 {
            return Ok(false);
        }
        let about = name_of(&mut transaction, account).await?;
        transaction.commit_act(&NewAuditEntry::new(Some(account), Act::EndedSession, &about, now_ms)).await?;
        Ok(true)
    }
}
