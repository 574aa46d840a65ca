//! Computing something of each cell of a plan in parallel, and taking the results in the order of the cells.

use std::{
    collections::BTreeMap,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
};

use affixboard_core::batch::Cell;

use super::Progress;

/// Computes what `work` says of each cell on the pool, and hands it to `take` on this thread, in the order of the cells
/// whatever the threads. Each cell that was taken counts as done.
///
/// True if all were taken, false if it was stopped before.
///
/// # Errors
/// The first one of `take`, which ends the work.
pub fn in_order<T: Send, E>(
    pool: &rayon::ThreadPool,
    cells: &[Cell],
    progress: &Progress,
    work: &(dyn Fn(Cell) -> T + Sync),
    take: &mut dyn FnMut(Cell, T) -> Result<(), E>,
) -> Result<bool, E> {
    let next = AtomicUsize::new(0);
    let given_up = Progress::default();
    let is_stopped = || progress.is_stopped() || given_up.is_stopped();
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        scope.spawn(|| {
            let sender = sender;
            pool.broadcast(|_| {
                while !is_stopped() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(cell) = cells.get(at) else { break };
                    // The receiver is gone only where the work is given up.
                    let _ = sender.send((at, work(*cell)));
                }
            });
        });
        let (mut early, mut taken) = (BTreeMap::new(), 0);
        for (at, result) in receiver {
            early.insert(at, result);
            while let Some(result) = early.remove(&taken) {
                if let Err(error) = take(cells[taken], result) {
                    given_up.stop();
                    return Err(error);
                }
                taken += 1;
                progress.add(1);
            }
        }
        Ok(taken == cells.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> Vec<Cell> {
        (0..200).map(|depth| Cell { depth, quality: 0, kind: None }).collect()
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool")
    }

    #[test]
    fn results_come_in_the_order_of_the_cells() {
        for threads in [1, 2, 7] {
            let (mut got, progress) = (Vec::new(), Progress::default());
            let all = in_order(&pool(threads), &cells(), &progress, &|cell| cell.depth * 2, &mut |cell, twice| {
                got.push((cell.depth, twice));
                Ok::<_, ()>(())
            });
            assert_eq!((all, progress.done()), (Ok(true), 200));
            assert_eq!(got, (0..200).map(|depth| (depth, depth * 2)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_or_a_stop_ends_the_work() {
        let progress = Progress::default();
        let refuse = &mut |cell: Cell, ()| if cell.depth == 3 { Err("no") } else { Ok(()) };
        assert_eq!(in_order(&pool(2), &cells(), &progress, &|_| (), refuse), Err("no"));
        assert_eq!(progress.done(), 3);
        progress.stop();
        assert_eq!(in_order(&pool(2), &cells(), &progress, &|_| (), &mut |_, ()| Ok::<_, ()>(())), Ok(false));
    }
}
