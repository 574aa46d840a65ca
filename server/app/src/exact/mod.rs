//! Chances computed from the rules, for all pages: in the background, each once, and kept while they are in use.
//!
//! [`Exact::of_type`] is for one place, [`Exact::of_places`] for many, [`Exact::known`] for what is there already.
//! One who stops waiting stops the computing too: what is under way is finished and kept, what has not begun never begins.

mod cache;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use affixboard_core::{
    batch::{Cell, Entry},
    catalog::{AffixId, KindId},
    games::{Chance, Forge, Together},
};
use thiserror::Error;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{JoinHandle, JoinSet},
};
use tracing::error;

use crate::library::{OpenRevision, Reading};
use cache::Cache;

/// So many bytes of chances are kept: ten item types of an edition with many affixes, each at 100 depths and three drop
/// qualities. A sheet is whole only while all of its cells are kept.
const KEPT: usize = 128 << 20;

/// What the drops of one cell carry that are of one item type, by rising key of the forge of that [`OpenRevision`]: what is
/// counted per kind of the type's kinds, and the type's artifacts. Keys that are left out have a mean of 0 and no bound.
pub type Chances = Arc<Vec<Chance>>;

/// Why there are no chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExactError {
    /// The rules can't be followed without sampling ([`Forge::exact`] gives none).
    #[error("the rules of this game can't be followed without sampling")]
    NotFollowed,
    /// Computing failed.
    #[error("computing chances failed")]
    Failed,
}

/// What chances are of: whatever changes one of these may change them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    content_hash: String,
    game: &'static str,
    rules_version: u32,
    /// Its switches change the rules, its detail the numbers of keys.
    reading: Reading,
    depth: u32,
    quality: u8,
    tval: u16,
}

impl Key {
    fn of(open: &OpenRevision, depth: u32, quality: u8, tval: u16) -> Key {
        Key {
            content_hash: open.content_hash().to_owned(),
            game: open.loaded.game.id(),
            rules_version: open.loaded.game.rules_version(),
            reading: open.reading.clone(),
            depth,
            quality,
            tval,
        }
    }
}

/// Of which drops chances are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The depth.
    pub depth: u32,
    /// The drop quality: a position in the game's qualities.
    pub quality: u8,
    /// The item type.
    pub tval: u16,
}

/// The result of following the rules, where they can be.
type Outcome = Result<Chances, ExactError>;

/// Where the outcome of a key is, or will be: whoever computes it holds the lock.
type Slot = Arc<tokio::sync::Mutex<Option<Outcome>>>;

/// The chances that were computed, and the computing of others.
pub struct Exact {
    cache: Arc<Mutex<Cache>>,
    /// How many are computed at once.
    threads: usize,
    permits: Arc<Semaphore>,
}

impl Exact {
    /// Nothing computed yet; at most so many cells at once (1 at least).
    pub fn new(threads: usize) -> Exact {
        Exact::keeping(threads, KEPT)
    }

    fn keeping(threads: usize, bytes: usize) -> Exact {
        let threads = threads.max(1);
        let cache = Arc::new(Mutex::new(Cache::new(bytes)));
        Exact { cache, threads, permits: Arc::new(Semaphore::new(threads)) }
    }

    /// The chances of an item type at a depth and drop quality (a position in the game's qualities), computed unless they
    /// are known. Asked for by several at once they are computed once.
    ///
    /// # Errors
    /// Where the rules can't be followed so, or the computing panicked.
    pub async fn of_type(&self, open: &Arc<OpenRevision>, depth: u32, quality: u8, tval: u16) -> Outcome {
        let key = Key::of(open, depth, quality, tval);
        let open = Arc::clone(open);
        self.get(key, move || {
            let kinds = open.loaded.catalog.kinds_of(tval);
            compute(open.forge.as_ref(), Cell { depth, quality, kind: None }, kinds, tval)
        })
        .await
    }

    /// The same at several places, in their order; as many at once as there are threads for.
    ///
    /// # Errors
    /// As [`Exact::of_type`], with the first one.
    pub async fn of_places(
        self: &Arc<Exact>,
        open: &Arc<OpenRevision>,
        places: &[Place],
    ) -> Result<Vec<Chances>, ExactError> {
        let mut waiting: VecDeque<(usize, Place)> = places.iter().copied().enumerate().collect();
        let mut found: Vec<Option<Chances>> = vec![None; places.len()];
        // Only so many wait in line that others come in between. The set ends them when it is dropped.
        let mut running = JoinSet::new();
        loop {
            while running.len() < self.threads
                && let Some((at, Place { depth, quality, tval })) = waiting.pop_front()
            {
                let (exact, open) = (Arc::clone(self), Arc::clone(open));
                running.spawn(async move { (at, exact.of_type(&open, depth, quality, tval).await) });
            }
            let Some(next) = running.join_next().await else { break };
            let (at, outcome) = next.map_err(|_| ExactError::Failed)?;
            found[at] = Some(outcome?);
        }
        found.into_iter().collect::<Option<Vec<_>>>().ok_or(ExactError::Failed)
    }

    /// How often items of a kind have both of two affixes. It is computed for whoever asks; the forge keeps what it took most
    /// work to follow.
    ///
    /// # Errors
    /// Where the rules can't be followed so, or the computing panicked.
    pub async fn together(
        &self,
        open: &Arc<OpenRevision>,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
    ) -> Result<Together, ExactError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| ExactError::Failed)?;
        let open = Arc::clone(open);
        let computing = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            open.forge.together(cell, kind, pair)
        });
        computing
            .await
            .inspect_err(|_| error!(depth = cell.depth, quality = cell.quality, "computing two affixes panicked"))
            .map_err(|_| ExactError::Failed)?
            .ok_or(ExactError::NotFollowed)
    }

    /// Computes the chances at these places, in their order, for whoever will ask for them, until that is done or the guard
    /// is dropped.
    pub fn fill(self: &Arc<Exact>, open: &Arc<OpenRevision>, places: &[Place]) -> Filling {
        let (exact, open, places) = (Arc::clone(self), Arc::clone(open), places.to_vec());
        Filling(tokio::spawn(async move {
            // Whoever asks gets the error again.
            let _ = exact.of_places(&open, &places).await;
        }))
    }

    /// The chances where they are known, at once; `None` where they have to be computed.
    pub fn known(&self, open: &OpenRevision, Place { depth, quality, tval }: Place) -> Option<Outcome> {
        let slot = self.cache().find(&Key::of(open, depth, quality, tval))?;
        slot.try_lock().ok()?.clone()
    }

    /// Takes all threads, once they are free, so that nothing is computed while the guard is held. Tests see so what pages
    /// show meanwhile.
    pub async fn hold(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_many_owned(self.threads as u32).await.ok()
    }

    async fn get(&self, key: Key, compute: impl FnOnce() -> Outcome + Send + 'static) -> Outcome {
        let slot = self.cache().slot(&key);
        let mut held = Arc::clone(&slot).lock_owned().await;
        if let Some(outcome) = &*held {
            return outcome.clone();
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| ExactError::Failed)?;
        let (cache, failed) = (Arc::clone(&self.cache), (slot, key.clone()));
        // The thread holds the lock and the permit: it goes on where nobody waits any more. It keeps its outcome before it
        // lets go of the lock, so that the slot isn't taken for one that was given up.
        let computing = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let outcome = compute();
            *held = Some(outcome.clone());
            cache.lock().unwrap_or_else(PoisonError::into_inner).keep(&key, bytes_of(&outcome));
            outcome
        });
        if let Ok(outcome) = computing.await {
            return outcome;
        }
        // It would fail again. The panic itself is in the log.
        let (slot, key) = failed;
        error!(depth = key.depth, quality = key.quality, tval = key.tval, "computing chances panicked");
        let outcome = Err(ExactError::Failed);
        *slot.lock().await = Some(outcome.clone());
        self.cache().keep(&key, bytes_of(&outcome));
        outcome
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Computing for others; it ends when this is dropped.
pub struct Filling(JoinHandle<()>);

impl Filling {
    /// Whether all is computed, or nothing more can be.
    pub fn is_done(&self) -> bool {
        self.0.is_finished()
    }

    /// Returns when all is computed, or nothing more can be.
    pub async fn done(&mut self) {
        // Whoever waited for it before has had its end already.
        if !self.0.is_finished() {
            // A panic is none of the one who waits.
            let _ = (&mut self.0).await;
        }
    }
}

impl Drop for Filling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What an outcome takes in memory, about.
fn bytes_of(outcome: &Outcome) -> usize {
    size_of::<Key>() + 256 + outcome.as_ref().map_or(0, |chances| chances.capacity() * size_of::<Chance>())
}

/// Follows the rules in a cell, for these kinds of an item type.
fn compute(forge: &dyn Forge, cell: Cell, mut kinds: Vec<KindId>, tval: u16) -> Outcome {
    kinds.sort_unstable();
    let mut chances = forge.exact(cell, Some(&kinds)).ok_or(ExactError::NotFollowed)?;
    let keys = forge.keys();
    chances.retain(|chance| {
        let key = keys.key(chance.key);
        match (key.kind, key.entry) {
            (Some(kind), _) => kinds.binary_search(&kind).is_ok(),
            (None, Entry::Artifact(id)) => keys.catalog().artifact(id).tval == tval,
            _ => false,
        }
    });
    chances.shrink_to_fit();
    Ok(Arc::new(chances))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use affixboard_core::games::Switches;
    use tokio::sync::oneshot;

    use super::*;
    use crate::starter;

    fn key(depth: u32) -> Key {
        Key {
            content_hash: "3f9c1e2".to_owned(),
            game: "dummy",
            rules_version: 1,
            reading: Reading::default(),
            depth,
            quality: 0,
            tval: 23,
        }
    }

    fn chances(how_many: u32) -> Chances {
        Arc::new((0..how_many).map(|key| Chance::exactly(key, 0.5)).collect())
    }

    #[tokio::test]
    async fn several_who_ask_for_the_same_get_what_was_computed_once() {
        let exact = Exact::new(4);
        let computed = Arc::new(AtomicU32::new(0));
        let ask = || {
            let computed = Arc::clone(&computed);
            exact.get(key(1), move || {
                computed.fetch_add(1, Ordering::SeqCst);
                Ok(chances(3))
            })
        };
        let (one, two, three) = tokio::join!(ask(), ask(), ask());
        assert!(one == two && two == three && one == Ok(chances(3)));
        assert_eq!(ask().await, Ok(chances(3)));
        assert_eq!(computed.load(Ordering::SeqCst), 1);
        // Another reading is another key.
        let documented = Reading { switches: Switches::kept(vec!["other".to_owned()]), ..Reading::default() };
        let other = Key { reading: documented, ..key(1) };
        assert_eq!(exact.get(other, || Ok(chances(1))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_is_finished_and_kept_but_not_begun() {
        let exact = Arc::new(Exact::new(1));
        let (begun, has_begun) = oneshot::channel();
        let (go, gate) = oneshot::channel::<()>();
        let asking = tokio::spawn({
            let exact = Arc::clone(&exact);
            async move {
                exact
                    .get(key(1), move || {
                        begun.send(()).expect("a listener");
                        gate.blocking_recv().expect("a word");
                        Ok(chances(2))
                    })
                    .await
            }
        });
        has_begun.await.expect("a beginning");
        // There is one thread, so this one waits; and is given up.
        let waiting = exact.get(key(2), || unreachable!("nobody waits for it"));
        let gone = tokio::select! {
            biased;
            _ = waiting => false,
            () = std::future::ready(()) => true,
        };
        assert!(gone);
        asking.abort();
        assert!(asking.await.expect_err("given up").is_cancelled());
        go.send(()).expect("a computation");
        // The first is there without computing, the second is computed now.
        assert_eq!(exact.get(key(1), || unreachable!("it is known")).await, Ok(chances(2)));
        assert_eq!(exact.get(key(2), || Ok(chances(1))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_harms_nothing_else() {
        let exact = Exact::new(1);
        assert_eq!(exact.get(key(1), || panic!("on purpose")).await, Err(ExactError::Failed));
        assert_eq!(exact.get(key(1), || unreachable!("it is known")).await, Err(ExactError::Failed));
        assert_eq!(exact.get(key(2), || Ok(chances(1))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn only_so_much_is_kept() {
        let each = bytes_of(&Ok(chances(100)));
        let exact = Exact::keeping(1, 2 * each);
        for depth in [1, 2, 1, 3] {
            assert_eq!(exact.get(key(depth), || Ok(chances(100))).await, Ok(chances(100)));
        }
        // The second was used least lately.
        for (depth, is_kept) in [(1, true), (2, false), (3, true)] {
            assert_eq!(exact.cache().find(&key(depth)).is_some(), is_kept, "{depth}");
        }
    }

    #[test]
    fn chances_are_those_of_the_type_alone() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "angband-3-0-starter").expect("it");
        let (catalog, forge) = (&starter.loaded.catalog, starter.loaded.model.forge());
        let cell = Cell { depth: 30, quality: 2, kind: None };
        // Swords.
        let tval = 23;
        let found = compute(forge.as_ref(), cell, catalog.kinds_of(tval), tval).expect("chances");
        let every = forge.exact(cell, None).expect("chances");
        assert!(!found.is_empty() && found.len() < every.len());
        assert!(found.is_sorted_by_key(|chance| chance.key));
        for chance in found.iter() {
            assert!(every.contains(chance));
            let place = forge.keys().label(chance.key).0.expect("a place");
            assert_eq!(place.0, tval);
        }
        let kinds = |all: &[Chance]| -> f64 {
            let of_type = all.iter().filter(|chance| {
                let key = forge.keys().key(chance.key);
                key.entry == Entry::Kind && key.kind.is_some_and(|kind| catalog.kind(kind).tval == tval)
            });
            of_type.map(|chance| chance.mean).sum()
        };
        assert_eq!(kinds(&found).to_bits(), kinds(&every).to_bits());
    }
}
