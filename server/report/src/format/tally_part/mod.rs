//! Parts of a tally that several processes count, each some shards of one plan, and the whole that they come to.
//!
//! A part is a line of JSON, [`PartHead`], and a table: the columns of the tally behind `cell` and `key`, which say where a row
//! stands in the whole. A row without a key says how many drops of the cell the part has. The last row is `end` with the number
//! of rows before it, so that a part that was cut off is known.

mod merge;
mod read;

pub use merge::merge_parts;
pub use read::{PartError, PartReader};

use std::io::{self, Write};

use affixboard_core::{
    batch::{Cell, KeySpace, RowLabel, Tally, point_of_cell},
    game::{Point, SubjectRules, Words},
};
use serde::{Deserialize, Serialize};

use super::{
    subject_csv::SubjectCsv,
    tally_csv::{COLUMNS, fields, io_error, table},
};

/// The form of parts; counts up when it changes.
const FORM: u32 = 1;
/// The most processes that one plan is divided among.
pub const MOST_PARTS: u32 = 100_000;

/// What a part is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartHead {
    /// The form of the file.
    affixboard_part: u32,
    /// Which part it is, from 1.
    pub part: u32,
    /// Number of parts.
    pub of: u32,
    /// Name of all that makes the tally: files, rules, plan, seed.
    pub plan: String,
    /// The same in words, for people.
    pub about: String,
    /// Number of cells of the plan.
    pub cells: u32,
    /// Drops of each cell, in all parts together.
    pub drops: u64,
    /// The sentence about files that are not the game's own.
    pub note: Option<String>,
    /// The columns of the tally.
    columns: Vec<String>,
}

impl PartHead {
    /// A head, for which the writer sets the columns.
    pub fn new((part, of): (u32, u32), plan: String, about: String, (cells, drops): (u32, u64)) -> PartHead {
        let (note, columns) = (None, Vec::new());
        PartHead { affixboard_part: FORM, part, of, plan, about, cells, drops, note, columns }
    }
}

/// The position of a cell in its plan, and how many drops of it there are.
type PartCell = (u32, u64);

/// Writes a part row by row.
struct PartWriter<'a> {
    table: csv::Writer<&'a mut dyn Write>,
    columns: Vec<String>,
    rows: u64,
}

impl<'a> PartWriter<'a> {
    fn begin(out: &'a mut dyn Write, head: PartHead, columns: Vec<String>) -> io::Result<PartWriter<'a>> {
        let head = PartHead { columns: columns.clone(), ..head };
        serde_json::to_writer(&mut *out, &head)?;
        out.write_all(b"\n")?;
        let mut table = table(out);
        let all = ["cell", "key"].into_iter().chain(columns.iter().map(String::as_str));
        table.write_record(all).map_err(io_error)?;
        Ok(PartWriter { table, columns, rows: 0 })
    }

    fn cell(&mut self, (at, drops): PartCell) -> io::Result<()> {
        let drops = drops.to_string();
        let fields = self.columns.iter().map(|column| if column == "n" { drops.as_str() } else { "" });
        let at = at.to_string();
        self.rows += 1;
        self.table.write_record([at.as_str(), ""].into_iter().chain(fields)).map_err(io_error)
    }

    fn row(&mut self, at: u32, key: u32, fields: &[String]) -> io::Result<()> {
        let place = [at.to_string(), key.to_string()];
        self.rows += 1;
        self.table.write_record(place.iter().chain(fields)).map_err(io_error)
    }

    fn end(mut self) -> io::Result<()> {
        let rows = self.rows.to_string();
        let rest = self.columns.iter().map(|_| "");
        self.table.write_record(["end", rows.as_str()].into_iter().chain(rest)).map_err(io_error)?;
        self.table.flush()
    }
}

/// Writes a part of a tally of drops. `cells` are all of the plan, in its order.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_tally_part(
    out: &mut dyn Write,
    head: PartHead,
    cells: &[Cell],
    tally: &Tally,
    (keys, words): (&KeySpace, &Words),
) -> io::Result<()> {
    let mut part = PartWriter::begin(out, head, COLUMNS.map(str::to_owned).to_vec())?;
    for (at, cell) in (0..).zip(cells) {
        let Some(counted) = tally.cells.get(cell) else { continue };
        part.cell((at, counted.drops))?;
        for &(key, count) in &counted.counts {
            let Some(label) = RowLabel::new(*cell, key, keys, words) else { continue };
            let [level, quality, metric, tval, sval, name] = fields(label);
            let (drops, count) = (counted.drops.to_string(), count.to_string());
            part.row(at, key, &[level, quality, drops, metric, tval, sval, name, count])?;
        }
    }
    part.end()
}

/// Writes a part of a tally of a subject, whose plan has these points.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_subject_part(
    out: &mut dyn Write,
    head: PartHead,
    rules: &dyn SubjectRules,
    points: &[Point],
    tally: &Tally,
) -> io::Result<()> {
    let mut part = PartWriter::begin(out, head, SubjectCsv::count_columns(rules.spec()))?;
    for (cell, counted) in &tally.cells {
        let Some(point) = point_of_cell(points, *cell) else { continue };
        part.cell((cell.depth, counted.drops))?;
        let place = rules.point_columns(point);
        for &(key, count) in &counted.counts {
            part.row(cell.depth, key, &SubjectCsv::count_fields(rules, &place, counted.drops, key, count))?;
        }
    }
    part.end()
}

#[cfg(test)]
mod tests;
