//! `affixboard drops`: the drops of a batch one by one, as CSV or Parquet.

use std::{
    io::{self, Write},
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_inquiry::questions::Question;
use affixboard_model::{
    batch::{Detail, ItemIdentity, LoggedItem, Plan, Shard, log_shard_while},
    game::{Forge, Loaded},
};
use affixboard_report::format::{DropTable, DropsCsv, DropsParquet};
use affixboard_store::content_hash;
use clap::{Args, ValueEnum};

use super::{
    batch::scheduler,
    cells::{Cells, DropCellFlags},
    failure::{Failure, Outcome},
    files::{EditFiles, plan_error},
    output, progress,
    question::question,
};
use affixboard_service::compute::{CancelToken, Priority, Progress, par_map_ordered};

/// Drops of a cell at most: a shard of them is in memory at once.
const MOST_DROPS: u64 = 1 << 22;
/// The same where only some of them are written.
const MOST_SEARCHED: u64 = 1 << 26;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Drops {
    #[command(flatten)]
    files: EditFiles,
    #[command(flatten)]
    cells: DropCellFlags,
    /// Drops per depth and quality (and kind)
    #[arg(long = "drops", value_name = "N")]
    number: NonZeroU64,
    /// Where the random numbers begin: the drops are those that a batch with this seed counts
    #[arg(long, value_name = "S")]
    seed: u64,
    /// Only drops of which this is true, a question as of `affixboard ask`
    #[arg(long, value_name = "QUESTION")]
    r#where: Option<String>,
    /// The game's own power and price of each item too
    #[arg(long)]
    worth: bool,
    /// How they are written [default: by the end of the file's name, .parquet or another]
    #[arg(long, value_name = "FORMAT")]
    format: Option<DropFormat>,
    /// Threads [default: all cores]; the drops don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the drops, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DropFormat {
    Csv,
    Parquet,
}

/// The shards of a plan and what is wanted of them.
struct Making {
    forge: Arc<dyn Forge>,
    plan: Plan,
    question: Option<Arc<Question>>,
    appraises: bool,
}

/// Writes the items of a shard, and for how many of its drops there was nothing.
type Writing<'a> = &'a mut dyn FnMut(&Shard, &[LoggedItem], u64) -> io::Result<()>;

impl Drops {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load_with_drops()?;
        let plan = self.plan(&loaded)?;
        let forge = loaded.model.forge_for(plan.detail);
        let question =
            self.r#where.as_ref().map(|text| question("--where", text, &loaded)).transpose()?.map(|asked| asked.1);
        let appraises = self.worth || question.as_ref().is_some_and(|question| question.appraises);
        let making = Arc::new(Making { forge: Arc::clone(&forge), plan, question, appraises });
        let table = DropTable::new(forge.keys(), loaded.game.words(), self.worth);
        let about = self.about(&loaded);
        let scheduler = scheduler(self.threads)?;
        let make = |write: Writing<'_>| {
            progress::shown(making.plan.total_drops(), "drops", |progress| {
                let (of, progress) = (Arc::clone(&making), Arc::clone(progress));
                let shards: Vec<Shard> = making.plan.shards().collect();
                let run = move |shard: Shard, cancel: &CancelToken| (shard, of.items(&shard, &progress, cancel));
                let mut running = par_map_ordered(&scheduler, Priority::Batch, shards.into_iter(), run);
                while let Some(result) = running.wait_next() {
                    let (shard, items) = result.map_err(io::Error::other)?;
                    let items = items.ok_or_else(|| io::Error::other("a thread was stopped"))?;
                    let nothing = if making.question.is_some() { 0 } else { shard.drops - items.len() as u64 };
                    write(&shard, &items, nothing)?;
                }
                io::Result::Ok(())
            })
        };
        output::write_with(&self.out, |out| match self.format() {
            DropFormat::Csv => {
                let out: &mut dyn Write = out;
                let mut file = DropsCsv::begin(out, table)?;
                make(&mut |shard, items, nothing| file.add(shard, items, nothing))?;
                file.end()
            }
            DropFormat::Parquet => {
                let mut file = DropsParquet::begin(out, table, &about).map_err(io::Error::other)?;
                make(&mut |shard, items, nothing| file.add(shard, items, nothing).map_err(io::Error::other))?;
                file.end().map(|_| ()).map_err(io::Error::other)
            }
        })?;
        if self.out != "-" {
            let about: Vec<String> = about.iter().map(|(name, value)| format!("{name} {value}")).collect();
            writeln!(io::stdout().lock(), "{}", about.join(", "))?;
        }
        Ok(0)
    }

    fn plan(&self, loaded: &Loaded) -> Result<Plan, Failure> {
        let most = if self.r#where.is_some() { MOST_SEARCHED } else { MOST_DROPS };
        if self.number.get() > most {
            let hint = if self.r#where.is_some() { "" } else { ", or --where" };
            return Err(Failure::usage(format!("--drops: found {}; expected at most {most}{hint}", self.number)));
        }
        let Cells { depths, qualities, kinds } = self.cells.parse(loaded)?;
        let plan = Plan {
            depths,
            qualities,
            kinds,
            drops: self.number,
            seed: self.seed,
            switches: loaded.switches.clone(),
            detail: if loaded.has_values() { Detail::Full } else { Detail::Identity },
            target: None,
        };
        plan.check().map_err(|error| plan_error("the drops", &error))?;
        Ok(plan)
    }

    fn format(&self) -> DropFormat {
        let by_name = if self.out.ends_with(".parquet") { DropFormat::Parquet } else { DropFormat::Csv };
        self.format.unwrap_or(by_name)
    }

    /// What the drops are of; a Parquet file keeps it.
    fn about(&self, loaded: &Loaded) -> [(&'static str, String); 4] {
        let game = loaded.game;
        [
            ("rules", format!("{} {} ({})", game.id(), game.rules_version(), loaded.switches.describe(game))),
            ("files", content_hash(loaded)),
            ("seed", self.seed.to_string()),
            ("drops_of_a_cell", self.number.to_string()),
        ]
    }
}

impl Making {
    /// The items of a shard that are wanted; `None` where the run was called off.
    fn items(&self, shard: &Shard, progress: &Progress, cancel: &CancelToken) -> Option<Vec<LoggedItem>> {
        let keep_going = || !cancel.is_cancelled();
        let (forge, seed, appraises) = (self.forge.as_ref(), self.plan.seed, self.appraises);
        let items = match &self.question {
            None => log_shard_while(forge, shard, seed, |_| true, appraises, &keep_going).ok()?,
            Some(question) => {
                let asked_of = Arc::clone(question);
                let wants = move |item: &ItemIdentity<'_>| asked_of.may_be_met(item);
                let mut items = log_shard_while(forge, shard, seed, wants, appraises, &keep_going).ok()?;
                items.retain(|item| question.is_met_by(forge.keys(), item));
                items
            }
        };
        progress.add(shard.drops);
        Some(items)
    }
}
