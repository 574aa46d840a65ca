//! Computing something of each of many things in parallel, and taking the results in the order of the things.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
};

/// Computes what `work` says of each item on the pool, and hands it to `take` on this thread, in the order of the items
/// whatever the threads. `is_stopped` is asked before each; once it says so, nothing more is begun.
///
/// True if all were taken, false if it was stopped before.
///
/// # Errors
/// The first one of `take`, which ends the work.
pub(crate) fn in_order<I: Sync, T: Send, E>(
    pool: &rayon::ThreadPool,
    items: &[I],
    is_stopped: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(&I) -> T + Sync),
    take: &mut dyn FnMut(&I, T) -> Result<(), E>,
) -> Result<bool, E> {
    let next = AtomicUsize::new(0);
    let given_up = AtomicBool::new(false);
    let is_over = || given_up.load(Ordering::Relaxed) || is_stopped();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(|| {
            let sender = sender;
            pool.broadcast(|_| {
                while !is_over() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(at) else { break };
                    // The receiver is gone only where the work is given up.
                    let _ = sender.send((at, work(item)));
                }
            });
        });
        let (mut early, mut taken) = (BTreeMap::new(), 0);
        for (at, result) in receiver {
            early.insert(at, result);
            while let Some(result) = early.remove(&taken) {
                if let Err(error) = take(&items[taken], result) {
                    given_up.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                taken += 1;
            }
        }
        Ok(taken == items.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEMS: std::ops::Range<u32> = 0..200;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u32> = ITEMS.collect();
        for threads in [1, 2, 7] {
            let mut got = Vec::new();
            let all = in_order(&pool(threads), &items, &|| false, &|item| item * 2, &mut |item, twice| {
                got.push((*item, twice));
                Ok::<_, ()>(())
            });
            assert_eq!(all, Ok(true));
            assert_eq!(got, ITEMS.map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_or_a_stop_ends_the_work() {
        let items: Vec<u32> = ITEMS.collect();
        let mut got = Vec::new();
        let refused = in_order(&pool(2), &items, &|| false, &|_| (), &mut |item, ()| {
            got.push(*item);
            if *item == 3 { Err("no") } else { Ok(()) }
        });
        assert_eq!((refused, got), (Err("no"), vec![0, 1, 2, 3]));
        let stopped = in_order(&pool(2), &items, &|| true, &|_| (), &mut |_, ()| Err("begun"));
        assert_eq!(stopped, Ok(false));
    }
}
