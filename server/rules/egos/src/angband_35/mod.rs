//! Angband 3.5: egos by rarity between a first, a usual and a last level.

mod dialect;
mod tables;

use crate::{
    EgoSpec, Failure,
    colon::{self, ArtifactChance, ColonDialect, EGO_COMMONNESS},
    powers,
};
use affixboard_kin::power::{PowerSpec, SLAYS};
use affixboard_model::{
    game::{Game, Switch, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "angband-3.5",
    title: "Angband 3.5",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &[],
    conditions: &[],
    switches: SWITCHES,
    presets: &[],
    has_values: true,
    match_score,
    load: |sources, switches| colon::load(&DIALECT, sources, switches),
    touched: |sources, switch| colon::touched(&DIALECT, sources, switch),
};

static WORDS: Words = Words {
    pool_note: "Egos whose usual levels begin deeper (A: line) are candidates only at times: one time in a third of the \
                levels missing, in two at most. Chances count with that; the commonness shown is the full weight.",
    ..affixboard_kin::WORDS
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS];

static SPEC: EgoSpec = EgoSpec {
    special_failure: Failure::Good,
    powers: powers::TWO_ROLLS,
    artifact_tries: powers::FEWER_ARTIFACT_TRIES,
    ..colon::spec(&GAME)
};

/// Source: 3.5.1's object/obj-power.c. To-hit and to-dam have no end; that of a launcher is taken to be 9 for ammunition
/// with an ego, which is 9 × 5 / 2 points.
static POWER: PowerSpec = PowerSpec {
    inhibited: [i32::MAX, i32::MAX, 56],
    points: 1,
    ego_ammunition: 22,
    slays: SLAYS,
    slays_are_pvals: false,
    monsters: tables::MONSTERS,
};

static DIALECT: ColonDialect = ColonDialect {
    spec: &SPEC,
    files: dialect::DROP_FILES,
    words: &tables::WORDS,
    any_type: true,
    ego_levels: true,
    written_names: false,
    artifact_chance: ArtifactChance::PerCent,
    monsters: Some(&dialect::MONSTER_SPEC),
    power: Some(&POWER),
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    match colon::look(sources) {
        Some(look) if look.has_item_types && look.ego_levels => 12 + u32::from(look.has_kinds),
        _ => 0,
    }
}

#[cfg(test)]
mod worth_tests;
