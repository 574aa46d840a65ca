//! `affixboard batch`: generate drops from a folder of edit files and write the tally.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    sync::Mutex,
    time::Duration,
};

use affixboard_core::{
    batch::{Detail, Plan, Tally},
    catalog::KindId,
    games::Loaded,
};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::{Failure, Files, Outcome, depths, output, plan_error};
use crate::jobs::{self, Progress};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Batch {
    #[command(flatten)]
    files: Files,
    /// Dungeon levels, such as 1,5,10-20
    #[arg(long, value_name = "LIST")]
    depths: String,
    /// Drop qualities, such as normal,good,great
    #[arg(long, value_name = "LIST")]
    qualities: String,
    /// Drops per depth and quality (and kind)
    #[arg(long, value_name = "N")]
    drops: NonZeroU64,
    /// Where the random numbers begin: the same seed gives the same tally
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Apply magic to this kind instead of making whole drops; may be repeated
    #[arg(long, value_name = "TVAL:SVAL")]
    kind: Vec<String>,
    /// What of a drop is counted: what it is (identity), or its values and flags too (full)
    #[arg(long, value_name = "WHAT", value_parser = detail, default_value = "identity")]
    detail: Detail,
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
        let plan = self.plan(&loaded)?;
        let forge = loaded.model.forge_for(self.detail);
        let threads = self.threads.map_or(0, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
        let shards: Vec<_> = plan.shards().collect();
        let tally = Mutex::new(Tally::default());
        let progress = Progress::default();
        std::thread::scope(|scope| {
            let bar = scope.spawn(|| show(&progress, plan.total_drops()));
            jobs::run(&pool, forge.as_ref(), plan.seed, &shards, &progress, &|shard, piece| {
                if let Ok(mut tally) = tally.lock() {
                    tally.add(shard.cell, &piece);
                }
            });
            progress.stop();
            let _ = bar.join();
        });
        let tally = tally.into_inner().map_err(|_| anyhow::anyhow!("a thread of the batch failed"))?;
        output::write_with(&self.tally, |out| {
            affixboard_report::format::write_tally_csv(out, &tally, forge.keys(), loaded.game.words())
        })?;
        Ok(0)
    }

    fn plan(&self, loaded: &Loaded) -> Result<Plan, Failure> {
        let known = loaded.game.words().qualities;
        let mut qualities = Vec::new();
        for name in self.qualities.split(',').map(str::trim) {
            let at = known.iter().position(|quality| quality.eq_ignore_ascii_case(name)).ok_or_else(|| {
                Failure::usage(format!("--qualities: found `{name}`; expected some of {}", known.join(",")))
            })?;
            qualities.push(at as u8);
        }
        qualities.sort_unstable();
        qualities.dedup();
        let mut kinds: Vec<KindId> = self.kind.iter().map(|text| kind(text, loaded)).collect::<Result<_, _>>()?;
        kinds.sort_unstable();
        kinds.dedup();
        if self.detail == Detail::Full && !loaded.has_values() {
            let whose = if loaded.game.has_values() { "these files" } else { loaded.game.title() };
            return Err(Failure::usage(format!("--detail: values of {whose} are not simulated; expected identity")));
        }
        let depths = depths("--depths", &self.depths, loaded)?;
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

/// A [`Detail`] by its name.
fn detail(text: &str) -> Result<Detail, String> {
    let known = || Detail::ALL.iter().copied();
    known().find(|detail| detail.name() == text).ok_or_else(|| {
        let names: Vec<_> = known().map(Detail::name).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn kind(text: &str, loaded: &Loaded) -> Result<KindId, Failure> {
    let numbers = text.split_once(':').and_then(|(tval, sval)| Some((tval.parse().ok()?, sval.parse().ok()?)));
    let (tval, sval) =
        numbers.ok_or_else(|| Failure::usage(format!("--kind: found `{text}`; expected TVAL:SVAL, such as 23:12")))?;
    loaded.catalog.find_kind(tval, sval).ok_or_else(|| {
        Failure::usage(format!("--kind: found `{text}`; expected the tval and sval of a kind in object.txt"))
    })
}

/// Shows how far the batch is until it ends. Hidden where standard error is no terminal.
fn show(progress: &Progress, total: u64) {
    let bar = ProgressBar::new(total);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {percent}% {human_pos} of {human_len} drops, {eta} left")
    {
        bar.set_style(style);
    }
    while !progress.is_stopped() {
        bar.set_position(progress.drops());
        std::thread::sleep(Duration::from_millis(20));
    }
    bar.finish_and_clear();
}
