//! What steps of lines change of a share.

use std::io::{self, Write};

use affixboard_model::batch::Cell;

use super::{
    chances_csv::float,
    tally_csv::{io_error, table},
};

/// The columns.
const COLUMNS: [&str; 12] =
    ["level", "quality", "file", "line", "entry", "step", "was", "now", "before", "after", "change", "error_bound"];

/// A step of a line and what it changes.
#[derive(Debug, Clone, PartialEq)]
pub struct SensitivityRow {
    /// Where.
    pub cell: Cell,
    /// The drop quality in the game's words.
    pub quality: &'static str,
    /// File and line number.
    pub place: (String, u32),
    /// Name of the line's entry.
    pub entry: String,
    /// The step in words.
    pub step: &'static str,
    /// The line.
    pub was: String,
    /// The line after the step.
    pub now: String,
    /// The share without the step.
    pub before: f64,
    /// The share with it.
    pub after: f64,
    /// The largest distance of the true change from their difference.
    pub bound: f64,
}

/// Writes steps of lines: columns `level,quality,file,line,entry,step,was,now,before,after,change,error_bound`, LF line ends. Names
/// and lines stand as they are in the files, not escaped.
pub struct SensitivityCsv<'a> {
    table: csv::Writer<&'a mut dyn Write>,
}

impl<'a> SensitivityCsv<'a> {
    /// Writes the header.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(out: &'a mut dyn Write) -> io::Result<SensitivityCsv<'a>> {
        let mut table = table(out);
        table.write_record(COLUMNS).map_err(io_error)?;
        Ok(SensitivityCsv { table })
    }

    /// Adds a step.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, row: &SensitivityRow) -> io::Result<()> {
        let record = [
            &row.cell.depth.to_string(),
            row.quality,
            &row.place.0,
            &row.place.1.to_string(),
            &row.entry,
            row.step,
            &row.was,
            &row.now,
            &float(row.before),
            &float(row.after),
            &float(row.after - row.before),
            &float(row.bound),
        ];
        self.table.write_record(record).map_err(io_error)
    }

    /// Writes lines whose step is `note`, with where the numbers come from and, where there is one, a sentence about files that are
    /// not the game's own; and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self, source: &str, doubts: Option<&str>) -> io::Result<()> {
        for note in [Some(source), doubts].into_iter().flatten() {
            let fields = COLUMNS.iter().map(|column| match *column {
                "step" => "note",
                "entry" => note,
                _ => "",
            });
            self.table.write_record(fields).map_err(io_error)?;
        }
        self.table.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal() {
        let row = SensitivityRow {
            cell: Cell { depth: 30, quality: 2, kind: None },
            quality: "great",
            place: ("ego_item.txt".to_owned(), 12),
            entry: "of \"Fire\", hot".to_owned(),
            step: "commonness + 1",
            was: "T:sword:0:99:good:20:1 to 100".to_owned(),
            now: "T:sword:0:99:good:21:1 to 100".to_owned(),
            before: 0.25,
            after: 0.375,
            bound: 1e-9,
        };
        let mut bytes: Vec<u8> = Vec::new();
        let mut table = SensitivityCsv::begin(&mut bytes).expect("memory");
        table.add(&row).expect("memory");
        table.end("rules affix-branch 3", Some("not its own")).expect("memory");
        assert_eq!(
            String::from_utf8(bytes).expect("UTF-8"),
            "level,quality,file,line,entry,step,was,now,before,after,change,error_bound\n\
             30,great,ego_item.txt,12,\"of \"\"Fire\"\", hot\",commonness + 1,T:sword:0:99:good:20:1 to 100,\
             T:sword:0:99:good:21:1 to 100,0.25,0.375,0.125,1e-9\n\
             ,,,,rules affix-branch 3,note,,,,,,\n\
             ,,,,not its own,note,,,,,,\n"
        );
    }
}
