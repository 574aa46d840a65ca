//! Computing the chances of one cell, with cores that have nothing else to do.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use affixboard_core::{
    batch::{Cell, Entry},
    catalog::KindId,
    game::{Cancelled, Chance, Forge, ParallelTask},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{ExactError, Outcome};

/// Fewer parts than this aren't worth another thread.
const FEWEST_PARTS: usize = 2;

/// Follows the rules in a cell, for these kinds of an item type, as long as it is told to go on.
///
/// # Errors
/// Where it wasn't.
pub(super) fn compute(
    (forge, permits): (&dyn Forge, &Arc<Semaphore>),
    cell: Cell,
    mut kinds: Vec<KindId>,
    tval: u16,
    keep_going: &(dyn Fn() -> bool + Sync),
) -> Result<Outcome, Cancelled> {
    kinds.sort_unstable();
    let Some(exact) = forge.exact() else { return Ok(Err(ExactError::NotFollowed)) };
    let parts = || exact.tasks(cell, Some(&kinds));
    let mut chances = with_help(permits, parts, keep_going, || exact.chances_while(cell, Some(&kinds), keep_going))?;
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
    Ok(Ok(Arc::new(chances)))
}

/// Does something whose parts other threads do ahead, the last ones first, as far as there are permits that nobody uses.
fn with_help<'a, T>(
    permits: &Arc<Semaphore>,
    parts: impl FnOnce() -> Vec<ParallelTask<'a>>,
    keep_going: &(dyn Fn() -> bool + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let permit = || Arc::clone(permits).try_acquire_owned().ok();
    let Some(first) = permit() else { return work() };
    let parts = parts();
    if parts.len() < FEWEST_PARTS {
        drop(first);
        return work();
    }
    // One part fewer than there are, for this thread does some too.
    let free = std::iter::once(first).chain(std::iter::from_fn(permit)).take(parts.len() - 1);
    let free: Vec<OwnedSemaphorePermit> = free.collect();
    let (left, is_done) = (AtomicUsize::new(parts.len()), AtomicBool::new(false));
    let next = || {
        let keep_going = !is_done.load(Ordering::Relaxed) && keep_going();
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        taken.ok().filter(|_| keep_going).map(|left| &parts[left - 1])
    };
    let help = |permit: OwnedSemaphorePermit| {
        while let Some(part) = next() {
            part();
        }
        drop(permit);
    };
    thread::scope(|scope| {
        for permit in free {
            let help = &help;
            scope.spawn(move || help(permit));
        }
        let done = work();
        is_done.store(true, Ordering::Relaxed);
        done
    })
}
