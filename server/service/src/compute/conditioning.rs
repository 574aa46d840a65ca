//! Tables of what items carry that fulfil a condition: computed where the rules can, else drawn piece by piece until enough of these
//! items are known.

use std::sync::Arc;

use affixboard_inquiry::{
    conditioning::{CarriedTally, ConditionTable, Conditioning, DrawnFrom, compute_carried, draw_carried},
    questions::ComputeLimits,
};
use affixboard_model::{
    batch::{Cell, Stage, stages},
    game::{Cancelled, Forge},
};
use anyhow::anyhow;

use super::{CancelToken, PageRun, PageRuns, Priority, Progress, Scheduler, par_map_ordered};

/// A computed share that is known within such a part of itself needs no drawing.
const CLOSE: f64 = 0.05;

/// How much may be done for a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedEffort {
    /// Items that fulfil the condition that are aimed at.
    pub keep: u64,
    /// Items or drops that are drawn at most, at least [`affixboard_model::batch::FIRST_STAGE`].
    pub items: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// What may be computed; `None`: nothing.
    pub limits: Option<ComputeLimits>,
}

/// A table for a page; its units are items that are drawn at most.
pub type ConditionRun = PageRun<ConditionTable>;

/// Tables for pages, by all that they depend on.
pub type ConditionRuns = PageRuns<ConditionTable>;

/// The table of a cell. It doesn't depend on the number of threads. A forge that counts values is needed where the table is about
/// values.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn condition_table(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (forge, about): (&Arc<dyn Forge>, &Arc<Conditioning>),
    cell: Cell,
    effort: CarriedEffort,
    progress: &Arc<Progress>,
) -> anyhow::Result<ConditionTable> {
    let stopped = |_: Cancelled| anyhow!("it was called off");
    let (begun_forge, begun_about) = (Arc::clone(forge), Arc::clone(about));
    let begin = move |cancel: &CancelToken| {
        let Some(limits) = effort.limits else {
            return Ok(affixboard_inquiry::conditioning::ComputedCarried::default());
        };
        compute_carried(&begun_about, begun_forge.as_ref(), cell, limits, &|| !cancel.is_cancelled())
    };
    let computed = scheduler.spawn(priority, begin).await?.map_err(stopped)?;
    let needs_met = !computed.tells_given(about.sorts(), CLOSE);
    let needs_all = !computed.tells_without(about.sorts(), CLOSE);
    let mut tally = CarriedTally::default();
    if !needs_met && !needs_all {
        return Ok(ConditionTable::new(about, &computed, &[], tally));
    }
    let draws: Arc<[DrawnFrom]> = about.draws(forge.as_ref(), cell, needs_all).into();
    for Stage { first, pieces, drops, .. } in stages(effort.items) {
        let work: Vec<(u32, usize)> =
            (first..first + pieces).flat_map(|piece| (0..draws.len()).map(move |of| (piece, of))).collect();
        let (forge, about, draws_of, made) =
            (Arc::clone(forge), Arc::clone(about), Arc::clone(&draws), Arc::clone(progress));
        let run = move |(piece, of): (u32, usize), cancel: &CancelToken| {
            let from = &draws_of[of];
            let keep_going = || !cancel.is_cancelled();
            let counts = draw_carried(&about, forge.as_ref(), from, (effort.seed, piece, drops), &keep_going);
            if from.counts_met {
                made.add(drops);
            }
            counts
        };
        let mut running = par_map_ordered(scheduler, priority, work.into_iter(), run);
        while let Some(result) = running.next().await {
            tally.merge(result?.map_err(stopped)?);
        }
        // That this looks only at how many fulfil the condition tells nothing of what else they carry.
        if tally.met.kept >= effort.keep {
            break;
        }
    }
    Ok(ConditionTable::new(about, &computed, &draws, tally))
}
