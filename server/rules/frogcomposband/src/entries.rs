//! The records of files beside objects, as entries of sorts of their own.

use super::dialect::{BODIES, DUNGEONS, MONSTERS, MORE_ROOMS, MORE_VAULTS, QUESTS, SKILLS, SPELLS, TERRAIN, VAULTS};
use affixboard_kin::{file_sort, file_sorts};
use affixboard_model::{
    catalog::{SortEntry, SortSpec},
    records::ShapedRecord,
    syntax::FileSpec,
    text::SourceSet,
};

/// The files, in the order of their sorts.
static FILES: [&FileSpec; 10] =
    [&MONSTERS, &DUNGEONS, &TERRAIN, &BODIES, &SPELLS, &SKILLS, &VAULTS, &MORE_ROOMS, &MORE_VAULTS, &QUESTS];

/// The sorts.
pub(super) static SORTS: [SortSpec; 10] = [
    file_sort!(MONSTERS, "monsters", "monster"),
    file_sort!(DUNGEONS, "dungeons", "dungeon"),
    file_sort!(TERRAIN, "features", "feature"),
    file_sort!(BODIES, "bodies", "body"),
    file_sort!(SPELLS, "spells", "class's spells"),
    file_sort!(SKILLS, "skills", "class's skills"),
    file_sort!(VAULTS, "wild-rooms", "wild room"),
    file_sort!(MORE_ROOMS, "rooms", "room"),
    file_sort!(MORE_VAULTS, "vaults", "vault"),
    file_sort!(QUESTS, "quests", "quest"),
];

/// All entries, by sort and index.
pub(super) fn entries(sources: &SourceSet) -> Vec<SortEntry> {
    let of_file = |(number, file): (u8, &&FileSpec)| {
        let sort = (number, &SORTS[usize::from(number)]);
        file_sorts::entries(sort, file, sources, &|record| name_of_record(file, record))
    };
    (0..).zip(&FILES).flat_map(of_file).collect()
}

/// What a record of a file is called.
fn name_of_record(file: &FileSpec, record: &ShapedRecord) -> String {
    match file.name {
        // Those are told by the number of the class alone.
        "m_info.txt" | "s_info.txt" => format!("class {}", record.index),
        // The level stands before the name.
        "q_info.txt" => record.name.split_once(':').map_or(record.name.as_str(), |name| name.1).replace("\\:", ":"),
        _ => record.name.clone(),
    }
}
