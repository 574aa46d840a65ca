//! Writing a part of a tally.

use std::io::{self, Write};

use super::{FIRST, PLAN, TallyPart};
use crate::format::tally_csv::{io_error, note, table};

/// Writes a part. Counts whose key has no label have no row in the tally either, and are left out.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_tally_part(out: &mut dyn Write, part: &TallyPart) -> io::Result<()> {
    let head = &part.head;
    let mut table = csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::Any(b'\n')).from_writer(out);
    let mut line = |fields: &mut dyn Iterator<Item = &str>| table.write_record(fields).map_err(io_error);
    line(&mut FIRST.into_iter())?;
    line(&mut ["part", &head.part.number().to_string(), &head.part.of().to_string()].into_iter())?;
    for (word, value) in PLAN.iter().zip(head.plan.values()) {
        line(&mut [*word, &value].into_iter())?;
    }
    line(&mut ["note", &head.note].into_iter())?;
    line(&mut std::iter::once("cell columns").chain(head.cell_columns.iter().map(String::as_str)))?;
    line(&mut std::iter::once("row columns").chain(head.row_columns.iter().map(String::as_str)))?;
    line(&mut ["cells", &part.cells.len().to_string()].into_iter())?;
    for (at, cell) in part.cells.iter().enumerate() {
        let (at, drops) = (at.to_string(), cell.counted.drops.to_string());
        let begin = ["cell", &at, &drops, &cell.place];
        line(&mut begin.into_iter().chain(cell.fields.iter().map(String::as_str)))?;
    }
    let mut rows = 0_u64;
    for (at, cell) in part.cells.iter().enumerate() {
        for (key, count) in &cell.counted.counts {
            let Some(label) = part.labels.get(key) else { continue };
            let [at, key, count] = [at.to_string(), key.to_string(), count.to_string()];
            line(&mut ["row", &at, &key, &count].into_iter().chain(label.iter().map(String::as_str)))?;
            rows += 1;
        }
    }
    line(&mut ["end", &rows.to_string()].into_iter())?;
    table.flush()
}

/// Writes the tally that merged parts are: the same bytes as of one run.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn write_merged_tally(out: &mut dyn Write, TallyPart { head, cells, labels }: &TallyPart) -> io::Result<()> {
    let mut table = table(out);
    let columns = head.cell_columns.iter().map(String::as_str).chain(["n"]);
    let columns: Vec<&str> = columns.chain(head.row_columns.iter().map(String::as_str)).chain(["count"]).collect();
    table.write_record(&columns).map_err(io_error)?;
    for cell in cells {
        let drops = cell.counted.drops.to_string();
        for (key, count) in &cell.counted.counts {
            let Some(label) = labels.get(key) else { continue };
            let count = count.to_string();
            let fields = cell.fields.iter().chain([&drops]).chain(label).chain([&count]);
            table.write_record(fields).map_err(io_error)?;
        }
    }
    note(&mut table, &columns, Some(head.note.as_str()).filter(|note| !note.is_empty()))?;
    table.flush()
}
