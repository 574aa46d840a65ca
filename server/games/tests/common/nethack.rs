//! NetHack's tables as the facts give them, so that its rules are tested without its sources.

use std::path::{Path, PathBuf};

use affixboard_model::{
    game::Loaded,
    text::{SourceFile, SourceSet},
};
use affixboard_nethack as nethack;
use affixboard_nethack::{
    FILES, Number,
    monsters::{Attack, MonsterKind},
    objects::{ArtifactEntry, ObjectKind, ObjectTable, symbol},
};

use super::say_skipped;

/// The variable with a source tree of NetHack.
const TREE: &str = "AFFIXBOARD_NETHACK";

/// The source tree to test with, if there is one.
pub fn tree() -> Option<PathBuf> {
    let tree = std::env::var_os(TREE).map(PathBuf::from);
    if tree.is_none() {
        say_skipped(&format!("no NetHack sources (set {TREE} to a source tree)"));
    }
    tree
}

/// The files of a tree that are read, by their names.
pub fn sources(tree: &Path) -> SourceSet {
    let mut sources = SourceSet::new();
    for file in FILES {
        if let Ok(bytes) = std::fs::read(tree.join(file.folder).join(file.name)) {
            sources.push(SourceFile::new(file.name, bytes));
        }
    }
    sources
}

/// The starter tree.
pub fn starter() -> Loaded {
    nethack::GAME.load(sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/nethack")))
}

/// The classes by number, as the facts name them.
pub const CLASSES: [&str; 18] = [
    "",
    "illobj",
    "weapon",
    "armor",
    "ring",
    "amulet",
    "tool",
    "food",
    "potion",
    "scroll",
    "spellbook",
    "wand",
    "coin",
    "gem",
    "rock",
    "ball",
    "chain",
    "venom",
];

/// The monsters of `facts/monsters.csv`, without difficulties: they are computed and compared.
pub fn monsters(folder: &Path) -> Vec<(MonsterKind, i64)> {
    let mut reader = csv::Reader::from_path(folder.join("facts/monsters.csv")).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let text = |name: &str| {
            let at = header.iter().position(|column| column == name).expect("the column");
            row[at].to_owned()
        };
        let number = |name: &str| {
            let text = text(name);
            match text.strip_prefix("0x") {
                Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16),
                None => text.parse(),
            }
            .expect("a number")
        };
        let of = |name: &str| Number::from(number(name));
        let attack = |at: usize| Attack {
            sort: of(&format!("a{at}_type")),
            damage: of(&format!("a{at}_damtype")),
            dice: of(&format!("a{at}_n")),
            sides: of(&format!("a{at}_d")),
        };
        let monster = MonsterKind {
            index: number("index") as u16,
            name: text("name"),
            class: number("symbol_class") as u8,
            level: of("level"),
            speed: of("speed"),
            armor_class: of("ac"),
            magic_resistance: of("mr"),
            alignment: of("alignment"),
            geno: of("geno_hex"),
            attacks: [1, 2, 3, 4, 5, 6].map(attack),
            weight: of("weight"),
            nutrition: of("nutrition"),
            sound: of("sound"),
            size: of("size"),
            resists: of("resists_hex"),
            conveys: of("conveys_hex"),
            flags: ["mflags1_hex", "mflags2_hex", "mflags3_hex"].map(of),
            difficulty: None,
            color: of("color"),
            record: None,
        };
        (monster, number("difficulty"))
    });
    rows.collect()
}

/// The monsters of `facts/monsters.csv` with the difficulties that the file gives.
pub fn monsters_as_given(folder: &Path) -> Vec<MonsterKind> {
    let given =
        |(monster, difficulty): (MonsterKind, i64)| MonsterKind { difficulty: Some(difficulty.into()), ..monster };
    monsters(folder).into_iter().map(given).collect()
}

/// The objects of `facts/objects_struct.csv` and the artifacts of `facts/artifacts.csv`.
pub fn objects(folder: &Path) -> ObjectTable {
    let mut reader = csv::Reader::from_path(folder.join("facts/objects_struct.csv")).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let kinds = reader.records().map(|row| {
        let row = row.expect("a row");
        let text = |name: &str| {
            let at = header.iter().position(|column| column == name).expect("the column");
            row[at].to_owned()
        };
        let number = |name: &str| text(name).parse::<i64>().expect("a number");
        let of = |name: &str| Number::from(number(name));
        let flag = |name: &str| number(name) != 0;
        ObjectKind {
            index: number("otyp") as u16,
            name: text("name"),
            appearance: Some(text("description")).filter(|text| !text.is_empty()),
            class: CLASSES.iter().position(|class| *class == text("class")).expect("a class") as u8,
            probability: of("prob"),
            weight: of("weight"),
            cost: of("cost"),
            small_damage: of("sdam"),
            large_damage: of("ldam"),
            oc1: of("oc1"),
            oc2: of("oc2"),
            nutrition: of("nutrition"),
            delay: of("delay"),
            property: of("oprop"),
            material: of("material"),
            skill: of("subtyp"),
            direction: of("dir"),
            color: of("color"),
            is_name_known: flag("name_known"),
            merges: flag("merge"),
            uses_known: flag("uses_known"),
            is_magic: flag("magic"),
            is_charged: flag("charged"),
            is_unique: flag("unique"),
            no_wish: flag("nowish"),
            is_big: flag("big"),
            is_tough: flag("tough"),
            record: None,
        }
    });
    let mut reader = csv::Reader::from_path(folder.join("facts/artifacts.csv")).expect("facts");
    let header = reader.headers().expect("a header").clone();
    let artifacts = reader.records().map(|row| {
        let row = row.expect("a row");
        let text = |name: &str| header.iter().position(|column| column == name).map(|at| row[at].to_owned());
        let number = |name: &str| text(name).map_or(0, |text| text.parse::<i64>().expect("a number"));
        // Of 3.6 the base's constant, of others the name.
        let base = text("base_type").or_else(|| text("base")).expect("a base");
        ArtifactEntry {
            index: number("index") as u16,
            name: text("name").expect("a name"),
            base: symbol(&base),
            effects: Number::from(number("nogen")),
            enchantment: Number::from(number("gen_spe")),
            ..ArtifactEntry::default()
        }
    });
    let kinds = kinds.filter(|kind| !kind.name.is_empty() && !kind.name.starts_with("generic "));
    let artifacts = artifacts.filter(|artifact| !artifact.name.is_empty());
    ObjectTable { kinds: kinds.collect(), artifacts: artifacts.collect(), ..ObjectTable::default() }
}
