//! Running the shards of a plan in parallel. Which thread runs which shard doesn't matter to the result.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use affixboard_model::{
    batch::{BatchPlan, CellTally, Counts, Shard, SubjectPlan, run_shard_while, run_subject},
    game::{Cancelled, Forge, Loaded, SubjectRules},
};
use tokio::sync::Notify;

use super::{OrderedMap, Scheduler, TaskError, par_map_ordered, scheduler::Priority};

/// How far a run is; shared with whoever shows it or stops it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
    stopped: Notify,
}

impl Progress {
    /// Units of work done so far: drops of a batch, cells of a computation.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Counts what was done.
    pub fn add(&self, done: u64) {
        self.done.fetch_add(done, Ordering::Relaxed);
    }

    /// Asks the run to end; shards under way that aren't done soon are dropped.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stopped.notify_waiters();
    }

    /// Waits until it is asked to end.
    pub async fn stopped(&self) {
        // From before the look, so that no end is missed between the two.
        let stopped = self.stopped.notified();
        if !self.is_stopped() {
            stopped.await;
        }
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Shards under way.
pub struct ShardRun(OrderedMap<Shard, Option<(Shard, CellTally)>>);

/// What shards are of.
#[derive(Clone)]
pub enum ShardSource {
    /// Drops of a forge, by a seed.
    Drops(Arc<dyn Forge>, u64),
    /// Trials of a subject.
    Subject(Arc<dyn SubjectRules>, Arc<SubjectPlan>),
}

impl ShardSource {
    /// What the shards of a plan are of; `None` where the files don't have its subject. `forge` is for the plan's detail.
    pub fn of(plan: &BatchPlan, loaded: &Loaded, forge: &Arc<dyn Forge>) -> Option<ShardSource> {
        match plan {
            BatchPlan::Drops(plan) => Some(ShardSource::Drops(Arc::clone(forge), plan.seed)),
            BatchPlan::Subject(plan) => {
                let rules = loaded.model.subjects().iter().find(|rules| rules.spec().name == plan.subject)?;
                Some(ShardSource::Subject(Arc::clone(rules), Arc::new(plan.clone())))
            }
        }
    }

    /// The number of keys that counts can have.
    pub fn keys(&self) -> usize {
        match self {
            ShardSource::Drops(forge, _) => forge.keys().len(),
            ShardSource::Subject(rules, _) => rules.rows().len(),
        }
    }

    /// Counters for its shards, all zero.
    pub fn counters(&self) -> Counts {
        match self {
            ShardSource::Drops(forge, _) => Counts::new(forge.keys()),
            ShardSource::Subject(rules, _) => Counts::of_keys(rules.rows().len()),
        }
    }

    /// Runs a shard, as long as `keep_going` returns true. `counts` must be all zero, and is again afterwards.
    ///
    /// # Errors
    /// [`Cancelled`] if it returned false before all was made, or if the shard is of another plan.
    pub fn run(
        &self,
        shard: &Shard,
        counts: &mut Counts,
        keep_going: &dyn Fn() -> bool,
    ) -> Result<CellTally, Cancelled> {
        match self {
            ShardSource::Drops(forge, seed) => run_shard_while(forge.as_ref(), shard, *seed, counts, keep_going),
            ShardSource::Subject(rules, plan) => {
                // A shard of another plan has nothing to make.
                let piece = plan.piece(shard).ok_or(Cancelled)?;
                let counts = run_subject(rules.as_ref(), &piece, plan.seed, counts, keep_going)?;
                Ok(CellTally { drops: shard.drops, counts })
            }
        }
    }
}

/// Runs shards, one task each, in the background until the run is dropped or stopped.
pub fn run_shards(
    scheduler: &Arc<Scheduler>,
    source: ShardSource,
    shards: Vec<Shard>,
    progress: &Arc<Progress>,
) -> ShardRun {
    let made = Arc::clone(progress);
    // Counters without counts, made once for each thread.
    let counters: Mutex<Vec<Counts>> = Mutex::default();
    let pieces = par_map_ordered(scheduler, Priority::Batch, shards.into_iter(), move |shard: Shard, cancel| {
        let keep_going = || !made.is_stopped() && !cancel.is_cancelled();
        if !keep_going() {
            return None;
        }
        let known = counters.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut counts = known.unwrap_or_else(|| source.counters());
        let piece = source.run(&shard, &mut counts, &keep_going).ok();
        counters.lock().unwrap_or_else(PoisonError::into_inner).push(counts);
        if piece.is_some() {
            made.add(shard.drops);
        }
        piece.map(|piece| (shard, piece))
    });
    ShardRun(pieces)
}

impl ShardRun {
    /// The next shard that is finished, in the order of the shards; `None` after the last, and where the run was stopped
    /// after those that had begun.
    ///
    /// # Errors
    /// Fails if running it panicked, or if the scheduler was shut down.
    pub async fn next(&mut self) -> Option<Result<(Shard, CellTally), TaskError>> {
        loop {
            match self.0.next().await? {
                Ok(Some(piece)) => return Some(Ok(piece)),
                // It was not done when the run was stopped; those after it may be.
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// The same for a thread that is no thread of the scheduler or of the asynchronous runtime.
    ///
    /// # Errors
    /// As [`ShardRun::next`].
    pub fn wait_next(&mut self) -> Option<Result<(Shard, CellTally), TaskError>> {
        loop {
            match self.0.wait_next()? {
                Ok(Some(piece)) => return Some(Ok(piece)),
                Ok(None) => {}
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use affixboard_model::{
        batch::{Detail, Plan, Tally},
        game::Switches,
    };

    use super::*;
    use crate::starter;

    fn tally(threads: usize) -> Tally {
        let starter = &starter::all()[0];
        let forge = starter.loaded.model.forge();
        let plan = Plan {
            target: None,
            depths: vec![1, 30, 100],
            qualities: vec![0, 1, 2],
            kinds: Vec::new(),
            drops: NonZeroU64::new(150_000).expect("positive"),
            seed: 42,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let scheduler = Scheduler::new(threads).expect("threads");
        let mut tally = Tally::default();
        let progress = Arc::default();
        let mut run = run_shards(&scheduler, ShardSource::Drops(forge, plan.seed), plan.shards().collect(), &progress);
        while let Some(finished) = run.wait_next() {
            let (shard, piece) = finished.expect("a shard");
            tally.add(shard.cell, &piece);
        }
        assert!(!progress.is_stopped() && progress.done() == plan.total_drops());
        tally
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
        let scheduler = Scheduler::new(1).expect("threads");
        let progress: Arc<Progress> = Arc::default();
        progress.stop();
        let plan = Plan {
            target: None,
            depths: vec![1],
            qualities: vec![0],
            kinds: Vec::new(),
            drops: NonZeroU64::new(10).expect("positive"),
            seed: 1,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let source = ShardSource::Drops(forge, 1);
        assert!(run_shards(&scheduler, source, plan.shards().collect(), &progress).wait_next().is_none());
        assert_eq!(progress.done(), 0);
    }
}
