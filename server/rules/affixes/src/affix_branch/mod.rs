//! Angband's affix branch (October 2011): items with several affixes, and themes that grow out of them.

mod dialect;
mod presets;
mod rules;
mod tables;
#[cfg(test)]
mod worth_tests;

use crate as affixes;
use crate::{AffixSpec, CountLimits, ELEMENTS, MONSTERS, quirks};
use affixboard_kin::{
    TVALS,
    object_flags::FLAGS_OF_AFFIX_BRANCH,
    power::{self, PowerSpec},
};
use affixboard_model::{
    catalog::Role,
    engine::flags::FlagType,
    game::{ArtifactNumber, Game, Switch, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "affix-branch",
    title: "Angband affix branch",
    rules_version: 3,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &[],
    conditions: &[],
    switches: SWITCHES,
    presets: presets::PRESETS,
    has_values: true,
    match_score,
    load: |sources, switches| affixes::load::<rules::AffixBranchRules>(&SPEC, sources, switches),
    touched: |sources, switch| affixes::touched::<rules::AffixBranchRules>(&SPEC, sources, switch),
};

static WORDS: Words = Words {
    affix: "affix",
    affixes: "affixes",
    has_themes: true,
    roles: &[Role::Prefix, Role::Suffix],
    affix_levels: &["good", "great", "uber", "artifact"],
    affix_levels_add_up: true,
    affix_level_label: "Affix level up to",
    least_affix_level: 0,
    reachable_affix_levels: 3,
    usual_affix_level: 2,
    pool_note: "",
    one_affix: false,
    artifact_number: ArtifactNumber::Weight,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    richest: 2,
    deepest: 127,
    tally: affixboard_model::game::TallyWords::USUAL,
};

const SWITCHES: &[Switch] = &[
    quirks::THEME_SCORE_BYTE,
    quirks::NO_MINIMUM,
    quirks::COMMONNESS_BYTE,
    quirks::LOST_RECORD,
    quirks::ONE_AFFIX_THEME,
    quirks::THEME_WITHOUT_AFFIX,
    quirks::FIRST_ALLOCATION,
    quirks::BOOSTED_MAXIMUM,
    quirks::RAISED_LEVEL,
    quirks::DICE_WRAP,
    quirks::LAUNCHERS_NOT_GOOD,
];

static SPEC: AffixSpec = AffixSpec {
    game: &GAME,
    tvals: TVALS,
    flag_types: tables::FLAG_TYPES,
    flags: FLAGS_OF_AFFIX_BRANCH,
    effects: tables::EFFECTS,
    elements: ELEMENTS,
    weaker_slays: tables::WEAKER_SLAYS,
    ammunition_keeps: &[
        FlagType::Slay,
        FlagType::Brand,
        FlagType::Kill,
        FlagType::Ignore,
        FlagType::Hates,
        FlagType::Int,
    ],
    ammunition_loses_pvals: true,
    labels: &["F", "K", "A", "E", "T", "R", "P", "S", "O", "M", "I"],
    roles: &[("prefix", Role::Prefix), ("suffix", Role::Suffix)],
    combat: ["to-hit", "to-dam"],
    minima: ["min-to-hit", "min-to-dam", "min-to-ac"],
    unpickable: None,
    limits: CountLimits { pvals: 3, allocations: 9, parts: 16 },
    no_minimum: 225,
    maximum_by_raised_level: true,
    wide_minima: false,
    power: PowerSpec {
        inhibited: [41, 41, 51],
        points: 1,
        ego_ammunition: 0,
        slays: power::SLAYS,
        slays_are_pvals: false,
        monsters: MONSTERS,
    },
    monsters: &dialect::MONSTER_SPEC,
    power_causes: ["to_h", "to_d"],
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    // The theme file is what no other branch has under this name; v4's later form of it is told apart there.
    let has = |name| u32::from(sources.find(name).is_some());
    8 * has("ego_themes.txt") + 2 * has("ego_item.txt") + has("object_base.txt")
}

#[cfg(test)]
mod tests {
    use super::{SPEC, affixes::testing, rules::AffixBranchRules};

    #[test]
    fn properties_are_rolled_only_where_they_matter() {
        testing::properties_are_rolled_where_they_matter::<AffixBranchRules>(&SPEC, "affix-branch");
    }
}
