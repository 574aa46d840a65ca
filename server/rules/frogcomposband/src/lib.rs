//! frogcomposband: objects chosen by class and then by kind, egos by the role of an item and without hard depths, and what is
//! strong enough a random artifact at times.
//!
//! Source of the rules: frogcomposband 7.1, `docs/games/frogcomposband.md`.

mod activations;
mod appraisal;
mod classes;
mod devices;
mod dialect;
mod ego_weight;
mod entries;
mod flags;
mod items;
mod load;
mod match_score;
mod model;
mod numbers;
mod price;
mod roles;
mod rules;
mod schema;
mod stats;
mod tables;
mod values;

use affixboard_model::game::{ArtifactNumber, Game, TallyWords, Words};

/// The game.
pub static GAME: Game = Game {
    id: "frogcomposband",
    title: "frogcomposband",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &entries::SORTS,
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: true,
    match_score: match_score::match_score,
    load: |sources, switches| load::load(&GAME, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words {
    pool_note: "Egos by their weight for items of this kind, without those that the program refuses it. Depths of egos are soft: \
                above its first level and below its last an ego still comes, more seldom with each level. Strong items and \
                cursed ones draw from the same pool. Rings and amulets are made anew until their price fits the level, so \
                they are kept as some egos more often than as others. One robe in seven draws from the egos of robes.",
    artifact_number: ArtifactNumber::OneIn,
    qualities: &["normal", "good", "great", "floor"],
    tally: TallyWords { affix: "ego", ..TallyWords::USUAL },
    deepest: schema::DEEPEST,
    ..affixboard_kin::WORDS
};
