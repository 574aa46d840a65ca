//! The numbers of sheets of chances: computed where they are, and simulated where they are not yet or only roughly.

use std::{sync::Arc, time::Duration};

use affixboard_report::{
    sheet::Method,
    sheets::{ChanceColumn, SimulatedColumn},
};
use tokio::{task::JoinSet, time::timeout};

use super::{
    CellRequest, ChanceCache, ChanceError, Chances, Prefetch, Priority, Scheduler,
    closeness::{is_precise, last_stage},
    simulated::{Made, SEED, SimulatedDrops, SimulationCache, Stages},
};
use crate::{byte_cache::CacheCounts, requester::inherited};

/// Computing alone gets this long, where it looks as if all were precisely known then; drops are simulated only for what isn't.
const COMPUTING_ALONE: Duration = Duration::from_millis(40);
/// It is looked at so often meanwhile.
const LOOKS: u32 = 4;
/// A page is answered after this time more, with what there is: late is better than without numbers.
const PATIENCE: Duration = Duration::from_secs(1);

/// Number of cells of a file that are simulated at once.
const CELLS_AT_ONCE: usize = 8;

/// Size of the cache of simulated drops, in bytes.
const SIMULATED_BYTES: u64 = 64 << 20;
/// Size of the cache of drops for dives, in bytes.
const DIVE_BYTES: u64 = 32 << 20;
/// Size of the cache of drops that computed numbers are held against, in bytes.
const CHECK_BYTES: u64 = 16 << 20;

/// What is known of an item type in a cell.
#[derive(Debug, Clone, Default)]
pub struct CellNumbers {
    /// The computed chances.
    pub chances: Option<Chances>,
    /// Simulated drops of all item types, where computed numbers are missing or have wide bounds.
    pub simulated: Option<Arc<SimulatedDrops>>,
    /// The stage of drops after which nothing closer is to come, where bounds are wide.
    pub last: usize,
}

impl CellNumbers {
    /// Whether there is any number at all.
    pub fn has_any(&self) -> bool {
        self.chances.is_some() || self.simulated.is_some()
    }

    /// Whether simulated drops can't be closer than the computed chances.
    pub fn is_precise(&self) -> bool {
        self.chances.as_ref().is_some_and(is_precise)
    }

    /// Whether nothing closer is to come.
    pub fn is_final(&self) -> bool {
        self.chances.as_ref().is_some_and(|chances| {
            is_precise(chances) || self.simulated.as_ref().is_some_and(|drops| drops.stage >= self.last)
        })
    }

    /// What simulated drops carried, for a sheet.
    pub fn simulated_column(&self) -> Option<SimulatedColumn<'_>> {
        let simulated = self.simulated.as_ref()?;
        Some(SimulatedColumn { made: simulated.made, drops: simulated.drops, counts: &simulated.counts })
    }

    /// The method of a sheet of these numbers alone.
    pub fn method(&self) -> Method {
        if self.simulated.is_some() { Method::Mixed { seed: SEED } } else { Method::Exact }
    }

    /// The column of a sheet.
    pub fn column(&self, depth: u32) -> ChanceColumn<'_> {
        ChanceColumn { depth, chances: self.chances.as_deref().map(Vec::as_slice), simulated: self.simulated_column() }
    }
}

/// Computed and simulated numbers of cells, for pages and files.
pub struct Numbers {
    exact: Arc<ChanceCache>,
    simulated: SimulationCache,
    /// Drops that precisely computed numbers are held against. Apart from the others, for these may have got to another
    /// stage before the numbers were computed, and a sheet says the same whenever it is asked for.
    checks: SimulationCache,
    /// Drops for dives, which end at an earlier stage. Apart from the others for the same reason.
    dives: SimulationCache,
}

impl Numbers {
    /// Numbers computed by that cache, and simulated by that scheduler.
    pub fn new(exact: Arc<ChanceCache>, scheduler: Arc<Scheduler>) -> Numbers {
        let simulated = SimulationCache::new(Arc::clone(&scheduler), SIMULATED_BYTES);
        let checks = SimulationCache::new(Arc::clone(&scheduler), CHECK_BYTES);
        Numbers { exact, simulated, checks, dives: SimulationCache::new(scheduler, DIVE_BYTES) }
    }

    /// The caches of simulated drops by name: how much they hold, and how often it was of use.
    pub fn cache_counts(&self) -> [(&'static str, CacheCounts); 3] {
        let caches = [("simulated", &self.simulated), ("checks", &self.checks), ("dives", &self.dives)];
        caches.map(|(name, cache)| (name, cache.counts()))
    }

    /// The drops for cells that are not precisely known.
    fn drops_for(&self, stages: Stages) -> &SimulationCache {
        if stages == Stages::OF_DIVES { &self.dives } else { &self.simulated }
    }

    /// What is known by now of each cell.
    ///
    /// # Errors
    /// Why there can be no computed chances.
    pub fn known(&self, wanted: &[CellRequest], stages: Stages) -> Result<Vec<CellNumbers>, ChanceError> {
        let of_cell = |request: &CellRequest| {
            let chances = self.exact.known(&request.0, request.1).transpose()?;
            let is_precise = chances.as_ref().is_some_and(is_precise);
            let simulated = if is_precise {
                stages.check.and_then(|_| self.checks.known(&request.0, request.1, Made::Drops))
            } else {
                self.drops_for(stages).known(&request.0, request.1, stages.made)
            };
            let last = last_stage(request.0.forge.keys(), chances.as_ref(), simulated.as_ref(), stages);
            Ok(CellNumbers { chances, simulated, last })
        };
        wanted.iter().map(of_cell).collect()
    }

    /// Computes the cells, and meanwhile simulates ever more drops of those that are not precisely known, until that is done
    /// or the guard is dropped.
    pub fn fill(self: &Arc<Numbers>, wanted: Vec<CellRequest>, stages: Stages) -> Prefetch {
        let numbers = Arc::clone(self);
        Prefetch::of(async move {
            // Whoever asks gets the error again.
            let _ = tokio::join!(numbers.exact.of_all(&wanted), numbers.narrow(&wanted, stages));
            // What was computed last may have been left with wide bounds.
            numbers.narrow(&wanted, stages).await;
            numbers.check(&wanted, stages).await;
        })
    }

    /// Waits until all is computed or a little longer until each cell has numbers; what isn't done then goes on for a while
    /// after `filling` was handed on.
    pub async fn first(self: &Arc<Numbers>, wanted: &[CellRequest], stages: Stages, filling: &mut Prefetch) {
        for look in 1..=LOOKS {
            if timeout(COMPUTING_ALONE / LOOKS, filling.done()).await.is_ok() {
                return;
            }
            if !self.is_soon_computed(wanted, look) {
                break;
            }
        }
        self.sample(wanted, stages).await;
    }

    /// Simulates the first stage of the cells that have no numbers yet, and waits for that a moment; the second one, too, where
    /// that takes no longer than the stages say.
    pub async fn sample(self: &Arc<Numbers>, wanted: &[CellRequest], stages: Stages) {
        // A cell more than there are cores, so that none waits for the next one.
        let at_once = self.exact.long_tasks_at_once() + 1;
        let simulated = self.stage((wanted, stages), stages.first, (Priority::Interactive, at_once));
        let _ = timeout(PATIENCE, simulated).await;
        if let Some(more) = stages.soon {
            let simulated = self.stage((wanted, stages), stages.first + 1, (Priority::Interactive, at_once));
            let _ = timeout(more, simulated).await;
        }
    }

    /// Whether all cells may be precisely known after the last look. Computing is slow to start: half as many as it would be at
    /// a steady pace are enough.
    fn is_soon_computed(&self, wanted: &[CellRequest], look: u32) -> bool {
        let mut computed = 0;
        for (open, cell) in wanted {
            match self.exact.known(open, *cell) {
                Some(Ok(chances)) if is_precise(&chances) => computed += 1,
                Some(_) => return false,
                None => {}
            }
        }
        computed * 2 * LOOKS as usize >= wanted.len() * look as usize
    }

    /// Everything: all cells computed, those with wide bounds simulated to the last stage, and the others as far as their
    /// check needs.
    ///
    /// # Errors
    /// Why there can be no computed chances.
    pub async fn whole(
        self: &Arc<Numbers>,
        wanted: &[CellRequest],
        stages: Stages,
    ) -> Result<Vec<CellNumbers>, ChanceError> {
        let chances = self.exact.of_all(wanted).await?;
        // Several cells at once, for the drops of one are made by one thread. What follows finds them made.
        for stage in [stages.with(0), stages.last] {
            self.stage((wanted, stages), stage, (Priority::Progressive, CELLS_AT_ONCE)).await;
        }
        let mut found = Vec::with_capacity(wanted.len());
        for ((open, cell), chances) in wanted.iter().zip(chances) {
            let at = async |drops: &SimulationCache, stage| {
                let drops = drops.at_stage(open, *cell, stage, Priority::Progressive).await;
                drops.ok_or(ChanceError::Failed)
            };
            let (mut simulated, mut last) = (None, stages.last);
            if !is_precise(&chances) {
                let drops = self.drops_for(stages);
                let first = at(drops, (stages.made, stages.with(0))).await?;
                last = last_stage(open.forge.keys(), Some(&chances), Some(&first), stages);
                simulated = Some(at(drops, (stages.made, last)).await?);
            } else if let Some(stage) = stages.check {
                simulated = Some(at(&self.checks, (Made::Drops, stage)).await?);
            }
            found.push(CellNumbers { chances: Some(chances), simulated, last });
        }
        Ok(found)
    }

    /// Simulates stage after stage of the cells that are not precisely known. The first one is made on the way of the
    /// second, so that whoever waits for the first doesn't wait in line here.
    async fn narrow(self: &Arc<Numbers>, wanted: &[CellRequest], stages: Stages) {
        for stage in stages.first + 1..=stages.last {
            self.stage((wanted, stages), stage, (Priority::Progressive, 1)).await;
        }
    }

    /// Simulates drops of the cells that are precisely known, to hold the numbers against.
    async fn check(&self, wanted: &[CellRequest], stages: Stages) {
        let Some(stage) = stages.check else { return };
        for (open, cell) in wanted {
            let known = self.exact.known(open, *cell).and_then(Result::ok);
            if known.is_some_and(|chances| is_precise(&chances)) {
                let _ = self.checks.at_stage(open, *cell, (Made::Drops, stage), Priority::Batch).await;
            }
        }
    }

    /// Simulates the cells that are not precisely known up to a stage, so many at once.
    async fn stage(
        self: &Arc<Numbers>,
        (wanted, stages): (&[CellRequest], Stages),
        stage: usize,
        (priority, at_once): (Priority, usize),
    ) {
        let mut lanes = JoinSet::new();
        for lane in 0..at_once {
            let numbers = Arc::clone(self);
            let wanted: Vec<CellRequest> = wanted.iter().skip(lane).step_by(at_once).cloned().collect();
            lanes.spawn(inherited(async move {
                for (open, cell) in &wanted {
                    let known = numbers.exact.known(open, *cell).and_then(Result::ok);
                    if !known.as_ref().is_some_and(is_precise) {
                        // Where it fails the number is missing; the reason is in the log.
                        let drops = numbers.drops_for(stages);
                        let before = drops.known(open, *cell, stages.made);
                        let last = last_stage(open.forge.keys(), known.as_ref(), before.as_ref(), stages);
                        let _ = drops.at_stage(open, *cell, (stages.made, stage.min(last)), priority).await;
                    }
                }
            }));
        }
        while lanes.join_next().await.is_some() {}
    }
}
