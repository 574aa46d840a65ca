//! Chances of drops, computed from the rules: each once, on the scheduler's threads, and cached for all pages.
//!
//! [`ChanceCache::of_type`] is for one cell, [`ChanceCache::of_all`] for many, [`ChanceCache::known`] for what is cached.
//! Whoever stops waiting cancels the computing, where nobody else waits for the same: what waits never begins, and what runs
//! ends at its next part. Nothing is kept of it but whole parts.

mod cell;
mod keep_alive;

use std::{
    collections::VecDeque,
    sync::{Arc, OnceLock},
};

use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::{Cancelled, Chance, PairChance},
};
use thiserror::Error;
use tokio::task::{JoinHandle, JoinSet};
use tracing::error;

use super::{CancelToken, Priority, RemoteChances, Scheduler, SingleFlight, cell_key::CellKey};
use crate::{
    byte_cache::{ByteCache, CacheCounts, byte_cache, counts},
    library::OpenRevision,
    requester::inherited,
};
pub use cell::chances_of_type;
pub use keep_alive::{KeepAlive, KeepAliveKey};

/// The size of the cache, in bytes: ten item types of an edition with many affixes, each at 100 depths and three drop
/// qualities. A sheet is whole only while all of its cells are cached.
const CACHE_BYTES: u64 = 128 << 20;
/// The bytes of one outcome, about: those of a cell with many affixes.
const USUAL_BYTES: u64 = 40 << 10;

/// Chances of one item type's drops in one cell, by rising key of the forge of that [`OpenRevision`]: the metrics
/// counted per kind, of the type's kinds, and the type's artifacts. Keys that are left out have a mean of 0 and no
/// bound.
pub type Chances = Arc<Vec<Chance>>;

/// Why there are no chances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum ChanceError {
    /// The rules can't be followed without sampling ([`affixboard_model::game::Forge::exact`] is `None`).
    #[error("the rules of this game can't be followed without sampling")]
    NotFollowed,
    /// Computing failed.
    #[error("computing chances failed")]
    Failed,
}

/// Cache key of chances.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    cell: CellKey,
    tval: u16,
}

impl Key {
    fn of(open: &OpenRevision, depth: u32, quality: u8, tval: u16) -> Key {
        Key { cell: CellKey::of(open, depth, quality), tval }
    }
}

/// The drops that chances are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeCell {
    /// The depth.
    pub depth: u32,
    /// The drop quality: a position in the game's qualities.
    pub quality: u8,
    /// The item type.
    pub tval: u16,
}

/// A place of a revision.
pub type CellRequest = (Arc<OpenRevision>, TypeCell);

/// The result of following the rules, where they can be.
pub type ChanceResult = Result<Chances, ChanceError>;

type Outcomes = ByteCache<Key, ChanceResult>;

/// The chances that were computed, and the computing of others.
pub struct ChanceCache {
    outcomes: Arc<Outcomes>,
    under_way: SingleFlight<Key, ChanceResult>,
    scheduler: Arc<Scheduler>,
    remote: OnceLock<Arc<dyn RemoteChances>>,
    keep_alive: KeepAlive,
}

impl ChanceCache {
    /// An empty cache, whose chances are computed by that scheduler.
    pub fn new(scheduler: Arc<Scheduler>) -> ChanceCache {
        ChanceCache::keeping(scheduler, CACHE_BYTES)
    }

    fn keeping(scheduler: Arc<Scheduler>, bytes: u64) -> ChanceCache {
        let outcomes = byte_cache(bytes, USUAL_BYTES, |_, outcome| bytes_of(outcome) as u64);
        ChanceCache {
            outcomes: Arc::new(outcomes),
            under_way: SingleFlight::default(),
            scheduler,
            remote: OnceLock::new(),
            keep_alive: KeepAlive::default(),
        }
    }

    /// Has cells that take long computed elsewhere as well, from now on.
    pub fn use_remote(&self, remote: Arc<dyn RemoteChances>) {
        // There is one such place.
        let _ = self.remote.set(remote);
    }

    /// The chances of an item type in a cell, computed unless they are known. Asked for by several at once they are computed
    /// once.
    ///
    /// # Errors
    /// Fails if chances can't be computed by these rules, or if the computation panicked.
    pub async fn of_type(&self, open: &Arc<OpenRevision>, depth: u32, quality: u8, tval: u16) -> ChanceResult {
        let key = Key::of(open, depth, quality, tval);
        let (open, scheduler) = (Arc::clone(open), Arc::clone(&self.scheduler));
        self.get(key, move |cancel| {
            let kinds = open.loaded.catalog.kinds_of(tval);
            let cell = Cell { depth, quality, kind: None };
            let asked = (cancel, &(|| !cancel.is_cancelled()) as &dyn Fn() -> bool);
            let chances = chances_of_type((&open.forge, &scheduler), cell, kinds, tval, asked)?;
            Ok(chances.map(Arc::new).ok_or(ChanceError::NotFollowed))
        })
        .await
    }

    /// The same of several cells, in their order; as many at once as there are threads for, here and elsewhere.
    ///
    /// # Errors
    /// As [`ChanceCache::of_type`], with the first one.
    pub async fn of_all(self: &Arc<ChanceCache>, wanted: &[CellRequest]) -> Result<Vec<Chances>, ChanceError> {
        let mut waiting: VecDeque<(usize, &CellRequest)> = wanted.iter().enumerate().collect();
        let mut found: Vec<Option<Chances>> = vec![None; wanted.len()];
        // Only so many wait in line that others come in between. The set ends them when it is dropped.
        let mut running = JoinSet::new();
        let (mut here, mut elsewhere) = (0, 0);
        let mut places = self.remote.get().map_or(0, |remote| remote.places());
        loop {
            while here < self.scheduler.long_tasks_at_once()
                && let Some((at, (open, TypeCell { depth, quality, tval }))) = waiting.pop_front()
            {
                let (cache, open, (depth, quality, tval)) =
                    (Arc::clone(self), Arc::clone(open), (*depth, *quality, *tval));
                here += 1;
                running.spawn(inherited(async move {
                    (at, Computed::Here(cache.of_type(&open, depth, quality, tval).await))
                }));
            }
            while elsewhere < places
                && let Some((at, request)) = waiting.pop_front_if(|(_, (open, _))| is_long(open))
            {
                let (cache, request) = (Arc::clone(self), request.clone());
                elsewhere += 1;
                running.spawn(inherited(
                    async move { (at, Computed::Elsewhere(cache.computed_elsewhere(request).await)) },
                ));
            }
            let Some(next) = running.join_next().await else { break };
            let (at, computed) = next.map_err(|_| ChanceError::Failed)?;
            match computed {
                Computed::Here(outcome) => {
                    here -= 1;
                    found[at] = Some(outcome?);
                }
                Computed::Elsewhere(Some(outcome)) => {
                    elsewhere -= 1;
                    found[at] = Some(outcome?);
                }
                Computed::Elsewhere(None) => {
                    elsewhere -= 1;
                    places = 0;
                    waiting.push_front((at, &wanted[at]));
                }
            }
        }
        found.into_iter().collect::<Option<Vec<_>>>().ok_or(ChanceError::Failed)
    }

    /// The chances of a cell, known or computed elsewhere; `None` where nobody does.
    async fn computed_elsewhere(&self, request: CellRequest) -> Option<ChanceResult> {
        let (open, cell) = &request;
        if let Some(known) = self.known(open, *cell) {
            return Some(known);
        }
        let key = Key::of(open, cell.depth, cell.quality, cell.tval);
        let outcome = Ok(Arc::new(self.remote.get()?.chances(request).await?));
        self.outcomes.insert(key, outcome.clone());
        Some(outcome)
    }

    /// The joint chance of two affixes on items of a kind. Computed for each call; the forge caches the costly part.
    ///
    /// # Errors
    /// Fails if chances can't be computed by these rules, or if the computation panicked.
    pub async fn together(
        &self,
        open: &Arc<OpenRevision>,
        cell: Cell,
        kind: KindId,
        pair: [AffixId; 2],
    ) -> Result<PairChance, ChanceError> {
        let open = Arc::clone(open);
        let computing = self.scheduler.spawn(Priority::Progressive, move |cancel| {
            // Called off there is nobody who would hear of it.
            open.forge.exact()?.pair_while(cell, kind, pair, &|| !cancel.is_cancelled()).ok().flatten()
        });
        computing
            .await
            .inspect_err(|_| error!(depth = cell.depth, quality = cell.quality, "computing two affixes failed"))
            .map_err(|_| ChanceError::Failed)?
            .ok_or(ChanceError::NotFollowed)
    }

    /// The chances where they are known, at once; `None` where they have to be computed.
    pub fn known(&self, open: &OpenRevision, TypeCell { depth, quality, tval }: TypeCell) -> Option<ChanceResult> {
        self.outcomes.get(&Key::of(open, depth, quality, tval))
    }

    /// How much is known, and how often it was of use.
    pub fn cache_counts(&self) -> CacheCounts {
        counts(&self.outcomes)
    }

    /// Maximum number of long tasks that run at once.
    pub(super) fn long_tasks_at_once(&self) -> usize {
        self.scheduler.long_tasks_at_once()
    }

    /// Computing that goes on for those who look at something that changes.
    pub fn keep_alive(&self) -> &KeepAlive {
        &self.keep_alive
    }

    /// The outcome of a key, computed unless it is known; computing asks the token whether it is to end.
    async fn get(
        &self,
        key: Key,
        compute: impl FnOnce(&CancelToken) -> Result<ChanceResult, Cancelled> + Send + 'static,
    ) -> ChanceResult {
        let known = || self.outcomes.get(&key);
        let (outcomes, of) = (Arc::clone(&self.outcomes), key.clone());
        let outcome = self.under_way.get(&key, known, |publisher| {
            self.scheduler.submit(Priority::Progressive, compute, move |computed| {
                let outcome = match computed {
                    Ok(Ok(outcome)) => outcome,
                    // Nobody waits for it any more.
                    Ok(Err(Cancelled)) => return,
                    Err(_) => {
                        // It would fail again. The panic itself is in the log.
                        error!(
                            depth = of.cell.depth,
                            quality = of.cell.quality,
                            tval = of.tval,
                            "computing chances panicked"
                        );
                        Err(ChanceError::Failed)
                    }
                };
                outcomes.insert(of, outcome.clone());
                publisher.send_replace(Some(outcome));
            })
        });
        outcome.await.unwrap_or(Err(ChanceError::Failed))
    }
}

/// What a cell came to.
enum Computed {
    Here(ChanceResult),
    Elsewhere(Option<ChanceResult>),
}

/// Whether a cell takes so long that it is worth a message. Drafts change too often for their files to be sent around.
fn is_long(open: &OpenRevision) -> bool {
    !open.loaded.game.words().one_affix && open.derived.is_none()
}

/// Computing for others; it ends when this is dropped.
pub struct Prefetch(JoinHandle<()>);

impl Prefetch {
    /// Runs that work.
    pub(super) fn of(work: impl Future<Output = ()> + Send + 'static) -> Prefetch {
        Prefetch(tokio::spawn(inherited(work)))
    }

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

impl Drop for Prefetch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Approximate memory use of a cached outcome, in bytes.
fn bytes_of(outcome: &ChanceResult) -> usize {
    size_of::<Key>() + 256 + outcome.as_ref().map_or(0, |chances| chances.capacity() * size_of::<Chance>())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use affixboard_model::{batch::Entry, game::Switches};
    use tokio::sync::oneshot;

    use super::*;
    use crate::{library::Reading, starter};

    fn key(depth: u32) -> Key {
        let cell = CellKey {
            content_hash: "3f9c1e2".to_owned(),
            game: "dummy",
            rules_version: 1,
            reading: Reading::default(),
            depth,
            quality: 0,
        };
        Key { cell, tval: 23 }
    }

    fn cache(threads: usize) -> ChanceCache {
        ChanceCache::new(Scheduler::new(threads).expect("threads"))
    }

    fn chances(how_many: u32) -> Chances {
        Arc::new((0..how_many).map(|key| Chance::exactly(key, 0.5)).collect())
    }

    #[tokio::test]
    async fn several_who_ask_for_the_same_get_what_was_computed_once() {
        let exact = cache(4);
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
        let other = Key { cell: CellKey { reading: documented, ..key(1).cell }, tval: 23 };
        assert_eq!(exact.get(other, |_| Ok(Ok(chances(1)))).await, Ok(chances(1)));
    }

    /// One who asks for the first key, computing which has begun and goes on when the channel says so; it tells whether it
    /// may.
    type Asking = (JoinHandle<ChanceResult>, oneshot::Sender<()>, oneshot::Receiver<bool>);

    async fn asking(exact: &Arc<ChanceCache>) -> Asking {
        let (begun, has_begun) = oneshot::channel();
        let (go, gate) = oneshot::channel::<()>();
        let (say, said) = oneshot::channel();
        let exact = Arc::clone(exact);
        let asking = tokio::spawn(async move {
            exact
                .get(key(1), move |cancel| {
                    begun.send(()).expect("a listener");
                    gate.blocking_recv().expect("a word");
                    // Who listens may have what they want.
                    let is_cancelled = cancel.is_cancelled();
                    let _ = say.send(!is_cancelled);
                    if is_cancelled { Err(Cancelled) } else { Ok(Ok(chances(2))) }
                })
                .await
        });
        has_begun.await.expect("a beginning");
        (asking, go, said)
    }

    #[tokio::test]
    async fn what_nobody_waits_for_stops_and_leaves_nothing() {
        let exact = Arc::new(cache(1));
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
        let exact = Arc::new(cache(1));
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

    /// Cancelled after some of its parts, then computed to the end, with help and without: each time the same to the last bit.
    #[test]
    fn stopping_and_help_change_no_number() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let (catalog, model) = (&starter.loaded.catalog, &starter.loaded.model);
        // Boots.
        let (cell, tval) = (Cell { depth: 30, quality: 2, kind: None }, 30);
        let undisturbed = model.forge().exact().expect("chances").chances(cell, Some(&catalog.kinds_of(tval)));
        for (threads, parts) in [(1, 0), (1, 1), (1, 7), (3, 1), (3, 7)] {
            let (forge, scheduler) = (model.forge(), Scheduler::new(threads).expect("threads"));
            let left = AtomicU32::new(parts);
            let count = || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
            let run = |keep_going: &dyn Fn() -> bool| {
                let asked = (&CancelToken::default(), keep_going);
                chances_of_type((&forge, &scheduler), cell, catalog.kinds_of(tval), tval, asked)
            };
            assert_eq!(run(&count), Err(Cancelled), "{threads} threads, {parts} parts");
            let found = run(&|| true).expect("to the end").expect("chances");
            assert!(!found.is_empty());
            for chance in &*found {
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
        let exact = cache(1);
        assert_eq!(exact.get(key(1), |_| panic!("on purpose")).await, Err(ChanceError::Failed));
        assert_eq!(exact.get(key(1), |_| unreachable!("it is known")).await, Err(ChanceError::Failed));
        assert_eq!(exact.get(key(2), |_| Ok(Ok(chances(1)))).await, Ok(chances(1)));
    }

    #[tokio::test]
    async fn only_so_much_is_kept() {
        let each = bytes_of(&Ok(chances(100)));
        let exact = ChanceCache::keeping(Scheduler::new(1).expect("threads"), 2 * each as u64);
        for depth in [1, 2, 1, 3] {
            assert_eq!(exact.get(key(depth), |_| Ok(Ok(chances(100)))).await, Ok(chances(100)));
        }
        // The second was used least lately.
        for (depth, is_kept) in [(1, true), (2, false), (3, true)] {
            assert_eq!(exact.outcomes.get(&key(depth)).is_some(), is_kept, "{depth}");
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
        let scheduler = Scheduler::new(1).expect("threads");
        let found = chances_of_type(
            (&forge, &scheduler),
            cell,
            catalog.kinds_of(tval),
            tval,
            (&CancelToken::default(), &|| true),
        );
        let found = found.expect("to the end").expect("chances");
        let every = forge.exact().expect("chances").chances(cell, None);
        assert!(!found.is_empty() && found.len() < every.len());
        assert!(found.is_sorted_by_key(|chance| chance.key));
        for chance in &*found {
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
