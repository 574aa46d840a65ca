//! The tallies of done batches, and the dictionary of what their keys mean.

use std::collections::BTreeSet;

use affixboard_model::{
    batch::{BatchPlan, Entry, KeySpace, Tally},
    catalog::{AffixId, ArtifactId, KindId, ThemeId},
    game::SubjectRow,
};
use serde_json::{Value, json};
use sqlx::{FromRow, Row, SqliteConnection, sqlite::SqliteRow};

use crate::{
    Batch, BatchError, BatchId, BatchState, DatabaseError, Store,
    batches::{delete_shards, moved, state},
    codec,
    error::UnknownWord,
    shards::{cell, cell_tally, kind_number},
    write::NoAct,
};

/// Meaning of a key of a stored tally, for readers without the rules that counted it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The key.
    pub key: u32,
    /// Name of the counted [`affixboard_model::batch::Metric`].
    pub metric: String,
    /// Kind of the counted items, where counts are per kind.
    pub kind: Option<KindId>,
    /// Tval and sval that tallies show.
    pub place: Option<(u16, u16)>,
    /// Counted entry.
    pub entry: Entry,
    /// The entry's name.
    pub name: String,
}

impl StoredKey {
    /// Meaning of a key of this space.
    pub fn of(keys: &KeySpace, key: u32) -> StoredKey {
        let meaning = keys.key(key);
        let (place, name) = keys.label(key);
        StoredKey { key, metric: meaning.metric.0.to_owned(), kind: meaning.kind, place, entry: meaning.entry, name }
    }

    /// Meanings of all keys with a count: the dictionary for [`Store::finish_batch`].
    pub fn of_tally(keys: &KeySpace, tally: &Tally) -> Vec<StoredKey> {
        counted(tally).into_iter().map(|key| StoredKey::of(keys, key)).collect()
    }
}

impl FromRow<'_, SqliteRow> for StoredKey {
    fn from_row(row: &SqliteRow) -> Result<StoredKey, sqlx::Error> {
        let (tval, sval): (Option<u16>, Option<u16>) = (row.try_get("tval")?, row.try_get("sval")?);
        let index = || row.try_get("entry_index");
        let entry = match row.try_get("entry")? {
            "kind" => Entry::Kind,
            "affix" => Entry::Affix(AffixId(index()?)),
            "theme" => Entry::Theme(ThemeId(index()?)),
            "artifact" => Entry::Artifact(ArtifactId(index()?)),
            "fixed" => Entry::Fixed(index()?),
            found => {
                let found = found.to_owned();
                return Err(sqlx::Error::decode(UnknownWord { what: "entry of a key", found }));
            }
        };
        Ok(StoredKey {
            key: row.try_get("key")?,
            metric: row.try_get("metric")?,
            kind: row.try_get::<Option<u32>, _>("kind")?.map(KindId),
            place: tval.zip(sval),
            entry,
            name: row.try_get("name")?,
        })
    }
}

/// Meaning of a key of a stored tally of a subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSubjectKey {
    /// The key.
    pub key: u32,
    /// Name of the counted [`affixboard_model::batch::Metric`].
    pub metric: String,
    /// The row's name on pages.
    pub name: String,
    /// Its fields under the subject's columns.
    pub columns: Vec<String>,
}

impl StoredSubjectKey {
    /// Meanings of all keys with a count, of a subject with these rows.
    pub fn of_tally(rows: &[SubjectRow], tally: &Tally) -> Vec<StoredSubjectKey> {
        let meaning = |key: u32| {
            let row = rows.get(key as usize)?;
            let (metric, name, columns) = (row.metric.0.to_owned(), row.label.clone(), row.columns.clone());
            Some(StoredSubjectKey { key, metric, name, columns })
        };
        counted(tally).into_iter().filter_map(meaning).collect()
    }
}

/// The dictionary of a tally.
#[derive(Debug, Clone, Copy)]
pub enum TallyKeys<'a> {
    /// Of drops.
    Drops(&'a [StoredKey]),
    /// Of a subject.
    Subject(&'a [StoredSubjectKey]),
}

impl TallyKeys<'_> {
    fn all(self) -> BTreeSet<u32> {
        match self {
            TallyKeys::Drops(keys) => keys.iter().map(|key| key.key).collect(),
            TallyKeys::Subject(keys) => keys.iter().map(|key| key.key).collect(),
        }
    }
}

impl Store {
    /// Ends a running batch with its tally, which must cover the plan, and the meaning of every key that it counts.
    /// The shards are dropped. All or nothing.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`], [`BatchError::IncompleteTally`], [`BatchError::Database`].
    pub async fn finish_batch(
        &self,
        id: BatchId,
        tally: &Tally,
        keys: TallyKeys<'_>,
        now_ms: i64,
    ) -> Result<(), BatchError> {
        let mut transaction = self.write().await?;
        let done = sqlx::query(
            "UPDATE batches SET state = 'done', drops_done = ?2, finished_at = ?3 WHERE id = ?1 AND state = 'running'",
        )
        .bind(id.0)
        .bind(tally.cells.values().map(|cell| cell.drops.cast_signed()).sum::<i64>())
        .bind(now_ms)
        .execute(&mut *transaction)
        .await?;
        moved(&mut transaction, id, done.rows_affected()).await?;
        let batch = sqlx::query_as("SELECT * FROM batch_rows WHERE id = ?1").bind(id.0).fetch_one(&mut *transaction);
        check_complete(&batch.await?, tally, keys)?;
        insert_tally(&mut transaction, id, tally).await?;
        match keys {
            TallyKeys::Drops(keys) => insert_keys(&mut transaction, id, keys).await?,
            TallyKeys::Subject(keys) => insert_subject_keys(&mut transaction, id, keys).await?,
        }
        delete_shards(&mut transaction, id).await?;
        Ok(transaction.commit_unlogged(NoAct::BatchWork).await?)
    }

    /// Tally of a done batch.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`] where it isn't done, [`BatchError::DamagedCounts`],
    /// [`BatchError::Database`].
    pub async fn tally(&self, id: BatchId) -> Result<Tally, BatchError> {
        let rows = sqlx::query("SELECT depth, quality, kind, drops, counts FROM tallies WHERE batch_id = ?1");
        self.done(id).await?;
        read_tally(id, &rows.bind(id.0).fetch_all(&self.readers).await?)
    }

    /// Tally of a done batch at one drop quality and some depths; depths that it didn't have are left out.
    ///
    /// # Errors
    /// As [`Store::tally`].
    pub async fn tally_for(&self, id: BatchId, quality: u8, depths: &[u32]) -> Result<Tally, BatchError> {
        let rows = sqlx::query(
            "SELECT depth, quality, kind, drops, counts FROM tallies
             WHERE batch_id = ?1 AND quality = ?2 AND depth IN (SELECT value FROM json_each(?3))",
        );
        self.done(id).await?;
        let rows = rows.bind(id.0).bind(quality).bind(json!(depths).to_string()).fetch_all(&self.readers).await?;
        read_tally(id, &rows)
    }

    /// Tally of a done batch at one depth, of all drop qualities and kinds.
    ///
    /// # Errors
    /// As [`Store::tally`].
    pub async fn tally_at(&self, id: BatchId, depth: u32) -> Result<Tally, BatchError> {
        let rows =
            sqlx::query("SELECT depth, quality, kind, drops, counts FROM tallies WHERE batch_id = ?1 AND depth = ?2");
        self.done(id).await?;
        read_tally(id, &rows.bind(id.0).bind(depth).fetch_all(&self.readers).await?)
    }

    /// Drops of each cell of a done batch, in the order of its plan; none of others.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn drops_of_cells(&self, id: BatchId) -> Result<Vec<u64>, DatabaseError> {
        let drops = sqlx::query_scalar("SELECT drops FROM tallies WHERE batch_id = ?1 ORDER BY depth, quality, kind");
        Ok(drops.bind(id.0).fetch_all(&self.readers).await?)
    }

    /// Meanings of the keys of a batch's tally, by key; empty where it isn't done.
    ///
    /// # Errors
    /// [`BatchError::Database`].
    pub async fn tally_keys(&self, id: BatchId) -> Result<Vec<StoredKey>, DatabaseError> {
        let keys = sqlx::query_as(
            "SELECT key, metric, kind, tval, sval, entry, entry_index, name FROM tally_keys
             WHERE batch_id = ?1 ORDER BY key",
        );
        Ok(keys.bind(id.0).fetch_all(&self.readers).await?)
    }

    /// Refuses batches that aren't done. Done is final, so a tally that is read afterwards is whole.
    async fn done(&self, id: BatchId) -> Result<(), BatchError> {
        match state(&mut *self.readers.acquire().await?, id).await? {
            BatchState::Done => Ok(()),
            state => Err(BatchError::WrongState { id, state }),
        }
    }
}

fn read_tally(id: BatchId, rows: &[SqliteRow]) -> Result<Tally, BatchError> {
    let cells = rows.iter().map(|row| Ok((cell(row)?, cell_tally(id, row)?)));
    Ok(Tally { cells: cells.collect::<Result<_, BatchError>>()? })
}

/// The keys with a count in any cell.
fn counted(tally: &Tally) -> BTreeSet<u32> {
    tally.cells.values().flat_map(|cell| &cell.counts).map(|&(key, _)| key).collect()
}

/// A tally is kept for good, so a hole in it is a bug to find now and not on a page next year.
fn check_complete(batch: &Batch<BatchPlan>, tally: &Tally, keys: TallyKeys<'_>) -> Result<(), BatchError> {
    let incomplete = |what| Err(BatchError::IncompleteTally { id: batch.id, what });
    let planned: BTreeSet<_> = batch.plan.cells().into_iter().collect();
    if !planned.iter().eq(tally.cells.keys()) {
        return incomplete("its cells are not those of the plan");
    }
    if tally.cells.values().any(|cell| !batch.plan.may_have(cell.drops)) {
        return incomplete("a cell has another number of drops than the plan");
    }
    let of_its_sort = matches!(
        (&batch.plan, keys),
        (BatchPlan::Drops(_), TallyKeys::Drops(_)) | (BatchPlan::Subject(_), TallyKeys::Subject(_))
    );
    if !of_its_sort || !counted(tally).is_subset(&keys.all()) {
        return incomplete("the dictionary lacks a key that was counted");
    }
    Ok(())
}

async fn insert_tally(connection: &mut SqliteConnection, id: BatchId, tally: &Tally) -> Result<(), sqlx::Error> {
    for (cell, counted) in &tally.cells {
        sqlx::query(
            "INSERT INTO tallies (batch_id, depth, quality, kind, drops, counts) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .bind(id.0)
        .bind(cell.depth)
        .bind(cell.quality)
        .bind(kind_number(cell.kind))
        .bind(counted.drops.cast_signed())
        .bind(codec::encode(&counted.counts))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

async fn insert_keys(connection: &mut SqliteConnection, id: BatchId, keys: &[StoredKey]) -> Result<(), sqlx::Error> {
    let row = |key: &StoredKey| {
        let (entry, index) = match key.entry {
            Entry::Kind => ("kind", None),
            Entry::Affix(id) => ("affix", Some(id.0)),
            Entry::Theme(id) => ("theme", Some(id.0)),
            Entry::Artifact(id) => ("artifact", Some(id.0)),
            Entry::Fixed(at) => ("fixed", Some(at)),
        };
        let (tval, sval) = key.place.unzip();
        json!([key.key, key.metric, key.kind.map(|kind| kind.0), tval, sval, entry, index, key.name])
    };
    sqlx::query(
        "INSERT INTO tally_keys (batch_id, key, metric, kind, tval, sval, entry, entry_index, name)
         SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
             value ->> 7
         FROM json_each(?2)",
    )
    .bind(id.0)
    .bind(Value::Array(keys.iter().map(row).collect()).to_string())
    .execute(connection)
    .await?;
    Ok(())
}

async fn insert_subject_keys(
    connection: &mut SqliteConnection,
    id: BatchId,
    keys: &[StoredSubjectKey],
) -> Result<(), sqlx::Error> {
    let row = |key: &StoredSubjectKey| json!([key.key, key.metric, key.name, key.columns]);
    sqlx::query(
        "INSERT INTO subject_keys (batch_id, key, metric, name, columns)
         SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value -> 3 FROM json_each(?2)",
    )
    .bind(id.0)
    .bind(Value::Array(keys.iter().map(row).collect()).to_string())
    .execute(connection)
    .await?;
    Ok(())
}
