//! The words of these games' players. A game overrides those that differ.

use affixboard_model::game::{ArtifactNumber, TallyWords, Words};

/// Words for games where all items draw from the same egos and artifacts have a chance in per cent.
pub const WORDS: Words = Words {
    affix: "ego",
    affixes: "egos",
    has_themes: false,
    roles: &[],
    affix_levels: &["any"],
    affix_levels_add_up: true,
    affix_level_label: "Egos",
    least_affix_level: 0,
    reachable_affix_levels: 1,
    usual_affix_level: 0,
    pool_note: "",
    one_affix: true,
    artifact_number: ArtifactNumber::PerCent,
    bonuses: ["to-hit", "to-dam", "to-ac"],
    qualities: &["normal", "good", "great"],
    richest: 2,
    deepest: 127,
    tally: TallyWords::USUAL,
};

/// Words for games with cursed egos in the pool of terrible items only.
pub const WORDS_WITH_TERRIBLE: Words = Words {
    affix_levels: &["any", "uncursed"],
    reachable_affix_levels: 2,
    usual_affix_level: 1,
    pool_note: "Excellent items draw from the egos without a curse, terrible ones from all. Items of good and great drops are \
                never terrible, and where every item is good at least, no others are either.",
    ..WORDS
};
