//! The readings that only the affix branch has: its rules are described in a text for players, “A Guide to Affixes”.
//!
//! Source: RULES, part 4, which holds the guide against the code. What rests on the code alone, or on the comments in the
//! edit files, is no statement of the guide and stays as coded.

use crate::quirks;
use affixboard_model::game::{Preset, Stance, Stances};

pub(super) const PRESETS: &[Preset] = &[Preset {
    id: "guide",
    title: "as the guide says",
    meaning: "What “A Guide to Affixes” tells players; where it says nothing else, what the program does.",
    stances: Stances::Each(&[
        (quirks::THEME_SCORE_BYTE.id, thrown("The guide says: both of its affixes make “of True Sight” certain.")),
        (
            quirks::NO_MINIMUM.id,
            thrown(
                "The guide says: bows can be “of Lothlórien”. As coded that theme is always undone, for it brings “of Power” \
                 with a minimum of 255.",
            ),
        ),
        (
            quirks::COMMONNESS_BYTE.id,
            thrown("The guide says: the commonness of artifacts is on a scale of 1000, which a byte can't hold."),
        ),
        (
            quirks::LOST_RECORD.id,
            thrown("The guide says: maces can be “of Disruption”, which is the record that is lost."),
        ),
        (quirks::ONE_AFFIX_THEME.id, thrown("The guide says: one affix is never enough for a theme.")),
        (
            quirks::THEME_WITHOUT_AFFIX.id,
            coded("The guide doesn't say after which steps a theme is looked for; a comment in ego_themes.txt does."),
        ),
        (quirks::FIRST_ALLOCATION.id, coded("The guide says nothing of it; a comment in ego_item.txt does.")),
        (
            quirks::BOOSTED_MAXIMUM.id,
            coded(
                "The guide says only that one step in 20 is at a boosted level, which the program does; what a last level is \
                 says a comment in ego_item.txt.",
            ),
        ),
        (
            quirks::RAISED_LEVEL.id,
            coded("The guide gives the number of affixes by the level, and doesn't say whether the level is raised."),
        ),
        (quirks::DICE_WRAP.id, coded("The guide says nothing of it; only the code shows what was meant.")),
        (quirks::LAUNCHERS_NOT_GOOD.id, coded("The guide says nothing of it; only earlier versions of the game do.")),
    ]),
}];

const fn thrown(why: &'static str) -> Stance {
    Stance { is_thrown: true, why }
}

const fn coded(why: &'static str) -> Stance {
    Stance { is_thrown: false, why }
}
