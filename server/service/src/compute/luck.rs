//! How likely each drop of a dive is what is asked for.

use std::sync::Arc;

use affixboard_inquiry::{
    profile::{Drops, Finds, Known},
    questions::{ChancesApart, Question},
};
use affixboard_model::{
    batch::Cell,
    game::{Forge, Mean},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// Computes it for each depth and quality of a dive; `None` where the rules can't. The result doesn't depend on the number of threads.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn find_chances(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (forge, question): (Arc<dyn Forge>, Arc<Question>),
    cells: &[(Cell, Drops)],
    progress: &Arc<Progress>,
) -> anyhow::Result<Option<Vec<Finds>>> {
    let made = Arc::clone(progress);
    let run = move |cell: Cell, cancel: &CancelToken| {
        let apart = question.computed_apart(forge.as_ref(), cell, &|| !cancel.is_cancelled());
        made.add(1);
        apart.map_err(|_| anyhow!("it was called off"))
    };
    let all: Vec<Cell> = cells.iter().map(|of| of.0).collect();
    let mut running = par_map_ordered(scheduler, priority, all.into_iter(), run);
    let mut found = Vec::new();
    for (_, drops) in cells {
        let Some(computed) = running.next().await else { break };
        let Some(ChancesApart { others, artifacts }) = computed?? else { return Ok(None) };
        let known = |Mean { mean, bound }: Mean| Known { value: mean, bound };
        let artifacts = artifacts.into_iter().map(|(id, chance)| (id, known(chance)));
        found.push(Finds { drops: *drops, others: known(others), artifacts: artifacts.collect() });
    }
    Ok(Some(found))
}
