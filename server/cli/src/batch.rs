//! `affixboard batch`: generate drops from a folder of edit files and write the tally.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_model::{
    batch::{Detail, MadeShards, Plan, PlanPart, Shard, Tally, Target},
    game::{Forge, Loaded},
};
use affixboard_report::format::{self, PartPlan, TallyAbout, TallyPart};
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
use affixboard_service::compute::{Scheduler, ShardSource, run_shards};

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
    /// What of a drop is counted: what it is (identity), or its values and flags too (full) [default: identity]
    #[arg(long, value_name = "WHAT", value_parser = detail)]
    detail: Option<Detail>,
    /// Quantiles of the numbers that the subject's rows count, such as powers, instead of the counts
    #[arg(long, requires = "subject")]
    quantiles: bool,
    /// Make drops until every row is within so much of its value, such as 2%, by its 95 % interval; --drops is the maximum
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["shard", "subject"])]
    target: Option<String>,
    /// With --target: the least share of a cell's drops whose row has to be as close [default: 0.1%]
    #[arg(long, value_name = "PERCENT", requires = "target")]
    rows_from: Option<String>,
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
        let mut of_drops = self.cells.given();
        of_drops.extend(self.detail.map(|_| "--detail"));
        if let Some(chosen) = self.subject.parse(&loaded, &of_drops)? {
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
        let forge = loaded.model.forge_for(self.detail());
        let tally = generate(&scheduler(self.threads)?, &forge, &plan, part)?;
        let (words, doubts) = (loaded.game.words(), loaded.doubts());
        output::write_with(&self.tally, |out| match part {
            None => {
                let about = TallyAbout { doubts: doubts.as_deref(), target: plan.until() };
                format::write_tally_csv(out, &tally, forge.keys(), words, about)
            }
            Some(part) => {
                let head = (part, self.part_plan(&loaded, plan.detail));
                let part = TallyPart::of_drops(head, &plan, &tally, (forge.keys(), words), doubts.as_deref());
                format::write_tally_part(out, &part)
            }
        })?;
        Ok(0)
    }

    fn detail(&self) -> Detail {
        self.detail.unwrap_or(Detail::Identity)
    }

    fn part(&self) -> Result<Option<PlanPart>, Failure> {
        let parsed = self.shard.as_deref().map(str::parse).transpose();
        parsed.map_err(|error| plan_error("--shard", &error))
    }

    fn target(&self) -> Result<Option<Target>, Failure> {
        let percent = |flag: &str, text: &str, digits| {
            Target::parse_percent(text, digits).ok_or_else(|| {
                Failure::usage(format!("{flag}: found `{text}`; expected a percentage such as 2% or 0.1%"))
            })
        };
        let Some(within) = &self.target else { return Ok(None) };
        let within = percent("--target", within, 2)?;
        let rows_from = percent("--rows-from", self.rows_from.as_deref().unwrap_or("0.1%"), 4)?;
        Ok(Some(Target { within, rows_from }))
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
        if self.detail() == Detail::Full && !loaded.has_values() {
            let whose = if loaded.game.has_values() { "these files" } else { loaded.game.title() };
            return Err(Failure::usage(format!("--detail: values of {whose} are not simulated; expected identity")));
        }
        let plan = Plan {
            target: self.target()?,
            depths,
            qualities,
            kinds,
            drops: self.drops,
            seed: self.seed,
            switches: loaded.switches.clone(),
            detail: self.detail(),
        };
        plan.check().map_err(|error| plan_error("the batch", &error))?;
        Ok(plan)
    }
}

/// Makes the drops of a plan, or of a part of it, with a bar that shows how far it is.
pub(super) fn generate(
    scheduler: &Arc<Scheduler>,
    forge: &Arc<dyn Forge>,
    plan: &Plan,
    part: Option<PlanPart>,
) -> anyhow::Result<Tally> {
    let source = ShardSource::Drops(Arc::clone(forge), plan.seed);
    if let Some(part) = part {
        return count(scheduler, source, part.shards(plan.shards()).collect(), "drops");
    }
    let mut made = MadeShards::default();
    let things = if plan.target.is_some() { "drops at most" } else { "drops" };
    progress::shown(plan.total_drops(), things, |progress| {
        loop {
            let shards = plan.next_shards(&made, forge.keys());
            if shards.is_empty() {
                return Ok(made.tally);
            }
            let mut run = run_shards(scheduler, source.clone(), shards, progress);
            while let Some(finished) = run.wait_next() {
                let (shard, piece) = finished.context("a thread of the batch failed")?;
                made.add(&shard, &piece);
            }
        }
    })
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
