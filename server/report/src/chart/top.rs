//! Which rows of a sheet are worth a line.

use super::{Point, Series};
use crate::sheet::{Cell, Sheet, Value};

/// The rows with the highest numbers over all columns together, highest first. In a sheet of sections only the first
/// section's, as shares of different things don't belong into one chart.
///
/// Cells without a number (impossible, not known) are left out and so break the line; what was not seen is 0.
pub fn top_series(sheet: &Sheet, how_many: usize) -> Vec<Series> {
    let Some(first) = sheet.rows.first() else { return Vec::new() };
    let mut rows: Vec<_> = sheet
        .rows
        .iter()
        .take_while(|row| row.group == first.group)
        .map(|row| (row.cells.iter().filter_map(Cell::number).sum::<f64>(), row))
        .filter(|(sum, _)| *sum > 0.0)
        .collect();
    rows.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    rows.into_iter()
        .take(how_many)
        .map(|(_, row)| Series {
            name: row.name.clone(),
            points: sheet
                .columns
                .iter()
                .zip(&row.cells)
                .filter_map(|(column, cell)| {
                    let value = cell.number()?;
                    let (low, high) = match cell.value {
                        Value::Share { low, high, .. } => (low, high),
                        Value::NotSeen { upper, .. } => (0.0, upper),
                        Value::Exact { bound, .. } => ((value - bound).max(0.0), value + bound),
                        _ => (value, value),
                    };
                    Some(Point { depth: column.depth, value, low, high })
                })
                .collect(),
        })
        .collect()
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
}
