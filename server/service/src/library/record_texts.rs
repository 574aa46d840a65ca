//! The lines of all records of a revision's files.

use std::{collections::HashMap, sync::Arc};

use affixboard_model::{
    catalog::Sort,
    game::{Game, Loaded},
    text::{SourceFile, SourceSet},
};
use affixboard_store::{DatabaseError, Revision, Store};

use crate::{
    byte_cache::{ByteCache, byte_cache},
    compute::{CancelToken, Priority, Scheduler, SingleFlight},
};

/// Size of the cache of records, in bytes.
const CACHE_BYTES: u64 = 24 << 20;
/// The bytes of one revision's records, about.
const USUAL_BYTES: u64 = 150 << 10;

/// The lines of all records of a revision's files, by sort and serial number; of those that several have, the first one's.
pub(super) type RecordTexts = HashMap<(Sort, u32), Box<str>>;

/// Records depend on the files (their content hash) and on the game (its id) that they are read by.
type Key = (String, String);

/// The records of revisions that were looked at: pages of entries want those of many revisions each.
pub(super) struct RecordCache {
    records: Arc<ByteCache<Key, Arc<RecordTexts>>>,
    under_way: SingleFlight<Key, Arc<RecordTexts>>,
}

impl Default for RecordCache {
    fn default() -> RecordCache {
        RecordCache {
            records: Arc::new(byte_cache(CACHE_BYTES, USUAL_BYTES, |_, texts| bytes_of(texts))),
            under_way: SingleFlight::default(),
        }
    }
}

fn bytes_of(texts: &Arc<RecordTexts>) -> u64 {
    let each = size_of::<((Sort, u32), Box<str>)>() + 16;
    texts.values().map(|text| (text.len() + each) as u64).sum::<u64>() + 256
}

fn texts_of(loaded: &Loaded) -> RecordTexts {
    let mut texts = RecordTexts::new();
    for sort in Sort::all(loaded.sorts()) {
        for record in loaded.entry_records(sort) {
            let text = || loaded.sources.text(record.span).trim_end().into();
            texts.entry((sort, record.index)).or_insert_with(text);
        }
    }
    texts
}

impl RecordCache {
    /// The records of a revision; `None` where reading it failed.
    pub(super) async fn texts(
        &self,
        scheduler: &Scheduler,
        store: &Store,
        revision: &Revision,
        game: &'static Game,
    ) -> Result<Option<Arc<RecordTexts>>, DatabaseError> {
        let key = (revision.content_hash.clone(), revision.game.clone());
        let RecordCache { records, under_way } = self;
        if let Some(known) = records.get(&key) {
            return Ok(Some(known));
        }
        let files = store.source_files(revision.id).await?;
        let found = under_way.get(
            &key,
            || records.get(&key),
            |publisher| {
                let read = move |_: &CancelToken| {
                    let mut sources = SourceSet::new();
                    for (name, bytes) in files {
                        sources.push(SourceFile::new(name, bytes));
                    }
                    texts_of(&game.load(sources))
                };
                let (records, of) = (Arc::clone(records), key.clone());
                scheduler.submit(Priority::Interactive, read, move |texts| {
                    let Ok(texts) = texts else { return };
                    let texts = Arc::new(texts);
                    records.insert(of, Arc::clone(&texts));
                    publisher.send_replace(Some(texts));
                })
            },
        );
        Ok(found.await)
    }
}
