//! Reading the table back, as spreadsheets save it. All differences from the edition become changes; with any problem,
//! none does.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use affixboard_model::{
    catalog::Sort,
    game::Loaded,
    syntax::{DirectiveSpec, FieldKind},
    text::{Diagnostic, Encoding, SourceFile, WriteOptions},
};
use affixboard_proposal::{
    Change, EditOp, EditableEntry, EntryLine, FieldError, Outcome, apply, differences, new_line, set_fields,
};

use super::{BOUNDS, KEYS, RANGE, allocated_entries, allocation_lines, fields_of, unescape_cell};

/// A problem of a table, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvProblem {
    /// The row, counted from 1 for the headings as spreadsheets do; `None` for problems of the file.
    pub row: Option<u64>,
    /// The heading of the column, if the problem has one.
    pub column: Option<String>,
    /// The text or thing found, as a phrase.
    pub found: String,
    /// The text or thing expected, as a phrase.
    pub expected: String,
}

impl fmt::Display for CsvProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.row, &self.column) {
            (Some(row), Some(column)) => write!(f, "row {row}, column {column}: ")?,
            (Some(row), None) => write!(f, "row {row}: ")?,
            (None, Some(column)) => write!(f, "column {column}: ")?,
            (None, None) => {}
        }
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for CsvProblem {}

impl CsvProblem {
    /// Names the columns of two numbers where the table has no other for levels.
    fn name_bounds(&mut self) {
        if self.column.as_deref() == Some(RANGE) {
            self.column = Some(BOUNDS.join(" and "));
        }
    }
}

/// Rows of a table at most; all lines of the largest edition are a tenth of it.
const MOST_ROWS: usize = 100_000;
/// Cells of a row at most.
const MOST_CELLS: usize = 1000;

/// Largest number of problems returned.
const MOST_PROBLEMS: usize = 100;

/// What becomes of lines that a table has no row for, while it has rows for others of their entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingRows {
    /// They stay, as in a table of one item type alone.
    Keep,
    /// They go.
    Remove,
}

/// A table, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllocationTable {
    /// The changes from the edition to it.
    pub changes: Vec<Change>,
    /// The removals of the lines that it has no row for, whether they are among the changes or not. Lines of entries
    /// without any row are none of them.
    pub missing: Vec<Change>,
}

/// The changes from an edition to a table that [`super::allocations_csv`] wrote of it and somebody edited.
///
/// * A changed cell writes that field. A row without any fields removes its line.
/// * A row without an ordinal is a new line. It comes after the line of the row above, where that is of the same entry and
///   directive; before the line of the row below, where that is the first of them; else after the last of them.
/// * Where an entry has rows with ordinals, lines of it without a row stay or go as `missing` says. Other entries stay as
///   they are.
/// * Levels are two numbers, `from` and `to`, or as the files write them under `depths`.
///
/// Rows and columns may come in any order; fields may be separated by commas, semicolons or tabs; a byte order mark,
/// quotes, blank rows, empty columns and the number of blanks between words don't matter. Numbers must be whole: `20.0`
/// or `1,000` is a problem, since a spreadsheet may have made it of something else.
///
/// # Errors
/// All problems found, among them what the game's reader refuses of a changed line.
pub fn read_allocations(base: &Loaded, csv: &[u8], missing: MissingRows) -> Result<AllocationTable, Vec<CsvProblem>> {
    let text = text_of(csv).map_err(|problem| vec![problem])?;
    let sheet = Table::read(base, &text).map_err(|problem| vec![problem])?;
    let (places, lines) = (allocated_entries(base), allocation_lines(base));
    let mut reader = Reader {
        base,
        places: places.iter().map(|place| ((place.sort, place.index), place)).collect(),
        lines: lines.iter().map(|line| ((line.sort, line.index, line.directive.tag, line.ordinal), line)).collect(),
        problems: Vec::new(),
    };
    let rows: Vec<Option<Row<'_>>> = sheet.rows.iter().map(|cells| reader.row(&sheet, cells)).collect();
    let rows: Vec<Row<'_>> = rows.into_iter().flatten().collect();
    let (mut made, gone) = reader.changes(&rows, &lines);
    if missing == MissingRows::Remove {
        made.extend(gone.iter().map(|change| (change.clone(), None)));
    }
    let changes = if reader.problems.is_empty() { reader.checked(&made) } else { Vec::new() };
    if !reader.problems.is_empty() {
        if !sheet.fields.iter().any(|(name, _)| *name == RANGE) {
            for problem in &mut reader.problems {
                problem.name_bounds();
            }
        }
        return Err(capped(reader.problems));
    }
    Ok(AllocationTable { changes, missing: gone })
}

fn capped(mut problems: Vec<CsvProblem>) -> Vec<CsvProblem> {
    problems.sort_by_key(|problem| problem.row);
    if problems.len() > MOST_PROBLEMS {
        let more = problems.len() - MOST_PROBLEMS;
        problems.truncate(MOST_PROBLEMS);
        let found = format!("{more} more problems");
        problems.push(CsvProblem { row: None, column: None, found, expected: "none".to_owned() });
    }
    problems
}

/// The text of a file, in the encodings that spreadsheets save.
fn text_of(csv: &[u8]) -> Result<String, CsvProblem> {
    let problem = |found: &str| CsvProblem {
        row: None,
        column: None,
        found: found.to_owned(),
        expected: "a table as CSV in UTF-8".to_owned(),
    };
    let file = SourceFile::new("allocations.csv", csv.strip_prefix(b"\xef\xbb\xbf").unwrap_or(csv).to_vec());
    if matches!(file.encoding(), Encoding::BrokenUtf16 { .. }) {
        return Err(problem("broken UTF-16"));
    }
    if csv.starts_with(b"PK\x03\x04") {
        return Err(problem("a workbook or zip"));
    }
    if file.text().contains(&0) {
        return Err(problem("bytes that are no text"));
    }
    let text = String::from_utf8(file.text().to_vec()).map_err(|_| problem("text that is not UTF-8"))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned())
}

/// A table of cells under known headings.
struct Table {
    /// The column of each of `KEYS`.
    keys: [usize; KEYS.len()],
    /// The column of each field; levels may have two columns of numbers instead.
    fields: Vec<(&'static str, usize)>,
    bounds: Option<[usize; 2]>,
    columns: usize,
    /// Row number and cells of each row that isn't blank.
    rows: Vec<(u64, Vec<String>)>,
}

impl Table {
    fn read(base: &Loaded, text: &str) -> Result<Table, CsvProblem> {
        // Excel's line that names the separator.
        let note = text.lines().next().filter(|line| line.to_ascii_lowercase().starts_with("sep="));
        let skipped = note.map_or(0, |line| line.len() + text[line.len()..].find('\n').map_or(0, |at| at + 1));
        let body = &text[skipped.min(text.len())..];
        let is_header =
            |cells: &[String]| cells.iter().filter(|cell| KEYS.contains(&heading(cell).as_str())).count() > 2;
        let first =
            |separator: u8| cells_of(body, separator, 0).next().and_then(Result::ok).map_or(Vec::new(), |row| row.1);
        let found = [b',', b';', b'\t'].into_iter().find(|separator| is_header(&first(*separator)));
        let Some(separator) = found else {
            let found = body.lines().next().unwrap_or_default();
            return Err(CsvProblem {
                row: Some(1),
                column: None,
                found: if found.trim().is_empty() { "no headings".to_owned() } else { quoted(found) },
                expected: format!("the headings of the exported table, such as {}", KEYS.join(", ")),
            });
        };
        let mut rows = Vec::new();
        for row in cells_of(body, separator, u64::from(skipped > 0)) {
            let (row, cells) = row?;
            if rows.len() > MOST_ROWS {
                return Err(CsvProblem {
                    row: Some(row),
                    column: None,
                    found: format!("more than {MOST_ROWS} rows"),
                    expected: "the lines of one edition".to_owned(),
                });
            }
            rows.push((row, cells));
        }
        let (row, header) = rows.remove(0);
        let header: Vec<String> = header.iter().map(|cell| heading(cell)).collect();
        let fields = fields_of(base);
        let own_bounds = if fields.iter().any(|field| field.name == RANGE) { &BOUNDS[..] } else { &[] };
        let expected =
            || KEYS.into_iter().chain(fields.iter().map(|field| field.name)).chain(own_bounds.iter().copied());
        let problem = |column: &str, found: &str, expected: String| CsvProblem {
            row: Some(row),
            column: Some(column.to_owned()),
            found: found.to_owned(),
            expected,
        };
        for (at, name) in header.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            if expected().all(|known| known != name) {
                let known: Vec<_> = expected().collect();
                return Err(problem(name, "an unknown heading", format!("one of {}", known.join(", "))));
            }
            if header[..at].contains(name) {
                return Err(problem(name, "a heading a second time", "each once".to_owned()));
            }
        }
        let place = |name: &str| {
            let at = header.iter().position(|heading| heading == name);
            at.ok_or_else(|| problem(name, "no such heading", "all headings of the exported table".to_owned()))
        };
        let mut keys = [0; KEYS.len()];
        for (key, name) in keys.iter_mut().zip(KEYS) {
            *key = place(name)?;
        }
        let has_bounds = own_bounds.iter().any(|bound| header.iter().any(|heading| heading == bound));
        let bounds = if has_bounds { Some([place(BOUNDS[0])?, place(BOUNDS[1])?]) } else { None };
        let is_there = |name: &str| name != RANGE || !has_bounds || header.iter().any(|heading| heading == name);
        let fields = fields.iter().filter(|field| is_there(field.name));
        let fields = fields.map(|field| Ok((field.name, place(field.name)?))).collect::<Result<_, CsvProblem>>()?;
        rows.retain(|(_, cells)| cells.iter().any(|cell| !cell.trim().is_empty()));
        // Cells without a heading.
        for (row, cells) in &rows {
            let stray = cells
                .iter()
                .enumerate()
                .find(|(at, cell)| header.get(*at).is_none_or(String::is_empty) && !cell.trim().is_empty());
            if let Some((_, cell)) = stray {
                return Err(CsvProblem {
                    row: Some(*row),
                    column: None,
                    found: format!("{} under no heading", quoted(cell)),
                    expected: "nothing there".to_owned(),
                });
            }
        }
        Ok(Table { keys, fields, bounds, columns: header.len(), rows })
    }

    fn cell<'a>(&self, cells: &'a [String], at: usize) -> &'a str {
        debug_assert!(at < self.columns);
        cells.get(at).map_or("", |cell| unescape_cell(cell.trim()))
    }
}

fn heading(cell: &str) -> String {
    cell.trim().to_ascii_lowercase()
}

/// The rows with their row numbers, one after the other; blank rows count but are left out, and so are empty cells at a row's
/// end.
fn cells_of(text: &str, separator: u8, skipped: u64) -> impl Iterator<Item = Result<(u64, Vec<String>), CsvProblem>> {
    let mut builder = csv::ReaderBuilder::new();
    builder.delimiter(separator).has_headers(false).flexible(true);
    let (mut number, mut at) = (skipped + 1, 0);
    builder.from_reader(text.as_bytes()).into_records().filter_map(Result::ok).filter_map(move |record| {
        let (last, _) = record.iter().enumerate().filter(|(_, cell)| !cell.trim().is_empty()).last()?;
        let start = record.position().map_or(0, |place| place.byte() as usize);
        // Line ends of the row before and blank rows may be in front.
        let start = start + text[start..].bytes().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        number += text[at..start].bytes().filter(|byte| *byte == b'\n').count() as u64;
        at = start;
        let filled = last + 1;
        if filled > MOST_CELLS {
            let (found, expected) = (format!("{filled} cells"), format!("at most {MOST_CELLS}"));
            return Some(Err(CsvProblem { row: Some(number), column: None, found, expected }));
        }
        Some(Ok((number, record.iter().take(filled).map(str::to_owned).collect())))
    })
}

/// A row of the table, matched with its entry and directive.
struct Row<'a> {
    number: u64,
    place: &'a EditableEntry,
    directive: &'static DirectiveSpec,
    /// The existing line; `None` for a new one.
    line: Option<&'a EntryLine>,
    /// The directive's fields, in order.
    values: Vec<String>,
}

impl Row<'_> {
    fn is_empty(&self) -> bool {
        self.values.iter().all(String::is_empty)
    }

    /// Whether two rows are of the same entry and directive.
    fn is_same_directive(&self, other: &Row<'_>) -> bool {
        std::ptr::eq(self.place, other.place) && self.directive.tag == other.directive.tag
    }
}

struct Reader<'a> {
    base: &'a Loaded,
    places: BTreeMap<(Sort, u32), &'a EditableEntry>,
    lines: BTreeMap<(Sort, u32, &'a str, u32), &'a EntryLine>,
    problems: Vec<CsvProblem>,
}

impl<'a> Reader<'a> {
    fn problem(&mut self, row: u64, column: Option<&str>, found: impl Into<String>, expected: impl Into<String>) {
        let column = column.map(str::to_owned);
        self.problems.push(CsvProblem { row: Some(row), column, found: found.into(), expected: expected.into() });
    }

    /// Matches a row with its entry, directive and line; `None`, with a problem noted, where there is none.
    fn row(&mut self, table: &Table, (number, cells): &(u64, Vec<String>)) -> Option<Row<'a>> {
        let number = *number;
        let [file, sort, index, name, tag, ordinal] = table.keys.map(|at| table.cell(cells, at));
        let words = self.base.game.words();
        // Two sorts may have one word; the files have entries of only one of them.
        let is_in_files = |known: &Sort| self.places.range((*known, 0)..=(*known, u32::MAX)).next().is_some();
        let sorts: Vec<Sort> = self.base.entry_sorts().filter(is_in_files).collect();
        let Some(sort) = sorts.iter().copied().find(|known| known.name() == sort || known.word(words) == sort) else {
            let known: Vec<_> = sorts.iter().map(|sort| sort.word(words)).collect();
            self.problem(number, Some("sort"), quoted(sort), format!("one of {}", known.join(", ")));
            return None;
        };
        let place = whole(index).and_then(|index| self.places.get(&(sort, index)).copied());
        let Some(place) = place else {
            let expected = format!("the index of one of the {} entries in the files", sort.word(words));
            self.problem(number, Some("index"), quoted(index), expected);
            return None;
        };
        for (column, found, expected) in [("name", name, &place.name), ("file", file, &place.file)] {
            if !has_same_words(found, expected) {
                let of = format!("{}, as {} {index} has", quoted(expected), sort.word(words));
                self.problem(number, Some(column), quoted(found), of);
                return None;
            }
        }
        let Some(directive) = place.directives.iter().copied().find(|known| known.tag == tag) else {
            let known: Vec<_> = place.directives.iter().map(|known| known.tag).collect();
            self.problem(number, Some("directive"), quoted(tag), format!("one of {}", known.join(", ")));
            return None;
        };
        let line = match whole(ordinal) {
            None if ordinal.is_empty() => None,
            ordinal_number => {
                let line = ordinal_number.and_then(|at| self.lines.get(&(sort, place.index, directive.tag, at)));
                if line.is_none() {
                    let is_of =
                        |key: &&(Sort, u32, &str, u32)| (key.0, key.1, key.2) == (sort, place.index, directive.tag);
                    let count = self.lines.keys().filter(is_of).count();
                    let expected = format!("which of its {count} {tag} lines it is, or nothing for a new one");
                    self.problem(number, Some("ordinal"), quoted(ordinal), expected);
                    return None;
                }
                line.copied()
            }
        };
        let cell = |name: &str| {
            let at = table.fields.iter().find(|(field, _)| *field == name);
            at.map_or("", |(_, at)| table.cell(cells, *at)).to_owned()
        };
        let is_own = |name: &str| directive.fields.iter().any(|field| field.name == name);
        for (name, at) in table.fields.iter().filter(|(name, _)| !is_own(name)) {
            let found = table.cell(cells, *at);
            if !found.is_empty() {
                self.problem(number, Some(name), quoted(found), format!("nothing: the line is {}", directive.form()));
            }
        }
        let mut values: Vec<String> = directive.fields.iter().map(|field| cell(field.name)).collect();
        let levels = table.bounds.map(|bounds| bounds.map(|at| table.cell(cells, at)));
        if let Some(levels) = levels.filter(|levels| levels.iter().any(|level| !level.is_empty())) {
            let Some(at) = directive.fields.iter().position(|field| field.name == RANGE) else {
                self.problem(
                    number,
                    Some(BOUNDS[0]),
                    quoted(levels[0]),
                    format!("nothing: the line is {}", directive.form()),
                );
                return None;
            };
            for (column, level) in BOUNDS.iter().zip(levels) {
                if !is_whole(level) {
                    self.problem(number, Some(column), quoted(level), "a whole number such as 20");
                    return None;
                }
            }
            let both = levels.join(" to ");
            if !values[at].is_empty() && !has_same_words(&values[at], &both) {
                self.problem(number, Some(RANGE), quoted(&values[at]), format!("nothing, or {both} as in from and to"));
                return None;
            }
            values[at] = both;
        }
        Some(Row { number, place, directive, line, values })
    }

    /// The changes of all rows, each with its row number; and the removals of lines without a row, as far as they can go.
    fn changes(&mut self, rows: &[Row<'a>], lines: &'a [EntryLine]) -> (Vec<(Change, Option<u64>)>, Vec<Change>) {
        let mut changes = Vec::new();
        let mut seen: BTreeMap<(Sort, u32, &str, u32), u64> = BTreeMap::new();
        let mut listed: BTreeSet<(Sort, u32)> = BTreeSet::new();
        for (at, row) in rows.iter().enumerate() {
            let Some(line) = row.line else {
                changes.extend(self.inserted(rows, at).map(|change| (change, Some(row.number))));
                continue;
            };
            listed.insert((line.sort, line.index));
            let key = (line.sort, line.index, line.directive.tag, line.ordinal);
            if let Some(first) = seen.insert(key, row.number) {
                let expected = "each line once; a new line has no ordinal";
                self.problem(row.number, Some("ordinal"), format!("the line of row {first} again"), expected);
                continue;
            }
            changes.extend(self.replaced(row, line).map(|change| (change, Some(row.number))));
        }
        let has_no_row = |line: &&EntryLine| {
            let may_go =
                || self.places.get(&(line.sort, line.index)).is_some_and(|place| place.may_grow(line.directive));
            listed.contains(&(line.sort, line.index))
                && !seen.contains_key(&(line.sort, line.index, line.directive.tag, line.ordinal))
                && may_go()
        };
        (changes, lines.iter().filter(has_no_row).map(removed).collect())
    }

    fn replaced(&mut self, row: &Row<'_>, line: &EntryLine) -> Option<Change> {
        if row.is_empty() {
            return Some(removed(line));
        }
        let fields = line.fields();
        let was = |at: usize| fields[at].text.as_deref().unwrap_or_default();
        let differ: Vec<usize> =
            (0..row.values.len()).filter(|at| !has_same_words(&row.values[*at], was(*at))).collect();
        // Fields are removed from the end and added from the beginning.
        let (gone, written): (Vec<usize>, Vec<usize>) = differ.into_iter().partition(|at| row.values[*at].is_empty());
        if !self.are_numbers(row, &written) {
            return None;
        }
        let named = |at: &usize| (row.directive.fields[*at].name, row.values[*at].as_str());
        let values: Vec<_> = written.iter().chain(gone.iter().rev()).map(named).collect();
        match set_fields(row.directive, line.notation, &line.text, &values) {
            Ok(now) if now == line.text => None,
            Ok(now) => {
                let op = EditOp::Replace { was: line.text.clone(), now };
                Some(Change { anchor: line.anchor(), op, writing: WriteOptions::default() })
            }
            Err(error) => self.refused(row, &error),
        }
    }

    fn inserted(&mut self, rows: &[Row<'a>], at: usize) -> Option<Change> {
        let row = &rows[at];
        if row.is_empty() {
            let expected = format!("the fields of a new line, {}", row.directive.form());
            self.problem(row.number, None, "neither an ordinal nor fields", expected);
            return None;
        }
        if !self.are_numbers(row, &(0..row.values.len()).collect::<Vec<_>>()) {
            return None;
        }
        let values: Vec<&str> = row.values.iter().map(String::as_str).collect();
        let now = match new_line(row.directive, row.place.notation, &values) {
            Ok(now) => now,
            Err(error) => return self.refused(row, &error),
        };
        let above =
            rows[..at].iter().rev().take_while(|other| other.is_same_directive(row)).find_map(|other| other.line);
        let below = rows[at..].iter().take_while(|other| other.is_same_directive(row)).find_map(|other| other.line);
        let is_first = above.is_none() && below.is_some_and(|line| line.ordinal == 1);
        let (sort, index, tag) = (row.place.sort, row.place.index, row.directive.tag);
        let own = self.lines.range((sort, index, tag, 0)..=(sort, index, tag, u32::MAX));
        let after = if is_first { None } else { above.or_else(|| own.last().map(|(_, line)| *line)) };
        let anchor = after.map_or_else(|| row.place.anchor(row.directive), EntryLine::anchor);
        let op = EditOp::Insert { after: after.map(|line| line.text.clone()), now, place: None };
        Some(Change { anchor, op, writing: WriteOptions::default() })
    }

    /// Whether the fields that must be numbers are whole numbers; notes a problem for each that isn't.
    fn are_numbers(&mut self, row: &Row<'_>, fields: &[usize]) -> bool {
        let before = self.problems.len();
        for at in fields {
            let (field, value) = (&row.directive.fields[*at], &row.values[*at]);
            if field.kind == FieldKind::Int && !value.is_empty() && !is_whole(value) {
                self.problem(row.number, Some(field.name), quoted(value), "a whole number such as 20");
            }
        }
        self.problems.len() == before
    }

    fn refused(&mut self, row: &Row<'_>, error: &FieldError) -> Option<Change> {
        let column = match error {
            FieldError::Unknown { .. } => None,
            FieldError::Missing { field, .. } | FieldError::Colon { field } | FieldError::Control { field, .. } => {
                Some(*field)
            }
        };
        let (found, expected) = phrases(&error.to_string());
        self.problem(row.number, column, found, expected);
        None
    }

    /// The changes as differences of the files, after the game's reader has checked the changed lines.
    fn checked(&mut self, made: &[(Change, Option<u64>)]) -> Vec<Change> {
        let changes: Vec<Change> = made.iter().map(|(change, _)| change.clone()).collect();
        let whole = |problem: String| CsvProblem {
            row: None,
            column: None,
            found: problem,
            expected: "files that can be edited".to_owned(),
        };
        let applied = match apply(self.base, &changes) {
            Ok(applied) => applied,
            Err(error) => {
                self.problems.push(whole(error.to_string()));
                return Vec::new();
            }
        };
        for ((_, row), outcome) in made.iter().zip(&applied.outcomes) {
            let message = match outcome {
                Outcome::Refused(refusal) => refusal.to_string(),
                Outcome::Conflict(conflict) => {
                    format!("found that {}, expected a line as it was", conflict.reason.explain())
                }
                Outcome::Applied | Outcome::Moved | Outcome::AlreadyApplied => continue,
            };
            let (found, expected) = phrases(&message);
            self.problems.push(CsvProblem { row: *row, column: None, found, expected });
        }
        let after = self.base.game.load_switched(applied.sources.clone(), self.base.switches.clone());
        let now = allocation_lines(&after);
        for (at, (change, row)) in made.iter().enumerate() {
            let known: Vec<String> = self.known(change);
            for diagnostic in applied.diagnostics_of(at, &after) {
                if self.base.refuses(diagnostic) && !known.contains(&diagnostic.message()) {
                    let column = column_of(&now, diagnostic);
                    let (found, expected) =
                        (strip(&diagnostic.found, "found "), strip(&diagnostic.expected, "expected "));
                    self.problems.push(CsvProblem { row: *row, column, found, expected });
                }
            }
        }
        match differences(self.base, &after) {
            Ok(differences) => differences.changes,
            Err(error) => {
                self.problems.push(whole(error.to_string()));
                Vec::new()
            }
        }
    }

    /// Diagnostics of a line before it was changed.
    fn known(&self, change: &Change) -> Vec<String> {
        let anchor = &change.anchor;
        let key = (anchor.sort, anchor.index, anchor.directive.as_str(), anchor.ordinal);
        let line = self.lines.get(&key).filter(|_| !matches!(change.op, EditOp::Insert { .. }));
        let Some(line) = line else { return Vec::new() };
        let is_there = |diagnostic: &&Diagnostic| {
            diagnostic.span.is_some_and(|span| {
                span.file == line.span.file && line.span.start <= span.start && span.end <= line.span.end
            })
        };
        self.base.diagnostics.iter().filter(is_there).map(Diagnostic::message).collect()
    }
}

fn removed(line: &EntryLine) -> Change {
    Change { anchor: line.anchor(), op: EditOp::Remove { was: line.text.clone() }, writing: WriteOptions::default() }
}

/// The field that a diagnostic is about.
fn column_of(lines: &[EntryLine], diagnostic: &Diagnostic) -> Option<String> {
    let span = diagnostic.span?;
    let is_within =
        |line: &&EntryLine| line.span.file == span.file && line.span.start <= span.start && span.end <= line.span.end;
    let line = lines.iter().find(is_within)?;
    let (start, end) = ((span.start - line.span.start) as usize, (span.end - line.span.start) as usize);
    let fields = line.fields();
    let own =
        fields.iter().find(|field| field.range.as_ref().is_some_and(|range| range.start <= start && end <= range.end));
    own.map(|field| field.spec.name.to_owned())
}

/// The two phrases of a message `found …, expected …`.
fn phrases(message: &str) -> (String, String) {
    let (found, expected) =
        message.split_once(", expected ").or_else(|| message.split_once(", which ")).unwrap_or((message, ""));
    let expected = if expected.is_empty() { "text that can stand there" } else { expected };
    (strip(found, "found "), expected.to_owned())
}

fn strip(text: &str, word: &str) -> String {
    text.strip_prefix(word).unwrap_or(text).to_owned()
}

/// Whether two texts have the same words.
fn has_same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

/// A number of digits only.
fn whole(text: &str) -> Option<u32> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Whether the games' files would accept it as a whole number.
fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let (digits, is_digit): (&str, fn(&u8) -> bool) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => (digits, u8::is_ascii_hexdigit),
        None => (digits, u8::is_ascii_digit),
    };
    !digits.is_empty() && digits.bytes().all(|digit| is_digit(&digit))
}

fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    let shown: String = text.chars().take(LONGEST).collect();
    match (text.is_empty(), shown.len() < text.len()) {
        (true, _) => "nothing".to_owned(),
        (false, true) => format!("`{shown}…`"),
        (false, false) => format!("`{shown}`"),
    }
}
