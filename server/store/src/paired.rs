//! Paired batches: what was asked for, so that a restart forgets none. They are short, and the same plan on the same files
//! counts the same; so what they counted isn't here.

use std::num::NonZeroU64;

use affixboard_model::{
    batch::{Detail, Plan},
    game::Switches,
};
use serde_json::json;
use sqlx::{FromRow, Row, sqlite::SqliteRow};

use crate::{
    AccountId, Act, Archived, BadPlan, DatabaseError, NewAuditEntry, RevisionId, Store, batches::check_plan,
    edition_end,
};

/// Number of paired batches that are kept, the newest.
const KEPT: i64 = 1000;

/// A paired batch to store.
#[derive(Debug, Clone, Copy)]
pub struct NewPaired<'a> {
    /// Revision on the base side.
    pub base: RevisionId,
    /// Callers' name for the other side: 1 to 200 characters.
    pub side: &'a str,
    /// Its changes in the core's notation.
    pub changes: &'a str,
    /// Version of the rules: see [`affixboard_model::game::Game::rules_version`].
    pub rules_version: u32,
    /// Plan of each side: whole drops, identities only.
    pub plan: &'a Plan,
    /// Account that asks for it; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// A paired batch as requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairedLine {
    /// Its id.
    pub id: i64,
    /// The edition's name in addresses.
    pub slug: String,
    /// Number within the edition of the revision on the base side.
    pub base_number: u32,
    /// Callers' name for the other side.
    pub side: String,
    /// Its changes as they were, in the core's notation.
    pub changes: String,
    /// The version of the rules it was asked for with.
    pub rules_version: u32,
    /// Plan of each side.
    pub plan: Plan,
    /// Account that asked for it; `None` without accounts.
    pub by: Option<AccountId>,
    /// Whether it was stopped.
    pub is_stopped: bool,
}

impl FromRow<'_, SqliteRow> for PairedLine {
    fn from_row(row: &SqliteRow) -> Result<PairedLine, sqlx::Error> {
        Ok(PairedLine {
            id: row.try_get("id")?,
            slug: row.try_get("slug")?,
            base_number: row.try_get("number")?,
            side: row.try_get("side")?,
            changes: row.try_get("changes")?,
            rules_version: row.try_get("rules_version")?,
            plan: Plan {
                target: None,
                depths: serde_json::from_str(row.try_get("depths")?).map_err(sqlx::Error::decode)?,
                qualities: serde_json::from_str(row.try_get("qualities")?).map_err(sqlx::Error::decode)?,
                kinds: Vec::new(),
                drops: NonZeroU64::try_from(row.try_get::<u64, _>("drops")?).map_err(sqlx::Error::decode)?,
                seed: row.try_get::<i64, _>("seed")?.cast_unsigned(),
                switches: Switches::kept(serde_json::from_str(row.try_get("switches")?).map_err(sqlx::Error::decode)?),
                detail: Detail::Identity,
            },
            by: row.try_get::<Option<i64>, _>("account_id")?.map(AccountId),
            is_stopped: row.try_get("is_stopped")?,
        })
    }
}

/// Why a paired batch could not be stored.
#[derive(Debug, thiserror::Error)]
pub enum PairedBatchError {
    /// A plan that can't be run.
    #[error(transparent)]
    BadPlan(#[from] BadPlan),
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Stores a request and returns its id. The oldest beyond 1,000 are deleted.
    ///
    /// # Errors
    /// [`BadPlan`], also where it names kinds; [`DatabaseError`], also where there is no such revision.
    pub async fn create_paired(&self, new: NewPaired<'_>) -> Result<i64, PairedBatchError> {
        check_plan(new.plan)?;
        if !new.plan.kinds.is_empty() || new.plan.detail != Detail::Identity || new.plan.target.is_some() {
            return Err(BadPlan("a paired batch is of so many whole drops, and of what they are").into());
        }
        let mut transaction = self.write().await?;
        edition_end::check_not_archived_of::<PairedBatchError>(&mut transaction, new.base).await?;
        let id: i64 = sqlx::query_scalar(
            "INSERT INTO paired_batches (base_id, side, changes, rules_version, seed, drops, depths, qualities, switches,
                                         account_id, created_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) RETURNING id",
        )
        .bind(new.base.0)
        .bind(new.side)
        .bind(new.changes)
        .bind(new.rules_version)
        .bind(new.plan.seed.cast_signed())
        .bind(new.plan.drops.get().cast_signed())
        .bind(json!(new.plan.depths).to_string())
        .bind(json!(new.plan.qualities).to_string())
        .bind(json!(new.plan.switches.ids()).to_string())
        .bind(new.by.map(|by| by.0))
        .bind(new.now_ms)
        .fetch_one(&mut *transaction)
        .await?;
        sqlx::query("DELETE FROM paired_batches WHERE id <= ?1").bind(id - KEPT).execute(&mut *transaction).await?;
        let to = format!("paired batch {id}");
        transaction.commit_act(&NewAuditEntry::new(new.by, Act::RanPairedBatch, new.side, new.now_ms).to(&to)).await?;
        Ok(id)
    }

    /// The paired batch of that number, as it was asked for.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn paired(&self, id: i64) -> Result<Option<PairedLine>, DatabaseError> {
        let line = sqlx::query_as(
            "SELECT paired_batches.*, revisions.number, editions.slug FROM paired_batches
             JOIN revisions ON revisions.id = base_id JOIN editions ON editions.id = revisions.edition_id
             WHERE paired_batches.id = ?1",
        );
        Ok(line.bind(id).fetch_optional(&self.readers).await?)
    }

    /// Marks it as stopped, where it wasn't.
    ///
    /// # Errors
    /// [`DatabaseError`].
    pub async fn stop_paired(&self, id: i64, by: Option<AccountId>, now_ms: i64) -> Result<(), DatabaseError> {
        let mut transaction = self.write().await?;
        let stopped = sqlx::query("UPDATE paired_batches SET is_stopped = 1 WHERE id = ?1 AND NOT is_stopped")
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        if stopped.rows_affected() == 0 {
            return Ok(());
        }
        let about = format!("paired batch {id}");
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::StoppedPairedBatch, &about, now_ms)).await?)
    }
}
