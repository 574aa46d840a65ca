//! Monsters as entries of a sort of their own.

use super::{
    model::UnangbandModel,
    monsters::{race::Race, subject::name_of},
    sorts::MONSTER_SORT,
};
use crate::catalog::{EntryField, FieldColumn, SortEntry, SortSpec};

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

/// The sorts, in the order of their numbers.
pub(super) static SORTS: [SortSpec; 1] = [SortSpec {
    name: "monsters",
    words: ["monster", "monsters"],
    group: ["symbol", "symbols"],
    fields: MONSTER_FIELDS,
}];

/// All entries, by sort and index.
pub(super) fn entries(model: &UnangbandModel) -> Vec<SortEntry> {
    model.races.iter().filter(|race| race.record.is_some()).map(monster).collect()
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
