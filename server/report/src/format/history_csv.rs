//! A share over the commits of a repository.

use std::io::{self, Write};

use super::{
    chances_csv::float,
    formula::escape_formula,
    tally_csv::{io_error, table},
};

/// A commit with the share in its files.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryRow<'a> {
    /// Hash, date, author, and the first line of the message.
    pub commit: [&'a str; 4],
    /// The share with its ends, and whether it is computed; why there is none, where its files can't be read.
    pub share: Result<([f64; 3], bool), &'a str>,
    /// Why the numbers may not be those of the files' own program.
    pub doubts: &'a str,
}

/// Writes a line per commit in the order given: columns
/// `commit,date,author,subject,share,low,high,method,doubts,problem`, LF line ends.
/// Texts of the repository that a spreadsheet would take for a formula are guarded.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn history_csv(out: &mut dyn Write, rows: &[HistoryRow<'_>]) -> io::Result<()> {
    let mut table = table(out);
    let columns = ["commit", "date", "author", "subject", "share", "low", "high", "method", "doubts", "problem"];
    table.write_record(columns).map_err(io_error)?;
    for row in rows {
        let [share, low, high, method, problem] = match row.share {
            Ok((numbers, is_computed)) => {
                let [share, low, high] = numbers.map(float);
                [share, low, high, if is_computed { "computed" } else { "simulated" }.to_owned(), String::new()]
            }
            Err(why) => [String::new(), String::new(), String::new(), String::new(), escape_formula(why).into_owned()],
        };
        let about = row.commit.map(|text| escape_formula(text).into_owned());
        let doubts = escape_formula(row.doubts).into_owned();
        let fields = about.into_iter().chain([share, low, high, method, doubts, problem]);
        table.write_record(fields).map_err(io_error)?;
    }
    table.flush()
}
