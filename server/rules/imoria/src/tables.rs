//! Reading the treasure tables of values.h.

use std::collections::BTreeMap;

use super::{
    lists::{self, Lists},
    treasure::Treasure,
};
use affixboard_kin::sources::Tables;
use affixboard_model::{
    syntax::c_table::{CTable, CUnit, preprocess},
    text::{Diagnostic, Rule, SourceSet},
};

/// The structure of the rows.
pub(super) const STRUCTURE: &str = "treasure_type";
/// What imoria.h includes before values.h.
const PRELUDE: &str = "#include \"constants.h\"\n#include \"types.h\"\n";

/// What can be found in the dungeon; row 0 is a filler that is never picked.
pub const OBJECTS: &str = "object_list";
/// What shops stock and characters begin with; counted from 1.
pub const STOCK: &str = "inventory_init";
/// Money, by value.
pub const GOLD: &str = "gold_list";
/// What "create food" makes, and what replaces items; counted from 1.
pub const YUMS: &str = "yums";

/// The tables with treasures, in the order of the file.
pub const TABLES: [&str; 16] = [
    YUMS,
    "monk_book",
    "store_door",
    OBJECTS,
    GOLD,
    STOCK,
    "blank_treasure",
    "trap_lista",
    "trap_listb",
    "scare_monster",
    "some_rubble",
    "door_list",
    "up_stair",
    "down_stair",
    "up_steep",
    "down_steep",
];

/// What a source tree says: the treasures of each table by its name.
#[derive(Debug, Clone, Default)]
pub struct TreasureTables {
    /// By the table's name.
    pub by_name: BTreeMap<&'static str, Vec<Treasure>>,
    /// What refers to them.
    pub lists: Lists,
}

impl TreasureTables {
    /// The rows of a table; none where there is no such table.
    pub fn rows(&self, name: &str) -> &[Treasure] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }
}

/// Reads the tables of a source tree, whose files have their names without folders. A table that isn't there is empty.
pub fn read(sources: &SourceSet, diagnostics: &mut Vec<Diagnostic>) -> TreasureTables {
    let mut read = TreasureTables::default();
    let Some((main, file)) = sources.find("values.h") else { return read };
    if let Some(unreadable) = file.unreadable() {
        diagnostics.push(unreadable);
        return read;
    }
    let tokens = preprocess(sources, main, PRELUDE, diagnostics);
    let unit = CUnit::read(sources, tokens, diagnostics);
    if !unit.structures.contains_key(STRUCTURE) {
        diagnostics.push(Diagnostic {
            rule: Rule::MissingFile,
            file: "types.h".to_owned(),
            span: None,
            found: format!("found values.h, but no `struct {STRUCTURE}`"),
            expected: format!("expected `struct {STRUCTURE}` in types.h"),
        });
        return read;
    }
    let tables = Tables { sources, unit: &unit };
    for name in TABLES {
        if let Some(table) = unit.table(name) {
            read.by_name.insert(name, rows(tables, table, diagnostics));
        }
    }
    read.lists = lists::read(tables, diagnostics);
    read
}

/// The rows of a table, those too that its declared size adds, which are all 0.
fn rows(tables: Tables<'_>, table: &CTable, diagnostics: &mut Vec<Diagnostic>) -> Vec<Treasure> {
    let Some(structure) = tables.unit.structures.get(STRUCTURE) else { return Vec::new() };
    let mut rows = Vec::with_capacity(table.rows.len());
    for (index, row) in (0..).zip(&table.rows) {
        let row = tables.row(structure, row);
        let mut treasure = Treasure {
            index,
            name: row.text("name", diagnostics).unwrap_or_default(),
            damage: row.text("damage", diagnostics).unwrap_or_default(),
            record: row.place(),
            ..Treasure::default()
        };
        for (field, width, number) in treasure.numbers() {
            *number = row.number(field, diagnostics);
            let held = width.holds(number.value);
            if held != number.value
                && let Some(span) = number.site.or(row.place())
            {
                diagnostics.push(Diagnostic {
                    rule: Rule::NumberWraps,
                    file: tables.sources.file(span.file).name().to_owned(),
                    span: Some(span),
                    found: format!("{} overflows the field {field}", number.value),
                    expected: format!("the game uses {held}"),
                });
            }
            number.value = held;
        }
        rows.push(treasure);
    }
    beyond_size(tables, table, &rows, diagnostics);
    // A table can be declared as large as one likes.
    let declared = table.length.unwrap_or(0).clamp(0, MOST_ROWS) as u32;
    rows.extend((rows.len() as u32..declared).map(|index| Treasure { index, ..Treasure::default() }));
    rows
}

/// Reports the first row that a table's declared size has no room for.
fn beyond_size(tables: Tables<'_>, table: &CTable, rows: &[Treasure], diagnostics: &mut Vec<Diagnostic>) {
    let Some(declared) = table.length else { return };
    let first = usize::try_from(declared).ok().and_then(|declared| rows.get(declared));
    if let Some(span) = first.and_then(|row| row.record) {
        diagnostics.push(Diagnostic {
            rule: Rule::BeyondSize,
            file: tables.sources.file(span.file).name().to_owned(),
            span: Some(span),
            found: format!("found {} rows of {}", rows.len(), table.name),
            expected: format!("expected at most {declared}, its declared size; compilers leave out the rest"),
        });
    }
}

/// The most rows that a declared size adds up to.
const MOST_ROWS: i64 = 4096;
