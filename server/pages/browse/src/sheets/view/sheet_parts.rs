//! Sheets of many rows are shown a part at a time: a page of some ten thousand cells stays light and scrolls smoothly. The
//! script `parts.js` fetches the parts that come into view and lets go of those far from it.

use std::ops::Range;

use affixboard_report::sheet::{Row, Sheet};

/// Cells of a part at most, but for sheets of very many columns.
const CELLS: usize = 10_000;
/// Rows of a part at least.
const FEWEST: usize = 40;

/// The part of a sheet's rows that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SheetPart<'a> {
    /// A part, from 1.
    Number(usize),
    /// The part with a row, by [`anchor`] of it or of one of its cells; the first where there is no such row.
    With(&'a str),
    /// All rows, however many there are.
    All,
}

/// The range of rows shown, and the links to the other parts.
pub(crate) struct PartsView {
    /// From 1.
    pub(crate) number: usize,
    /// Number of parts.
    pub(crate) count: usize,
    /// The first row shown, from 1.
    pub(crate) first: usize,
    /// The last row shown.
    pub(crate) last: usize,
    /// Rows per part.
    pub(crate) size: usize,
    /// Total number of rows.
    pub(crate) rows: usize,
    /// The part before; empty for none.
    pub(crate) previous: String,
    /// The part behind; empty for none.
    pub(crate) next: String,
    /// All rows.
    pub(crate) all: String,
}

impl PartsView {
    /// The part shown; `None` where the whole sheet is. A number above the last part means the last part.
    pub(crate) fn new(sheet: &Sheet, part: SheetPart<'_>, link: &dyn Fn(&str) -> String) -> Option<PartsView> {
        let (rows, size) = (sheet.rows.len(), rows_in_part(sheet.columns.len()));
        let count = rows.div_ceil(size);
        let number = match part {
            _ if count < 2 => return None,
            SheetPart::All => return None,
            SheetPart::Number(number) => number.clamp(1, count),
            SheetPart::With(wanted) => {
                sheet.rows.iter().position(|row| is_of(sheet, row, wanted)).map_or(1, |at| at / size + 1)
            }
        };
        let to = |number: usize| if number == 1 { link("") } else { link(&number.to_string()) };
        Some(PartsView {
            number,
            count,
            first: (number - 1) * size + 1,
            last: (number * size).min(rows),
            size,
            rows,
            previous: if number > 1 { to(number - 1) } else { String::new() },
            next: if number < count { to(number + 1) } else { String::new() },
            all: link("all"),
        })
    }

    /// The rows shown, by position.
    pub(crate) fn range(&self) -> Range<usize> {
        self.first - 1..self.last
    }
}

/// The id of a row in links; empty for totals. In a sheet of several item types it begins with the type, for what they have
/// in common stands there more than once.
pub(crate) fn anchor(sheet: &Sheet, row: &Row) -> String {
    let place = if sheet.has_types() { format!("t{}-", row.place.0) } else { String::new() };
    row.index.map_or(String::new(), |index| format!("{place}{}-{index}", row.metric))
}

/// Whether links to the row or to one of its cells, which end with the depth, say so.
fn is_of(sheet: &Sheet, row: &Row, wanted: &str) -> bool {
    let anchor = anchor(sheet, row);
    let rest = wanted.strip_prefix(&anchor).filter(|_| !anchor.is_empty());
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

/// Rows per part of a sheet with this number of depth columns.
fn rows_in_part(columns: usize) -> usize {
    (CELLS / columns.max(1)).max(FEWEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_some_ten_thousand_cells() {
        assert_eq!(rows_in_part(21), 476);
        assert_eq!(rows_in_part(101), 99);
        assert_eq!(rows_in_part(1), 10_000);
        assert_eq!(rows_in_part(0), 10_000);
        assert_eq!(rows_in_part(1_000), 40);
    }
}
