//! Angband 2.9: the patch that began it all, as first merged. Bonuses come before the ego, and the power that was
//! rolled stays: excellent items draw from egos without a curse, terrible ones from cursed ones.

mod dialect;
mod match_score;
mod tables;
mod values;

use crate::{Boost, EgoChoice, EgoList, EgoSpec, Failure, USUAL_DROPS, letter, powers};
use affixboard_kin::limits;
use affixboard_model::game::{ArtifactNumber, Game, Words};
use dialect::DIALECT;

/// The game.
pub static GAME: Game = Game {
    id: "angband-2.9",
    title: "Angband 2.9",
    rules_version: 1,
    words: &WORDS,
    files: DIALECT.files.0,
    folder: "lib/edit",
    sorts: limits::SORTS,
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
    pool_note: "Excellent items draw from egos without LIGHT_CURSE, terrible ones from those with it, 0 to 126 levels deeper \
                than they lie; good and great drops are never terrible. Excellent diggers are always the ego of index 100.",
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
    ego_boost: Boost::new(20, 128, u32::MAX),
    egos_end_by_depth: false,
    ego_choice,
    affix_levels: &[(2, false), (-2, false)],
    ego_lists: &[DIGGING],
    only_lists: false,
    magic: None,
};

/// Excellent diggers are "of Digging".
const DIGGING: EgoList = EgoList {
    name: "excellent diggers (a_m_aux_1)",
    tvals: &[20],
    sval: None,
    terrible: false,
    egos: &[(100, 100)],
    level_in: None,
};

/// Egos an item draws from, and the level of the draw (object2.c, `make_ego_item`). The rolled power decides, not the
/// quality of the drop.
fn ego_choice(power: i8, _: bool) -> EgoChoice {
    let cursed = power < 0;
    // The level for cursed egos overwrites the boosted level.
    EgoChoice { uncursed: !cursed, cursed, raised: cursed.then_some(127) }
}
