//! The lines that move the worst number of a balance test most.

use std::sync::Arc;

use affixboard_inquiry::{
    balance::{BalanceTest, BalanceVerdict, JudgedTest, Measure, MeasuredThing},
    questions::{Question, parse},
};
use affixboard_model::{
    batch::{Cell, Entry},
    game::Loaded,
};
use affixboard_report::{balance::MovingLine, format::SensitivityRow};

use super::{Priority, Progress, Scheduler, StepEffect, SteppedNumber, SteppedShare, step_effects};

/// Steps of lines that are computed for a test that fails.
pub const MOVING_LINES: usize = 5;

/// What steps of lines change of the share that is furthest outside in a test that fails, the largest first; none of other tests, and
/// where the rules can't compute it.
///
/// # Errors
/// As [`step_effects`].
pub async fn moving_lines(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    loaded: &Arc<Loaded>,
    (test, judged): (&BalanceTest, &JudgedTest),
    progress: &Arc<Progress>,
) -> anyhow::Result<Vec<StepEffect>> {
    let Some(share) = worst_share(loaded, test, judged) else { return Ok(Vec::new()) };
    let effects =
        step_effects(scheduler, priority, loaded, &Arc::new(SteppedNumber::Share(share)), MOVING_LINES, progress)
            .await?;
    Ok(effects.unwrap_or_default())
}

impl StepEffect {
    /// As reports have it.
    pub fn as_moving_line(&self, loaded: &Loaded) -> MovingLine {
        let (change, line) = (self.change(), &self.step.line);
        MovingLine {
            place: (line.file.clone(), loaded.sources.position(line.span).line),
            entry: line.name.clone(),
            text: line.text.clone(),
            step: self.step.of.words().to_owned(),
            effect: change.mean,
            bound: change.bound,
        }
    }

    /// As the table of a number of a cell has it.
    pub fn as_row(&self, loaded: &Loaded, cell: Cell) -> SensitivityRow {
        let line = &self.step.line;
        SensitivityRow {
            cell,
            quality: loaded.game.words().qualities[usize::from(cell.quality)],
            place: (line.file.clone(), loaded.sources.position(line.span).line),
            entry: line.name.clone(),
            step: self.step.of.words(),
            was: line.text.clone(),
            now: self.step.now.clone(),
            before: self.before.value,
            after: self.after.value,
            bound: self.change().bound,
        }
    }
}

fn worst_share(loaded: &Loaded, test: &BalanceTest, judged: &JudgedTest) -> Option<SteppedShare> {
    let (verdict, worst) = judged.numbers.first()?;
    let cell = worst.cell.filter(|_| *verdict == BalanceVerdict::Fails)?;
    let (asked, among) = match &test.measure {
        Measure::Share { asked, among } => (Arc::clone(asked), among.clone()),
        Measure::Each { among, .. } => (Arc::new(question_of(loaded, worst.thing)?), among.clone()),
        _ => return None,
    };
    Some(SteppedShare { asked, among, cell })
}

/// The question whether an item is of a kind or has an entry.
fn question_of(loaded: &Loaded, thing: MeasuredThing) -> Option<Question> {
    let catalog = &loaded.catalog;
    let text = match (thing.entry, thing.kind) {
        (Some(Entry::Affix(id)), _) => format!("affix:#{}", catalog.affix(id).index),
        (Some(Entry::Theme(id)), _) => format!("theme:#{}", catalog.theme(id).index),
        (Some(Entry::Artifact(id)), _) => format!("artifact:#{}", catalog.artifact(id).index),
        (None, Some(id)) => format!("kind:{}/{}", catalog.kind(id).tval, catalog.kind(id).sval),
        _ => return None,
    };
    Question::of(&parse(&text).ok()?, loaded, loaded.model.forge().keys()).ok()
}
