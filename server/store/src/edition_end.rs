//! Editions that get another title, that nobody works on any more, or that go with all that hangs on them.

use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{AccountId, Act, BatchId, DatabaseError, EditionId, NewAuditEntry, RevisionId, Store, parsed};

/// An edition is archived, and what was to be done would change it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("edition `{0}` is archived: it can be read, not changed; a maintainer can bring it back")]
pub struct Archived(pub String);

/// Why an edition could not be renamed, archived or deleted.
#[derive(Debug, thiserror::Error)]
pub enum EditionError {
    /// No edition with this slug.
    #[error("there is no edition `{0}`")]
    NotFound(String),
    /// An empty title, or one that is too long or has a line end in it.
    #[error("found the title `{0}`; expected 1 to 200 characters on one line")]
    BadTitle(String),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

/// How much goes with an edition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HangingOn {
    /// Its revisions.
    pub revisions: u32,
    /// Proposals to change it, whatever their state.
    pub proposals: u32,
    /// Those of them that are open.
    pub open_proposals: u32,
    /// Comments and verdicts on these proposals.
    pub remarks: u32,
    /// Drafts of anybody.
    pub drafts: u32,
    /// Its batches, with what they counted.
    pub batches: u32,
    /// Those of them that wait or run.
    pub unfinished_batches: u32,
    /// Paired batches that can be asked for again.
    pub paired_batches: u32,
    /// Statistics of the game's own program.
    pub game_statistics: u32,
    /// Counts of the team's own program.
    pub own_counts: u32,
    /// Saved views of its sheets, batches and comparisons.
    pub views: u32,
}

impl FromRow<'_, SqliteRow> for HangingOn {
    fn from_row(row: &SqliteRow) -> Result<HangingOn, sqlx::Error> {
        Ok(HangingOn {
            revisions: row.try_get("revisions")?,
            proposals: row.try_get("proposals")?,
            open_proposals: row.try_get("open_proposals")?,
            remarks: row.try_get("remarks")?,
            drafts: row.try_get("drafts")?,
            batches: row.try_get("batches")?,
            unfinished_batches: row.try_get("unfinished_batches")?,
            paired_batches: row.try_get("paired_batches")?,
            game_statistics: row.try_get("game_statistics")?,
            own_counts: row.try_get("own_counts")?,
            views: row.try_get("views")?,
        })
    }
}

impl HangingOn {
    /// Each count that isn't 0, with its words.
    pub fn counts(&self) -> Vec<(u32, String)> {
        let with = |text: &str, part: u32, what: &str| match part {
            0 => text.to_owned(),
            part => format!("{text}, {part} of them {what}"),
        };
        let word = |count: u32, one: &'static str, many: &'static str| if count == 1 { one } else { many };
        let counts = [
            (self.revisions, word(self.revisions, "revision", "revisions").to_owned()),
            (self.proposals, with(word(self.proposals, "proposal", "proposals"), self.open_proposals, "open")),
            (self.remarks, word(self.remarks, "comment or verdict", "comments and verdicts").to_owned()),
            (self.drafts, word(self.drafts, "draft", "drafts").to_owned()),
            (self.batches, with(word(self.batches, "batch", "batches"), self.unfinished_batches, "under way")),
            (self.paired_batches, word(self.paired_batches, "paired batch", "paired batches").to_owned()),
            (self.game_statistics, "game statistics".to_owned()),
            (self.own_counts, "counts of your own game".to_owned()),
            (self.views, word(self.views, "saved view", "saved views").to_owned()),
        ];
        counts.into_iter().filter(|(count, _)| *count > 0).collect()
    }
}

impl Store {
    /// How much hangs on the edition with that slug; `None` where there is none.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn hanging_on(&self, slug: &str) -> Result<Option<HangingOn>, DatabaseError> {
        let mut connection = self.readers.acquire().await?;
        let Some((id, _, _)) = find(&mut connection, slug).await? else { return Ok(None) };
        Ok(Some(count(&mut connection, id).await?))
    }

    /// The slugs of editions that were deleted, of which some may be there again.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn deleted_editions(&self) -> Result<Vec<String>, DatabaseError> {
        let slugs = sqlx::query_scalar("SELECT DISTINCT about FROM acts WHERE what = ?1");
        Ok(slugs.bind(Act::DeletedEdition.words()).fetch_all(&self.readers).await?)
    }

    /// Gives an edition another title. Its slug stays, and so do all addresses.
    ///
    /// # Errors
    /// [`EditionError::NotFound`], [`EditionError::BadTitle`], [`EditionError::Database`].
    pub async fn rename_edition(
        &self,
        slug: &str,
        title: &str,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), EditionError> {
        check_title(title)?;
        let mut transaction = self.write().await?;
        let (id, before, _) =
            find(&mut transaction, slug).await?.ok_or_else(|| EditionError::NotFound(slug.to_owned()))?;
        if before == title {
            return Ok(());
        }
        let rename = sqlx::query("UPDATE editions SET title = ?2 WHERE id = ?1");
        rename.bind(id.0).bind(title).execute(&mut *transaction).await?;
        let entry = NewAuditEntry::new(by, Act::RenamedEdition, slug, now_ms).changed(&before, title);
        Ok(transaction.commit_act(&entry).await?)
    }

    /// Archives an edition, or brings it back. Batches in the queue come to their end; nothing else of it changes any more.
    ///
    /// # Errors
    /// [`EditionError::NotFound`], [`EditionError::Database`].
    pub async fn set_archived(
        &self,
        slug: &str,
        is_archived: bool,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<(), EditionError> {
        let mut transaction = self.write().await?;
        let (id, _, before) =
            find(&mut transaction, slug).await?.ok_or_else(|| EditionError::NotFound(slug.to_owned()))?;
        if before == is_archived {
            return Ok(());
        }
        let archive = sqlx::query("UPDATE editions SET archived_at = ?2 WHERE id = ?1");
        archive.bind(id.0).bind(is_archived.then_some(now_ms)).execute(&mut *transaction).await?;
        let act = if is_archived { Act::ArchivedEdition } else { Act::RestoredEdition };
        Ok(transaction.commit_act(&NewAuditEntry::new(by, act, slug, now_ms)).await?)
    }

    /// Deletes an edition with all that hangs on it, and gives the batches that were under way: whoever works on one is told
    /// by the error that the next [`Store::save_shards`] gives. Files that other revisions have too stay.
    ///
    /// # Errors
    /// [`EditionError::NotFound`], [`EditionError::Database`].
    pub async fn delete_edition(
        &self,
        slug: &str,
        by: Option<AccountId>,
        now_ms: i64,
    ) -> Result<Vec<BatchId>, EditionError> {
        let mut transaction = self.write().await?;
        let (id, title, _) =
            find(&mut transaction, slug).await?.ok_or_else(|| EditionError::NotFound(slug.to_owned()))?;
        let hanging = count(&mut transaction, id).await?;
        let unfinished: Vec<i64> =
            sqlx::query_scalar("SELECT id FROM batch_rows WHERE edition_id = ?1 AND state IN ('queued', 'running')")
                .bind(id.0)
                .fetch_all(&mut *transaction)
                .await?;
        // Proposals are kept as long as their edition is, so that it goes first.
        sqlx::query("PRAGMA defer_foreign_keys = ON").execute(&mut *transaction).await?;
        let of_edition = [
            "DELETE FROM views WHERE id IN (SELECT view_id FROM view_editions WHERE edition_id = ?1)",
            "DELETE FROM editions WHERE id = ?1",
            "DELETE FROM drafts WHERE edition_id = ?1",
            "DELETE FROM proposals WHERE edition_id = ?1",
        ];
        for statement in of_edition {
            sqlx::query(statement).bind(id.0).execute(&mut *transaction).await?;
        }
        let left_alone = [
            "DELETE FROM looks WHERE proposal_id NOT IN (SELECT id FROM proposals)",
            "DELETE FROM verdicts WHERE proposal_id NOT IN (SELECT id FROM proposals)",
            "DELETE FROM comments WHERE proposal_id NOT IN (SELECT id FROM proposals)",
            "DELETE FROM proposal_revisions WHERE proposal_id NOT IN (SELECT id FROM proposals)",
            "DELETE FROM blobs WHERE sha256 NOT IN (SELECT sha256 FROM source_files)",
            parsed::UNUSED_PIECES,
        ];
        for statement in left_alone {
            sqlx::query(statement).execute(&mut *transaction).await?;
        }
        let went = hanging.counts().into_iter().map(|(count, what)| format!("{count} {what}"));
        let went = format!("with {}", went.collect::<Vec<_>>().join("; "));
        let entry = NewAuditEntry::new(by, Act::DeletedEdition, slug, now_ms).changed(&title, &went);
        transaction.commit_act(&entry).await?;
        Ok(unfinished.into_iter().map(BatchId).collect())
    }
}

/// Refuses titles that the table's CHECK would refuse, or that wouldn't stay on their line.
pub(crate) fn check_title(title: &str) -> Result<(), EditionError> {
    let is_good = (1..=200).contains(&title.chars().count()) && title.trim() == title;
    if is_good && !title.contains(char::is_control) {
        return Ok(());
    }
    Err(EditionError::BadTitle(title.chars().filter(|c| !c.is_control()).take(80).collect()))
}

/// An edition's id, title, and whether it is archived.
async fn find(connection: &mut SqliteConnection, slug: &str) -> Result<Option<(EditionId, String, bool)>, sqlx::Error> {
    let edition: Option<(i64, String, bool)> =
        sqlx::query_as("SELECT id, title, archived_at IS NOT NULL FROM editions WHERE slug = ?1")
            .bind(slug)
            .fetch_optional(connection)
            .await?;
    Ok(edition.map(|(id, title, is_archived)| (EditionId(id), title, is_archived)))
}

async fn count(connection: &mut SqliteConnection, edition: EditionId) -> Result<HangingOn, sqlx::Error> {
    let counts = sqlx::query_as(
        "SELECT (SELECT count(*) FROM revisions WHERE edition_id = ?1) AS revisions,
                (SELECT count(*) FROM proposals WHERE edition_id = ?1) AS proposals,
                (SELECT count(*) FROM proposals WHERE edition_id = ?1 AND state = 'open') AS open_proposals,
                (SELECT count(*) FROM comments JOIN proposals ON proposals.id = proposal_id WHERE edition_id = ?1)
                    + (SELECT count(*) FROM verdicts JOIN proposals ON proposals.id = proposal_id
                       WHERE edition_id = ?1) AS remarks,
                (SELECT count(*) FROM drafts WHERE edition_id = ?1) AS drafts,
                (SELECT count(*) FROM batch_rows WHERE edition_id = ?1) AS batches,
                (SELECT count(*) FROM batch_rows WHERE edition_id = ?1 AND state IN ('queued', 'running'))
                    AS unfinished_batches,
                (SELECT count(*) FROM paired_batches JOIN revisions ON revisions.id = base_id WHERE edition_id = ?1)
                    AS paired_batches,
                (SELECT count(*) FROM game_statistics_rows WHERE edition_id = ?1) AS game_statistics,
                (SELECT count(*) FROM own_counts_rows WHERE edition_id = ?1) AS own_counts,
                (SELECT count(*) FROM view_editions WHERE edition_id = ?1) AS views",
    );
    counts.bind(edition.0).fetch_one(connection).await
}

/// Refuses an edition that is archived; one that isn't there is for the caller to notice.
pub(crate) async fn check_not_archived<E: From<Archived> + From<sqlx::Error>>(
    connection: &mut SqliteConnection,
    edition: EditionId,
) -> Result<(), E> {
    let slug = sqlx::query_scalar("SELECT slug FROM editions WHERE id = ?1 AND archived_at IS NOT NULL");
    refuse(slug.bind(edition.0).fetch_optional(connection).await?)
}

/// The same of the edition that a revision is of.
pub(crate) async fn check_not_archived_of<E: From<Archived> + From<sqlx::Error>>(
    connection: &mut SqliteConnection,
    revision: RevisionId,
) -> Result<(), E> {
    let slug = sqlx::query_scalar("SELECT slug FROM revision_rows WHERE id = ?1 AND is_archived");
    refuse(slug.bind(revision.0).fetch_optional(connection).await?)
}

fn refuse<E: From<Archived>>(slug: Option<String>) -> Result<(), E> {
    slug.map_or(Ok(()), |slug| Err(Archived(slug).into()))
}
