//! One number per line, with its provenance.

use std::io::{self, Write};

use super::{
    BYTE_ORDER_MARK, Export,
    field::{CsvTable, Field},
};
use crate::sheet::{Baseline, Cell, Column, Method, Row, Sheet, Value};

const HEADER: [&str; 21] = [
    "level",
    "quality",
    "affix_level",
    "tval",
    "sval",
    "metric",
    "measure",
    "name",
    "index",
    "count",
    "n",
    "value",
    "low",
    "high",
    "how",
    "edition",
    "revision",
    "rules",
    "seed",
    "partial",
    "error_bound",
];

/// Positions of `metric` and `name`, which a last line about files of another game has.
const NOTE: [usize; 2] = [5, 7];

/// RFC 4180, UTF-8 without byte order mark; one line per row and depth, totals included.
///
/// `metric` is the metric of the tallies, `measure` the meaning of `value` (`commonness`, `pool`, `drop`, `item`,
/// `thousand`, `found`, `at-least-one`; `total` for totals). Probabilities are from 0 to 1. `count`, `n`, `low` and
/// `high` (95 %) are only present for counted numbers, `error_bound` for computed ones: the value is at most this far
/// from the rules' number; 0 means exact up to rounding of floats. `how` is `exact`, `simulated`, `impossible` or
/// `unknown`; the last two have no value. Unseen cells have count 0, value 0 and low 0. `sval` is empty where a
/// whole type is meant; `partial` is 1 where its kinds don't agree and the value is the highest.
/// Where the files are in doubt, a last line has `note` as its metric and the sentence about that as its name.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn csv_long(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut table = LongCsv::begin(out, export.sheet)?;
    table.add(export.sheet)?;
    table.end()
}

/// [`csv_long`] after a byte order mark.
///
/// # Errors
/// Fails where writing to `out` does.
pub fn csv_long_with_mark(export: Export<'_>, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(BYTE_ORDER_MARK)?;
    csv_long(export, out)
}

/// A long table of several sheets, written one after the other, so that they needn't all be in memory at once.
pub struct LongCsv<W: Write> {
    table: CsvTable<W>,
    extra: ExtraColumns,
    doubts: Option<String>,
}

impl<W: Write> LongCsv<W> {
    /// Writes the header, for sheets with the same extra columns as `like`: all of changes or none, all of dives or
    /// none.
    ///
    /// # Errors
    /// Fails where writing to `out` does.
    pub fn begin(out: W, like: &Sheet) -> io::Result<LongCsv<W>> {
        let mut table = CsvTable::new(out);
        let extra = ExtraColumns::of(like);
        table.line(header(extra).map(Field::Word))?;
        Ok(LongCsv { table, extra, doubts: like.provenance.doubts.clone() })
    }

    /// Adds the numbers of a sheet.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn add(&mut self, sheet: &Sheet) -> io::Result<()> {
        lines(sheet, self.extra, |fields| self.table.line(fields.iter().copied()))
    }

    /// Writes the last line, where the files are in doubt, and what is buffered.
    ///
    /// # Errors
    /// Fails where writing does.
    pub fn end(mut self) -> io::Result<()> {
        self.table.note(self.doubts.as_deref(), header(self.extra).count(), NOTE)?;
        self.table.end()
    }
}

/// The headings of all columns.
pub(super) fn header(extra: ExtraColumns) -> impl Iterator<Item = &'static str> {
    HEADER.iter().chain(extra.header()).copied()
}

/// Calls `each` with the fields of every line of a sheet; the buffer is reused.
pub(super) fn lines<E>(
    sheet: &Sheet,
    extra: ExtraColumns,
    mut each: impl FnMut(&[Field<'_>]) -> Result<(), E>,
) -> Result<(), E> {
    let rules = sheet.provenance.rules();
    let rules_before = sheet.baseline.as_ref().map(|before| before.provenance.rules());
    let totals = sheet.totals.iter().map(|row| ("total", row));
    let rows = sheet.rows.iter().map(|row| (sheet.measure.id(), row));
    let mut fields = Vec::new();
    for (measure, row) in totals.chain(rows) {
        for (column, cell) in sheet.columns.iter().zip(&row.cells) {
            fields.clear();
            fields.extend(line(sheet, &rules, measure, row, column, cell));
            fields.extend(extra.fields(sheet, rules_before.as_deref(), cell));
            each(&fields)?;
        }
    }
    Ok(())
}

/// The extra columns of a sheet's sort.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExtraColumns {
    changes: bool,
    overlays: bool,
    profiles: bool,
    proposals: bool,
}

/// In sheets of changes: both numbers, 1 where the difference is significant, and the provenance of the earlier
/// numbers. `value`, `low` and `high` are then of `after - before`.
const CHANGE_COLUMNS: [&str; 7] =
    ["before", "after", "told", "before_edition", "before_revision", "before_rules", "before_seed"];

/// Columns of a batch laid over computed numbers: its count, `n`, and the interval of a share of drops or items
/// whatever the measure; then 1 where the two differ by more than chance explains.
const OVERLAY_COLUMNS: [&str; 5] = ["simulated_count", "simulated_n", "simulated_low", "simulated_high", "apart"];

/// In sheets that follow from a drop profile: its name and version. `level` is then the depth of the dive, and drops
/// are of all qualities.
const PROFILE_COLUMNS: [&str; 1] = ["profile"];

/// Columns with what changed the files of either side, such as `proposal 12, revision 3`.
const PROPOSAL_COLUMNS: [&str; 2] = ["changed_by", "before_changed_by"];

impl ExtraColumns {
    pub(super) fn of(sheet: &Sheet) -> ExtraColumns {
        let changes = sheet.baseline.is_some();
        ExtraColumns {
            changes,
            overlays: !changes && sheet.rows.iter().any(|row| row.cells.iter().any(|cell| cell.overlay.is_some())),
            profiles: sheet.provenance.profile.is_some(),
            proposals: changed_by(sheet).iter().any(Option::is_some),
        }
    }

    fn header(self) -> impl Iterator<Item = &'static &'static str> {
        let changes = CHANGE_COLUMNS.iter().filter(move |_| self.changes);
        let overlays = OVERLAY_COLUMNS.iter().filter(move |_| self.overlays);
        let proposals = PROPOSAL_COLUMNS.iter().filter(move |_| self.proposals);
        changes.chain(overlays).chain(PROFILE_COLUMNS.iter().filter(move |_| self.profiles)).chain(proposals)
    }

    fn fields<'a>(
        self,
        sheet: &'a Sheet,
        rules_before: Option<&'a str>,
        cell: &Cell,
    ) -> impl Iterator<Item = Field<'a>> {
        let before = sheet.baseline.as_ref().map(|Baseline { provenance: before, .. }| {
            [
                Field::Text(&before.edition),
                Field::Whole(before.revision.into()),
                Field::text(rules_before),
                Field::whole(before.method.seed()),
            ]
        });
        let before = before.unwrap_or([Field::Empty; 4]);
        let changes = self.changes.then(|| change_fields(cell).into_iter().chain(before)).into_iter().flatten();
        let overlays = self.overlays.then(|| overlay_fields(cell)).into_iter().flatten();
        let profile = self.profiles.then(|| Field::text(sheet.provenance.profile.as_deref()));
        let proposals = self.proposals.then(|| changed_by(sheet).map(Field::text)).into_iter().flatten();
        changes.chain(overlays).chain(profile).chain(proposals)
    }
}

/// The changes to the files of the sheet's revision, and of the earlier one.
fn changed_by(sheet: &Sheet) -> [Option<&str>; 2] {
    let before = sheet.baseline.as_ref().and_then(|before| before.provenance.proposed.as_deref());
    [sheet.provenance.proposed.as_deref(), before]
}

fn change_fields(cell: &Cell) -> [Field<'static>; 3] {
    match cell.value {
        Value::Change { before, after, .. } => {
            [Field::Number(before), Field::Number(after), Field::Whole(u64::from(cell.is_significant()))]
        }
        _ => [Field::Empty; 3],
    }
}

fn overlay_fields(cell: &Cell) -> [Field<'static>; 5] {
    let Some(overlay) = &cell.overlay else { return [Field::Empty; 5] };
    let Some((count, n, low, high)) = counted(overlay.counted) else { return [Field::Empty; 5] };
    [
        Field::Whole(count),
        Field::Whole(n),
        Field::Number(low),
        Field::Number(high),
        Field::Whole(u64::from(overlay.discrepant)),
    ]
}

/// Count, n and 95 % interval of a counted value.
pub(super) fn counted(value: Value) -> Option<(u64, u64, f64, f64)> {
    match value {
        Value::NotSeen { n, upper } => Some((0, n, 0.0, upper)),
        Value::Share { count, n, low, high } | Value::Simulated { count, n, low, high, .. } => {
            Some((count, n, low, high))
        }
        _ => None,
    }
}

/// The ends of the 95 % interval of a quantile, where there are enough numbers for one, and how many there are.
pub(super) fn quantile_interval(value: Value) -> Option<(Option<f64>, Option<f64>, u64)> {
    let end = |end: Option<affixboard_model::game::RowNumber>| end.map(|end| end.value() as f64);
    match value {
        Value::Quantile { low, high, n, .. } => Some((end(low), end(high), n)),
        _ => None,
    }
}

/// How a cell's number is known: the word of the column `how`.
pub(super) fn how(sheet: &Sheet, cell: &Cell) -> &'static str {
    match cell.value {
        Value::Impossible => "impossible",
        Value::NotComputed => "unknown",
        _ => sheet.how_of(&cell.value).unwrap_or_else(|| sheet.provenance.word(sheet.provenance.method.word())),
    }
}

fn line<'a>(
    sheet: &'a Sheet,
    rules: &'a str,
    measure: &'static str,
    row: &'a Row,
    column: &Column,
    cell: &Cell,
) -> [Field<'a>; 21] {
    let counted = counted(cell.value);
    let interval = match cell.value {
        Value::Change { low, high, .. } => Some((low, high)),
        _ => counted.map(|(_, _, low, high)| (low, high)),
    };
    let (low, high) = interval.unzip();
    let quantile = quantile_interval(cell.value);
    let (low, high) = quantile.map_or((low, high), |(low, high, _)| (low, high));
    let n = counted.map(|(_, n, ..)| n).or(quantile.map(|(_, _, n)| n));
    [
        Field::Whole(column.depth.into()),
        Field::text(sheet.quality.as_deref()),
        Field::text(sheet.affix_level.as_deref()),
        Field::Whole(row.place.0.into()),
        Field::whole(row.place.1),
        Field::Word(row.metric),
        Field::Word(measure),
        Field::Text(&row.name),
        Field::whole(row.index),
        Field::whole(counted.map(|(count, ..)| count)),
        Field::whole(n),
        Field::number(cell.number()),
        Field::number(low),
        Field::number(high),
        Field::Word(how(sheet, cell)),
        Field::Text(&sheet.provenance.edition),
        Field::Whole(sheet.provenance.revision.into()),
        Field::Text(rules),
        Field::whole(match (&sheet.provenance.method, cell.value) {
            // Only what was simulated has one.
            (Method::Mixed { seed }, Value::Simulated { .. }) => Some(*seed),
            (Method::Mixed { .. }, _) => None,
            (method, _) => method.seed(),
        }),
        Field::Whole(u64::from(cell.partial)),
        // How far computed numbers are from those of the files' own program isn't known where these are doubtful.
        Field::number(match cell.value {
            Value::Exact { .. } if sheet.provenance.is_doubtful() => None,
            value => value.half_width(),
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::unescape_formula;
    use super::*;
    use crate::testing;

    fn written(sheet: &Sheet) -> String {
        let mut bytes = Vec::new();
        csv_long(Export::of(sheet), &mut bytes).expect("memory");
        String::from_utf8(bytes).expect("UTF-8")
    }

    #[test]
    fn literal() {
        let text = written(&testing::sheet());
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines[0], HEADER.join(","));
        assert_eq!(lines.len(), 1 + 2 * 4);
        assert_eq!(
            lines[3..7],
            [
                "1,great,,23,,affix,item,of Slay Evil,3,250,1000,0.25,0.2,0.3,simulated,ours,14,\"dummy 1, as coded\",7,0,",
                "5,great,,23,,affix,item,of Slay Evil,3,0,1000,0,0,0.004,simulated,ours,14,\"dummy 1, as coded\",7,0,",
                "1,great,,23,,affix,item,'=1+1,4,,,,,,impossible,ours,14,\"dummy 1, as coded\",7,0,",
                "5,great,,23,,affix,item,'=1+1,4,,,,,,unknown,ours,14,\"dummy 1, as coded\",7,0,",
            ]
        );
    }

    #[test]
    fn sheets_that_follow_from_a_profile_name_it() {
        let mut sheet = testing::sheet();
        sheet.provenance.profile = Some("=Dive, version 2".to_owned());
        let text = written(&sheet);
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines[0], format!("{},profile", HEADER.join(",")));
        assert!(lines[1..].iter().all(|line| line.ends_with(",\"'=Dive, version 2\"")), "{}", lines[1]);
    }

    #[test]
    fn numbers_of_changed_files_say_what_changed_them() {
        let mut sheet = testing::sheet();
        sheet.provenance.proposed = Some("proposal 12, revision 3".to_owned());
        let text = written(&sheet);
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert_eq!(lines[0], format!("{},changed_by,before_changed_by", HEADER.join(",")));
        assert!(lines[1..].iter().all(|line| line.ends_with(",\"proposal 12, revision 3\",")), "{}", lines[1]);
        assert_eq!(sheet.provenance.describe(), "proposal 12, revision 3, on ours r14, as coded");
    }

    #[test]
    fn reads_back_the_same() {
        let sheet = testing::sheet_of_random_cells();
        let text = written(&sheet);
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let mut lines = reader.records().map(|line| line.expect("CSV"));
        for row in sheet.totals.iter().chain(&sheet.rows) {
            for cell in &row.cells {
                let line = lines.next().expect("a line per cell");
                assert_eq!(unescape_formula(&line[7]), row.name);
                assert_eq!(line[11].parse().ok(), cell.number());
                if let Value::Exact { bound, .. } = cell.value {
                    assert_eq!(line[20].parse(), Ok(bound));
                }
                if let Value::Share { count, n, low, high } = cell.value {
                    assert_eq!((line[9].parse(), line[10].parse()), (Ok(count), Ok(n)));
                    assert_eq!((line[12].parse(), line[13].parse()), (Ok(low), Ok(high)));
                }
            }
        }
        assert!(lines.next().is_none());
    }
}
