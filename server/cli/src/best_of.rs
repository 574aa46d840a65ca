//! `affixboard tally best`: the best of several items, by the values that a tally counted.

use std::{collections::BTreeMap, io, path::PathBuf};

use affixboard_model::{
    batch::Metric,
    stats::{BestQuantile, best_of},
};
use affixboard_report::format::{BEST_QUANTILES, BestOfCsv, BestOfRow};
use clap::Args;

use super::{
    failure::{Failure, Outcome},
    files::{EditFiles, item_type},
    output,
};
use affixboard_service::counts::read_counts;

/// Most items of which the best is asked for.
const MOST: u32 = 1_000_000;

/// The command.
#[derive(Debug, Args)]
pub(super) struct Best {
    /// A tally with values, as `affixboard batch --detail full` writes it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    files: EditFiles,
    /// The value, as the tally calls it, such as `to_h`, `to_a` or power
    #[arg(long, value_name = "METRIC")]
    metric: String,
    /// Only items of this type, by number or name; may be repeated
    #[arg(long, value_name = "TVAL|NAME")]
    tval: Vec<String>,
    /// Of so many items the best, such as 1,10,100
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    of: Vec<u32>,
    /// File of the table, or - for standard output
    #[arg(long, value_name = "FILE")]
    out: String,
}

impl Best {
    pub(super) fn run(&self) -> Outcome {
        if let Some(wrong) = self.of.iter().find(|of| !(1..=MOST).contains(*of)) {
            return Err(Failure::usage(format!("--of: found {wrong}; expected numbers from 1 to {MOST}")));
        }
        if !NUMBERS.iter().any(|metric| metric.0 == self.metric) {
            let known: Vec<&str> = NUMBERS.iter().map(|metric| metric.0).collect();
            return Err(Failure::usage(format!(
                "--metric: found `{}`; expected one of {}",
                self.metric,
                known.join(", ")
            )));
        }
        let loaded = self.files.load()?;
        let types = self.tval.iter().map(|text| item_type("--tval", text, &loaded.catalog));
        let types: Vec<u16> = types.collect::<Result<_, _>>()?;
        let words = loaded.game.words();
        let tally = read_counts(&self.file, words)?;
        let mut rows = Vec::new();
        for ((level, quality), cell) in &tally.cells {
            let mut counts: BTreeMap<u16, BTreeMap<i64, u64>> = BTreeMap::new();
            for row in cell.rows.iter().filter(|row| row.metric == self.metric) {
                let (Some((tval, _)), Ok(value)) = (row.place, row.name.parse::<i64>()) else {
                    let (line, name) = (row.line, &row.name);
                    return Err(Failure::from(anyhow::anyhow!(
                        "{}: line {line}: found `{name}`; expected a whole number of an item",
                        self.file.display()
                    )));
                };
                if types.is_empty() || types.contains(&tval) {
                    let count = counts.entry(tval).or_default().entry(value).or_default();
                    *count = count.saturating_add(row.count);
                }
            }
            for (tval, counts) in counts {
                let counts: Vec<(i64, u64)> = counts.into_iter().filter(|count| count.1 > 0).collect();
                for of in &self.of {
                    let best = BEST_QUANTILES.map(|per_cent| best_of(&counts, *of, per_cent));
                    let Some(best) = best.into_iter().collect::<Option<Vec<BestQuantile>>>() else { continue };
                    let quality = words.qualities.get(usize::from(*quality)).copied().unwrap_or_default();
                    let items = counts.iter().map(|count| count.1).sum();
                    rows.push(BestOfRow { level: *level, quality, tval, of: *of, items, best });
                }
            }
        }
        if rows.is_empty() {
            return Err(Failure::from(anyhow::anyhow!(
                "{} has no `{}` of such items; `affixboard batch --detail full` counts values",
                self.file.display(),
                self.metric
            )));
        }
        output::write_with(&self.out, |out| {
            let mut table = BestOfCsv::begin(out)?;
            rows.iter().try_for_each(|row| table.add(&self.metric, row))?;
            table.end().map_err(io::Error::other)
        })?;
        Ok(0)
    }
}

/// The values that are one whole number of each item.
const NUMBERS: [Metric; 7] =
    [Metric::TO_HIT, Metric::TO_DAM, Metric::TO_AC, Metric::AC, Metric::WEIGHT, Metric::NUMBER, Metric::POWER];
