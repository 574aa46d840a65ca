//! Sparkline of a row: its numbers over the columns, as the path of an SVG.

use std::fmt::Write;

use crate::sheet::Cell;

/// Width and height of the picture that the path is drawn in.
pub const SPARKLINE_SIZE: (u32, u32) = (80, 18);

/// Margin between the line and the upper and lower edge.
const EDGE: f64 = 1.5;

/// The path of a row's numbers, from 0 at the bottom to the row's greatest at the top; for changes from the greatest
/// decrease to the greatest increase. Columns have equal widths. Cells without a number leave a gap. Empty if all
/// numbers are 0.
pub fn sparkline(cells: &[Cell]) -> String {
    let numbers = || cells.iter().filter_map(Cell::number);
    let (low, high) = (numbers().fold(0.0, f64::min), numbers().fold(0.0, f64::max));
    let mut path = String::new();
    if high <= low || cells.is_empty() {
        return path;
    }
    let (width, height) = (f64::from(SPARKLINE_SIZE.0) / cells.len() as f64, f64::from(SPARKLINE_SIZE.1) - 2.0 * EDGE);
    // A number is as wide as its column, so that it is visible alone; equal neighbours are one stroke.
    let ends = |at: usize, through: usize| (tenths(at as f64 * width), tenths((through + 1) as f64 * width));
    let place = |cell: &Cell| cell.number().map(|number| tenths(EDGE + height * (high - number) / (high - low)));
    let mut at = 0;
    let mut is_drawing = false;
    for run in cells.chunk_by(|a, b| place(a) == place(b)) {
        let (from, to) = ends(at, at + run.len() - 1);
        at += run.len();
        let Some(y) = run.first().and_then(place) else {
            is_drawing = false;
            continue;
        };
        // Writing to a string can't fail.
        let _ = write!(path, "{}{from} {y}H{to}", if is_drawing { 'L' } else { 'M' });
        is_drawing = true;
    }
    path
}

/// Rounded to one decimal, without a trailing zero.
fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheet::Value;

    fn cells(values: &[Value]) -> Vec<Cell> {
        values.iter().map(|value| Cell::from(*value)).collect()
    }

    /// By hand: four columns of 20 each; 0 is at 18 - 1.5 = 16.5, the greatest at 1.5, half of it at 9.
    #[test]
    fn a_row_in_small() {
        let row = [Value::Weight(10), Value::Weight(20), Value::Impossible, Value::Weight(20)];
        assert_eq!(sparkline(&cells(&row)), "M0 9H20L20 1.5H40M60 1.5H80");
        let level = [Value::Weight(5), Value::Weight(5), Value::Weight(5), Value::Weight(10)];
        assert_eq!(sparkline(&cells(&level)), "M0 9H60L60 1.5H80");
        let seen = [Value::counted(0, 100), Value::NotComputed, Value::exactly(0.5), Value::exactly(0.25)];
        assert_eq!(sparkline(&cells(&seen)), "M0 16.5H20M40 1.5H60L60 9H80");
    }

    /// By hand: from -0.1 at the bottom to 0.2 at the top, 0 is two thirds down: 1.5 + 15 · 2/3 = 11.5.
    #[test]
    fn changes_go_both_ways() {
        let change = |before, after| Value::Change {
            before,
            after,
            low: after - before,
            high: after - before,
            counted: false,
            significant: true,
        };
        assert_eq!(
            sparkline(&cells(&[change(0.2, 0.1), change(0.3, 0.5), change(0.5, 0.5), change(0.5, 0.7)])),
            "M0 16.5H20L20 1.5H40L40 11.5H60L60 1.5H80"
        );
    }

    #[test]
    fn nothing_is_not_drawn() {
        assert_eq!(sparkline(&[]), "");
        assert_eq!(sparkline(&cells(&[Value::Impossible, Value::NotComputed, Value::exactly(0.0)])), "");
    }
}
