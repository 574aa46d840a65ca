//! Running the shards of a plan in parallel. Which thread runs which shard doesn't matter to the result.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use affixboard_core::{
    batch::{CellTally, Counts, Shard, run_shard},
    game::Forge,
};

/// How far a run is; shared with whoever shows it or stops it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// What is done so far: drops of a batch, cells of a computation.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts what was done.
    pub fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    /// Asks the run to end after what is under way.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Runs shards on the pool. Each finished shard is handed to `finished`, from whichever thread ran it.
/// True if all were run, false if the run was stopped before.
pub fn run(
    pool: &rayon::ThreadPool,
    forge: &dyn Forge,
    seed: u64,
    shards: &[Shard],
    progress: &Progress,
    finished: &(dyn Fn(&Shard, CellTally) + Sync),
) -> bool {
    let next = AtomicUsize::new(0);
    // Each thread takes the next shard when it is done with one, so that its counters are made once.
    pool.broadcast(|_| {
        let mut counts = Counts::new(forge.keys());
        while !progress.is_stopped() {
            let Some(shard) = shards.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            finished(shard, run_shard(forge, shard, seed, &mut counts));
            progress.add(shard.drops);
        }
    });
    !progress.is_stopped()
}

#[cfg(test)]
mod tests {
    use std::{num::NonZeroU64, sync::Mutex};

    use affixboard_core::{
        batch::{Detail, Plan, Tally},
        game::Switches,
    };

    use super::*;
    use crate::starter;

    fn tally(threads: usize) -> Tally {
        let starter = &starter::all()[0];
        let forge = starter.loaded.model.forge();
        let plan = Plan {
            depths: vec![1, 30, 100],
            qualities: vec![0, 1, 2],
            kinds: Vec::new(),
            drops: NonZeroU64::new(150_000).expect("positive"),
            seed: 42,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let tally = Mutex::new(Tally::default());
        let shards: Vec<_> = plan.shards().collect();
        let progress = Progress::default();
        let all = run(&pool, forge.as_ref(), plan.seed, &shards, &progress, &|shard, piece| {
            tally.lock().expect("no panic").add(shard.cell, &piece);
        });
        assert!(all && progress.done() == plan.total_drops());
        tally.into_inner().expect("no panic")
    }

    #[test]
    fn the_same_seed_gives_the_same_tally_on_any_number_of_threads() {
        let one = tally(1);
        assert_eq!(one, tally(4));
        assert_eq!(one, tally(2));
        assert_eq!(one, tally(8));
    }

    #[test]
    fn a_stopped_run_says_so() {
        let starter = &starter::all()[0];
        let forge = starter.loaded.model.forge();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
        let progress = Progress::default();
        progress.stop();
        let plan = Plan {
            depths: vec![1],
            qualities: vec![0],
            kinds: Vec::new(),
            drops: NonZeroU64::new(10).expect("positive"),
            seed: 1,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let shards: Vec<_> = plan.shards().collect();
        assert!(!run(&pool, forge.as_ref(), 1, &shards, &progress, &|_, _| {}));
    }
}
