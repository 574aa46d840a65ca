//! The first depths of a dive at which things are found, with the names of the tallies.

use std::io::{self, Write};

use affixboard_inquiry::profile::FirstFound;
use affixboard_model::{
    batch::{Cell, KeySpace, RowLabel},
    game::Words,
};

use super::{
    chances_csv::{bound, float},
    dive_csv::is_of_drops,
    tally_csv::{fields, io_error, table},
};

/// The quantiles that are written, in per cent of dives.
pub const FIRST_QUANTILES: [u32; 3] = [10, 50, 90];

/// The columns.
const COLUMNS: [&str; 15] = [
    "metric",
    "tval",
    "sval",
    "name",
    "first_10",
    "first_10_earliest",
    "first_10_latest",
    "first_50",
    "first_50_earliest",
    "first_50_latest",
    "first_90",
    "first_90_earliest",
    "first_90_latest",
    "never",
    "never_error_bound",
];

/// Writes a line for each thing that drops may be: down to which depth 10, 50 and 90 % of dives have found it, with the earliest and
/// latest depth that error bounds leave, empty where the dive ends before; and the chance that a dive never does. LF line ends.
pub struct FirstFoundCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    keys: &'a KeySpace,
    words: &'a Words,
    doubts: Option<String>,
}

impl<'a> FirstFoundCsv<'a> {
    /// Writes the header. `doubts` says why the numbers may not be those of the files' own program, if they may not.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(
        out: &'a mut dyn Write,
        keys: &'a KeySpace,
        words: &'a Words,
        doubts: Option<String>,
    ) -> io::Result<FirstFoundCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(FirstFoundCsv { table, keys, words, doubts })
    }

    /// Adds the first find of a key; what counts several times a drop, and item types for which `wanted` is false, are skipped.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, key: u32, first: &FirstFound, wanted: impl Fn(Option<u16>) -> bool) -> io::Result<()> {
        let cell = Cell { depth: 0, quality: 0, kind: None };
        let Some(about) = RowLabel::new(cell, key, self.keys, self.words) else { return Ok(()) };
        if !wanted(about.place.map(|place| place.0)) || !is_of_drops(self.keys.key(key).metric) {
            return Ok(());
        }
        let [_, _, metric, tval, sval, name] = fields(about);
        let text = |depth: Option<u32>| depth.map_or_else(String::new, |depth| depth.to_string());
        let quantiles = FIRST_QUANTILES.into_iter().flat_map(|per_cent| {
            let depth = first.quantile(per_cent);
            [depth.at, depth.earliest, depth.latest].map(text)
        });
        let never = first.never();
        let line = [metric, tval, sval, name]
            .into_iter()
            .chain(quantiles)
            .chain([float(never.value), bound(never.bound, self.doubts.as_deref())]);
        self.table.write_record(line).map_err(io_error)
    }

    /// Writes a last line with the metric `note` where the numbers are doubtful, and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        if let Some(doubts) = &self.doubts {
            let fields = COLUMNS.iter().map(|column| match *column {
                "metric" => "note",
                "name" => doubts.as_str(),
                _ => "",
            });
            self.table.write_record(fields).map_err(io_error)?;
        }
        self.table.flush()
    }
}
