//! The chance of each drop of a dive that it is what is asked for.

use std::sync::Arc;

use affixboard_inquiry::{profile::Drops, questions::Question};
use affixboard_model::{
    batch::Cell,
    game::{Forge, Mean},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// The drops of a depth and quality, the chance of each that it is what is asked for, and the bound of that chance's error.
pub type FindChance = (Drops, f64, f64);

/// Computes them for each depth and quality of a dive; `None` where the rules can't. The result doesn't depend on the number of
/// threads.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn find_chances(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (forge, question): (Arc<dyn Forge>, Arc<Question>),
    cells: &[(Cell, Drops)],
    progress: &Arc<Progress>,
) -> anyhow::Result<Option<Vec<FindChance>>> {
    let made = Arc::clone(progress);
    let run = move |cell: Cell, cancel: &CancelToken| {
        let mean = question.computed(forge.as_ref(), cell, &|| !cancel.is_cancelled());
        made.add(1);
        mean.map_err(|_| anyhow!("it was called off"))
    };
    let all: Vec<Cell> = cells.iter().map(|of| of.0).collect();
    let mut running = par_map_ordered(scheduler, priority, all.into_iter(), run);
    let mut found = Vec::new();
    for (_, drops) in cells {
        let Some(computed) = running.next().await else { break };
        let Some(Mean { mean, bound }) = computed?? else { return Ok(None) };
        found.push((*drops, mean, bound));
    }
    Ok(Some(found))
}
