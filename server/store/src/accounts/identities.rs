//! Identities: what accounts are elsewhere, at a provider or at a proxy. Each belongs to one account at most, and is found by
//! issuer and subject alone: names and addresses of mail can be given to somebody else there.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use super::{Account, AccountError, InvitationError, NO_PASSWORD, NewAccount, Role, insert, invitations, name_of};
use crate::{
    AccountId, Act, DatabaseError, IdentityId, NewAuditEntry, Store, TooMany,
    audit_log::{Recorded, record},
};

/// Limit of an account's identities.
const MOST: u32 = 10;
/// Tries to make a name that nobody has, with a number after it.
const NAME_TRIES: u32 = 1000;
/// A name for who has none that could be an account's.
const NAMELESS: &str = "Somebody";

/// What somebody is elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity<'a> {
    /// Who says so: the address of a provider, or `proxy`.
    pub issuer: &'a str,
    /// Whom it means.
    pub subject: &'a str,
    /// What they are called there, to be shown; cut at 120 characters.
    pub label: &'a str,
}

/// An identity in the list of an account's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityLine {
    /// Its id.
    pub id: IdentityId,
    /// Who says so.
    pub issuer: String,
    /// What they were called there when it was connected.
    pub label: String,
    /// Time of that, in milliseconds since 1970.
    pub created_at: i64,
}

impl FromRow<'_, SqliteRow> for IdentityLine {
    fn from_row(row: &SqliteRow) -> Result<IdentityLine, sqlx::Error> {
        Ok(IdentityLine {
            id: IdentityId(row.try_get("id")?),
            issuer: row.try_get("issuer")?,
            label: row.try_get("label")?,
            created_at: row.try_get("created_at")?,
        })
    }
}

/// An account to make for somebody who comes with an identity.
#[derive(Debug, Clone, Copy)]
pub struct NewMember<'a> {
    /// What they are elsewhere.
    pub identity: Identity<'a>,
    /// The name they are to have: made fit to be one, and with a number after it where somebody has it.
    pub name: &'a str,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why an identity could not be connected or disconnected.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// It is connected already, perhaps with another account.
    #[error("this sign-in is connected with an account already")]
    Taken,
    /// Nothing would be left to sign in with.
    #[error(
        "this account has no password, so its last sign-in stays; ask a maintainer for a link that sets a password"
    )]
    LastWayIn,
    /// The issuer or the subject is longer than any should be, or empty.
    #[error("what was said of who this is can't be kept: {0}")]
    Unusable(&'static str),
    /// No room for another identity of the account.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The identity with its account, whether or not that is disabled.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn identity(&self, issuer: &str, subject: &str) -> Result<Option<(IdentityId, Account)>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        Ok(find(&mut connection, issuer, subject).await?)
    }

    /// An account's identities, the oldest first.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn identities(&self, account: AccountId) -> Result<Vec<IdentityLine>, DatabaseError> {
        let lines = sqlx::query_as("SELECT * FROM identities WHERE account_id = ?1 ORDER BY id");
        Ok(lines.bind(account.0).fetch_all(&self.readers).await?)
    }

    /// Connects an account with an identity.
    ///
    /// # Errors
    /// [`IdentityError::Taken`], [`IdentityError::Unusable`], [`TooMany`], [`IdentityError::Database`].
    pub async fn connect_identity(
        &self,
        account: AccountId,
        identity: Identity<'_>,
        now_ms: i64,
    ) -> Result<(), IdentityError> {
        let mut transaction = self.write().await?;
        add(&mut transaction, account, identity, now_ms).await?;
        let about = name_of(&mut transaction, account).await?;
        let recorded = connected(&mut transaction, (account, &about), identity, now_ms).await?;
        Ok(transaction.commit(recorded).await?)
    }

    /// Ends a connection of an account's, and the sessions that began by it; false where there is none with this id.
    ///
    /// # Errors
    /// [`IdentityError::LastWayIn`], [`IdentityError::Database`].
    pub async fn disconnect_identity(
        &self,
        account: AccountId,
        id: IdentityId,
        now_ms: i64,
    ) -> Result<bool, IdentityError> {
        let mut transaction = self.write().await?;
        let label: Option<String> =
            sqlx::query_scalar("DELETE FROM identities WHERE id = ?1 AND account_id = ?2 RETURNING label")
                .bind(id.0)
                .bind(account.0)
                .fetch_optional(&mut *transaction)
                .await?;
        let Some(label) = label else { return Ok(false) };
        let way_in: bool = sqlx::query_scalar(
            "SELECT has_password = 1 OR EXISTS (SELECT 1 FROM identities WHERE account_id = accounts.id)
             FROM accounts WHERE id = ?1",
        )
        .bind(account.0)
        .fetch_one(&mut *transaction)
        .await?;
        if !way_in {
            return Err(IdentityError::LastWayIn);
        }
        let about = name_of(&mut transaction, account).await?;
        let entry = NewAuditEntry::new(Some(account), Act::DisconnectedIdentity, &about, now_ms);
        transaction.commit_act(&entry.changed(&label, "")).await?;
        Ok(true)
    }

    /// Makes the account an invitation is for, which uses it up: one without a password, of somebody who comes with an identity.
    ///
    /// # Errors
    /// [`InvitationError::NotUsable`], also where the identity has an account; [`TooMany`], [`InvitationError::Database`].
    pub async fn accept_invitation_as(
        &self,
        token: &str,
        member: NewMember<'_>,
    ) -> Result<(IdentityId, Account), InvitationError> {
        let mut transaction = self.write().await?;
        let link =
            invitations::usable(&mut transaction, token, member.now_ms).await?.ok_or(InvitationError::NotUsable)?;
        let role = invitations::role_of(&mut transaction, &link.purpose).await?;
        let (identity, account) = make(&mut transaction, member, role).await?;
        invitations::use_up(&mut transaction, link.id, account.id, member.now_ms).await?;
        let recorded = made(&mut transaction, member, (&account, role)).await?;
        transaction.commit(recorded).await?;
        Ok((identity, account))
    }

    /// Makes an account without a password for somebody who comes with an identity. Where the identity has one by now, gives it.
    ///
    /// # Errors
    /// [`InvitationError::Account`], [`TooMany`], [`InvitationError::Database`].
    pub async fn add_member(
        &self,
        member: NewMember<'_>,
        role: Role,
    ) -> Result<(IdentityId, Account), InvitationError> {
        let mut transaction = self.write().await?;
        if let Some(known) = find(&mut transaction, member.identity.issuer, member.identity.subject).await? {
            return Ok(known);
        }
        let (identity, account) = make(&mut transaction, member, role).await?;
        let recorded = made(&mut transaction, member, (&account, role)).await?;
        transaction.commit(recorded).await?;
        Ok((identity, account))
    }
}

async fn find(
    connection: &mut SqliteConnection,
    issuer: &str,
    subject: &str,
) -> Result<Option<(IdentityId, Account)>, sqlx::Error> {
    let row = sqlx::query(
        "SELECT identities.id AS identity, accounts.* FROM identities JOIN accounts ON accounts.id = account_id
         WHERE issuer = ?1 AND subject = ?2",
    );
    let Some(row) = row.bind(issuer).bind(subject).fetch_optional(connection).await? else { return Ok(None) };
    Ok(Some((IdentityId(row.try_get("identity")?), Account::from_row(&row)?)))
}

/// Makes an account without a password, connected with an identity.
async fn make(
    connection: &mut SqliteConnection,
    member: NewMember<'_>,
    role: Role,
) -> Result<(IdentityId, Account), InvitationError> {
    let wanted = fit(member.name);
    let mut name = wanted.clone();
    for number in 2..NAME_TRIES {
        let new = NewAccount { name: &name, password: NO_PASSWORD, now_ms: member.now_ms };
        let account = match insert(connection, new, role).await {
            Err(AccountError::NameTaken(_)) => {
                name = format!("{wanted} {number}");
                continue;
            }
            made => made?,
        };
        let identity =
            add(connection, account.id, member.identity, member.now_ms).await.map_err(|error| match error {
                IdentityError::Database(error) => InvitationError::Database(error),
                IdentityError::TooMany(most) => InvitationError::TooMany(most),
                IdentityError::Taken | IdentityError::LastWayIn | IdentityError::Unusable(_) => {
                    InvitationError::NotUsable
                }
            })?;
        return Ok((identity, account));
    }
    Err(InvitationError::Account(AccountError::NameTaken(wanted)))
}

/// Notes an account that was made so.
async fn made(
    connection: &mut SqliteConnection,
    member: NewMember<'_>,
    (account, role): (&Account, Role),
) -> Result<Recorded, sqlx::Error> {
    let entry = NewAuditEntry::new(Some(account.id), Act::MadeAccount, &account.name, member.now_ms).to(role.name());
    let _ = record(connection, &entry).await?;
    connected(connection, (account.id, &account.name), member.identity, member.now_ms).await
}

async fn connected(
    connection: &mut SqliteConnection,
    (account, name): (AccountId, &str),
    identity: Identity<'_>,
    now_ms: i64,
) -> Result<Recorded, sqlx::Error> {
    let entry = NewAuditEntry::new(Some(account), Act::ConnectedIdentity, name, now_ms);
    let to = format!("{} at {}", identity.label, identity.issuer);
    record(connection, &entry.to(&to)).await
}

async fn add(
    connection: &mut SqliteConnection,
    account: AccountId,
    identity: Identity<'_>,
    now_ms: i64,
) -> Result<IdentityId, IdentityError> {
    if !(1..=500).contains(&identity.issuer.chars().count()) {
        return Err(IdentityError::Unusable("the issuer needs 1 to 500 characters"));
    }
    if !(1..=255).contains(&identity.subject.chars().count()) {
        return Err(IdentityError::Unusable("the subject needs 1 to 255 characters"));
    }
    let own: u32 = sqlx::query_scalar("SELECT count(*) FROM identities WHERE account_id = ?1")
        .bind(account.0)
        .fetch_one(&mut *connection)
        .await?;
    if own >= MOST {
        return Err(TooMany { what: "sign-ins of this account", most: MOST }.into());
    }
    let id: Option<i64> = sqlx::query_scalar(
        "INSERT INTO identities (account_id, issuer, subject, label, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(account.0)
    .bind(identity.issuer)
    .bind(identity.subject)
    .bind(identity.label.chars().filter(|c| !c.is_control()).take(120).collect::<String>())
    .bind(now_ms)
    .fetch_optional(connection)
    .await?;
    id.map(IdentityId).ok_or(IdentityError::Taken)
}

/// A name that an account may have, as near to the wanted one as can be, with room for a number after it.
fn fit(wanted: &str) -> String {
    let plain: String = wanted.chars().map(|c| if super::is_odd(c) { ' ' } else { c }).collect();
    let words: Vec<_> = plain.split(' ').filter(|word| !word.is_empty()).collect();
    let name: String = words.join(" ").chars().take(super::LONGEST_NAME - 5).collect();
    let name = name.trim().to_owned();
    if super::check_name(&name).is_ok() { name } else { NAMELESS.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn names_from_elsewhere_are_made_fit() {
        for (wanted, expected) in [
            ("ann", "ann"),
            ("  Ann \u{202e} Lee\u{200b}\n", "Ann Lee"),
            ("", "Somebody"),
            ("\u{200b}", "Somebody"),
            ("Command Line", "Somebody"),
            (&"x".repeat(80), &"x".repeat(55)),
        ] {
            assert_eq!(fit(wanted), expected, "{wanted:?}");
        }
    }
}
