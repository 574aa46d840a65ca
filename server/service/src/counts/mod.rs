//! Counts that others made, held against chances: whether the rules are those of the program that was counted, and if not, which
//! number of them would explain it.

mod fits;
mod held;
mod matched;

pub use fits::{NumberFit, number_fits};
pub use held::{HeldCounts, HeldRuns, LARGEST_COUNTS, PackedCounts, hold, pack, rules_of};
pub use matched::{Strangers, matched_cells, read_counts};

use std::sync::Arc;

use affixboard_inquiry::audit::{self, Audit, Verdict};
use affixboard_model::{
    batch::{Cell, CellTally},
    game::{Chance, Forge, Loaded},
};

use crate::compute::{CellError, CellParts, Priority, Progress, Scheduler};

/// The counts of cells, rising, and what of them the files don't have.
#[derive(Debug, Default)]
pub struct Counts {
    /// The cells.
    pub cells: Vec<(Cell, CellTally)>,
    /// Differences between the counts and the files.
    pub strangers: Strangers,
}

/// Where it is computed, and how urgent it is.
#[derive(Debug, Clone)]
pub struct Computing {
    /// The threads.
    pub scheduler: Arc<Scheduler>,
    /// How urgent.
    pub priority: Priority,
    /// Counts parts of cells.
    pub progress: Arc<Progress>,
}

impl Counts {
    /// The parts that [`Counts::hold`] computes.
    pub fn parts(&self, loaded: &Loaded) -> CellParts {
        let cells: Vec<Cell> = self.cells.iter().map(|cell| cell.0).collect();
        CellParts::new(loaded, &cells, None)
    }

    /// Compares each count with its chance, and keeps the `keep` most suspicious ones; `None` where chances aren't computed.
    ///
    /// # Errors
    /// If it was stopped, or a computation failed.
    pub async fn hold(
        &self,
        computing: &Computing,
        (loaded, forge): (&Loaded, &Arc<dyn Forge>),
        (false_alarms, keep): (f64, usize),
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Verdict>, CellError> {
        let mut auditing = Audit::new(false_alarms, keep);
        let (keys, one_affix) = (forge.keys(), loaded.game.words().one_affix);
        let mut each = |cell, tally: &CellTally, chances: &[Chance]| {
            auditing.add(keys, audit::compare(keys, one_affix, cell, tally, chances));
        };
        let computed = self.each(computing, (loaded, forge), is_stopped, &mut each).await?;
        Ok(computed.then(|| auditing.finish()))
    }

    /// Computes the chances of each cell and hands them over with its counts; false where chances aren't computed.
    async fn each(
        &self,
        computing: &Computing,
        (loaded, forge): (&Loaded, &Arc<dyn Forge>),
        is_stopped: &(dyn Fn() -> bool + Sync),
        each: &mut (dyn FnMut(Cell, &CellTally, &[Chance]) + Send),
    ) -> Result<bool, CellError> {
        let Computing { scheduler, priority, progress } = computing;
        let (keys, one_affix) = (forge.keys(), loaded.game.words().one_affix);
        let mut running = self.parts(loaded).compute(scheduler, *priority, 0, forge, progress);
        let mut all = self.cells.iter();
        while let Some((cell, chances)) = running.next(is_stopped).await? {
            let Some(((_, tally), chances)) = all.next().zip(chances) else { return Ok(false) };
            let (tally, chances) = self.strangers.merge_same_names(keys, one_affix, tally, chances);
            each(cell, &tally, &chances);
        }
        Ok(true)
    }
}
