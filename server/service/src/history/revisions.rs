//! A number over the revisions of an edition.

use std::sync::Arc;

use affixboard_games as games;
use affixboard_model::text::{SourceFile, SourceSet};
use affixboard_store::{Revision, Store, sha256_hex};

use super::{Watched, WatchedNumber};
use crate::{
    byte_cache::{ByteCache, byte_cache},
    compute::{PageRun, PageRuns, Priority, Progress, Scheduler},
};

/// Size of what is kept of numbers, in bytes.
const CACHE_BYTES: u64 = 4 << 20;
/// The bytes of one number with its key.
const USUAL_BYTES: u64 = 256;

/// A revision with the number that its files have; why they have none.
#[derive(Debug, Clone)]
pub struct HistoryPoint {
    /// The revision.
    pub revision: Revision,
    /// The number.
    pub found: Result<WatchedNumber, String>,
}

/// A run over revisions.
pub type HistoryRun = PageRun<Vec<HistoryPoint>>;
/// The runs for pages.
pub type HistoryRuns = PageRuns<Vec<HistoryPoint>>;

/// Numbers of files that were looked at, by the files, the rules they were read by, and what was watched: a new revision computes its
/// own number alone.
pub struct KnownNumbers(ByteCache<String, Result<WatchedNumber, String>>);

impl Default for KnownNumbers {
    fn default() -> KnownNumbers {
        let bytes = |key: &String, found: &Result<WatchedNumber, String>| {
            let text = found.as_ref().map_or_else(String::len, |number| number.doubts.len());
            (key.len() + text) as u64 + 128
        };
        KnownNumbers(byte_cache(CACHE_BYTES, USUAL_BYTES, bytes))
    }
}

/// What is to be run.
pub struct NewHistoryRun {
    /// The number.
    pub watched: Watched,
    /// The revisions, in the order of the points.
    pub revisions: Vec<Revision>,
    /// Numbers that are known already.
    pub known: Arc<KnownNumbers>,
}

impl NewHistoryRun {
    /// All that the outcome depends on.
    pub fn key(&self) -> String {
        let revisions: Vec<String> = self.revisions.iter().map(|of| of.id.0.to_string()).collect();
        format!("{} {}", sha256_hex(format!("{:?}", self.watched)), revisions.join(","))
    }

    /// Finds the numbers, one revision after the other, and counts those that are done. The same files are read once.
    ///
    /// # Errors
    /// If the store fails, the scheduler was shut down, or a thread stopped.
    pub async fn run(
        self,
        store: Store,
        scheduler: Arc<Scheduler>,
        done: Arc<Progress>,
    ) -> anyhow::Result<Vec<HistoryPoint>> {
        let watched = sha256_hex(format!("{:?}", self.watched));
        let mut points = Vec::new();
        for revision in self.revisions {
            let Some(game) = games::find(&revision.game) else { continue };
            let key = format!("{} {} {} {watched}", revision.content_hash, game.id(), game.rules_version());
            let found = if let Some(known) = self.known.0.get(&key) {
                known
            } else {
                let files = store.source_files(revision.id).await?;
                let reading = move |_: &_| {
                    let mut sources = SourceSet::new();
                    for (name, bytes) in files {
                        sources.push(SourceFile::new(name, bytes));
                    }
                    Arc::new(game.load(sources))
                };
                let loaded = scheduler.spawn(Priority::Batch, reading).await?;
                let made = Arc::<Progress>::default();
                let found = self.watched.in_files((&scheduler, Priority::Batch), &loaded, &made).await?;
                self.known.0.insert(key, found.clone());
                found
            };
            points.push(HistoryPoint { revision, found });
            done.add(1);
        }
        Ok(points)
    }
}
