//! Running balance tests: what the rules compute first, then drops in looks of rising size until a test is decided.

use std::sync::Arc;

use affixboard_inquiry::{
    balance::{
        BalanceTest, BalanceVerdict, CellMeasures, DrawnCounts, JudgedTest, Measure, compute_cell, draw_cell, judge,
    },
    gaps,
};
use affixboard_model::{
    batch::Detail,
    game::{Cancelled, Forge, Loaded},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// Drops of a piece.
const PIECE: u64 = 1 << 12;
/// Each look at the numbers has so many times as many drops as the one before.
const GROWTH: u64 = 4;

/// How much may be done for a file of tests.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BalanceEffort {
    /// Drops of a cell at most.
    pub drops: u64,
    /// Where their random numbers begin.
    pub seed: u64,
    /// The chance that any verdict is wrong by bad luck.
    pub wrong_at_most: f64,
}

impl BalanceEffort {
    /// The pieces before each look, as (first, number).
    fn looks(&self) -> Vec<(u32, u32)> {
        let most = u32::try_from(self.drops.div_ceil(PIECE)).unwrap_or(u32::MAX).max(1);
        let mut looks = vec![(0, 1)];
        let mut made = 1_u32;
        while made < most {
            let all = made.saturating_mul(GROWTH as u32).min(most);
            looks.push((made, all - made));
            made = all;
        }
        looks
    }
}

/// The edit files that tests are about, with their compiled rules.
#[derive(Clone)]
pub struct BalanceRules {
    loaded: Arc<Loaded>,
    search: Arc<gaps::Search>,
    /// Counts what items are.
    identity: Arc<dyn Forge>,
    /// Counts their values as well, where the rules can.
    full: Arc<dyn Forge>,
}

impl BalanceRules {
    /// Of these files. `search`: what a gap is.
    pub fn new(loaded: Arc<Loaded>, search: gaps::Search) -> BalanceRules {
        let identity = loaded.model.forge();
        let full = if loaded.has_values() { loaded.model.forge_for(Detail::Full) } else { Arc::clone(&identity) };
        BalanceRules { loaded, search: Arc::new(search), identity, full }
    }

    /// The forge whose keys questions of tests are about.
    pub fn full(&self) -> &Arc<dyn Forge> {
        &self.full
    }

    fn forge(&self, measure: &Measure) -> Arc<dyn Forge> {
        Arc::clone(if measure.needs_values() { &self.full } else { &self.identity })
    }
}

/// Runs a test of `of` that share the effort's chance of being wrong. The verdict doesn't depend on the number of threads.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn run_balance_test(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    rules: &BalanceRules,
    (test, of): (&Arc<BalanceTest>, usize),
    effort: BalanceEffort,
    progress: &Arc<Progress>,
) -> anyhow::Result<JudgedTest> {
    let stopped = |_: Cancelled| anyhow!("it was called off");
    if let Measure::Gaps { gap } = test.measure {
        let (rules, progress) = (rules.clone(), Arc::clone(progress));
        let find = move |cancel: &CancelToken| {
            let keep_going = || !cancel.is_cancelled();
            let found = gaps::find_while(&rules.loaded, rules.identity.as_ref(), &rules.search, &keep_going);
            progress.add(1);
            found.map(|found| found.findings.iter().filter(|of| gap.is_none_or(|gap| of.gap == gap)).count() as u64)
        };
        let number = scheduler.spawn(priority, find).await?.map_err(stopped)?;
        return Ok(judge(test, &[], Some(number)));
    }
    let forge = rules.forge(&test.measure);
    let looks = effort.looks();
    let mut cells = computed(scheduler, priority, (&forge, test), progress).await?;
    let mut judged = judge(test, &cells, None);
    // Every range of every look may be wrong.
    let catalog = &rules.loaded.catalog;
    let ranges = match test.measure {
        Measure::Each { sort, .. } => sort.number(catalog).max(1),
        _ => 1,
    };
    let wrong = effort.wrong_at_most / (of.max(1) * cells.len().max(1) * ranges * looks.len()) as f64;
    let mut drawn: Vec<DrawnCounts> = vec![DrawnCounts::default(); cells.len()];
    let known = cells.clone();
    for (first, pieces) in looks {
        if judged.verdict != BalanceVerdict::Undecided {
            break;
        }
        let open: Vec<usize> = (0..cells.len()).filter(|at| is_open(test, &cells[*at])).collect();
        let work: Vec<(usize, u32)> =
            open.iter().flat_map(|at| (first..first + pieces).map(|piece| (*at, piece))).collect();
        let (run_forge, run_test, run_cells, made) =
            (Arc::clone(&forge), Arc::clone(test), Arc::new(known.clone()), Arc::clone(progress));
        let run = move |(at, piece): (usize, u32), cancel: &CancelToken| {
            let keep_going = || !cancel.is_cancelled();
            let asked = &run_cells[at].asked;
            let place = (effort.seed, piece, PIECE);
            let counts = draw_cell(&run_test.measure, run_forge.as_ref(), asked, place, &keep_going);
            made.add(PIECE);
            counts.map(|counts| (at, counts))
        };
        let mut running = par_map_ordered(scheduler, priority, work.into_iter(), run);
        while let Some(result) = running.next().await {
            let (at, counts) = result?.map_err(stopped)?;
            drawn[at].merge(&counts);
        }
        for at in open {
            cells[at] = cells[at].with_drawn(&test.measure, &drawn[at], wrong);
        }
        judged = judge(test, &cells, None);
    }
    Ok(judged)
}

/// Whether more drops of a cell may tell more: where it doesn't decide the test alone, as it does without a trend or a dive.
fn is_open(test: &BalanceTest, cell: &CellMeasures) -> bool {
    let is_alone = test.trend.is_none() && !matches!(test.measure, Measure::Found { .. });
    let is_exact = cell.numbers.values().all(|(range, _)| range.low.to_bits() == range.high.to_bits());
    !is_exact && (!is_alone || judge(test, std::slice::from_ref(cell), None).verdict == BalanceVerdict::Undecided)
}

async fn computed(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (forge, test): (&Arc<dyn Forge>, &Arc<BalanceTest>),
    progress: &Arc<Progress>,
) -> anyhow::Result<Vec<CellMeasures>> {
    let (forge, run_test, made) = (Arc::clone(forge), Arc::clone(test), Arc::clone(progress));
    let run = move |at: usize, cancel: &CancelToken| {
        let keep_going = || !cancel.is_cancelled();
        let cell = compute_cell(&run_test.measure, forge.as_ref(), run_test.cells[at], &keep_going);
        made.add(1);
        cell
    };
    let mut running = par_map_ordered(scheduler, priority, 0..test.cells.len(), run);
    let mut cells = Vec::new();
    while let Some(result) = running.next().await {
        cells.push(result?.map_err(|_| anyhow!("it was called off"))?);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 4,096 drops, then four times as many in all, and the rest.
    #[test]
    fn looks_by_hand() {
        let looks = |drops| BalanceEffort { drops, seed: 1, wrong_at_most: 0.001 }.looks();
        assert_eq!(looks(1), [(0, 1)]);
        assert_eq!(looks(4096), [(0, 1)]);
        assert_eq!(looks(4097), [(0, 1), (1, 1)]);
        assert_eq!(looks(1 << 18), [(0, 1), (1, 3), (4, 12), (16, 48)]);
    }
}
