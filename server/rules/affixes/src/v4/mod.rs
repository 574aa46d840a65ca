//! Angband v4 as it ended (September 2012): the affix branch grown up, with materials, makes and qualities.

mod dialect;
mod rules;
mod tables;

use crate as affixes;
use crate::{AffixSpec, CountLimits, ELEMENTS, MONSTERS, quirks};
use affixboard_kin::{TVALS, power::PowerSpec};
use affixboard_model::{
    catalog::Role,
    engine::flags::FlagType,
    game::{ArtifactNumber, Game, Switch, Words},
    text::SourceSet,
};

/// The game.
pub static GAME: Game = Game {
    id: "v4",
    title: "Angband v4",
    rules_version: 2,
    words: &WORDS,
    files: dialect::FILES,
    folder: "lib/edit",
    sorts: &[],
    conditions: &[],
    switches: SWITCHES,
    presets: &[],
    has_values: true,
    match_score,
    load: |sources, switches| affixes::load::<rules::V4Rules>(&SPEC, sources, switches),
    touched: |sources, switch| affixes::touched::<rules::V4Rules>(&SPEC, sources, switch),
};

static WORDS: Words = Words {
    affix: "affix",
    affixes: "affixes",
    has_themes: true,
    roles: &[Role::Make, Role::Material, Role::Quality, Role::Suffix, Role::Prefix],
    affix_levels: &["bad", "average", "good", "great", "uber", "artifact"],
    affix_levels_add_up: true,
    affix_level_label: "Affix level up to",
    least_affix_level: 2,
    reachable_affix_levels: 6,
    usual_affix_level: 3,
    pool_note: "An item also has a lowest affix level, from bad to good, which rises with luck, level and drop quality; this sheet \
                begins at bad. Items that begin higher draw from fewer affixes, each with a larger chance, and none draws \
                from bad to artifact at once.",
    one_affix: false,
    artifact_number: ArtifactNumber::Weight,
    bonuses: ["finesse", "prowess", "to-ac"],
    qualities: &["normal", "good", "great"],
    richest: 2,
    deepest: 127,
    tally: affixboard_model::game::TallyWords::USUAL,
};

const SWITCHES: &[Switch] = &[
    quirks::THEME_SCORE_BYTE,
    quirks::COMMONNESS_BYTE,
    quirks::LOST_RECORD,
    quirks::ONE_AFFIX_THEME,
    quirks::THEME_WITHOUT_AFFIX,
    quirks::FIRST_ALLOCATION,
    quirks::RAISED_LEVEL,
    quirks::DICE_WRAP,
    quirks::LAUNCHERS_NOT_GOOD,
];

static SPEC: AffixSpec = AffixSpec {
    game: &GAME,
    tvals: TVALS,
    flag_types: tables::FLAG_TYPES,
    flags: tables::FLAGS,
    effects: tables::EFFECTS,
    elements: ELEMENTS,
    weaker_slays: &[],
    ammunition_keeps: &[FlagType::Slay, FlagType::Brand, FlagType::Ignore, FlagType::Hates, FlagType::Int],
    ammunition_loses_pvals: false,
    labels: &["F", "K", "A", "E", "T", "R", "P", "S", "O", "M", "I", "TR"],
    roles: &[
        ("make", Role::Make),
        ("material", Role::Material),
        ("quality", Role::Quality),
        ("suffix", Role::Suffix),
        ("prefix", Role::Prefix),
    ],
    combat: ["finesse", "prowess"],
    minima: ["min-finesse", "min-prowess", "min-to-ac"],
    unpickable: Some(Role::Prefix),
    limits: CountLimits { pvals: 15, allocations: 13, parts: 64 },
    no_minimum: 255,
    maximum_by_raised_level: false,
    wide_minima: true,
    power: PowerSpec {
        inhibited: [350, 350, 51],
        points: 10,
        ego_ammunition: 0,
        slays: tables::SLAYS,
        slays_are_pvals: true,
        monsters: MONSTERS,
    },
    monsters: &dialect::MONSTER_SPEC,
    power_causes: ["to_finesse", "to_prowess"],
};

/// Match score of the files; 0 if they are not this game's.
fn match_score(sources: &SourceSet) -> u32 {
    // Its files are named as the affix branch's; an affix of type make, material or quality tells them apart.
    let affixes = sources.find("ego_item.txt").map_or(&b""[..], |(_, file)| file.text());
    let has = |name| u32::from(sources.find(name).is_some());
    let is_later = affixes.split(|byte| *byte == b'\n').any(|line| {
        let mut fields = line.strip_prefix(b"N:").unwrap_or_default().split(|byte| *byte == b':').skip(1);
        matches!(fields.next(), Some(b"make" | b"material" | b"quality"))
    });
    if is_later { 16 + has("ego_themes.txt") + has("object.txt") } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::{SPEC, affixes::testing, rules::V4Rules};
    use affixboard_model::engine::item::KindEffect;

    #[test]
    fn properties_are_rolled_only_where_they_matter() {
        testing::properties_are_rolled_where_they_matter::<V4Rules>(&SPEC, "v4-final");
    }

    /// Prowess 100 × 5 / 20, finesse 80 × 3 / 20; from 350 on each is too much. Off the weapon prowess counts threefold.
    #[test]
    fn combat_bonuses_count_a_tenth() {
        let item = |tval, finesse, prowess| {
            let mut item = testing::item(&SPEC, &KindEffect { tval, sval: 17, ..KindEffect::default() }, &[]);
            (item.dice, item.sides, item.bonus) = (2, 5, [finesse, prowess, 0]);
            testing::power(&SPEC, &item)
                .into_iter()
                .map(|(what, points)| format!("{what} {points}"))
                .collect::<Vec<_>>()
        };
        assert_eq!(item(23, 80, 100), ["prowess +100 25", "dice 2d5 15", "finesse +80 12"]);
        assert_eq!(item(23, 350, 349), ["prowess +349 87", "dice 2d5 15", "finesse +350 (350 or more) 20000"]);
        assert_eq!(item(31, 0, 30), ["prowess +30 7", "prowess off the weapon 15"]);
        testing::terms_sum_up(&SPEC);
    }

    #[test]
    fn single_pools_are_those_of_the_tables() {
        testing::single_pools_are_those_of_the_tables::<V4Rules>(&SPEC, "v4-final");
    }
}
