//! What lies between two sheets of shares.

use affixboard_core::stats::{Z95, difference};

use crate::sheet::{Cell, Direction, Row, Sheet, Value};

/// The sheet of what changed from `before` to `after`, in the columns both have.
///
/// Rows go together by what they count, their name and serial number, and the kind or item type they hold for; one that
/// only one sheet has cannot occur in the other. With `by_change` those come first in a section that changed most beyond
/// chance; else rows stand as in `after`.
pub fn compare(before: &Sheet, after: &Sheet, by_change: bool) -> Sheet {
    let columns: Vec<(usize, usize)> = after
        .columns
        .iter()
        .enumerate()
        .filter_map(|(at, column)| Some((before.columns.iter().position(|other| other.depth == column.depth)?, at)))
        .collect();
    let pair = |first: Option<&Row>, second: Option<&Row>| -> Option<Row> {
        let row = second.or(first)?;
        let cell = |row: Option<&Row>, at: usize| row.and_then(|row| row.cells.get(at)).cloned();
        let cells = columns.iter().map(|(from, to)| change(cell(first, *from), cell(second, *to)));
        Some(Row { cells: cells.collect(), ..row.clone() })
    };
    let mut rows: Vec<Row> = after
        .rows
        .iter()
        .filter_map(|row| pair(before.rows.iter().find(|other| same(row, other)), Some(row)))
        .collect();
    for gone in before.rows.iter().filter(|row| !after.rows.iter().any(|other| same(row, other))) {
        // At the end of its section.
        let end = rows.iter().rposition(|row| row.group == gone.group).map_or(rows.len(), |last| last + 1);
        if let Some(row) = pair(Some(gone), None) {
            rows.insert(end, row);
        }
    }
    if by_change {
        let groups: Vec<Option<String>> = rows.iter().map(|row| row.group.clone()).collect();
        let place = |row: &Row| groups.iter().position(|group| *group == row.group);
        let largest = |row: &Row| row.cells.iter().map(told).fold(0.0, f64::max);
        rows.sort_by(|a, b| place(a).cmp(&place(b)).then(largest(b).total_cmp(&largest(a))));
    }
    let totals = after.totals.iter().map(|row| Row {
        cells: columns.iter().filter_map(|(_, to)| row.cells.get(*to)).cloned().collect(),
        ..row.clone()
    });
    Sheet {
        title: format!("Changes: {}", after.title),
        caption: format!(
            "{} In points of per cent: {}, less {}.",
            after.caption,
            after.provenance.describe(),
            before.provenance.describe()
        ),
        provenance: after.provenance.clone(),
        before: Some(before.provenance.clone()),
        columns: columns.iter().map(|(_, to)| after.columns[*to].clone()).collect(),
        totals: totals.collect(),
        rows,
        notes: notes(before, after),
        domain: None,
        ..after.clone()
    }
}

/// Whether two rows are about the same.
pub(super) fn same(one: &Row, other: &Row) -> bool {
    one.metric == other.metric && one.place == other.place && one.name == other.name && one.index == other.index
}

/// The size of a change that can be told from chance.
fn told(cell: &Cell) -> f64 {
    match cell.direction() {
        Some(Direction::Up | Direction::Down) => cell.number().unwrap_or(0.0).abs(),
        _ => 0.0,
    }
}

/// What lies between two cells; a missing one cannot occur.
fn change(before: Option<Cell>, after: Option<Cell>) -> Cell {
    let value = |cell: &Option<Cell>| cell.as_ref().map_or(Value::Impossible, |cell| cell.value);
    let (first, second) = (value(&before), value(&after));
    if matches!((first, second), (Value::NotComputed, _) | (_, Value::NotComputed)) {
        return Value::NotComputed.into();
    }
    if (first, second) == (Value::Impossible, Value::Impossible) {
        return Value::Impossible.into();
    }
    let (low, high) = match (counted(first), counted(second)) {
        (Some(first), Some(second)) => difference(first, second, Z95),
        // What cannot occur is known to be 0, without an interval of its own.
        (Some((count, n)), None) => reversed(Value::counted(count, n)),
        (None, Some((count, n))) => ends(Value::counted(count, n)),
        (None, None) => {
            let between = number(second) - number(first);
            (between, between)
        }
    };
    Cell {
        value: Value::Change { before: number(first), after: number(second), low, high },
        partial: [before, after].iter().flatten().any(|cell| cell.partial),
        detail: None,
        beside: None,
    }
}

fn number(value: Value) -> f64 {
    Cell::from(value).number().unwrap_or(0.0)
}

fn counted(value: Value) -> Option<(u64, u64)> {
    match value {
        Value::Share { count, n, .. } => Some((count, n)),
        Value::NotSeen { n, .. } => Some((0, n)),
        _ => None,
    }
}

/// The interval of a share less nothing.
fn ends(value: Value) -> (f64, f64) {
    match value {
        Value::Share { low, high, .. } => (low, high),
        Value::NotSeen { upper, .. } => (0.0, upper),
        _ => (0.0, 0.0),
    }
}

/// The interval of nothing less a share.
fn reversed(value: Value) -> (f64, f64) {
    let (low, high) = ends(value);
    (-high, -low)
}

fn notes(before: &Sheet, after: &Sheet) -> Vec<String> {
    let mut notes = vec![
        "▲ and ▼ mark changes whose 95 % interval leaves 0 out; of a sheet's cells one in 20 does so by chance."
            .to_owned(),
    ];
    let (first, second) = (&before.provenance, &after.provenance);
    if (first.how.seed(), first.content_hash.as_str()) == (second.how.seed(), second.content_hash.as_str()) {
        notes.push(
            "Both sides have the same seed, so some of their drops are the same: the intervals are wider than they need be."
                .to_owned(),
        );
    }
    notes.extend(after.notes.iter().cloned());
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::{How, Measure, Provenance},
        testing,
    };

    fn sheet(batch: i64, rows: &[(&str, &str, u32, [Value; 2])]) -> Sheet {
        let how = How::Simulated { drops: 1000, seed: 7, batch: Some(batch) };
        let provenance = Provenance { how, ..testing::sheet().provenance };
        let rows = rows.iter().map(|(group, name, index, cells)| testing::row(group, "affix", *index, name, cells));
        Sheet { provenance, rows: rows.collect(), totals: Vec::new(), ..testing::sheet() }
    }

    fn shown(sheet: &Sheet) -> Vec<String> {
        let cells =
            |row: &Row| row.cells.iter().map(|cell| cell.text(Measure::PerItem)).collect::<Vec<_>>().join(" | ");
        sheet.rows.iter().map(|row| format!("{}: {}", row.name, cells(row))).collect()
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
        let changes = compare(&before, &after, true);
        assert_eq!(
            shown(&changes),
            ["of Sight: ▲ +68 | +1", "Gone: ▼ −50 | ", "Found: = | ▲ +25", "Sharp: +0.5 | ·"],
            "0 of 1000 against what cannot occur is no change that was seen"
        );
        assert_eq!(shown(&compare(&before, &after, false))[0], "Sharp: +0.5 | ·");
        // Newcombe's interval of 1000 of 1000 less 320 of 1000 lies within 0.64 to 0.71.
        let Value::Change { low, high, .. } = changes.rows[0].cells[0].value else { panic!("a change") };
        assert!((0.64..0.66).contains(&low) && (0.70..0.71).contains(&high), "{low} {high}");
        assert!(
            changes.caption.ends_with("batch 2 (ours r14, as coded), less batch 1 (ours r14, as coded)."),
            "{}",
            changes.caption
        );
        assert!(changes.notes.iter().any(|note| note.starts_with("Both sides have the same seed")));
    }

    #[test]
    fn columns_are_those_of_both() {
        let mut before = sheet(1, &[("Affixes", "Sharp", 1, [Value::counted(1, 10), Value::counted(5, 10)])]);
        before.columns.remove(0);
        before.rows[0].cells.remove(0);
        let after = sheet(2, &[("Affixes", "Sharp", 1, [Value::counted(1, 10), Value::counted(6, 10)])]);
        let changes = compare(&before, &after, true);
        assert_eq!((changes.columns.len(), shown(&changes)), (1, vec!["Sharp: +10".to_owned()]));
    }
}
