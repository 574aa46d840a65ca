//! Drops simulated for sheets of chances: numbers at once, and closer ones where computing leaves a wide error bound.
//!
//! A cell is simulated in stages, each of some pieces more. A piece is a shard with a fixed size and a stream of its own, so
//! that a stage's counts are the same on every machine, whoever asks, in whatever order. For a sheet about one item type items
//! of that type alone are made; whole drops for one about several, which share them.

use std::{cell::RefCell, collections::BTreeMap, sync::Arc, time::Duration};

use affixboard_model::{
    batch::{Cell, Counts, KeySpace, Shard},
    game::{Cancelled, Forge, KindSampler},
};
use tracing::error;

use super::{CancelToken, Priority, Scheduler, SingleFlight, TypeCell, cell_key::CellKey};
use crate::{
    byte_cache::{ByteCache, CacheCounts, byte_cache, counts},
    library::OpenRevision,
};

/// Seed of all drops simulated for sheets.
pub(super) const SEED: u64 = 1;
/// The last stage of whole drops, for sheets that somebody looks at.
const LAST_OF_DROPS: usize = if cfg!(debug_assertions) { 3 } else { 5 };
/// The last stage of items.
const LAST_OF_ITEMS: usize = if cfg!(debug_assertions) { 3 } else { 9 };
/// The stage that items of cells with wide bounds have at least.
const LEAST_OF_ITEMS: usize = if cfg!(debug_assertions) { 3 } else { 4 };

/// How long an effect waits for a stage that comes soon.
const SOON: Duration = Duration::from_millis(30);

/// The bytes of one cell, about.
const USUAL_BYTES: u64 = 100 << 10;

/// What is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Made {
    /// Drops of all item types.
    Drops,
    /// Items of one item type.
    Items,
}

impl Made {
    /// Number of pieces that a cell has at each stage: of drops some 2 thousand, 16 thousand, 80 thousand, 280 thousand,
    /// 1 million, 8 million; of items 256, 4 thousand, 33 thousand, 260 thousand, 1.3, 4.5, 8.7, 17, 28 and 42 million. Builds
    /// for debugging make drops some ten times slower and leave out the last ones.
    fn pieces(self, stage: usize) -> u32 {
        match self {
            Made::Drops => [1, 2, 3, 6, 18, 130][stage],
            Made::Items => [1, 2, 3, 4, 5, 8, 12, 20, 30, 44][stage],
        }
    }

    /// Drops or items of a piece: few in the first ones, so that a dive through a hundred depths has numbers within some
    /// 100 ms, and so has a sheet of a hundred depths.
    fn size(self, piece: u32) -> u64 {
        match (self, piece) {
            (Made::Drops, 0) => 1 << 11,
            (Made::Drops, 1) => (1 << 14) - (1 << 11),
            (Made::Drops, _) => 1 << 16,
            (Made::Items, 0) => 1 << 8,
            (Made::Items, 1) => (1 << 12) - (1 << 8),
            (Made::Items, 2) => (1 << 15) - (1 << 12),
            (Made::Items, 3) => (1 << 18) - (1 << 15),
            (Made::Items, _) => 1 << 20,
        }
    }

    /// Number of the stream of a piece. Items have others than drops.
    fn stream(self, piece: u32) -> u32 {
        match self {
            Made::Drops => piece,
            Made::Items => piece + (1 << 8),
        }
    }

    /// Number of drops or items of a cell at a stage.
    fn at(self, stage: usize) -> u64 {
        (0..self.pieces(stage)).map(|piece| self.size(piece)).sum()
    }
}

/// Number of whole drops that computed chances are compared with, to decide whether simulating can be closer.
pub(super) fn most_drops() -> u64 {
    Made::Drops.at(5)
}

/// The stages a sheet goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages {
    pub(super) made: Made,
    /// The first one, whose numbers are waited for.
    pub(super) first: usize,
    /// How long somebody waits for the next one, too.
    pub(super) soon: Option<Duration>,
    /// The last one, after which numbers get no closer.
    pub(super) last: usize,
    /// The stage of whole drops for cells that are computed precisely, whose numbers the sheet holds against them.
    pub(super) check: Option<usize>,
}

impl Stages {
    /// Of sheets about one item type with a number of each cell.
    pub const OF_CELLS: Stages =
        Stages { made: Made::Items, first: 1, soon: None, last: LAST_OF_ITEMS, check: Some(2) };
    /// Of sheets about several item types, which need all kinds of items and as many of each.
    pub const OF_TYPES: Stages = Stages { made: Made::Drops, first: 0, last: LAST_OF_DROPS, ..Stages::OF_CELLS };
    /// Of dives, which sum hundreds of cells.
    pub const OF_DIVES: Stages = Stages { first: 0, last: 2, check: None, ..Stages::OF_CELLS };
    /// Of matrices of effects, which show where something changes in some sixty cells: with few items at first in games whose
    /// items take long to make.
    pub const OF_MATRICES: Stages = Stages { first: 0, soon: Some(SOON), last: 3, check: None, ..Stages::OF_CELLS };
    /// Of effects, which compare single cells.
    pub const OF_EFFECTS: Stages = Stages { first: 1, soon: Some(SOON), check: None, ..Stages::OF_CELLS };

    /// The last stage of a cell for which so many items are enough.
    pub(super) fn with(self, items: u64) -> usize {
        if self.made == Made::Drops || self.last <= LEAST_OF_ITEMS {
            return self.last;
        }
        (LEAST_OF_ITEMS..self.last).find(|stage| self.made.at(*stage) >= items).unwrap_or(self.last)
    }
}

/// What simulated drops of a cell carried.
#[derive(Debug, PartialEq, Eq)]
pub struct SimulatedDrops {
    /// Position in the stages.
    pub stage: usize,
    /// Number of drops that were made, or items.
    pub made: u64,
    /// Number of drops that the counts stand for: more than were made where only one item type's were.
    pub drops: u64,
    /// (Key, count) by rising key, of the forge of that [`OpenRevision`].
    pub counts: Vec<(u32, u64)>,
    /// The first items, from stage [`LEAST_OF_ITEMS`] on.
    pub(super) pilot: Option<Arc<Pilot>>,
}

/// The first items of a cell, which tell how many are needed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Pilot {
    /// Number of items.
    pub(super) items: u64,
    /// (Key, count) by rising key.
    pub(super) counts: Vec<(u32, u64)>,
}

/// Cache key of drops: the cell, and the item type whose items alone were made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    cell: CellKey,
    tval: Option<u16>,
}

impl Key {
    fn of(open: &OpenRevision, TypeCell { depth, quality, tval }: TypeCell, made: Made) -> Key {
        Key { cell: CellKey::of(open, depth, quality), tval: (made == Made::Items).then_some(tval) }
    }
}

fn bytes_of(_: &Key, drops: &Arc<SimulatedDrops>) -> u64 {
    let pilot = drops.pilot.as_ref().map_or(0, |pilot| pilot.counts.capacity());
    (size_of::<Key>() + 256 + (drops.counts.capacity() + pilot) * size_of::<(u32, u64)>()) as u64
}

type Cells = ByteCache<Key, Arc<SimulatedDrops>>;

/// The cells that were simulated, and the simulating of others.
pub(super) struct SimulationCache {
    cells: Arc<Cells>,
    under_way: SingleFlight<(Key, usize), Arc<SimulatedDrops>>,
    scheduler: Arc<Scheduler>,
}

impl SimulationCache {
    /// An empty cache of so many bytes, whose drops are made by that scheduler.
    pub(super) fn new(scheduler: Arc<Scheduler>, bytes: u64) -> SimulationCache {
        let cells = byte_cache(bytes, USUAL_BYTES, bytes_of);
        SimulationCache { cells: Arc::new(cells), under_way: SingleFlight::default(), scheduler }
    }

    /// How many cells there are, and how often they were of use.
    pub(super) fn counts(&self) -> CacheCounts {
        counts(&self.cells)
    }

    /// The drops made so far of a cell.
    pub(super) fn known(&self, open: &OpenRevision, cell: TypeCell, made: Made) -> Option<Arc<SimulatedDrops>> {
        self.cells.get(&Key::of(open, cell, made))
    }

    /// The drops of a cell at a stage or a later one, made unless they are known. Asked for by several at once they are made
    /// once; whoever stops waiting cancels them. `None` where that failed.
    pub(super) async fn at_stage(
        &self,
        open: &Arc<OpenRevision>,
        cell: TypeCell,
        (made, stage): (Made, usize),
        priority: Priority,
    ) -> Option<Arc<SimulatedDrops>> {
        let key = Key::of(open, cell, made);
        let known = || self.cells.get(&key).filter(|drops| drops.stage >= stage);
        let flight = (key.clone(), stage);
        let start = |publisher: super::Publisher<Arc<SimulatedDrops>>| {
            let (before, open) = (self.cells.get(&key), Arc::clone(open));
            let work = move |cancel: &CancelToken| {
                let forge = open.forge.as_ref();
                let TypeCell { depth, quality, tval } = cell;
                let cell = Cell { depth, quality, kind: None };
                match forge.kind_samples().filter(|_| made == Made::Items) {
                    Some(samples) => {
                        let mut kinds = open.loaded.catalog.kinds_of(tval);
                        kinds.sort_unstable();
                        let sampler = samples.sampler(cell, &kinds);
                        simulate_items((forge, sampler.as_ref()), cell, before.as_deref(), stage, cancel)
                    }
                    None => simulate_drops(forge, cell, before.as_deref(), stage, cancel),
                }
            };
            let (cells, of) = (Arc::clone(&self.cells), key.clone());
            self.scheduler.submit(priority, work, move |simulated| match simulated {
                Ok(Ok(drops)) => {
                    let drops = Arc::new(drops);
                    // A later stage that came meanwhile stays.
                    if cells.peek(&of).is_none_or(|there| there.stage < drops.stage) {
                        cells.insert(of, Arc::clone(&drops));
                    }
                    publisher.send_replace(Some(drops));
                }
                // Nobody waits for it any more.
                Ok(Err(Cancelled)) => {}
                Err(_) => {
                    error!(depth = of.cell.depth, quality = of.cell.quality, "simulating drops for a sheet panicked");
                }
            })
        };
        self.under_way.get(&flight, known, start).await
    }
}

thread_local! {
    /// The counters of the last cell that was simulated on this thread, all zero. They are a megabyte, and a dive has hundreds
    /// of cells with few items each.
    static ZEROS: RefCell<Option<Counts>> = const { RefCell::new(None) };
}

/// Counters for these keys, all zero.
fn zeros(keys: &KeySpace) -> Counts {
    let mut counts = ZEROS.take().unwrap_or_else(|| Counts::of_keys(0));
    counts.resize(keys);
    counts
}

/// The positive counts by rising key; the counters are kept for the next cell.
fn taken(mut counts: Counts) -> Vec<(u32, u64)> {
    let taken = counts.take();
    ZEROS.set(Some(counts));
    taken
}

/// Makes the whole drops of a stage that are not among those made `before`, and adds them up.
fn simulate_drops(
    forge: &dyn Forge,
    cell: Cell,
    before: Option<&SimulatedDrops>,
    stage: usize,
    cancel: &CancelToken,
) -> Result<SimulatedDrops, Cancelled> {
    let mut counts = zeros(forge.keys());
    for shard in new_shards(Made::Drops, cell, before, stage) {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        forge.run(cell, shard.drops, &mut shard.stream(SEED), &mut counts);
    }
    let counts = merged(before.map_or(&[], |before| &before.counts), &taken(counts));
    let drops = Made::Drops.at(stage);
    Ok(SimulatedDrops { stage, made: drops, drops, counts, pilot: None })
}

/// Makes the items of a stage that are not among those made `before`, and counts them as so many drops as have
/// that many such items. Special artifacts, whose chance is known, are counted as often as these drops have them.
fn simulate_items(
    (forge, sampler): (&dyn Forge, &dyn KindSampler),
    cell: Cell,
    before: Option<&SimulatedDrops>,
    stage: usize,
    cancel: &CancelToken,
) -> Result<SimulatedDrops, Cancelled> {
    let items = Made::Items.at(stage);
    let per_drop = sampler.items_per_drop();
    let artifacts = |drops: u64| {
        sampler.artifacts_per_drop().iter().map(move |(key, chance)| (*key, (drops as f64 * chance).round() as u64))
    };
    let mut counts = zeros(forge.keys());
    // Where no such item drops, there are artifacts among as many drops at most.
    let drops = if per_drop > 0.0 { (items as f64 / per_drop).round() as u64 } else { items };
    for shard in new_shards(Made::Items, cell, before, stage).filter(|_| per_drop > 0.0) {
        let random = &mut shard.stream(SEED);
        sampler.run_while(shard.drops, random, &mut counts, &|| !cancel.is_cancelled())?;
    }
    let mut sums: BTreeMap<u32, u64> = taken(counts).into_iter().collect();
    if let Some(before) = before {
        before.counts.iter().for_each(|(key, count)| *sums.entry(*key).or_default() += count);
        artifacts(before.drops).for_each(|(key, count)| *sums.entry(key).or_default() -= count);
    }
    artifacts(drops).for_each(|(key, count)| *sums.entry(key).or_default() += count);
    let counts: Vec<(u32, u64)> = sums.into_iter().filter(|count| count.1 > 0).collect();
    let pilot = match before.and_then(|before| before.pilot.clone()) {
        None if stage == LEAST_OF_ITEMS => Some(Arc::new(Pilot { items, counts: counts.clone() })),
        pilot => pilot,
    };
    Ok(SimulatedDrops { stage, made: items, drops, counts, pilot })
}

/// The pieces of a stage that are not among those made before.
fn new_shards(made: Made, cell: Cell, before: Option<&SimulatedDrops>, stage: usize) -> impl Iterator<Item = Shard> {
    let first = before.map_or(0, |before| made.pieces(before.stage));
    (first..made.pieces(stage)).map(move |piece| Shard { cell, piece: made.stream(piece), drops: made.size(piece) })
}

/// The sums by key of two lists by rising key.
fn merged(one: &[(u32, u64)], two: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut sums = Vec::with_capacity(one.len().max(two.len()));
    let (mut one, mut two) = (one.iter().copied().peekable(), two.iter().copied().peekable());
    loop {
        let next = match (one.peek(), two.peek()) {
            (Some(first), Some(second)) if first.0 == second.0 => {
                let sum = (first.0, first.1 + second.1);
                one.next();
                two.next();
                Some(sum)
            }
            (Some(first), Some(second)) if first.0 > second.0 => two.next(),
            (Some(_), _) => one.next(),
            (None, _) => two.next(),
        };
        match next {
            Some(entry) => sums.push(entry),
            None => return sums,
        }
    }
}

#[cfg(test)]
mod tests {
    use affixboard_model::{batch::Metric, catalog::KindId};

    use super::*;
    use crate::starter;

    #[test]
    fn lists_are_added_by_key() {
        assert_eq!(merged(&[(1, 2), (5, 1)], &[(0, 4), (5, 3), (9, 1)]), [(0, 4), (1, 2), (5, 4), (9, 1)]);
        assert_eq!(merged(&[], &[(7, 1)]), [(7, 1)]);
        assert_eq!(merged(&[(7, 1)], &[]), [(7, 1)]);
    }

    /// Items made alone stand for as many drops as have so many of them.
    #[test]
    fn items_of_a_type_stand_for_drops() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let forge = starter.loaded.model.forge();
        let cell = Cell { depth: 20, quality: 2, kind: None };
        let whole = simulate_drops(forge.as_ref(), cell, None, 4, &CancelToken::default()).expect("to the end");
        let samples = forge.kind_samples().expect("samples");
        let mut kinds = starter.loaded.catalog.kinds_of(23);
        kinds.sort_unstable();
        let of = |kinds: &[KindId], before: Option<&SimulatedDrops>, stage| {
            let sampler = samples.sampler(cell, kinds);
            simulate_items((forge.as_ref(), sampler.as_ref()), cell, before, stage, &CancelToken::default())
                .expect("to the end")
        };
        let alone = of(&kinds, None, 3);
        assert_eq!(alone.made, 1 << 18);
        assert_eq!(
            of(&kinds, Some(&of(&kinds, Some(&of(&kinds, None, 0)), 2)), 3),
            alone,
            "whichever way it was reached"
        );
        let items = |drops: &SimulatedDrops| {
            let is_theirs = |key: u32| {
                let key = forge.keys().key(key);
                key.metric == Metric::KIND && key.kind.is_some_and(|kind| kinds.contains(&kind))
            };
            drops.counts.iter().filter(|(key, _)| is_theirs(*key)).map(|(_, count)| *count).sum::<u64>()
        };
        let (share, expected) = (items(&whole) as f64 / whole.drops as f64, items(&alone) as f64 / alone.drops as f64);
        // Five standard deviations of the share of whole drops.
        let most = 5.0 * (expected / whole.drops as f64).sqrt();
        assert!((share - expected).abs() < most && share > 0.01, "{share} {expected}");
        assert!(alone.drops > alone.made && items(&alone) >= alone.made, "{} {}", alone.drops, alone.made);
        // Where no such item drops there are none.
        let none = of(&[], None, 0);
        assert_eq!((none.made, none.drops, none.counts.len()), (256, 256, 0));
    }

    /// 2,048 drops, 14,336 and four times 65,536 are 278,528.
    #[test]
    fn a_stage_is_the_same_whichever_way_it_was_reached() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let forge = starter.loaded.model.forge();
        let cell = Cell { depth: 20, quality: 2, kind: None };
        let make = |before: Option<&SimulatedDrops>, stage| {
            simulate_drops(forge.as_ref(), cell, before, stage, &CancelToken::default()).expect("to the end")
        };
        let stepwise = make(Some(&make(Some(&make(None, 0)), 1)), 3);
        assert_eq!(stepwise.drops, 278_528);
        assert_eq!(stepwise, make(None, 3));
        // Each drop is of one kind.
        let kinds: u64 = stepwise
            .counts
            .iter()
            .filter(|(key, _)| forge.keys().key(*key).metric == Metric::KIND)
            .map(|(_, count)| count)
            .sum();
        assert!(kinds <= 278_528 && kinds > 270_000, "{kinds}");
    }
}
