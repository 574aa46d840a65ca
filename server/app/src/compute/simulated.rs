//! Drops simulated for sheets of chances: numbers at once, and closer ones where computing leaves a wide error bound.
//!
//! A cell is simulated in stages, each of some pieces more. A piece is a shard with a fixed number of drops and a stream of
//! its own, so that a stage's counts are the same on every machine, whoever asks, in whatever order. First stages are of whole
//! drops, which all item types share; the last one of a sheet about one item type makes items of that type alone.

use std::sync::Arc;

use affixboard_core::{
    batch::{Cell, Counts, Shard},
    catalog::KindId,
    game::{Cancelled, Forge, KindSamples},
};
use tracing::error;

use super::{CancelToken, Priority, Scheduler, SingleFlight, TypeCell, cell_key::CellKey};
use crate::{
    byte_cache::{ByteCache, byte_cache},
    library::OpenRevision,
};

/// Seed of all drops simulated for sheets.
pub(super) const SEED: u64 = 1;
/// Number of pieces of whole drops that a cell has at each stage: some 2 thousand drops, 16 thousand, 80 thousand,
/// 280 thousand, 1 million, 8 million.
const PIECES: [u32; 6] = [1, 2, 3, 6, 18, 130];
/// The last stage of whole drops that somebody looks at. Builds for debugging make drops some ten times slower and leave out
/// the last one.
const LAST_OF_DROPS: usize = if cfg!(debug_assertions) { 4 } else { 5 };
/// The stage after those of whole drops: items of one item type alone.
pub(super) const OF_ITEMS: usize = PIECES.len();
/// Number of pieces of [`OF_ITEMS`], and items in each.
const ITEM_PIECES: u32 = if cfg!(debug_assertions) { 1 } else { 40 };
const ITEMS_OF_PIECE: u64 = if cfg!(debug_assertions) { 1 << 18 } else { 1 << 20 };
/// Number of the first piece of items; whole drops have the streams before it.
const FIRST_ITEM_PIECE: u32 = 1 << 10;
/// The bytes of one cell, about.
const USUAL_BYTES: u64 = 100 << 10;

/// The stages a sheet goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages {
    /// The first one, whose numbers are waited for.
    pub(super) first: usize,
    /// The last one of whole drops.
    pub(super) last_of_drops: usize,
    /// Whether items of the cell's item type alone come after them.
    pub(super) of_items: bool,
    /// The stage of cells that are computed precisely, whose numbers the sheet holds against the drops.
    pub(super) check: Option<usize>,
}

impl Stages {
    /// Of sheets about one item type with a number of each cell.
    pub const OF_CELLS: Stages = Stages { first: 1, last_of_drops: 3, of_items: true, check: Some(2) };
    /// Of sheets about several item types, which share drops.
    pub const OF_TYPES: Stages = Stages { first: 1, last_of_drops: LAST_OF_DROPS, of_items: false, check: Some(2) };
    /// Of dives, which sum hundreds of cells.
    pub const OF_DIVES: Stages = Stages { first: 0, last_of_drops: 2, of_items: false, check: None };
    /// Of effects, which compare single cells.
    pub const OF_EFFECTS: Stages = Stages { first: 3, last_of_drops: 4, of_items: true, check: None };

    /// The last stage, after which numbers get no closer.
    pub(super) fn last(self) -> usize {
        if self.of_items { OF_ITEMS } else { self.last_of_drops }
    }

    /// The stages after the first.
    pub(super) fn later(self) -> impl Iterator<Item = usize> {
        (self.first + 1..=self.last_of_drops).chain(self.of_items.then_some(OF_ITEMS))
    }
}

/// Drops of a piece: few of the first ones, so that a dive through a hundred depths has numbers within some 100 ms, and so
/// has a sheet of a hundred depths.
fn drops_of(piece: u32) -> u64 {
    match piece {
        0 => 1 << 11,
        1 => (1 << 14) - (1 << 11),
        _ => 1 << 16,
    }
}

/// Number of whole drops of a cell at a stage.
fn drops_at(stage: usize) -> u64 {
    (0..PIECES[stage]).map(drops_of).sum()
}

/// Number of whole drops of the last stage that there is.
pub(super) fn most_drops() -> u64 {
    drops_at(LAST_OF_DROPS)
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
}

/// Cache key of drops: the cell, and the item type whose items alone were made.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    cell: CellKey,
    tval: Option<u16>,
}

impl Key {
    fn of(open: &OpenRevision, TypeCell { depth, quality, tval }: TypeCell, stage: usize) -> Key {
        Key { cell: CellKey::of(open, depth, quality), tval: (stage == OF_ITEMS).then_some(tval) }
    }
}

fn bytes_of(_: &Key, drops: &Arc<SimulatedDrops>) -> u64 {
    (size_of::<Key>() + 256 + drops.counts.capacity() * size_of::<(u32, u64)>()) as u64
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

    /// The drops made so far of a cell, for a sheet with these stages.
    pub(super) fn known(&self, open: &OpenRevision, cell: TypeCell, stages: Stages) -> Option<Arc<SimulatedDrops>> {
        let of_items = stages.of_items.then(|| self.cells.get(&Key::of(open, cell, OF_ITEMS))).flatten();
        of_items.or_else(|| self.cells.get(&Key::of(open, cell, 0)))
    }

    /// The drops of a cell at a stage or a later one, made unless they are known. Asked for by several at once they are made
    /// once; whoever stops waiting cancels them. `None` where that failed.
    pub(super) async fn at_stage(
        &self,
        open: &Arc<OpenRevision>,
        cell: TypeCell,
        stage: usize,
        priority: Priority,
    ) -> Option<Arc<SimulatedDrops>> {
        let key = Key::of(open, cell, stage);
        let known = || self.cells.get(&key).filter(|drops| drops.stage >= stage);
        let flight = (key.clone(), stage);
        let start = |publisher: super::Publisher<Arc<SimulatedDrops>>| {
            let (before, open) = (self.cells.get(&key), Arc::clone(open));
            let work = move |cancel: &CancelToken| {
                let at = Cell { depth: cell.depth, quality: cell.quality, kind: None };
                match open.forge.kind_samples().filter(|_| stage == OF_ITEMS) {
                    Some(samples) => {
                        let kinds = open.loaded.catalog.kinds_of(cell.tval);
                        simulate_items((open.forge.as_ref(), samples), at, kinds, cancel)
                    }
                    None => simulate(open.forge.as_ref(), at, before.as_deref(), stage.min(LAST_OF_DROPS), cancel)
                        .map(|drops| SimulatedDrops { stage, ..drops }),
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

/// Makes the pieces of a stage of whole drops that are not among those made `before`, and adds them up.
fn simulate(
    forge: &dyn Forge,
    cell: Cell,
    before: Option<&SimulatedDrops>,
    stage: usize,
    cancel: &CancelToken,
) -> Result<SimulatedDrops, Cancelled> {
    let first = before.map_or(0, |before| PIECES[before.stage]);
    let mut counts = Counts::new(forge.keys());
    let mut drops = before.map_or(0, |before| before.drops);
    for piece in first..PIECES[stage] {
        if cancel.is_cancelled() {
            return Err(Cancelled);
        }
        let shard = Shard { cell, piece, drops: drops_of(piece) };
        forge.run(cell, shard.drops, &mut shard.stream(SEED), &mut counts);
        drops += shard.drops;
    }
    let counts = merged(before.map_or(&[], |before| &before.counts), &counts.take());
    Ok(SimulatedDrops { stage, made: drops, drops, counts })
}

/// Makes items of these kinds alone, and counts them as so many drops as have that many such items. Special artifacts, whose
/// chance is known, are counted as often as these drops have them.
fn simulate_items(
    (forge, samples): (&dyn Forge, &dyn KindSamples),
    cell: Cell,
    mut kinds: Vec<KindId>,
    cancel: &CancelToken,
) -> Result<SimulatedDrops, Cancelled> {
    kinds.sort_unstable();
    let items = u64::from(ITEM_PIECES) * ITEMS_OF_PIECE;
    let per_drop = samples.items_per_drop(cell, &kinds);
    let mut counted = Vec::new();
    if per_drop > 0.0 {
        let mut counts = Counts::new(forge.keys());
        for piece in (0..ITEM_PIECES).map(|piece| FIRST_ITEM_PIECE + piece) {
            let shard = Shard { cell, piece, drops: ITEMS_OF_PIECE };
            let random = &mut shard.stream(SEED);
            samples.run_kinds_while(cell, &kinds, shard.drops, random, &mut counts, &|| !cancel.is_cancelled())?;
        }
        counted = counts.take();
    }
    // No such items among as many drops as there are items is all that can be said where none drops.
    let drops = if per_drop > 0.0 { (items as f64 / per_drop).round() as u64 } else { items };
    for (key, chance) in samples.artifacts_per_drop(cell, &kinds) {
        counted = merged(&counted, &[(key, (drops as f64 * chance).round() as u64)]);
    }
    counted.retain(|count| count.1 > 0);
    Ok(SimulatedDrops { stage: OF_ITEMS, made: items, drops, counts: counted })
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
    use affixboard_core::batch::Metric;

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
        let whole = simulate(forge.as_ref(), cell, None, 4, &CancelToken::default()).expect("to the end");
        let samples = forge.kind_samples().expect("samples");
        let kinds = starter.loaded.catalog.kinds_of(23);
        let of = |kinds: Vec<KindId>| {
            simulate_items((forge.as_ref(), samples), cell, kinds, &CancelToken::default()).expect("to the end")
        };
        let alone = of(kinds.clone());
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
        let none = of(Vec::new());
        assert_eq!((none.made, none.drops, none.counts.len()), (alone.made, alone.made, 0));
    }

    /// 2,048 drops, 14,336 and four times 65,536 are 278,528.
    #[test]
    fn a_stage_is_the_same_whichever_way_it_was_reached() {
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == "affix-branch-starter").expect("it");
        let forge = starter.loaded.model.forge();
        let cell = Cell { depth: 20, quality: 2, kind: None };
        let make = |before: Option<&SimulatedDrops>, stage| {
            simulate(forge.as_ref(), cell, before, stage, &CancelToken::default()).expect("to the end")
        };
        let stepwise = make(Some(&make(Some(&make(None, 0)), 1)), 3);
        assert_eq!((stepwise.drops, drops_at(3)), (278_528, 278_528));
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
