//! A number over states of edit files: commits of a repository, or revisions of an edition.

use std::io::{self, Write};

use super::{
    chances_csv::float,
    formula::escape_formula,
    tally_csv::{io_error, table},
};

/// A state with the number in its files.
#[derive(Debug, Clone, PartialEq)]
pub struct HistoryRow<'a> {
    /// What is said of the state.
    pub about: [&'a str; 4],
    /// The number with its ends, and whether it is computed; why there is none, where its files can't be read.
    pub number: Result<([f64; 3], bool), &'a str>,
    /// The verdict of a balance test; empty where it is none.
    pub verdict: &'a str,
    /// Why the numbers may not be those of the files' own program.
    pub doubts: &'a str,
}

/// Writes a line per state in the order given: the columns that are said of states, then
/// `value,low,high,method,verdict,doubts,problem`; LF line ends.
/// Texts that a spreadsheet would take for a formula are guarded.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn history_csv(out: &mut dyn Write, about: [&str; 4], rows: &[HistoryRow<'_>]) -> io::Result<()> {
    let mut table = table(out);
    let of_numbers = ["value", "low", "high", "method", "verdict", "doubts", "problem"];
    table.write_record(about.iter().chain(&of_numbers)).map_err(io_error)?;
    for row in rows {
        let [value, low, high, method, problem] = match row.number {
            Ok((numbers, is_computed)) => {
                let [value, low, high] = numbers.map(float);
                [value, low, high, if is_computed { "computed" } else { "simulated" }.to_owned(), String::new()]
            }
            Err(why) => [String::new(), String::new(), String::new(), String::new(), escape_formula(why).into_owned()],
        };
        let about = row.about.map(|text| escape_formula(text).into_owned());
        let (verdict, doubts) = (row.verdict.to_owned(), escape_formula(row.doubts).into_owned());
        let fields = about.into_iter().chain([value, low, high, method, verdict, doubts, problem]);
        table.write_record(fields).map_err(io_error)?;
    }
    table.flush()
}
