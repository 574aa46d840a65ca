//! Treasures as entries of the catalog: a sort for each list that people look into.

use super::{
    names::{self, Identified},
    tables::{GOLD, OBJECTS, STOCK, TreasureTables, YUMS},
    treasure::Treasure,
    words,
};
use crate::catalog::{FieldColumn, SortEntry, SortSpec};

/// The position of what is found in the dungeon among the sorts.
pub(super) const TREASURE_SORT: u8 = 0;
/// The position of money among them.
pub(super) const GOLD_SORT: u8 = 2;

/// The position of replacements among them.
pub(super) const YUM_SORT: u8 = 3;

/// The sorts and their tables.
const LISTS: [&str; 4] = [OBJECTS, STOCK, GOLD, YUMS];

const FIELDS: &[FieldColumn] = &[
    FieldColumn::listed("tval", "Sort", "number of its sort of item"),
    FieldColumn::listed("subval", "Subval", "which of its sort it is; those above 255 stack"),
    FieldColumn::listed("level", "Level", "the dungeon level from which on it is found"),
    FieldColumn::listed("cost", "Cost", "in gold; one is 240 pieces of iron"),
    FieldColumn::listed("weight", "Weight", "in the game a hundred times that"),
    FieldColumn::listed("number", "Number", "how many come at once; of money how much there may be"),
    FieldColumn::listed("damage", "Damage", "dice of damage"),
    FieldColumn::listed("tohit", "To hit", "bonus to hit"),
    FieldColumn::listed("todam", "To damage", "bonus to damage"),
    FieldColumn::listed("ac", "AC", "armour class"),
    FieldColumn::listed("toac", "To AC", "bonus to armour class"),
    FieldColumn::listed("p1", "P1", "what it means depends on the sort: charges, a bonus, the level of a chest"),
    FieldColumn::unlisted("flags", "Flags", "the first word of flags; what they mean depends on the sort"),
    FieldColumn::unlisted("flags2", "Flags 2", "the second word of flags"),
    FieldColumn::unlisted("template", "Template", "the name with its codes"),
    FieldColumn::unlisted("identified", "Identified", "the name when all is known"),
    FieldColumn::unlisted("unknown", "Unknown", "the name as long as its kind is unknown"),
];

/// The sorts, in the order of their numbers.
pub(super) static SORTS: [SortSpec; 4] = [
    SortSpec { name: "treasures", words: ["treasure", "treasures"], group: ["sort", "sorts"], fields: FIELDS },
    SortSpec { name: "stock", words: ["item of stock", "items of stock"], group: ["sort", "sorts"], fields: FIELDS },
    SortSpec { name: "money", words: ["sort of money", "sorts of money"], group: ["", ""], fields: FIELDS },
    SortSpec { name: "yums", words: ["replacement", "replacements"], group: ["sort", "sorts"], fields: FIELDS },
];

/// All entries, by sort and index. Rows 0 of lists that count from 1 are none.
pub(super) fn entries(tables: &TreasureTables) -> Vec<SortEntry> {
    let of_list = |(sort, list): (u8, &str)| {
        let first = usize::from(list != GOLD);
        tables.rows(list).iter().skip(first).map(|treasure| entry(sort, treasure)).collect::<Vec<_>>()
    };
    (0..).zip(LISTS).flat_map(of_list).collect()
}

fn entry(sort: u8, treasure: &Treasure) -> SortEntry {
    let flags = |value: i64| format!("0x{value:08X}");
    SortEntry {
        sort,
        index: treasure.index,
        name: names::plain(treasure),
        group: if sort == GOLD_SORT { String::new() } else { words::sort(treasure.tval.value) },
        record: treasure.record,
        fields: vec![
            treasure.tval.into(),
            treasure.subval.into(),
            treasure.level.into(),
            treasure.cost.into(),
            treasure.weight.into(),
            treasure.number.into(),
            treasure.damage.clone().into(),
            treasure.to_hit.into(),
            treasure.to_dam.into(),
            treasure.armor_class.into(),
            treasure.to_ac.into(),
            treasure.p1.into(),
            flags(treasure.flags.value).into(),
            flags(treasure.flags2.value).into(),
            treasure.name.clone().into(),
            names::shown(treasure, Identified::All).into(),
            names::shown(treasure, Identified::Nothing).into(),
        ],
    }
}
