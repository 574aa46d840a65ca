//! Accounts and their roles. They are never deleted, because the audit log names them; one that may not be used any more
//! is disabled.

mod identities;
mod invitations;
mod second_factor;
mod sessions;
mod tokens;

use sha2::{Digest, Sha256};
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    AccountId, Act, DatabaseError, NewAuditEntry, SessionId, Store, TooMany, audit_log::COMMAND_LINE,
    error::UnknownWord,
};

pub use identities::{Identity, IdentityError, IdentityLine, NewMember};
pub use invitations::{Invitation, InvitationError, NewAccount, Purpose};
pub use second_factor::{NewSecondFactor, SecondFactor, SecondProof};
pub use sessions::{NewSession, Proof, Session, SessionLine};
pub use tokens::{ApiToken, NewToken, OwnedToken, Scope, TokenError, TokenHolder};

/// Limit of accounts.
const MOST_ACCOUNTS: u32 = 1000;
/// In the place of a password's PHC string where an account has no password; no password matches it.
const NO_PASSWORD: &str = "$argon2id$none";
/// Limit of a name, in characters.
const LONGEST_NAME: usize = 60;

/// Permissions of an account; each role may do all that those before it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Reads, also where reading is closed to visitors.
    Reader,
    /// Starts batches, edits profiles, and proposes changes.
    Proposer,
    /// Gives verdicts.
    Reviewer,
    /// Imports files and looks after accounts.
    Maintainer,
}

impl Role {
    /// Every role, the least first.
    pub const ALL: [Role; 4] = [Role::Reader, Role::Proposer, Role::Reviewer, Role::Maintainer];

    /// Its word in the database and on pages.
    pub fn name(self) -> &'static str {
        match self {
            Role::Reader => "reader",
            Role::Proposer => "proposer",
            Role::Reviewer => "reviewer",
            Role::Maintainer => "maintainer",
        }
    }

    /// The role with this word.
    pub fn find(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

/// An account. Its password stays in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    /// Its id.
    pub id: AccountId,
    /// The name one signs in with.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Time since which it can't be used, in milliseconds since 1970.
    pub disabled_at: Option<i64>,
    /// Whether one can sign in with a password.
    pub has_password: bool,
}

impl FromRow<'_, SqliteRow> for Account {
    fn from_row(row: &SqliteRow) -> Result<Account, sqlx::Error> {
        Ok(Account {
            id: AccountId(row.try_get("id")?),
            name: row.try_get("name")?,
            role: role(row.try_get("role")?)?,
            created_at: row.try_get("created_at")?,
            disabled_at: row.try_get("disabled_at")?,
            has_password: row.try_get("has_password")?,
        })
    }
}

fn role(word: &str) -> Result<Role, sqlx::Error> {
    Role::find(word).ok_or_else(|| sqlx::Error::Decode(UnknownWord { what: "role", found: word.to_owned() }.into()))
}

/// Why an account could not be written.
#[derive(Debug, thiserror::Error)]
pub enum AccountError {
    /// No name, or one that can't be shown on a line or isn't what it seems.
    #[error("found the name `{0}`; expected 1 to 60 characters that can be seen, without blanks around them")]
    BadName(String),
    /// Another account has that name.
    #[error("there is an account `{0}` already")]
    NameTaken(String),
    /// No account with this id.
    #[error("there is no account {0}")]
    NotFound(AccountId),
    /// No account with this name.
    #[error("there is no account `{0}`")]
    NoSuchName(String),
    /// Nobody could let others in any more.
    #[error("this is the last maintainer; make another one first")]
    LastMaintainer,
    /// No room for another account.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Whether there is any account. Accounts are never deleted.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn has_accounts(&self) -> Result<bool, DatabaseError> {
        Ok(sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM accounts)").fetch_one(&self.readers).await?)
    }

    /// All accounts, by name.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn accounts(&self) -> Result<Vec<Account>, DatabaseError> {
        Ok(sqlx::query_as("SELECT * FROM accounts ORDER BY folded").fetch_all(&self.readers).await?)
    }

    /// The account of that name, in whatever case.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, DatabaseError> {
        let account = sqlx::query_as("SELECT * FROM accounts WHERE folded = ?1");
        Ok(account.bind(folded(name)).fetch_optional(&self.readers).await?)
    }

    /// An account.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn account(&self, id: AccountId) -> Result<Option<Account>, DatabaseError> {
        let account = sqlx::query_as("SELECT * FROM accounts WHERE id = ?1");
        Ok(account.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// The account of that name, in whatever case, and its password's PHC string; none where it is disabled or has no password.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn password(&self, name: &str) -> Result<Option<(AccountId, String)>, DatabaseError> {
        let found: Option<(i64, String)> = sqlx::query_as(
            "SELECT id, password FROM accounts WHERE folded = ?1 AND disabled_at IS NULL AND has_password = 1",
        )
        .bind(folded(name))
        .fetch_optional(&self.readers)
        .await?;
        Ok(found.map(|(id, password)| (AccountId(id), password)))
    }

    /// Sets an account's password to a PHC string, where it still is `seen`, and ends its tokens and all its sessions but `keep`. Gives
    /// whether it was.
    ///
    /// # Errors
    /// [`AccountError::Database`].
    pub async fn change_password(
        &self,
        id: AccountId,
        (seen, password): (&str, &str),
        keep: Option<SessionId>,
        now_ms: i64,
    ) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        let changed = sqlx::query("UPDATE accounts SET password = ?3 WHERE id = ?1 AND password = ?2")
            .bind(id.0)
            .bind(seen)
            .bind(password)
            .execute(&mut *transaction)
            .await?;
        if changed.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("DELETE FROM sessions WHERE account_id = ?1 AND id IS NOT ?2")
            .bind(id.0)
            .bind(keep.map(|session| session.0))
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM api_tokens WHERE account_id = ?1").bind(id.0).execute(&mut *transaction).await?;
        let about = name_of(&mut transaction, id).await?;
        transaction.commit_act(&NewAuditEntry::new(Some(id), Act::ChangedPassword, &about, now_ms)).await?;
        Ok(true)
    }

    /// Gives an account a role. Links it made that nobody used are withdrawn.
    ///
    /// # Errors
    /// [`AccountError::NotFound`], [`AccountError::LastMaintainer`], [`AccountError::Database`].
    pub async fn set_role(
        &self,
        id: AccountId,
        role: Role,
        by: AccountId,
        now_ms: i64,
    ) -> Result<Account, AccountError> {
        let mut transaction = self.write().await?;
        let before = find(&mut transaction, id).await?;
        if before.role == role {
            return Ok(before);
        }
        sqlx::query("UPDATE accounts SET role = ?2 WHERE id = ?1")
            .bind(id.0)
            .bind(role.name())
            .execute(&mut *transaction)
            .await?;
        check_maintainers(&mut transaction).await?;
        withdraw_links_of(&mut transaction, id).await?;
        let entry = NewAuditEntry::new(Some(by), Act::ChangedRole, &before.name, now_ms);
        transaction.commit_act(&entry.changed(before.role.name(), role.name())).await?;
        Ok(Account { role, ..before })
    }

    /// Disables an account, which ends its sessions and withdraws links it made, or lets it be used again. Its tokens can be used again with it.
    ///
    /// # Errors
    /// [`AccountError::NotFound`], [`AccountError::LastMaintainer`], [`AccountError::Database`].
    pub async fn set_disabled(
        &self,
        id: AccountId,
        is_disabled: bool,
        by: AccountId,
        now_ms: i64,
    ) -> Result<Account, AccountError> {
        let mut transaction = self.write().await?;
        let before = find(&mut transaction, id).await?;
        if before.disabled_at.is_some() == is_disabled {
            return Ok(before);
        }
        let disabled_at = is_disabled.then_some(now_ms.max(before.created_at));
        sqlx::query("UPDATE accounts SET disabled_at = ?2 WHERE id = ?1")
            .bind(id.0)
            .bind(disabled_at)
            .execute(&mut *transaction)
            .await?;
        check_maintainers(&mut transaction).await?;
        if is_disabled {
            sqlx::query("DELETE FROM sessions WHERE account_id = ?1").bind(id.0).execute(&mut *transaction).await?;
            withdraw_links_of(&mut transaction, id).await?;
        }
        let what = if is_disabled { Act::DisabledAccount } else { Act::EnabledAccount };
        transaction.commit_act(&NewAuditEntry::new(Some(by), what, &before.name, now_ms)).await?;
        Ok(Account { disabled_at, ..before })
    }
}

/// Deletes the unused links that an account made: they end with its role.
async fn withdraw_links_of(connection: &mut SqliteConnection, maker: AccountId) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM invitations WHERE made_by = ?1 AND used_at IS NULL")
        .bind(maker.0)
        .execute(connection)
        .await?;
    Ok(())
}

/// Refuses a state without an enabled maintainer.
async fn check_maintainers(connection: &mut SqliteConnection) -> Result<(), AccountError> {
    let one_is_left: bool =
        sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM accounts WHERE role = 'maintainer' AND disabled_at IS NULL)")
            .fetch_one(connection)
            .await?;
    if one_is_left { Ok(()) } else { Err(AccountError::LastMaintainer) }
}

async fn find(connection: &mut SqliteConnection, id: AccountId) -> Result<Account, AccountError> {
    let account = sqlx::query_as("SELECT * FROM accounts WHERE id = ?1");
    account.bind(id.0).fetch_optional(connection).await?.ok_or(AccountError::NotFound(id))
}

/// The name of an account that is there.
async fn name_of(connection: &mut SqliteConnection, id: AccountId) -> Result<String, sqlx::Error> {
    sqlx::query_scalar("SELECT name FROM accounts WHERE id = ?1").bind(id.0).fetch_one(connection).await
}

/// Makes an account.
async fn insert(connection: &mut SqliteConnection, new: NewAccount<'_>, role: Role) -> Result<Account, AccountError> {
    check_name(new.name)?;
    let accounts: u32 = sqlx::query_scalar("SELECT count(*) FROM accounts").fetch_one(&mut *connection).await?;
    if accounts >= MOST_ACCOUNTS {
        return Err(TooMany { what: "accounts", most: MOST_ACCOUNTS }.into());
    }
    let taken: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM accounts WHERE folded = ?1)")
        .bind(folded(new.name))
        .fetch_one(&mut *connection)
        .await?;
    if taken {
        return Err(AccountError::NameTaken(new.name.to_owned()));
    }
    let account = sqlx::query_as(
        "INSERT INTO accounts (name, folded, role, password, created_at, has_password) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         RETURNING *",
    );
    let account = account.bind(new.name).bind(folded(new.name)).bind(role.name()).bind(new.password).bind(new.now_ms);
    Ok(account.bind(new.password != NO_PASSWORD).fetch_one(connection).await?)
}

/// A name in the form in which names are compared.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// A name stands on a line and looks like no other: no control characters, none that can't be seen or turn the direction.
fn check_name(name: &str) -> Result<(), AccountError> {
    let is_fine = (1..=LONGEST_NAME).contains(&name.chars().count())
        && name.trim() == name
        && !name.contains("  ")
        && !name.contains(is_odd)
        // The log's names for acts without an account.
        && !["the program", "no account", COMMAND_LINE].contains(&folded(name).as_str());
    if is_fine { Ok(()) } else { Err(AccountError::BadName(name.chars().take(LONGEST_NAME).collect())) }
}

/// Whether a character breaks a line, can't be seen, or turns the direction.
fn is_odd(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Hash of a random token, as the database has it.
fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}
