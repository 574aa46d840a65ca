//! The changes that put a designed entry into the files.

use super::{
    change::Change,
    line::{editable_entries, entry_lines},
};
use affixboard_model::{
    catalog::Sort,
    game::{Design, Loaded},
};

/// The changes of a design that was made for these files: the numbers that follow, then the row. `None` where the files
/// don't have what it names.
pub fn design_changes(loaded: &Loaded, design: &Design) -> Option<Vec<Change>> {
    let sort = |(sort, index): (u8, u32)| Some((Sort::declared(loaded.sorts().get(usize::from(sort))?), index));
    let lines = entry_lines(loaded);
    let number = |(entry, field, text): &((u8, u32), &'static str, String)| {
        let entry = sort(*entry)?;
        let is_it = |line: &&super::EntryLine| (line.sort, line.index) == entry && line.directive.tag == *field;
        Some(Change::replace(lines.iter().find(is_it)?, text.clone()))
    };
    let mut changes = design.numbers.iter().map(number).collect::<Option<Vec<Change>>>()?;
    let after = sort(design.after)?;
    let entries = editable_entries(loaded);
    let entry = entries.iter().find(|entry| (entry.sort, entry.index) == after)?;
    changes.push(Change::insert_entry(entry, design.row.clone()));
    Some(changes)
}
