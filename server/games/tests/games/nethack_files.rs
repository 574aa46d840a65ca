//! NetHack's C tables against what the compiled program has, and the layouts of other versions.
//!
//! The sources are not among the reference data: `AFFIXBOARD_NETHACK` names a source tree of NetHack 3.6, and where it is
//! not set these tests say that they are skipped. `.ci/run` takes Debian's source package and sets it.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use affixboard_model::{
    game::Point,
    text::{SourceFile, SourceSet},
};
use affixboard_nethack as nethack;
use affixboard_nethack::{
    Program,
    monsters::{Attack, MonsterKind},
    objects::{ArtifactEntry, ObjectKind},
};

use crate::common::{
    nethack::{CLASSES, sources, tree},
    reference,
};

/// The rows of a table of facts by their first column, each by column.
fn facts(folder: &Path, name: &str) -> BTreeMap<u16, BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join("facts").join(name)).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let cells = header.iter().zip(&row).map(|(name, cell)| (name.to_owned(), cell.to_owned()));
        (row[0].parse().expect("an index"), cells.collect())
    });
    rows.collect()
}

fn object_row(kind: &ObjectKind) -> BTreeMap<String, String> {
    let number = |number: nethack::Number| number.value.to_string();
    let flag = |flag: bool| i32::from(flag).to_string();
    [
        ("otyp", kind.index.to_string()),
        ("name", kind.name.clone()),
        ("description", kind.appearance.clone().unwrap_or_default()),
        ("class", CLASSES[usize::from(kind.class)].to_owned()),
        ("prob", number(kind.probability)),
        ("weight", number(kind.weight)),
        ("cost", number(kind.cost)),
        ("sdam", number(kind.small_damage)),
        ("ldam", number(kind.large_damage)),
        ("oc1", number(kind.oc1)),
        ("oc2", number(kind.oc2)),
        ("nutrition", number(kind.nutrition)),
        ("delay", number(kind.delay)),
        ("oprop", number(kind.property)),
        ("material", number(kind.material)),
        ("subtyp", number(kind.skill)),
        ("dir", number(kind.direction)),
        ("color", number(kind.color)),
        ("name_known", flag(kind.is_name_known)),
        ("merge", flag(kind.merges)),
        ("uses_known", flag(kind.uses_known)),
        ("magic", flag(kind.is_magic)),
        ("charged", flag(kind.is_charged)),
        ("unique", flag(kind.is_unique)),
        ("nowish", flag(kind.no_wish)),
        ("big", flag(kind.is_big)),
        ("tough", flag(kind.is_tough)),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

fn monster_row(monster: &MonsterKind) -> BTreeMap<String, String> {
    let bit = |bit: i64| i32::from(monster.geno.value & bit != 0).to_string();
    let hexadecimal = |value: i64| format!("0x{value:x}");
    let mut row: BTreeMap<String, String> = [
        ("index", monster.index.to_string()),
        ("name", monster.name.clone()),
        ("symbol_class", monster.class.to_string()),
        ("level", monster.level.value.to_string()),
        ("speed", monster.speed.value.to_string()),
        ("ac", monster.armor_class.value.to_string()),
        ("mr", monster.magic_resistance.value.to_string()),
        ("alignment", monster.alignment.value.to_string()),
        ("geno_hex", format!("0x{:04x}", monster.geno.value)),
        ("freq", (monster.geno.value & 7).to_string()),
        ("g_uniq", bit(0x1000)),
        ("g_nohell", bit(0x800)),
        ("g_hell", bit(0x400)),
        ("g_nogen", bit(0x200)),
        ("g_sgroup", bit(0x80)),
        ("g_lgroup", bit(0x40)),
        ("g_geno", bit(0x20)),
        ("g_nocorpse", bit(0x10)),
        ("weight", monster.weight.value.to_string()),
        ("nutrition", monster.nutrition.value.to_string()),
        ("sound", monster.sound.value.to_string()),
        ("size", monster.size.value.to_string()),
        ("resists_hex", hexadecimal(monster.resists.value)),
        ("conveys_hex", hexadecimal(monster.conveys.value)),
        ("mflags1_hex", hexadecimal(monster.flags[0].value)),
        ("mflags2_hex", hexadecimal(monster.flags[1].value)),
        ("mflags3_hex", hexadecimal(monster.flags[2].value)),
        ("color", monster.color.value.to_string()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    for (number, Attack { sort, damage, dice, sides }) in (1..).zip(monster.attacks) {
        for (name, value) in [("type", sort), ("damtype", damage), ("n", dice), ("d", sides)] {
            row.insert(format!("a{number}_{name}"), value.value.to_string());
        }
    }
    row
}

fn artifact_row(artifact: &ArtifactEntry) -> BTreeMap<String, String> {
    [
        ("index", artifact.index.to_string()),
        ("name", artifact.name.clone()),
        ("base_type", artifact.base.clone()),
        ("alignment", artifact.alignment.clone()),
        ("role", artifact.role.clone()),
        ("race", artifact.race.clone()),
        ("gen_cost", format!("{}L", artifact.cost.value)),
        ("nogen", i32::from(artifact.is_never_random()).to_string()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

/// The differences of read rows from the facts, a line each: `301 material: 16 for 5`.
fn differences(
    facts: &BTreeMap<u16, BTreeMap<String, String>>,
    read: impl Iterator<Item = BTreeMap<String, String>>,
    key: &str,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut left: Vec<u16> = facts.keys().copied().collect();
    for row in read {
        let index: u16 = row[key].parse().expect("an index");
        left.retain(|other| *other != index);
        let Some(fact) = facts.get(&index) else {
            found.push(format!("{index} {}: not among the facts", row["name"]));
            continue;
        };
        for (name, value) in &row {
            if fact[name] != *value {
                found.push(format!("{index} {} {name}: {value:?} for {:?}", row["name"], fact[name]));
            }
        }
    }
    found.extend(left.into_iter().map(|index| format!("{index}: not read")));
    found
}

#[test]
fn tables_are_those_of_the_compiled_program() {
    let (Some(folder), Some(tree)) = (reference("nethack"), tree()) else { return };
    let sources = sources(&tree);
    let mut diagnostics = Vec::new();
    let read = nethack::read(&sources, &mut diagnostics);
    assert_eq!(diagnostics, []);

    // Rows without a name are spare descriptions.
    let mut objects = facts(&folder, "objects_struct.csv");
    objects.retain(|_, row| !row["name"].is_empty());
    let found = differences(&objects, read.objects.kinds.iter().map(object_row), "otyp");
    // The facts are of 3.6.0; later three books are bound otherwise.
    let later = [
        "341 dig color: \"3\" for \"15\"",
        "341 dig material: \"7\" for \"5\"",
        "342 magic missile color: \"3\" for \"15\"",
        "342 magic missile material: \"7\" for \"5\"",
        "382 novel material: \"5\" for \"15\"",
    ];
    assert!(found.is_empty() || found == later, "{found:#?}");

    // Seven monsters were changed later.
    let monsters = facts(&folder, "monsters.csv");
    let found = differences(&monsters, read.monsters.iter().map(monster_row), "index");
    let later = [
        "22 winter wolf cub a2_d: \"6\" for \"8\"",
        "108 energy vortex a2_n: \"2\" for \"4\"",
        "146 black dragon a1_d: \"255\" for \"10\"",
        "146 black dragon a1_n: \"1\" for \"4\"",
        "224 Vlad the Impaler a1_n: \"2\" for \"1\"",
        "224 Vlad the Impaler a2_d: \"12\" for \"10\"",
        "224 Vlad the Impaler ac: \"-6\" for \"-3\"",
        "224 Vlad the Impaler level: \"28\" for \"14\"",
        "224 Vlad the Impaler speed: \"26\" for \"18\"",
        "229 monkey mflags1_hex: \"0x60060000\" for \"0x20060000\"",
        "230 ape mflags1_hex: \"0x60060000\" for \"0x20060000\"",
        "358 Chromatic Dragon a1_d: \"6\" for \"8\"",
    ];
    assert!(found.is_empty() || found == later, "{found:#?}");

    let mut artifacts = facts(&folder, "artifacts.csv");
    assert!(artifacts.remove(&0).is_some_and(|dummy| dummy["name"].is_empty()));
    assert_eq!(differences(&artifacts, read.objects.artifacts.iter().map(artifact_row), "index"), Vec::<String>::new());
}

/// A text that is replaced: the file, the text, and what stands there then.
type Change<'a> = (&'a str, &'a str, &'a str);

/// The starter tree with a text replaced in each of these files.
fn changed(changes: &[Change<'_>]) -> SourceSet {
    let starter = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/nethack"));
    let mut changed = SourceSet::new();
    for file in starter.files() {
        let mut text = String::from_utf8(file.bytes().to_vec()).expect("UTF-8");
        for (_, from, to) in changes.iter().filter(|(name, ..)| *name == file.name()) {
            assert!(text.contains(from), "{from} in {}", file.name());
            text = text.replace(from, to);
        }
        changed.push(SourceFile::new(file.name(), text.into_bytes()));
    }
    changed
}

const ENCHANTMENTS: Change<'_> = ("artifact.h", "    long cost;", "    long cost;\n    schar gen_spe;");

/// By which marks a tree's program is told.
#[test]
fn programs_are_told_by_their_structures() {
    let material = ("artifact.h", "    long cost;", "    long cost;\n    short material;");
    let by_sex = [
        ("permonst.h", "const char *mname;", "const char *pmnames[3];"),
        ("monst.c", "    { name, class,", "    { { 0, 0, name }, class,"),
    ];
    let of_race = [("permonst.h", "    uchar mcolor;", "    unsigned short mflags4;\n    uchar mcolor;")];
    let cases: [(&[Change<'_>], Program); 6] = [
        (&[], Program::NetHack36),
        (&[material], Program::NetHack36),
        (&[ENCHANTMENTS], Program::NetHack37),
        (&by_sex, Program::NetHack37),
        (&[material, ENCHANTMENTS], Program::XNetHack),
        (&of_race, Program::EvilHack),
    ];
    for (changes, program) in cases {
        let mut diagnostics = Vec::new();
        let read = nethack::read(&changed(changes), &mut diagnostics);
        assert_eq!(read.program, program, "{changes:?}");
        assert!(
            read.monsters.len() > 10 && read.monsters.iter().all(|monster| !monster.name.is_empty()),
            "{program:?}"
        );
    }
}

/// In 3.7 a dungeon's alignment is lost on the way, and levels are warm or cold; what a level has of its own counts.
#[test]
fn dungeons_of_37_have_no_alignment() {
    let lawful = |tree: SourceSet| {
        let loaded = nethack::GAME.load(tree);
        let found = loaded.model.subjects().iter().find(|subject| subject.spec().name == "monsters");
        let rules = Arc::clone(found.expect("the subject"));
        let names = rules.spec().dimensions.iter().map(|dimension| dimension.name).collect::<Vec<_>>();
        let branch = rules.spec().dimensions[2].parse("The Copper Mines").expect("a branch");
        let means = |alignment| {
            let mut chances = rules.exact(Point::of(&[5, 8, branch, 0, alignment, 0]));
            chances.sort_by_key(|chance| chance.key);
            chances.into_iter().map(|chance| (chance.key, chance.mean.to_bits())).collect::<Vec<_>>()
        };
        // The dungeon's, none, lawful.
        (names.len(), means(0) == means(1), means(0) == means(2))
    };
    assert_eq!(lawful(changed(&[])), (5, false, true));
    assert_eq!(lawful(changed(&[ENCHANTMENTS])), (6, true, false));
}
