//! Tokens with which programs ask in an account's name.

use sqlx::{FromRow, Row, sqlite::SqliteRow};

use super::{Account, Role, hash, name_of};
use crate::{AccountId, Act, DatabaseError, NewAuditEntry, Store, TokenId, TooMany, error::UnknownWord, write::NoAct};

/// Limit of an account's tokens.
const MOST: u32 = 20;
/// Limit of a name, in characters.
const LONGEST_NAME: usize = 60;

/// Part of its account's role that a token may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Reading.
    Read,
    /// The role, at most proposer.
    Propose,
    /// The whole role.
    All,
}

impl Scope {
    /// Every scope, the least first.
    pub const ALL: [Scope; 3] = [Scope::Read, Scope::Propose, Scope::All];

    /// Its word in the database and on pages.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Propose => "propose",
            Scope::All => "all",
        }
    }

    /// The scope with this word.
    pub fn find(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }

    /// Role in which a token of this scope acts.
    pub fn of(self, role: Role) -> Role {
        match self {
            Scope::Read => Role::Reader,
            Scope::Propose => role.min(Role::Proposer),
            Scope::All => role,
        }
    }
}

/// A token in a list of an account's. The token itself was shown once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Its id.
    pub id: TokenId,
    /// Its purpose in words.
    pub name: String,
    /// Its scope.
    pub scope: Scope,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Time of its end, in milliseconds since 1970.
    pub expires_at: i64,
    /// Time of its last use as it was noted, in milliseconds since 1970; `None`: never.
    pub last_used_at: Option<i64>,
}

/// A token of somebody's, in the list for maintainers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnedToken {
    /// Name of the account in whose name it acts.
    pub owner: String,
    /// The token.
    pub token: ApiToken,
}

/// The token of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHolder {
    /// Its id.
    pub id: TokenId,
    /// Account in whose name it acts.
    pub account: Account,
    /// Its scope.
    pub scope: Scope,
    /// Time of its last use as it was noted, in milliseconds since 1970; `None`: never.
    pub last_used_at: Option<i64>,
}

impl FromRow<'_, SqliteRow> for ApiToken {
    fn from_row(row: &SqliteRow) -> Result<ApiToken, sqlx::Error> {
        Ok(ApiToken {
            id: TokenId(row.try_get("id")?),
            name: row.try_get("name")?,
            scope: scope(row.try_get("scope")?)?,
            created_at: row.try_get("created_at")?,
            expires_at: row.try_get("expires_at")?,
            last_used_at: row.try_get("last_used_at")?,
        })
    }
}

fn scope(word: &str) -> Result<Scope, sqlx::Error> {
    Scope::find(word).ok_or_else(|| sqlx::Error::Decode(UnknownWord { what: "scope", found: word.to_owned() }.into()))
}

/// A token to store.
#[derive(Debug, Clone, Copy)]
pub struct NewToken<'a> {
    /// Account in whose name it acts.
    pub account: AccountId,
    /// Random, and never used before.
    pub token: &'a str,
    /// Its purpose: 1 to 60 characters, of which none is a control character, without blanks around.
    pub name: &'a str,
    /// Its scope.
    pub scope: Scope,
    /// Time of its end, in milliseconds since 1970; later than `now_ms`.
    pub expires_at: i64,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a token could not be made.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// No name, or one that can't be shown on a line.
    #[error("found the name `{0}`; expected 1 to 60 characters that can be seen, without blanks around them")]
    BadName(String),
    /// No room for another token of the account.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Stores a token.
    ///
    /// # Errors
    /// [`TokenError::BadName`], [`TooMany`], [`DatabaseError`].
    pub async fn make_token(&self, new: NewToken<'_>) -> Result<(), TokenError> {
        let is_fine = (1..=LONGEST_NAME).contains(&new.name.chars().count());
        if !is_fine || new.name.trim() != new.name || new.name.contains(char::is_control) {
            return Err(TokenError::BadName(new.name.chars().take(LONGEST_NAME).collect()));
        }
        let mut transaction = self.write().await?;
        sqlx::query("DELETE FROM api_tokens WHERE expires_at <= ?1")
            .bind(new.now_ms)
            .execute(&mut *transaction)
            .await?;
        let tokens: u32 = sqlx::query_scalar("SELECT count(*) FROM api_tokens WHERE account_id = ?1")
            .bind(new.account.0)
            .fetch_one(&mut *transaction)
            .await?;
        if tokens >= MOST {
            return Err(TooMany { what: "tokens of this account", most: MOST }.into());
        }
        sqlx::query(
            "INSERT INTO api_tokens (token_hash, account_id, name, scope, created_at, expires_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(hash(new.token))
        .bind(new.account.0)
        .bind(new.name)
        .bind(new.scope.name())
        .bind(new.now_ms)
        .bind(new.expires_at)
        .execute(&mut *transaction)
        .await?;
        let entry = NewAuditEntry::new(Some(new.account), Act::MadeToken, new.name, new.now_ms).to(new.scope.name());
        Ok(transaction.commit_act(&entry).await?)
    }

    /// Account and scope of a token, where it hasn't expired and its account can be used.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn token(&self, token: &str, now_ms: i64) -> Result<Option<TokenHolder>, DatabaseError> {
        let row = sqlx::query(
            "SELECT api_tokens.id AS token, scope, last_used_at, accounts.* FROM api_tokens JOIN accounts ON accounts.id = account_id
             WHERE token_hash = ?1 AND expires_at > ?2 AND disabled_at IS NULL",
        )
        .bind(hash(token))
        .bind(now_ms)
        .fetch_optional(&self.readers)
        .await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(TokenHolder {
            id: TokenId(row.try_get("token")?),
            account: Account::from_row(&row)?,
            scope: scope(row.try_get("scope")?)?,
            last_used_at: row.try_get("last_used_at")?,
        }))
    }

    /// Notes the time of a request with a token.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn note_token_use(&self, id: TokenId, now_ms: i64) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        sqlx::query("UPDATE api_tokens SET last_used_at = max(ifnull(last_used_at, 0), ?2) WHERE id = ?1")
            .bind(id.0)
            .bind(now_ms)
            .execute(&mut *transaction)
            .await?;
        Ok(transaction.commit_unlogged(NoAct::Seen).await?)
    }

    /// Everybody's tokens that haven't expired, by their accounts' names, the newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn all_tokens(&self, now_ms: i64) -> Result<Vec<OwnedToken>, DatabaseError> {
        let rows = sqlx::query(
            "SELECT api_tokens.*, accounts.name AS owner FROM api_tokens JOIN accounts ON accounts.id = account_id
             WHERE expires_at > ?1 ORDER BY folded, api_tokens.id DESC",
        );
        let rows = rows.bind(now_ms).fetch_all(&self.readers).await?;
        let owned = |row: &SqliteRow| Ok(OwnedToken { owner: row.try_get("owner")?, token: ApiToken::from_row(row)? });
        Ok(rows.iter().map(owned).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Deletes anybody's token; false where there is none with this id.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn revoke_token(&self, id: TokenId, by: AccountId, now_ms: i64) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        let deleted: Option<(String, i64)> =
            sqlx::query_as("DELETE FROM api_tokens WHERE id = ?1 RETURNING name, account_id")
                .bind(id.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some((name, owner)) = deleted else { return Ok(false) };
        let about = name_of(&mut transaction, AccountId(owner)).await?;
        let entry = NewAuditEntry::new(Some(by), Act::RevokedToken, &about, now_ms);
        transaction.commit_act(&entry.changed(&name, "")).await?;
        Ok(true)
    }

    /// An account's tokens that haven't expired, the newest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn tokens(&self, account: AccountId, now_ms: i64) -> Result<Vec<ApiToken>, DatabaseError> {
        let tokens =
            sqlx::query_as("SELECT * FROM api_tokens WHERE account_id = ?1 AND expires_at > ?2 ORDER BY id DESC");
        Ok(tokens.bind(account.0).bind(now_ms).fetch_all(&self.readers).await?)
    }

    /// Deletes one of an account's tokens; false where it has none with this id.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn end_token(&self, account: AccountId, id: TokenId, now_ms: i64) -> Result<bool, DatabaseError> {
        let mut transaction = self.write().await?;
        let name: Option<String> =
            sqlx::query_scalar("DELETE FROM api_tokens WHERE id = ?1 AND account_id = ?2 RETURNING name")
                .bind(id.0)
                .bind(account.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(name) = name else { return Ok(false) };
        transaction.commit_act(&NewAuditEntry::new(Some(account), Act::EndedToken, &name, now_ms)).await?;
        Ok(true)
    }
}
