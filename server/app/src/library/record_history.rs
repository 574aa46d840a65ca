//! The history of an entry's record over the revisions of its edition.

use affixboard_core::{
    catalog::Catalog,
    games,
    text::{SourceFile, SourceSet, Span},
};
use affixboard_store::{DatabaseError, Revision, Store};

use crate::compute::{Priority, Scheduler};

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

/// Reads an entry's record in the revisions of an edition, newest first; `find` finds it in what the files mean. A revision
/// whose files are those of the one after it isn't read again.
///
/// # Errors
/// Fails if the store fails.
pub async fn of_record(
    store: &Store,
    scheduler: &Scheduler,
    slug: &str,
    find: impl Fn(&Catalog) -> Option<Span> + Clone + Send + 'static,
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
        let (files, find) = (store.source_files(revision.id).await?, find.clone());
        let Some(game) = games::find(&revision.game) else { continue };
        let text = scheduler.spawn(Priority::Interactive, move |_| {
            let mut sources = SourceSet::new();
            for (name, bytes) in files {
                sources.push(SourceFile::new(name, bytes));
            }
            let loaded = game.load(sources);
            find(&loaded.catalog).map(|span| loaded.sources.text(span).trim_end().to_owned())
        });
        // A panic there is one of reading, which the page of that revision will show.
        versions.push(RecordVersion { revision, text: text.await.unwrap_or_default() });
    }
    Ok(RecordHistory { is_cut: versions.len() < total, versions })
}
