//! `affixboard batch`: generate drops from a folder of edit files and write the tally.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_core::{
    batch::{Detail, Plan, PlanPart, Shard, Tally},
    game::{Forge, Loaded},
};
use affixboard_report::format::{self, PartPlan, TallyPart};
use affixboard_store::content_hash;
use anyhow::Context;
use clap::Args;

use super::{
    cells::{CellFlags, Cells},
    failure::{Failure, Outcome},
    files::{EditFiles, plan_error},
    output, progress,
    subjects::{DROPS, SubjectFlags},
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
    /// Make only part I of N of the drops, and write a part of the tally, for `affixboard tally merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Threads [default: all cores]; the tally doesn't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the tally, or - for standard output
    #[arg(long, value_name = "FILE")]
    tally: String,
}

impl Batch {
    pub(super) fn run(&self) -> Outcome {
        let part = self.part()?;
        let loaded = self.files.load()?;
        if let Some(chosen) = self.subject.parse(&loaded)? {
            let chosen = if self.quantiles { chosen.with_quantiles(&loaded)? } else { chosen };
            let plan = chosen.plan(self.drops, self.seed)?;
            let scheduler = scheduler(self.threads)?;
            return match part {
                None => chosen.batch(&scheduler, &plan, &self.tally),
                Some(part) => {
                    let detail = Detail::Identity;
                    let head = PartPlan { subject: plan.subject.clone(), ..self.part_plan(&loaded, detail) };
                    chosen.batch_part(&scheduler, &plan, (part, head), &self.tally)
                }
            };
        }
        let plan = self.plan(&loaded)?;
        let forge = loaded.model.forge_for(self.detail);
        let shards = match part {
            None => plan.shards().collect(),
            Some(part) => part.shards(plan.shards()).collect(),
        };
        let tally = generate(&scheduler(self.threads)?, &forge, plan.seed, shards)?;
        let (words, foreign) = (loaded.game.words(), loaded.foreign_sentence());
        output::write_with(&self.tally, |out| match part {
            None => format::write_tally_csv(out, &tally, forge.keys(), words, foreign.as_deref()),
            Some(part) => {
                let head = (part, self.part_plan(&loaded, plan.detail));
                let part = TallyPart::of_drops(head, &plan, &tally, (forge.keys(), words), foreign.as_deref());
                format::write_tally_part(out, &part)
            }
        })?;
        Ok(0)
    }

    fn part(&self) -> Result<Option<PlanPart>, Failure> {
        let parsed = self.shard.as_deref().map(str::parse).transpose();
        parsed.map_err(|error| plan_error("--shard", &error))
    }

    /// The plan as a part's head says it, of drops.
    fn part_plan(&self, loaded: &Loaded, detail: Detail) -> PartPlan {
        let game = loaded.game;
        PartPlan {
            game: game.id().to_owned(),
            rules_version: game.rules_version(),
            files: content_hash(loaded),
            switches: loaded.switches.describe(game),
            subject: DROPS.to_owned(),
            detail: detail.name().to_owned(),
            result: if self.quantiles { "quantiles" } else { "counts" }.to_owned(),
            drops: self.drops.get(),
            seed: self.seed,
        }
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

/// Makes the drops of a plan's shards, with a bar that shows how far it is.
pub(super) fn generate(
    scheduler: &Arc<Scheduler>,
    forge: &Arc<dyn Forge>,
    seed: u64,
    shards: Vec<Shard>,
) -> anyhow::Result<Tally> {
    count(scheduler, ShardSource::Drops(Arc::clone(forge), seed), shards, "drops")
}

/// The counts of shards, with a bar that shows how many of these things are made.
pub(super) fn count(
    scheduler: &Arc<Scheduler>,
    source: ShardSource,
    shards: Vec<Shard>,
    things: &str,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    progress::shown(shards.iter().map(|shard| shard.drops).sum(), things, |progress| {
        let mut run = run_shards(scheduler, source, shards, progress);
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
