//! Reading a part. Whatever is in the file, it ends with an error that says where.

use std::{
    fmt,
    io::{self, BufRead, BufReader, Read},
};

use super::{FORM, MOST_PARTS, PartHead};

/// The longest head, in bytes.
const LONGEST_HEAD: u64 = 1 << 20;

/// Why parts don't come to a whole.
#[derive(Debug)]
pub struct PartError {
    /// Name of the file; empty where it is about all of them.
    pub file: String,
    /// Line from 1, and the name of the column; 0 and empty where it is about the file.
    pub place: (u64, String),
    /// What was found.
    pub found: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartError { file, place: (line, column), found, expected } = self;
        if !file.is_empty() {
            write!(f, "{file}: ")?;
        }
        match (line, column.as_str()) {
            (0, _) => {}
            (line, "") => write!(f, "line {line}: ")?,
            (line, column) => write!(f, "line {line}, column {column}: ")?,
        }
        write!(f, "found {found}; expected {expected}")
    }
}

impl std::error::Error for PartError {}

/// A row of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PartRow {
    /// A cell's position and the drops that the part has of it; its rows follow.
    Cell(u32, u64),
    /// A count of the cell: its key and the fields of the tally.
    Count(u32, Vec<String>),
}

/// A part that is read row by row.
pub struct PartReader<R> {
    pub(super) file: String,
    pub(super) head: PartHead,
    table: csv::Reader<BufReader<R>>,
    /// Positions of the columns `n` and `count` among those of the tally.
    pub(super) n: usize,
    pub(super) count: usize,
    rows: u64,
    /// The cell whose rows come, and its last key.
    cell: Option<u32>,
    key: Option<u32>,
    is_at_end: bool,
}

impl<R: Read> PartReader<R> {
    /// Reads the head.
    ///
    /// # Errors
    /// If the file is no part.
    pub fn begin(file: String, bytes: R) -> Result<PartReader<R>, PartError> {
        let mut bytes = BufReader::new(bytes);
        let mut line = Vec::new();
        let problem = |found: String, expected: &str| PartError {
            file: file.clone(),
            place: (1, String::new()),
            found,
            expected: expected.to_owned(),
        };
        let form = "the head of a part, as `affixboard batch --shard` writes it";
        let read = bytes.by_ref().take(LONGEST_HEAD).read_until(b'\n', &mut line);
        read.map_err(|error| problem(error.to_string(), form))?;
        let head: PartHead = serde_json::from_slice(&line).map_err(|error| problem(error.to_string(), form))?;
        if head.affixboard_part != FORM {
            return Err(problem(format!("form {} of parts", head.affixboard_part), &format!("form {FORM}")));
        }
        if head.of == 0 || head.of > MOST_PARTS || head.part == 0 || head.part > head.of {
            let found = format!("part {} of {}", head.part, head.of);
            return Err(problem(found, &format!("a part from 1 of at most {MOST_PARTS}")));
        }
        let place = |name| head.columns.iter().position(|column| column == name);
        let (Some(n), Some(count)) = (place("n"), place("count")) else {
            return Err(problem(format!("the columns {}", head.columns.join(",")), "`n` and `count` among them"));
        };
        let table = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let (rows, cell, key, is_at_end) = (0, None, None, false);
        let mut part = PartReader { file, head, table, n, count, rows, cell, key, is_at_end };
        let columns = part.record()?;
        let expected = ["cell".to_owned(), "key".to_owned()].into_iter().chain(part.head.columns.clone());
        if columns != Some(expected.collect()) {
            return Err(part.problem(
                "",
                format!("the columns {}", columns.unwrap_or_default().join(",")),
                "those of its head",
            ));
        }
        Ok(part)
    }

    /// An error at the record that was read last.
    pub(super) fn problem(&self, column: &str, found: impl Into<String>, expected: impl Into<String>) -> PartError {
        // The head is a line of its own.
        let line = self.table.position().line().max(1);
        let cut = |text: String| text.chars().take(200).collect();
        PartError {
            file: self.file.clone(),
            place: (line, column.to_owned()),
            found: cut(found.into()),
            expected: expected.into(),
        }
    }

    fn record(&mut self) -> Result<Option<Vec<String>>, PartError> {
        let mut record = csv::StringRecord::new();
        match self.table.read_record(&mut record) {
            Ok(true) => Ok(Some(record.iter().map(str::to_owned).collect())),
            Ok(false) => Ok(None),
            Err(error) => Err(self.problem("", error.to_string(), "a table of comma-separated values")),
        }
    }

    /// The next row; `None` after the last, once the end was found where it must be.
    pub(super) fn next(&mut self) -> Result<Option<PartRow>, PartError> {
        if self.is_at_end {
            return Ok(None);
        }
        let Some(mut fields) = self.record()? else {
            return Err(self.problem("", "the end of the file", "a last row `end`: the part was cut off"));
        };
        if fields.len() != self.head.columns.len() + 2 {
            let expected = format!("{}, as the head says", self.head.columns.len() + 2);
            return Err(self.problem("", format!("{} fields", fields.len()), expected));
        }
        let rest = fields.split_off(2);
        let [cell, key] = [&fields[0], &fields[1]];
        if cell == "end" {
            if *key != self.rows.to_string() {
                return Err(self.problem("key", quoted(key), format!("{}, the number of rows", self.rows)));
            }
            self.is_at_end = true;
            if self.record()?.is_some() {
                return Err(self.problem("", "a row after `end`", "the end of the file"));
            }
            return Ok(None);
        }
        self.rows += 1;
        let at: u32 = match cell.parse() {
            Ok(at) if at < self.head.cells => at,
            _ => return Err(self.problem("cell", quoted(cell), format!("a position below {}", self.head.cells))),
        };
        if key.is_empty() {
            if self.cell.is_some_and(|last| last >= at) {
                return Err(self.problem("cell", at.to_string(), "positions that rise"));
            }
            let drops = self.number("n", &rest[self.n])?;
            (self.cell, self.key) = (Some(at), None);
            return Ok(Some(PartRow::Cell(at, drops)));
        }
        if self.cell != Some(at) {
            return Err(self.problem("cell", at.to_string(), "a row without a key before the first of a cell"));
        }
        let key = match key.parse::<u32>() {
            Ok(key) if self.key.is_none_or(|last| last < key) => key,
            _ => return Err(self.problem("key", quoted(key), "keys that are numbers and rise")),
        };
        self.key = Some(key);
        self.number("count", &rest[self.count])?;
        Ok(Some(PartRow::Count(key, rest)))
    }

    /// A count or a number of drops.
    pub(super) fn number(&self, column: &str, text: &str) -> Result<u64, PartError> {
        // Sums of all parts can't overflow.
        let most = u64::MAX / u64::from(MOST_PARTS);
        match text.parse() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(self.problem(column, quoted(text), format!("a whole number up to {most}"))),
        }
    }
}

pub(super) fn quoted(text: &str) -> String {
    format!("`{text}`")
}

/// So that a merge can fail with either.
impl From<PartError> for io::Error {
    fn from(error: PartError) -> io::Error {
        io::Error::other(error)
    }
}
