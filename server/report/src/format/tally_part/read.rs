//! Reading a part of a tally. Whatever the bytes are, it ends with a part or with the place that is wrong; it keeps no more than
//! the file has, and a line is bounded.

use std::{
    collections::{BTreeMap, btree_map::Entry},
    fmt,
    io::{BufRead, Read},
};

use affixboard_model::batch::{CellTally, Plan, PlanPart};

use super::{FIRST, PLAN, PartCell, PartHead, PartPlan, TallyPart};

/// Maximum bytes of a line.
const LONGEST_LINE: u64 = 64 << 10;
/// Maximum columns of a cell or of what is counted.
const MOST_COLUMNS: usize = 100;
/// Maximum of a count, so that sums over all parts can't overflow.
const LARGEST_COUNT: u64 = 1 << 46;

/// The place of a part that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartProblem {
    /// The line, from 1.
    pub line: u64,
    /// The field of the line, from 1.
    pub column: usize,
    /// The text found.
    pub found: String,
    /// The text or form expected.
    pub expected: String,
}

impl fmt::Display for PartProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PartProblem { line, column, found, expected } = self;
        write!(f, "line {line}, column {column}: found `{found}`; expected {expected}")
    }
}

impl std::error::Error for PartProblem {}

/// Reads a part as [`super::write_tally_part`] writes it.
///
/// # Errors
/// The first place that isn't of that form.
pub fn read_tally_part(input: impl BufRead) -> Result<TallyPart, PartProblem> {
    let mut lines = Lines { input, number: 0, fields: Vec::new() };
    let head = head(&mut lines)?;
    lines.next("cells")?;
    lines.is(0, "cells")?;
    lines.has(2)?;
    let number = lines.number(1, 1, Plan::MAX_CELLS as u64)?;
    let mut cells = Vec::new();
    for at in 0..number {
        lines.next("cell")?;
        lines.is(0, "cell")?;
        lines.has(4 + head.cell_columns.len())?;
        lines.is(1, &at.to_string())?;
        let drops = lines.number(2, 0, head.plan.drops)?;
        let (place, fields) = (lines.text(3).to_owned(), lines.rest(4));
        cells.push(PartCell { place, fields, counted: CellTally { drops, counts: Vec::new() } });
    }
    let mut labels: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let (mut rows, mut last) = (0_u64, None);
    loop {
        lines.next("row or end")?;
        if lines.text(0) == "end" {
            break;
        }
        lines.is(0, "row")?;
        lines.has(4 + head.row_columns.len())?;
        let cell = lines.number(1, 0, number - 1)?;
        let key = lines.number(2, 0, u64::from(u32::MAX))? as u32;
        let count = lines.number(3, 1, LARGEST_COUNT)?;
        if last.is_some_and(|last| last >= (cell, key)) {
            return Err(lines.problem(2, "a key after that of the line above, for rows rise by cell and key"));
        }
        last = Some((cell, key));
        let Some(of) = cells.get_mut(cell as usize).filter(|of| of.counted.drops > 0) else {
            return Err(lines.problem(1, "a cell of which the part made drops"));
        };
        of.counted.counts.push((key, count));
        let label = lines.rest(4);
        match labels.entry(key) {
            Entry::Vacant(new) => drop(new.insert(label)),
            Entry::Occupied(known) => {
                if let Some(at) = known.get().iter().zip(&label).position(|(known, label)| known != label) {
                    let expected = format!("`{}`, as above for key {key}", known.get()[at]);
                    return Err(lines.problem(4 + at, &expected));
                }
            }
        }
        rows += 1;
    }
    lines.has(2)?;
    lines.is(1, &rows.to_string())?;
    if lines.advance()? {
        return Err(lines.problem(0, "nothing after the line that says `end`"));
    }
    Ok(TallyPart { head, cells, labels })
}

fn head(lines: &mut Lines<impl BufRead>) -> Result<PartHead, PartProblem> {
    lines.next(FIRST[0])?;
    lines.is(0, FIRST[0])?;
    lines.has(2)?;
    lines.is(1, FIRST[1])?;
    lines.next("part")?;
    lines.is(0, "part")?;
    lines.has(3)?;
    let of = lines.number(2, 1, u64::from(PlanPart::MAX))? as u32;
    let number = lines.number(1, 1, u64::from(of))? as u32;
    let part = PlanPart::new(number, of).ok_or_else(|| lines.problem(1, "the number of a part"))?;
    let mut values: [String; PLAN.len()] = Default::default();
    let (mut rules_version, mut drops, mut seed) = (0, 0, 0);
    for (word, value) in PLAN.iter().zip(&mut values) {
        lines.next(word)?;
        lines.is(0, word)?;
        lines.has(2)?;
        match *word {
            "rules version" => rules_version = lines.number(1, 0, u64::from(u32::MAX))? as u32,
            "drops per cell" => drops = lines.number(1, 1, Plan::MAX_DROPS)?,
            "seed" => seed = lines.number(1, 0, u64::MAX)?,
            "result" if !["counts", "quantiles"].contains(&lines.text(1)) => {
                return Err(lines.problem(1, "counts or quantiles"));
            }
            _ => lines.text(1).clone_into(value),
        }
    }
    let [game, _, files, switches, subject, detail, result, _, _] = values;
    lines.next("note")?;
    lines.is(0, "note")?;
    lines.has(2)?;
    let note = lines.text(1).to_owned();
    let mut columns = |word: &str| {
        lines.next(word)?;
        lines.is(0, word)?;
        match lines.fields.len() {
            found if found > MOST_COLUMNS => Err(lines.problem(MOST_COLUMNS, "no more columns")),
            _ => Ok(lines.rest(1)),
        }
    };
    let (cell_columns, row_columns) = (columns("cell columns")?, columns("row columns")?);
    let plan = PartPlan { game, rules_version, files, switches, subject, detail, result, drops, seed };
    Ok(PartHead { part, plan, note, cell_columns, row_columns })
}

/// The lines of a file, each a record.
struct Lines<R> {
    input: R,
    /// Of the current line, from 1.
    number: u64,
    fields: Vec<String>,
}

impl<R: BufRead> Lines<R> {
    /// Goes to the next line, of which there must be one.
    fn next(&mut self, word: &str) -> Result<(), PartProblem> {
        if self.advance()? { Ok(()) } else { Err(self.problem(0, &format!("a line that begins with {word}"))) }
    }

    /// Goes to the next line; false where there is none.
    fn advance(&mut self) -> Result<bool, PartProblem> {
        self.number += 1;
        self.fields.clear();
        let mut line = Vec::new();
        // One byte more tells a line that is too long.
        let read = self.input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut line);
        if let Err(error) = read {
            return Err(self.found(0, &error.to_string(), "to read it"));
        }
        if line.is_empty() {
            return Ok(false);
        }
        if line.pop() != Some(b'\n') {
            let expected = format!("a line of at most {LONGEST_LINE} bytes that ends, for the file may be cut off");
            return Err(self.found(0, "", &expected));
        }
        let mut table = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(&line[..]);
        let mut record = csv::StringRecord::new();
        match table.read_record(&mut record) {
            Ok(true) if !table.read_record(&mut csv::StringRecord::new()).unwrap_or(true) => {
                self.fields.extend(record.iter().map(str::to_owned));
                Ok(true)
            }
            Ok(_) => Err(self.found(0, "", "a record of comma-separated values")),
            Err(_) => Err(self.found(0, &String::from_utf8_lossy(&line), "comma-separated values in UTF-8")),
        }
    }

    /// A field; empty where there is none.
    fn text(&self, at: usize) -> &str {
        self.fields.get(at).map_or("", String::as_str)
    }

    /// All fields from one on.
    fn rest(&self, at: usize) -> Vec<String> {
        self.fields.get(at..).unwrap_or_default().to_vec()
    }

    fn has(&self, number: usize) -> Result<(), PartProblem> {
        if self.fields.len() == number {
            return Ok(());
        }
        let found = format!("{} fields", self.fields.len());
        Err(self.found(self.fields.len().min(number), &found, &format!("{number}")))
    }

    fn is(&self, at: usize, text: &str) -> Result<(), PartProblem> {
        if self.text(at) == text { Ok(()) } else { Err(self.problem(at, &format!("`{text}`"))) }
    }

    fn number(&self, at: usize, least: u64, most: u64) -> Result<u64, PartProblem> {
        // Only as they are written: neither `+1` nor `01`.
        let number = self.text(at).parse::<u64>().ok().filter(|number| number.to_string() == self.text(at));
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.problem(at, &format!("a whole number from {least} to {most}")))
    }

    fn problem(&self, at: usize, expected: &str) -> PartProblem {
        self.found(at, self.text(at), expected)
    }

    fn found(&self, at: usize, found: &str, expected: &str) -> PartProblem {
        let found = found.chars().take(60).collect();
        PartProblem { line: self.number, column: at + 1, found, expected: expected.to_owned() }
    }
}
