//! `affixboard origins`: the ways to a thing, each with its share.

use std::{num::NonZeroUsize, path::PathBuf, sync::Arc};

use affixboard_model::batch::Cell;
use affixboard_report::format::OriginsCsv;
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::DropCellFlags,
    failure::{Failure, Outcome},
    files::{EditFiles, profile},
    output, progress,
    question::question,
};
use affixboard_service::compute::{OriginsWork, Priority, origins};

/// The command.
#[derive(Debug, Args)]
pub(super) struct OriginsCommand {
    #[command(flatten)]
    files: EditFiles,
    /// What comes from somewhere, as a question, such as affix:Sharp
    #[arg(value_name = "QUESTION")]
    question: String,
    #[command(flatten)]
    cells: DropCellFlags,
    /// Also by depth and drop quality, in a dive down to this depth
    #[arg(long, value_name = "DEPTH")]
    dive: Option<u32>,
    /// File of the dive's drop profile [default: the one that comes with the program]
    #[arg(long, value_name = "FILE", requires = "dive")]
    profile: Option<PathBuf>,
    /// Also by the monsters that come at each of the depths
    #[arg(long)]
    monsters: bool,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl OriginsCommand {
    pub(super) fn run(&self) -> Outcome {
        let loaded = Arc::new(self.files.load_with_drops()?);
        let parsed = self.cells.parse(&loaded)?;
        let (expr, question) = question("QUESTION", &self.question, &loaded)?;
        if self.monsters && loaded.model.monster_drops().is_none() {
            return Err(Failure::usage("--monsters: these files have no monsters that are read here"));
        }
        let work = OriginsWork {
            question,
            monsters: if self.monsters { parsed.depths.clone() } else { Vec::new() },
            by_kind: parsed.list()?,
            others: Vec::new(),
            dive: self.dive_cells()?,
        };
        let scheduler = scheduler(self.threads)?;
        let forge = loaded.model.forge();
        let pieces = (work.by_kind.len() + work.dive.len()) as u64;
        let found = progress::shown(pieces, "cells", |progress| {
            block_on(origins(&scheduler, Priority::Batch, (&loaded, &forge), &work, progress))
        })??;
        let Some(found) = found else {
            return Err(Failure::usage(
                "QUESTION: the rules can't compute its chances; expected one that docs/questions.md says is computed",
            ));
        };
        let notes = [
            Some(format!(
                "ways to {expr}, rules {} {}, {}, files {}",
                loaded.game.id(),
                loaded.game.rules_version(),
                loaded.switches.describe(loaded.game),
                content_hash(&loaded)
            )),
            loaded.doubts(),
        ];
        let notes: Vec<String> = notes.into_iter().flatten().collect();
        output::write_with(&self.out, |out| OriginsCsv::begin(out, false)?.write(&loaded, &found, &notes))?;
        Ok(0)
    }

    fn dive_cells(&self) -> Result<Vec<(Cell, f64)>, Failure> {
        let Some(deepest) = self.dive else { return Ok(Vec::new()) };
        let profile = profile(self.profile.as_deref())?;
        let cells = profile.cells().filter(|(cell, _)| cell.depth <= deepest);
        Ok(cells.map(|(cell, drops)| (cell, drops.mean())).collect())
    }
}
