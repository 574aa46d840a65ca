//! Batches: the queue, and the states a batch goes through.
//!
//! ```text
//! queued ─claim─▶ running ─finish─▶ done
//!   │  ◀─requeue─   │ └────fail──▶ failed
//!   │ └────cancel───┴────────────▶ cancelled
//!   ◀─────────continue───────────────┘
//! ```
//! Every arrow is one UPDATE whose WHERE names the states it may leave, so two callers can't both take it.

use std::{collections::BTreeSet, fmt, num::NonZeroU64};

use affixboard_model::{
    batch::{BatchPlan, BatchPlanRef, Detail, Plan, SubjectPlan, Target},
    catalog::KindId,
    game::{Point, Switches},
};
use serde_json::json;
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    AccountId, Act, Archived, BatchId, CodecError, DatabaseError, EditionId, NewAuditEntry, RevisionId, Store, TooMany,
    audit_log::{self, Recorded},
    edition_end,
    error::parse_word,
    write::{NoAct, Write},
};

/// State of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BatchState {
    /// Waits in the queue, perhaps with shards that were finished before a restart.
    Queued,
    /// Runs now.
    Running,
    /// Finished, with a tally.
    Done,
    /// Ended with an error.
    Failed,
    /// Cancelled by somebody; the shards it has are kept, to continue from.
    Cancelled,
}

impl BatchState {
    const ALL: [BatchState; 5] =
        [BatchState::Queued, BatchState::Running, BatchState::Done, BatchState::Failed, BatchState::Cancelled];

    /// The word in the database and on pages.
    pub fn name(self) -> &'static str {
        match self {
            BatchState::Queued => "queued",
            BatchState::Running => "running",
            BatchState::Done => "done",
            BatchState::Failed => "failed",
            BatchState::Cancelled => "cancelled",
        }
    }

    /// Whether nothing works on the batch any more, unless somebody continues it.
    pub fn is_final(self) -> bool {
        matches!(self, BatchState::Done | BatchState::Failed | BatchState::Cancelled)
    }
}

impl fmt::Display for BatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A batch to put into the queue.
#[derive(Debug, Clone, Copy)]
pub struct NewBatch<'a> {
    /// Revision to run on.
    pub revision: RevisionId,
    /// Version of the rules: see [`affixboard_model::game::Game::rules_version`].
    pub rules_version: u32,
    /// What is made: drops, or trials of a subject.
    pub plan: BatchPlanRef<'a>,
    /// Account that asks for it; `None` without accounts.
    pub by: Option<AccountId>,
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
}

/// A batch with its progress: `Batch` is one of drops, `Batch<SubjectPlan>` one of a subject, `Batch<BatchPlan>` either.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch<P = Plan> {
    /// Its id.
    pub id: BatchId,
    /// Revision that it runs on.
    pub revision: RevisionId,
    /// That revision's number within its edition.
    pub revision_number: u32,
    /// The edition.
    pub edition: EditionId,
    /// The edition's name in URLs.
    pub slug: String,
    /// The edition's game.
    pub game: String,
    /// The version of the rules it was made for.
    pub rules_version: u32,
    /// What is made.
    pub plan: P,
    /// Its state.
    pub state: BatchState,
    /// Of those that wait the one with the highest is next, and the oldest of these.
    pub priority: i64,
    /// Drops or trials made and stored so far, of [`BatchPlan::total_trials`].
    pub drops_done: u64,
    /// Reason of its failure.
    pub error: Option<String>,
    /// Time of the request, in milliseconds since 1970.
    pub created_at: i64,
    /// Time when it first ran, in milliseconds since 1970.
    pub started_at: Option<i64>,
    /// Time when it reached a final state, in milliseconds since 1970.
    pub finished_at: Option<i64>,
}

impl<P> Batch<P> {
    /// The batch with another plan in place of its own, and its own.
    fn take_plan<Q>(self, other: Q) -> (Batch<Q>, P) {
        let batch = Batch {
            id: self.id,
            revision: self.revision,
            revision_number: self.revision_number,
            edition: self.edition,
            slug: self.slug,
            game: self.game,
            rules_version: self.rules_version,
            plan: other,
            state: self.state,
            priority: self.priority,
            drops_done: self.drops_done,
            error: self.error,
            created_at: self.created_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
        };
        (batch, self.plan)
    }

    fn with<Q>(self, plan: impl FnOnce(P) -> Q) -> Batch<Q> {
        let (batch, own) = self.take_plan(());
        batch.take_plan(plan(own)).0
    }
}

impl Batch<BatchPlan> {
    /// The batch as one of drops.
    ///
    /// # Errors
    /// The batch as one of a subject, where it is that.
    pub fn of_drops(self) -> Result<Batch, Box<Batch<SubjectPlan>>> {
        let (batch, plan) = self.take_plan(());
        match plan {
            BatchPlan::Drops(plan) => Ok(batch.with(|()| plan)),
            BatchPlan::Subject(plan) => Err(Box::new(batch.with(|()| plan))),
        }
    }
}

impl FromRow<'_, SqliteRow> for Batch<BatchPlan> {
    fn from_row(row: &SqliteRow) -> Result<Batch<BatchPlan>, sqlx::Error> {
        Ok(Batch {
            id: BatchId(row.try_get("id")?),
            revision: RevisionId(row.try_get("revision_id")?),
            revision_number: row.try_get("revision_number")?,
            edition: EditionId(row.try_get("edition_id")?),
            slug: row.try_get("slug")?,
            game: row.try_get("game")?,
            rules_version: row.try_get("rules_version")?,
            plan: plan_of(row)?,
            state: parse_word("state of a batch", &BatchState::ALL, BatchState::name, row.try_get("state")?)?,
            priority: row.try_get("priority")?,
            drops_done: row.try_get("drops_done")?,
            error: row.try_get("error")?,
            created_at: row.try_get("created_at")?,
            started_at: row.try_get("started_at")?,
            finished_at: row.try_get("finished_at")?,
        })
    }
}

fn plan_of(row: &SqliteRow) -> Result<BatchPlan, sqlx::Error> {
    let trials = NonZeroU64::try_from(row.try_get::<u64, _>("drops")?).map_err(sqlx::Error::decode)?;
    let seed = row.try_get::<i64, _>("seed")?.cast_unsigned();
    if let Some(subject) = row.try_get("subject")? {
        let points: Vec<Vec<i32>> = serde_json::from_str(row.try_get("points")?).map_err(sqlx::Error::decode)?;
        let points = points.iter().map(|values| Point::of(values)).collect();
        return Ok(BatchPlan::Subject(SubjectPlan { subject, points, trials, seed }));
    }
    let kinds: Vec<u32> = serde_json::from_str(row.try_get("kinds")?).map_err(sqlx::Error::decode)?;
    Ok(BatchPlan::Drops(Plan {
        target: match row.try_get("target_within")? {
            None => None,
            Some(within) => Some(Target { within, rows_from: row.try_get("target_rows_from")? }),
        },
        depths: serde_json::from_str(row.try_get("depths")?).map_err(sqlx::Error::decode)?,
        qualities: serde_json::from_str(row.try_get("qualities")?).map_err(sqlx::Error::decode)?,
        kinds: kinds.into_iter().map(KindId).collect(),
        drops: trials,
        seed,
        switches: Switches::kept(serde_json::from_str(row.try_get("switches")?).map_err(sqlx::Error::decode)?),
        detail: parse_word("detail of a batch", &Detail::ALL, Detail::name, row.try_get("detail")?)?,
    }))
}

/// Selection of batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BatchFilter {
    /// Every batch.
    All,
    /// Those on any revision of an edition.
    Edition(EditionId),
    /// Those on a revision.
    Revision(RevisionId),
}

/// A plan that can't be run, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the plan can't be run: {0}")]
pub struct BadPlan(pub &'static str);

/// Why a batch, its shards or its tally could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// No batch with this id.
    #[error("there is no batch {0}")]
    NotFound(BatchId),
    /// No revision with this id.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),
    /// A plan that can't be run.
    #[error(transparent)]
    BadPlan(#[from] BadPlan),
    /// The account has as many batches in the queue as it may.
    #[error(transparent)]
    TooMany(#[from] TooMany),
    /// The batch's state doesn't allow it.
    #[error("batch {id} is {state}")]
    WrongState {
        /// The batch.
        id: BatchId,
        /// Its state.
        state: BatchState,
    },
    /// A tally that doesn't cover its batch's plan, or counts keys that the dictionary doesn't explain: a bug of ours.
    #[error("the tally of batch {id} is incomplete: {what}")]
    IncompleteTally {
        /// The batch.
        id: BatchId,
        /// Description of the missing part.
        what: &'static str,
    },
    /// Counts in the database can't be decoded.
    #[error("the counts of batch {id} are damaged")]
    DamagedCounts {
        /// The batch.
        id: BatchId,
        /// The decoder's error.
        source: CodecError,
    },
    /// The edition is archived.
    #[error(transparent)]
    Archived(#[from] Archived),
    /// `SQLite` or the disk failed.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),
}

/// Batches of an account that may be in the queue or run.
const MOST_QUEUED: u32 = 20;

/// Refuses a further batch of an account that has as many in the queue as it may. Without accounts all are one's.
async fn check_queue(connection: &mut SqliteConnection, by: Option<AccountId>) -> Result<(), BatchError> {
    let all: u32 = sqlx::query_scalar("SELECT count(*) FROM batches WHERE state IN ('queued', 'running')")
        .fetch_one(&mut *connection)
        .await?;
    if all < MOST_QUEUED {
        return Ok(());
    }
    // Whose a batch is only the log says, which has no index for this: it is read where the queue is long.
    let own: u32 = sqlx::query_scalar(
        "SELECT count(*) FROM acts WHERE account_id IS ?1 AND what = ?2
         AND became IN (SELECT 'batch ' || id FROM batches WHERE state IN ('queued', 'running'))",
    )
    .bind(by.map(|by| by.0))
    .bind(Act::StartedBatch.words())
    .fetch_one(&mut *connection)
    .await?;
    if own >= MOST_QUEUED {
        return Err(TooMany { what: "batches of yours in the queue", most: MOST_QUEUED }.into());
    }
    Ok(())
}

/// Puts a batch and its entry of the log into a transaction.
async fn insert_batch(transaction: &mut Write, new: NewBatch<'_>) -> Result<(BatchId, Recorded), BatchError> {
    let columns = PlanColumns::of(new.plan)?;
    let found: Option<(u32, u32, String)> = sqlx::query_as(
        "SELECT (SELECT positions FROM entry_counts WHERE revision_id = revisions.id AND sort = 'kind'), number, slug
         FROM revisions JOIN editions ON editions.id = edition_id WHERE revisions.id = ?1",
    )
    .bind(new.revision.0)
    .fetch_optional(&mut **transaction)
    .await?;
    let (kinds, number, slug) = found.ok_or(BatchError::NoSuchRevision(new.revision))?;
    if let BatchPlanRef::Drops(plan) = new.plan
        && plan.kinds.iter().any(|kind| kind.0 >= kinds)
    {
        return Err(BadPlan("it names a kind that the revision doesn't have").into());
    }
    edition_end::check_not_archived_of::<BatchError>(transaction, new.revision).await?;
    check_queue(transaction, new.by).await?;
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO batches (id, revision_id, rules_version, seed, drops, depths, qualities, kinds, switches, detail,
                              subject, points, target_within, target_rows_from, state, created_at)
         VALUES ((SELECT id FROM next_ids WHERE name = 'batches'), ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13,
                 'queued', ?14) RETURNING id",
    )
    .bind(new.revision.0)
    .bind(new.rules_version)
    .bind(columns.seed)
    .bind(columns.trials)
    .bind(columns.depths)
    .bind(columns.qualities)
    .bind(columns.kinds)
    .bind(columns.switches)
    .bind(columns.detail.name())
    .bind(columns.subject)
    .bind(columns.points)
    .bind(columns.target.map(|target| target.within))
    .bind(columns.target.map(|target| target.rows_from))
    .bind(new.now_ms)
    .fetch_one(&mut **transaction)
    .await?;
    let (about, to) = (format!("{slug} r{number}"), format!("batch {id}"));
    let entry = NewAuditEntry::new(new.by, Act::StartedBatch, &about, new.now_ms).to(&to);
    let recorded = audit_log::record(transaction, &entry).await?;
    Ok((BatchId(id), recorded))
}

impl Store {
    /// Puts a batch into the queue.
    ///
    /// # Errors
    /// [`BadPlan`], [`BatchError::NoSuchRevision`], [`TooMany`], [`BatchError::Database`].
    pub async fn create_batch(&self, new: NewBatch<'_>) -> Result<BatchId, BatchError> {
        let mut transaction = self.write().await?;
        let (id, recorded) = insert_batch(&mut transaction, new).await?;
        transaction.commit(recorded).await?;
        Ok(id)
    }

    /// Puts two batches into the queue that are to be compared: both, or neither.
    ///
    /// # Errors
    /// As of [`Store::create_batch`].
    pub async fn create_two_batches(&self, new: [NewBatch<'_>; 2]) -> Result<[BatchId; 2], BatchError> {
        let mut transaction = self.write().await?;
        let [first, second] = new;
        let (first, _) = insert_batch(&mut transaction, first).await?;
        let (second, recorded) = insert_batch(&mut transaction, second).await?;
        transaction.commit(recorded).await?;
        Ok([first, second])
    }

    /// Sets the queued batch running that is next: of the highest priority the oldest; `None` where the queue is empty.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn claim_next_batch(&self, now_ms: i64) -> Result<Option<Batch<BatchPlan>>, DatabaseError> {
        let mut transaction = self.write().await?;
        let id: Option<i64> = sqlx::query_scalar(
            "UPDATE batches SET state = 'running', started_at = coalesce(started_at, ?1)
             WHERE id = (SELECT id FROM batches WHERE state = 'queued' ORDER BY priority DESC, id LIMIT 1)
                 AND state = 'queued'
             RETURNING id",
        )
        .bind(now_ms)
        .fetch_optional(&mut *transaction)
        .await?;
        let Some(id) = id else { return Ok(None) };
        let batch = sqlx::query_as("SELECT * FROM batch_rows WHERE id = ?1").bind(id).fetch_one(&mut *transaction);
        let batch = batch.await?;
        transaction.commit_unlogged(NoAct::BatchWork).await?;
        Ok(Some(batch))
    }

    /// Puts batches that were running when the program ended back into the queue, with the shards they have, and says
    /// how many. For the start of the program, before anything is claimed.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn requeue_interrupted(&self) -> Result<u64, DatabaseError> {
        let mut transaction = self.write().await?;
        let requeued = sqlx::query("UPDATE batches SET state = 'queued' WHERE state = 'running'");
        let requeued = requeued.execute(&mut *transaction).await?.rows_affected();
        transaction.commit_unlogged(NoAct::BatchWork).await?;
        Ok(requeued)
    }

    /// Ends a running batch with an error; its shards are dropped.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`], [`BatchError::Database`].
    pub async fn fail_batch(&self, id: BatchId, error: &str, now_ms: i64) -> Result<(), BatchError> {
        let mut transaction = self.write().await?;
        let failed = sqlx::query(
            "UPDATE batches SET state = 'failed', error = ?2, finished_at = ?3 WHERE id = ?1 AND state = 'running'",
        );
        let failed = failed.bind(id.0).bind(error).bind(now_ms).execute(&mut *transaction).await?;
        moved(&mut transaction, id, failed.rows_affected()).await?;
        delete_shards(&mut transaction, id).await?;
        Ok(transaction.commit_unlogged(NoAct::BatchWork).await?)
    }

    /// Calls a queued or running batch off. Its shards are kept, to continue from; whoever works on it is told by the state that
    /// the next [`Store::save_shards`] gives.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`] where it has come to its end already, [`BatchError::Database`].
    pub async fn cancel_batch(&self, id: BatchId, by: Option<AccountId>, now_ms: i64) -> Result<(), BatchError> {
        let mut transaction = self.write().await?;
        let cancelled = sqlx::query(
            "UPDATE batches SET state = 'cancelled', finished_at = ?2
             WHERE id = ?1 AND state IN ('queued', 'running')",
        );
        let cancelled = cancelled.bind(id.0).bind(now_ms).execute(&mut *transaction).await?;
        moved(&mut transaction, id, cancelled.rows_affected()).await?;
        let about = format!("batch {id}");
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::CancelledBatch, &about, now_ms)).await?)
    }

    /// Puts a cancelled batch back into the queue, with the shards it has: it counts what it would have counted undisturbed.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`] where it isn't cancelled, [`TooMany`], [`BatchError::Database`].
    pub async fn continue_batch(&self, id: BatchId, by: Option<AccountId>, now_ms: i64) -> Result<(), BatchError> {
        let mut transaction = self.write().await?;
        check_queue(&mut transaction, by).await?;
        // Earlier programs dropped the shards of cancelled batches; what they had done then is done again.
        let continued = sqlx::query(
            "UPDATE batches SET state = 'queued', finished_at = NULL,
                 drops_done = (SELECT coalesce(sum(drops), 0) FROM shards WHERE batch_id = ?1)
             WHERE id = ?1 AND state = 'cancelled'",
        );
        let continued = continued.bind(id.0).execute(&mut *transaction).await?;
        moved(&mut transaction, id, continued.rows_affected()).await?;
        let about = format!("batch {id}");
        Ok(transaction.commit_act(&NewAuditEntry::new(by, Act::ContinuedBatch, &about, now_ms)).await?)
    }

    /// Removes batches that came to their end before a time, with their tallies, and says how many. The audit log has their
    /// number and the last of them. The newest batch stays, so that no number comes again.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn remove_old_batches(&self, before_ms: i64, now_ms: i64) -> Result<u64, DatabaseError> {
        let mut transaction = self.write().await?;
        let newest: Option<i64> = sqlx::query_scalar(
            "SELECT max(id) FROM batches
             WHERE state IN ('done', 'failed', 'cancelled') AND finished_at < ?1 AND id < (SELECT max(id) FROM batches)",
        )
        .bind(before_ms)
        .fetch_one(&mut *transaction)
        .await?;
        let Some(newest) = newest else { return Ok(0) };
        // Tallies and their keys go with them.
        let removed = sqlx::query(
            "DELETE FROM batches WHERE state IN ('done', 'failed', 'cancelled') AND finished_at < ?1 AND id <= ?2",
        )
        .bind(before_ms)
        .bind(newest)
        .execute(&mut *transaction)
        .await?
        .rows_affected();
        let (about, last) = (format!("{removed} batches"), format!("batch {newest}"));
        let entry = NewAuditEntry::new(None, Act::RemovedOldBatches, &about, now_ms);
        transaction.commit_act(&entry.changed(&last, "")).await?;
        Ok(removed)
    }

    /// A batch.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn batch(&self, id: BatchId) -> Result<Option<Batch<BatchPlan>>, DatabaseError> {
        let batch = sqlx::query_as("SELECT * FROM batch_rows WHERE id = ?1");
        Ok(batch.bind(id.0).fetch_optional(&self.readers).await?)
    }

    /// The newest batches, newest first.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn batches(&self, filter: BatchFilter, limit: u32) -> Result<Vec<Batch<BatchPlan>>, DatabaseError> {
        self.newest_batches(filter, BatchesOf::Any, limit).await
    }

    /// The newest batches of drops, newest first.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn drop_batches(&self, filter: BatchFilter, limit: u32) -> Result<Vec<Batch>, DatabaseError> {
        let batches = self.newest_batches(filter, BatchesOf::Drops, limit).await?;
        Ok(batches.into_iter().filter_map(|batch| batch.of_drops().ok()).collect())
    }

    /// The newest batches of a subject on a revision, newest first.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn subject_batches(
        &self,
        revision: RevisionId,
        subject: &str,
        limit: u32,
    ) -> Result<Vec<Batch<SubjectPlan>>, DatabaseError> {
        let batches = self.newest_batches(BatchFilter::Revision(revision), BatchesOf::Subject(subject), limit).await?;
        Ok(batches.into_iter().filter_map(|batch| batch.of_drops().err()).map(|batch| *batch).collect())
    }

    async fn newest_batches(
        &self,
        filter: BatchFilter,
        of: BatchesOf<'_>,
        limit: u32,
    ) -> Result<Vec<Batch<BatchPlan>>, DatabaseError> {
        let of = match of {
            BatchesOf::Any => None,
            BatchesOf::Drops => Some(""),
            BatchesOf::Subject(name) => Some(name),
        };
        let (edition, revision) = match filter {
            BatchFilter::All => (None, None),
            BatchFilter::Edition(edition) => (Some(edition.0), None),
            BatchFilter::Revision(revision) => (None, Some(revision.0)),
        };
        let batches = sqlx::query_as(
            "SELECT * FROM batch_rows
             WHERE (?1 IS NULL OR edition_id = ?1) AND (?2 IS NULL OR revision_id = ?2)
                 AND (?3 IS NULL OR coalesce(subject, '') = ?3)
             ORDER BY id DESC LIMIT ?4",
        );
        Ok(batches.bind(edition).bind(revision).bind(of).bind(limit).fetch_all(&self.readers).await?)
    }
}

/// What batches are of that are asked for.
#[derive(Debug, Clone, Copy)]
enum BatchesOf<'a> {
    Any,
    Drops,
    Subject(&'a str),
}

/// A plan as the columns of its row.
struct PlanColumns<'a> {
    seed: i64,
    trials: i64,
    depths: String,
    qualities: String,
    kinds: String,
    switches: String,
    detail: Detail,
    target: Option<Target>,
    subject: Option<&'a str>,
    points: Option<String>,
}

impl<'a> PlanColumns<'a> {
    fn of(plan: BatchPlanRef<'a>) -> Result<PlanColumns<'a>, BadPlan> {
        match plan {
            BatchPlanRef::Drops(plan) => {
                check_plan(plan)?;
                Ok(PlanColumns {
                    seed: plan.seed.cast_signed(),
                    trials: plan.drops.get().cast_signed(),
                    depths: json!(plan.depths).to_string(),
                    qualities: json!(plan.qualities).to_string(),
                    kinds: json!(plan.kinds.iter().map(|kind| kind.0).collect::<Vec<_>>()).to_string(),
                    switches: json!(plan.switches.ids()).to_string(),
                    detail: plan.detail,
                    target: plan.target,
                    subject: None,
                    points: None,
                })
            }
            BatchPlanRef::Subject(plan) => {
                check_subject_plan(plan)?;
                let cells = plan.cells();
                Ok(PlanColumns {
                    seed: plan.seed.cast_signed(),
                    trials: plan.trials.get().cast_signed(),
                    // Positions of the points, as in its tally.
                    depths: json!(cells.map(|cell| cell.depth).collect::<Vec<_>>()).to_string(),
                    qualities: "[0]".to_owned(),
                    kinds: "[]".to_owned(),
                    switches: "[]".to_owned(),
                    detail: Detail::Identity,
                    target: None,
                    subject: Some(&plan.subject),
                    points: Some(json!(plan.points.iter().map(|point| point.0).collect::<Vec<_>>()).to_string()),
                })
            }
        }
    }
}

/// Refuses plans without points, with a point twice, or that are too large.
fn check_subject_plan(plan: &SubjectPlan) -> Result<(), BadPlan> {
    if plan.subject.is_empty() || plan.points.is_empty() {
        return Err(BadPlan("it has no subject or no points"));
    }
    let once: BTreeSet<Point> = plan.points.iter().copied().collect();
    if once.len() != plan.points.len() {
        return Err(BadPlan("a point is in it twice"));
    }
    plan.check().map_err(|_| BadPlan("it makes too many trials"))
}

/// Refuses plans without cells, or with a cell twice.
pub(crate) fn check_plan(plan: &Plan) -> Result<(), BadPlan> {
    if plan.depths.is_empty() || plan.qualities.is_empty() {
        return Err(BadPlan("it has no depths or no drop qualities"));
    }
    let rising = plan.depths.is_sorted_by(|left, right| left < right)
        && plan.qualities.is_sorted_by(|left, right| left < right)
        && plan.kinds.is_sorted_by(|left, right| left < right);
    if !rising {
        return Err(BadPlan("its depths, drop qualities and kinds must rise without repeats"));
    }
    if plan.drops.get() > Plan::MAX_DROPS {
        return Err(BadPlan("it makes too many drops per cell"));
    }
    Ok(())
}

/// Checks that an UPDATE of a batch's state changed one row; else the error says why not.
pub(crate) async fn moved(connection: &mut SqliteConnection, id: BatchId, rows: u64) -> Result<(), BatchError> {
    if rows == 1 {
        return Ok(());
    }
    let state = state(connection, id).await?;
    Err(BatchError::WrongState { id, state })
}

/// State of a batch.
pub(crate) async fn state(connection: &mut SqliteConnection, id: BatchId) -> Result<BatchState, BatchError> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT state FROM batches WHERE id = ?1").bind(id.0).fetch_optional(connection).await?;
    let found = found.ok_or(BatchError::NotFound(id))?;
    Ok(parse_word("state of a batch", &BatchState::ALL, BatchState::name, &found)?)
}

/// Drops the shards of a batch that has come to its end.
pub(crate) async fn delete_shards(connection: &mut SqliteConnection, id: BatchId) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM shards WHERE batch_id = ?1").bind(id.0).execute(connection).await?;
    Ok(())
}
