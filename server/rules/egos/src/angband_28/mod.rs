//! Angband 2.8: the way before the files said which items an ego is for. Each item type has a die in the program, one for
//! excellent and one for terrible items, and the egos of the file are its faces.

mod dialect;
mod lists;
mod match_score;
mod tables;
mod values;

use crate::{Boost, EgoChoice, EgoSpec, Failure, USUAL_DROPS, letter, powers};
use affixboard_model::game::{ArtifactNumber, Game, Words};
use dialect::DIALECT;

/// The game.
pub static GAME: Game = Game {
    id: "angband-2.8",
    title: "Angband 2.8",
    rules_version: 1,
    words: &WORDS,
    files: DIALECT.files.0,
    folder: "lib/edit",
    sorts: &[],
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: true,
    match_score: match_score::match_score,
    load: |sources, switches| letter::load(&DIALECT, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    affix_levels: &["excellent", "terrible"],
    affix_levels_add_up: false,
    affix_level_label: "Egos of items that are",
    reachable_affix_levels: 2,
    pool_note: "The program has the egos of each item type in a list, with a die of its own for excellent and for terrible \
                items; what a file says of an ego is never looked at for that. Depth doesn't matter, but for terrible \
                weapons and ammunition: they get theirs with the level in 128. Good and great drops are never terrible.",
    artifact_number: ArtifactNumber::OneIn,
    ..affixboard_kin::WORDS
};

static SPEC: EgoSpec = EgoSpec {
    game: &GAME,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Same,
    kind_boost: Boost::new(20, 128, u32::MAX),
    unusable_reroll: None,
    best_of: true,
    drops: USUAL_DROPS,
    good_levels: 10,
    powers: powers::THREE_ROLLS,
    artifact_tries: powers::ARTIFACT_TRIES,
    // Items become egos at their own level, which `apply_magic` cuts to 127.
    ego_boost: Boost::new(0, 0, 127),
    egos_end_by_depth: false,
    ego_choice: |power, _| EgoChoice { uncursed: power > 0, cursed: power < 0, raised: None },
    affix_levels: &[(2, false), (-2, false)],
    ego_lists: lists::LISTS,
    only_lists: true,
    magic: None,
};
