//! `affixboard given`: what else items carry that fulfil a condition.

use std::{
    num::{NonZeroU64, NonZeroUsize},
    sync::Arc,
};

use affixboard_inquiry::{
    conditioning::Conditioning,
    questions::{CarriedSort, ComputeLimits},
};
use affixboard_model::{
    batch::{Detail, FIRST_STAGE, Plan},
    game::{Forge, Loaded},
};
use affixboard_report::format::{ConditionCsv, drawn_sentence};
use affixboard_store::content_hash;
use clap::Args;

use super::{
    batch::scheduler,
    block_on::block_on,
    cells::DropCellFlags,
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
    question::question,
};
use affixboard_service::compute::{CarriedEffort, Priority, condition_table};

/// The command.
#[derive(Debug, Args)]
pub(super) struct Given {
    #[command(flatten)]
    files: EditFiles,
    /// The condition, as a question, such as affix:Sharp
    #[arg(value_name = "CONDITION")]
    condition: String,
    /// Only among items that are this, such as tval:sword
    #[arg(long, value_name = "QUESTION")]
    among: Option<String>,
    #[command(flatten)]
    cells: DropCellFlags,
    /// What is listed, of kind,affix,theme,artifact,flag,curse [default: all]
    #[arg(long, value_name = "LIST")]
    sorts: Option<String>,
    /// Items that fulfil the condition, after which no more are drawn
    #[arg(long, value_name = "N", default_value = "10000")]
    keep: NonZeroU64,
    /// Items that are drawn at most, at least 4096
    #[arg(long, value_name = "N", default_value = "4000000")]
    items: u64,
    /// Pairs of affixes at most that are computed, each on one kind
    #[arg(long, value_name = "N", default_value = "1000")]
    pairs: usize,
    /// Where the random numbers begin
    #[arg(long, value_name = "S", default_value = "1")]
    seed: u64,
    /// Draw items even where shares can be computed
    #[arg(long)]
    drawn: bool,
    /// Threads [default: all cores]; the table doesn't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl Given {
    pub(super) fn run(&self) -> Outcome {
        let loaded = self.files.load_with_drops()?;
        let effort = self.effort()?;
        let cells = self.cells.parse(&loaded)?.list()?;
        let full = loaded.model.forge_for(if loaded.has_values() { Detail::Full } else { Detail::Identity });
        let condition = question("CONDITION", &self.condition, &loaded)?.1;
        let among =
            self.among.as_ref().map(|text| question("--among", text, &loaded)).transpose()?.map(|among| among.1);
        let sorts = self.sorts(full.as_ref())?;
        let one_affix = loaded.game.words().one_affix;
        let about = Arc::new(Conditioning::new(condition, among, sorts, one_affix));
        let forge = if about.needs_values() { full } else { loaded.model.forge() };
        let scheduler = scheduler(self.threads)?;
        let mut tables = Vec::new();
        for cell in cells {
            let table = progress::shown(effort.items, "items at most", |progress| {
                block_on(condition_table(&scheduler, Priority::Batch, (&forge, &about), cell, effort, progress))
            })??;
            tables.push((cell, table));
        }
        let mut notes = vec![self.source(&loaded)];
        notes.extend(tables.iter().filter_map(|(cell, table)| {
            let quality = loaded.game.words().qualities[usize::from(cell.quality)];
            Some(format!("level {}, {quality}: {}", cell.depth, drawn_sentence(table)?))
        }));
        notes.extend(loaded.doubts());
        output::write_with(&self.out, |out| {
            let mut csv = ConditionCsv::begin(out, &loaded.catalog, false)?;
            for (cell, table) in &tables {
                let quality = loaded.game.words().qualities[usize::from(cell.quality)];
                for row in &table.rows {
                    csv.add(*cell, quality, row, table.drops_until_99(row))?;
                }
            }
            csv.end(&notes)
        })?;
        Ok(0)
    }

    fn effort(&self) -> Result<CarriedEffort, Failure> {
        if !(FIRST_STAGE..=Plan::MAX_DROPS).contains(&self.items) {
            return Err(Failure::usage(format!("--items: expected {FIRST_STAGE} to {}", Plan::MAX_DROPS)));
        }
        let limits = (!self.drawn).then_some(ComputeLimits { pairs: self.pairs, ..ComputeLimits::NONE });
        Ok(CarriedEffort { keep: self.keep.get(), items: self.items, seed: self.seed, limits })
    }

    fn sorts(&self, forge: &dyn Forge) -> Result<Vec<CarriedSort>, Failure> {
        let has = |sort: &CarriedSort| forge.keys().has(sort.metric());
        let Some(list) = &self.sorts else { return Ok(CarriedSort::ALL.into_iter().filter(has).collect()) };
        let one = |word: &str| {
            let found = CarriedSort::ALL.into_iter().find(|sort| sort.word() == word.trim());
            found.filter(has).ok_or_else(|| {
                let known: Vec<&str> =
                    CarriedSort::ALL.iter().filter(|sort| has(sort)).map(|sort| sort.word()).collect();
                Failure::usage(format!("--sorts: found `{word}`; expected some of {}", known.join(",")))
            })
        };
        let mut sorts: Vec<CarriedSort> = list.split(',').map(one).collect::<Result<_, _>>()?;
        sorts.sort_unstable();
        sorts.dedup();
        Ok(sorts)
    }

    /// Where the numbers come from.
    fn source(&self, loaded: &Loaded) -> String {
        format!(
            "given {}{}, rules {} {}, {}, files {}, seed {}",
            self.condition,
            self.among.as_ref().map(|among| format!(", among {among}")).unwrap_or_default(),
            loaded.game.id(),
            loaded.game.rules_version(),
            loaded.switches.describe(loaded.game),
            content_hash(loaded),
            self.seed
        )
    }
}
