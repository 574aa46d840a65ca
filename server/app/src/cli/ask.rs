//! `affixboard ask`: which share of drops has several things at once.

use std::{
    io::Write,
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_core::{
    batch::{Cell, Detail, Plan, Target},
    game::{Forge, Loaded},
    questions::{AskedCell, PIECE, Question, ask_piece, parse},
    stats::{Z95, wilson},
};
use affixboard_report::thousands;
use affixboard_store::content_hash;
use anyhow::anyhow;
use clap::Args;
use serde_json::json;

use super::{
    batch::scheduler,
    failure::{Failure, Outcome},
    files::EditFiles,
    progress,
};
use crate::compute::{CancelToken, Priority, Scheduler, par_map_ordered};

/// Pieces of the first look; each later one is twice as far.
const FIRST_LOOK: u64 = 4;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Ask {
    #[command(flatten)]
    files: EditFiles,
    /// The question, such as `tval:sword & flag:RES_FIRE & to_hit>=5`
    #[arg(value_name = "QUESTION")]
    question: String,
    /// Dungeon level
    #[arg(long, value_name = "LEVEL")]
    depth: u32,
    /// Drop quality
    #[arg(long, value_name = "QUALITY")]
    quality: String,
    /// Stop as soon as the share is known within so many per cent of its value; none: draw all
    #[arg(long, value_name = "PERCENT", default_value = "5%")]
    target: String,
    /// Items that are drawn at most
    #[arg(long, value_name = "N", default_value = "10000000")]
    items: NonZeroU64,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Draw whole drops even where items of the kinds that are asked for could be drawn alone
    #[arg(long)]
    whole_drops: bool,
    /// Threads [default: all cores]; the answer doesn't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Write the answer as JSON
    #[arg(long)]
    json: bool,
}

/// An answer.
struct Answer {
    asked: AskedCell,
    items: u64,
    met: u64,
}

impl Answer {
    /// The share of drops, with its interval.
    fn share(&self) -> (f64, f64, f64) {
        let (low, high) = wilson(self.met, self.items, Z95);
        let of_drops = |share: f64| self.asked.items_per_drop * share + self.asked.special;
        (of_drops(self.met as f64 / self.items.max(1) as f64), of_drops(low), of_drops(high))
    }

    /// Half of the width of the interval, as a part of the share.
    fn width(&self) -> f64 {
        let (share, low, high) = self.share();
        if share > 0.0 { (high - low) / 2.0 / share } else { f64::INFINITY }
    }
}

impl Ask {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load()?;
        let within = match self.target.as_str() {
            "none" => None,
            text => {
                let hundredths = Target::parse_percent(text, 2).filter(|hundredths| (1..=10_000).contains(hundredths));
                let problem = || Failure::usage("--target: expected 0.01% to 100%, or none");
                Some(f64::from(hundredths.ok_or_else(problem)?) / 1e4)
            }
        };
        if self.items.get() > Plan::MAX_DROPS {
            return Err(Failure::usage(format!("--items: expected at most {}", Plan::MAX_DROPS)));
        }
        let cell = self.cell(&loaded)?;
        let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
        let forge = loaded.model.forge_for(detail);
        let problem = |error| Failure::usage(format!("QUESTION: {error}"));
        let expr = parse(&self.question).map_err(problem)?;
        let question = Arc::new(Question::of(&expr, &loaded, forge.keys()).map_err(problem)?);
        let asked =
            if self.whole_drops { AskedCell::whole(cell) } else { AskedCell::new(&question, forge.as_ref(), cell) };
        let answer = self.answer(&scheduler(self.threads)?, &forge, &question, asked, within)?;
        let mut out = std::io::stdout().lock();
        let rules =
            format!("{} {}, {}", loaded.game.id(), loaded.game.rules_version(), loaded.switches.describe(loaded.game));
        let (share, low, high) = answer.share();
        let drawn = if answer.asked.kinds.is_some() { "items of its kinds" } else { "drops" };
        if self.json {
            let answer = json!({
                "question": expr.to_string(), "depth": self.depth, "quality": self.quality, "seed": self.seed,
                "rules": rules, "files": content_hash(&loaded), "drawn": drawn, "items": answer.items, "met": answer.met,
                "items_per_drop": answer.asked.items_per_drop, "special_artifacts": answer.asked.special,
                "share": share, "low": low, "high": high,
            });
            writeln!(out, "{answer}")?;
            return Ok(0);
        }
        writeln!(out, "{expr}")?;
        writeln!(out, "{} of {} drops at level {}", shown(share), self.quality, self.depth)?;
        writeln!(out, "95 % interval {} to {}, within {:.1} % of it", shown(low), shown(high), 100.0 * answer.width())?;
        writeln!(out, "counted: {} of {} {drawn}", thousands(answer.met), thousands(answer.items))?;
        if answer.asked.kinds.is_some() {
            writeln!(
                out,
                "{:.6} of these items per drop, and special artifacts {}: computed",
                answer.asked.items_per_drop,
                shown(answer.asked.special)
            )?;
        }
        let files: String = content_hash(&loaded).chars().take(12).collect();
        writeln!(out, "seed {}, rules {rules}, files {files}", self.seed)?;
        Ok(0)
    }

    fn cell(&self, loaded: &Loaded) -> Result<Cell, Failure> {
        let words = loaded.game.words();
        let quality = words.qualities.iter().position(|known| *known == self.quality);
        let quality = quality.ok_or_else(|| {
            Failure::usage(format!(
                "--quality: found `{}`; expected one of {}",
                self.quality,
                words.qualities.join(", ")
            ))
        })?;
        if self.depth > words.deepest {
            return Err(Failure::usage(format!("--depth: found {}; expected 0 to {}", self.depth, words.deepest)));
        }
        Ok(Cell { depth: self.depth, quality: quality as u8, kind: None })
    }

    fn answer(
        &self,
        scheduler: &Arc<Scheduler>,
        forge: &Arc<dyn Forge>,
        question: &Arc<Question>,
        asked: AskedCell,
        within: Option<f64>,
    ) -> anyhow::Result<Answer> {
        let (most, seed) = (self.items.get(), self.seed);
        let mut answer = Answer { asked, items: 0, met: 0 };
        progress::shown(most, "items at most", |progress| {
            let (mut done, mut look) = (0, FIRST_LOOK);
            while answer.items < most && (done == 0 || within.is_none_or(|within| answer.width() > within)) {
                let pieces = (done..look).map(|piece| (piece as u32, (most - (piece * PIECE).min(most)).min(PIECE)));
                let pieces: Vec<(u32, u64)> = pieces.filter(|(_, items)| *items > 0).collect();
                let (forge, question, asked) = (Arc::clone(forge), Arc::clone(question), answer.asked.clone());
                let made = Arc::clone(progress);
                let run = move |(piece, items): (u32, u64), cancel: &CancelToken| {
                    let keep_going = || !cancel.is_cancelled();
                    let met = ask_piece(&question, forge.as_ref(), &asked, (seed, piece, items), &keep_going);
                    made.add(items);
                    met.map(|met| (items, met))
                };
                let mut running = par_map_ordered(scheduler, Priority::Batch, pieces.into_iter(), run);
                while let Some(result) = running.wait_next() {
                    let (items, met) = result?.map_err(|_| anyhow!("a thread was stopped"))?;
                    answer.items += items;
                    answer.met += met;
                }
                (done, look) = (look, 2 * look);
            }
            anyhow::Ok(())
        })?;
        Ok(answer)
    }
}

/// A share for people: in per cent, and as one in so many where it is small.
fn shown(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.01 => format!("{:.3e} (1 in {})", share, thousands((1.0 / share).round() as u64)),
        share => format!("{:.3} %", 100.0 * share),
    }
}
