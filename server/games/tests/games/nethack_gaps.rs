//! What NetHack's files have in vain: each rule by hand, and the game's own tree.

use affixboard_games as games;
use affixboard_inquiry::{
    gaps::{self, Limits, Search},
    profile::Profile,
};
use affixboard_model::{
    game::{Loaded, SubjectGap, SubjectRules},
    text::{SourceFile, SourceSet},
};
use affixboard_nethack::{
    Program,
    branch::Branch,
    monsters::{MonsterKind, Monsters},
    objects::{ArtifactEntry, ObjectKind, ObjectTable, Objects},
};

use crate::common::nethack;

const PROGRAM: Program = Program::NetHack36;

/// A dive, which its rules know nothing of.
fn dive() -> Profile {
    Profile::parse("1: normal 1").expect("a profile")
}

/// What is found, as `rule name: what`.
fn found(loaded: &Loaded) -> Vec<String> {
    let report = gaps::find(loaded, &*loaded.model.forge(), &Search { limits: Limits::default(), dive: dive() });
    let sentence = |finding: &gaps::Finding| {
        let name = finding.about.name(&loaded.catalog, loaded.model.entries());
        let line = finding.line.map_or(0, |span| loaded.sources.position(span).line);
        format!("{} {name}, line {line}: {}", finding.gap.name(), finding.what)
    };
    report.findings.iter().map(sentence).collect()
}

fn of_dungeon(text: &str) -> Vec<String> {
    let mut sources = SourceSet::new();
    sources.push(SourceFile::new("dungeon.def", text.as_bytes().to_vec()));
    found(&games::find("nethack").expect("the game").load(sources))
}

/// The chances follow from the ranges: of 2 or 3 levels each number is as likely.
#[test]
fn levels_and_branches_without_a_place_are_told_with_their_chance() {
    for (text, expected) in [
        ("DUNGEON: \"A\" \"A\" (3, 0)\nLEVEL: \"a\" \"a\" @ (3, 0)\n", vec![]),
        (
            "DUNGEON: \"A\" \"A\" (3, 0)\nLEVEL: \"a\" \"a\" @ (5, 0)\n",
            vec![
                "does-not-fit a, line 2: has no level of its dungeon to be in 100 % of all games, and the game stops there",
            ],
        ),
        (
            "DUNGEON: \"A\" \"A\" (2, 2)\nLEVEL: \"a\" \"a\" @ (3, 0) 25\n",
            // Half the games have two levels, a quarter of these the special one.
            vec![
                "does-not-fit a, line 2: has no level of its dungeon to be in 12.5 % of all games, and the game stops there",
            ],
        ),
        (
            "DUNGEON: \"A\" \"A\" (3, 0)\nLEVEL: \"a\" \"a\" @ (1, 0)\nLEVEL: \"b\" \"b\" @ (1, 0)\n",
            vec![
                "does-not-fit A, line 1: has no room for all its special levels in 100 % of all games, and the game stops there",
            ],
        ),
        (
            "DUNGEON: \"A\" \"A\" (2, 3)\nBRANCH: \"B\" @ (4, 0)\nDUNGEON: \"B\" \"B\" (1, 0) 50\n",
            // Of 2, 3 or 4 levels the last alone has room, and half the games have the dungeon.
            vec![
                "does-not-fit B, line 2: has no level of its dungeon to be on in 33.3 % of all games, and the game stops there",
            ],
        ),
        (
            "DUNGEON: \"A\" \"A\" (5, 0)\nLEVEL: \"a\" \"a\" @ (1, 0) 0\nBRANCH: \"B\" @ (1, 0)\nDUNGEON: \"C\" \"C\" (1, 0)\n",
            vec![
                "never-turns-up a, line 2: is never there: its chance is 0",
                "never-turns-up B, line 3: is never there: no dungeon has the name that it leads to",
                "never-turns-up C, line 4: is never there: no branch leads to it",
            ],
        ),
    ] {
        assert_eq!(of_dungeon(text), expected, "{text}");
    }
}

fn whats(gaps: &[SubjectGap]) -> Vec<(u32, &str)> {
    gaps.iter().map(|gap| (gap.entry.1, gap.what.as_str())).collect()
}

/// A level of difficulty 60 and a hero of level 30 choose up to (60 + 30) / 2. Hell takes nothing lawful.
#[test]
fn monsters_that_no_place_chooses() {
    const HELL_ONLY: i64 = 0x0400;
    const NEVER_IN_HELL: i64 = 0x0800;
    const NEVER_RANDOM: i64 = 0x0200;
    let monster = |index, difficulty: i64, alignment: i64, geno: i64| MonsterKind {
        index,
        name: format!("monster {index}"),
        class: 1,
        difficulty: Some(difficulty.into()),
        alignment: alignment.into(),
        geno: geno.into(),
        ..MonsterKind::default()
    };
    let all = [
        monster(0, 45, 0, 1),
        monster(1, 46, 0, 1),
        monster(2, 46, 0, 1 | NEVER_RANDOM),
        monster(3, 9, 1, 1 | HELL_ONLY),
        monster(4, 9, 0, 1 | HELL_ONLY),
        monster(5, 9, 0, 1 | HELL_ONLY | NEVER_IN_HELL),
        // Neutral levels add to it.
        monster(6, 9, 0, 0),
    ];
    let gaps = Monsters::new(&all, Branch::of(&[], PROGRAM), PROGRAM).gaps();
    assert_eq!(
        whats(&gaps),
        [
            (1, "never comes: no level chooses the difficulty 46"),
            (3, "never comes: by its flags and alignment it has no dungeon to come in"),
            (5, "never comes: by its flags and alignment it has no dungeon to come in"),
        ]
    );
}

#[test]
fn objects_and_artifacts_that_no_choice_makes() {
    const WEAPON: u8 = 2;
    const FOOD: u8 = 7;
    const VENOM: u8 = 17;
    let kind = |index, name: &str, class, probability: i64| ObjectKind {
        index,
        name: name.to_owned(),
        class,
        probability: probability.into(),
        ..ObjectKind::default()
    };
    let artifact = |index, base: &str, effects: i64| ArtifactEntry {
        index,
        name: format!("artifact {index}"),
        base: base.to_owned(),
        effects: effects.into(),
        ..ArtifactEntry::default()
    };
    let table = ObjectTable {
        kinds: vec![
            kind(1, "dagger", WEAPON, 1000),
            kind(2, "athame", WEAPON, 0),
            kind(3, "spare dagger", WEAPON, 5),
            kind(4, "apple", FOOD, 1000),
            // Nothing chooses among venoms.
            kind(5, "acid venom", VENOM, 500),
        ],
        artifacts: vec![
            artifact(1, "DAGGER", 0),
            artifact(2, "ATHAME", 0),
            artifact(3, "APPLE", 0),
            artifact(4, "SWORD", 0),
            artifact(5, "ATHAME", 1),
        ],
        ..ObjectTable::default()
    };
    let gaps = Objects::new(&table, &[], Branch::of(&[], PROGRAM), PROGRAM).gaps();
    assert_eq!(
        whats(&gaps),
        [
            (3, "never comes: the chances before it in its class sum to 1000 already"),
            (2, "is never made at random: athame, of which it is made, never comes"),
            (3, "is never made at random: apple is neither a weapon nor armor"),
            (4, "is never made at random: no object has the constant SWORD"),
        ]
    );
}

/// RULES.md names the two artifacts; the three devils are hell's alone (`G_HELL`) and lawful, which hell refuses.
#[test]
fn the_games_own_tree() {
    let Some(tree) = nethack::tree() else { return };
    let loaded = games::find("nethack").expect("the game").load(nethack::sources(&tree));
    let names: Vec<String> =
        found(&loaded).iter().filter_map(|line| Some(line.split_once(", line")?.0.to_owned())).collect();
    assert_eq!(
        names,
        [
            "never-turns-up Stormbringer",
            "never-turns-up Magicbane",
            "never-turns-up horned devil",
            "never-turns-up erinys",
            "never-turns-up barbed devil",
        ]
    );
}

/// By reading its tables: the fiend is hell's alone and lawful.
#[test]
fn the_starter_tree() {
    assert_eq!(
        found(&nethack::starter()),
        ["never-turns-up horned fiend, line 111: never comes: by its flags and alignment it has no dungeon to come in"]
    );
}
