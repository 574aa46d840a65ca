//! FAangband: 4.2's generator but for rings and amulets, which its code makes egos, and for artifacts that are devices.
//!
//! Source: obj-design.c, obj-make.c, obj-init.c and list-*.h of its main branch (June 2026). Values of items are not simulated.

mod dialect;

use affixboard_egos::EgoSpec;
use affixboard_model::{
    game::{Declaration, Game, Words},
    text::SourceSet,
};

use super::{
    program::{Design, Program},
    schema,
};

/// The game.
pub static GAME: Game = Game {
    id: "faangband",
    title: "FAangband",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/gamedata",
    sorts: &[],
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| {
        let (model, mut diagnostics) = schema::read_model(&PROGRAM, &sources);
        Declaration::of_names(FLAGS, MODIFIERS, LINES).take_out(&sources, &mut diagnostics);
        model.loaded(sources, switches, diagnostics)
    },
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    pool_note: "Egos whose levels begin deeper are candidates only at times: one time in a third of the levels missing, in \
                two at most. Chances count with that; the commonness shown is the full weight. Rings and amulets are always \
                egos: the game's code draws evenly among those it knows by name whose potential the item has, and their \
                commonness is shown as 1.",
    ..super::WORDS
};

static SPEC: EgoSpec = EgoSpec { game: &GAME, ..super::SPEC };

static PROGRAM: Program = Program {
    spec: &SPEC,
    files: dialect::FILES,
    property_types: &["stat", "mod", "flag", "ignore", "element", "brand", "slay", "combat", "curse"],
    codeless: &["brand", "slay", "combat"],
    other_sorts: &["light", "weapon", "bad", "dig", "throw", "curse-only"],
    has_values: false,
    designs: &[
        amulet("of Mental Strength", ANY),
        amulet("of Doom", ANY),
        amulet("of Basic Resistance", ANY),
        amulet("of Sustenance", ANY),
        amulet("of Insight", ANY),
        amulet("of Magical Item Mastery", 1000),
        amulet("of the Shadows", 1500),
        amulet("of Clarity", 2000),
        amulet("of Trickery", 2000),
        amulet("of Metamorphosis", 3000),
        amulet("of Weaponmastery", 3000),
        amulet("of Vitality", 4500),
        ring("of Basic Resistance", ANY),
        ring("of Physical Prowess", ANY),
        ring("of Combat", ANY),
        ring("of Utility", ANY),
        ring("of Hindrance", ANY),
        ring("of Fickleness", ANY),
        ring("of Mobility", 500),
        ring("of Woe", 1500),
        ring("of the Elements", 2000),
        ring("of Arcane Resistance", 2000),
        ring("of the Dawn", 2000),
        ring("of Speed", 3000),
        ring("of Power", 4000),
    ],
};

/// Less than any potential.
const ANY: i32 = -1;

const fn amulet(ego: &'static str, above: i32) -> Design {
    Design { tval: 20, ego, above }
}

const fn ring(ego: &'static str, above: i32) -> Design {
    Design { tval: 21, ego, above }
}

/// Flags of items, kinds and monsters that 4.2 doesn't have, and names of elements.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "TWO_HANDED_DES", "TWO_HANDED_REQ", "ACCURATE", "VELOCITY", "PERFECT_BALANCE", "DARKNESS",
    "RAND_RES_NEG", "RAND_RES_SML", "RAND_RES", "RAND_RES_XTRA", "RAND_CURSE", "XTRA_DICE", "XTRA_AC", "XTRA_TO_H",
    "XTRA_TO_D", "XTRA_TO_A", "LIGHTWEIGHT", "HEAVY", "XTRA_SIDES",
    "STORM", "DRAGONFIRE", "HELLFIRE", "IGNORE_STORM", "IGNORE_DRAGONFIRE", "IGNORE_HELLFIRE", "HATES_STORM",
    "HATES_DRAGONFIRE", "HATES_HELLFIRE", "MAGIC_MASTERY",
    "AMON_RUDH", "ANGBAND", "DUNGEON", "DUNGORTHEB", "FLYING", "GAURHOTH", "HUMANOID", "NARGOTHROND", "PLAYER",
    "PLAYER_GHOST", "SPEAKING", "TERRITORIAL",
];
const MODIFIERS: &[&str] = &["MAGIC_MASTERY", "RES_STORM", "RES_DRAGONFIRE", "RES_HELLFIRE"];
/// Labels of constants.
const LINES: &[(&str, &[&str])] = &[("constants.txt", &["themed-dun", "themed-wild"])];

/// Match score of the files: 4.2's with the ratings of egos on lines of their own alone.
fn match_score(sources: &SourceSet) -> u32 {
    let has = |tag: &[u8]| {
        let file = sources.find("ego_item.txt").map(|(_, file)| file.bytes()).unwrap_or_default();
        file.split(|byte| *byte == b'\n').any(|line| line.starts_with(tag))
    };
    if has(b"rating:") && !has(b"info:") { super::match_score(sources) + 5 } else { 0 }
}
