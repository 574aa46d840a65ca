//! A sheet of several item types with the types across: a row for each entry, and columns for each type.

use std::collections::BTreeMap;

use crate::{
    sheet::{Column, Row, Sheet, Value},
    wording::capitalised,
};

/// What rows of several types are one row by: section, metric, index and name.
type RowKey = (String, &'static str, Option<u32>, String);

/// The joined sheet of several item types with a row for each entry, whatever the type, and the columns of each type beside each
/// other, named after it; a sheet of one item type stays as it is.
///
/// A cell is [`Value::Impossible`] where the type's own sheet has no such row, for sheets list what may come. Levels and allocations
/// are left out where types differ in them. Totals that types have under different names are called after the first.
#[must_use]
pub fn side_by_side(sheet: Sheet) -> Sheet {
    if !sheet.has_types() {
        return sheet;
    }
    let mut types: Vec<(u16, String)> = Vec::new();
    for row in &sheet.rows {
        if types.iter().all(|known| known.0 != row.place.0) {
            types.push((row.place.0, type_and_section(row).0));
        }
    }
    let depths = sheet.columns.len();
    let at_type = |tval: u16| types.iter().position(|known| known.0 == tval);
    let columns = types.iter().flat_map(|(tval, name)| {
        sheet.columns.iter().map(move |column| Column {
            label: if depths == 1 { name.clone() } else { format!("{name} {}", column.label) },
            depth: column.depth,
            tval: Some(*tval),
        })
    });
    let columns: Vec<Column> = columns.collect();

    let mut rows = Merged::new(types.len(), depths);
    for row in &sheet.rows {
        let (_, section) = type_and_section(row);
        let key = (section.clone(), row.metric, row.index, row.name.clone());
        if let Some(at) = at_type(row.place.0) {
            rows.add(key, at, row, &capitalised(&section));
        }
    }
    let mut totals = Merged::new(types.len(), depths);
    for (at, (tval, _)) in types.iter().enumerate() {
        let own = sheet.totals.iter().filter(|total| total.group.is_some() && total.place.0 == *tval);
        for (number, total) in own.enumerate() {
            totals.add((number.to_string(), total.metric, None, String::new()), at, total, "");
        }
    }
    let totals = totals.rows.into_iter().map(|row| Row { group: None, ..row }).collect();
    // Sections stay together, in the order in which the first of them comes.
    let mut order: Vec<Option<String>> = Vec::new();
    for row in &rows.rows {
        if !order.contains(&row.group) {
            order.push(row.group.clone());
        }
    }
    let mut rows = rows.rows;
    rows.sort_by_key(|row| order.iter().position(|group| *group == row.group));
    Sheet { columns, rows, totals, absent: Vec::new(), ..sheet }
}

/// `Sword` and `affixes` of the group `Sword: affixes`; the section is empty where a sheet has one only.
fn type_and_section(row: &Row) -> (String, String) {
    let group = row.group.as_deref().unwrap_or_default();
    let (name, section) = group.split_once(": ").unwrap_or((group, ""));
    (name.to_lowercase(), section.to_owned())
}

/// Rows with the cells of all types.
struct Merged {
    rows: Vec<Row>,
    places: BTreeMap<RowKey, usize>,
    types: usize,
    depths: usize,
}

impl Merged {
    fn new(types: usize, depths: usize) -> Merged {
        Merged { rows: Vec::new(), places: BTreeMap::new(), types, depths }
    }

    /// Puts the cells of a type's row in their place.
    fn add(&mut self, key: RowKey, at_type: usize, row: &Row, section: &str) {
        let at = *self.places.entry(key).or_insert_with(|| {
            let nothing = vec![Value::Impossible.into(); self.types * self.depths];
            let group = (!section.is_empty()).then(|| section.to_owned());
            self.rows.push(Row { cells: nothing, group, ..row.clone() });
            self.rows.len() - 1
        });
        let merged = &mut self.rows[at];
        for (own, other) in [(&mut merged.level, &row.level), (&mut merged.summary, &row.summary)] {
            if *own != *other {
                own.clear();
            }
        }
        let start = at_type * self.depths;
        merged.cells[start..start + row.cells.len()].clone_from_slice(&row.cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::{Cell, Measure, Method},
        sheets::{AvailabilityParams, Filter, PoolMeasure, RowOrder, availability_of_types},
        testing::{self, SOFT, SWORD},
    };

    fn sheet(types: &[u16], depths: &[u32]) -> Sheet {
        let params = AvailabilityParams {
            tval: 0,
            sval: None,
            affix_level: 2,
            depths: depths.into(),
            measure: PoolMeasure::Commonness,
            filter: Filter::default(),
            sort: RowOrder::default(),
        };
        let about = testing::provenance(Method::Exact);
        availability_of_types(&testing::catalog(), &testing::forge(), &testing::WORDS, &about, types, &params)
            .map(side_by_side)
            .expect("a sheet")
    }

    fn texts(sheet: &Sheet) -> Vec<String> {
        let text = |row: &Row| {
            let cells: Vec<String> = row.cells.iter().map(|cell: &Cell| cell.text(Measure::Commonness)).collect();
            format!("{}: {}", row.name, cells.join(" "))
        };
        sheet.totals.iter().chain(&sheet.rows).map(text).collect()
    }

    /// From the lines of the catalog at level 10: soft armour has Padded alone, swords four of theirs (of Slay Evil has the 20 of its
    /// first line).
    #[test]
    fn types_stand_beside_each_other() {
        let sheet = sheet(&[SOFT, SWORD], &[10]);
        let labels: Vec<_> = sheet.columns.iter().map(|column| (column.label.as_str(), column.tval)).collect();
        assert_eq!(labels, [("soft armour", Some(SOFT)), ("sword", Some(SWORD))]);
        assert!(!sheet.has_types());
        let mut rows = texts(&sheet);
        rows.sort();
        assert_eq!(
            rows,
            [
                "=cmd():  10",
                "Padded: 3 ",
                "Sharp:  50",
                "affixes in pool: 1 3",
                "of Doom:  1",
                "of Slay Evil:  20",
                "total commonness: 3 80",
            ]
        );
    }

    #[test]
    fn several_depths_have_columns_of_their_own() {
        let sheet = sheet(&[SWORD, SOFT], &[1, 10]);
        let labels: Vec<_> = sheet.columns.iter().map(|column| column.label.as_str()).collect();
        assert_eq!(labels, ["sword 1", "sword 10", "soft armour 1", "soft armour 10"]);
        assert!(texts(&sheet).contains(&"Sharp: 50 50  ".to_owned()), "{:?}", texts(&sheet));
        // One type has no other beside it.
        let one = self::sheet(&[SWORD], &[1, 10]);
        assert_eq!(one.columns.len(), 2);
    }
}
