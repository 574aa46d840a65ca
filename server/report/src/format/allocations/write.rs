//! Writing the table of allocation lines.

use std::{collections::BTreeSet, io};

use affixboard_model::{catalog::Sort, game::Loaded};
use affixboard_proposal::EntryLine;

use super::{
    super::field::{CsvTable, Field},
    BOUNDS, KEYS, RANGE, allocation_lines, bounds, escape_cell, fields_of,
};

/// RFC 4180, UTF-8 without byte order mark: a row per allocation line, by file and position.
///
/// The columns `file`, `sort` (in the game's word), `index` and `name` of the entry, `directive`, and `ordinal`, which
/// counts the entry's lines of that directive from 1, identify the line. Then there is a column per field, named as in
/// the formats; it is empty for lines without that field. Levels `min to max` are two columns of numbers, `from` and `to`;
/// where lines have something else in their place, there is a column for that too. With `tval`, only entries allocated to that item type, with
/// all their lines. Cells that a spreadsheet would take for formulas, dates or other numbers begin with an apostrophe.
pub fn allocations_csv(loaded: &Loaded, tval: Option<u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut CsvTable::new(&mut bytes), loaded, tval).expect("writing to memory can't fail");
    bytes
}

fn write(table: &mut CsvTable<&mut Vec<u8>>, loaded: &Loaded, tval: Option<u16>) -> io::Result<()> {
    let shown = tval.map(|tval| entries_of(loaded, tval));
    let mut lines = allocation_lines(loaded);
    lines.retain(|line| shown.as_ref().is_none_or(|shown| shown.contains(&(line.sort, line.index))));
    let text = |line: &EntryLine, name: &str| {
        let own = line.fields().into_iter().find(|field| field.spec.name == name);
        own.and_then(|field| field.text).unwrap_or_default().trim().to_owned()
    };
    let fields = fields_of(loaded);
    let has_range = fields.iter().any(|field| field.name == RANGE);
    let is_other = |line: &EntryLine| {
        let range = text(line, RANGE);
        !range.is_empty() && bounds(&range).is_none()
    };
    let has_others = has_range && lines.iter().any(is_other);
    let mut columns: Vec<&str> = Vec::new();
    for field in fields {
        if field.name == RANGE {
            columns.extend(BOUNDS);
        }
        if field.name != RANGE || has_others {
            columns.push(field.name);
        }
    }
    table.line(KEYS.into_iter().chain(columns.iter().copied()).map(Field::Word))?;
    for line in lines {
        let levels = bounds(&text(&line, RANGE));
        let cell = |column: &&str| match (BOUNDS.iter().position(|bound| bound == column), levels) {
            (Some(at), Some(levels)) => levels[at].to_string(),
            (Some(_), None) => String::new(),
            (None, Some(_)) if *column == RANGE => String::new(),
            _ => escape_cell(&text(&line, column)).into_owned(),
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
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
