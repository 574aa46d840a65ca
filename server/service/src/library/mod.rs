//! Opened revisions: files read and rules compiled, kept while they are in use.

pub mod departures;
mod derived;
pub mod record_history;
mod record_texts;
mod undone;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use affixboard_games as games;
use affixboard_inquiry::gaps::{self, GapReport, Search};
use affixboard_model::{
    batch::{BatchPlan, Detail, Metric, Plan},
    catalog::{ItemType, KindId},
    game::{Forge, Loaded, Switches},
    text::{EditError, SourceFile, SourceSet},
};
use affixboard_proposal::Change;
use affixboard_report::sheet::{Method, Provenance};
use affixboard_store::{DatabaseError, EditionId, MadeBy, ProposalId, Revision, RevisionId, Store, content_hash};
use quick_cache::sync::Cache;
use thiserror::Error;
use tokio::sync::{OnceCell, Semaphore};

use crate::{
    compute::{CancelToken, Priority, Scheduler, SingleFlight},
    requester::inherited,
};
use departures::Departure;
pub use derived::{Derived, Proposer};
use record_texts::RecordCache;
pub use undone::Undone;
pub use undone::stored_changes;

/// Capacity of the cache of open revisions; one takes a few megabytes.
const KEPT: usize = 8;
/// And so many with changes applied: whoever drafts makes a new one with each change.
const KEPT_DERIVED: usize = 8;
/// Capacity of the cache of what is known to be undone; each is a few bytes.
const KEPT_UNDONE: usize = 4000;

/// How a revision is read and its rules compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The switches that are *as documented*; the others are *as coded*.
    pub switches: Switches,
    /// The level of detail at which the properties of a drop are counted.
    pub detail: Detail,
}

impl Reading {
    /// As a plan states it.
    pub fn of(plan: &Plan) -> Reading {
        Reading { switches: plan.switches.clone(), detail: plan.detail }
    }

    /// As a batch's plan states it; a subject's is as usual.
    pub fn of_batch(plan: &BatchPlan) -> Reading {
        match plan {
            BatchPlan::Drops(plan) => Reading::of(plan),
            BatchPlan::Subject(_) => Reading::default(),
        }
    }
}

/// A revision with its files read and its rules compiled.
pub struct OpenRevision {
    /// The stored revision; of a derived one its base.
    pub revision: Revision,
    /// How it was read.
    pub reading: Reading,
    /// Its files and what they mean.
    pub loaded: Arc<Loaded>,
    /// Its rules, for counting what [`Reading::detail`] says.
    pub forge: Arc<dyn Forge>,
    /// The changes that were applied to the stored files, where there were any to apply.
    pub derived: Option<Derived>,
    departures: OnceCell<Vec<Departure>>,
    /// By the search that was asked for last.
    gaps: Mutex<Option<(Search, Arc<GapReport>)>>,
    searches: SingleFlight<Search, Arc<GapReport>>,
}

impl OpenRevision {
    fn new(revision: Revision, reading: Reading, loaded: Loaded) -> OpenRevision {
        let forge = loaded.model.forge_for(reading.detail);
        OpenRevision {
            revision,
            reading,
            loaded: Arc::new(loaded),
            forge,
            derived: None,
            departures: OnceCell::new(),
            gaps: Mutex::default(),
            searches: SingleFlight::default(),
        }
    }

    /// Files that aren't stored, opened as if they were the next revision after that. It has no id of its own, so that nothing
    /// computed from it is kept.
    pub fn upcoming(before: &Revision, loaded: Loaded) -> OpenRevision {
        let revision = Revision {
            id: RevisionId(0),
            number: before.number + 1,
            parent: Some(before.number),
            content_hash: content_hash(&loaded),
            ..before.clone()
        };
        OpenRevision::new(revision, Reading::default(), loaded)
    }

    /// Files that belong to no edition, under a title.
    pub fn unstored(title: String, loaded: Loaded) -> OpenRevision {
        let revision = Revision {
            id: RevisionId(0),
            edition_id: EditionId(0),
            slug: String::new(),
            title,
            game: loaded.game.id().to_owned(),
            number: 0,
            parent: None,
            content_hash: content_hash(&loaded),
            made_by: MadeBy::Import,
            note: String::new(),
            created_at: 0,
            is_archived: false,
        };
        OpenRevision::new(revision, Reading::default(), loaded)
    }

    /// The hash of the files that were read: the stored ones, or those with changes applied.
    pub fn content_hash(&self) -> &str {
        self.derived.as_ref().map_or(&self.revision.content_hash, |derived| &derived.content_hash)
    }

    /// Its gaps by this search, as far as they are known.
    pub fn known_gaps(&self, search: &Search) -> KnownGaps {
        match self.found_gaps(search) {
            Some(found) => KnownGaps::Known(found),
            None if self.searches.is_under_way(search) => KnownGaps::Sought,
            None => KnownGaps::Unknown,
        }
    }

    fn found_gaps(&self, search: &Search) -> Option<Arc<GapReport>> {
        let gaps = self.gaps.lock().unwrap_or_else(PoisonError::into_inner);
        gaps.as_ref().filter(|known| known.0 == *search).map(|known| Arc::clone(&known.1))
    }

    /// The item types that a batch counts more of than their kinds: those that take affixes, and where values are counted
    /// all of which they are.
    pub fn counted_types(&self) -> impl Iterator<Item = &ItemType> {
        let (catalog, keys) = (&self.loaded.catalog, self.forge.keys());
        let has_values = |tval| {
            let of_type = (0..).map(KindId).zip(&catalog.kinds).filter(move |(_, kind)| kind.tval == tval);
            of_type.into_iter().any(|(id, _)| keys.has_of(Metric::TO_HIT, id))
        };
        catalog.item_types.iter().filter(move |item_type| item_type.takes_affixes || has_values(item_type.tval))
    }

    /// The provenance of numbers computed from this revision.
    pub fn provenance(&self, method: Method) -> Provenance {
        Provenance {
            doubts: self.loaded.doubts(),
            edition: self.revision.title.clone(),
            revision: self.revision.number,
            content_hash: self.content_hash().to_owned(),
            game: self.revision.game.clone(),
            rules_version: self.loaded.game.rules_version(),
            reading: self.loaded.switches.describe(self.loaded.game),
            profile: None,
            proposed: self.derived.as_ref().map(|derived| derived.by.to_string()),
            method,
        }
    }
}

/// Gaps as far as they are known.
#[derive(Debug, Clone)]
pub enum KnownGaps {
    /// These are.
    Known(Arc<GapReport>),
    /// Somebody looks for them.
    Sought,
    /// Nobody has looked for them.
    Unknown,
}

/// Why a revision can't be opened.
#[derive(Debug, Error)]
pub enum LibraryError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] DatabaseError),
    /// It is of a game this program doesn't have.
    #[error("revision {id} is of the game {game}, which this program doesn't know")]
    UnknownGame {
        /// The revision.
        id: RevisionId,
        /// Its game.
        game: String,
    },
    /// Its files can't be edited at all.
    #[error("revision {id} can't be changed: {why}")]
    NotEditable {
        /// The revision.
        id: RevisionId,
        /// Why.
        why: EditError,
    },
    /// Reading it failed.
    #[error("reading revision {0} failed")]
    Failed(RevisionId),
}

/// A stored revision by its number and how it is read.
type StoredKey = (RevisionId, Reading);
/// A derived one also by who proposes which changes.
type DerivedKey = (RevisionId, Reading, Proposer, Vec<Change>);

/// The opened revisions. Which one is asked for by several at once is opened once.
pub struct Library {
    stored: Cache<StoredKey, Arc<OpenRevision>>,
    derived: Cache<DerivedKey, Arc<OpenRevision>>,
    scheduler: Arc<Scheduler>,
    records: RecordCache,
    /// By proposal and by the edition's newest revision.
    undone: Cache<(ProposalId, RevisionId), Option<Undone>>,
    /// Held while the gaps of a derived revision are searched.
    searching: Arc<Semaphore>,
}

impl Library {
    /// Nothing open; what is read is read by that scheduler.
    pub fn new(scheduler: Arc<Scheduler>) -> Library {
        Library {
            stored: Cache::new(KEPT),
            derived: Cache::new(KEPT_DERIVED),
            scheduler,
            records: RecordCache::default(),
            undone: Cache::new(KEPT_UNDONE),
            searching: Arc::new(Semaphore::new(1)),
        }
    }

    /// The scheduler that reads revisions, and computes everything else.
    pub fn scheduler(&self) -> &Arc<Scheduler> {
        &self.scheduler
    }

    /// The revision, read so and opened: from memory, or from the store.
    ///
    /// # Errors
    /// Fails if the store fails, or if the revision is of a game this program doesn't have.
    pub async fn open(
        &self,
        store: &Store,
        revision: Revision,
        reading: Reading,
    ) -> Result<Arc<OpenRevision>, LibraryError> {
        let key = (revision.id, reading.clone());
        let open = async {
            let id = revision.id;
            let unknown = || LibraryError::UnknownGame { id, game: revision.game.clone() };
            let game = games::find(&revision.game).ok_or_else(unknown)?;
            let files = store.source_files(id).await?;
            let reading = self.scheduler.spawn(Priority::Interactive, move |_| {
                let mut sources = SourceSet::new();
                for (name, bytes) in files {
                    sources.push(SourceFile::new(name, bytes));
                }
                let loaded = game.load_switched(sources, reading.switches.clone());
                Arc::new(OpenRevision::new(revision, reading, loaded))
            });
            reading.await.map_err(|_| LibraryError::Failed(id))
        };
        self.stored.get_or_insert_async(&key, open).await
    }

    /// A revision with changes applied, opened: read as it is, and never taken for it. From memory where the same changes
    /// were applied for the same proposer lately.
    ///
    /// # Errors
    /// Fails if its files can't be edited at all. The outcome of each single change is in [`Derived::applied`].
    pub async fn derive(
        &self,
        base: &Arc<OpenRevision>,
        changes: &[Change],
        by: Proposer,
    ) -> Result<Arc<OpenRevision>, LibraryError> {
        let id = base.revision.id;
        let key = (id, base.reading.clone(), by, changes.to_vec());
        let open = async {
            let (base, changes) = (Arc::clone(base), changes.to_vec());
            let deriving = self.scheduler.spawn(Priority::Interactive, move |_| derived::derive(&base, changes, by));
            let open = deriving.await.map_err(|_| LibraryError::Failed(id))?;
            open.map_err(|why| LibraryError::NotEditable { id, why })
        };
        self.derived.get_or_insert_async(&key, open).await
    }

    /// The effects of the rule switches on a revision, measured when first asked for, which takes a second or two.
    ///
    /// # Errors
    /// Fails if measuring failed.
    pub async fn departures<'open>(&self, open: &'open Arc<OpenRevision>) -> Result<&'open [Departure], LibraryError> {
        let departures = open.departures.get_or_try_init(|| departures::measure(&self.scheduler, open)).await;
        departures.map(Vec::as_slice).map_err(|_| LibraryError::Failed(open.revision.id))
    }

    /// The gaps of a revision, which takes up to some seconds; those of the search asked for last are kept. Of a derived one, of
    /// which only what changes is told, the proven gaps alone: no drops are made for these.
    ///
    /// # Errors
    /// Fails if searching failed.
    pub async fn gaps(&self, open: &Arc<OpenRevision>, search: &Search) -> Result<Arc<GapReport>, LibraryError> {
        let found = open.searches.get(
            search,
            || open.found_gaps(search),
            |publisher| {
                let (searched, by) = (Arc::clone(open), search.clone());
                let keep = Arc::downgrade(open);
                let kept_by = search.clone();
                let look = move |cancel: &CancelToken| {
                    let keep_going = || !cancel.is_cancelled();
                    let find = if searched.derived.is_some() { gaps::find_proven_while } else { gaps::find_while };
                    find(&searched.loaded, &*searched.forge, &by, &keep_going).map(Arc::new)
                };
                self.scheduler.submit(Priority::Progressive, look, move |found| {
                    // Called off there is nobody who waits for it.
                    let Ok(Ok(found)) = found else { return };
                    if let Some(open) = keep.upgrade() {
                        *open.gaps.lock().unwrap_or_else(PoisonError::into_inner) = Some((kept_by, Arc::clone(&found)));
                    }
                    publisher.send_replace(Some(found));
                })
            },
        );
        found.await.ok_or(LibraryError::Failed(open.revision.id))
    }

    /// The gaps of a revision where they are found within that time; they are searched to the end in any case, for who asks
    /// next.
    pub async fn gaps_within(
        self: &Arc<Library>,
        open: &Arc<OpenRevision>,
        search: &Search,
        patience: Duration,
    ) -> Option<Arc<GapReport>> {
        let (library, open, search) = (Arc::clone(self), Arc::clone(open), search.clone());
        let searching = tokio::spawn(inherited(async move { library.gaps(&open, &search).await.ok() }));
        tokio::time::timeout(patience, searching).await.ok()?.ok()?
    }

    /// The gaps of a revision, where they are known. Else they are searched in the background, those of one revision at a
    /// time: drafts change faster than that, and whoever still looks at one asks again.
    pub fn gaps_later(self: &Arc<Library>, open: &Arc<OpenRevision>, search: &Search) -> Option<Arc<GapReport>> {
        match open.known_gaps(search) {
            KnownGaps::Known(found) => return Some(found),
            KnownGaps::Sought => {}
            KnownGaps::Unknown => {
                if let Ok(permit) = Arc::clone(&self.searching).try_acquire_owned() {
                    let (library, open, search) = (Arc::clone(self), Arc::clone(open), search.clone());
                    tokio::spawn(inherited(async move {
                        let _permit = permit;
                        // Whoever asks gets the error again.
                        let _ = library.gaps(&open, &search).await;
                    }));
                }
            }
        }
        None
    }
}
