//! `affixboard batch`: generate drops from a folder of edit files and write the tally.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_core::{
    batch::{Detail, Plan, Tally},
    game::{Forge, Loaded},
};
use affixboard_report::format;
use anyhow::Context;
use clap::Args;

use super::{
    cells::{CellFlags, Cells},
    failure::{Failure, Outcome},
    files::{EditFiles, plan_error},
    output, progress,
    subjects::SubjectFlags,
};
use crate::compute::{Scheduler, ShardSource, run_shards};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Batch {
    #[command(flatten)]
    files: EditFiles,
    #[command(flatten)]
    cells: CellFlags,
    #[command(flatten)]
    subject: SubjectFlags,
    /// Drops per depth and quality (and kind), or of another subject trials per point
    #[arg(long, value_name = "N")]
    drops: NonZeroU64,
    /// Where the random numbers begin: the same seed gives the same tally
    #[arg(long, value_name = "S")]
    seed: u64,
    /// What of a drop is counted: what it is (identity), or its values and flags too (full)
    #[arg(long, value_name = "WHAT", value_parser = detail, default_value = "identity")]
    detail: Detail,
    /// Quantiles of the numbers that the subject's rows count, such as powers, instead of the counts
    #[arg(long, requires = "subject")]
    quantiles: bool,
    /// Threads [default: all cores]; the tally doesn't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the tally, or - for standard output
    #[arg(long, value_name = "FILE")]
    tally: String,
}

impl Batch {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        if let Some(chosen) = self.subject.parse(&loaded)? {
            let chosen = if self.quantiles { chosen.with_quantiles(&loaded)? } else { chosen };
            return chosen.batch(&scheduler(self.threads)?, self.drops, self.seed, &self.tally);
        }
        let plan = self.plan(&loaded)?;
        let forge = loaded.model.forge_for(self.detail);
        let tally = generate(&scheduler(self.threads)?, &forge, &plan)?;
        output::write_with(&self.tally, |out| {
            let foreign = loaded.foreign_sentence();
            format::write_tally_csv(out, &tally, forge.keys(), loaded.game.words(), foreign.as_deref())
        })?;
        Ok(0)
    }

    fn plan(&self, loaded: &Loaded) -> Result<Plan, Failure> {
        let Cells { depths, qualities, kinds } = self.cells.parse(loaded)?;
        if self.detail == Detail::Full && !loaded.has_values() {
            let whose = if loaded.game.has_values() { "these files" } else { loaded.game.title() };
            return Err(Failure::usage(format!("--detail: values of {whose} are not simulated; expected identity")));
        }
        let plan = Plan {
            depths,
            qualities,
            kinds,
            drops: self.drops,
            seed: self.seed,
            switches: loaded.switches.clone(),
            detail: self.detail,
        };
        plan.check().map_err(|error| plan_error("the batch", &error))?;
        Ok(plan)
    }
}

/// Makes the drops of a plan, with a bar that shows how far it is.
pub(super) fn generate(scheduler: &Arc<Scheduler>, forge: &Arc<dyn Forge>, plan: &Plan) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    progress::shown(plan.total_drops(), "drops", |progress| {
        let source = ShardSource::Drops(Arc::clone(forge), plan.seed);
        let mut run = run_shards(scheduler, source, plan.shards().collect(), progress);
        while let Some(finished) = run.wait_next() {
            let (shard, piece) = finished.context("a thread of the batch failed")?;
            tally.add(shard.cell, &piece);
        }
        Ok(tally)
    })
}

/// A scheduler with so many threads, or one for each core.
pub(super) fn scheduler(threads: Option<NonZeroUsize>) -> anyhow::Result<Arc<Scheduler>> {
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Scheduler::new(threads.unwrap_or_else(cores).get()).context("can't start the threads")
}

/// A [`Detail`] by its name.
fn detail(text: &str) -> Result<Detail, String> {
    let known = || Detail::ALL.iter().copied();
    known().find(|detail| detail.name() == text).ok_or_else(|| {
        let names: Vec<_> = known().map(Detail::name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
