//! Angband 3.4: egos by rarity from a level on. Its files are 3.5's but for `V:` lines; the levels beside the rarity
//! are not used yet.

mod dialect;
mod tables;

use crate::{
    EgoSpec, Failure,
    colon::{self, ArtifactChance, ColonDialect, EGO_COMMONNESS, EGO_LEVELS, Look},
    powers,
};
use affixboard_model::{
    game::{Game, Switch},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "angband-3.4",
    title: "Angband 3.4",
    rules_version: 1,
    words: &affixboard_kin::WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &[],
    conditions: &[],
    switches: SWITCHES,
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| colon::load(&DIALECT, sources, switches),
    touched: |sources, switch| colon::touched(&DIALECT, sources, switch),
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS, EGO_LEVELS];

static SPEC: EgoSpec = EgoSpec {
    special_failure: Failure::Good,
    powers: POWERS,
    artifact_tries: powers::ARTIFACT_TRIES,
    ..colon::spec(&GAME)
};

static DIALECT: ColonDialect = ColonDialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    any_type: true,
    ego_levels: false,
    written_names: false,
    artifact_chance: ArtifactChance::PerCent,
    monsters: None,
    power: None,
};

/// Distribution of an item's power (obj-make.c, `apply_magic`), from rolls of a hundred.
const POWERS: powers::Powers = powers::Powers {
    good: powers::PerCent { at_0: 5, rises: (2, 1), most: 100 },
    great: powers::PerCent { at_0: 0, rises: (3, 4), most: 40 },
    law: powers::PowerLaw::Nested { can_be_bad: false },
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    // Of the versions that let a `V:` line be the last; 3.3's say so.
    match colon::look(sources) {
        Some(Look { has_item_types: true, version: Some(version), .. }) => 14 + 2 * u32::from(version == (3, 4)),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{POWERS, powers::weights};
    use crate::{GOOD, GREAT, NORMAL};

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 65 % and 22 %.
        assert_eq!(weights(POWERS.at(NORMAL, 30)), [(2, 1430), (1, 5070), (0, 3500)]);
        assert_eq!(weights(POWERS.at(GOOD, 30)), [(2, 2200), (1, 7800)]);
        assert_eq!(weights(POWERS.at(GREAT, 30)), [(2, 10_000)]);
        // Nothing is excellent by itself at level 1; from 48 on all is good at least, from 54 on 40 % are excellent.
        assert_eq!(weights(POWERS.at(NORMAL, 1)), [(1, 700), (0, 9300)]);
        assert_eq!(weights(POWERS.at(NORMAL, 48)), [(2, 3600), (1, 6400)]);
        assert_eq!(weights(POWERS.at(NORMAL, 53)), [(2, 3900), (1, 6100)]);
        assert_eq!(weights(POWERS.at(NORMAL, u32::MAX)), [(2, 4000), (1, 6000)]);
    }
}
