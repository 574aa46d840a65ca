//! The cells of a rule, as few rectangles.

use std::fmt::Write;

use rust_xlsxwriter::utility::column_number_to_name;

/// Largest number of rectangles: with more, programs may be slow or refuse the workbook.
const MOST: usize = 1000;

/// First row, first column, last row, last column.
pub(super) type Range = (u32, u16, u32, u16);

/// The wanted cells of a range, in Excel's notation of rectangles: `B3:D6 I9`. The whole range where there would be too
/// many rectangles; empty where no cell is wanted.
pub(super) fn ranges_of((line, at, last_line, last): Range, wanted: impl Fn(u32, u16) -> bool) -> String {
    let mut done: Vec<Range> = Vec::new();
    // Rectangles that end at the row before and may grow downwards.
    let mut open: Vec<Range> = Vec::new();
    for row in line..=last_line {
        let mut now: Vec<Range> = Vec::new();
        let mut column = at;
        while column <= last {
            if !wanted(row, column) {
                column += 1;
                continue;
            }
            let from = column;
            while column <= last && wanted(row, column) {
                column += 1;
            }
            let above = open.iter().position(|range| (range.1, range.3) == (from, column - 1));
            let first = above.map_or(row, |above| open.swap_remove(above).0);
            now.push((first, from, row, column - 1));
        }
        done.append(&mut open);
        open = now;
    }
    done.append(&mut open);
    done.sort_unstable();
    if done.len() > MOST {
        done = vec![(line, at, last_line, last)];
    }
    let mut text = String::new();
    for (line, at, last_line, last) in done {
        let separator = if text.is_empty() { "" } else { " " };
        let [from, to] = [at, last].map(column_number_to_name);
        // Writing to a string can't fail.
        let _ = write!(text, "{separator}{from}{}", line + 1);
        if (line, at) != (last_line, last) {
            let _ = write!(text, ":{to}{}", last_line + 1);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(picture: &[&str]) -> String {
        let range = (0, 0, picture.len() as u32 - 1, picture[0].len() as u16 - 1);
        ranges_of(range, |row, column| picture[row as usize].as_bytes()[usize::from(column)] == b'x')
    }

    #[test]
    fn rectangles() {
        assert_eq!(of(&["xxx", "xxx"]), "A1:C2");
        assert_eq!(of(&["xx.", "xx.", "..x"]), "A1:B2 C3");
        assert_eq!(of(&["x.x", "xxx", "x.x"]), "A1 C1 A2:C2 A3 C3");
        assert_eq!(of(&["..", ".."]), "");
        assert_eq!(ranges_of((2, 26, 2, 27), |_, _| true), "AA3:AB3");
    }

    #[test]
    fn too_many_become_one() {
        assert_eq!(ranges_of((0, 0, 99, 99), |row, column| (row + u32::from(column)) % 2 == 0), "A1:CV100");
    }
}
