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
    /// The metric; `ego` is read as `affix`.
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

/// Which column of a table is which of [`COLUMNS`].
struct Header {
    at: [Option<usize>; 8],
    columns: usize,
}

impl Header {
    /// Columns may stand in any order. A table of objects by level has neither quality nor n nor metric, and either tval and sval or
    /// names.
    fn of(fields: &[std::borrow::Cow<'_, str>]) -> Option<Header> {
        let at = COLUMNS.map(|column| fields.iter().position(|field| field.trim() == column));
        let [level, _, _, _, tval, sval, name, count] = at;
        let named = name.is_some() || (tval.is_some() && sval.is_some());
        let all_known = at.iter().flatten().count() == fields.len();
        let has_needed = level.is_some() && count.is_some() && named && tval.is_some() == sval.is_some();
        (all_known && has_needed).then_some(Header { at, columns: fields.len() })
    }
}

/// Reads a tally with the columns that [`super::write_tally_csv`] writes, or a table of objects by level: one without quality is of
/// the game's first, one without metric is of kinds, and where there is no n the drops of a level are those of its rows.
///
/// # Errors
/// The first line that isn't of that form or contradicts another.
pub fn read_tally_csv(bytes: &[u8], words: &Words) -> Result<ReadTally, ReadTallyError> {
    let mut table = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut tally = ReadTally::default();
    let mut record = csv::ByteRecord::new();
    let mut header: Option<Header> = None;
    loop {
        let line = table.position().line();
        let problem = |found: &str, expected: &str| ReadTallyError {
            line,
            found: found.chars().take(60).collect(),
            expected: expected.to_owned(),
        };
        match table.read_byte_record(&mut record) {
            Ok(false) if header.is_none() => {
                return Err(problem("", &format!("the columns {}", COLUMNS.join(","))));
            }
            Ok(false) => return Ok(tally),
            Ok(true) => {}
            Err(error) => return Err(problem(&error.to_string(), "a table of comma-separated values")),
        }
        let fields: Vec<_> = record.iter().map(String::from_utf8_lossy).collect();
        let Some(Header { at, columns }) = &header else {
            let known = Header::of(&fields);
            let expected = || problem(&fields.join(","), &format!("the columns {}", COLUMNS.join(",")));
            header = Some(known.ok_or_else(expected)?);
            continue;
        };
        if fields.len() != *columns {
            let present: Vec<&str> = (0..8).filter(|of| at[*of].is_some()).map(|of| COLUMNS[of]).collect();
            let expected = format!("{columns}, as in {}", present.join(","));
            return Err(problem(&format!("{} fields", record.len()), &expected));
        }
        let field = |of: usize| at[of].map(|at| &*fields[at]);
        let (tval, sval) = (field(4).unwrap_or_default(), field(5).unwrap_or_default());
        let metric = field(3).unwrap_or("kind");
        // About files that are not the game's own.
        if metric == "note" {
            continue;
        }
        let number = |text: &str, most: u64| {
            let number = text.parse::<u64>().ok().filter(|number| *number <= most);
            number.ok_or_else(|| problem(text, &format!("a whole number from 0 to {most}")))
        };
        let known = words.qualities;
        let quality = match field(1) {
            Some(quality) => {
                known.iter().position(|known| *known == quality).ok_or_else(|| problem(quality, &known.join(" or ")))?
                    as u8
            }
            None => 0,
        };
        // Some programs write -1 for none.
        let is_none = |text: &str| matches!(text, "" | "-1");
        let place = match (is_none(tval), is_none(sval)) {
            (true, true) => None,
            _ => Some((number(tval, u64::from(u16::MAX))? as u16, number(sval, u64::from(u16::MAX))? as u16)),
        };
        let level = number(field(0).unwrap_or_default(), u64::from(words.deepest))? as u32;
        let count = number(field(7).unwrap_or_default(), u64::MAX)?;
        let drops = field(2).map(|n| number(n, u64::MAX)).transpose()?;
        let first = drops.unwrap_or(0);
        let cell = tally.cells.entry((level, quality)).or_insert_with(|| ReadCell { drops: first, rows: Vec::new() });
        match drops {
            Some(drops) if cell.drops != drops => {
                let expected = format!("an n of {}, as above for this level and quality", cell.drops);
                return Err(problem(field(2).unwrap_or_default(), &expected));
            }
            None if matches!(metric, "kind" | "failed") => cell.drops = cell.drops.saturating_add(count),
            _ => {}
        }
        // Originals call their egos so, whatever pages call them.
        let is_affix = metric == "ego" || metric == words.tally.affix;
        let metric = if is_affix { "affix" } else { metric }.to_owned();
        let name = field(6).unwrap_or_default().to_owned();
        cell.rows.push(ReadRow { line, metric, place, name, count });
    }
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
    fn what_is_of_no_kind_has_no_numbers_or_minus_one() {
        let text =
            "level,quality,n,metric,tval,sval,name,count\n1,good,9,none,-1,-1,none,2\n1,good,9,failed,,,none,2\n";
        let read = read_tally_csv(text.as_bytes(), &WORDS).expect("a tally");
        let places: Vec<_> = read.cells[&(1, 1)].rows.iter().map(|row| row.place).collect();
        assert_eq!(places, [None, None]);
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
