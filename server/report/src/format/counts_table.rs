//! Tables of anyone's counts: read with the columns `level, what, name, count, n`, or as a tally; and what they come to beside each
//! other.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
};

use affixboard_inquiry::beside::{CountGroup, CountKey, CountTable, Counted, ShareComparison};
use affixboard_model::catalog::plain_name;

use super::{
    chances_csv::float,
    formula::escape_formula,
    tally_csv::{io_error, table},
};

/// A problem of a table, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountTableProblem {
    /// The line, from 1.
    pub line: u64,
    /// The text found.
    pub found: String,
    /// The text or form expected.
    pub expected: String,
}

impl fmt::Display for CountTableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: found `{}`; expected {}", self.line, self.found, self.expected)
    }
}

impl std::error::Error for CountTableProblem {}

/// The columns, by all names that they have.
const COLUMNS: [&[&str]; 8] =
    [&["level", "depth"], &["quality"], &["what", "metric"], &["tval"], &["sval"], &["name"], &["count"], &["n"]];
/// What a header must be like.
const EXPECTED: &str = "the columns level,what,name,count,n, or those of a tally";
/// Egos are affixes whatever a table calls them.
const EGO: &str = "ego";

/// Reads a table whose fields stand between commas, or tabs if the first line has one. What nothing is said of is kinds; without n a
/// count is one of all of its level, sort of drops and what is counted.
///
/// # Errors
/// The first line that isn't of that form.
pub fn read_counts_table(title: &str, bytes: &[u8]) -> Result<CountTable, CountTableProblem> {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let delimiter = if first.contains(&b'\t') { b'\t' } else { b',' };
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(bytes);
    let mut counts = CountTable { title: title.to_owned(), ..CountTable::default() };
    let mut header: Option<([Option<usize>; 8], usize)> = None;
    let mut without_n: BTreeMap<CountGroup, u64> = BTreeMap::new();
    let mut record = csv::ByteRecord::new();
    loop {
        let line = reader.position().line();
        let problem = |found: &str, expected: &str| CountTableProblem {
            line,
            found: found.chars().take(60).collect(),
            expected: expected.to_owned(),
        };
        match reader.read_byte_record(&mut record) {
            Ok(true) => {}
            Ok(false) if header.is_none() => return Err(problem("", EXPECTED)),
            Ok(false) => break,
            Err(error) => return Err(problem(&error.to_string(), "a table")),
        }
        let fields: Vec<_> = record.iter().map(String::from_utf8_lossy).collect();
        let Some((at, columns)) = header else {
            let is_in = |names: &[&str]| fields.iter().position(|field| names.contains(&field.trim()));
            let at = COLUMNS.map(is_in);
            let [level, _, _, tval, sval, name, count, _] = at;
            let is_named = name.is_some() || (tval.is_some() && sval.is_some());
            if level.is_none() || count.is_none() || !is_named {
                return Err(problem(&fields.join(","), EXPECTED));
            }
            header = Some((at, fields.len()));
            continue;
        };
        if fields.len() != columns {
            return Err(problem(&format!("{} fields", fields.len()), &format!("{columns}, as in the first line")));
        }
        let field = |of: usize| at[of].map_or("", |at| fields[at].trim());
        let what = match field(2) {
            "" => "kind",
            EGO => "affix",
            what => what,
        };
        // About files that are not a game's own.
        if what == "note" {
            continue;
        }
        let number = |text: &str, most: u64| {
            let number = text.parse::<u64>().ok().filter(|number| *number <= most);
            number.ok_or_else(|| problem(text, &format!("a whole number from 0 to {most}")))
        };
        let name = match field(5) {
            "" => format!("{}:{}", field(3), field(4)),
            name => plain_name(name),
        };
        let key = CountKey {
            place: String::new(),
            level: number(field(0), u32::MAX.into())? as u32,
            quality: field(1).to_owned(),
            what: what.to_owned(),
            name,
        };
        let count = number(field(6), u64::MAX)?;
        let n = if at[7].is_some() { number(field(7), u64::MAX)? } else { 0 };
        if at[7].is_some() && count > n && is_share(what) {
            return Err(problem(field(6), &format!("a count of {n} at most")));
        }
        if at[7].is_none() {
            let sum = without_n.entry(key.group()).or_default();
            *sum = sum.saturating_add(count);
        }
        counts.add(key, count, n);
    }
    for (key, row) in &mut counts.rows {
        if let (Some(of_all), Counted::Share { n, .. }) = (without_n.get(&key.group()), row) {
            *n = *of_all;
        }
    }
    // What one drop can count several times of is no share.
    let is_of_its_n = |row: &Counted| row.count().is_some_and(|count| count <= row.trials());
    counts.rows.retain(|key, row| is_share(&key.what) && is_of_its_n(row));
    Ok(counts)
}

/// Whether counts of this are of drops, each once.
fn is_share(what: &str) -> bool {
    !matches!(what, "affix_mult" | "affix_level" | "attempts") && !what.starts_with("rollback")
}

/// The columns of comparisons.
const OF_COMPARISONS: [&str; 15] = [
    "level",
    "place",
    "quality",
    "what",
    "name",
    "table",
    "count",
    "n",
    "share",
    "low",
    "high",
    "ratio",
    "ratio_low",
    "ratio_high",
    "adjusted_p",
];

/// Writes a line per comparison, in their order, then one of `note` with what the numbers are worth, where that isn't all. `share` is
/// the mean of a trial where several can be counted in one, `low` and `high` its 95 % interval; a mean has no count. An end of a
/// ratio that is infinite is empty. LF line ends.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn beside_csv(
    out: &mut dyn Write,
    tables: &[CountTable],
    found: &[ShareComparison],
    doubts: Option<&str>,
) -> io::Result<()> {
    let mut rows = table(out);
    rows.write_record(OF_COMPARISONS).map_err(io_error)?;
    for ShareComparison { key, table, counted, ratio } in found {
        let (low, high) = counted.interval();
        let finite = |number: f64| if number.is_finite() { float(number) } else { String::new() };
        let [value, from, to, p] = match ratio {
            Some(ratio) => [ratio.value, ratio.low, ratio.high, ratio.adjusted_p].map(finite),
            None => Default::default(),
        };
        let title = tables.get(*table).map_or("", |table| table.title.as_str());
        let count = counted.count().map_or_else(String::new, |count| count.to_string());
        let number = [counted.value(), low, high].map(float);
        let texts = [&key.place, &key.quality, &key.what, &key.name, title].map(escape_formula);
        let level = key.level.to_string();
        let fields = std::iter::once(level.as_str()).chain(texts.iter().map(AsRef::as_ref));
        let trials = counted.trials().to_string();
        let numbers = [&count, &trials, &number[0], &number[1], &number[2], &value, &from, &to, &p];
        rows.write_record(fields.chain(numbers.map(String::as_str))).map_err(io_error)?;
    }
    if let Some(doubts) = doubts {
        let mut note = [""; OF_COMPARISONS.len()];
        (note[3], note[4]) = ("note", doubts);
        rows.write_record(note).map_err(io_error)?;
    }
    rows.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(u32, String, String, (u64, u64))> {
        let table = read_counts_table("t", text.as_bytes()).expect("a table");
        let row = |row: Counted| (row.count().unwrap_or_default(), row.trials());
        table.rows.into_iter().map(|(key, of)| (key.level, key.what, key.name, row(of))).collect()
    }

    #[test]
    fn columns_stand_in_any_order_and_some_may_be_missing() {
        let expected = [
            (5, "affix".to_owned(), "of Edges".to_owned(), (2, 40)),
            (5, "kind".to_owned(), "Dagger".to_owned(), (16, 40)),
        ];
        assert_eq!(read("level,what,name,count,n\n5,kind,& Dagger~,16,40\n5,ego,of Edges,2,40\n"), expected);
        assert_eq!(read("n\tcount\tname\twhat\tdepth\n40\t16\tDagger\t\t5\n40\t2\tof Edges\taffix\t5\n"), expected);
        // Without n: of all kinds of the level.
        assert_eq!(read("name,level,count\nDagger,5,16\nMace,5,24\n")[1].3, (24, 40));
        // A tally: counts of one name are added up, numbers of steps are no shares.
        let tally = "level,quality,n,metric,tval,sval,name,count\n5,good,9,affix,23,1,of Edges,1\n5,good,9,affix,23,2,of Edges,2\n\
                     5,good,9,attempts,,,a,99\n5,good,9,kind,23,1,,4\n";
        let found = read(tally);
        assert_eq!((found[0].3, found[1].2.as_str(), found.len()), ((3, 9), "23:1", 2));
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        for (text, message) in [
            ("", "line 1: found ``; expected the columns level,what,name,count,n, or those of a tally"),
            ("a,b\n", "line 1: found `a,b`; expected the columns level,what,name,count,n, or those of a tally"),
            ("level,name,count\nx,a,1\n", "line 2: found `x`; expected a whole number from 0 to 4294967295"),
            ("level,name,count\n1,a\n", "line 2: found `2 fields`; expected 3, as in the first line"),
            ("level,name,count,n\n1,a,5,4\n", "line 2: found `5`; expected a count of 4 at most"),
        ] {
            let problem = read_counts_table("t", text.as_bytes()).expect_err("a problem");
            assert_eq!(problem.to_string(), message);
        }
    }
}
