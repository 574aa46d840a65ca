//! The history of an entry's record over the revisions of its edition.

use affixboard_games as games;
use affixboard_model::catalog::Sort;
use affixboard_store::{DatabaseError, Revision, Store};

use super::Library;

/// Maximum number of revisions with different files read for one history.
const MOST: usize = 24;

/// A revision with an entry's record in it.
#[derive(Debug, Clone)]
pub struct RecordVersion {
    /// The revision.
    pub revision: Revision,
    /// The record's lines as they stand in the file; none where the revision hasn't the entry.
    pub text: Option<String>,
}

/// An entry's history.
#[derive(Debug, Clone)]
pub struct RecordHistory {
    /// Revisions, newest first.
    pub versions: Vec<RecordVersion>,
    /// Whether older revisions were not looked at.
    pub is_cut: bool,
}

impl Library {
    /// An entry's record in the revisions of an edition, newest first. A revision whose files are those of the one after it
    /// isn't read again, and none whose records are known.
    ///
    /// # Errors
    /// Fails if the store fails.
    pub async fn record_history(
        &self,
        store: &Store,
        slug: &str,
        entry: (Sort, u32),
    ) -> Result<RecordHistory, DatabaseError> {
        let mut revisions = store.revisions(slug).await?;
        revisions.sort_by_key(|revision| std::cmp::Reverse(revision.number));
        let mut versions: Vec<RecordVersion> = Vec::new();
        let mut read = 0;
        let total = revisions.len();
        for revision in revisions {
            if let Some(after) = versions.last().filter(|after| after.revision.content_hash == revision.content_hash) {
                let text = after.text.clone();
                versions.push(RecordVersion { revision, text });
                continue;
            }
            if read == MOST {
                break;
            }
            read += 1;
            let Some(game) = games::find(&revision.game) else { continue };
            let texts = self.records.texts(&self.scheduler, store, &revision, game).await?;
            // A panic there is one of reading, which the page of that revision will show.
            let text = texts.and_then(|texts| texts.get(&entry).map(ToString::to_string));
            versions.push(RecordVersion { revision, text });
        }
        Ok(RecordHistory { is_cut: versions.len() < total, versions })
    }
}
