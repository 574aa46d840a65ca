//! Computing the chances of one cell, with threads of the scheduler that have nothing else to do.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use affixboard_model::{
    batch::{Cell, Entry},
    catalog::KindId,
    game::{Cancelled, Chance, Forge},
};

use crate::compute::{CancelToken, Priority, Scheduler, Task};

/// Fewer parts than this aren't worth another thread.
const FEWEST_PARTS: usize = 2;

/// Follows the rules in a cell, for these kinds of an item type, as long as `keep_going` says so; `None` where they can't be
/// followed. `asker` is cancelled with it: helpers ask that as well, for the asking thread may wait for one of their parts.
///
/// # Errors
/// Fails if it was stopped.
pub fn chances_of_type(
    (forge, scheduler): (&Arc<dyn Forge>, &Scheduler),
    cell: Cell,
    mut kinds: Vec<KindId>,
    tval: u16,
    (asker, keep_going): (&CancelToken, &dyn Fn() -> bool),
) -> Result<Option<Vec<Chance>>, Cancelled> {
    kinds.sort_unstable();
    let Some(exact) = forge.exact() else { return Ok(None) };
    let helpers = helpers((forge, scheduler), cell, &kinds, asker);
    let chances = exact.chances_while(cell, Some(&kinds), keep_going);
    // Helper tasks under way stop soon.
    drop(helpers);
    let mut chances = chances?;
    let keys = forge.keys();
    chances.retain(|chance: &Chance| {
        let key = keys.key(chance.key);
        match (key.kind, key.entry) {
            (Some(kind), _) => kinds.binary_search(&kind).is_ok(),
            (None, Entry::Artifact(id)) => keys.catalog().artifact(id).tval == tval,
            _ => false,
        }
    });
    chances.shrink_to_fit();
    Ok(Some(chances))
}

/// Tasks that compute the cell's parts ahead, the last ones first, for as many threads as have nothing to do. The forge keeps
/// the parts, so that whoever computes the cell finds them.
fn helpers(
    (forge, scheduler): (&Arc<dyn Forge>, &Scheduler),
    cell: Cell,
    kinds: &[KindId],
    asker: &CancelToken,
) -> Vec<Task<()>> {
    let idle = scheduler.idle_threads();
    if idle == 0 {
        return Vec::new();
    }
    let parts = forge.exact().map_or(0, |exact| exact.tasks(cell, Some(kinds)).len());
    if parts < FEWEST_PARTS {
        return Vec::new();
    }
    let left = Arc::new(AtomicUsize::new(parts));
    // One part fewer than there are, for the asking thread does some too.
    let helper = |_| {
        let (forge, kinds, left, asker) = (Arc::clone(forge), kinds.to_vec(), Arc::clone(&left), asker.clone());
        scheduler.spawn(Priority::Progressive, move |cancel| {
            let Some(exact) = forge.exact() else { return };
            let parts = exact.tasks(cell, Some(&kinds));
            let keep_going = || !cancel.is_cancelled() && !asker.is_cancelled();
            while keep_going() {
                let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
                let Ok(left) = taken else { break };
                parts[left - 1](&keep_going);
            }
        })
    };
    (0..idle.min(parts - 1)).map(helper).collect()
}
