//! Where things come from: by kind, by drop quality and depth of a dive, by monster; all of computed chances.

use std::{collections::BTreeSet, sync::Arc};

use affixboard_inquiry::{
    origins::{OriginsFound, WayShares, by_monsters, monster_cells},
    questions::{Carried, CarriedSort, ComputeLimits, Question, computed_joint},
};
use affixboard_model::{
    batch::Cell,
    catalog::KindId,
    game::{Cancelled, Forge, Loaded, Mean},
};
use anyhow::anyhow;

use super::{CancelToken, PageRun, PageRuns, Priority, Progress, Scheduler, par_map_ordered};

/// What is to be computed.
#[derive(Debug, Clone)]
pub struct OriginsWork {
    /// What comes from somewhere.
    pub question: Arc<Question>,
    /// The cells of which the ways by kind are wanted.
    pub by_kind: Vec<Cell>,
    /// Other cells of which the chance is wanted.
    pub others: Vec<Cell>,
    /// The cells of a dive with their drops.
    pub dive: Vec<(Cell, f64)>,
    /// The depths of which the ways by monster are wanted, where the files have monsters.
    pub monsters: Vec<u32>,
}

/// A computation for a page; its units are cells. `None` where the rules can't tell the chances.
pub type OriginsRun = PageRun<Option<OriginsFound>>;

/// Computations for pages, by all that they depend on.
pub type OriginsRuns = PageRuns<Option<OriginsFound>>;

/// What computing one cell gives.
type CellOrigins = (Cell, Option<Mean>, Option<WayShares<KindId>>);

/// Computes where something comes from; `None` where the rules can't tell its chances. The numbers don't depend on the number of
/// threads.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn origins(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (loaded, forge): (&Arc<Loaded>, &Arc<dyn Forge>),
    work: &OriginsWork,
    progress: &Arc<Progress>,
) -> anyhow::Result<Option<OriginsFound>> {
    let monsters = loaded.model.monster_drops();
    let met: Vec<(u32, Vec<_>)> = monsters.map_or_else(Vec::new, |monsters| {
        work.monsters.iter().map(|depth| (*depth, monster_cells(monsters, *depth))).collect()
    });
    let mut cells: BTreeSet<Cell> = work.by_kind.iter().chain(&work.others).copied().collect();
    cells.extend(work.dive.iter().map(|(cell, _)| *cell));
    cells.extend(met.iter().flat_map(|(_, cells)| cells.iter().map(|(.., cell)| *cell)));
    let by_kind: BTreeSet<Cell> = work.by_kind.iter().copied().collect();
    let (question, forge, made) = (Arc::clone(&work.question), Arc::clone(forge), Arc::clone(progress));
    let one_affix = loaded.game.words().one_affix;
    let run = move |cell: Cell, cancel: &CancelToken| -> Result<CellOrigins, Cancelled> {
        let keep_going = || !cancel.is_cancelled();
        let chance = question.computed(forge.as_ref(), cell, &keep_going)?;
        let kinds = if by_kind.contains(&cell) {
            let of = (forge.as_ref(), one_affix);
            let wanted = (cell, CarriedSort::Kind);
            computed_joint(Some(&question), of, wanted, ComputeLimits::NONE, &keep_going)?.map(|found| {
                WayShares::of_joint(found.into_iter().filter_map(|(carried, mean)| match carried {
                    Carried::Kind(kind) => Some((kind, mean)),
                    _ => None,
                }))
            })
        } else {
            None
        };
        made.add(1);
        Ok((cell, chance, kinds))
    };
    let mut running = par_map_ordered(scheduler, priority, cells.into_iter(), run);
    let mut found = OriginsFound::default();
    while let Some(result) = running.next().await {
        let (cell, chance, kinds) = result?.map_err(|_| anyhow!("it was called off"))?;
        // A chance of which only limits are known is no answer; in a dive or of a monster it may be a small part.
        let Some(chance) = chance.filter(|chance| chance.is_told() || !work.by_kind.contains(&cell)) else {
            return Ok(None);
        };
        found.chances.insert(cell, chance);
        found.kinds.extend(kinds.map(|kinds| (cell, kinds)));
    }
    if !work.dive.is_empty() {
        let ways = work.dive.iter().filter_map(|(cell, drops)| Some((*cell, *drops, *found.chances.get(cell)?)));
        found.dive = Some(WayShares::of_drops(ways));
    }
    found.monsters =
        met.iter().filter_map(|(depth, cells)| Some((*depth, by_monsters(cells, &found.chances)?))).collect();
    Ok(Some(found))
}
