//! Links that are good for once: for the first maintainer, for whoever is invited, and for a new password.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{Account, AccountError, Role, hash, role, second_factor};
use crate::{
    AccountId, Act, DatabaseError, InvitationId, NewAuditEntry, Store, TooMany, audit_log::record, write::NoAct,
};

/// Limit of open links.
const MOST: u32 = 100;

/// Purpose of a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// Makes the first account, a maintainer.
    First,
    /// Makes an account of that role.
    Invite(Role),
    /// Sets the password of the account of that number and name.
    Reset(AccountId, String),
}

/// A link that can still be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// Its id.
    pub id: InvitationId,
    /// Its purpose.
    pub purpose: Purpose,
    /// Name of the account that made it; `None`: the program.
    pub made_by: Option<String>,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Time of its end, in milliseconds since 1970; `None` for the first maintainer's, which ends when another replaces it.
    pub expires_at: Option<i64>,
}

impl FromRow<'_, SqliteRow> for Invitation {
    fn from_row(row: &SqliteRow) -> Result<Invitation, sqlx::Error> {
        let purpose = match (row.try_get("account_id")?, row.try_get::<Option<&str>, _>("role")?) {
            (Some(id), _) => Purpose::Reset(AccountId(id), row.try_get("account_name")?),
            (None, _) if row.try_get::<&str, _>("purpose")? == "first" => Purpose::First,
            (None, word) => Purpose::Invite(role(word.unwrap_or_default())?),
        };
        Ok(Invitation {
            id: InvitationId(row.try_get("id")?),
            purpose,
            made_by: row.try_get("maker")?,
            created_at: row.try_get("created_at")?,
            expires_at: row.try_get("expires_at")?,
        })
    }
}

/// An account to make by a link.
#[derive(Debug, Clone, Copy)]
pub struct NewAccount<'a> {
    /// The name one signs in with: 1 to 60 characters that can be seen, without blanks around. No two accounts have one
    /// name, whatever the case.
    pub name: &'a str,
    /// The password as a PHC string.
    pub password: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a one-time link could not be made or used.
#[derive(Debug, thiserror::Error)]
pub enum InvitationError {
    /// The link was used, withdrawn or replaced, or ran out, or never was.
    #[error("this link was used or withdrawn, or has run out")]
    NotUsable,
    /// No room for another open link.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The account that the link is for, or was to make, is refused.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Makes the link for the first maintainer, in the place of an earlier one; gives whether there is no account yet,
    /// which it takes.
    ///
    /// # Errors
    /// [`InvitationError::Database`].
    pub async fn make_first_link(&self, token: &str, now_ms: i64) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        if has_accounts(&mut transaction).await? {
            return Ok(false);
        }
        sqlx::query("DELETE FROM invitations WHERE purpose = 'first'").execute(&mut *transaction).await?;
        sqlx::query(
            "INSERT INTO invitations (token_hash, purpose, role, created_at) VALUES (?1, 'first', 'maintainer', ?2)",
        )
        .bind(hash(token))
        .bind(now_ms)
        .execute(&mut *transaction)
        .await?;
        transaction.commit_unlogged(NoAct::Shipped).await?;
        Ok(true)
    }

    /// Makes a link that makes an account of that role, until a time that is later than now.
    ///
    /// # Errors
    /// [`TooMany`], [`InvitationError::Database`].
    pub async fn invite(
        &self,
        token: &str,
        role: Role,
        by: AccountId,
        (now_ms, expires_at): (i64, i64),
    ) -> Result<(), InvitationError> {
        let mut transaction = self.write().await?;
        check_room(&mut transaction, now_ms).await?;
        sqlx::query(
            "INSERT INTO invitations (token_hash, purpose, role, made_by, created_at, expires_at)
             VALUES (?1, 'invite', ?2, ?3, ?4, ?5)",
        )
        .bind(hash(token))
        .bind(role.name())
        .bind(by.0)
        .bind(now_ms)
        .bind(expires_at)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit_act(&NewAuditEntry::new(Some(by), Act::MadeInvitation, role.name(), now_ms)).await?)
    }

    /// Makes a link that sets an account's password, in the place of an earlier one.
    ///
    /// # Errors
    /// [`AccountError::NotFound`], [`TooMany`], [`InvitationError::Database`].
    pub async fn make_reset_link(
        &self,
        token: &str,
        account: AccountId,
        by: AccountId,
        (now_ms, expires_at): (i64, i64),
    ) -> Result<(), InvitationError> {
        let mut transaction = self.write().await?;
        let about = super::find(&mut transaction, account).await?.name;
        add_reset_link(&mut transaction, token, (account, by), (now_ms, expires_at)).await?;
        Ok(transaction.commit_act(&NewAuditEntry::new(Some(by), Act::MadePasswordLink, &about, now_ms)).await?)
    }

    /// For who can't get in any more and has nobody to ask, on the command line: takes the second factor of the account of that
    /// name away, and makes a link that sets its password. Gives whether there was a second factor.
    ///
    /// # Errors
    /// [`AccountError::NoSuchName`], [`TooMany`], [`InvitationError::Database`].
    pub async fn rescue(
        &self,
        name: &str,
        token: &str,
        (now_ms, expires_at): (i64, i64),
    ) -> Result<bool, InvitationError> {
        let mut transaction = self.write().await?;
        let found: Option<(i64, String)> = sqlx::query_as("SELECT id, name FROM accounts WHERE folded = ?1")
            .bind(super::folded(name))
            .fetch_optional(&mut *transaction)
            .await?;
        let Some((id, about)) = found else {
            return Err(AccountError::NoSuchName(name.to_owned()).into());
        };
        let account = AccountId(id);
        let had = second_factor::delete(&mut transaction, account).await?;
        if had {
            let entry = NewAuditEntry::new(None, Act::TookSecondFactor, &about, now_ms).on_command_line();
            let _ = record(&mut transaction, &entry).await?;
        }
        // A link of this purpose has a maker.
        add_reset_link(&mut transaction, token, (account, account), (now_ms, expires_at)).await?;
        let entry = NewAuditEntry::new(None, Act::MadePasswordLink, &about, now_ms).on_command_line();
        transaction.commit_act(&entry).await?;
        Ok(had)
    }

    /// The link of that token, where it can be used.
    ///
    /// # Errors
    /// [`InvitationError::Database`].
    pub async fn invitation(&self, token: &str, now_ms: i64) -> Result<Option<Invitation>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        Ok(usable(&mut connection, token, now_ms).await?)
    }

    /// The links that can be used, but for the first maintainer's; the newest first.
    ///
    /// # Errors
    /// [`InvitationError::Database`].
    pub async fn invitations(&self, now_ms: i64) -> Result<Vec<Invitation>, DatabaseError> {
        let open = sqlx::query_as(
            "SELECT invitations.*, accounts.name AS account_name, makers.name AS maker FROM invitations
             LEFT JOIN accounts ON accounts.id = account_id LEFT JOIN accounts AS makers ON makers.id = made_by
             WHERE used_at IS NULL AND expires_at > ?1 ORDER BY invitations.id DESC",
        );
        Ok(open.bind(now_ms).fetch_all(&self.readers).await?)
    }

    /// Makes the account an invitation is for, which uses it up. A refused name leaves it good.
    ///
    /// # Errors
    /// [`InvitationError::NotUsable`], [`AccountError::BadName`], [`AccountError::NameTaken`], [`TooMany`],
    /// [`InvitationError::Database`].
    pub async fn accept_invitation(&self, token: &str, new: NewAccount<'_>) -> Result<Account, InvitationError> {
        let mut transaction = self.write().await?;
        let link = usable(&mut transaction, token, new.now_ms).await?.ok_or(InvitationError::NotUsable)?;
        let role = role_of(&mut transaction, &link.purpose).await?;
        let account = super::insert(&mut transaction, new, role).await?;
        use_up(&mut transaction, link.id, account.id, new.now_ms).await?;
        let entry = NewAuditEntry::new(Some(account.id), Act::MadeAccount, &account.name, new.now_ms).to(role.name());
        transaction.commit_act(&entry).await?;
        Ok(account)
    }

    /// Sets the password a link is for, which uses it up, and ends the account's sessions and tokens.
    ///
    /// # Errors
    /// [`InvitationError::NotUsable`], [`InvitationError::Database`].
    pub async fn reset_password(&self, token: &str, password: &str, now_ms: i64) -> Result<Account, InvitationError> {
        let mut transaction = self.write().await?;
        let link = usable(&mut transaction, token, now_ms).await?.ok_or(InvitationError::NotUsable)?;
        let Purpose::Reset(id, name) = link.purpose else { return Err(InvitationError::NotUsable) };
        sqlx::query("UPDATE accounts SET password = ?2, has_password = 1 WHERE id = ?1")
            .bind(id.0)
            .bind(password)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE account_id = ?1").bind(id.0).execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM api_tokens WHERE account_id = ?1").bind(id.0).execute(&mut *transaction).await?;
        use_up(&mut transaction, link.id, id, now_ms).await?;
        let entry = NewAuditEntry::new(Some(id), Act::SetPasswordByLink, &name, now_ms);
        let account = super::find(&mut transaction, id).await?;
        transaction.commit_act(&entry).await?;
        Ok(account)
    }

    /// Deletes an unused link; false where there is none with this id.
    ///
    /// # Errors
    /// [`InvitationError::Database`].
    pub async fn withdraw_invitation(
        &self,
        id: InvitationId,
        by: AccountId,
        now_ms: i64,
    ) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        let withdrawn = sqlx::query("DELETE FROM invitations WHERE id = ?1 AND used_at IS NULL AND purpose <> 'first'")
            .bind(id.0)
            .execute(&mut *transaction)
            .await?;
        if withdrawn.rows_affected() == 0 {
            return Ok(false);
        }
        let about = format!("link {id}");
        transaction.commit_act(&NewAuditEntry::new(Some(by), Act::WithdrewLink, &about, now_ms)).await?;
        Ok(true)
    }
}

async fn has_accounts(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM accounts)").fetch_one(connection).await
}

pub(super) async fn usable(
    connection: &mut SqliteConnection,
    token: &str,
    now_ms: i64,
) -> Result<Option<Invitation>, sqlx::Error> {
    let link = sqlx::query_as(
        "SELECT invitations.*, accounts.name AS account_name, makers.name AS maker FROM invitations
         LEFT JOIN accounts ON accounts.id = account_id LEFT JOIN accounts AS makers ON makers.id = made_by
         WHERE token_hash = ?1 AND used_at IS NULL AND (expires_at IS NULL OR expires_at > ?2)",
    );
    link.bind(hash(token)).bind(now_ms).fetch_optional(connection).await
}

/// The role of the account that a link makes.
pub(super) async fn role_of(connection: &mut SqliteConnection, purpose: &Purpose) -> Result<Role, InvitationError> {
    match purpose {
        Purpose::First if has_accounts(connection).await? => Err(InvitationError::NotUsable),
        Purpose::First => Ok(Role::Maintainer),
        Purpose::Invite(role) => Ok(*role),
        Purpose::Reset(..) => Err(InvitationError::NotUsable),
    }
}

/// Adds a link that sets an account's password, in the place of an earlier one.
async fn add_reset_link(
    connection: &mut SqliteConnection,
    token: &str,
    (account, by): (AccountId, AccountId),
    (now_ms, expires_at): (i64, i64),
) -> Result<(), InvitationError> {
    sqlx::query("DELETE FROM invitations WHERE account_id = ?1 AND used_at IS NULL")
        .bind(account.0)
        .execute(&mut *connection)
        .await?;
    check_room(connection, now_ms).await?;
    sqlx::query(
        "INSERT INTO invitations (token_hash, purpose, account_id, made_by, created_at, expires_at)
         VALUES (?1, 'reset', ?2, ?3, ?4, ?5)",
    )
    .bind(hash(token))
    .bind(account.0)
    .bind(by.0)
    .bind(now_ms)
    .bind(expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn use_up(
    connection: &mut SqliteConnection,
    id: InvitationId,
    by: AccountId,
    now_ms: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE invitations SET used_at = ?2, used_by = ?3 WHERE id = ?1")
        .bind(id.0)
        .bind(now_ms)
        .bind(by.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Forgets the links that ran out, and refuses where too many are open.
async fn check_room(connection: &mut SqliteConnection, now_ms: i64) -> Result<(), InvitationError> {
    sqlx::query("DELETE FROM invitations WHERE used_at IS NULL AND expires_at <= ?1")
        .bind(now_ms)
        .execute(&mut *connection)
        .await?;
    let open: u32 =
        sqlx::query_scalar("SELECT count(*) FROM invitations WHERE used_at IS NULL").fetch_one(connection).await?;
    if open >= MOST { Err(TooMany { what: "open links", most: MOST }.into()) } else { Ok(()) }
}
