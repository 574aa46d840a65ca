//! Monsters, and the records of all other files, as entries of sorts of their own.

use super::{
    dialect as files,
    model::UnangbandModel,
    monsters::{race::Race, subject::name_of},
    sorts::MONSTER_SORT,
};
use affixboard_kin::{file_sort, file_sorts};
use affixboard_model::{
    catalog::{EntryField, FieldColumn, SortEntry, SortSpec},
    records::ShapedRecord,
    syntax::FileSpec,
    text::SourceSet,
};

const MONSTER_FIELDS: &[FieldColumn] = &[
    FieldColumn::listed("depth", "Depth", "from which on it comes"),
    FieldColumn::listed("rarity", "Rarity", "one in so many; 0 for never"),
    FieldColumn::listed("symbol", "Symbol", "on the map"),
    FieldColumn::listed("group", "Group", "number of its group"),
    FieldColumn::listed("speed", "Speed", "110 is normal"),
    FieldColumn::listed("hit_points", "Hit points", ""),
    FieldColumn::listed("armor_class", "Armour class", ""),
    FieldColumn::listed("experience", "Experience", "for a kill, times its level by the player's"),
    FieldColumn::listed(
        "power",
        "Power",
        "computed as files are read: hit points and damage against those of its level",
    ),
    FieldColumn::unlisted("flags", "Flags and spells", ""),
    FieldColumn::unlisted("mana", "Mana", ""),
    FieldColumn::unlisted("innate", "Innate attacks", "chance of one in a turn, in per cent"),
    FieldColumn::unlisted("spell", "Spells", "chance of one in a turn, in per cent"),
    FieldColumn::unlisted("spell_power", "Spell power", ""),
];

macro_rules! sorts {
    ($($file:ident $name:literal $one:literal;)*) => {
        /// The files whose records are entries of a sort of their own, in the order of the sorts behind monsters.
        static FILE_SORTS: &[&FileSpec] = &[$(&files::$file),*];

        /// The sorts, in the order of their numbers.
        pub(super) static SORTS: [SortSpec; 1 + [$($name),*].len()] = [
            SortSpec {
                name: "monsters",
                words: ["monster", "monsters"],
                group: ["symbol", "symbols"],
                fields: MONSTER_FIELDS,
            },
            $(file_sort!(files::$file, $name, $one)),*
        ];
    };
}

sorts! {
    SPELLS "spells" "spell";
    CLASSES "classes" "class";
    RACES "races" "race";
    FLAVORS "flavours" "flavour";
    RUNES "runes" "rune";
    BLOWS "methods" "method";
    EFFECTS "effects" "effect";
    TERRAIN "features" "feature";
    VAULTS "vaults" "vault";
    REGIONS "regions" "region";
    ROOMS "rooms" "part of a room";
    DUNGEONS "dungeons" "dungeon";
    QUESTS "quests" "quest";
    STORES "shops" "shop";
    OWNERS "owners" "owner";
    COSTS "prices" "row of prices";
    STYLES "styles" "style";
    HISTORY "histories" "part of a history";
    RANDOM_ARTIFACTS "random-artifacts" "kind of random artifact";
    NAMES "words" "word";
    LIMITS "limits" "limit";
}

/// All entries, by sort and index.
pub(super) fn entries(model: &UnangbandModel, sources: &SourceSet) -> Vec<SortEntry> {
    let mut entries: Vec<SortEntry> = model.races.iter().filter(|race| race.record.is_some()).map(monster).collect();
    for (sort, spec) in (1..).zip(FILE_SORTS) {
        let of = (sort, &SORTS[usize::from(sort)]);
        entries.extend(file_sorts::entries(of, spec, sources, &|record| name_of_record(spec, record)));
    }
    entries
}

/// What a record of a file is called.
fn name_of_record(spec: &FileSpec, record: &ShapedRecord) -> String {
    let described = record.lines.iter().find(|line| line.tag == "D").map(|line| line.text.trim().to_owned());
    match spec.name {
        // Those have no names but what they say.
        "flavor.txt" => described.unwrap_or_else(|| format!("flavour {}", record.index)),
        "p_hist.txt" | "room.txt" => {
            let parts: Vec<&str> = record.name.split(':').collect();
            format!("chart {} to {}", parts.first().unwrap_or(&""), parts.get(1).unwrap_or(&""))
        }
        "style.txt" => format!("class and level {}", record.name),
        "cost_adj.txt" => format!("owners of race {}", record.index),
        "randart_sv.txt" => format!("item type {}", record.index),
        "limits.txt" => format!("limit {}", record.name.split(':').next().unwrap_or_default()),
        _ => record.name.clone(),
    }
}

fn monster(race: &Race) -> SortEntry {
    let fields: Vec<EntryField> = vec![
        race.level.into(),
        race.rarity.into(),
        race.symbol.to_string().into(),
        race.group.into(),
        race.speed.into(),
        race.hit_points.into(),
        race.armor_class.into(),
        race.experience.into(),
        race.power.into(),
        race.flags.names().join(", ").into(),
        race.mana.into(),
        race.innate.into(),
        race.spell.into(),
        race.spell_power.into(),
    ];
    SortEntry {
        sort: MONSTER_SORT,
        index: race.index,
        name: name_of(race),
        group: race.symbol.to_string(),
        record: race.record,
        fields,
    }
}
