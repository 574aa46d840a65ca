//! Selection of the rows of a sheet that a chart draws.

use std::collections::BTreeSet;

use affixboard_model::game::RowNumber;

use super::series::{Point, Series};
use crate::sheet::{Cell, Row, Sheet, Value};

/// The rows with the highest sums over all columns, highest first. Of a sheet with sections only the first section,
/// since shares of different things don't belong in one chart.
///
/// Cells without a number are left out and so break the line; what was not seen is 0.
pub fn top_series(sheet: &Sheet, limit: usize) -> Vec<Series> {
    series(top_rows(sheet, limit), sheet)
}

/// The rows that [`top_series`] draws.
pub fn top_rows(sheet: &Sheet, limit: usize) -> Vec<&Row> {
    let Some(first) = sheet.rows.first() else { return Vec::new() };
    let mut rows = highest_first(sheet.rows.iter().take_while(|row| row.group == first.group));
    rows.truncate(limit);
    rows
}

/// The rows with these serial numbers and a positive sum, highest first.
pub fn chosen_series(sheet: &Sheet, chosen: &BTreeSet<u32>) -> Vec<Series> {
    let is_chosen = |row: &&Row| row.index.is_some_and(|index| chosen.contains(&index));
    series(highest_first(sheet.rows.iter().filter(is_chosen)), sheet)
}

/// Rows with a positive sum, highest first.
fn highest_first<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<&'a Row> {
    let sums = rows.map(|row| (row.cells.iter().filter_map(Cell::number).sum::<f64>(), row));
    let mut rows: Vec<_> = sums.filter(|(sum, _)| *sum > 0.0).collect();
    rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    rows.into_iter().map(|(_, row)| row).collect()
}

/// Series of the rows of a sheet that have one of these names, in the order of the names.
pub fn named_series(sheet: &Sheet, names: &[&str]) -> Vec<Series> {
    let rows = names.iter().filter_map(|name| sheet.rows.iter().find(|row| row.name == *name));
    series(rows.collect(), sheet)
}

fn series(rows: Vec<&Row>, sheet: &Sheet) -> Vec<Series> {
    rows.into_iter()
        .map(|row| Series {
            name: row.name.clone(),
            row: row.index,
            points: sheet
                .columns
                .iter()
                .zip(&row.cells)
                .filter_map(|(column, cell)| {
                    let value = cell.number()?;
                    let (low, high) = interval(cell);
                    Some(Point { depth: column.depth, value, low, high })
                })
                .collect(),
        })
        .collect()
}

/// The interval of a cell's number; just the number without one.
pub(super) fn interval(cell: &Cell) -> (f64, f64) {
    let value = cell.number().unwrap_or_default();
    match cell.value {
        Value::Share { low, high, .. } | Value::Simulated { low, high, .. } => (low, high),
        Value::NotSeen { upper, .. } => (0.0, upper),
        // An end that isn't known is drawn at the number.
        Value::Quantile { low, high, .. } => {
            let end = |end: Option<RowNumber>| end.map_or(value, |end| end.value() as f64);
            (end(low), end(high))
        }
        Value::Exact { bound, .. } => ((value - bound).max(0.0), value + bound),
        _ => (value, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    #[test]
    fn highest_first_within_the_first_section() {
        let series = top_series(&testing::sheet(), 5);
        assert_eq!(
            series,
            [Series {
                name: "of Slay Evil".to_owned(),
                row: Some(3),
                points: vec![
                    Point { depth: 1, value: 0.25, low: 0.2, high: 0.3 },
                    Point { depth: 5, value: 0.0, low: 0.0, high: 0.004 },
                ],
            }]
        );
        let mut sheet = testing::sheet();
        sheet.rows.remove(0);
        sheet.rows.remove(0);
        sheet.rows.push(testing::row(
            "Artifacts",
            "artifact",
            6,
            "of Kings",
            &[Value::exactly(0.5), Value::Impossible],
        ));
        let series = top_series(&sheet, 1);
        assert_eq!((series.len(), series[0].name.as_str(), series[0].points.len()), (1, "of Kings", 1));
    }

    #[test]
    fn chosen_rows_are_drawn_whatever_the_others_are() {
        let row = |index, name: &str, value| testing::row("", "affix", index, name, &[value, Value::Impossible]);
        let rows = vec![
            row(3, "Sharp", Value::exactly(0.9)),
            row(5, "Dull", Value::exactly(0.01)),
            row(12, "Rare", Value::exactly(0.02)),
            row(13, "never", Value::Impossible),
        ];
        let sheet = Sheet { rows, ..testing::sheet() };
        let series = chosen_series(&sheet, &BTreeSet::from([5, 12, 13, 99]));
        let names: Vec<&str> = series.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["Rare", "Dull"]);
        assert!(chosen_series(&sheet, &BTreeSet::new()).is_empty());
    }
}
