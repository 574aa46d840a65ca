//! The monsters of games of Angband's line, as far as what they leave goes: their files, which of them come at a depth, and how
//! many objects each drops.
//!
//! Source: mon-init.c (`init_parse_r`) and mon-make.c (`get_mon_num`, `mon_create_drop`) of the affix branch, v4, 3.5 and 4.2.

mod choice;
pub mod files;
pub mod flags;
mod races;
mod schema;

pub use choice::Raises;
pub use races::{AngbandMonsters, DropLevel, DropRules};
pub use schema::{MonsterSpec, Numbers, read};

/// The mean number of drops by flag, in tenths, in games from 3.1 on: chances of 20, 40 and 60 per cent, 2 to 6, 2 to 4, 1 to 3,
/// and one.
///
/// Source: mon-make.c, `mon_create_drop` (in 3.5 and 4.2 `mon_create_drop_count`); `rand_range` includes both ends.
pub const DROP_FLAGS: &[(&str, u32)] =
    &[("DROP_20", 2), ("DROP_40", 4), ("DROP_60", 6), ("DROP_4", 40), ("DROP_3", 30), ("DROP_2", 20), ("DROP_1", 10)];

/// The rules of the affix branch and v4.
pub static RULES_OF_AFFIX_BRANCH: DropRules = DropRules {
    drops: DROP_FLAGS,
    levels: DropLevel::AtLeastOwn,
    by_level: false,
    rules: &[
        "A monster of level m that is killed at depth d leaves objects of level (m + d) / 2, but of m at least.",
        "Levels of monsters are raised one time in 25, the deepest of one (40 %), two (50 %) or three (10 %) comes \
         (get_mon_num).",
    ],
    left_out: &[
        "friends and escorts",
        "monsters of pits, nests and vaults and those that breed or are summoned",
        "objects that monsters pick up or steal",
        "things that are mimics",
    ],
};

/// The rules of 3.5.
pub static RULES_OF_3_5: DropRules = DropRules {
    levels: DropLevel::AtLeastOwnUniquesMore,
    rules: &[
        "A monster of level m that is killed at depth d leaves objects of level (m + d) / 2, but of m at least and of 100 at \
         most; of a unique m counts as the lesser of m + 15 and 2 m.",
        "Levels of monsters are raised one time in 25, the deepest of one (40 %), two (50 %) or three (10 %) comes \
         (get_mon_num).",
    ],
    left_out: &[
        "the extra tries for artifacts that objects of uniques have",
        "friends and escorts",
        "monsters of pits, nests and vaults and those that breed or are summoned",
        "seasonal monsters",
        "objects that monsters pick up or steal",
        "things that are mimics",
    ],
    ..RULES_OF_AFFIX_BRANCH
};

/// The rules of 4.2.
pub static RULES_OF_4_2: DropRules = DropRules {
    by_level: true,
    rules: &[
        "A monster of level m that is killed at depth d leaves objects of level (m + d) / 2, but of m at least and of 100 at \
         most; of a unique m counts as the lesser of m + 15 and 2 m.",
        "Levels of monsters are raised as constants.txt says (mon-gen), the deepest of one (40 %), two (50 %) or three (10 %) \
         comes (get_mon_num); a race weighs 100 / rarity times 1 + level / 10.",
    ],
    ..RULES_OF_3_5
};
