//! Angband 3.4: egos by rarity from a level on. Its files are 3.5's but for `V:` lines; the levels beside the rarity are not
//! used yet.

mod dialect;
mod tables;

use super::{ArtifactNumber, Game, Loaded, Switch, Switches, Touched, Words};
use crate::{
    families::egos::{
        Boost, EgoChoice, Failure, Power, Spec,
        colon::{self, Chance, Dialect, EGO_COMMONNESS, EGO_LEVELS, Look},
        powers,
    },
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband34;

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
    pool_note: "",
    one_affix: true,
    artifact_number: ArtifactNumber::PerCent,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    deepest: 127,
};

const SWITCHES: &[Switch] = &[EGO_COMMONNESS, EGO_LEVELS];

static SPEC: Spec = Spec {
    game: &Angband34,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 45],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Good,
    kind_boost: Boost { odds: 20, factor: 100, deepest: 100 },
    second_thoughts: None,
    best_of: false,
    powers: power_rolls,
    artifact_rolls: powers::artifact_rolls,
    ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    ego_choice: |_, _| EgoChoice { uncursed: true, cursed: false, raised: None },
    affix_levels: &[(2, false)],
    set_egos: &[],
};

static DIALECT: Dialect = Dialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    any_type: true,
    ego_levels: false,
    sizes_count: false,
    written_names: false,
    artifact_chance: Chance::PerCent,
};

/// How powerful an item is (obj-make.c, `apply_magic`): rolls of a hundred.
fn power_rolls(good: bool, great: bool, level: u32) -> Vec<Power> {
    let level = level.min(100);
    powers::rolled(2 * level + 5, (level * 3 / 4).min(40), (good, great), false)
}

impl Game for Angband34 {
    fn id(&self) -> &'static str {
        "angband-3.4"
    }

    fn title(&self) -> &'static str {
        "Angband 3.4"
    }

    fn rules_version(&self) -> u32 {
        1
    }

    fn has_values(&self) -> bool {
        false
    }

    fn words(&self) -> &'static Words {
        &WORDS
    }

    fn files(&self) -> &'static [FileSpec] {
        dialect::FILES
    }

    fn likeness(&self, sources: &SourceSet) -> u32 {
        // Of the versions that let a `V:` line be the last; 3.3's say so.
        match colon::look(sources) {
            Some(Look { has_item_types: true, version: Some(version), .. }) => 14 + 2 * u32::from(version == (3, 4)),
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
        // Level 30: 65 % and 22 %.
        assert_eq!(weights(false, false, 30), [(2, 1430), (1, 5070), (0, 3500)]);
        assert_eq!(weights(true, false, 30), [(2, 2200), (1, 7800)]);
        assert_eq!(weights(true, true, 30), [(2, 10_000)]);
        // Nothing is excellent by itself at level 1; from 48 on all is good at least, from 54 on 40 % are excellent.
        assert_eq!(weights(false, false, 1), [(1, 700), (0, 9300)]);
        assert_eq!(weights(false, false, 48), [(2, 3600), (1, 6400)]);
        assert_eq!(weights(false, false, 53), [(2, 3900), (1, 6100)]);
        assert_eq!(weights(false, false, u32::MAX), [(2, 4000), (1, 6000)]);
    }
}
