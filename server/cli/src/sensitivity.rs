//! `affixboard sensitivity`: which lines of the edit files move a share, and by how much.

use std::{
    num::{NonZeroU32, NonZeroUsize},
    sync::Arc,
};

use affixboard_inquiry::sensitivity::{LineStep, line_at, line_steps};
use affixboard_model::{batch::Cell, catalog::Sort, game::Loaded};
use affixboard_report::{
    format::{SensitivityCsv, line_moves_csv},
    thousands,
};
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::Cells,
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
    question::question,
};
use affixboard_service::compute::{Priority, SteppedNumber, SteppedShare, line_moves, step_effects};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Sensitivity {
    #[command(flatten)]
    files: EditFiles,
    /// What the share is of, as a question, such as affix:Sharp
    #[arg(value_name = "QUESTION", required_unless_present = "line")]
    question: Option<String>,
    /// Only among drops that are this, such as tval:sword
    #[arg(long, value_name = "QUESTION", conflicts_with = "line")]
    among: Option<String>,
    /// The other way round: what a step of this line moves: pools, or with --depths and --qualities drops
    #[arg(long, value_name = "FILE:LINE", conflicts_with = "question")]
    line: Option<String>,
    /// The step of --line: commonness, rarity, first-level or last-level [default: the first that the line has]
    #[arg(long, value_name = "STEP", requires = "line")]
    step: Option<String>,
    /// Dungeon levels, such as 1,5,10-20
    #[arg(long, value_name = "LIST", required_unless_present = "line", requires = "qualities")]
    depths: Option<String>,
    /// Drop qualities, such as normal,good,great
    #[arg(long, value_name = "LIST", required_unless_present = "line", requires = "depths")]
    qualities: Option<String>,
    /// Apply magic to this kind, such as 23:12, sword:Dagger, Dagger or #45, instead of making whole drops; may be repeated
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Steps of lines that are computed, those that move first draws most; with --line the places that are written
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
        match (&self.line, &self.question) {
            (Some(line), _) => self.moved_by(line, &loaded),
            (None, question) => self.moving(question.as_deref().unwrap_or_default(), &loaded),
        }
    }

    /// The cells that the flags name; none where they name no depths.
    fn cells(&self, loaded: &Loaded) -> Result<Vec<Cell>, Failure> {
        match (&self.depths, &self.qualities) {
            (Some(depths), Some(qualities)) => Cells::parse(depths, qualities, &self.kind, loaded)?.list(),
            _ if self.kind.is_empty() => Ok(Vec::new()),
            _ => Err(Failure::usage("--kind: found it without --depths; expected both, or neither for pools")),
        }
    }

    /// The lines that move a share.
    fn moving(&self, text: &str, loaded: &Arc<Loaded>) -> Outcome {
        let (cells, asked) = (self.cells(loaded)?, question("QUESTION", text, loaded)?.1);
        let among = self.among.as_ref().map(|text| question("--among", text, loaded)).transpose()?.map(|among| among.1);
        let scheduler = scheduler(self.threads)?;
        let mut rows = Vec::new();
        for cell in cells {
            let share =
                Arc::new(SteppedNumber::Share(SteppedShare { asked: Arc::clone(&asked), among: among.clone(), cell }));
            let effects = progress::shown(u64::from(self.lines.get()), "steps at most", |progress| {
                let most = self.lines.get() as usize;
                block_on(step_effects(&scheduler, Priority::Batch, loaded, &share, most, progress))
            })??;
            let Some(effects) = effects else {
                return Err(Failure::usage(
                    "QUESTION: the rules can't compute this share; expected one that docs/questions.md says is computed",
                ));
            };
            rows.extend(effects.iter().map(|effect| effect.as_row(loaded, cell)));
        }
        let source = source(loaded);
        output::write_with(&self.out, |out| {
            let mut table = SensitivityCsv::begin(out)?;
            for row in &rows {
                table.add(row)?;
            }
            table.end(&source, loaded.doubts().as_deref())
        })?;
        Ok(0)
    }

    /// What a step of a line moves.
    fn moved_by(&self, place: &str, loaded: &Arc<Loaded>) -> Outcome {
        let step = Arc::new(self.step_of(place, loaded)?);
        let (cells, scheduler) = (self.cells(loaded)?, scheduler(self.threads)?);
        let files = (Arc::clone(loaded), loaded.model.forge());
        let moved = progress::shown(cells.len() as u64, "depths and qualities", |progress| {
            block_on(line_moves(&scheduler, Priority::Batch, &files, &step, &cells, progress))
        })??;
        let refused = |why: &str| Failure::usage(format!("--line: {place} {why}"));
        let moved = moved.ok_or_else(|| refused("moves drops that the rules can't compute; expected a line of an affix, ego, theme, kind or artifact of a game whose chances are computed"))?;
        if moved.is_empty() && cells.is_empty() && step.line.sort != Sort::AFFIX {
            return Err(refused("is in no pool; expected --depths and --qualities, for whole drops"));
        }
        let most = self.lines.get() as usize;
        let left_out = moved.len().saturating_sub(most);
        let about = format!("{place}, {}: {} becomes {}", step.of.words(), step.line.text, step.now);
        let more = format!("{} more places move less", thousands(left_out as u64));
        let (source, doubts) = (source(loaded), loaded.doubts());
        let notes = [Some(about.as_str()), (left_out > 0).then_some(more.as_str()), Some(&source), doubts.as_deref()];
        let notes: Vec<&str> = notes.into_iter().flatten().collect();
        let shown = &moved[..moved.len().min(most)];
        output::write_with(&self.out, |out| {
            line_moves_csv(out, shown, (&loaded.catalog, loaded.game.words()), &notes)
        })?;
        Ok(0)
    }

    /// The step of the line at a place.
    fn step_of(&self, place: &str, loaded: &Loaded) -> Result<LineStep, Failure> {
        let wrong = |expected: &str| Failure::usage(format!("--line: found `{place}`; expected {expected}"));
        let at = place.rsplit_once(':').and_then(|(file, line)| Some((file, line.parse().ok()?)));
        let (file, number) = at.ok_or_else(|| wrong("FILE:LINE, such as ego_item.txt:120"))?;
        let line =
            line_at(loaded, file, number).ok_or_else(|| wrong("a line of the edit files that can be changed"))?;
        let steps = line_steps(&line);
        let known: Vec<&str> = steps.iter().map(|step| step.of.name()).collect();
        let step = match &self.step {
            None => steps.first(),
            Some(name) => {
                let found = steps.iter().find(|step| step.of.name() == name);
                if found.is_none() && !steps.is_empty() {
                    return Err(Failure::usage(format!(
                        "--step: found `{name}`; expected one of {}",
                        known.join(", ")
                    )));
                }
                found
            }
        };
        step.cloned().ok_or_else(|| wrong("a line that says how often or where its entry comes"))
    }
}

/// Where numbers come from.
fn source(loaded: &Loaded) -> String {
    format!(
        "rules {} {}, {}, files {}",
        loaded.game.id(),
        loaded.game.rules_version(),
        loaded.switches.describe(loaded.game),
        content_hash(loaded)
    )
}
