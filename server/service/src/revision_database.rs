//! A revision as an SQLite database of its own, with what its batches counted.

use std::{fs::File, path::Path};

use affixboard_model::game::Loaded;
use affixboard_store::{BatchFilter, BatchState, DatabaseError, SqliteExport, SqliteWriter, Store};

use crate::{
    clock,
    library::{Library, OpenRevision, Reading},
};

/// The levels whose pools are written where nobody chooses others.
pub const LEVELS: &str = "1,10-100/10";

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
    let (loaded, revision) = (&open.loaded, &open.revision);
    let metadata = [
        ("title", revision.title.clone()),
        ("edition", revision.slug.clone()),
        ("revision", revision.number.to_string()),
        ("content_hash", revision.content_hash.clone()),
        ("exported_at", clock::shown(clock::now_ms())),
    ];
    let export = SqliteExport { loaded, metadata: &metadata, levels };
    let mut writer = SqliteWriter::create(export, folder).await?;
    // Keys of other rules mean something else.
    let is_done = |state, rules| state == BatchState::Done && rules == loaded.game.rules_version();
    let mut batches = store.batches(BatchFilter::Revision(revision.id), u32::MAX).await?;
    batches.retain(|batch| is_done(batch.state, batch.rules_version));
    for batch in batches {
        let tally = store.tally(batch.id).await?;
        match batch.of_drops() {
            Ok(batch) => {
                let open = library.open(store, revision.clone(), Reading::of(&batch.plan)).await?;
                writer.add_drops(&batch, &open.loaded, &tally).await?;
            }
            Err(batch) => {
                let subjects = loaded.model.subjects();
                if let Some(rules) = subjects.iter().find(|rules| rules.spec().name == batch.plan.subject) {
                    writer.add_subject(&batch, rules.as_ref(), &tally).await?;
                }
            }
        }
    }
    Ok(writer.finish().await?)
}
