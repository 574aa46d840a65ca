//! Treasures as entries of the catalog: a sort for each list that people look into.

use super::{
    flags, gold, making,
    names::{self, Identified},
    sizes::TableSize,
    stock_lists,
    tables::{GOLD, OBJECTS, STOCK, TreasureTables, YUMS},
    treasure::Treasure,
    words,
};
use affixboard_model::catalog::{FieldColumn, SortEntry, SortSpec};

/// The position of what is found in the dungeon among the sorts.
pub(super) const TREASURE_SORT: u8 = 0;
/// The position of stock among them.
pub(super) const STOCK_SORT: u8 = 1;
/// The position of money among them.
pub(super) const GOLD_SORT: u8 = 2;

/// The position of replacements among them.
pub(super) const YUM_SORT: u8 = 3;

/// The position of sizes of tables among them.
pub(super) const SIZE_SORT: u8 = 4;

/// The position of lists of stock among them.
pub(super) const LIST_SORT: u8 = 5;

/// The sorts and their tables.
const LISTS: [&str; 4] = [OBJECTS, STOCK, GOLD, YUMS];

/// In the order in which the game's own display of an item has them (`item_guide.txt`, the command `s` of wizard mode).
const FIELDS: &[FieldColumn] = &[
    FieldColumn::unlisted("template", "Name", "with its codes, as the table has it"),
    FieldColumn::unlisted("identified", "Description", "as a player reads it when all is known"),
    FieldColumn::unlisted("kind_known", "Kind known", "as a player reads it when only its kind is known"),
    FieldColumn::unlisted("unknown", "Unknown", "as a player reads it at first"),
    FieldColumn::listed("tval", "Value", "tval: the number of its sort of item"),
    FieldColumn::unlisted("type", "Type", "what items of that sort are called"),
    FieldColumn::unlisted("character", "Char", "on the map"),
    FieldColumn::unlisted("flags", "Flags", "the first word; what flags mean depends on the sort"),
    FieldColumn::unlisted("flags2", "Flags 2", "the second word"),
    FieldColumn::unlisted("powers", "Powers", "what its flags mean"),
    FieldColumn::listed("p1", "P1", "charges, a bonus, the level of a chest: it depends on the sort"),
    FieldColumn::unlisted("p1_means", "P1 means", "for items of its sort"),
    FieldColumn::listed("cost", "Cost", "in gold"),
    FieldColumn::unlisted("iron", "Cost in iron", "1 piece of gold is 240 pieces of iron, which the game counts"),
    FieldColumn::listed("subval", "Subval", "which of its sort it is; those above 255 stack"),
    FieldColumn::listed("weight", "Weight", "as the game shows it; inside it counts a hundred times that, in 16 bits"),
    FieldColumn::listed("number", "Number", "how many come at once; of money how much there may be"),
    FieldColumn::listed("tohit", "To hit", "bonus to hit"),
    FieldColumn::listed("todam", "To damage", "bonus to damage"),
    FieldColumn::listed("ac", "AC", "armour class"),
    FieldColumn::listed("toac", "To AC", "bonus to armour class"),
    FieldColumn::listed("damage", "Damage", "dice of damage"),
    FieldColumn::listed("level", "Level", "the dungeon level from which on it is found"),
    FieldColumn::unlisted("coins", "Coins", "how many a find of this money has, each number as likely"),
    FieldColumn::unlisted(
        "completed_by",
        "Completed by",
        "the routine of treasure.c that says the rest as it is found",
    ),
];

const SIZE_FIELDS: &[FieldColumn] = &[
    FieldColumn::listed("table", "Table", "the table that it is the size of"),
    FieldColumn::listed("rows", "Rows", "how many rows the table has, row 0 of those that count from 1 left out"),
];

/// The sorts, in the order of their numbers.
pub(super) static SORTS: [SortSpec; 6] = [
    SortSpec { name: "treasures", words: ["treasure", "treasures"], group: ["sort", "sorts"], fields: FIELDS },
    SortSpec { name: "stock", words: ["item of stock", "items of stock"], group: ["sort", "sorts"], fields: FIELDS },
    SortSpec { name: "money", words: ["sort of money", "sorts of money"], group: ["", ""], fields: FIELDS },
    SortSpec { name: "yums", words: ["replacement", "replacements"], group: ["sort", "sorts"], fields: FIELDS },
    SortSpec { name: "sizes", words: ["size of a table", "sizes of tables"], group: ["", ""], fields: SIZE_FIELDS },
    SortSpec {
        name: "lists",
        words: ["list of stock", "lists of stock"],
        group: ["", ""],
        fields: stock_lists::FIELDS,
    },
];

/// All entries, by sort and index. Rows 0 of lists that count from 1 are none.
pub(super) fn entries(tables: &TreasureTables, sizes: &[TableSize]) -> Vec<SortEntry> {
    let of_list = |(sort, list): (u8, &str)| {
        let first = usize::from(list != GOLD);
        tables.rows(list).iter().skip(first).map(|treasure| entry(sort, treasure)).collect::<Vec<_>>()
    };
    let size = |(index, size): (u32, &TableSize)| SortEntry {
        sort: SIZE_SORT,
        index,
        name: size.constant.to_owned(),
        group: String::new(),
        record: Some(size.line),
        fields: vec![size.table.to_owned().into(), size.rows.into()],
    };
    let named = tables.lists.named();
    let lists = named.iter().map(|list| stock_lists::entry(LIST_SORT, list, tables.rows(STOCK)));
    (0..).zip(LISTS).flat_map(of_list).chain((1..).zip(sizes).map(size)).chain(lists).collect()
}

fn entry(sort: u8, treasure: &Treasure) -> SortEntry {
    let word = |value: i64| format!("0x{value:08X}");
    SortEntry {
        sort,
        index: treasure.index,
        name: names::plain(treasure),
        group: if sort == GOLD_SORT { String::new() } else { words::sort(treasure.tval.value) },
        record: treasure.record,
        fields: vec![
            treasure.name.clone().into(),
            names::described(treasure, Identified::All).into(),
            names::described(treasure, Identified::Kind).into(),
            names::described(treasure, Identified::Nothing).into(),
            treasure.tval.into(),
            words::sort(treasure.tval.value).into(),
            character(treasure.tchar.value).into(),
            word(treasure.flags.value).into(),
            word(treasure.flags2.value).into(),
            flags::powers(treasure).join(", ").into(),
            treasure.p1.into(),
            flags::p1_meaning(treasure.tval.value).to_owned().into(),
            treasure.cost.into(),
            treasure.iron().into(),
            treasure.subval.into(),
            treasure.weight.into(),
            treasure.number.into(),
            treasure.to_hit.into(),
            treasure.to_dam.into(),
            treasure.armor_class.into(),
            treasure.to_ac.into(),
            treasure.damage.clone().into(),
            treasure.level.into(),
            if sort == GOLD_SORT { coins(treasure.number.value) } else { String::new() }.into(),
            making::completed_by(treasure).to_owned().into(),
        ],
    }
}

fn coins(number: i64) -> String {
    let (least, most) = gold::coins(number);
    format!("{least} to {most}, {} on average", (least + most) as f64 / 2.0)
}

/// A character of the map; what is no letter or sign of ASCII by its number.
fn character(value: i64) -> String {
    match u8::try_from(value) {
        Ok(byte) if byte.is_ascii_graphic() || byte == b' ' => format!("'{}'", char::from(byte)),
        _ => format!("0x{value:02X}"),
    }
}
