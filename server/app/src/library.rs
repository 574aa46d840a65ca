//! Opened revisions: files read and rules compiled, kept while they are in use.

mod derived;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError},
};

use affixboard_core::{
    batch::{Detail, Metric, Plan},
    catalog::{ItemType, KindId},
    game::{Forge, Loaded, Switches},
    games,
    gaps::{self, Found, Limits},
    proposal::Change,
    text::{EditError, SourceFile, SourceSet},
};
use affixboard_report::sheet::{Method, Provenance};
use affixboard_store::{DatabaseError, Revision, RevisionId, Store};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::departures::{self, Departure};
pub use derived::{Derived, Proposer};

/// So many revisions are kept open; one takes a few megabytes.
const KEPT: usize = 8;
/// And so many with changes applied: whoever drafts makes a new one with each change.
const KEPT_DERIVED: usize = 8;

/// How a revision is read and its rules compiled.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Which points of the rules are as documented.
    pub switches: Switches,
    /// What of a drop is counted.
    pub detail: Detail,
}

impl Reading {
    /// As a plan states it.
    pub fn of(plan: &Plan) -> Reading {
        Reading { switches: plan.switches.clone(), detail: plan.detail }
    }
}

/// A revision with its files read and its rules compiled.
pub struct OpenRevision {
    /// Which one, as it is stored; of a derived one the one that it was derived from.
    pub revision: Revision,
    /// How it was read.
    pub reading: Reading,
    /// Its files and what they mean.
    pub loaded: Loaded,
    /// Its rules, for counting what [`Reading::detail`] says.
    pub forge: Arc<dyn Forge>,
    /// The changes that were applied to the stored files, where there were any to apply.
    pub derived: Option<Derived>,
    departures: OnceLock<Vec<Departure>>,
    gaps: Mutex<Option<(Limits, Arc<Found>)>>,
}

impl OpenRevision {
    fn new(revision: Revision, reading: Reading, loaded: Loaded) -> OpenRevision {
        let forge = loaded.model.forge_for(reading.detail);
        OpenRevision {
            revision,
            reading,
            loaded,
            forge,
            derived: None,
            departures: OnceLock::new(),
            gaps: Mutex::default(),
        }
    }

    /// The hash of the files that were read: the stored ones, or those with changes applied.
    pub fn content_hash(&self) -> &str {
        self.derived.as_ref().map_or(&self.revision.content_hash, |derived| &derived.content_hash)
    }

    /// What the rule switches matter to this revision; looked at when first asked for, which takes a second or two.
    pub fn departures(&self) -> &[Departure] {
        self.departures.get_or_init(|| departures::look(&self.loaded))
    }

    /// Its gaps; those by the limits asked for last are kept. Takes up to some seconds.
    pub fn gaps(&self, limits: &Limits) -> Arc<Found> {
        let mut kept = self.gaps.lock().unwrap_or_else(PoisonError::into_inner);
        match &*kept {
            Some((known, found)) if known == limits => Arc::clone(found),
            _ => {
                let found = Arc::new(gaps::find(&self.loaded, &*self.forge, limits));
                *kept = Some((limits.clone(), Arc::clone(&found)));
                found
            }
        }
    }

    /// Its gaps by these limits, as far as they are known without looking.
    pub fn known_gaps(&self, limits: &Limits) -> KnownGaps {
        match self.gaps.try_lock() {
            Ok(kept) => match &*kept {
                Some((known, found)) if known == limits => KnownGaps::Known(Arc::clone(found)),
                _ => KnownGaps::Unknown,
            },
            Err(TryLockError::Poisoned(_)) => KnownGaps::Unknown,
            Err(TryLockError::WouldBlock) => KnownGaps::Sought,
        }
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

    /// Where numbers of this revision come from.
    pub fn provenance(&self, method: Method) -> Provenance {
        Provenance {
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
    Known(Arc<Found>),
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

/// The opened revisions, newest use first.
pub struct Library {
    open: Mutex<VecDeque<Arc<OpenRevision>>>,
    /// Held by whoever looks for the gaps of a derived revision.
    looking: Arc<Semaphore>,
}

impl Default for Library {
    fn default() -> Library {
        Library { open: Mutex::default(), looking: Arc::new(Semaphore::new(1)) }
    }
}

impl Library {
    /// The revision, read so and opened: from memory, or from the store.
    ///
    /// # Errors
    /// Where the store fails, or the revision is of a game this program doesn't have.
    pub async fn open(
        &self,
        store: &Store,
        revision: Revision,
        reading: Reading,
    ) -> Result<Arc<OpenRevision>, LibraryError> {
        let is_it =
            |open: &OpenRevision| open.derived.is_none() && open.revision.id == revision.id && open.reading == reading;
        if let Some(open) = self.find(is_it) {
            return Ok(open);
        }
        let id = revision.id;
        let game =
            games::find(&revision.game).ok_or_else(|| LibraryError::UnknownGame { id, game: revision.game.clone() })?;
        let files = store.source_files(id).await?;
        let open = tokio::task::spawn_blocking(move || {
            let mut sources = SourceSet::new();
            for (name, bytes) in files {
                sources.push(SourceFile::new(name, bytes));
            }
            let loaded = game.load_switched(sources, reading.switches.clone());
            Arc::new(OpenRevision::new(revision, reading, loaded))
        });
        let open = open.await.map_err(|_| LibraryError::Failed(id))?;
        self.keep(&open);
        Ok(open)
    }

    /// A revision with changes applied, opened: read as it is, and never taken for it. From memory where the same changes
    /// were applied for the same proposer lately.
    ///
    /// # Errors
    /// Where its files can't be edited at all. What became of single changes [`Derived::applied`] says.
    pub async fn derive(
        &self,
        base: &Arc<OpenRevision>,
        changes: &[Change],
        by: Proposer,
    ) -> Result<Arc<OpenRevision>, LibraryError> {
        let id = base.revision.id;
        let is_same = |open: &OpenRevision| {
            let derived = open.derived.as_ref();
            open.revision.id == id
                && open.reading == base.reading
                && derived.is_some_and(|derived| derived.by == by && derived.changes == changes)
        };
        if let Some(open) = self.find(is_same) {
            return Ok(open);
        }
        let (base, changes) = (Arc::clone(base), changes.to_vec());
        let deriving = tokio::task::spawn_blocking(move || derived::derive(&base, changes, by));
        let open = deriving.await.map_err(|_| LibraryError::Failed(id))?;
        let open = open.map_err(|why| LibraryError::NotEditable { id, why })?;
        self.keep(&open);
        Ok(open)
    }

    /// The gaps of a revision, where they are known. Else they are looked for in the background, those of one revision at a
    /// time: drafts change faster than that, and whoever still looks at one asks again.
    pub fn gaps_later(&self, open: &Arc<OpenRevision>, limits: &Limits) -> Option<Arc<Found>> {
        match open.known_gaps(limits) {
            KnownGaps::Known(found) => return Some(found),
            KnownGaps::Sought => {}
            KnownGaps::Unknown => {
                if let Ok(permit) = Arc::clone(&self.looking).try_acquire_owned() {
                    let (open, limits) = (Arc::clone(open), limits.clone());
                    tokio::task::spawn_blocking(move || {
                        let _permit = permit;
                        open.gaps(&limits);
                    });
                }
            }
        }
        None
    }

    fn keep(&self, open: &Arc<OpenRevision>) {
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front(Arc::clone(open));
        let (mut stored, mut derived) = (0, 0);
        kept.retain(|open| {
            let (count, most) = if open.derived.is_some() { (&mut derived, KEPT_DERIVED) } else { (&mut stored, KEPT) };
            *count += 1;
            *count <= most
        });
    }

    fn find(&self, is_it: impl Fn(&OpenRevision) -> bool) -> Option<Arc<OpenRevision>> {
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|open| is_it(open))?;
        let open = kept.remove(at)?;
        kept.push_front(Arc::clone(&open));
        Some(open)
    }
}
