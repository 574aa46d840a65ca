//! Angband 3.5: egos by rarity between a first, a usual and a last level.

mod dialect;
mod tables;

use super::{ArtifactNumber, Game, Loaded, Switch, Switches, Touched, Words};
use crate::{
    families::egos::{
        Boost, EgoChoice, Failure, Power, Spec,
        colon::{self, Chance, Dialect, EGO_COMMONNESS},
        powers,
    },
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband35;

static WORDS: Words = Words {
    affix: "ego",
    affixes: "egos",
    has_themes: false,
    roles: &[],
    affix_levels: &["any"],
    affix_levels_add_up: true,
    affix_level_label: "Egos",
    reachable_affix_levels: 1,
    usual_affix_level: 0,
    pool_note: "Egos whose usual levels begin deeper (A: line) are candidates only at times; a pool lists them with their \
                full weight.",
    one_affix: true,
    artifact_number: ArtifactNumber::PerCent,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    deepest: 127,
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS];

static SPEC: Spec = Spec {
    game: &Angband35,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 45],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Good,
    kind_boost: Boost { odds: 20, factor: 100, deepest: 100 },
    second_thoughts: None,
    best_of: false,
    powers: power_rolls,
    artifact_rolls,
    // The boost of an ego's level has no cap: beyond the last level of every ego it leaves the item without one.
    ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
    affix_levels: &[(2, false)],
    set_egos: &[],
};

static DIALECT: Dialect = Dialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    ego_levels: true,
    sizes_count: false,
    written_names: false,
    artifact_chance: Chance::PerCent,
};

/// How powerful an item is (obj-make.c, `apply_magic`), in ten-thousandths: a roll of a hundred each for power 1 and, from
/// there, for power 2.
fn power_rolls(good: bool, great: bool, level: u32) -> Vec<Power> {
    powers::rolled(level.min(67) + 33, 30, (good, great), false)
}

/// Items of power 2 try the artifacts once, great drops twice whatever their power.
fn artifact_rolls(power: i8, great: bool) -> u32 {
    match (power, great) {
        (_, true) => 2,
        (2.., false) => 1,
        _ => 0,
    }
}

impl Game for Angband35 {
    fn id(&self) -> &'static str {
        "angband-3.5"
    }

    fn title(&self) -> &'static str {
        "Angband 3.5"
    }

    fn rules_version(&self) -> u32 {
        1
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn likeness(&self, sources: &SourceSet) -> u32 {
        match colon::look(sources) {
            Some(look) if look.has_item_types && look.ego_levels => 12 + u32::from(look.has_kinds),
            _ => 0,
        }
    }

    fn switches(&self) -> &'static [Switch] {
        SWITCHES
    }

    fn touched(&self, sources: &SourceSet, switch: &Switch) -> Vec<Touched> {
        colon::touched(&DIALECT, sources, switch)
    }

    fn load_switched(&self, sources: SourceSet, switches: Switches) -> Loaded {
        colon::load(&DIALECT, sources, switches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(good: bool, great: bool, level: u32) -> Vec<(i8, u64)> {
        power_rolls(good, great, level).into_iter().map(|power| (power.power, power.weight)).collect()
    }

    #[test]
    fn powers_are_as_the_rolls_have_it() {
        // Level 30: 63 % and 30 %.
        assert_eq!(weights(false, false, 30), [(2, 1890), (1, 4410), (0, 3700)]);
        assert_eq!(weights(true, false, 30), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(true, true, 0), [(2, 10_000)]);
        assert_eq!(weights(false, false, 66), [(2, 2970), (1, 6930), (0, 100)]);
        assert_eq!(weights(false, false, 67), [(2, 3000), (1, 7000)]);
        assert_eq!(weights(false, false, u32::MAX), weights(false, false, 67));
    }

    #[test]
    fn great_drops_try_artifacts_twice() {
        assert_eq!([0, 1, 2].map(|power| artifact_rolls(power, false)), [0, 0, 1]);
        assert_eq!([0, 1, 2].map(|power| artifact_rolls(power, true)), [2, 2, 2]);
    }
}
