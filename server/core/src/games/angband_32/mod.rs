//! Angband 3.2, and 3.1.2 before it: one pval each, minima of egos, and items that turn out bad.

mod dialect;
mod tables;

use super::{ArtifactNumber, Game, Loaded, Switch, Switches, Touched, Words};
use crate::{
    families::egos::{
        Boost, EgoChoice, Failure, Power, Spec,
        colon::{self, Chance, Dialect, Look},
        powers,
    },
    syntax::FileSpec,
    text::SourceSet,
};

/// The game.
#[derive(Debug)]
pub struct Angband32;

static WORDS: Words = Words {
    affix: "ego",
    affixes: "egos",
    has_themes: false,
    roles: &[],
    affix_levels: &["any", "uncursed"],
    affix_levels_add_up: true,
    affix_level_label: "Egos",
    reachable_affix_levels: 2,
    usual_affix_level: 1,
    pool_note: "Excellent items draw from the egos without a curse, terrible ones from all. Items of good and great drops are \
                never terrible, and where every item is good at least, no others are either.",
    one_affix: true,
    artifact_number: ArtifactNumber::PerCent,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    deepest: 127,
};

static SPEC: Spec = Spec {
    game: &Angband32,
    wearable: &[16, 17, 18, 19, 20, 21, 22, 23, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39],
    special_odds: [1000, 10],
    special_kind_level: true,
    special_failure: Failure::Great,
    kind_boost: Boost { odds: 20, factor: 100, deepest: 100 },
    second_thoughts: None,
    best_of: false,
    powers: power_rolls,
    artifact_rolls: powers::artifact_rolls,
    ego_boost: Boost { odds: 20, factor: 128, deepest: u32::MAX },
    ego_choice: |power, _| EgoChoice { uncursed: true, cursed: power < 0, raised: None },
    affix_levels: &[(-2, false), (2, false)],
    set_egos: &[],
};

static DIALECT: Dialect = Dialect {
    spec: &SPEC,
    files: dialect::FILES,
    words: &tables::WORDS,
    any_type: false,
    ego_levels: false,
    sizes_count: true,
    written_names: true,
    artifact_chance: Chance::PerCent,
};

/// How powerful an item is (obj-make.c, `apply_magic`): rolls of a hundred.
fn power_rolls(good: bool, great: bool, level: u32) -> Vec<Power> {
    let level = level.min(127);
    powers::rolled((level + 2) * 3, (level / 4 + level).min(50), (good, great), true)
}

impl Game for Angband32 {
    fn id(&self) -> &'static str {
        "angband-3.2"
    }

    fn title(&self) -> &'static str {
        "Angband 3.2"
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
        match colon::look(sources) {
            Some(Look {
                has_item_types: false,
                older_egos: true,
                has_kinds: true,
                artifact_levels: None | Some(true),
                ..
            }) => 14,
            _ => 0,
        }
    }

    fn switches(&self) -> &'static [Switch] {
        &[]
    }

    fn touched(&self, _: &SourceSet, _: &Switch) -> Vec<Touched> {
        Vec::new()
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
        // Level 10: 36 % and 12 %.
        let expected = [(2, 43_200), (1, 316_800), (-2, 27_648), (-1, 202_752), (0, 409_600)];
        assert_eq!(weights(false, false, 10), expected);
        assert_eq!(weights(true, false, 10), [(2, 120_000), (1, 880_000)]);
        assert_eq!(weights(true, true, 0), [(2, 1_000_000)]);
        // From level 32 on nothing is bad any more.
        assert_eq!(weights(false, false, 31).last(), Some(&(0, 100)));
        assert_eq!(weights(false, false, 32), [(2, 400_000), (1, 600_000)]);
        assert_eq!(weights(false, false, u32::MAX), [(2, 500_000), (1, 500_000)]);
    }
}
