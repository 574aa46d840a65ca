//! Drop profiles and their versions.

use affixboard_inquiry::profile::Profile;
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{AccountId, Act, DatabaseError, NewAuditEntry, ProfileId, Store, write::NoAct};

/// Limit of profiles, so that a form which is open to everyone can't fill the disk.
const MOST_PROFILES: u32 = 200;
/// Limit of versions of a profile.
const MOST_VERSIONS: u32 = 1000;
/// Limit of a name, in characters.
const LONGEST_NAME: usize = 60;

/// One version of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileVersion {
    /// The profile.
    pub id: ProfileId,
    /// Its name, which all its versions share.
    pub name: String,
    /// Whether the profile ships with the program; such a one can be edited but not deleted.
    pub is_starter: bool,
    /// The version's number, from 1.
    pub number: u32,
    /// Source text: see [`Profile::parse`].
    pub text: String,
    /// Whether somebody wrote this version; otherwise it shipped with the program.
    pub is_edited: bool,
    /// Time of its making, in milliseconds since 1970.
    pub created_at: i64,
    /// Whether it is the newest version.
    pub is_newest: bool,
}

impl FromRow<'_, SqliteRow> for ProfileVersion {
    fn from_row(row: &SqliteRow) -> Result<ProfileVersion, sqlx::Error> {
        Ok(ProfileVersion {
            id: ProfileId(row.try_get("id")?),
            name: row.try_get("name")?,
            is_starter: row.try_get("is_starter")?,
            number: row.try_get("number")?,
            text: row.try_get("text")?,
            is_edited: row.try_get::<&str, _>("made_by")? == "edit",
            created_at: row.try_get("created_at")?,
            is_newest: row.try_get("is_newest")?,
        })
    }
}

/// A version to store.
#[derive(Debug, Clone, Copy)]
pub struct NewVersion<'a> {
    /// The profile's name from now on: 1 to 60 characters, of which none is a control character, without blanks around.
    /// No two profiles have one name, whatever the case.
    pub name: &'a str,
    /// The parsed text.
    pub profile: &'a Profile,
    /// Account that saves it; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// Why a drop profile could not be written.
#[derive(Debug, thiserror::Error)]
pub enum ProfileError {
    /// No name, or one that can't be shown on a line.
    #[error("found the name `{0}`; expected 1 to 60 characters without line breaks or blanks around them")]
    BadName(String),
    /// Another profile has that name.
    #[error("there is a profile `{0}` already")]
    NameTaken(String),
    /// No profile with this id.
    #[error("there is no profile {0}")]
    NotFound(ProfileId),
    /// Somebody else saved a version meanwhile.
    #[error("profile {id} was changed meanwhile: its newest version is {newest}")]
    Changed {
        /// The profile.
        id: ProfileId,
        /// Number of its newest version.
        newest: u32,
    },
    /// The profile ships with the program.
    #[error("the profile `{0}` ships with Affixboard and can't be deleted; it can be edited")]
    Starter(String),
    /// No room for another profile.
    #[error("there are {0} profiles, which is the most there can be; delete one")]
    TooManyProfiles(u32),
    /// No room for another version.
    #[error("there are {0} versions of this profile, which is the most there can be; copy it and go on with the copy")]
    TooManyVersions(u32),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// The newest version of every profile: those that ship first, then by name.
    ///
    /// # Errors
    /// [`ProfileError::Database`].
    pub async fn profiles(&self) -> Result<Vec<ProfileVersion>, DatabaseError> {
        let newest = sqlx::query_as("SELECT * FROM profile_rows WHERE is_newest ORDER BY is_starter DESC, name");
        Ok(newest.fetch_all(&self.readers).await?)
    }

    /// A version of a profile, or its newest.
    ///
    /// # Errors
    /// [`ProfileError::Database`].
    pub async fn profile(&self, id: ProfileId, number: Option<u32>) -> Result<Option<ProfileVersion>, DatabaseError> {
        let version =
            sqlx::query_as("SELECT * FROM profile_rows WHERE id = ?1 AND iif(?2 IS NULL, is_newest, number = ?2)");
        Ok(version.bind(id.0).bind(number).fetch_optional(&self.readers).await?)
    }

    /// The last versions of a profile, newest first.
    ///
    /// # Errors
    /// [`ProfileError::Database`].
    pub async fn profile_versions(&self, id: ProfileId, most: u32) -> Result<Vec<ProfileVersion>, DatabaseError> {
        let versions = sqlx::query_as("SELECT * FROM profile_rows WHERE id = ?1 ORDER BY number DESC LIMIT ?2");
        Ok(versions.bind(id.0).bind(most).fetch_all(&self.readers).await?)
    }

    /// Adds a profile.
    ///
    /// # Errors
    /// [`ProfileError::BadName`], [`ProfileError::NameTaken`], [`ProfileError::TooManyProfiles`], [`ProfileError::Database`].
    pub async fn create_profile(&self, new: NewVersion<'_>) -> Result<ProfileVersion, ProfileError> {
        check_name(new.name)?;
        let mut transaction = self.write().await?;
        check_free(&mut transaction, new.name, None).await?;
        let profiles: u32 = sqlx::query_scalar("SELECT count(*) FROM profiles").fetch_one(&mut *transaction).await?;
        if profiles >= MOST_PROFILES {
            return Err(ProfileError::TooManyProfiles(MOST_PROFILES));
        }
        let id = insert_profile(&mut transaction, new, None).await?;
        let version = insert_version(&mut transaction, id, 1, new, "edit").await?;
        let to = format!("profile {id}");
        transaction.commit_act(&NewAuditEntry::new(new.by, Act::AddedProfile, new.name, new.now_ms).to(&to)).await?;
        Ok(version)
    }

    /// Makes a version the newest of a profile that was read as version `seen`. The same text as before makes no new
    /// version, but may change the name.
    ///
    /// # Errors
    /// [`ProfileError::NotFound`], [`ProfileError::Changed`] where `seen` isn't the newest any more,
    /// [`ProfileError::BadName`], [`ProfileError::NameTaken`], [`ProfileError::TooManyVersions`], [`ProfileError::Database`].
    pub async fn save_profile(
        &self,
        id: ProfileId,
        seen: u32,
        new: NewVersion<'_>,
    ) -> Result<ProfileVersion, ProfileError> {
        check_name(new.name)?;
        let mut transaction = self.write().await?;
        let newest = newest(&mut transaction, id).await?.ok_or(ProfileError::NotFound(id))?;
        if newest.number != seen {
            return Err(ProfileError::Changed { id, newest: newest.number });
        }
        check_free(&mut transaction, new.name, Some(id)).await?;
        if (newest.name.as_str(), newest.text.as_str()) == (new.name, new.profile.text()) {
            return Ok(newest);
        }
        sqlx::query("UPDATE profiles SET name = ?2 WHERE id = ?1")
            .bind(id.0)
            .bind(new.name)
            .execute(&mut *transaction)
            .await?;
        let version = if newest.text == new.profile.text() {
            ProfileVersion { name: new.name.to_owned(), ..newest }
        } else if newest.number >= MOST_VERSIONS {
            return Err(ProfileError::TooManyVersions(MOST_VERSIONS));
        } else {
            insert_version(&mut transaction, id, newest.number + 1, new, "edit").await?
        };
        let to = format!("version {}", version.number);
        transaction.commit_act(&NewAuditEntry::new(new.by, Act::SavedProfile, new.name, new.now_ms).to(&to)).await?;
        Ok(version)
    }

    /// Deletes a profile with all its versions.
    ///
    /// # Errors
    /// [`ProfileError::NotFound`], [`ProfileError::Starter`], [`ProfileError::Database`].
    pub async fn delete_profile(&self, id: ProfileId, by: Option<AccountId>, now_ms: i64) -> Result<(), ProfileError> {
        let mut transaction = self.write().await?;
        let newest = newest(&mut transaction, id).await?.ok_or(ProfileError::NotFound(id))?;
        if newest.is_starter {
            return Err(ProfileError::Starter(newest.name));
        }
        sqlx::query("DELETE FROM profiles WHERE id = ?1").bind(id.0).execute(&mut *transaction).await?;
        let to = format!("profile {id}");
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::DeletedProfile, &newest.name, now_ms).to(&to)).await?)
    }

    /// Adds a profile that ships with the program, by the name of its file, or a newer version of it. One that somebody
    /// edited stays as it is, and so does the name it has.
    ///
    /// # Errors
    /// [`ProfileError::BadName`], [`ProfileError::Database`].
    pub async fn ship_profile(&self, starter: &str, new: NewVersion<'_>) -> Result<ProfileVersion, ProfileError> {
        check_name(new.name)?;
        let mut transaction = self.write().await?;
        let id: Option<i64> = sqlx::query_scalar("SELECT id FROM profiles WHERE starter = ?1")
            .bind(starter)
            .fetch_optional(&mut *transaction)
            .await?;
        let newest = match id {
            Some(id) => newest(&mut transaction, ProfileId(id)).await?,
            None => None,
        };
        let version = match newest {
            Some(newest) if newest.is_edited || newest.text == new.profile.text() => return Ok(newest),
            Some(newest) => insert_version(&mut transaction, newest.id, newest.number + 1, new, "starter").await?,
            None => {
                let name = free_name(&mut transaction, new.name).await?;
                let new = NewVersion { name: &name, ..new };
                let id = insert_profile(&mut transaction, new, Some(starter)).await?;
                insert_version(&mut transaction, id, 1, new, "starter").await?
            }
        };
        transaction.commit_unlogged(NoAct::Shipped).await?;
        Ok(version)
    }
}

fn check_name(name: &str) -> Result<(), ProfileError> {
    let is_fine = (1..=LONGEST_NAME).contains(&name.chars().count())
        && name.trim() == name
        && !name.chars().any(char::is_control);
    if is_fine { Ok(()) } else { Err(ProfileError::BadName(name.chars().take(80).collect())) }
}

/// Whether no other profile has that name.
async fn check_free(connection: &mut SqliteConnection, name: &str, own: Option<ProfileId>) -> Result<(), ProfileError> {
    let taken: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM profiles WHERE name = ?1 AND id IS NOT ?2)")
        .bind(name)
        .bind(own.map(|id| id.0))
        .fetch_one(connection)
        .await?;
    if taken { Err(ProfileError::NameTaken(name.to_owned())) } else { Ok(()) }
}

/// The name, with a number behind it where another profile has it.
async fn free_name(connection: &mut SqliteConnection, name: &str) -> Result<String, ProfileError> {
    let mut free = name.to_owned();
    let mut number = 1;
    while let Err(error) = check_free(connection, &free, None).await {
        if !matches!(error, ProfileError::NameTaken(_)) {
            return Err(error);
        }
        number += 1;
        free = format!("{name} ({number})");
    }
    Ok(free)
}

async fn newest(connection: &mut SqliteConnection, id: ProfileId) -> Result<Option<ProfileVersion>, sqlx::Error> {
    let newest = sqlx::query_as("SELECT * FROM profile_rows WHERE id = ?1 AND is_newest");
    newest.bind(id.0).fetch_optional(connection).await
}

async fn insert_profile(
    connection: &mut SqliteConnection,
    new: NewVersion<'_>,
    starter: Option<&str>,
) -> Result<ProfileId, sqlx::Error> {
    let id = sqlx::query_scalar("INSERT INTO profiles (name, starter, created_at) VALUES (?1, ?2, ?3) RETURNING id");
    Ok(ProfileId(id.bind(new.name).bind(starter).bind(new.now_ms).fetch_one(connection).await?))
}

async fn insert_version(
    connection: &mut SqliteConnection,
    id: ProfileId,
    number: u32,
    new: NewVersion<'_>,
    made_by: &'static str,
) -> Result<ProfileVersion, ProfileError> {
    sqlx::query(
        "INSERT INTO profile_versions (profile_id, number, text, made_by, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
    )
    .bind(id.0)
    .bind(number)
    .bind(new.profile.text())
    .bind(made_by)
    .bind(new.now_ms)
    .execute(&mut *connection)
    .await?;
    newest(connection, id).await?.ok_or(ProfileError::NotFound(id))
}
