//! Reading a tally in CSV, of this program or an original one.

use std::{collections::BTreeMap, fmt};

use affixboard_model::game::Words;

/// A tally as in its file, not yet matched with the keys of a forge.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadTally {
    /// The cells by depth and drop quality (a position in the game's qualities).
    pub cells: BTreeMap<(u32, u8), ReadCell>,
}

/// The rows of one depth and drop quality.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReadCell {
    /// Number of drops; of each kind, where kinds were given.
    pub drops: u64,
    /// The rows, in the order of the file.
    pub rows: Vec<ReadRow>,
}

/// A row of a tally.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRow {
    /// Its line in the file, counted from 1.
    pub line: u64,
    /// The metric; the game's own word for affixes is read as `affix`.
    pub metric: String,
    /// Tval and sval of the kind; `None` for metrics without one.
    pub place: Option<(u16, u16)>,
    /// The name of the entry or value.
    pub name: String,
    /// The count.
    pub count: u64,
}

/// A problem of a tally's file, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadTallyError {
    /// The line, from 1.
    pub line: u64,
    /// The text found.
    pub found: String,
    /// The text or form expected.
    pub expected: String,
}

impl fmt::Display for ReadTallyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: found `{}`; expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for ReadTallyError {}

/// The header.
const COLUMNS: [&str; 8] = ["level", "quality", "n", "metric", "tval", "sval", "name", "count"];

/// Reads a tally with the columns that [`super::write_tally_csv`] writes.
///
/// # Errors
/// The first line that isn't of that form or contradicts another.
pub fn read_tally_csv(bytes: &[u8], words: &Words) -> Result<ReadTally, ReadTallyError> {
    let mut table = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut tally = ReadTally::default();
    let mut record = csv::ByteRecord::new();
    let mut is_first = true;
    loop {
        let line = table.position().line();
        let problem = |found: &str, expected: &str| ReadTallyError {
            line,
            found: found.chars().take(60).collect(),
            expected: expected.to_owned(),
        };
        match table.read_byte_record(&mut record) {
            Ok(false) if is_first => return Err(problem("", &format!("the columns {}", COLUMNS.join(",")))),
            Ok(false) => return Ok(tally),
            Ok(true) => {}
            Err(error) => return Err(problem(&error.to_string(), "a table of comma-separated values")),
        }
        let fields: Vec<_> = record.iter().map(String::from_utf8_lossy).collect();
        if std::mem::take(&mut is_first) {
            if fields != COLUMNS {
                return Err(problem(&fields.join(","), &format!("the columns {}", COLUMNS.join(","))));
            }
            continue;
        }
        let Ok([level, quality, n, metric, tval, sval, name, count]) = <[_; 8]>::try_from(fields) else {
            let found = format!("{} fields", record.len());
            return Err(problem(&found, &format!("8, as in {}", COLUMNS.join(","))));
        };
        // About files that are not the game's own.
        if metric == "note" {
            continue;
        }
        let number = |text: &str, most: u64| {
            let number = text.parse::<u64>().ok().filter(|number| *number <= most);
            number.ok_or_else(|| problem(text, &format!("a whole number from 0 to {most}")))
        };
        let known = words.qualities;
        let quality = known.iter().position(|known| *known == quality);
        let quality = quality.ok_or_else(|| problem(&record_text(&record, 1), &known.join(" or ")))? as u8;
        let place = match (tval.is_empty(), sval.is_empty()) {
            (true, true) => None,
            _ => Some((number(&tval, u64::from(u16::MAX))? as u16, number(&sval, u64::from(u16::MAX))? as u16)),
        };
        let (level, drops) = (number(&level, u64::from(words.deepest))? as u32, number(&n, u64::MAX)?);
        let cell = tally.cells.entry((level, quality)).or_insert_with(|| ReadCell { drops, rows: Vec::new() });
        if cell.drops != drops {
            return Err(problem(&n, &format!("an n of {}, as above for this level and quality", cell.drops)));
        }
        let metric = if metric == words.affix { "affix" } else { &*metric }.to_owned();
        let count = number(&count, u64::MAX)?;
        cell.rows.push(ReadRow { line, metric, place, name: name.into_owned(), count });
    }
}

fn record_text(record: &csv::ByteRecord, at: usize) -> String {
    record.get(at).map(|field| String::from_utf8_lossy(field).into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use affixboard_model::game::Forge;

    use super::*;
    use crate::{
        format::tally_csv,
        testing::{self, WORDS},
    };

    #[test]
    fn what_was_written_is_read() {
        let forge = testing::forge();
        let tally = testing::tally(&forge);
        let read = read_tally_csv(&tally_csv(&tally, forge.keys(), &WORDS, Some("Made by other rules.")), &WORDS)
            .expect("a tally");
        let cells: Vec<_> = read.cells.iter().map(|(at, cell)| (*at, cell.drops, cell.rows.len())).collect();
        assert_eq!(cells, [((1, 2), 1000, 10), ((30, 2), 2000, 10), ((60, 2), 1000, 1)]);
        let row = &read.cells[&(1, 2)].rows[5];
        let (place, name) = (Some((23, 2)), "'Ringil'".to_owned());
        assert_eq!(*row, ReadRow { line: 7, metric: "artifact".to_owned(), place, name, count: 3 });
    }

    #[test]
    fn what_is_no_tally_is_refused_with_its_line() {
        let header = "level,quality,n,metric,tval,sval,name,count\n";
        for (text, message) in [
            ("", "line 1: found ``; expected the columns level,quality,n,metric,tval,sval,name,count"),
            ("a,b\n", "line 1: found `a,b`; expected the columns level,quality,n,metric,tval,sval,name,count"),
            ("1,good\n", "line 2: found `2 fields`; expected 8, as in level,quality,n,metric,tval,sval,name,count"),
            ("x,good,1,kind,1,1,a,1\n", "line 2: found `x`; expected a whole number from 0 to 127"),
            ("1,fine,1,kind,1,1,a,1\n", "line 2: found `fine`; expected normal or good or great"),
            (
                "1,good,9,kind,1,1,a,1\n1,good,8,kind,1,2,b,1\n",
                "line 3: found `8`; expected an n of 9, as above for this level and quality",
            ),
            ("1,good,9,kind,1,,a,1\n", "line 2: found ``; expected a whole number from 0 to 65535"),
            ("1,good,9,kind,,,a,-1\n", "line 2: found `-1`; expected a whole number from 0 to 18446744073709551615"),
        ] {
            let text = if text.starts_with(|c: char| c.is_ascii_digit() || c == 'x') {
                format!("{header}{text}")
            } else {
                text.to_owned()
            };
            let error = read_tally_csv(text.as_bytes(), &WORDS).expect_err("refused");
            assert_eq!(error.to_string(), message);
        }
    }
}
