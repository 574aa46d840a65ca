//! The changes from one sheet to another.

use std::{
    collections::{BTreeMap, VecDeque},
    fmt::Write as _,
};

use affixboard_model::{
    batch::Entry,
    stats::{Z95, difference, holm, known_share_p, two_shares_p},
};

use crate::{
    sheet::{Baseline, Cell, Provenance, Row, Sheet, Value},
    wording::shortened,
};

/// Holm's correction keeps the chance of any false mark in a sheet below this.
const ALPHA: f64 = 0.05;
/// Largest number of unmatched rows named in a note.
const NAMED: usize = 8;

/// Options of [`compare()`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CompareParams {
    /// Whether rows are sorted by their largest significant change within their section; else they are in the order of
    /// the later sheet.
    pub by_change: bool,
    /// Whether rows without a significant change are shown.
    pub all_rows: bool,
}

/// Computed numbers with a smaller relative difference are equal: other files are summed in another order, which
/// changes the last digits of floats.
const LAST_DIGITS: f64 = 1e-12;

/// A row of the earlier and of the later sheet, matched; one of them may be missing.
pub(super) type RowPair<'a> = (Option<&'a Row>, Option<&'a Row>);

/// The sheet of changes from `before` to `after`, in the columns both have.
///
/// Rows are matched by metric and name, and within a game by kind or item type; among rows of one name by serial
/// number. A row that only one sheet has cannot occur in the other.
pub fn compare(before: &Sheet, after: &Sheet, params: CompareParams) -> Sheet {
    let columns: Vec<(usize, usize)> = after
        .columns
        .iter()
        .enumerate()
        .filter_map(|(at, column)| Some((before.columns.iter().position(|other| other.depth == column.depth)?, at)))
        .collect();
    let pairs = match_rows(before, after);
    let same_files = before.provenance.content_hash == after.provenance.content_hash;
    let mut tests = Vec::new();
    let mut rows: Vec<Row> =
        pairs.iter().filter_map(|pair| changed_row(*pair, &columns, same_files, &mut tests)).collect();
    let marked = mark_significant(rows.iter_mut().flat_map(|row| &mut row.cells), &tests);
    let total = rows.len();
    let changed = rows.iter().filter(|row| is_significant(row)).count();
    let displaced =
        pairs.iter().zip(&rows).filter(|(pair, row)| is_significant(row) && has_same_allocations(**pair)).count();
    if !params.all_rows {
        rows.retain(is_significant);
    }
    if params.by_change {
        sort_by_change(&mut rows);
    }
    let unit = if after.measure.is_probability() { "In percentage points" } else { "Differences" };
    let mut notes = Vec::new();
    if total > rows.len() {
        let left_out = total - rows.len();
        let is = if left_out == 1 { "is" } else { "are" };
        notes.push(format!("{} in which no change can be told {is} left out.", rows_text(left_out)));
    }
    if displaced > 0 && !same_files {
        notes.push(format!(
            "Of {} that changed, so many have the same lines on both sides: {displaced}. What changed is what they compete with.",
            rows_text(changed)
        ));
    }
    notes.extend(match_notes(&pairs, before, after));
    notes.extend(significance_notes(before, after, marked));
    notes.extend(notes_of_both(before, after));
    Sheet {
        title: format!("Changes: {}", after.title),
        caption: format!(
            "{} {unit}: {}, less {}.",
            after.caption,
            after.provenance.describe(),
            before.provenance.describe()
        ),
        provenance: Provenance { doubts: doubts_of_both(before, after), ..after.provenance.clone() },
        baseline: Some(Baseline { provenance: before.provenance.clone(), unchanged: total - changed }),
        columns: columns.iter().map(|(_, to)| after.columns[*to].clone()).collect(),
        totals: totals(before, after, &columns),
        rows,
        notes,
        domain: None,
        absent: Vec::new(),
        ..after.clone()
    }
}

/// Why the files are in doubt, on either side: a change is no more exact than each of its numbers.
fn doubts_of_both(before: &Sheet, after: &Sheet) -> Option<String> {
    match (&before.provenance.doubts, &after.provenance.doubts) {
        (Some(earlier), Some(later)) if earlier != later => Some(format!("{later} The earlier side: {earlier}")),
        (Some(earlier), None) => Some(format!("The earlier side: {earlier}")),
        (_, later) => later.clone(),
    }
}

/// Whether two rows of one edition are about the same.
pub(super) fn is_same_row(one: &Row, other: &Row) -> bool {
    one.metric == other.metric && one.place == other.place && one.name == other.name && one.index == other.index
}

/// Matches the rows of both sheets, in the order of `after`; rows that are gone come at the end of their section.
pub(super) fn match_rows<'a>(before: &'a Sheet, after: &'a Sheet) -> Vec<RowPair<'a>> {
    let across = before.provenance.game != after.provenance.game;
    // The numbers of item types and kinds differ between games.
    let key = |row: &Row| (row.metric, (!across).then_some(row.place), row.name.to_lowercase());
    let mut by_key: BTreeMap<_, VecDeque<usize>> = BTreeMap::new();
    for (at, row) in before.rows.iter().enumerate() {
        by_key.entry(key(row)).or_default().push_back(at);
    }
    let mut found: Vec<Option<usize>> = vec![None; after.rows.len()];
    for by_index in [true, false] {
        for (row, found) in after.rows.iter().zip(&mut found).filter(|(_, found)| found.is_none()) {
            let Some(left) = by_key.get_mut(&key(row)) else { continue };
            *found = if by_index {
                let at = left.iter().position(|at| before.rows[*at].index == row.index);
                at.and_then(|at| left.remove(at))
            } else {
                left.pop_front()
            };
        }
    }
    let mut pairs: Vec<RowPair<'_>> =
        after.rows.iter().zip(&found).map(|(row, at)| (at.map(|at| &before.rows[at]), Some(row))).collect();
    let mut is_there = vec![false; before.rows.len()];
    for at in found.iter().flatten() {
        is_there[*at] = true;
    }
    for gone in before.rows.iter().zip(is_there).filter(|(_, is_there)| !is_there).map(|(row, _)| row) {
        let group = |pair: &RowPair<'_>| pair.1.or(pair.0).is_some_and(|row| row.group == gone.group);
        let end = pairs.iter().rposition(group).map_or(pairs.len(), |last| last + 1);
        pairs.insert(end, (Some(gone), None));
    }
    pairs
}

fn changed_row(
    (first, second): RowPair<'_>,
    columns: &[(usize, usize)],
    same_files: bool,
    tests: &mut Vec<Option<f64>>,
) -> Option<Row> {
    let row = second.or(first)?;
    let cell = |row: Option<&Row>, at: usize| row.and_then(|row| row.cells.get(at)).cloned();
    let cells = columns.iter().map(|(from, to)| {
        let (cell, p) = change(cell(first, *from), cell(second, *to));
        tests.push(p);
        cell
    });
    let mut row = Row { cells: cells.collect(), ..row.clone() };
    match (first, second) {
        (Some(first), Some(second)) if first.summary != second.summary => {
            row.summary = format!("{} → {}", first.summary, second.summary);
        }
        // Entries of other files are not known to the later ones.
        (Some(_), None) if !same_files => (row.entry, row.kind) = (None, None),
        _ => {}
    }
    Some(row)
}

/// The change between two cells, and its p-value if either was counted. A missing cell cannot occur.
pub(super) fn change(before: Option<Cell>, after: Option<Cell>) -> (Cell, Option<f64>) {
    let value = |cell: &Option<Cell>| cell.as_ref().map_or(Value::Impossible, |cell| cell.value);
    let (first, second) = (value(&before), value(&after));
    if matches!((first, second), (Value::NotComputed, _) | (_, Value::NotComputed)) {
        return (Value::NotComputed.into(), None);
    }
    if (first, second) == (Value::Impossible, Value::Impossible) {
        return (Value::Impossible.into(), None);
    }
    let (one, other) = (number(first), number(second));
    let between = other - one;
    let (was_counted, is_counted) = (counted(first), counted(second));
    let factor = factor(first).max(factor(second));
    let (low, high) = if let (Some(first), Some(second)) = (was_counted, is_counted) {
        let (low, high) = difference(first, second, Z95);
        (low * factor, high * factor)
    } else {
        let ((low1, high1), (low2, high2)) = (interval_of(first), interval_of(second));
        (low2 - high1, high2 - low1)
    };
    let p = match (was_counted, is_counted) {
        (Some(first), Some(second)) => Some(two_shares_p(first, second)),
        (Some(counts), None) => Some(against_known(counts, second, factor)),
        (None, Some(counts)) => Some(against_known(counts, first, factor)),
        (None, None) => None,
    };
    // Computed numbers differ if their error bounds exclude equality; counted ones are tested together later.
    let is_rounding = p.is_none() && between.abs() <= LAST_DIGITS * one.max(other);
    let significant = p.is_none() && (low > 0.0 || high < 0.0) && !is_rounding;
    // Of exact numbers the last digits are none.
    let (other, low, high) =
        if is_rounding && low.to_bits() == high.to_bits() { (one, 0.0, 0.0) } else { (other, low, high) };
    let cell = Cell {
        value: Value::Change { before: one, after: other, low, high, counted: p.is_some(), significant },
        partial: [before, after].iter().flatten().any(|cell| cell.partial),
        detail: None,
        overlay: None,
    };
    (cell, p)
}

fn against_known(counts: (u64, u64), known: Value, factor: f64) -> f64 {
    let (low, high) = interval_of(known);
    known_share_p(counts, (low / factor).max(0.0), (high / factor).min(1.0))
}

/// From a counted share to the unit of the measure.
fn factor(value: Value) -> f64 {
    match value {
        Value::Simulated { factor, .. } => factor,
        _ => 1.0,
    }
}

fn number(value: Value) -> f64 {
    Cell::from(value).number().unwrap_or(0.0)
}

fn counted(value: Value) -> Option<(u64, u64)> {
    match value {
        Value::Share { count, n, .. } | Value::Simulated { count, n, .. } => Some((count, n)),
        Value::NotSeen { n, .. } => Some((0, n)),
        _ => None,
    }
}

/// The interval of a value; exactly 0 for impossible cells.
fn interval_of(value: Value) -> (f64, f64) {
    match value {
        Value::Share { low, high, .. } | Value::Simulated { low, high, .. } => (low, high),
        Value::NotSeen { upper, .. } => (0.0, upper),
        Value::Exact { mean, bound } => (mean - bound, mean + bound),
        other => (number(other), number(other)),
    }
}

/// Marks the changes that are significant among all tests of a sheet; returns the number of tests.
pub(super) fn mark_significant<'a>(cells: impl Iterator<Item = &'a mut Cell>, tests: &[Option<f64>]) -> usize {
    let p: Vec<f64> = tests.iter().flatten().copied().collect();
    let mut adjusted = holm(&p).into_iter();
    for (cell, test) in cells.zip(tests) {
        if test.is_none() {
            continue;
        }
        let is_beyond_chance = adjusted.next().is_some_and(|p| p < ALPHA);
        if let Value::Change { significant, .. } = &mut cell.value {
            *significant = is_beyond_chance;
        }
    }
    p.len()
}

fn is_significant(row: &Row) -> bool {
    row.cells.iter().any(Cell::is_significant)
}

/// Whether an affix has the same allocations on both sides.
pub(super) fn has_same_allocations(pair: RowPair<'_>) -> bool {
    let (Some(first), Some(second)) = pair else { return false };
    matches!(second.entry, Some(Entry::Affix(_))) && first.summary == second.summary
}

fn sort_by_change(rows: &mut [Row]) {
    let mut groups: Vec<Option<String>> = Vec::new();
    for row in rows.iter() {
        if !groups.contains(&row.group) {
            groups.push(row.group.clone());
        }
    }
    let place = |row: &Row| groups.iter().position(|group| *group == row.group);
    let size = |cell: &Cell| if cell.is_significant() { cell.number().unwrap_or(0.0).abs() } else { 0.0 };
    let largest = |row: &Row| row.cells.iter().map(size).fold(0.0, f64::max);
    rows.sort_by(|a, b| place(a).cmp(&place(b)).then(largest(b).total_cmp(&largest(a))));
}

/// The totals of both sides, one below the other.
fn totals(before: &Sheet, after: &Sheet, columns: &[(usize, usize)]) -> Vec<Row> {
    let of = |row: &Row, which: &str, at: &dyn Fn(&(usize, usize)) -> usize| Row {
        name: format!("{which}: {}", row.name),
        cells: columns.iter().filter_map(|column| row.cells.get(at(column))).cloned().collect(),
        ..row.clone()
    };
    let mut totals = Vec::new();
    // By position: another game has other words for the same.
    for at in 0..before.totals.len().max(after.totals.len()) {
        totals.extend(before.totals.get(at).map(|row| of(row, "before", &|column| column.0)));
        totals.extend(after.totals.get(at).map(|row| of(row, "after", &|column| column.1)));
    }
    totals
}

fn rows_text(count: usize) -> String {
    if count == 1 { "1 row".to_owned() } else { format!("{count} rows") }
}

/// Note on how rows were matched, and which weren't.
fn match_notes(pairs: &[RowPair<'_>], before: &Sheet, after: &Sheet) -> Vec<String> {
    let same_edition =
        (&before.provenance.edition, &before.provenance.game) == (&after.provenance.edition, &after.provenance.game);
    let names =
        |wanted: &dyn Fn(&RowPair<'_>) -> Option<String>| -> Vec<String> { pairs.iter().filter_map(wanted).collect() };
    let gone = names(&|pair| pair.0.filter(|_| pair.1.is_none()).map(|row| row.name.clone()));
    let new = names(&|pair| pair.1.filter(|_| pair.0.is_none()).map(|row| row.name.clone()));
    let mut notes = Vec::new();
    if same_edition && gone.is_empty() && new.is_empty() {
        return notes;
    }
    let both = pairs.len() - gone.len() - new.len();
    let mut note = format!("Rows are matched by name: both sides have {both}");
    for (which, names) in [("before", gone), ("after", new)] {
        if !names.is_empty() {
            // Writing to a string can't fail.
            let _ = write!(note, "; only {which} there are {}: {}", names.len(), shortened(&names, NAMED));
        }
    }
    note.push_str(". What a side has no row for cannot occur there.");
    notes.push(note);
    notes
}

/// Notes on the meaning of the marks.
fn significance_notes(before: &Sheet, after: &Sheet, tests: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if tests > 0 {
        notes.push(format!(
            "▲ and ▼ mark changes that chance does not explain: each of the {tests} cells with counts is tested (two shares by \
             χ², few of them or against a computed number by the binomial test), corrected by Holm’s method, so that a \
             sheet in which nothing changed has no mark at all in 95 of 100 cases. Gray ones may be chance, even where \
             their own 95 % interval leaves 0 out."
        ));
    }
    let (first, second) = (&before.provenance, &after.provenance);
    if first.method.seed().is_some() && first.method.seed() == second.method.seed() {
        let same = "Both sides have the same seed";
        if first.content_hash == second.content_hash {
            notes.push(format!(
                "{same}, so some of their drops are the same: the intervals are wider than they need be."
            ));
        } else if second.proposed.is_some() || first.proposed.is_some() {
            notes.push(format!(
                "{same}, {}, and begin with the same drops, until one is drawn otherwise. The intervals are those of independent \
                 drops, and wider than they need be as far as drops are the same.",
                second.method.seed().unwrap_or_default()
            ));
        }
    }
    notes
}

/// The notes of both sides once, and those of one side with its name.
fn notes_of_both(before: &Sheet, after: &Sheet) -> Vec<String> {
    let mut notes = Vec::new();
    if before.caption != after.caption {
        notes.push(format!("Before: {}", before.caption));
    }
    let only = |of: &Sheet, other: &Sheet, which: &str| -> Vec<String> {
        let mut notes: Vec<&String> = of.notes.iter().collect();
        notes.retain(|note| !other.notes.contains(note));
        notes.into_iter().map(|note| format!("{which}: {note}")).collect()
    };
    notes.extend(after.notes.iter().filter(|note| before.notes.contains(note)).cloned());
    notes.extend(only(before, after, "Before"));
    notes.extend(only(after, before, "After"));
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::{Measure, Method},
        testing,
    };

    fn sheet(batch: i64, rows: &[(&str, &str, u32, [Value; 2])]) -> Sheet {
        let method = Method::Simulated { drops: 1000, seed: 7, batch: Some(batch) };
        let provenance = Provenance { method, ..testing::sheet().provenance };
        let rows = rows.iter().map(|(group, name, index, cells)| testing::row(group, "affix", *index, name, cells));
        Sheet { provenance, rows: rows.collect(), totals: Vec::new(), ..testing::sheet() }
    }

    fn shown(sheet: &Sheet) -> Vec<String> {
        let cells =
            |row: &Row| row.cells.iter().map(|cell| cell.text(Measure::PerItem)).collect::<Vec<_>>().join(" | ");
        sheet.rows.iter().map(|row| format!("{}: {}", row.name, cells(row))).collect()
    }

    const SORTED: CompareParams = CompareParams { by_change: true, all_rows: true };
    const AS_AFTER: CompareParams = CompareParams { by_change: false, all_rows: true };
    const FOLDED: CompareParams = CompareParams { by_change: true, all_rows: false };

    #[test]
    fn a_change_from_files_of_another_game_is_not_exact() {
        let doubts = |doubts: Option<&str>| {
            let mut sheet = sheet(1, &[("A", "Sharp", 1, [Value::exactly(0.01), Value::exactly(0.02)])]);
            sheet.provenance.method = Method::Exact;
            sheet.provenance.doubts = doubts.map(str::to_owned);
            sheet
        };
        for (before, after, sentence, how) in [
            (None, None, None, "exact"),
            (Some("A."), None, Some("The earlier side: A."), "computed"),
            (None, Some("B."), Some("B."), "computed"),
            (Some("A."), Some("A."), Some("A."), "computed"),
            (Some("A."), Some("B."), Some("B. The earlier side: A."), "computed"),
        ] {
            let changes = compare(&doubts(before), &doubts(after), CompareParams { all_rows: true, by_change: false });
            assert_eq!((changes.provenance.doubts.as_deref(), changes.how()), (sentence, how));
        }
    }

    #[test]
    fn rows_meet_by_name_and_largest_changes_come_first() {
        let of = Value::counted;
        let before = sheet(
            1,
            &[
                ("Affixes", "Sharp", 1, [of(100, 1000), of(0, 1000)]),
                ("Affixes", "Gone", 2, [of(500, 1000), Value::Impossible]),
                ("Affixes", "of Sight", 3, [of(320, 1000), of(320, 1000)]),
            ],
        );
        let after = sheet(
            2,
            &[
                ("Affixes", "Sharp", 1, [of(105, 1000), Value::NotComputed]),
                ("Affixes", "of Sight", 3, [of(1000, 1000), of(330, 1000)]),
                ("Affixes", "Found", 9, [of(0, 1000), of(250, 1000)]),
            ],
        );
        let changes = compare(&before, &after, SORTED);
        assert_eq!(
            shown(&changes),
            ["of Sight: ▲ +68 | +1", "Gone: ▼ −50 | ", "Found: = | ▲ +25", "Sharp: +0.5 | ·"],
            "0 of 1000 against what cannot occur is no change that was seen"
        );
        assert_eq!(changes.baseline.as_ref().map(|before| before.unchanged), Some(1));
        assert_eq!(shown(&compare(&before, &after, AS_AFTER))[0], "Sharp: +0.5 | ·");
        // Newcombe's interval of 1000 of 1000 less 320 of 1000 lies within 0.64 to 0.71.
        let Value::Change { low, high, .. } = changes.rows[0].cells[0].value else { panic!("a change") };
        assert!((0.64..0.66).contains(&low) && (0.70..0.71).contains(&high), "{low} {high}");
        assert!(
            changes.caption.ends_with("batch 2 (ours r14, as coded), less batch 1 (ours r14, as coded)."),
            "{}",
            changes.caption
        );
        let says = |start: &str| changes.notes.iter().any(|note| note.starts_with(start));
        assert!(says("Both sides have the same seed"), "{:?}", changes.notes);
        assert!(
            says(
                "Rows are matched by name: both sides have 2; only before there are 1: Gone; only after there are 1: Found."
            ),
            "{:?}",
            changes.notes
        );
        assert!(says("▲ and ▼ mark changes that chance does not explain: each of the 6 cells"), "{:?}", changes.notes);
    }

    #[test]
    fn rows_without_a_change_are_folded_and_counted() {
        let of = Value::counted;
        let before = sheet(
            1,
            &[
                ("Affixes", "Sharp", 1, [of(100, 1000), of(20, 1000)]),
                ("Affixes", "of Sight", 3, [of(320, 1000), of(320, 1000)]),
            ],
        );
        let after = sheet(
            2,
            &[
                ("Affixes", "Sharp", 1, [of(105, 1000), of(20, 1000)]),
                ("Affixes", "of Sight", 3, [of(500, 1000), of(330, 1000)]),
            ],
        );
        let changes = compare(&before, &after, FOLDED);
        assert_eq!(shown(&changes), ["of Sight: ▲ +18 | +1"]);
        assert_eq!(changes.baseline.as_ref().map(|before| before.unchanged), Some(1));
        assert_eq!(changes.notes[0], "1 row in which no change can be told is left out.");
        let nothing = compare(&before, &before, FOLDED);
        assert_eq!((nothing.rows.len(), nothing.baseline.map(|before| before.unchanged)), (0, Some(2)));
    }

    /// 60 and 86 of 1000: that at least so many of 146 are in one half, or in the other, has the probability 0.038,
    /// which alone would be significant; among three tests it is not, since 3 · 0.038 is over 0.05.
    #[test]
    fn one_of_many_cells_needs_more_to_be_significant() {
        let of = Value::counted;
        let row = |count| ("Affixes", "Sharp", 1, [of(count, 1000), Value::Impossible]);
        let alone = compare(&sheet(1, &[row(60)]), &sheet(2, &[row(86)]), SORTED);
        assert_eq!(shown(&alone), ["Sharp: ▲ +2.6 | "]);
        let other = ("Affixes", "of Sight", 3, [of(320, 1000), of(320, 1000)]);
        let among = compare(&sheet(1, &[row(60), other]), &sheet(2, &[row(86), other]), SORTED);
        assert_eq!(shown(&among), ["Sharp: +3 | ", "of Sight: = | ="]);
        let Value::Change { low, .. } = among.rows[0].cells[0].value else { panic!("a change") };
        assert!(low > 0.0, "its own interval leaves 0 out");
    }

    /// The sheet of another game: its numbers of item types and its serial numbers are others.
    #[test]
    fn rows_of_different_games_meet_by_name_alone() {
        let of = Value::counted;
        let mut before = sheet(
            1,
            &[
                ("Affixes", "OF SIGHT", 40, [of(100, 1000), of(100, 1000)]),
                ("Affixes", "Twin", 41, [of(10, 1000), of(10, 1000)]),
                ("Affixes", "Twin", 42, [of(500, 1000), of(500, 1000)]),
                ("Affixes", "Elsewhere", 43, [of(1, 1000), of(1, 1000)]),
            ],
        );
        before.provenance.game = "another".to_owned();
        before.provenance.edition = "theirs".to_owned();
        for row in &mut before.rows {
            row.place = (7, None);
        }
        let after = sheet(
            2,
            &[
                ("Affixes", "of Sight", 3, [of(100, 1000), of(100, 1000)]),
                // Of two of a name the one with the same serial number, the other for what is left.
                ("Affixes", "Twin", 42, [of(500, 1000), of(500, 1000)]),
                ("Affixes", "Twin", 5, [of(10, 1000), of(10, 1000)]),
            ],
        );
        let changes = compare(&before, &after, AS_AFTER);
        assert_eq!(shown(&changes)[..3], ["of Sight: = | =", "Twin: = | =", "Twin: = | ="]);
        assert_eq!(changes.rows[3].name, "Elsewhere");
        assert!(
            changes.notes[0]
                .starts_with("Rows are matched by name: both sides have 3; only before there are 1: Elsewhere."),
            "{:?}",
            changes.notes
        );
        // Within one game the item type counts, too.
        before.provenance.game = after.provenance.game.clone();
        assert_eq!(compare(&before, &after, AS_AFTER).rows.len(), 7);
    }

    /// Computed numbers are compared by their bounds: 1 % ± 0.1 less 0.5 % ± 0.1 is from 0.3 to 0.7 points; with ± 0.3
    /// each they may be equal. A weight of 20 among 25 is another weight; its row has other lines, the other's are the
    /// same.
    #[test]
    fn computed_numbers_and_displaced_rows() {
        let exact = |mean, bound| Value::Exact { mean, bound };
        let mut before = sheet(1, &[("A", "Sharp", 1, [exact(0.005, 0.001), exact(0.005, 0.003)])]);
        let mut after = sheet(2, &[("A", "Sharp", 1, [exact(0.01, 0.001), exact(0.01, 0.003)])]);
        before.rows[0].entry = Some(Entry::Affix(affixboard_model::catalog::AffixId(0)));
        after.rows[0].entry = before.rows[0].entry;
        before.provenance.content_hash = "0000000".to_owned();
        let changes = compare(&before, &after, FOLDED);
        assert_eq!(shown(&changes), ["Sharp: ▲ +0.50 | +0.5"]);
        assert_eq!(
            changes.rows[0].cells.iter().map(|cell| cell.describe(Measure::PerItem)).collect::<Vec<_>>(),
            [
                "0.500 % before, 1.00 % after: +0.500 points, × 2.00; computed, from +0.300 to +0.700",
                "0.500 % before, 1.00 % after: +0.500 points; computed, from −0.100 to +1.10; may be equal"
            ]
        );
        assert!(
            changes.notes[0].starts_with("Of 1 row that changed, so many have the same lines on both sides: 1."),
            "{:?}",
            changes.notes
        );
        after.rows[0].summary = "25 @ 1-60".to_owned();
        before.rows[0].summary = "20 @ 1-60".to_owned();
        let changes = compare(&before, &after, FOLDED);
        assert_eq!(changes.rows[0].summary, "20 @ 1-60 → 25 @ 1-60");
        assert!(!changes.notes.iter().any(|note| note.starts_with("Of the ")), "{:?}", changes.notes);
    }

    /// The same number summed in another order differs in its last digits.
    #[test]
    fn the_last_digits_of_exact_numbers_are_no_change() {
        let (before, after) = (Cell::from(Value::exactly(0.1 + 0.2)), Cell::from(Value::exactly(0.3)));
        let (cell, p) = change(Some(before), Some(after));
        let Value::Change { before, after, low, high, significant, .. } = cell.value else { panic!("{cell:?}") };
        assert!(before.to_bits() == after.to_bits() && !significant && p.is_none(), "{cell:?}");
        assert!(low.abs() + high.abs() == 0.0, "{cell:?}");
        let (cell, _) = change(Some(Value::exactly(0.3).into()), Some(Value::exactly(0.3 + 1e-9).into()));
        assert!(matches!(cell.value, Value::Change { significant: true, .. }), "{cell:?}");
    }

    /// 30 of 1000 are significant where 1 % is known, and any count where it cannot occur; and the other way round.
    /// 50 of 1,000 and 100 of 1,000 differ with p = 2e-5 or so, 50 and 55 don't; against a known 10 % 50 is as unlikely.
    /// The same per 1,000 drops, where the number known is 100.
    #[test]
    fn simulated_numbers_are_tested_as_counts() {
        for factor in [1.0, 1000.0] {
            let of = |count| Cell::from(Value::simulated(count, 1000, factor).expect("a number"));
            let known = Cell::from(Value::exactly(0.1 * factor));
            let p = |before: &Cell, after: &Cell| change(Some(before.clone()), Some(after.clone())).1.expect("a test");
            assert!((1e-6..1e-4).contains(&p(&of(50), &of(100))), "{}", p(&of(50), &of(100)));
            assert!(p(&of(50), &of(55)) > 0.5);
            assert!((1e-9..1e-6).contains(&p(&of(50), &known)), "{}", p(&of(50), &known));
            assert!(p(&known, &of(100)) > 0.99);
            let (cell, _) = change(Some(of(50)), Some(of(100)));
            let Value::Change { low, high, counted, .. } = cell.value else { panic!("a change") };
            // Newcombe's interval of 0.05: 0.027 to 0.073.
            assert!((low / factor - 0.027).abs() < 1e-3 && (high / factor - 0.073).abs() < 1e-3, "{low} {high}");
            assert!(counted);
        }
    }

    #[test]
    fn counts_against_what_is_known() {
        let of = Value::counted;
        let before = sheet(1, &[("A", "Sharp", 1, [Value::exactly(0.01), Value::Impossible])]);
        let after = sheet(2, &[("A", "Sharp", 1, [of(30, 1000), of(1, 1000)])]);
        assert_eq!(shown(&compare(&before, &after, FOLDED)), ["Sharp: ▲ +2.0 | ▲ +0.10"]);
        assert_eq!(shown(&compare(&after, &before, FOLDED)), ["Sharp: ▼ −2.0 | ▼ −0.10"]);
        let near = sheet(2, &[("A", "Sharp", 1, [of(12, 1000), of(0, 1000)])]);
        assert_eq!(shown(&compare(&before, &near, SORTED)), ["Sharp: +0.2 | ="]);
    }

    #[test]
    fn totals_are_of_both_sides() {
        let mut before = sheet(1, &[]);
        let mut after = sheet(2, &[]);
        before.totals = vec![testing::row("", "kind", 0, "all drops", &[Value::Count(5), Value::Count(6)])];
        after.totals = vec![testing::row("", "kind", 0, "drops", &[Value::Count(7), Value::Count(8)])];
        let changes = compare(&before, &after, SORTED);
        let shown: Vec<String> =
            changes.totals.iter().map(|row| format!("{}: {}", row.name, row.cells[1].text(Measure::PerItem))).collect();
        assert_eq!(shown, ["before: all drops: 6", "after: drops: 8"]);
    }

    #[test]
    fn columns_are_those_of_both() {
        let mut before = sheet(1, &[("Affixes", "Sharp", 1, [Value::counted(1, 10), Value::counted(5, 10)])]);
        before.columns.remove(0);
        before.rows[0].cells.remove(0);
        let after = sheet(2, &[("Affixes", "Sharp", 1, [Value::counted(1, 10), Value::counted(6, 10)])]);
        let changes = compare(&before, &after, SORTED);
        assert_eq!((changes.columns.len(), shown(&changes)), (1, vec!["Sharp: +10".to_owned()]));
    }
}
