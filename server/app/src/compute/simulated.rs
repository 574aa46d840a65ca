//! Drops simulated for sheets of chances: numbers at once, and closer ones where computing leaves a wide error bound.
//!
//! A cell is simulated in stages, each of some pieces more. A piece is a shard with a fixed number of drops and a stream of
//! its own, so that a stage's counts are the same on every machine, whoever asks, in whatever order.

use std::sync::Arc;

use affixboard_core::{
    batch::{Cell, Counts, Shard},
    game::{Cancelled, Forge},
};
use tracing::error;

use super::{CancelToken, Priority, Scheduler, SingleFlight, cell_key::CellKey};
use crate::{
    byte_cache::{ByteCache, byte_cache},
    library::OpenRevision,
};

/// Seed of all drops simulated for sheets.
pub(super) const SEED: u64 = 1;
/// Number of pieces that a cell has at each stage: some 2 thousand drops, 16 thousand, 80 thousand, 280 thousand, 1 million,
/// 8 million.
const PIECES: [u32; 6] = [1, 2, 3, 6, 18, 130];
/// The last stage of numbers that somebody looks at. Builds for debugging make drops some ten times slower and leave out the
/// last one.
const LAST_STAGE: usize = if cfg!(debug_assertions) { 4 } else { 5 };
/// The bytes of one cell, about.
const USUAL_BYTES: u64 = 100 << 10;

/// The stages a sheet goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stages {
    /// The first one, whose numbers are waited for.
    pub(super) first: usize,
    /// The last one, after which numbers get no closer.
    pub(super) last: usize,
    /// The stage of cells that are computed precisely, whose numbers the sheet holds against the drops.
    pub(super) check: Option<usize>,
}

impl Stages {
    /// Of sheets with a number of each cell.
    pub const OF_CELLS: Stages = Stages { first: 1, last: LAST_STAGE, check: Some(2) };
    /// Of dives, which sum hundreds of cells.
    pub const OF_DIVES: Stages = Stages { first: 0, last: 2, check: None };
    /// Of effects, which compare single cells.
    pub const OF_EFFECTS: Stages = Stages { first: 3, last: LAST_STAGE, check: None };
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

/// Number of drops of a cell at a stage.
pub(super) fn drops_at(stage: usize) -> u64 {
    (0..PIECES[stage]).map(drops_of).sum()
}

/// What simulated drops of a cell carried.
#[derive(Debug, PartialEq, Eq)]
pub struct SimulatedDrops {
    /// Position in the stages.
    pub stage: usize,
    /// Number of drops.
    pub drops: u64,
    /// (Key, count) by rising key, of the forge of that [`OpenRevision`].
    pub counts: Vec<(u32, u64)>,
}

fn bytes_of(_: &CellKey, drops: &Arc<SimulatedDrops>) -> u64 {
    (size_of::<CellKey>() + 256 + drops.counts.capacity() * size_of::<(u32, u64)>()) as u64
}

type Cells = ByteCache<CellKey, Arc<SimulatedDrops>>;

/// The cells that were simulated, and the simulating of others.
pub(super) struct SimulationCache {
    cells: Arc<Cells>,
    under_way: SingleFlight<(CellKey, usize), Arc<SimulatedDrops>>,
    scheduler: Arc<Scheduler>,
}

impl SimulationCache {
    /// An empty cache of so many bytes, whose drops are made by that scheduler.
    pub(super) fn new(scheduler: Arc<Scheduler>, bytes: u64) -> SimulationCache {
        let cells = byte_cache(bytes, USUAL_BYTES, bytes_of);
        SimulationCache { cells: Arc::new(cells), under_way: SingleFlight::default(), scheduler }
    }

    /// The drops made so far of a depth and drop quality.
    pub(super) fn known(&self, open: &OpenRevision, depth: u32, quality: u8) -> Option<Arc<SimulatedDrops>> {
        self.cells.get(&CellKey::of(open, depth, quality))
    }

    /// The drops of a depth and drop quality at a stage or a later one, made unless they are known. Asked for by several at
    /// once they are made once; whoever stops waiting cancels them. `None` where that failed.
    pub(super) async fn at_stage(
        &self,
        open: &Arc<OpenRevision>,
        (depth, quality): (u32, u8),
        stage: usize,
        priority: Priority,
    ) -> Option<Arc<SimulatedDrops>> {
        let key = CellKey::of(open, depth, quality);
        let known = || self.cells.get(&key).filter(|drops| drops.stage >= stage);
        let flight = (key.clone(), stage);
        let start = |publisher: super::Publisher<Arc<SimulatedDrops>>| {
            let (before, open) = (self.cells.get(&key), Arc::clone(open));
            let cell = Cell { depth, quality, kind: None };
            let work =
                move |cancel: &CancelToken| simulate(open.forge.as_ref(), cell, before.as_deref(), stage, cancel);
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
                Err(_) => error!(depth = of.depth, quality = of.quality, "simulating drops for a sheet panicked"),
            })
        };
        self.under_way.get(&flight, known, start).await
    }
}

/// Makes the pieces of a stage that are not among those made `before`, and adds them up.
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
    Ok(SimulatedDrops { stage, drops, counts })
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
