//! Importing files as a revision: files, what they mean, their summary and diagnostics in one transaction.

use affixboard_model::{game::Loaded, text::SourceFile};
use sqlx::SqliteConnection;

use crate::{
    AccountId, Act, Archived, EditionId, MadeBy, NewAuditEntry, Revision, RevisionId, SeenUpload, Store, edition_end,
    hash::sha256_hex, parsed, summary, uploads, write::NoAct,
};

/// Files to store as a revision.
#[derive(Debug, Clone, Copy)]
pub struct NewRevision<'a> {
    /// The edition, which is created where it is missing: 1 to 64 of `a-z`, `0-9` and `-`, not beginning with `-`.
    pub slug: &'a str,
    /// The title it is created with; an edition that exists keeps its own.
    pub title: &'a str,
    /// The files and what they mean.
    pub loaded: &'a Loaded,
    /// Its origin.
    pub made_by: MadeBy,
    /// Note of whoever made it; may be empty.
    pub note: &'a str,
    /// Account that imports them; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// The revision that holds the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    /// The new revision, or the one that had these files already.
    pub revision: Revision,
    /// Whether it is new.
    pub is_new: bool,
}

/// The hash of a revision's content: the SHA-256 of what `(echo <game>; sha256sum <files by name>)` prints.
pub fn content_hash(loaded: &Loaded) -> String {
    let mut files: Vec<_> = loaded.sources.files().iter().map(|file| (file.name(), file_hash(file))).collect();
    files.sort_unstable();
    content_hash_of(loaded.game.id(), files.iter().map(|(name, hash)| (*name, hash.as_str())))
}

fn content_hash_of<'a>(game: &str, files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = format!("{game}\n");
    for (name, sha256) in files {
        text.extend([sha256, "  ", name, "\n"]);
    }
    sha256_hex(text)
}

fn file_hash(file: &SourceFile) -> String {
    sha256_hex(file.bytes())
}

/// Why files could not be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A slug that can't stand in a URL.
    #[error("found the slug `{0}`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -")]
    BadSlug(String),
    /// An empty title, or one that is too long.
    #[error("an edition's title has 1 to 200 characters")]
    BadTitle,
    /// The slug belongs to an edition of another game.
    #[error("edition `{slug}` is of the game {game}, these files are of {imported}")]
    OtherGame {
        /// The edition's slug.
        slug: String,
        /// Id of the edition's game.
        game: String,
        /// Id of the game of the files that were to be imported.
        imported: String,
    },
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// The edition has another newest revision than the one that was looked at before importing.
    #[error("edition `{slug}` got r{newest} meanwhile; look at what the files change in it")]
    NewerRevision {
        /// The edition's slug.
        slug: String,
        /// The number of its newest revision.
        newest: u32,
    },
    /// The upload is gone, or has other files than those that were looked at.
    #[error("the upload was changed or is gone meanwhile; look at it again")]
    UploadChanged,
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Stores files as the newest revision of an edition; where the newest revision has the same files already, it
    /// stores nothing and gives that one. All or nothing, also when the future is dropped midway.
    ///
    /// # Errors
    /// [`ImportError::BadSlug`], [`ImportError::BadTitle`], [`ImportError::OtherGame`], [`ImportError::Database`].
    pub async fn import(&self, new: NewRevision<'_>) -> Result<Imported, ImportError> {
        self.import_and_tell(new, None, false).await
    }

    /// As [`Store::import`], of an upload that waited, which goes with it: where it is as it was looked at, and where the
    /// edition's newest revision is the one that it was compared with.
    ///
    /// # Errors
    /// As of [`Store::import`], [`ImportError::NewerRevision`], [`ImportError::UploadChanged`].
    pub async fn import_upload(&self, new: NewRevision<'_>, seen: SeenUpload) -> Result<Imported, ImportError> {
        self.import_and_tell(new, Some(seen), false).await
    }

    /// As [`Store::import`]; the audit log says that it was on the command line.
    ///
    /// # Errors
    /// As of [`Store::import`].
    pub async fn import_on_command_line(&self, new: NewRevision<'_>) -> Result<Imported, ImportError> {
        self.import_and_tell(new, None, true).await
    }

    /// Whether files of that game could become a revision of the edition with that slug.
    ///
    /// # Errors
    /// [`ImportError::BadSlug`], [`ImportError::OtherGame`], [`ImportError::Archived`], [`ImportError::Database`].
    pub async fn check_import(&self, slug: &str, game: &str) -> Result<(), ImportError> {
        check_slug(slug)?;
        let mut connection = self.readers.acquire().await?;
        find_edition(&mut connection, slug, game).await.map(drop)
    }

    async fn import_and_tell(
        &self,
        new: NewRevision<'_>,
        seen: Option<SeenUpload>,
        is_command_line: bool,
    ) -> Result<Imported, ImportError> {
        check_slug(new.slug)?;
        edition_end::check_title(new.title).map_err(|_| ImportError::BadTitle)?;
        let hash = content_hash(new.loaded);
        let mut transaction = self.write().await?;
        let edition = edition(&mut transaction, &new).await?;
        let newest = newest(&mut transaction, edition).await?;
        if let Some(seen) = seen {
            let number = newest.as_ref().map_or(0, |newest| newest.number);
            if number != seen.newest {
                return Err(ImportError::NewerRevision { slug: new.slug.to_owned(), newest: number });
            }
            if !uploads::take(&mut transaction, seen, new.by).await? {
                return Err(ImportError::UploadChanged);
            }
        }
        if let Some(revision) = newest.clone().filter(|newest| newest.content_hash == hash) {
            return Ok(Imported { revision, is_new: false });
        }
        let revision = insert(&mut transaction, edition, newest.as_ref(), new.made(&hash)).await?;
        if new.made_by == MadeBy::Starter {
            transaction.commit_unlogged(NoAct::Shipped).await?;
        } else {
            let to = format!("r{}", revision.number);
            let entry = NewAuditEntry::new(new.by, Act::ImportedFiles, new.slug, new.now_ms).to(&to);
            transaction.commit_act(&if is_command_line { entry.on_command_line() } else { entry }).await?;
        }
        Ok(Imported { revision, is_new: true })
    }
}

/// A revision's content and origin, for an import or a merge.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Made<'a> {
    pub(crate) loaded: &'a Loaded,
    /// See [`content_hash`].
    pub(crate) hash: &'a str,
    pub(crate) by: MadeBy,
    pub(crate) note: &'a str,
    pub(crate) now_ms: i64,
}

impl<'a> NewRevision<'a> {
    fn made(&self, hash: &'a str) -> Made<'a> {
        Made { loaded: self.loaded, hash, by: self.made_by, note: self.note, now_ms: self.now_ms }
    }
}

/// Inserts a revision after an edition's newest: its files, their summary, the diagnostics, and what the files mean.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    edition: EditionId,
    newest: Option<&Revision>,
    made: Made<'_>,
) -> Result<Revision, sqlx::Error> {
    let id = RevisionId(
        sqlx::query_scalar(
            "INSERT INTO revisions (id, edition_id, number, parent_id, content_hash, made_by, note, created_at)
             VALUES ((SELECT id FROM next_ids WHERE name = 'revisions'), ?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
        )
        .bind(edition.0)
        .bind(newest.map_or(1, |newest| newest.number + 1))
        .bind(newest.map(|newest| newest.id.0))
        .bind(made.hash)
        .bind(made.by.name())
        .bind(made.note)
        .bind(made.now_ms)
        .fetch_one(&mut *connection)
        .await?,
    );
    insert_files(connection, id, made.loaded.sources.files()).await?;
    summary::insert(connection, id, made.loaded).await?;
    parsed::insert_files(connection, id, made.loaded).await?;
    let revision = sqlx::query_as("SELECT * FROM revision_rows WHERE id = ?1");
    revision.bind(id.0).fetch_one(connection).await
}

/// Refuses slugs that the table's CHECK would refuse.
fn check_slug(slug: &str) -> Result<(), ImportError> {
    let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if (1..=64).contains(&slug.len()) && slug.bytes().all(allowed) && !slug.starts_with('-') {
        return Ok(());
    }
    Err(ImportError::BadSlug(slug.chars().take(80).collect()))
}

/// The edition with that slug, created where it is missing.
async fn edition(connection: &mut SqliteConnection, new: &NewRevision<'_>) -> Result<EditionId, ImportError> {
    let game = new.loaded.game.id();
    if let Some(id) = find_edition(connection, new.slug, game).await? {
        return Ok(id);
    }
    let id = sqlx::query_scalar(
        "INSERT INTO editions (id, slug, title, game, created_at)
         VALUES ((SELECT id FROM next_ids WHERE name = 'editions'), ?1, ?2, ?3, ?4) RETURNING id",
    );
    let id = id.bind(new.slug).bind(new.title).bind(game).bind(new.now_ms);
    Ok(EditionId(id.fetch_one(&mut *connection).await?))
}

/// The edition with that slug, where there is one; refused where it is of another game, or archived.
async fn find_edition(
    connection: &mut SqliteConnection,
    slug: &str,
    imported: &str,
) -> Result<Option<EditionId>, ImportError> {
    let found: Option<(i64, String)> = sqlx::query_as("SELECT id, game FROM editions WHERE slug = ?1")
        .bind(slug)
        .fetch_optional(&mut *connection)
        .await?;
    let Some((id, game)) = found else { return Ok(None) };
    if game != imported {
        return Err(ImportError::OtherGame { slug: slug.to_owned(), game, imported: imported.to_owned() });
    }
    edition_end::check_not_archived::<ImportError>(connection, EditionId(id)).await?;
    Ok(Some(EditionId(id)))
}

/// An edition's newest revision.
pub(crate) async fn newest(
    connection: &mut SqliteConnection,
    edition: EditionId,
) -> Result<Option<Revision>, sqlx::Error> {
    let newest = sqlx::query_as("SELECT * FROM revision_rows WHERE edition_id = ?1 ORDER BY number DESC LIMIT 1");
    newest.bind(edition.0).fetch_optional(connection).await
}

async fn insert_files(
    connection: &mut SqliteConnection,
    revision: RevisionId,
    files: &[SourceFile],
) -> Result<(), sqlx::Error> {
    for (position, file) in files.iter().enumerate() {
        let hash = file_hash(file);
        // Not INSERT OR IGNORE, which would also pass over a failed CHECK.
        sqlx::query("INSERT INTO blobs (sha256, bytes) VALUES (?1, ?2) ON CONFLICT (sha256) DO NOTHING")
            .bind(&hash)
            .bind(file.bytes())
            .execute(&mut *connection)
            .await?;
        sqlx::query("INSERT INTO source_files (revision_id, position, name, sha256) VALUES (?1, ?2, ?3, ?4)")
            .bind(revision.0)
            .bind(position as i64)
            .bind(file.name())
            .bind(&hash)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
