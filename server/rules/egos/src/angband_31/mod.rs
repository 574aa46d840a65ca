//! Angband 3.1.0: kinds as in later versions, egos and artifacts as in 3.0, and items that turn out bad.

mod dialect;
mod tables;

use crate::{
    EgoChoice, EgoSpec, Failure,
    colon::{self, ArtifactChance, ColonDialect, Look},
    powers,
};
use affixboard_kin::limits;
use affixboard_model::{
    game::{ArtifactNumber, Game, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "angband-3.1",
    title: "Angband 3.1",
    rules_version: 1,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: limits::SORTS,
    conditions: &[],
    switches: &[],
    presets: &[],
    has_values: false,
    match_score,
    load: |sources, switches| colon::load(&DIALECT, sources, switches),
    touched: |_, _| Vec::new(),
};

static WORDS: Words = Words { artifact_number: ArtifactNumber::OneIn, ..affixboard_kin::WORDS_WITH_TERRIBLE };

static SPEC: EgoSpec = EgoSpec {
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
    special_failure: Failure::Nothing,
    powers: POWERS,
    artifact_tries: powers::ARTIFACT_TRIES,
    ego_choice: |power, _| EgoChoice { uncursed: true, cursed: power < 0, raised: None },
    affix_levels: &[(-2, false), (2, false)],
    ..colon::spec(&GAME)
};

static DIALECT: ColonDialect = ColonDialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    any_type: false,
    ego_levels: false,
    written_names: true,
    artifact_chance: ArtifactChance::OneIn,
    monsters: None,
    power: None,
};

/// Distribution of an item's power (obj-make.c, `apply_magic`), from rolls of a hundred.
const POWERS: powers::Powers = powers::Powers {
    good: powers::PerCent { at_0: 10, rises: (2, 1), most: 100 },
    great: powers::PerCent { at_0: 5, rises: (1, 1), most: 100 },
    law: powers::PowerLaw::Nested { can_be_bad: true },
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    match colon::look(sources) {
        Some(Look {
            has_item_types: false, older_egos: true, has_kinds: true, artifact_levels: Some(false), ..
        }) => 14,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{POWERS, powers::weights};
    use crate::{GOOD, GREAT, NORMAL};

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 10: 30 % and 15 %.
        let expected = [(2, 45_000), (1, 255_000), (-2, 31_500), (-1, 178_500), (0, 490_000)];
        assert_eq!(weights(POWERS.at(NORMAL, 10)), expected);
        assert_eq!(weights(POWERS.at(GOOD, 10)), [(2, 150_000), (1, 850_000)]);
        assert_eq!(weights(POWERS.at(GREAT, 0)), [(2, 1_000_000)]);
        // From level 45 on nothing is bad any more, from 95 on all is excellent.
        assert_eq!(weights(POWERS.at(NORMAL, 44)).last(), Some(&(0, 400)));
        assert_eq!(weights(POWERS.at(NORMAL, 45)), [(2, 500_000), (1, 500_000)]);
        assert_eq!(weights(POWERS.at(NORMAL, 95)), [(2, 1_000_000)]);
        assert_eq!(weights(POWERS.at(NORMAL, u32::MAX)), [(2, 1_000_000)]);
    }
}
