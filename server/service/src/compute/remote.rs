//! Shards that other processes run, and cells whose chances they compute. How they get there, and what they come to back, is
//! not known here.

use std::{pin::Pin, sync::Arc};

use affixboard_model::{
    batch::{BatchPlan, CellTally, Shard},
    game::Chance,
};
use tokio::sync::{mpsc, oneshot};

use super::{CellRequest, Progress};
use crate::library::OpenRevision;

/// Whoever has the chances of cells computed elsewhere.
pub trait RemoteChances: Send + Sync {
    /// Number of cells that elsewhere can be computed at once; 0 where nobody can now.
    fn places(&self) -> usize;

    /// The chances of an item type in a cell, as this program would compute them; `None` where nobody gives an answer.
    fn chances(&self, of: CellRequest) -> Pin<Box<dyn Future<Output = Option<Vec<Chance>>> + Send + '_>>;
}

/// A batch for other processes.
pub struct RemoteJob {
    /// Number of the batch.
    pub batch: i64,
    /// When it was asked for, in milliseconds since 1970: with the number it is one of its database alone.
    pub created_at: i64,
    /// Its revision, read as its plan says.
    pub open: Arc<OpenRevision>,
    /// Its plan.
    pub plan: BatchPlan,
    /// Positions of the shards to run in [`BatchPlan::shards`], rising.
    pub missing: Vec<u32>,
}

/// Whoever has shards run elsewhere.
pub trait RemoteShards: Send + Sync {
    /// Has the shards run in the background, until the run is dropped. Work that is under way elsewhere then goes on, and its
    /// counts come when the same job is started again.
    fn start(&self, job: RemoteJob, progress: Arc<Progress>) -> RemoteRun;
}

/// Shards under way elsewhere.
pub struct RemoteRun {
    /// Results, as they come; an error ends them.
    pub pieces: mpsc::Receiver<anyhow::Result<RemotePieces>>,
    /// Ends the run; what is sent is told when it has ended.
    pub end: oneshot::Sender<oneshot::Sender<()>>,
}

/// Shards that came back, none of which came before in this run.
pub struct RemotePieces {
    /// Each with its counts.
    pub pieces: Vec<(Shard, CellTally)>,
    /// To be told once they are stored; dropped, they come again in a later run.
    pub receipt: oneshot::Sender<()>,
}

impl RemoteRun {
    /// The next shards that came back; `None` after the last.
    pub(super) async fn next(&mut self) -> Option<anyhow::Result<RemotePieces>> {
        self.pieces.recv().await
    }

    /// Nobody wants the job any more: what is left of it is taken from where it waits.
    pub(super) async fn end(self) {
        let RemoteRun { pieces, end } = self;
        drop(pieces);
        let (done, ended) = oneshot::channel();
        // Whoever ran it may have failed; nothing is left to end then.
        if end.send(done).is_ok() {
            let _ = ended.await;
        }
    }
}
