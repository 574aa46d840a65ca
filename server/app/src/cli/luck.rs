//! `affixboard luck`: whether a number of finds is a bug or bad luck.

use std::{io::Write, num::NonZeroUsize, path::PathBuf, sync::Arc};

use affixboard_core::{
    batch::{Cell, Detail},
    game::{Loaded, Mean},
    profile::{Drops, Known, Luck as OfFinds},
    questions::{Question, parse},
};
use affixboard_report::{significant_digits, thousands};
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    failure::{Failure, Outcome},
    files::{EditFiles, profile},
    progress,
};
use crate::{
    compute::{Priority, par_map_ordered},
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
    fn chances(&self, loaded: &Arc<Loaded>, cells: &[(Cell, Drops)]) -> Result<Vec<(Drops, f64, f64)>, Failure> {
        let problem = |error| Failure::usage(format!("QUESTION: {error}"));
        let full = loaded.model.forge_for(if loaded.has_values() { Detail::Full } else { Detail::Identity });
        let question = Question::of(&parse(&self.question).map_err(problem)?, loaded, full.keys()).map_err(problem)?;
        let (forge, question) = (loaded.model.forge(), Arc::new(question));
        let scheduler = scheduler(self.threads)?;
        let computed = progress::shown(cells.len() as u64, "depths and qualities", |progress| {
            let made = Arc::clone(progress);
            let run = move |cell: Cell, cancel: &crate::compute::CancelToken| {
                let mean = question.computed(forge.as_ref(), cell, &|| !cancel.is_cancelled());
                made.add(1);
                mean.ok().flatten()
            };
            let all: Vec<Cell> = cells.iter().map(|of| of.0).collect();
            let mut running = par_map_ordered(&scheduler, Priority::Batch, all.into_iter(), run);
            block_on(async {
                let mut means: Vec<Option<Mean>> = Vec::new();
                while let Some(mean) = running.next().await {
                    means.push(mean?);
                }
                anyhow::Ok(means)
            })
        })??;
        let means: Option<Vec<Mean>> = computed.into_iter().collect();
        let means = means.ok_or_else(|| {
            Failure::usage("QUESTION: the rules can't compute it; expected one that docs/questions.md says is computed")
        })?;
        Ok(cells.iter().zip(means).map(|((_, drops), Mean { mean, bound })| (*drops, mean, bound)).collect())
    }

    fn text(&self, loaded: &Loaded, luck: OfFinds) -> String {
        let catalog = &loaded.catalog;
        let entries = catalog.affixes.len() + catalog.themes.len() + catalog.artifacts.len() + catalog.kinds.len();
        let looked_at = self.looked_at.unwrap_or(entries as u64);
        let tail = if luck.at_least.value < luck.at_most.value { luck.at_least } else { luck.at_most };
        let among = (tail.value + tail.bound) * looked_at as f64;
        let things = thousands(looked_at);
        let verdict = if among >= 0.05 {
            format!(
                "Among {things} things that one might have asked about, one so far off is no surprise: no sign of a bug."
            )
        } else {
            let chance = shown(Known { value: among, bound: 0.0 });
            format!(
                "Even among {things} things that one might have asked about, any one so far off has a chance of {chance} at most."
            )
        };
        let files: String = content_hash(loaded).chars().take(12).collect();
        format!(
            "{}: {} found in a dive to {}, {} expected\nat least {}: {} of dives\nat most {}: {} of dives\n{verdict}\n\
             computed: rules {} {}, {}, files {files}, profile {}\n",
            self.question,
            self.found,
            self.by,
            number(luck.expected),
            self.found,
            shown(luck.at_least),
            self.found,
            shown(luck.at_most),
            loaded.game.id(),
            loaded.game.rules_version(),
            loaded.switches.describe(loaded.game),
            self.profile.as_ref().map_or_else(|| starter::PROFILE.1.to_owned(), |path| path.display().to_string()),
        )
    }
}

fn number(known: Known) -> String {
    let bound = if known.bound > 0.0 { format!(" ± {}", significant_digits(known.bound, 2)) } else { String::new() };
    format!("{}{bound}", significant_digits(known.value, 3))
}

/// A chance in per cent, and as one in so many where it is small.
fn shown(known: Known) -> String {
    let bound =
        if known.bound > 0.0 { format!(" ± {}", significant_digits(100.0 * known.bound, 2)) } else { String::new() };
    let one_in = if known.value > 0.0 && known.value < 0.01 {
        format!(" (1 in {})", thousands((1.0 / known.value).round() as u64))
    } else {
        String::new()
    };
    format!("{}{bound} %{one_in}", significant_digits(100.0 * known.value, 3))
}
