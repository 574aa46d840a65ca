//! Chances computed from the rules, for all pages: in the background, each once, and kept while they are in use.
//!
//! [`Exact::of_type`] is for one place, [`Exact::of_places`] for many, [`Exact::known`] for what is there already.
//! One who stops waiting stops the computing too, where nobody else waits for the same: what has not begun never begins, and
//! what is under way ends at its next part. Nothing is kept of it but parts that are whole.

mod cache;
mod compute;
mod lingering;
mod slot;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use affixboard_core::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::{Cancelled, Chance, PairChance},
};
use thiserror::Error;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::{JoinHandle, JoinSet},
};
use tracing::error;

use crate::library::{OpenRevision, Reading};
use cache::Cache;
use compute::compute;
pub use lingering::{Lingering, Look};
use slot::Waiting;

/// So many bytes of chances are kept: ten item types of an edition with many affixes, each at 100 depths and three drop
/// qualities. A sheet is whole only while all of its cells are kept.
const KEPT: usize = 128 << 20;

/// What the drops of one cell carry that are of one item type, by rising key of the forge of that [`OpenRevision`]: what is
/// counted per kind of the type's kinds, and the type's artifacts. Keys that are left out have a mean of 0 and no bound.
pub type Chances = Arc<Vec<Chance>>;

/// Why there are no chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ExactError {
    /// The rules can't be followed without sampling ([`affixboard_core::game::Forge::exact`] is `None`).
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

/// A place of a revision.
pub type Wanted = (Arc<OpenRevision>, Place);

/// The result of following the rules, where they can be.
type Outcome = Result<Chances, ExactError>;

/// The chances that were computed, and the computing of others.
pub struct Exact {
    cache: Arc<Mutex<Cache>>,
    /// How many are computed at once.
    threads: usize,
    permits: Arc<Semaphore>,
    lingering: Lingering,
}

impl Exact {
    /// Nothing computed yet; at most so many cells at once (1 at least).
    pub fn new(threads: usize) -> Exact {
        Exact::keeping(threads, KEPT)
    }

    fn keeping(threads: usize, bytes: usize) -> Exact {
        let threads = threads.max(1);
        let cache = Arc::new(Mutex::new(Cache::new(bytes)));
        Exact { cache, threads, permits: Arc::new(Semaphore::new(threads)), lingering: Lingering::default() }
    }

    /// The chances of an item type at a depth and drop quality (a position in the game's qualities), computed unless they
    /// are known. Asked for by several at once they are computed once.
    ///
    /// # Errors
    /// Where the rules can't be followed so, or the computing panicked.
    pub async fn of_type(&self, open: &Arc<OpenRevision>, depth: u32, quality: u8, tval: u16) -> Outcome {
        let key = Key::of(open, depth, quality, tval);
        let (open, permits) = (Arc::clone(open), Arc::clone(&self.permits));
        self.get(key, move |keep_going| {
            let kinds = open.loaded.catalog.kinds_of(tval);
            let cell = Cell { depth, quality, kind: None };
            compute((open.forge.as_ref(), &permits), cell, kinds, tval, keep_going)
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
        let wanted: Vec<Wanted> = places.iter().map(|place| (Arc::clone(open), *place)).collect();
        self.of_all(&wanted).await
    }

    /// The same of several revisions.
    ///
    /// # Errors
    /// As [`Exact::of_type`], with the first one.
    pub async fn of_all(self: &Arc<Exact>, wanted: &[Wanted]) -> Result<Vec<Chances>, ExactError> {
        let mut waiting: VecDeque<(usize, &Wanted)> = wanted.iter().enumerate().collect();
        let mut found: Vec<Option<Chances>> = vec![None; wanted.len()];
        // Only so many wait in line that others come in between. The set ends them when it is dropped.
        let mut running = JoinSet::new();
        loop {
            while running.len() < self.threads
                && let Some((at, (open, Place { depth, quality, tval }))) = waiting.pop_front()
            {
                let (exact, open, (depth, quality, tval)) =
                    (Arc::clone(self), Arc::clone(open), (*depth, *quality, *tval));
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
    ) -> Result<PairChance, ExactError> {
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| ExactError::Failed)?;
        let open = Arc::clone(open);
        let computing = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            open.forge.exact()?.pair(cell, kind, pair)
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
        self.fill_all(places.iter().map(|place| (Arc::clone(open), *place)).collect())
    }

    /// The same of several revisions.
    pub fn fill_all(self: &Arc<Exact>, wanted: Vec<Wanted>) -> Filling {
        let exact = Arc::clone(self);
        Filling(tokio::spawn(async move {
            // Whoever asks gets the error again.
            let _ = exact.of_all(&wanted).await;
        }))
    }

    /// The chances where they are known, at once; `None` where they have to be computed.
    pub fn known(&self, open: &OpenRevision, Place { depth, quality, tval }: Place) -> Option<Outcome> {
        self.cache().find(&Key::of(open, depth, quality, tval))?.known()
    }

    /// What goes on for those who look at something that changes.
    pub fn lingering(&self) -> &Lingering {
        &self.lingering
    }

    /// Takes all threads, once they are free, so that nothing is computed while the guard is held. Tests see so what pages
    /// show meanwhile.
    pub async fn hold(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.permits).acquire_many_owned(self.threads as u32).await.ok()
    }

    /// The outcome of a key, computed unless it is known; computing asks whether it goes on.
    async fn get(
        &self,
        key: Key,
        compute: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> Result<Outcome, Cancelled> + Send + 'static,
    ) -> Outcome {
        let slot = self.cache().slot(&key);
        let _waiting = Waiting::new(&slot);
        let mut held = Arc::clone(&slot.outcome).lock_owned().await;
        if let Some(outcome) = &*held {
            return outcome.clone();
        }
        let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(|_| ExactError::Failed)?;
        let (cache, wanted, kept) = (Arc::clone(&self.cache), Arc::clone(&slot), key.clone());
        // The thread holds the lock and the permit: others who ask for the same have it go on where this one doesn't wait any
        // more. It keeps its outcome before it lets go of the lock, so that the slot isn't taken for one that was given up.
        let computing = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let outcome = compute(&|| wanted.is_waited_for())?;
            *held = Some(outcome.clone());
            cache.lock().unwrap_or_else(PoisonError::into_inner).keep(&kept, bytes_of(&outcome));
            Ok(outcome)
        });
        match computing.await {
            Ok(Ok(outcome)) => outcome,
            // It isn't stopped while somebody waits, and this one does.
            Ok(Err(Cancelled)) => Err(ExactError::Failed),
            Err(_) => {
                // It would fail again. The panic itself is in the log.
                error!(depth = key.depth, quality = key.quality, tval = key.tval, "computing chances panicked");
                let outcome = Err(ExactError::Failed);
                *slot.outcome.lock().await = Some(outcome.clone());
                self.cache().keep(&key, bytes_of(&outcome));
                outcome
            }
        }
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use affixboard_core::{batch::Entry, game::Switches};
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
            exact.get(key(1), move |_| {
                computed.fetch_add(1, Ordering::SeqCst);
                Ok(Ok(chances(3)))
            })
        };
        let (one, two, three) = tokio::join!(ask(), ask(), ask());
        assert!(one == two && two == three && one == Ok(chances(3)));
        assert_eq!(ask().await, Ok(chances(3)));
        assert_eq!(computed.load(Ordering::SeqCst), 1);
        // Another reading is another key.
        let documented = Reading { switches: Switches::kept(vec!["other".to_owned()]), ..Reading::default() };
        let other = Key { reading: documented, ..key(1) };
        assert_eq!(exact.get(other, |_| Ok(Ok(chances(1)))).await, Ok(chances(1)));
    }

    /// One who asks for the first key, computing which has begun and goes on when the channel says so; it tells whether it
    /// may.
    type Asking = (JoinHandle<Outcome>, oneshot::Sender<()>, oneshot::Receiver<bool>);

    async fn asking(exact: &Arc<Exact>) -> Asking {
        let (begun, has_begun) = oneshot::channel();
        let (go, gate) = oneshot::channel::<()>();
        let (say, said) = oneshot::channel();
        let exact = Arc::clone(exact);
        let asking = tokio::spawn(async move {
            exact
                .get(key(1), move |keep_going| {
                    begun.send(()).expect("a listener");
                    gate.blocking_recv().expect("a word");
                    // Who listens may have what they want.
                    let _ = say.send(keep_going());
                    if keep_going() { Ok(Ok(chances(2))) } else { Err(Cancelled) }
                })
                .await
        });
        has_begun.await.expect("a beginning");
        (asking, go, said)
    }

    #[tokio::test]
    async fn what_nobody_waits_for_stops_and_leaves_nothing() {
        let exact = Arc::new(Exact::new(1));
        let (first, go, said) = asking(&exact).await;
        // There is one thread, so this one waits; and is given up.
        let waiting = exact.get(key(2), |_| unreachable!("nobody waits for it"));
        let gone = tokio::select! {
            biased;
            _ = waiting => false,
            () = std::future::ready(()) => true,
        };
        assert!(gone);
        first.abort();
        assert!(first.await.expect_err("given up").is_cancelled());
        go.send(()).expect("a computation");
        assert_eq!(said.await, Ok(false));
        // The thread is free again. Nothing is known of either, and who asks next has it computed.
        assert_eq!(exact.get(key(1), |_| Ok(Ok(chances(3)))).await, Ok(chances(3)));
        assert_eq!(exact.get(key(2), |_| Ok(Ok(chances(1)))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn what_somebody_else_waits_for_goes_on() {
        let exact = Arc::new(Exact::new(1));
        let (first, go, said) = asking(&exact).await;
        let other = exact.get(key(1), |_| unreachable!("it is under way"));
        tokio::pin!(other);
        assert!(tokio::select! {
            biased;
            _ = &mut other => false,
            () = std::future::ready(()) => true,
        });
        first.abort();
        assert!(first.await.expect_err("given up").is_cancelled());
        go.send(()).expect("a computation");
        assert_eq!((said.await, other.await), (Ok(true), Ok(chances(2))));
    }

    /// Stopped after some of its parts, then computed to the end, with help and without: each time the same to the last bit.
    #[test]
    fn stopping_and_help_change_no_number() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let (catalog, model) = (&starter.loaded.catalog, &starter.loaded.model);
        // Boots.
        let (cell, tval) = (Cell { depth: 30, quality: 2, kind: None }, 30);
        let undisturbed = model.forge().exact().expect("chances").chances(cell, Some(&catalog.kinds_of(tval)));
        for (threads, parts) in [(1, 0), (1, 1), (1, 7), (3, 1), (3, 7)] {
            let (forge, permits) = (model.forge(), Arc::new(Semaphore::new(threads)));
            let left = AtomicU32::new(parts);
            let count = || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
            let run = |keep_going: &(dyn Fn() -> bool + Sync)| {
                compute((forge.as_ref(), &permits), cell, catalog.kinds_of(tval), tval, keep_going)
            };
            assert_eq!(run(&count), Err(Cancelled), "{threads} threads, {parts} parts");
            let found = run(&|| true).expect("to the end").expect("chances");
            assert_eq!(permits.available_permits(), threads);
            assert!(!found.is_empty());
            for chance in found.iter() {
                let same = |other: &&Chance| other.key == chance.key;
                let other = undisturbed.iter().find(same).expect("the same key");
                assert_eq!(
                    (chance.mean.to_bits(), chance.bound.to_bits()),
                    (other.mean.to_bits(), other.bound.to_bits())
                );
            }
        }
    }

    #[tokio::test]
    async fn a_panic_is_an_error_and_harms_nothing_else() {
        let exact = Exact::new(1);
        assert_eq!(exact.get(key(1), |_| panic!("on purpose")).await, Err(ExactError::Failed));
        assert_eq!(exact.get(key(1), |_| unreachable!("it is known")).await, Err(ExactError::Failed));
        assert_eq!(exact.get(key(2), |_| Ok(Ok(chances(1)))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn only_so_much_is_kept() {
        let each = bytes_of(&Ok(chances(100)));
        let exact = Exact::keeping(1, 2 * each);
        for depth in [1, 2, 1, 3] {
            assert_eq!(exact.get(key(depth), |_| Ok(Ok(chances(100)))).await, Ok(chances(100)));
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
        let permits = Arc::new(Semaphore::new(1));
        let found = compute((forge.as_ref(), &permits), cell, catalog.kinds_of(tval), tval, &|| true);
        let found = found.expect("to the end").expect("chances");
        let every = forge.exact().expect("chances").chances(cell, None);
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
