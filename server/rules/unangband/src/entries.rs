//! Monsters, and the records of all other files, as entries of sorts of their own.

use std::collections::BTreeSet;

use super::{
    dialect as files,
    model::UnangbandModel,
    monsters::{race::Race, subject::name_of},
    sorts::MONSTER_SORT,
};
use affixboard_model::{
    catalog::{EntryField, FieldColumn, SortEntry, SortSpec},
    records::{Shape, ShapedRecord, shaped_as},
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

/// A column for each of a file's lines but the first and the version. `N`: how many there are.
const fn columns<const N: usize>(file: &'static FileSpec) -> [FieldColumn; N] {
    let mut columns = [FieldColumn::unlisted("", "", ""); N];
    let (mut at, mut filled) = (0, 0);
    while at < file.directives.len() && filled < N {
        let directive = &file.directives[at];
        let tag = directive.tag.as_bytes()[0];
        if tag != b'V' && tag != file.header.as_bytes()[0] {
            columns[filled] = FieldColumn::listed(small(tag), directive.tag, directive.doc);
            filled += 1;
        }
        at += 1;
    }
    columns
}

/// How many columns a file has.
const fn count(file: &'static FileSpec) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < file.directives.len() {
        let tag = file.directives[at].tag.as_bytes()[0];
        if tag != b'V' && tag != file.header.as_bytes()[0] {
            count += 1;
        }
        at += 1;
    }
    count
}

const fn small(tag: u8) -> &'static str {
    const SMALL: &[u8; 26] = b"abcdefghijklmnopqrstuvwxyz";
    let at = if tag.is_ascii_uppercase() { (tag - b'A') as usize } else { 0 };
    let (_, from) = SMALL.split_at(at);
    let (letter, _) = from.split_at(1);
    match std::str::from_utf8(letter) {
        Ok(letter) => letter,
        Err(_) => "",
    }
}

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
            $(SortSpec {
                name: $name,
                words: [$one, $name],
                group: ["", ""],
                fields: {
                    const COLUMNS: [FieldColumn; count(&files::$file)] = columns(&files::$file);
                    &COLUMNS
                },
            }),*
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
        let Some((id, file)) = spec.find(sources) else { continue };
        let shape = is_indexed(spec).then_some(Shape::Indexed);
        let Some(shaped) = shaped_as(file, id, Some(spec.header), shape) else { continue };
        let fields = SORTS[usize::from(sort)].fields;
        let mut records = shaped.records;
        records.truncate(MOST_ENTRIES);
        // An index that comes twice is an error elsewhere; here each entry needs one of its own.
        let mut seen = BTreeSet::new();
        records.retain(|record| seen.insert(record.index));
        records.sort_by_key(|record| record.index);
        entries.extend(records.iter().map(|record| of_file(sort, spec, fields, record)));
    }
    entries
}

/// Whether the line that begins a record gives its index.
fn is_indexed(spec: &FileSpec) -> bool {
    let header = spec.directives.iter().find(|directive| directive.tag == spec.header);
    header.and_then(|header| header.fields.first()).is_some_and(|field| field.name == "index")
}

/// Entries of a file at most.
const MOST_ENTRIES: usize = 5000;

fn of_file(sort: u8, spec: &FileSpec, fields: &[FieldColumn], record: &ShapedRecord) -> SortEntry {
    let texts = |column: &FieldColumn| {
        let lines = record.lines.iter().filter(|line| line.tag == column.title);
        lines.map(|line| line.text.trim()).collect::<Vec<_>>().join("; ")
    };
    let described = record.lines.iter().find(|line| line.tag == "D").map(|line| line.text.trim().to_owned());
    let name = match spec.name {
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
    };
    SortEntry {
        sort,
        index: record.index,
        name: name.chars().take(120).collect(),
        group: String::new(),
        record: Some(record.span),
        fields: fields.iter().map(|column| texts(column).into()).collect(),
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
