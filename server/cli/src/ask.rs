//! `affixboard ask`: which share of drops has several things at once.

use std::{
    io::Write,
    num::{NonZeroU64, NonZeroUsize},
};

use affixboard_inquiry::questions::Expr;
use affixboard_model::{
    batch::{Cell, Detail, Plan},
    game::{Loaded, Words},
    stats::drops_until,
};
use affixboard_report::thousands;
use affixboard_store::content_hash;
use clap::Args;
use serde_json::json;

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::DropCellFlags,
    failure::{Failure, Outcome},
    files::EditFiles,
    progress,
    question::question,
};
use affixboard_service::compute::{AnswerMethod, Effort, Priority, QuestionAnswer, answer, parse_within};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Ask {
    #[command(flatten)]
    files: EditFiles,
    /// The question, such as `tval:sword & flag:RES_FIRE & to_hit>=5`
    #[arg(value_name = "QUESTION")]
    question: String,
    #[command(flatten)]
    cells: DropCellFlags,
    /// Stop as soon as the share is known within so many per cent of its value; none: draw all
    #[arg(long, value_name = "PERCENT", default_value = "5%")]
    target: String,
    /// Items that are drawn at most
    #[arg(long, value_name = "N", default_value = "10000000")]
    items: NonZeroU64,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Draw items even where the share can be computed
    #[arg(long)]
    drawn: bool,
    /// Draw whole drops even where items of the kinds that are asked for could be drawn alone
    #[arg(long)]
    whole_drops: bool,
    /// Threads [default: all cores]; the answer doesn't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// Write each answer as a line of JSON
    #[arg(long)]
    json: bool,
}

/// What answers are about.
struct Asked<'a> {
    expr: &'a Expr,
    loaded: &'a Loaded,
    seed: u64,
}

impl Ask {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load_with_drops()?;
        let effort = self.effort()?;
        let cells = self.cells.parse(&loaded)?.list()?;
        let detail = if loaded.has_values() { Detail::Full } else { Detail::Identity };
        let mut forge = loaded.model.forge_for(detail);
        let (expr, question) = question("QUESTION", &self.question, &loaded)?;
        if !question.needs_values {
            forge = loaded.model.forge();
        }
        let scheduler = scheduler(self.threads)?;
        let asked = Asked { expr: &expr, loaded: &loaded, seed: self.seed };
        let mut out = std::io::stdout().lock();
        for (at, cell) in cells.into_iter().enumerate() {
            let answer = progress::shown(effort.items, "items at most", |progress| {
                let asked_of = (&forge, &question);
                block_on(answer(&scheduler, Priority::Batch, asked_of, cell, effort, progress))
            })??;
            if self.json {
                writeln!(out, "{}", asked.json(cell, &answer))?;
                continue;
            }
            if at > 0 {
                writeln!(out)?;
            }
            out.write_all(asked.text(cell, &answer).as_bytes())?;
        }
        Ok(0)
    }

    fn effort(&self) -> Result<Effort, Failure> {
        let within = match self.target.as_str() {
            "none" => None,
            text => {
                Some(parse_within(text).ok_or_else(|| Failure::usage("--target: expected 0.01% to 100%, or none"))?)
            }
        };
        if self.items.get() > Plan::MAX_DROPS {
            return Err(Failure::usage(format!("--items: expected at most {}", Plan::MAX_DROPS)));
        }
        let method = match (self.whole_drops, self.drawn) {
            (true, _) => AnswerMethod::WholeDrops,
            (false, true) => AnswerMethod::Drawn,
            (false, false) => AnswerMethod::Best,
        };
        Ok(Effort { within, items: self.items.get(), seed: self.seed, method })
    }
}

impl Asked<'_> {
    fn words(&self) -> &Words {
        self.loaded.game.words()
    }

    fn rules(&self) -> String {
        let Loaded { game, switches, .. } = self.loaded;
        format!("{} {}, {}", game.id(), game.rules_version(), switches.describe(game))
    }

    fn json(&self, cell: Cell, answer: &QuestionAnswer) -> serde_json::Value {
        let (share, low, high) = answer.share();
        let kind = cell.kind.map(|kind| self.loaded.catalog.kind(kind));
        let mut object = json!({
            "question": self.expr.to_string(), "depth": cell.depth,
            "quality": self.words().qualities[usize::from(cell.quality)],
            "kind": kind.map(|kind| format!("{}:{}", kind.tval, kind.sval)),
            "rules": self.rules(), "files": content_hash(self.loaded), "share": share, "low": low, "high": high,
            "drops_until_99": drops_until(share, 0.99),
        });
        let how = match answer {
            QuestionAnswer::Computed(mean) => json!({"method": "computed", "error_bound": mean.bound}),
            QuestionAnswer::Counted { asked, items, met } => json!({
                "method": "simulated", "seed": self.seed, "items": items, "met": met,
                "drawn": if asked.kinds.is_some() { "items of its kinds" } else { "drops" },
                "items_per_drop": asked.items_per_drop, "special_artifacts": asked.special,
            }),
        };
        if let (Some(object), Some(how)) = (object.as_object_mut(), how.as_object()) {
            object.extend(how.clone());
        }
        object
    }

    fn text(&self, cell: Cell, answer: &QuestionAnswer) -> String {
        let (share, low, high) = answer.share();
        let quality = self.words().qualities[usize::from(cell.quality)];
        let of = match cell.kind {
            None => format!("{quality} drops at level {}", cell.depth),
            Some(kind) => format!("{} of level {}, {quality}", self.loaded.catalog.kind(kind).name, cell.depth),
        };
        let mut lines = vec![self.expr.to_string(), format!("{} of {of}", shown(share))];
        let files: String = content_hash(self.loaded).chars().take(12).collect();
        match answer {
            QuestionAnswer::Computed(mean) => {
                let error =
                    if mean.bound == 0.0 { "exact".to_owned() } else { format!("wrong by {:.1e} at most", mean.bound) };
                lines.push(format!("computed: {error}"));
                lines.push(format!("rules {}, files {files}", self.rules()));
            }
            QuestionAnswer::Counted { asked, items, met } => {
                let width = answer.width().map(|width| format!(", within {:.1} % of it", 100.0 * width));
                let width = width.unwrap_or_default();
                lines.push(format!("95 % interval {} to {}{width}", shown(low), shown(high)));
                let drawn = if asked.kinds.is_some() { "items of its kinds" } else { "drops" };
                lines.push(format!("counted: {} of {} {drawn}", thousands(*met), thousands(*items)));
                if asked.kinds.is_some() {
                    let (per_drop, special) = (asked.items_per_drop, shown(asked.special));
                    lines.push(format!(
                        "{per_drop:.6} of these items per drop, and special artifacts {special}: computed"
                    ));
                }
                lines.push(format!("seed {}, rules {}, files {files}", self.seed, self.rules()));
            }
        }
        if let Some(drops) = drops_until(share, 0.99) {
            lines.insert(2, format!("one is found within {} drops in 99 % of tries", thousands(drops)));
        }
        lines.join("\n") + "\n"
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
