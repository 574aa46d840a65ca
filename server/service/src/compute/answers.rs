//! Answers to joint questions: computed where the rules can, else drawn piece by piece until they are close enough.

use std::{num::NonZeroU64, sync::Arc};

use affixboard_inquiry::questions::{AskedCell, Question, ask_piece};
use affixboard_model::{
    batch::{Cell, Detail, Plan, Stage, Target, stages},
    game::{Cancelled, Forge, Mean, Switches},
    stats::{Z95, wilson},
};
use anyhow::anyhow;

use super::{CancelToken, Priority, Progress, Scheduler, par_map_ordered};

/// How a question is to be answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// Half of the width of the share's 95 % interval that is aimed at, as a part of the share; `None`: all items are drawn.
    pub within: Option<f64>,
    /// Items drawn at most.
    pub items: u64,
    /// Where the random numbers begin.
    pub seed: u64,
    /// Where the items come from.
    pub method: AnswerMethod,
}

/// Where an answer comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerMethod {
    /// The rules where they can tell, else items of the kinds asked for, else whole drops.
    Best,
    /// Items of the kinds asked for where they can be drawn alone, else whole drops.
    Drawn,
    /// Whole drops.
    WholeDrops,
}

/// The answer of a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum QuestionAnswer {
    /// The share of drops, computed.
    Computed(Mean),
    /// Counted among drawn items.
    Counted {
        /// What was drawn.
        asked: AskedCell,
        /// Items drawn.
        items: u64,
        /// Those that are what is asked for.
        met: u64,
    },
}

impl QuestionAnswer {
    /// The share of drops, and the interval that it is in: certainly where it is computed, else with 95 %.
    pub fn share(&self) -> (f64, f64, f64) {
        match self {
            QuestionAnswer::Computed(Mean { mean, bound }) => (*mean, (mean - bound).max(0.0), mean + bound),
            QuestionAnswer::Counted { asked, items, met } => {
                let (low, high) = wilson(*met, *items, Z95);
                let of_drops = |share: f64| asked.items_per_drop * share + asked.special;
                (of_drops(*met as f64 / (*items).max(1) as f64), of_drops(low), of_drops(high))
            }
        }
    }

    /// Half of the width of the interval, as a part of the share; `None` where the share is 0.
    pub fn width(&self) -> Option<f64> {
        let (share, low, high) = self.share();
        (share > 0.0).then(|| (high - low) / 2.0 / share)
    }

    /// Whether it is as close as aimed at. That nothing was found is never close.
    fn is_within(&self, within: Option<f64>) -> bool {
        within.is_some_and(|within| self.width().is_some_and(|width| width <= within))
    }
}

/// Reads a percentage for [`Effort::within`]: 0.01 % to 100 %, with two digits behind the point at most.
pub fn parse_within(text: &str) -> Option<f64> {
    let hundredths = Target::parse_percent(text, 2).filter(|hundredths| (1..=10_000).contains(hundredths))?;
    Some(f64::from(hundredths) / 1e4)
}

/// Answers a question about a cell. The answer doesn't depend on the number of threads. A forge that counts values is needed where
/// the question is about values.
///
/// # Errors
/// If the scheduler was shut down, or a thread stopped.
pub async fn answer(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    (forge, question): (&Arc<dyn Forge>, &Arc<Question>),
    cell: Cell,
    effort: Effort,
    progress: &Arc<Progress>,
) -> anyhow::Result<QuestionAnswer> {
    let (begun_forge, begun_question) = (Arc::clone(forge), Arc::clone(question));
    let begin = move |cancel: &CancelToken| {
        begin(&begun_question, begun_forge.as_ref(), cell, effort, &|| !cancel.is_cancelled())
    };
    let stopped = |_: Cancelled| anyhow!("it was called off");
    let mut answer = scheduler.spawn(priority, begin).await?.map_err(stopped)?;
    for look in looks(cell, effort) {
        let QuestionAnswer::Counted { asked, items, met } = &mut answer else { return Ok(answer) };
        let (forge, question, asked) = (Arc::clone(forge), Arc::clone(question), asked.clone());
        let made = Arc::clone(progress);
        let run = move |(piece, items): (u32, u64), cancel: &CancelToken| {
            let keep_going = || !cancel.is_cancelled();
            let met = ask_piece(&question, forge.as_ref(), &asked, (effort.seed, piece, items), &keep_going);
            made.add(items);
            met.map(|met| (items, met))
        };
        let mut running = par_map_ordered(scheduler, priority, look.into_iter(), run);
        while let Some(result) = running.next().await {
            let (piece_items, piece_met) = result?.map_err(stopped)?;
            *items += piece_items;
            *met += piece_met;
        }
        if answer.is_within(effort.within) {
            break;
        }
    }
    Ok(answer)
}

/// The pieces that are drawn before each look at the answer, as (number, items): those of a batch of so many drops, with the
/// stages of a target where one is aimed at.
fn looks(cell: Cell, effort: Effort) -> Vec<Vec<(u32, u64)>> {
    let stages = if effort.within.is_some() { stages(effort.items) } else { Vec::new() };
    if !stages.is_empty() {
        let pieces =
            |stage: &Stage| (stage.first..stage.first + stage.pieces).map(|piece| (piece, stage.drops)).collect();
        return stages.iter().map(pieces).collect();
    }
    let Some(drops) = NonZeroU64::new(effort.items) else { return Vec::new() };
    let plan = Plan {
        depths: vec![cell.depth],
        qualities: vec![cell.quality],
        kinds: cell.kind.into_iter().collect(),
        drops,
        seed: effort.seed,
        switches: Switches::coded(),
        detail: Detail::Identity,
        target: None,
    };
    vec![plan.shards().map(|shard| (shard.piece, shard.drops)).collect()]
}

/// What is known without drawing: the answer, where the rules tell it closely enough.
fn begin(
    question: &Question,
    forge: &dyn Forge,
    cell: Cell,
    effort: Effort,
    keep_going: &dyn Fn() -> bool,
) -> Result<QuestionAnswer, Cancelled> {
    if effort.method == AnswerMethod::Best
        && let Some(mean) = question.computed(forge, cell, keep_going)?
    {
        let answer = QuestionAnswer::Computed(mean);
        if mean.bound == 0.0 || answer.is_within(effort.within) {
            return Ok(answer);
        }
    }
    let asked = match effort.method {
        AnswerMethod::WholeDrops => AskedCell::whole(cell),
        AnswerMethod::Best | AnswerMethod::Drawn => AskedCell::new(question, forge, cell),
    };
    Ok(QuestionAnswer::Counted { asked, items: 0, met: 0 })
}
