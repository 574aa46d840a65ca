//! A revision as an SQLite database of its own, with what its batches counted.

use std::{fs::File, path::Path, sync::Arc};

use affixboard_model::{
    batch::{PlanError, SubjectPlan, parse_depths},
    game::{Loaded, Words},
};
use affixboard_store::{
    Batch, BatchFilter, BatchId, BatchState, DatabaseError, Revision, SqliteExport, SqliteWriter, Store,
};

use crate::{
    clock,
    library::{Library, OpenRevision, Reading},
};

/// The levels whose pools are written where nobody chooses others, as a list: every tenth of a deep dungeon.
pub fn usual_levels(words: &Words) -> String {
    words.depth_list(10)
}

/// The same as numbers.
///
/// # Errors
/// Fails where a game's dungeon has no levels.
pub fn levels_of(loaded: &Loaded) -> Result<Vec<u32>, PlanError> {
    let words = loaded.game.words();
    parse_depths(&usual_levels(words), words.deepest)
}

/// The database of files that are no revision, written on the disk of a folder.
///
/// # Errors
/// [`DatabaseError`].
pub async fn of_files(loaded: &Loaded, title: String, levels: &[u32], folder: &Path) -> Result<File, DatabaseError> {
    let metadata = [("title", title), ("exported_at", clock::shown(clock::now_ms()))];
    SqliteWriter::create(SqliteExport { loaded, metadata: &metadata, levels }, folder).await?.finish().await
}

/// The database of a revision with all its done batches, written on the disk of a folder. It takes up to seconds of the
/// thread.
///
/// # Errors
/// If the store can't be read.
pub async fn of_revision(
    store: &Store,
    library: &Library,
    open: &OpenRevision,
    levels: &[u32],
    folder: &Path,
) -> Result<File, anyhow::Error> {
    let loaded = &open.loaded;
    let metadata = metadata(&open.revision);
    let export = SqliteExport { loaded, metadata: &metadata, levels };
    let mut writer = SqliteWriter::create(export, folder).await?;
    for counted in done_batches(store, library, open).await? {
        let tally = store.tally(counted.id()).await?;
        match counted {
            DoneBatch::Drops(batch, loaded) => writer.add_drops(&batch, &loaded, &tally).await?,
            DoneBatch::Subject(batch) => {
                let subjects = loaded.model.subjects();
                if let Some(rules) = subjects.iter().find(|rules| rules.spec().name == batch.plan.subject) {
                    writer.add_subject(&batch, rules.as_ref(), &tally).await?;
                }
            }
        }
    }
    Ok(writer.finish().await?)
}

/// What a database about a revision says of it.
pub(crate) fn metadata(revision: &Revision) -> [(&'static str, String); 5] {
    [
        ("title", revision.title.clone()),
        ("edition", revision.slug.clone()),
        ("revision", revision.number.to_string()),
        ("content_hash", revision.content_hash.clone()),
        ("exported_at", clock::shown(clock::now_ms())),
    ]
}

/// A batch of a revision that is done, by the present rules.
pub(crate) enum DoneBatch {
    /// Of drops, with the files as it read them.
    Drops(Box<Batch>, Arc<Loaded>),
    /// Of a subject.
    Subject(Box<Batch<SubjectPlan>>),
}

impl DoneBatch {
    pub(crate) fn id(&self) -> BatchId {
        match self {
            DoneBatch::Drops(batch, _) => batch.id,
            DoneBatch::Subject(batch) => batch.id,
        }
    }
}

/// All batches of a revision that are done. Those by other rules are left out: their keys mean something else.
pub(crate) async fn done_batches(
    store: &Store,
    library: &Library,
    open: &OpenRevision,
) -> Result<Vec<DoneBatch>, anyhow::Error> {
    let revision = &open.revision;
    let is_done = |state, rules| state == BatchState::Done && rules == open.loaded.game.rules_version();
    let mut batches = store.batches(BatchFilter::Revision(revision.id), u32::MAX).await?;
    batches.retain(|batch| is_done(batch.state, batch.rules_version));
    let mut done = Vec::new();
    for batch in batches {
        done.push(match batch.of_drops() {
            Ok(batch) => {
                let open = library.open(store, revision.clone(), Reading::of(&batch.plan)).await?;
                DoneBatch::Drops(Box::new(batch), Arc::clone(&open.loaded))
            }
            Err(batch) => DoneBatch::Subject(batch),
        });
    }
    Ok(done)
}
