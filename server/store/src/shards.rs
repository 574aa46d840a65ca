//! The finished shards of batches that are under way, or were until somebody cancelled them.

use affixboard_model::{
    batch::{Cell, CellTally, Shard, Tally},
    catalog::KindId,
};
use sqlx::{Row, sqlite::SqliteRow};

use crate::{BatchError, BatchId, BatchState, Store, batches::state, codec, write::NoAct};

/// Finished shards of a batch with their sum.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FinishedShards {
    /// The shards, in the order of [`affixboard_model::batch::Plan::shards`].
    pub shards: Vec<Shard>,
    /// Sum of their counts.
    pub tally: Tally,
}

/// The database's number for a cell's kind: -1 for whole drops, so that it can stand in a primary key.
pub(crate) fn kind_number(kind: Option<KindId>) -> i64 {
    kind.map_or(-1, |kind| i64::from(kind.0))
}

/// The cell a row is of.
pub(crate) fn cell(row: &SqliteRow) -> Result<Cell, sqlx::Error> {
    let kind = match row.try_get::<i64, _>("kind")? {
        -1 => None,
        kind => Some(KindId(u32::try_from(kind).map_err(sqlx::Error::decode)?)),
    };
    Ok(Cell { depth: row.try_get("depth")?, quality: row.try_get("quality")?, kind })
}

/// Counts of a row.
pub(crate) fn cell_tally(id: BatchId, row: &SqliteRow) -> Result<CellTally, BatchError> {
    let counts = codec::decode(row.try_get("counts")?).map_err(|source| BatchError::DamagedCounts { id, source })?;
    Ok(CellTally { drops: row.try_get("drops")?, counts })
}

impl Store {
    /// Stores finished shards of a batch that ran, and gives its state: another than running where somebody cancelled it meanwhile,
    /// who may have continued it since. Shards that are stored already are passed over.
    ///
    /// A call waits for the disk once, however many shards it brings.
    ///
    /// # Errors
    /// [`BatchError::NotFound`], [`BatchError::WrongState`] where it is done or failed, [`BatchError::Database`].
    pub async fn save_shards(&self, id: BatchId, shards: &[(Shard, CellTally)]) -> Result<BatchState, BatchError> {
        let mut transaction = self.write().await?;
        let state = state(&mut transaction, id).await?;
        if matches!(state, BatchState::Done | BatchState::Failed) {
            return Err(BatchError::WrongState { id, state });
        }
        let mut drops = 0;
        for (shard, tally) in shards {
            let inserted = sqlx::query(
                "INSERT INTO shards (batch_id, depth, quality, kind, piece, drops, counts)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (batch_id, depth, quality, kind, piece) DO NOTHING",
            )
            .bind(id.0)
            .bind(shard.cell.depth)
            .bind(shard.cell.quality)
            .bind(kind_number(shard.cell.kind))
            .bind(shard.piece)
            .bind(tally.drops.cast_signed())
            .bind(codec::encode(&tally.counts))
            .execute(&mut *transaction)
            .await?;
            drops += inserted.rows_affected().cast_signed() * tally.drops.cast_signed();
        }
        sqlx::query("UPDATE batches SET drops_done = drops_done + ?2 WHERE id = ?1")
            .bind(id.0)
            .bind(drops)
            .execute(&mut *transaction)
            .await?;
        transaction.commit_unlogged(NoAct::BatchWork).await?;
        Ok(state)
    }

    /// The finished shards of a batch, to go on from; none where it is done or failed.
    ///
    /// # Errors
    /// [`BatchError::DamagedCounts`], [`BatchError::Database`].
    pub async fn finished_shards(&self, id: BatchId) -> Result<FinishedShards, BatchError> {
        let rows = sqlx::query(
            "SELECT depth, quality, kind, piece, drops, counts FROM shards
             WHERE batch_id = ?1 ORDER BY depth, quality, kind, piece",
        );
        // All rows, but as the few bytes they are stored in; the counts are folded one by one.
        let rows = rows.bind(id.0).fetch_all(&self.readers).await?;
        let mut finished = FinishedShards::default();
        for row in rows {
            let (cell, tally) = (cell(&row)?, cell_tally(id, &row)?);
            finished.tally.add(cell, &tally);
            finished.shards.push(Shard { cell, piece: row.try_get("piece")?, drops: tally.drops });
        }
        Ok(finished)
    }
}
