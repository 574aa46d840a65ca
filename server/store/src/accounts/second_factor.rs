//! Second factors: a secret from which an app on somebody's phone makes a code each half minute, and recovery codes for who has
//! lost it. What a code is, is for the caller to know; here each is good once.

use std::collections::BTreeSet;

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{AccountError, find, hash, name_of};
use crate::{
    AccountId, Act, DatabaseError, NewAuditEntry, SessionId, Store,
    audit_log::{Recorded, record},
};

/// The second factor of an account.
#[derive(Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret that codes are made from.
    pub secret: Vec<u8>,
    /// Time of its setting up, in milliseconds since 1970.
    pub created_at: i64,
    /// Recovery codes that are left.
    pub recovery_codes: u32,
}

impl std::fmt::Debug for SecondFactor {
    /// Without the secret, which is for no log.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SecondFactor(since {}, {} recovery codes)", self.created_at, self.recovery_codes)
    }
}

impl FromRow<'_, SqliteRow> for SecondFactor {
    fn from_row(row: &SqliteRow) -> Result<SecondFactor, sqlx::Error> {
        Ok(SecondFactor {
            secret: row.try_get("secret")?,
            created_at: row.try_get("created_at")?,
            recovery_codes: row.try_get("recovery_codes")?,
        })
    }
}

/// What shows that somebody has a second factor. It is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecondProof<'a> {
    /// They gave the code of this time step.
    Step(i64),
    /// They gave this recovery code.
    Recovery(&'a str),
}

/// A second factor to set up.
#[derive(Clone, Copy)]
pub struct NewSecondFactor<'a> {
    /// Whose.
    pub account: AccountId,
    /// The PHC string that their password was found to match.
    pub password: &'a str,
    /// The secret, of 20 bytes.
    pub secret: &'a [u8],
    /// The time step of the code with which they showed that their app has it.
    pub step: i64,
    /// Recovery codes.
    pub codes: &'a [String],
    /// Their session, the only one that stays.
    pub keep: Option<SessionId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

impl Store {
    /// An account's second factor.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn second_factor(&self, account: AccountId) -> Result<Option<SecondFactor>, DatabaseError> {
        let found = sqlx::query_as(
            "SELECT *, (SELECT count(*) FROM recovery_codes WHERE recovery_codes.account_id = second_factors.account_id)
                 AS recovery_codes
             FROM second_factors WHERE account_id = ?1",
        );
        Ok(found.bind(account.0).fetch_optional(&self.readers).await?)
    }

    /// The accounts that have one.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn with_second_factor(&self) -> Result<BTreeSet<AccountId>, DatabaseError> {
        let ids: Vec<i64> =
            sqlx::query_scalar("SELECT account_id FROM second_factors").fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(AccountId).collect())
    }

    /// Sets a second factor up, and ends the account's other sessions; false where it has one, or another password by now.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn add_second_factor(&self, new: NewSecondFactor<'_>) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        if !has_password(&mut transaction, new.account, new.password).await? {
            return Ok(false);
        }
        let added = sqlx::query(
            "INSERT INTO second_factors (account_id, secret, last_step, created_at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT DO NOTHING",
        )
        .bind(new.account.0)
        .bind(new.secret)
        .bind(new.step)
        .bind(new.now_ms)
        .execute(&mut *transaction)
        .await?;
        if added.rows_affected() == 0 {
            return Ok(false);
        }
        add_codes(&mut transaction, new.account, new.codes).await?;
        sqlx::query("DELETE FROM sessions WHERE account_id = ?1 AND id IS NOT ?2")
            .bind(new.account.0)
            .bind(new.keep.map(|session| session.0))
            .execute(&mut *transaction)
            .await?;
        let about = name_of(&mut transaction, new.account).await?;
        let entry = NewAuditEntry::new(Some(new.account), Act::AddedSecondFactor, &about, new.now_ms);
        transaction.commit_act(&entry).await?;
        Ok(true)
    }

    /// Puts new recovery codes in the place of those there are; false where the password is another by now or the proof doesn't
    /// hold.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn renew_recovery_codes(
        &self,
        account: AccountId,
        (password, proof): (&str, SecondProof<'_>),
        codes: &[String],
        now_ms: i64,
    ) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        if !has_password(&mut transaction, account, password).await?
            || !use_up(&mut transaction, account, proof).await?
        {
            return Ok(false);
        }
        let _ = note_recovery(&mut transaction, account, proof, now_ms).await?;
        sqlx::query("DELETE FROM recovery_codes WHERE account_id = ?1")
            .bind(account.0)
            .execute(&mut *transaction)
            .await?;
        add_codes(&mut transaction, account, codes).await?;
        let about = name_of(&mut transaction, account).await?;
        transaction.commit_act(&NewAuditEntry::new(Some(account), Act::MadeRecoveryCodes, &about, now_ms)).await?;
        Ok(true)
    }

    /// Turns an account's second factor off; false where the password is another by now or the proof doesn't hold.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn end_second_factor(
        &self,
        account: AccountId,
        (password, proof): (&str, SecondProof<'_>),
        now_ms: i64,
    ) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        if !has_password(&mut transaction, account, password).await?
            || !use_up(&mut transaction, account, proof).await?
        {
            return Ok(false);
        }
        let _ = note_recovery(&mut transaction, account, proof, now_ms).await?;
        delete(&mut transaction, account).await?;
        let about = name_of(&mut transaction, account).await?;
        transaction.commit_act(&NewAuditEntry::new(Some(account), Act::EndedSecondFactor, &about, now_ms)).await?;
        Ok(true)
    }

    /// Takes an account's second factor away, which ends its sessions: who lost a phone may have been signed in on it. False where
    /// it has none.
    ///
    /// # Errors
    /// [`AccountError::NotFound`], [`AccountError::Database`].
    pub async fn take_second_factor(&self, id: AccountId, by: AccountId, now_ms: i64) -> Result<bool, AccountError> {
        let mut transaction = self.write().await?;
        let about = find(&mut transaction, id).await?.name;
        if !delete(&mut transaction, id).await? {
            return Ok(false);
        }
        sqlx::query("DELETE FROM sessions WHERE account_id = ?1").bind(id.0).execute(&mut *transaction).await?;
        transaction.commit_act(&NewAuditEntry::new(Some(by), Act::TookSecondFactor, &about, now_ms)).await?;
        Ok(true)
    }

    /// Notes that somebody who knows an account's password gave wrong codes until they had to begin anew.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn note_wrong_codes(&self, account: AccountId, now_ms: i64) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        let about = name_of(&mut transaction, account).await?;
        // By nobody: it may not be whose account it is.
        Ok(transaction.commit_act(&NewAuditEntry::new(None, Act::GaveWrongCodes, &about, now_ms)).await?)
    }
}

/// Uses a proof up, and says whether it held.
pub(super) async fn use_up(
    connection: &mut SqliteConnection,
    account: AccountId,
    proof: SecondProof<'_>,
) -> Result<bool, sqlx::Error> {
    let used = match proof {
        // Callers take codes of three steps around the time. Where the last one that was taken is later than that, the clock was
        // ahead then, and says nothing of codes from now.
        SecondProof::Step(step) => sqlx::query(
            "UPDATE second_factors SET last_step = ?2 WHERE account_id = ?1 AND last_step NOT BETWEEN ?2 AND ?2 + 2",
        )
        .bind(account.0)
        .bind(step),
        SecondProof::Recovery(code) => {
            sqlx::query("DELETE FROM recovery_codes WHERE account_id = ?1 AND code_hash = ?2")
                .bind(account.0)
                .bind(hash(code))
        }
    };
    Ok(used.execute(connection).await?.rows_affected() == 1)
}

/// Deletes an account's second factor with its recovery codes, and says whether there was one.
pub(super) async fn delete(connection: &mut SqliteConnection, account: AccountId) -> Result<bool, sqlx::Error> {
    let deleted = sqlx::query("DELETE FROM second_factors WHERE account_id = ?1").bind(account.0);
    Ok(deleted.execute(connection).await?.rows_affected() == 1)
}

/// Notes a recovery code that was used beside an act.
async fn note_recovery(
    connection: &mut SqliteConnection,
    account: AccountId,
    proof: SecondProof<'_>,
    now_ms: i64,
) -> Result<Option<Recorded>, sqlx::Error> {
    let SecondProof::Recovery(_) = proof else { return Ok(None) };
    let about = name_of(connection, account).await?;
    record(connection, &NewAuditEntry::new(Some(account), Act::UsedRecoveryCode, &about, now_ms)).await.map(Some)
}

async fn has_password(
    connection: &mut SqliteConnection,
    account: AccountId,
    password: &str,
) -> Result<bool, sqlx::Error> {
    let held = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM accounts
             WHERE id = ?1 AND password = ?2 AND has_password = 1 AND disabled_at IS NULL)",
    );
    held.bind(account.0).bind(password).fetch_one(connection).await
}

async fn add_codes(connection: &mut SqliteConnection, account: AccountId, codes: &[String]) -> Result<(), sqlx::Error> {
    for code in codes {
        sqlx::query("INSERT INTO recovery_codes (account_id, code_hash) VALUES (?1, ?2)")
            .bind(account.0)
            .bind(hash(code))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
