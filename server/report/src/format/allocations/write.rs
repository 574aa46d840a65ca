//! Writing the table of allocation lines.

use std::{collections::BTreeSet, io};

use affixboard_core::{catalog::Sort, game::Loaded};

use super::{
    super::field::{CsvTable, Field},
    KEYS, allocation_lines, escape_cell, fields_of,
};

/// RFC 4180, UTF-8 without byte order mark: a row per allocation line, by file and position.
///
/// The columns `file`, `sort` (in the game's word), `index` and `name` of the entry, `directive`, and `ordinal`, which
/// counts the entry's lines of that directive from 1, identify the line. Then there is a column per field, named as in
/// the formats; it is empty for lines without that field. With `tval`, only entries allocated to that item type, with
/// all their lines. Cells that a spreadsheet would take for formulas, dates or other numbers begin with an apostrophe.
pub fn allocations_csv(loaded: &Loaded, tval: Option<u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), loaded, tval).expect("writing to memory can't fail");
    bytes
}

fn write(table: &mut CsvTable<&mut Vec<u8>>, loaded: &Loaded, tval: Option<u16>) -> io::Result<()> {
    let columns = fields_of(loaded);
    let shown = tval.map(|tval| entries_of(loaded, tval));
    table.line(KEYS.into_iter().chain(columns.iter().map(|field| field.name)).map(Field::Word))?;
    for line in allocation_lines(loaded) {
        if shown.as_ref().is_some_and(|shown| !shown.contains(&(line.sort, line.index))) {
            continue;
        }
        let fields = line.fields();
        let text = |name: &str| {
            let own = fields.iter().find(|field| field.spec.name == name);
            own.and_then(|field| field.text.as_deref()).unwrap_or_default().trim()
        };
        let cells: Vec<_> = columns.iter().map(|column| escape_cell(text(column.name))).collect();
        let name = escape_cell(&line.name);
        let keys = [
            Field::Text(&line.file),
            Field::Word(line.sort.word(loaded.game.words())),
            Field::Whole(line.index.into()),
            Field::Word(&name),
            Field::Word(line.directive.tag),
            Field::Whole(line.ordinal.into()),
        ];
        table.line(keys.into_iter().chain(cells.iter().map(|cell| Field::Word(cell))))?;
    }
    table.end()
}

/// The entries that are allocated to an item type or are of that type.
fn entries_of(loaded: &Loaded, tval: u16) -> BTreeSet<(Sort, u32)> {
    let of_sort = |sort: Sort| {
        let entries = loaded.catalog.entries_of(sort).into_iter().filter(|entry| entry.is_of(tval));
        entries.map(move |entry| (sort, entry.index)).collect::<Vec<_>>()
    };
    Sort::OF_ITEMS.into_iter().flat_map(of_sort).collect()
}
