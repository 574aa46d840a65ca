//! Opened revisions: files read and rules compiled, kept while they are in use.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, OnceLock, PoisonError, TryLockError},
};

use affixboard_core::{
    batch::{Detail, Metric, Plan},
    catalog::{ItemType, KindId},
    games::{self, Forge, Loaded, Switches},
    gaps::{self, Found, Limits},
    text::{SourceFile, SourceSet},
};
use affixboard_report::sheet::{How, Provenance};
use affixboard_store::{Error as StoreError, Revision, RevisionId, Store};
use thiserror::Error;

use crate::departures::{self, Departure};

/// So many revisions are kept open; one takes a few megabytes.
const KEPT: usize = 8;

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
    /// Which one.
    pub revision: Revision,
    /// How it was read.
    pub reading: Reading,
    /// Its files and what they mean.
    pub loaded: Loaded,
    /// Its rules, for counting what [`Reading::detail`] says.
    pub forge: Arc<dyn Forge>,
    departures: OnceLock<Vec<Departure>>,
    gaps: Mutex<Option<(Limits, Arc<Found>)>>,
}

impl OpenRevision {
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
    pub fn provenance(&self, how: How) -> Provenance {
        Provenance {
            edition: self.revision.title.clone(),
            revision: self.revision.number,
            content_hash: self.revision.content_hash.clone(),
            game: self.revision.game.clone(),
            rules_version: self.loaded.game.rules_version(),
            reading: self.loaded.switches.describe(self.loaded.game),
            profile: None,
            how,
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
    Store(#[from] StoreError),
    /// It is of a game this program doesn't have.
    #[error("revision {id} is of the game {game}, which this program doesn't know")]
    UnknownGame {
        /// The revision.
        id: RevisionId,
        /// Its game.
        game: String,
    },
    /// Reading it failed.
    #[error("reading revision {0} failed")]
    Failed(RevisionId),
}

/// The opened revisions, newest use first.
#[derive(Default)]
pub struct Library {
    open: Mutex<VecDeque<Arc<OpenRevision>>>,
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
        if let Some(open) = self.find(revision.id, &reading) {
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
            let forge = loaded.model.forge_for(reading.detail);
            Arc::new(OpenRevision {
                revision,
                reading,
                loaded,
                forge,
                departures: OnceLock::new(),
                gaps: Mutex::default(),
            })
        });
        let open = open.await.map_err(|_| LibraryError::Failed(id))?;
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_front(Arc::clone(&open));
        kept.truncate(KEPT);
        Ok(open)
    }

    fn find(&self, id: RevisionId, reading: &Reading) -> Option<Arc<OpenRevision>> {
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|open| open.revision.id == id && open.reading == *reading)?;
        let open = kept.remove(at)?;
        kept.push_front(Arc::clone(&open));
        Some(open)
    }
}
