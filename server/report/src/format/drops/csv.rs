//! Drops as CSV.

use std::io::{self, Write};

use affixboard_model::batch::{LoggedItem, Shard};

use super::{DropTable, DropValue};

/// Writes drops as CSV in UTF-8 with LF line ends: a line of column names, then one line per drop. What an item doesn't have is
/// empty. Names are not escaped as formulas, for programs read this file.
pub struct DropsCsv<'a> {
    table: DropTable<'a>,
    out: ::csv::Writer<&'a mut dyn Write>,
}

impl<'a> DropsCsv<'a> {
    /// Writes the column names.
    ///
    /// # Errors
    /// Fails where writing does, as its other functions do.
    pub fn begin(out: &'a mut dyn Write, table: DropTable<'a>) -> io::Result<DropsCsv<'a>> {
        let mut out = ::csv::WriterBuilder::new().terminator(::csv::Terminator::Any(b'\n')).from_writer(out);
        out.write_record(table.columns().iter().map(|column| column.name)).map_err(io::Error::other)?;
        Ok(DropsCsv { table, out })
    }

    /// Writes the items of a shard, and a line for each of `nothing` drops that came to nothing.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, shard: &Shard, items: &[LoggedItem], nothing: u64) -> io::Result<()> {
        let items = items.iter().map(Some).chain((0..nothing).map(|_| None));
        for (at, item) in (1..).zip(items) {
            let row = self.table.row(shard, at, item);
            let fields = row.into_iter().map(|value| match value {
                DropValue::Null => String::new(),
                DropValue::Number(number) => number.to_string(),
                DropValue::Text(text) => text,
            });
            self.out.write_record(fields).map_err(io::Error::other)?;
        }
        Ok(())
    }

    /// Writes what is still in memory.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
