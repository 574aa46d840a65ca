//! What steps of lines change of a share or of a chance in a pool: the difference of the exact chances of the files with a step and without.

use std::{cmp::Ordering, sync::Arc};

use affixboard_inquiry::{
    balance::{Basis, Measure, MeasuredThing, TrueRange, compute_cell},
    questions::Question,
    sensitivity::{LineStep, RankedStep, ranked_pool_steps, ranked_steps, stepped},
};
use affixboard_model::{
    batch::Cell,
    catalog::{AffixId, KindId},
    game::{Cancelled, Forge, Loaded, Mean},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// A share of which steps are wanted.
#[derive(Debug, Clone)]
pub struct SteppedShare {
    /// What is asked for.
    pub asked: Arc<Question>,
    /// The drops among which; `None`: all.
    pub among: Option<Arc<Question>>,
    /// Where.
    pub cell: Cell,
}

/// An affix's chance in a pool of which steps are wanted.
#[derive(Debug, Clone, Copy)]
pub struct SteppedPool {
    /// The kind.
    pub kind: KindId,
    /// The generation level.
    pub level: u32,
    /// The highest affix level drawn from, an index into `Words::affix_levels`.
    pub affix_level: u8,
    /// The affix.
    pub affix: AffixId,
}

/// A number of which steps are wanted.
#[derive(Debug, Clone)]
pub enum SteppedNumber {
    /// A share of drops.
    Share(SteppedShare),
    /// A chance per draw from a pool, which is known in closed form.
    Pool(SteppedPool),
}

/// What a step changes of a number.
#[derive(Debug, Clone, PartialEq)]
pub struct StepEffect {
    /// The step.
    pub step: LineStep,
    /// The number without it.
    pub before: TrueRange,
    /// The number with it.
    pub after: TrueRange,
}

impl StepEffect {
    /// The change, with the bound of its error: that of both numbers.
    pub fn change(&self) -> Mean {
        let reach = |range: &TrueRange| (range.high - range.value).max(range.value - range.low);
        Mean { mean: self.after.value - self.before.value, bound: reach(&self.before) + reach(&self.after) }
    }
}

impl SteppedShare {
    fn measure(&self) -> Measure {
        Measure::Share { asked: Arc::clone(&self.asked), among: self.among.clone() }
    }

    /// The share, where the rules can compute it.
    fn computed(&self, forge: &dyn Forge, keep_going: &dyn Fn() -> bool) -> Result<Option<TrueRange>, Cancelled> {
        let cell = compute_cell(&self.measure(), forge, self.cell, keep_going)?;
        let number = cell.numbers.get(&MeasuredThing::ALL);
        Ok(number.filter(|(_, basis)| *basis == Basis::Computed).map(|(range, _)| *range))
    }
}

impl SteppedNumber {
    /// The number, where the rules can compute it.
    fn computed(&self, forge: &dyn Forge, keep_going: &dyn Fn() -> bool) -> Result<Option<TrueRange>, Cancelled> {
        match self {
            SteppedNumber::Share(share) => share.computed(forge, keep_going),
            SteppedNumber::Pool(SteppedPool { kind, level, affix_level, affix }) => {
                let value = forge.pool(*kind, *level, *affix_level).of(*affix).1;
                Ok(Some(TrueRange::known(value)))
            }
        }
    }

    /// The steps that may move it, most first.
    fn ranked(&self, loaded: &Loaded, forge: &dyn Forge) -> Vec<RankedStep> {
        match self {
            SteppedNumber::Share(of) => {
                let entries = of.asked.entries(&loaded.catalog);
                let kinds = of.among.as_ref().and_then(|among| among.kinds()).or_else(|| of.asked.kinds());
                ranked_steps(loaded, forge, of.cell, &entries, kinds.as_deref())
            }
            SteppedNumber::Pool(of) => ranked_pool_steps(loaded, forge, (of.kind, of.level, of.affix_level), of.affix),
        }
    }
}

/// What the steps that move a number most change of it, the largest first: the first `most` by rank are computed. `None` where the
/// rules can't compute the number. The result doesn't depend on the number of threads.
///
/// # Errors
/// If the scheduler was shut down, a thread stopped, or a file can't be edited.
pub async fn step_effects(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    loaded: &Arc<Loaded>,
    number: &Arc<SteppedNumber>,
    most: usize,
    progress: &Arc<Progress>,
) -> anyhow::Result<Option<Vec<StepEffect>>> {
    let stopped = |_: Cancelled| anyhow!("it was called off");
    let (begun, of) = (Arc::clone(loaded), Arc::clone(number));
    let begin = move |cancel: &CancelToken| {
        let forge = begun.model.forge();
        let Some(before) = of.computed(forge.as_ref(), &|| !cancel.is_cancelled())? else { return Ok(None) };
        let mut steps = of.ranked(&begun, forge.as_ref());
        steps.truncate(most);
        Ok(Some((before, steps)))
    };
    let Some((before, steps)) = scheduler.spawn(priority, begin).await?.map_err(stopped)? else { return Ok(None) };
    let (loaded, of, made) = (Arc::clone(loaded), Arc::clone(number), Arc::clone(progress));
    let run = move |step: LineStep, cancel: &CancelToken| -> anyhow::Result<Option<StepEffect>> {
        let changed = stepped(&loaded, &step)?;
        let after = of.computed(changed.model.forge().as_ref(), &|| !cancel.is_cancelled());
        made.add(1);
        let after = after.map_err(|_| anyhow!("it was called off"))?;
        Ok(after.map(|after| StepEffect { step, before, after }))
    };
    let mut running = par_map_ordered(scheduler, priority, steps.into_iter().map(|of| of.step), run);
    let mut effects = Vec::new();
    while let Some(effect) = running.next().await {
        // Steps that surely change nothing tell nothing.
        effects.extend(effect??.filter(|effect| effect.change() != Mean::default()));
    }
    let by_size = |one: &StepEffect, two: &StepEffect| -> Ordering {
        two.change().mean.abs().total_cmp(&one.change().mean.abs())
    };
    effects.sort_by(by_size);
    Ok(Some(effects))
}
