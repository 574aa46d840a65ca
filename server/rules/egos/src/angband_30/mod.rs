//! Angband 3.0: the last version with egos as Angband 2.9 made them, drawn by rarity among those that name the item's
//! type.

mod dialect;
mod tables;
mod values;

use crate::{Boost, EgoChoice, EgoSpec, Failure, USUAL_DROPS, letter, powers};
use affixboard_kin::limits;
use affixboard_model::game::{ArtifactNumber, Game, Words};

/// The game.
pub static GAME: Game = Game {
    id: "angband-3.0",
    title: "Angband 3.0",
    rules_version: 1,
    words: &WORDS,
    files: dialect::DIALECT.files.0,
    folder: "lib/edit",
    sorts: limits::SORTS,
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: true,
    match_score: |sources| letter::match_score(&dialect::DIALECT, sources),
    load: |sources, switches| letter::load(&dialect::DIALECT, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    affix_levels: &["any", "uncursed"],
    reachable_affix_levels: 2,
    pool_note: "Normal drops draw from all egos, cursed ones included, whether they turned out excellent or terrible; good \
                and great drops draw from those without LIGHT_CURSE.",
    artifact_number: ArtifactNumber::OneIn,
    ..affixboard_kin::WORDS
};

static SPEC: EgoSpec = EgoSpec {
    game: &GAME,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
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
    ego_boost: Boost::new(20, 128, u32::MAX),
    egos_end_by_depth: false,
    ego_choice,
    affix_levels: &[(2, false), (2, true)],
    ego_lists: &[],
    only_lists: false,
    magic: None,
};

/// Good and great drops leave out cursed egos; of normal ones excellent and terrible items draw from all.
fn ego_choice(_: i8, good: bool) -> EgoChoice {
    EgoChoice { uncursed: true, cursed: !good, raised: None }
}
