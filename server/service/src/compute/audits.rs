//! Audits of done batches: computed in the background, one after the other, and kept while they are in use.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use affixboard_inquiry::audit::{Audit, Verdict, compare};
use affixboard_model::batch::{Cell, Tally};
use affixboard_report::audit::{Detectable, detectable_shares};
use affixboard_store::{Batch, BatchId, Store};
use thiserror::Error;
use tokio::sync::watch;
use tracing::error;

use super::{CellError, CellParts, Priority, Progress, Scheduler, turns::Turns};
use crate::{
    library::OpenRevision,
    requester::{Requester, inherited},
};

/// False alarm rate of an audit: the probability that it finds a disagreement where there is none.
pub const FALSE_ALARMS: f64 = 0.001;
/// Maximum number of comparisons kept per audit, the most suspicious ones: some hundred kilobytes.
pub const COMPARISONS: usize = 5000;
/// Number of audits kept that have ended; the least recently used is dropped.
const KEPT: usize = 12;
/// Maximum number of audits running or queued, of one requester and of all.
const MOST_OF_ONE: usize = 8;
const MOST_WAITING: usize = 64;
/// An audit that nobody looked at for so long ends unfinished; it goes on from there when it is asked for again. Pages ask
/// every two seconds, with and without scripts.
const PATIENCE: Duration = Duration::from_secs(5);

/// The result of a finished audit.
#[derive(Debug)]
pub struct AuditResult {
    /// The comparisons of counts with computed chances.
    pub verdict: Verdict,
    /// The power of the audit: the smallest differences it could have detected, at several chances.
    pub told: Vec<Detectable>,
    /// Drops of the cell that has the fewest.
    pub drops: u64,
}

/// Why an audit has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum AuditError {
    /// The rules can't be followed without sampling.
    #[error("chances of this game are not computed")]
    NotComputed,
    /// Nobody wanted it any more, or the program stops; asked for again it goes on.
    #[error("it was ended")]
    Ended,
    /// It failed.
    #[error("it failed")]
    Failed,
}

/// The end of an audit: its result, or the reason why it has none.
pub type AuditOutcome = Result<Arc<AuditResult>, AuditError>;

/// An audit, under way or at its end.
pub struct AuditRun {
    /// Who asked for it first.
    of: Option<Requester>,
    parts: CellParts,
    progress: Arc<Progress>,
    /// The progress of an audit that was ended early, from which the next run resumes.
    unfinished: Mutex<Option<Unfinished>>,
    /// When somebody last looked.
    seen: Mutex<Instant>,
    outcome: watch::Sender<Option<AuditOutcome>>,
}

/// The cells that are compared already, the first ones of the tally.
struct Unfinished {
    audit: Audit,
    cells: usize,
}

impl AuditRun {
    /// The audit of a done batch, resumed from what an earlier run finished.
    fn new(of: Option<Requester>, batch: &Batch, open: &OpenRevision, unfinished: Option<Unfinished>) -> AuditRun {
        let mut cells: Vec<Cell> = batch.plan.cells().collect();
        // As they are in the tally.
        cells.sort_unstable();
        let parts = CellParts::new(&open.loaded, &cells, None);
        let progress = Arc::<Progress>::default();
        let compared = unfinished.as_ref().map_or(0, |unfinished| unfinished.cells);
        progress.add(parts.of_cells(compared) as u64);
        AuditRun {
            of,
            parts,
            progress,
            unfinished: Mutex::new(unfinished),
            seen: Mutex::new(Instant::now()),
            outcome: watch::Sender::new(None),
        }
    }

    /// Number of parts to compute.
    pub fn total(&self) -> u64 {
        self.parts.total()
    }

    /// Number of parts computed. Each call restarts the time after which an unwatched audit ends (`PATIENCE`).
    pub fn look(&self) -> u64 {
        *locked(&self.seen) = Instant::now();
        self.progress.done()
    }

    /// The outcome, where there is one.
    pub fn outcome(&self) -> Option<AuditOutcome> {
        self.outcome.borrow().clone()
    }

    /// Returns with the outcome when there is one.
    ///
    /// # Errors
    /// The error of the audit.
    pub async fn ended(&self) -> AuditOutcome {
        let mut receiver = self.outcome.subscribe();
        let outcome = receiver.wait_for(Option::is_some).await;
        outcome.ok().and_then(|outcome| outcome.clone()).unwrap_or(Err(AuditError::Ended))
    }

    fn is_forgotten(&self, patience: Duration) -> bool {
        locked(&self.seen).elapsed() > patience
    }
}

/// The audits of a running program.
pub struct Audits {
    store: Store,
    scheduler: Arc<Scheduler>,
    turns: Arc<Turns>,
    kept: Mutex<VecDeque<(BatchId, Arc<AuditRun>)>>,
    stopped: watch::Receiver<bool>,
    patience: Duration,
}

impl Audits {
    /// None yet.
    pub fn new(store: Store, scheduler: Arc<Scheduler>, stopped: watch::Receiver<bool>) -> Arc<Audits> {
        Audits::with(store, scheduler, stopped, PATIENCE)
    }

    fn with(
        store: Store,
        scheduler: Arc<Scheduler>,
        stopped: watch::Receiver<bool>,
        patience: Duration,
    ) -> Arc<Audits> {
        Arc::new(Audits { store, scheduler, turns: Turns::new(1), kept: Mutex::default(), stopped, patience })
    }

    /// The audit of a done batch, which begins unless it is known; `None` where too many others wait. `open` is the batch's
    /// revision, by the rules of its plan.
    pub fn of(self: &Arc<Audits>, batch: &Batch, open: &Arc<OpenRevision>) -> Option<Arc<AuditRun>> {
        let mut kept = locked(&self.kept);
        if let Some(at) = kept.iter().position(|(id, run)| *id == batch.id && !is_to_begin_anew(run)) {
            let known = kept.remove(at)?;
            let run = Arc::clone(&known.1);
            kept.push_front(known);
            run.look();
            return Some(run);
        }
        let before = kept.iter().position(|(id, _)| *id == batch.id).and_then(|at| kept.remove(at));
        let of = Requester::current();
        let waiting = kept.iter().filter(|(_, run)| run.outcome().is_none());
        let (all, own) = waiting.fold((0, 0), |(all, own), (_, run)| (all + 1, own + usize::from(run.of == of)));
        if all >= MOST_WAITING || own >= MOST_OF_ONE {
            return None;
        }
        let unfinished = before.and_then(|(_, run)| locked(&run.unfinished).take());
        let run = Arc::new(AuditRun::new(of, batch, open, unfinished));
        kept.push_front((batch.id, Arc::clone(&run)));
        while kept.iter().filter(|(_, run)| run.outcome().is_some()).count() > KEPT {
            let Some(at) = kept.iter().rposition(|(_, run)| run.outcome().is_some()) else { break };
            kept.remove(at);
        }
        drop(kept);
        let (audits, id, open) = (Arc::clone(self), batch.id, Arc::clone(open));
        let begun = Arc::clone(&run);
        tokio::spawn(inherited(async move {
            let outcome = audits.compute(id, open, &begun).await;
            begun.outcome.send_replace(Some(outcome));
        }));
        Some(run)
    }

    async fn compute(self: &Arc<Audits>, id: BatchId, open: Arc<OpenRevision>, run: &Arc<AuditRun>) -> AuditOutcome {
        let _turn = self.turns.wait(run.of).await;
        if self.is_over(run) {
            return Err(AuditError::Ended);
        }
        let tally = self.store.tally(id).await.map_err(|error| {
            error!(batch = %id, %error, "an audit can't read its batch");
            AuditError::Failed
        })?;
        self.compare(tally, open, run).await
    }

    fn is_over(&self, run: &AuditRun) -> bool {
        *self.stopped.borrow() || run.is_forgotten(self.patience)
    }

    /// Computes the chances of each cell and compares.
    async fn compare(&self, tally: Tally, open: Arc<OpenRevision>, run: &AuditRun) -> AuditOutcome {
        let one_affix = open.loaded.game.words().one_affix;
        let begun = locked(&run.unfinished).take();
        let Unfinished { mut audit, mut cells } =
            begun.unwrap_or_else(|| Unfinished { audit: Audit::new(FALSE_ALARMS, COMPARISONS), cells: 0 });
        let mut computing = run.parts.compute(&self.scheduler, Priority::Batch, cells, &open.forge, &run.progress);
        let drops = tally.cells.values().map(|cell| cell.drops).min().unwrap_or(0);
        let mut counted = tally.cells.into_iter().skip(cells);
        loop {
            let (cell, chances) = match computing.next(|| self.is_over(run)).await {
                Ok(Some(cell)) => cell,
                Ok(None) => break,
                Err(CellError::Stopped) => {
                    *locked(&run.unfinished) = Some(Unfinished { audit, cells });
                    return Err(AuditError::Ended);
                }
                Err(CellError::Failed(_)) => return Err(AuditError::Failed),
            };
            let chances = chances.ok_or(AuditError::NotComputed)?;
            let (_, counted) = counted.next().filter(|counted| counted.0 == cell).ok_or(AuditError::Failed)?;
            let open = Arc::clone(&open);
            let comparing = self.scheduler.spawn(Priority::Batch, move |_| {
                let keys = open.forge.keys();
                audit.add(keys, compare(keys, one_affix, cell, &counted, &chances));
                audit
            });
            audit = comparing.await.map_err(|_| AuditError::Failed)?;
            cells += 1;
        }
        let finishing = self.scheduler.spawn(Priority::Batch, move |_| {
            let verdict = audit.finish();
            let told = detectable_shares(&verdict, drops);
            Arc::new(AuditResult { verdict, told, drops })
        });
        finishing.await.map_err(|_| AuditError::Failed)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether another attempt may have another end.
fn is_to_begin_anew(run: &AuditRun) -> bool {
    matches!(run.outcome(), Some(Err(AuditError::Ended | AuditError::Failed)))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use affixboard_model::{
        batch::{CellTally, Counts, Detail, Plan, run_shard},
        game::Switches,
    };
    use affixboard_store::{MadeBy, NewBatch, NewRevision, StoredKey, TallyKeys};

    use super::*;
    use crate::{
        library::{Library, Reading},
        starter,
    };

    fn scheduler() -> Arc<Scheduler> {
        Scheduler::new(2).expect("threads")
    }

    /// A done batch of a starter edition, in a database of its own.
    async fn done(slug: &str) -> (tempfile::TempDir, Store, Batch, Arc<OpenRevision>) {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("affixboard.db")).await.expect("a database");
        let all = starter::all();
        let starter = all.iter().find(|starter| starter.slug == slug).expect("a starter edition");
        let new = NewRevision {
            slug,
            title: &starter.title,
            loaded: &starter.loaded,
            made_by: MadeBy::Starter,
            by: None,
            note: "",
            now_ms: 0,
        };
        store.import(new).await.expect("imported");
        let revision = store.revision(slug, None).await.expect("an answer").expect("it");
        let plan = Plan {
            target: None,
            depths: vec![10, 20],
            qualities: vec![2],
            kinds: Vec::new(),
            drops: NonZeroU64::new(1000).expect("positive"),
            seed: 1,
            switches: Switches::coded(),
            detail: Detail::Identity,
        };
        let rules_version = starter.loaded.game.rules_version();
        let new = NewBatch { revision: revision.id, plan: (&plan).into(), rules_version, by: None, now_ms: 0 };
        let id = store.create_batch(new).await.expect("planned");
        store.claim_next_batch(0).await.expect("an answer").expect("the batch");
        let open = Library::new(scheduler()).open(&store, revision, Reading::of(&plan)).await.expect("opened");
        let (mut counts, mut tally) = (Counts::new(open.forge.keys()), Tally::default());
        for shard in plan.shards() {
            tally.add(shard.cell, &run_shard(open.forge.as_ref(), &shard, plan.seed, &mut counts));
        }
        let keys = StoredKey::of_tally(open.forge.keys(), &tally);
        store.finish_batch(id, &tally, TallyKeys::Drops(&keys), 0).await.expect("finished");
        let batch = store.batch(id).await.expect("an answer").expect("it").of_drops().expect("drops");
        (folder, store, batch, open)
    }

    #[tokio::test]
    async fn an_audit_is_computed_once_and_kept() {
        let (_folder, store, batch, open) = done("angband-3-0-starter").await;
        let (_stop, stopped) = watch::channel(false);
        let audits = Audits::new(store, scheduler(), stopped);
        let run = audits.of(&batch, &open).expect("room");
        let audited = run.ended().await.expect("a result");
        assert!(audited.verdict.agrees() && audited.verdict.cells == 2);
        assert_eq!((run.look(), run.total()), (2, 2));
        assert!(Arc::ptr_eq(&run, &audits.of(&batch, &open).expect("it")));
    }

    #[tokio::test]
    async fn one_that_nobody_looks_at_ends_and_may_begin_anew() {
        let (_folder, store, batch, open) = done("angband-3-0-starter").await;
        let (_stop, stopped) = watch::channel(false);
        let audits = Audits::with(store, scheduler(), stopped, Duration::ZERO);
        let run = audits.of(&batch, &open).expect("room");
        assert_eq!(run.ended().await.expect_err("no patience"), AuditError::Ended);
        assert!(!Arc::ptr_eq(&run, &audits.of(&batch, &open).expect("room")));
    }

    #[tokio::test]
    async fn one_that_ended_goes_on_where_it_was() {
        let (_folder, store, batch, open) = done("angband-3-0-starter").await;
        let (_stop, stopped) = watch::channel(false);
        let whole = Audits::new(store.clone(), scheduler(), stopped.clone()).of(&batch, &open).expect("room");
        let whole = whole.ended().await.expect("a result");

        // The first cell, as if it had no counts: what is compared already isn't compared again.
        let cell = batch.plan.cells().next().expect("a cell");
        let chances = open.forge.exact().expect("chances").chances(cell, None);
        let mut audit = Audit::new(FALSE_ALARMS, COMPARISONS);
        audit.add(open.forge.keys(), compare(open.forge.keys(), true, cell, &CellTally::default(), &chances));
        let left = AuditRun::new(None, &batch, &open, Some(Unfinished { audit, cells: 1 }));
        assert_eq!((left.look(), left.total()), (1, 2));
        left.outcome.send_replace(Some(Err(AuditError::Ended)));
        let audits = Audits::new(store, scheduler(), stopped);
        locked(&audits.kept).push_front((batch.id, Arc::new(left)));

        let run = audits.of(&batch, &open).expect("room");
        let found = run.ended().await.expect("a result");
        assert_eq!((run.look(), found.verdict.cells), (2, 2));
        let of_cell = |audited: &AuditResult, depth| {
            let found = audited.verdict.found.iter().filter(|found| found.cell.depth == depth);
            found.map(|found| found.comparison).collect::<Vec<_>>()
        };
        assert!(of_cell(&found, 20) == of_cell(&whole, 20));
        assert!(of_cell(&found, 10).iter().all(|comparison| comparison.count == 0));
    }

    #[tokio::test]
    async fn the_program_stops_it_and_few_may_wait() {
        let (_folder, store, batch, open) = done("angband-3-0-starter").await;
        let (stop, stopped) = watch::channel(true);
        let audits = Audits::new(store, scheduler(), stopped);
        // Not one begins while another holds the turn.
        let turn = audits.turns.wait(None).await;
        let other = |id| Batch { id: BatchId(id), ..batch.clone() };
        let runs: Vec<_> = (10..).map_while(|id| audits.of(&other(id), &open)).take(100).collect();
        assert_eq!(runs.len(), MOST_OF_ONE);
        drop(turn);
        for run in runs {
            assert_eq!(run.ended().await.expect_err("stopped"), AuditError::Ended);
        }
        drop(stop);
    }
}
