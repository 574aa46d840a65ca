//! The best of several items.

use std::io::{self, Write};

use affixboard_model::stats::BestQuantile;

use super::tally_csv::{io_error, table};

/// The quantiles of the best that are written, in per cent.
pub const BEST_QUANTILES: [u32; 3] = [10, 50, 90];

/// The columns.
const COLUMNS: [&str; 15] = [
    "level",
    "quality",
    "metric",
    "tval",
    "items",
    "best_of",
    "best_10",
    "best_10_low",
    "best_10_high",
    "best_50",
    "best_50_low",
    "best_50_high",
    "best_90",
    "best_90_low",
    "best_90_high",
];

/// The best of so many items of a type in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BestOfRow {
    /// The cell's depth.
    pub level: u32,
    /// Its drop quality.
    pub quality: &'static str,
    /// Item type.
    pub tval: u16,
    /// Number of items of which the best is asked for.
    pub of: u32,
    /// Number of items that were counted.
    pub items: u64,
    /// The quantiles, as [`BEST_QUANTILES`].
    pub best: Vec<BestQuantile>,
}

/// Writes a line for each cell, item type and number: the quantiles of the best value with their 95 % intervals, an end empty where
/// too few items were counted for it. LF line ends.
pub struct BestOfCsv<'a>(csv::Writer<&'a mut dyn Write>);

impl<'a> BestOfCsv<'a> {
    /// Writes the header.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(out: &'a mut dyn Write) -> io::Result<BestOfCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(BestOfCsv(table))
    }

    /// Adds a line.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, metric: &str, row: &BestOfRow) -> io::Result<()> {
        let text = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
        let about = [
            row.level.to_string(),
            row.quality.to_owned(),
            metric.to_owned(),
            row.tval.to_string(),
            row.items.to_string(),
            row.of.to_string(),
        ];
        let best = row.best.iter().flat_map(|best| [Some(best.value), best.low, best.high].map(text));
        self.0.write_record(about.into_iter().chain(best)).map_err(io_error)
    }

    /// Writes what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        self.0.flush()
    }
}
