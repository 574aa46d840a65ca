//! `affixboard luck`: whether a number of finds is a bug or bad luck.

use std::{io::Write, num::NonZeroUsize, path::PathBuf, sync::Arc};

use affixboard_inquiry::profile::{Drops, Finds, Luck as OfFinds};
use affixboard_model::{batch::Cell, game::Loaded};
use affixboard_report::luck::LuckReport;
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    failure::{Failure, Outcome},
    files::{EditFiles, profile},
    progress,
    question::question,
};
use affixboard_service::{
    compute::{Priority, find_chances},
    starter,
};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Luck {
    #[command(flatten)]
    files: EditFiles,
    /// What was found, as a question, such as artifact:any
    #[arg(value_name = "QUESTION")]
    question: String,
    /// How many were found
    #[arg(long, value_name = "N")]
    found: u32,
    /// How deep the dive went
    #[arg(long, value_name = "LEVEL")]
    by: u32,
    /// File of the drop profile [default: the one that comes with the program]
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// How many things might have been asked about instead [default: all entries of the files]
    #[arg(long, value_name = "N")]
    looked_at: Option<u64>,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
}

impl Luck {
    pub(super) fn run(&self) -> Outcome {
        let loaded = Arc::new(self.files.load_with_drops()?);
        if self.found > OfFinds::MOST {
            return Err(Failure::usage(format!("--found: found {}; expected 0 to {}", self.found, OfFinds::MOST)));
        }
        let profile = profile(self.profile.as_deref())?;
        let cells: Vec<(Cell, Drops)> = profile.cells().filter(|(cell, _)| cell.depth <= self.by).collect();
        if cells.is_empty() {
            return Err(Failure::usage(format!("--by: found {}; expected a depth with drops of the profile", self.by)));
        }
        let luck = OfFinds::of(&self.chances(&loaded, &cells)?, self.found);
        let mut out = std::io::stdout().lock();
        out.write_all(self.text(&loaded, luck).as_bytes())?;
        Ok(0)
    }

    /// The chance of each cell's drops.
    fn chances(&self, loaded: &Arc<Loaded>, cells: &[(Cell, Drops)]) -> Result<Vec<Finds>, Failure> {
        let (_, question) = question("QUESTION", &self.question, loaded)?;
        let (of, scheduler) = ((loaded.model.forge(), question), scheduler(self.threads)?);
        let computed = progress::shown(cells.len() as u64, "depths and qualities", |progress| {
            block_on(find_chances(&scheduler, Priority::Batch, of, cells, progress))
        })??;
        computed.ok_or_else(|| {
            Failure::usage("QUESTION: the rules can't compute it; expected one that docs/questions.md says is computed")
        })
    }

    fn text(&self, loaded: &Loaded, luck: OfFinds) -> String {
        let looked_at = self.looked_at.unwrap_or(loaded.catalog.entry_count());
        let report = LuckReport { asked: self.question.clone(), found: self.found, by: self.by, looked_at, luck };
        let files: String = content_hash(loaded).chars().take(12).collect();
        report.text(&format!(
            "computed: rules {} {}, {}, files {files}, profile {}",
            loaded.game.id(),
            loaded.game.rules_version(),
            loaded.switches.describe(loaded.game),
            self.profile.as_ref().map_or_else(|| starter::PROFILE.1.to_owned(), |path| path.display().to_string()),
        ))
    }
}
