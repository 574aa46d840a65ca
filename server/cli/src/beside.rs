//! `affixboard beside`: anyone's tables of counts beside each other, or beside computed chances.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    num::{NonZeroU64, NonZeroUsize},
    path::{Path, PathBuf},
    sync::Arc,
};

use affixboard_inquiry::beside::{
    CountKey, CountTable, Counted, KnownShare, RatioOf, ShareComparison, compare, computed,
};
use affixboard_model::{batch::Cell, game::Loaded};
use affixboard_report::format::{add_objstat, beside_csv, is_objstat, objstat_iterations, read_counts_table};
use anyhow::Context as _;
use clap::Args;

use super::{
    audit::probability,
    batch::scheduler,
    exact::not_computed,
    failure::{Failure, Outcome},
    files::EditFiles,
    output, progress,
};
use affixboard_service::compute::{CellParts, Priority};

/// The command.
#[derive(Debug, Args)]
pub(super) struct BesideTables {
    /// Tables of counts: level,what,name,count,n, or tallies; tables of Crawl's objstat, or the folder of a run of it
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<PathBuf>,
    /// Folder of edit files, whose computed chances the tables stand beside [default: they stand beside the first]
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,
    /// The game of the files, where it shouldn't be told from them
    #[arg(long, value_name = "GAME", requires = "files")]
    game: Option<String>,
    /// Points of the rules to take as documented, not as coded: ids, all, or guide for what the game's guide says
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "files")]
    as_documented: Vec<String>,
    /// Iterations of the runs of objstat [default: as its file of information beside the tables says]
    #[arg(long, value_name = "N")]
    iterations: Option<NonZeroU64>,
    /// How likely something is marked where all shares are the same
    #[arg(long, value_name = "P", default_value_t = 0.001, value_parser = probability)]
    false_alarms: f64,
    /// How many of the largest ratios are printed
    #[arg(long, value_name = "N", default_value_t = 40)]
    limit: usize,
    /// Threads [default: all cores]; the numbers don't depend on it
    #[arg(long, value_name = "T")]
    threads: Option<NonZeroUsize>,
    /// File of all comparisons, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
}

/// What the files come to.
struct OfFiles {
    known: BTreeMap<CountKey, KnownShare>,
    /// Whose rules computed it.
    about: String,
    /// What it is worth, where that isn't all.
    doubts: Option<String>,
}

impl BesideTables {
    pub(super) fn run(&self) -> Outcome {
        let tables = self.tables.iter().map(|path| self.read(path)).collect::<Result<Vec<CountTable>, Failure>>()?;
        if self.files.is_none() && tables.len() < 2 {
            return Err(Failure::usage("TABLE: found one; expected two or more, or --files with one".to_owned()));
        }
        let of_files = self.files.as_ref().map(|folder| self.computed(folder, &tables)).transpose()?;
        let found = compare(&tables, of_files.as_ref().map(|of| &of.known));
        let text = self.text(&tables, &found, of_files.as_ref().map(|of| of.about.as_str()));
        let doubts = of_files.as_ref().and_then(|of| of.doubts.as_deref());
        match self.out.as_deref() {
            Some(out) => {
                output::write_with(out, |out| beside_csv(out, &tables, &found, doubts))?;
                if out != "-" {
                    output::write("-", text.as_bytes())?;
                }
            }
            None => output::write("-", text.as_bytes())?,
        }
        Ok(0)
    }

    /// The chances of what the tables count, and whose they are.
    fn computed(&self, folder: &Path, tables: &[CountTable]) -> Result<OfFiles, Failure> {
        let files = EditFiles::new(folder.to_owned(), self.game.clone(), self.as_documented.clone());
        let loaded = Arc::new(files.load_with_drops()?);
        let words = loaded.game.words();
        let mut asked: BTreeMap<Cell, Vec<String>> = BTreeMap::new();
        for (_, level, quality, _) in tables.iter().flat_map(CountTable::groups) {
            let at = words.qualities.iter().position(|known| quality.eq_ignore_ascii_case(known));
            // Normal drops, where a table doesn't say.
            let at = at.or_else(|| quality.is_empty().then_some(0)).ok_or_else(|| {
                Failure::usage(format!("TABLE: found the quality `{quality}`; expected {}", words.qualities.join(", ")))
            })?;
            if level > words.deepest {
                let expected = format!("TABLE: found level {level}; expected 0 to {}", words.deepest);
                return Err(Failure::usage(expected));
            }
            let of = asked.entry(Cell { depth: level, quality: at as u8, kind: None }).or_default();
            if !of.contains(&quality) {
                of.push(quality);
            }
        }
        let known = self.chances(&loaded, &asked)?;
        let about = format!(
            "computed: rules {} {}, {}",
            loaded.game.id(),
            loaded.game.rules_version(),
            loaded.switches.describe(loaded.game)
        );
        Ok(OfFiles { known, about, doubts: loaded.doubts() })
    }

    fn chances(
        &self,
        loaded: &Arc<Loaded>,
        asked: &BTreeMap<Cell, Vec<String>>,
    ) -> Result<BTreeMap<CountKey, KnownShare>, Failure> {
        let (forge, scheduler) = (loaded.model.forge(), scheduler(self.threads)?);
        let cells: Vec<Cell> = asked.keys().copied().collect();
        let parts = CellParts::new(loaded, &cells, None);
        let mut known = BTreeMap::new();
        progress::shown(parts.total(), "pieces", |progress| -> Result<(), Failure> {
            let mut computing = parts.compute(&scheduler, Priority::Batch, 0, &forge, progress);
            while let Some((cell, chances)) = computing.wait_next().map_err(anyhow::Error::from)? {
                let chances = chances.ok_or_else(|| not_computed(loaded))?;
                for quality in &asked[&cell] {
                    computed(forge.keys(), &chances, (cell.depth, quality), &mut known);
                }
            }
            Ok(())
        })?;
        Ok(known)
    }

    /// What differs most, the surest first.
    fn text(&self, tables: &[CountTable], found: &[ShareComparison], computed: Option<&str>) -> String {
        let of = computed.map_or_else(|| tables[0].title.clone(), str::to_owned);
        let mut ratios: Vec<(&ShareComparison, RatioOf)> =
            found.iter().filter_map(|row| Some((row, row.ratio?))).collect();
        let differ = ratios.iter().filter(|row| row.1.adjusted_p < self.false_alarms).count();
        let mut text = format!("beside {of}\n{} numbers, {differ} of them differ", ratios.len());
        let _ = writeln!(
            text,
            " (p after Holm below {}; where all are the same, something is marked that often)",
            self.false_alarms
        );
        let far = |ratio: &RatioOf| if ratio.value > 0.0 { ratio.value.ln().abs() } else { f64::INFINITY };
        ratios.sort_by(|a, b| a.1.adjusted_p.total_cmp(&b.1.adjusted_p).then_with(|| far(&b.1).total_cmp(&far(&a.1))));
        for (ShareComparison { key, table, counted, .. }, ratio) in ratios.iter().take(self.limit) {
            let CountKey { quality, what, name, .. } = key;
            let (at, n) = (key.at(), counted.trials());
            let of = match counted {
                Counted::Share { count, .. } => format!("{count} of {n}"),
                Counted::Rate { count, .. } => format!("{count} in {n}"),
                Counted::Mean { mean, .. } => format!("{mean} a run of {n}"),
            };
            let quality = if quality.is_empty() { String::new() } else { format!(" {quality}") };
            let high = if ratio.high.is_finite() { format!("{:.3}", ratio.high) } else { "any".to_owned() };
            let mark = if ratio.adjusted_p < self.false_alarms { "*" } else { " " };
            let _ = writeln!(
                text,
                "{mark} {at}{quality} {what} {name}: {of} in {}, {:.3} times ({:.3} to {high}), p {:.2e}",
                tables[*table].title, ratio.value, ratio.low, ratio.adjusted_p
            );
        }
        if ratios.len() > self.limit {
            let _ = writeln!(text, "and {} more; --out writes all", ratios.len() - self.limit);
        }
        text
    }

    /// A table, or all of a folder that a run of objstat left.
    fn read(&self, path: &Path) -> Result<CountTable, Failure> {
        let title = path.display().to_string();
        let whole = || format!("can't read {title}");
        if !path.is_dir() {
            let bytes = std::fs::read(path).with_context(whole)?;
            if !is_objstat(&bytes) {
                return Ok(read_counts_table(&title, &bytes).with_context(whole)?);
            }
            let mut table = CountTable { title: title.clone(), ..CountTable::default() };
            add_objstat(&mut table, &bytes, self.iterations_of(path.parent().unwrap_or(Path::new("")))?)
                .with_context(whole)?;
            return Ok(table);
        }
        let mut table = CountTable { title: title.clone(), ..CountTable::default() };
        let entries = std::fs::read_dir(path).with_context(whole)?;
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        for file in files.into_iter().filter(|file| file.is_file()) {
            let named = || format!("can't read {}", file.display());
            let bytes = std::fs::read(&file).with_context(named)?;
            if is_objstat(&bytes) {
                add_objstat(&mut table, &bytes, self.iterations_of(path)?).with_context(named)?;
            }
        }
        if table.rows.is_empty() {
            return Err(Failure::Failed(anyhow::anyhow!("{title}: found no table of objstat; expected objstat_*.tsv")));
        }
        Ok(table)
    }

    /// How many iterations the run in a folder had.
    fn iterations_of(&self, folder: &Path) -> Result<u64, Failure> {
        if let Some(given) = self.iterations {
            return Ok(given.get());
        }
        let infos = ["objstat_Info.tsv", "objstat_Info.txt"].map(|name| folder.join(name));
        let text = infos.iter().find_map(|path| std::fs::read_to_string(path).ok());
        text.and_then(|text| objstat_iterations(&text)).ok_or_else(|| {
            Failure::usage("--iterations: expected it, as no objstat_Info beside the tables says it".to_owned())
        })
    }
}
