//! The largest change of each column of pairs of sheets: where, among drops of several qualities and depths, something
//! changes.

use super::effect::{ChangedCell, ChangedPair, EffectRow, changed_pairs};
use crate::sheet::{Sheet, Value};

/// What is known of the changes in a column.
#[derive(Debug, Clone, PartialEq)]
pub enum GridCell {
    /// No row has numbers on both sides.
    NoNumbers,
    /// No row changes.
    Equal,
    /// Of some rows error bounds or chance leave open whether they change; no row does for sure.
    Open,
    /// The row that changes most.
    Largest(Box<EffectRow>),
}

impl GridCell {
    /// The row that changes most.
    pub fn largest(&self) -> Option<&EffectRow> {
        if let GridCell::Largest(row) = self { Some(row) } else { None }
    }
}

/// The largest change in each column, `[pair][column]`, with the columns of the later sheets. Rows are matched as in
/// [`compare()`](super::compare()), and counted changes are tested together; totals are left out.
pub fn effect_grid(sides: &[(&Sheet, &Sheet)]) -> Vec<Vec<GridCell>> {
    let mut of_sides: Vec<Vec<ChangedPair<'_>>> = sides.iter().map(|_| Vec::new()).collect();
    for (at, pair) in changed_pairs(sides) {
        of_sides[at].push(pair);
    }
    let of_side = |(pairs, (_, after)): (&Vec<ChangedPair<'_>>, &(&Sheet, &Sheet))| {
        let of_column = |depth: u32| {
            let cells = pairs.iter().flat_map(|pair| pair.cells.iter().map(move |cell| (pair, cell)));
            grid_cell(&cells.filter(|(_, cell)| cell.depth == depth).collect::<Vec<_>>())
        };
        after.columns.iter().map(|column| of_column(column.depth)).collect()
    };
    of_sides.iter().zip(sides).map(of_side).collect()
}

fn grid_cell(cells: &[(&ChangedPair<'_>, &ChangedCell)]) -> GridCell {
    let changes = || cells.iter().filter(|(_, cell)| cell.may_change());
    let rows = changes().filter(|(_, cell)| cell.changed.is_significant()).filter_map(|(pair, cell)| pair.row_at(cell));
    // Of two that change by as much but for the last digits, the one whose own lines changed.
    let key = |row: &EffectRow| ((row.size * 1e12).round(), !row.is_indirect);
    let largest = rows.map(|(row, _)| row).max_by(|a, b| {
        let (a, b) = (key(a), key(b));
        a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
    });
    match largest {
        Some(row) => GridCell::Largest(Box::new(row)),
        None if changes().next().is_some() => GridCell::Open,
        None if cells.iter().all(|(_, cell)| cell.changed.value == Value::NotComputed) => GridCell::NoNumbers,
        None => GridCell::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn sheet(rows: &[(&str, u32, [Value; 2])]) -> Sheet {
        let rows = rows.iter().map(|(name, index, cells)| testing::row("Affixes", "affix", *index, name, cells));
        Sheet { rows: rows.collect(), totals: Vec::new(), ..testing::sheet() }
    }

    /// By hand: 20 of 100 to 10 of 90 is 8.9 points, 40 of 100 to 40 of 90 is 4.4; 1 % ± 0.3 and 0.5 % ± 0.3 may be equal.
    #[test]
    fn each_column_has_its_largest_change() {
        let (exact, none) = (Value::exactly, Value::Impossible);
        let about = |mean| Value::Exact { mean, bound: 0.003 };
        let before = [
            sheet(&[("of Sight", 1, [exact(0.4), exact(0.5)]), ("Sharp", 2, [exact(0.2), about(0.01)])]),
            sheet(&[("of Sight", 1, [Value::NotComputed, exact(0.5)]), ("Sharp", 2, [Value::NotComputed, none])]),
        ];
        let after = [
            sheet(&[("of Sight", 1, [exact(4.0 / 9.0), exact(0.5)]), ("Sharp", 2, [exact(1.0 / 9.0), about(0.005)])]),
            sheet(&[("of Sight", 1, [exact(0.4), exact(0.5 + 1e-16)]), ("Sharp", 2, [exact(0.2), none])]),
        ];
        let grid = effect_grid(&[(&before[0], &after[0]), (&before[1], &after[1])]);
        let told = |cell: &GridCell| match cell {
            GridCell::Largest(row) => format!("{} {} {}", row.name, row.points, row.depth),
            other => format!("{other:?}"),
        };
        let told: Vec<Vec<String>> = grid.iter().map(|row| row.iter().map(told).collect()).collect();
        assert_eq!(told, [["Sharp ▼ −8.9 1", "Open"], ["NoNumbers", "Equal"]]);
    }

    /// 10 of 20 to 20 of 30 is as many points as the other loses: the one whose lines changed is named.
    #[test]
    fn of_equal_changes_the_own_one_is_named() {
        let exact = Value::exactly;
        let mut before = sheet(&[("Other", 1, [exact(0.5), exact(0.5)]), ("Own", 2, [exact(0.5), exact(0.5)])]);
        before.rows[1].summary = "10".to_owned();
        let mut after =
            sheet(&[("Other", 1, [exact(1.0 / 3.0), exact(0.5)]), ("Own", 2, [exact(2.0 / 3.0), exact(0.5)])]);
        after.rows[1].summary = "20".to_owned();
        let grid = effect_grid(&[(&before, &after)]);
        assert_eq!(grid[0][0].largest().map(|row| row.name.as_str()), Some("Own"));
        assert_eq!(grid[0][1], GridCell::Equal);
    }
}
