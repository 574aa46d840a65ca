//! The directive tables of v4's edit files.
//!
//! Source: v4's object/obj-init (`parse_object`, `parse_ego`, `parse_theme`, `parse_artifact`), as RULES describes
//! them.

use crate::directives::{
    ACTIVATION, AFFIX, AFFIX_ALLOCATION, AFFIX_FLAGS, ARTIFACT, ARTIFACT_ALLOCATION, ARTIFACT_PVAL, ARTIFACT_TYPE,
    DESCRIPTION, EFFECT, EXTENT, FLAGS, GLYPH, KIND, KIND_ALLOCATION, KIND_LEVEL, KIND_PVAL, KIND_TYPE, LIMITS,
    MESSAGE, OBJECT_BASE, PILE, PVAL_WITH_MINIMUM, RANDOM_OF_FLAGS, RANDOM_OF_TYPES, THEME, THEME_ALLOCATION, VERSION,
};
use affixboard_kin::monsters::{
    MonsterSpec, Numbers, RULES_OF_AFFIX_BRANCH,
    files::{MONSTER_BASES, MONSTERS_OF_V4},
    flags::FLAGS_OF_AFFIX_BRANCH,
};
use affixboard_model::syntax::{
    FieldKind::{Int, Random, Rest, Word},
    FileSpec,
    spec::{directive, field, file, optional},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] =
    &[LIMITS, OBJECT_BASE, OBJECTS, AFFIXES, THEMES, ARTIFACTS, MONSTER_BASES, MONSTERS];

const MONSTERS: FileSpec = MONSTERS_OF_V4;

/// The monsters of its files.
pub(super) static MONSTER_SPEC: MonsterSpec = MonsterSpec {
    files: &[MONSTER_BASES, MONSTERS],
    flags: FLAGS_OF_AFFIX_BRANCH,
    numbers: Numbers::Bytes,
    rules: &RULES_OF_AFFIX_BRANCH,
};

const OBJECTS: FileSpec = file(
    "object.txt",
    "N",
    &[
        VERSION,
        KIND,
        GLYPH,
        KIND_TYPE,
        KIND_LEVEL,
        KIND_ALLOCATION,
        directive(
            "P",
            &[
                field("ac", Int),
                field("dice", Random),
                field("finesse", Random),
                field("prowess", Random),
                field("to-ac", Random),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Armour class, damage dice, bonuses, balance and heft.",
        ),
        EXTENT,
        PILE,
        FLAGS,
        EFFECT,
        KIND_PVAL,
        DESCRIPTION,
    ],
);

const AFFIXES: FileSpec = file(
    "ego_item.txt",
    "N",
    &[
        VERSION,
        AFFIX,
        directive(
            "C",
            &[
                field("finesse", Random),
                field("prowess", Random),
                field("to-ac", Random),
                optional("ac-percent", Int),
                optional("weight-percent", Int),
                optional("dice", Int),
                optional("sides", Int),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Random bonuses, per cent changes of base armour and weight, extra dice, sides, balance and heft.",
        ),
        directive(
            "M",
            &[field("min-finesse", Int), field("min-prowess", Int), field("min-to-ac", Int)],
            "The least bonuses an item has afterwards.",
        ),
        AFFIX_FLAGS,
        PVAL_WITH_MINIMUM,
        RANDOM_OF_TYPES,
        RANDOM_OF_FLAGS,
        AFFIX_ALLOCATION,
        DESCRIPTION,
    ],
);

const THEMES: FileSpec = file(
    "ego_themes.txt",
    "N",
    &[
        VERSION,
        THEME,
        THEME_ALLOCATION,
        directive(
            "A",
            &[field("affix", Word), field("weight", Int), optional("chance", Int)],
            "An affix of it, how much that counts, and how likely it comes with the theme.",
        )
        .allocating(),
        DESCRIPTION,
    ],
)
.lacking();

const ARTIFACTS: FileSpec = file(
    "artifact.txt",
    "N",
    &[
        VERSION,
        ARTIFACT,
        ARTIFACT_TYPE,
        directive(
            "W",
            &[
                field("level", Int),
                field("rarity", Int),
                field("weight", Int),
                field("cost", Int),
                optional("randart", Word),
            ],
            "Level, an unused number, weight in tenths of a pound, cost, whether random artifacts may use it.",
        ),
        ARTIFACT_ALLOCATION,
        directive(
            "P",
            &[
                field("ac", Int),
                field("dice", Random),
                field("finesse", Int),
                field("prowess", Int),
                field("to-ac", Int),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Armour class, damage dice, bonuses, balance and heft.",
        ),
        FLAGS,
        ACTIVATION,
        MESSAGE,
        ARTIFACT_PVAL,
        directive("affix", &[field("affix", Rest)], "An affix its name shows."),
        directive("theme", &[field("theme", Rest)], "A theme its name shows."),
        DESCRIPTION,
    ],
)
.lacking();
