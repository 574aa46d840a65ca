//! Angband 4.2: files of keyword lines, kinds and egos by weight between soft and hard levels, books, curses.

mod dialect;
pub mod faangband;
mod power;
mod program;
mod schema;
mod tables;
mod value_data;
mod values;

use affixboard_egos::{Boost, EgoChoice, EgoSpec, Failure, USUAL_DROPS, UnusableReroll, powers};
use affixboard_model::{
    game::{Game, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "angband-4.2",
    title: "Angband 4.2",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/gamedata",
    sorts: &[],
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: true,
    match_score,
    load: |sources, switches| {
        let (model, diagnostics) = schema::read_model(&PROGRAM, &sources);
        model.loaded(sources, switches, diagnostics)
    },
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    pool_note: "Egos whose levels begin deeper are candidates only at times: one time in a third of the levels missing, in \
                two at most. Chances count with that; the commonness shown is the full weight.",
    ..affixboard_kin::WORDS
};

static PROGRAM: program::Program = program::Program {
    spec: &SPEC,
    files: dialect::FILES,
    property_types: &["stat", "mod", "flag", "ignore", "resistance", "vulnerability", "immunity"],
    codeless: &[],
    other_sorts: &["light", "melee", "bad", "dig", "throw", "curse-only"],
    has_values: true,
    designs: &[],
};

const SPEC: EgoSpec = EgoSpec {
    game: &GAME,
    wearable: &[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21],
    special_odds: [1000, 10],
    special_kind_level: false,
    special_failure: Failure::Good,
    // Values of the stock files; an edition's constants.txt overrides them.
    kind_boost: Boost::new(20, 100, 100),
    ego_boost: Boost::new(20, 128, 127),
    unusable_reroll: Some(UnusableReroll { tries: 3, kept: 5 }),
    best_of: false,
    drops: USUAL_DROPS,
    good_levels: 10,
    powers: powers::TWO_ROLLS,
    artifact_tries: powers::FEWER_ARTIFACT_TRIES,
    egos_end_by_depth: false,
    ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
    affix_levels: &[(2, false)],
    ego_lists: &[],
    only_lists: false,
    magic: None,
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    // No other game's files have lines that begin with whole words.
    let begins_records = |name| {
        sources.find(name).is_some_and(|(_, file)| {
            file.bytes().split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| line.starts_with(b"name:"))
        })
    };
    if begins_records("ego_item.txt") || begins_records("object.txt") {
        let has = |name| u32::from(sources.find(name).is_some());
        20 + has("class.txt") + has("curse.txt")
    } else {
        0
    }
}
