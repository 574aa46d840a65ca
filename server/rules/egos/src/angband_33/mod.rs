//! Angband 3.3: the first with several pvals. Its files are 3.4's; more of its items are good and great.

mod dialect;
mod tables;

use crate::{
    EgoSpec, Failure,
    colon::{self, ArtifactChance, ColonDialect, EGO_COMMONNESS, EGO_LEVELS, Look},
    powers,
};
use affixboard_kin::limits;
use affixboard_model::{
    game::{Game, Switch},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "angband-3.3",
    title: "Angband 3.3",
    rules_version: 1,
    words: &affixboard_kin::WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: limits::SORTS,
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
    special_failure: Failure::Great,
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
    written_names: true,
    artifact_chance: ArtifactChance::PerCent,
    monsters: None,
    power: None,
};

/// Distribution of an item's power (obj-make.c, `apply_magic`), from rolls of a hundred.
const POWERS: powers::Powers = powers::Powers {
    good: powers::PerCent { at_0: 6, rises: (3, 1), most: 100 },
    great: powers::PerCent { at_0: 0, rises: (5, 4), most: 50 },
    law: powers::PowerLaw::Nested { can_be_bad: false },
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    match colon::look(sources) {
        Some(Look { has_item_types: true, version: Some((3, 3)), .. }) => 16,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{POWERS, powers::weights};
    use crate::{GOOD, GREAT, NORMAL};

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 96 % and 37 %.
        assert_eq!(weights(POWERS.at(NORMAL, 30)), [(2, 3552), (1, 6048), (0, 400)]);
        assert_eq!(weights(POWERS.at(GOOD, 30)), [(2, 3700), (1, 6300)]);
        assert_eq!(weights(POWERS.at(GREAT, 30)), [(2, 10_000)]);
        // Nothing is excellent by itself at level 0; from 32 on all is good at least, from 40 on half of it excellent.
        assert_eq!(weights(POWERS.at(NORMAL, 0)), [(1, 600), (0, 9400)]);
        assert_eq!(weights(POWERS.at(NORMAL, 32)), [(2, 4000), (1, 6000)]);
        assert_eq!(weights(POWERS.at(NORMAL, 39)), [(2, 4800), (1, 5200)]);
        assert_eq!(weights(POWERS.at(NORMAL, u32::MAX)), [(2, 5000), (1, 5000)]);
    }
}
