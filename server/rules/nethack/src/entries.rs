//! The tables' rows as entries of the catalog.

use std::collections::BTreeMap;

use super::{
    dungeon,
    monsters::{MonsterKind, difficulty},
    objects::ObjectKind,
    program::Program,
    sorts,
    units::SourceUnits,
    words,
};
use affixboard_kin::sources::Number;
use affixboard_model::catalog::{EntryField, FieldColumn, SortEntry, SortSpec};

/// The sorts, in the order of their numbers.
pub(super) static SORTS: [SortSpec; 6] = [
    SortSpec {
        name: "objects",
        words: ["object", "objects"],
        group: ["class", "classes"],
        fields: &[
            FieldColumn::unlisted("appearance", "Looks like", "what it is called before it is known"),
            FieldColumn::listed(
                "probability",
                "Chance",
                "chance among its class, in 1/1000; since August 2021 a part of the class's sum",
            ),
            FieldColumn::listed("cost", "Cost", "base price in zorkmids"),
            FieldColumn::listed("weight", "Weight", "weight"),
            FieldColumn::unlisted("material", "Material", "what it is made of"),
            FieldColumn::listed("small_damage", "Small", "die of damage to small monsters"),
            FieldColumn::listed("large_damage", "Large", "die of damage to large monsters"),
            FieldColumn::listed("to_hit", "To hit", "bonus to hit of weapons and weapon tools"),
            FieldColumn::listed("armor_class", "AC", "armor class of armor"),
            FieldColumn::listed("magic_cancellation", "MC", "how far armor keeps magic away"),
            FieldColumn::unlisted("spell_level", "Level", "level of spellbooks"),
            FieldColumn::unlisted("nutrition", "Nutrition", "nutrition when eaten"),
            FieldColumn::unlisted("delay", "Delay", "turns to put on, eat or read"),
            FieldColumn::unlisted("property", "Property", "number of the property that it gives"),
            FieldColumn::unlisted("skill", "Skill", "number of the skill; below 0 of what is shot or thrown"),
            FieldColumn::unlisted("color", "Color", "number of its color"),
            FieldColumn::unlisted("properties", "Properties", "what else the table says of it"),
        ],
    },
    SortSpec {
        name: "artifacts",
        words: ["artifact", "artifacts"],
        group: ["base", "bases"],
        fields: &[
            FieldColumn::listed("base", "Base", "the object it is made of"),
            FieldColumn::listed("alignment", "Alignment", "the alignment of the god who gives it"),
            FieldColumn::listed("role", "Role", "the role it is for"),
            FieldColumn::listed("race", "Race", "the race it is for"),
            FieldColumn::listed("cost", "Cost", "price in zorkmids"),
            FieldColumn::listed("random", "At random", "whether a random object can become it"),
        ],
    },
    SortSpec {
        name: "monsters",
        words: ["monster", "monsters"],
        group: ["class", "classes"],
        fields: &[
            FieldColumn::listed("level", "Level", "base level"),
            FieldColumn::listed("difficulty", "Difficulty", "how hard it is, by which levels choose it"),
            FieldColumn::listed("frequency", "Frequency", "weight among the monsters that may come, 0 to 7"),
            FieldColumn::listed("speed", "Speed", "movement; the hero's is 12"),
            FieldColumn::listed("armor_class", "AC", "armor class; less is better"),
            FieldColumn::listed("magic_resistance", "MR", "magic resistance in per cent"),
            FieldColumn::listed("alignment", "Alignment", "below 0 chaotic, above 0 lawful"),
            FieldColumn::listed("attacks", "Attacks", "dice of damage, how, and what it does"),
            FieldColumn::listed("damage", "Damage", "mean damage of all its attacks where they all hit"),
            FieldColumn::unlisted("generation", "Generation", "how it is made"),
            FieldColumn::unlisted("weight", "Weight", "weight of its corpse"),
            FieldColumn::unlisted("nutrition", "Nutrition", "nutrition of its corpse"),
            FieldColumn::unlisted("size", "Size", "0 tiny, 1 small, 2 medium, 3 large, 4 huge, 7 gigantic"),
            FieldColumn::unlisted("resists", "Resists", "what it resists"),
            FieldColumn::unlisted("conveys", "Conveys", "what eating it may give"),
            FieldColumn::unlisted("flags", "Flags", "what it is, does and wants"),
            FieldColumn::unlisted("color", "Color", "number of its color"),
        ],
    },
    SortSpec {
        name: "dungeons",
        words: ["dungeon", "dungeons"],
        group: ["", ""],
        fields: &[
            FieldColumn::listed("base", "Levels", "how many levels it has at least"),
            FieldColumn::listed("range", "Range", "of how many numbers of levels one is chosen; 0 is the least alone"),
            FieldColumn::listed("chance", "Chance", "chance that it is made, in per cent; 0 is always"),
            FieldColumn::listed("entry", "Entry", "the level by which it is entered; below 0 from the bottom"),
            FieldColumn::listed("alignment", "Alignment", "of its levels"),
            FieldColumn::listed("description", "Description", "what its levels are like"),
            FieldColumn::unlisted("protofile", "Files", "what the files of its levels begin with"),
            FieldColumn::unlisted("bones", "Bones", "the letter of its bones files"),
        ],
    },
    SortSpec {
        name: "special-levels",
        words: ["special level", "special levels"],
        group: ["dungeon", "dungeons"],
        fields: &[
            FieldColumn::unlisted("keyword", "Keyword", "the word its line begins with"),
            FieldColumn::listed("chain", "Chained to", "the level from which its place is counted"),
            FieldColumn::listed("base", "Base", "the first level it may be; below 0 from the bottom"),
            FieldColumn::listed(
                "range",
                "Range",
                "of how many levels one is chosen; 0 is the first alone, -1 all to the bottom",
            ),
            FieldColumn::listed("chance", "Chance", "chance that it is made, in per cent"),
            FieldColumn::listed("variants", "Variants", "of how many maps one is chosen; 0 is its own alone"),
            FieldColumn::listed("alignment", "Alignment", "where it is another than the dungeon's"),
            FieldColumn::listed("description", "Description", "what it is like"),
            FieldColumn::unlisted("bones", "Bones", "the letter of its bones files"),
        ],
    },
    SortSpec {
        name: "branches",
        words: ["branch", "branches"],
        group: ["dungeon", "dungeons"],
        fields: &[
            FieldColumn::unlisted("keyword", "Keyword", "the word its line begins with"),
            FieldColumn::listed("chain", "Chained to", "the level from which its place is counted"),
            FieldColumn::listed("base", "Base", "the first level it may be on; below 0 from the bottom"),
            FieldColumn::listed(
                "range",
                "Range",
                "of how many levels one is chosen; 0 is the first alone, -1 all to the bottom",
            ),
            FieldColumn::listed("branch_type", "By", "what leads there"),
            FieldColumn::listed("direction", "Direction", "whether it leads up or down"),
        ],
    },
];

/// All entries, by sort and index.
pub(super) fn entries(read: &SourceUnits) -> Vec<SortEntry> {
    let mut entries: Vec<SortEntry> =
        read.objects.kinds.iter().map(|kind| object(kind, &read.objects.materials)).collect();
    entries.extend(read.objects.artifacts.iter().map(|artifact| {
        let random = if artifact.is_never_random() { "never" } else { "yes" };
        SortEntry {
            sort: sorts::ARTIFACT_SORT,
            index: u32::from(artifact.index),
            name: artifact.name.clone(),
            group: String::new(),
            record: artifact.record,
            fields: vec![
                readable(&artifact.base).into(),
                readable(artifact.alignment.trim_start_matches("A_")).into(),
                readable(only(&artifact.role)).into(),
                readable(only(&artifact.race)).into(),
                artifact.cost.into(),
                random.to_owned().into(),
            ],
        }
    }));
    entries.extend(read.monsters.iter().map(|monster| self::monster(monster, read.program)));
    entries.extend(dungeon::entries(&read.dungeons));
    entries
}

fn object(kind: &ObjectKind, materials: &BTreeMap<i64, &'static str>) -> SortEntry {
    const WEAPON: u8 = 2;
    const ARMOR: u8 = 3;
    const TOOL: u8 = 6;
    const SPELLBOOK: u8 = 10;
    let only = |classes: &[u8], field: Number| {
        if classes.contains(&kind.class) { field.into() } else { EntryField::default() }
    };
    // The table holds 10 less what people call the armor class.
    let armor_class = Number { value: 10 - kind.oc1.value, site: None };
    let properties = [
        (kind.is_magic, "magic"),
        (kind.is_charged, "charged"),
        (kind.is_unique, "unique"),
        (kind.no_wish, "not wished for"),
        (kind.is_big, "big"),
        (kind.is_tough, "tough"),
        (kind.merges, "stacks"),
        (kind.is_name_known, "known"),
    ];
    let properties: Vec<_> = properties.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
    let material = materials.get(&kind.material.value);
    SortEntry {
        sort: sorts::OBJECT_SORT,
        index: u32::from(kind.index),
        name: kind.name.clone(),
        group: words::class_title(kind.class),
        record: kind.record,
        fields: vec![
            kind.appearance.clone().unwrap_or_default().into(),
            kind.probability.into(),
            kind.cost.into(),
            kind.weight.into(),
            material.map_or_else(|| kind.material.value.to_string(), |word| (*word).to_owned()).into(),
            kind.small_damage.into(),
            kind.large_damage.into(),
            only(&[WEAPON, TOOL], kind.oc1),
            only(&[ARMOR], armor_class),
            only(&[ARMOR], kind.oc2),
            only(&[SPELLBOOK], kind.oc2),
            kind.nutrition.into(),
            kind.delay.into(),
            kind.property.into(),
            kind.skill.into(),
            kind.color.into(),
            properties.join(", ").into(),
        ],
    }
}

fn monster(monster: &MonsterKind, program: Program) -> SortEntry {
    let used = monster.attacks.iter().filter(|attack| {
        [attack.sort, attack.damage, attack.dice, attack.sides].iter().any(|number| number.value != 0)
    });
    let attacks: Vec<_> = used
        .map(|attack| words::attack(attack.sort.value, attack.damage.value, attack.dice.value, attack.sides.value))
        .collect();
    // The mean of n dice of d sides is n × (d + 1) / 2.
    let twice: i64 = monster.attacks.iter().map(|attack| attack.dice.value * (attack.sides.value + 1)).sum();
    let damage = format!("{}{}", twice / 2, if twice % 2 == 0 { "" } else { ".5" });
    let flags = words::MONSTER_FLAGS.iter().zip(monster.flags).map(|(bits, flags)| words::flags(bits, flags.value));
    let flags: Vec<_> = flags.filter(|names| !names.is_empty()).collect();
    SortEntry {
        sort: sorts::MONSTER_SORT,
        index: u32::from(monster.index),
        name: monster.name.clone(),
        group: words::monster_class_title(program, monster.class),
        record: monster.record,
        fields: vec![
            monster.level.into(),
            monster.difficulty.map_or_else(|| difficulty(monster).into(), EntryField::from),
            (monster.geno.value & 7).into(),
            monster.speed.into(),
            monster.armor_class.into(),
            monster.magic_resistance.into(),
            monster.alignment.into(),
            attacks.join(", ").into(),
            damage.into(),
            words::flags(&words::GENERATION, monster.geno.value & !7).into(),
            monster.weight.into(),
            monster.nutrition.into(),
            monster.size.into(),
            words::flags(&words::RESISTANCES, monster.resists.value).into(),
            words::flags(&words::RESISTANCES, monster.conveys.value).into(),
            flags.join(" ").into(),
            monster.color.into(),
        ],
    }
}

/// A constant's name without what it begins with, in lower case: `PM_KNIGHT` is knight.
fn readable(constant: &str) -> String {
    constant.trim_start_matches("PM_").replace('_', " ").to_lowercase()
}

/// Nothing for the constant that means everybody.
fn only(constant: &str) -> &str {
    if constant == "NON_PM" { "" } else { constant }
}
