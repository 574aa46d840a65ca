//! `affixboard sensitivity`: which lines of the edit files move a share, and by how much.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    sync::Arc,
};

use affixboard_core::{
    batch::Detail,
    game::Loaded,
    questions::{Question, parse},
};
use affixboard_report::format::{SensitivityCsv, SensitivityRow};
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::DropCellFlags,
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
};
use crate::compute::{Priority, StepEffect, SteppedShare, step_effects};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Sensitivity {
    #[command(flatten)]
    files: EditFiles,
    /// What the share is of, as a question, such as affix:Sharp
    #[arg(value_name = "QUESTION")]
    question: String,
    /// Only among drops that are this, such as tval:sword
    #[arg(long, value_name = "QUESTION")]
    among: Option<String>,
    #[command(flatten)]
    cells: DropCellFlags,
    /// Steps of lines that are computed, those that move first draws most
    #[arg(long, value_name = "N", default_value = "20")]
    lines: NonZeroU32,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl Sensitivity {
    pub(super) fn run(&self) -> Outcome {
        let loaded = Arc::new(self.files.load_with_drops()?);
        let cells = self.cells.parse(&loaded)?.list()?;
        let asked = question("QUESTION", &self.question, &loaded)?;
        let among = self.among.as_ref().map(|text| question("--among", text, &loaded)).transpose()?;
        let scheduler = scheduler(self.threads)?;
        let mut rows = Vec::new();
        for cell in cells {
            let share = Arc::new(SteppedShare { asked: Arc::clone(&asked), among: among.clone(), cell });
            let effects = progress::shown(u64::from(self.lines.get()), "steps at most", |progress| {
                let most = self.lines.get() as usize;
                block_on(step_effects(&scheduler, Priority::Batch, &loaded, &share, most, progress))
            })??;
            let Some(effects) = effects else {
                return Err(Failure::usage(
                    "QUESTION: the rules can't compute this share; expected one that docs/questions.md says is computed",
                ));
            };
            rows.extend(effects.iter().map(|effect| row(&loaded, cell, effect)));
        }
        let source = format!(
            "rules {} {}, {}, files {}",
            loaded.game.id(),
            loaded.game.rules_version(),
            loaded.switches.describe(loaded.game),
            content_hash(&loaded)
        );
        output::write_with(&self.out, |out| {
            let mut table = SensitivityCsv::begin(out)?;
            for row in &rows {
                table.add(row)?;
            }
            table.end(&source, loaded.foreign_sentence().as_deref())
        })?;
        Ok(0)
    }
}

fn row(loaded: &Loaded, cell: affixboard_core::batch::Cell, effect: &StepEffect) -> SensitivityRow {
    let line = &effect.step.line;
    SensitivityRow {
        cell,
        quality: loaded.game.words().qualities[usize::from(cell.quality)],
        place: (line.file.clone(), loaded.sources.position(line.span).line),
        entry: line.name.clone(),
        step: effect.step.of.words(),
        was: line.text.clone(),
        now: effect.step.now.clone(),
        before: effect.before.value,
        after: effect.after.value,
        bound: effect.change().bound,
    }
}

fn question(flag: &str, text: &str, loaded: &Loaded) -> Result<Arc<Question>, Failure> {
    let problem = |error| Failure::usage(format!("{flag}: {error}"));
    let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
    let forge = loaded.model.forge_for(detail);
    let expr = parse(text).map_err(problem)?;
    Ok(Arc::new(Question::of(&expr, loaded, forge.keys()).map_err(problem)?))
}
