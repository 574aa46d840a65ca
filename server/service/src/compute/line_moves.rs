//! What a step of one line moves: pools in closed form, and whole drops as differences of exact chances.

use std::sync::Arc;

use affixboard_inquiry::sensitivity::{
    LineStep, MovedCell, SteppedFiles, kinds_of_line, moved_drops, moved_pools, sort_moved, stepped,
};
use affixboard_model::{
    batch::Cell,
    catalog::Sort,
    game::{Cancelled, Chance, Forge, Loaded},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// The files as they are, with their rules.
pub type FilesAndRules = (Arc<Loaded>, Arc<dyn Forge>);

/// What a step of a line moves, the largest change first: the pools it moves where no cells are given, else the drops of these cells;
/// of each cell the line's own entry first. `None` where the rules can't compute drops. Each cell is a unit of progress. The result
/// doesn't depend on the number of threads.
///
/// # Errors
/// If the scheduler was shut down, a thread stopped, or the file can't be edited.
pub async fn line_moves(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (loaded, forge): &FilesAndRules,
    step: &Arc<LineStep>,
    cells: &[Cell],
    progress: &Arc<Progress>,
) -> anyhow::Result<Option<Vec<MovedCell>>> {
    let stopped = |_: Cancelled| anyhow!("it was called off");
    let (files, of) = (Arc::clone(loaded), Arc::clone(step));
    let after: FilesAndRules = scheduler
        .spawn(priority, move |_| {
            let after = stepped(&files, &of)?;
            let forge = after.model.forge();
            anyhow::Ok((Arc::new(after), forge))
        })
        .await??;
    let (before, of) = ((Arc::clone(loaded), Arc::clone(forge)), Arc::clone(step));
    if cells.is_empty() {
        let pools = move |cancel: &CancelToken| {
            let files = SteppedFiles {
                step: &of,
                before: &before.0,
                forge: before.1.as_ref(),
                after: &after.0,
                changed: after.1.as_ref(),
            };
            moved_pools(files, &|| !cancel.is_cancelled())
        };
        return Ok(Some(scheduler.spawn(priority, pools).await?.map_err(stopped)?));
    }
    let made = Arc::clone(progress);
    let run = move |cell: Cell, cancel: &CancelToken| {
        let keep_going = || !cancel.is_cancelled();
        let chances = |(files, forge): &FilesAndRules| chances(files, forge.as_ref(), &of, cell, &keep_going);
        let (Some(first), Some(second)) = (chances(&before)?, chances(&after)?) else { return Ok(None) };
        made.add(1);
        Ok(Some(moved_drops(&of.line, cell, (&first, before.1.keys()), (&second, after.1.keys()))))
    };
    let cells: Vec<Cell> = cells.to_vec();
    let mut running = par_map_ordered(scheduler, priority, cells.into_iter(), run);
    let mut all = Vec::new();
    while let Some(moved) = running.next().await {
        let moved: Result<Option<Vec<MovedCell>>, Cancelled> = moved?;
        let Some(moved) = moved.map_err(stopped)? else { return Ok(None) };
        all.extend(moved);
    }
    sort_moved(&mut all);
    Ok(Some(all))
}

/// The chances that a line can move: of the kinds that an affix's or theme's line is for everything, else of all kinds and artifacts,
/// for which lines of these compete.
fn chances(
    loaded: &Loaded,
    forge: &dyn Forge,
    step: &LineStep,
    cell: Cell,
    keep_going: &dyn Fn() -> bool,
) -> Result<Option<Vec<Chance>>, Cancelled> {
    let Some(exact) = forge.exact() else { return Ok(None) };
    let chances = match kinds_of_line(loaded, &step.line) {
        Some(kinds) => exact.chances_while(cell, Some(&kinds), keep_going)?,
        None if step.line.sort == Sort::KIND || step.line.sort == Sort::ARTIFACT => {
            exact.kinds_and_artifacts_while(cell, None, keep_going)?
        }
        None => return Ok(None),
    };
    Ok(Some(chances))
}
