//! The directive tables of the affix branch's edit files.
//!
//! Source: the branch's object/obj-init (`parse_object`, `parse_ego`, `parse_theme`, `parse_artifact`), as RULES
//! describes them.

use crate::directives::{
    ACTIVATION, AFFIX, AFFIX_ALLOCATION, AFFIX_FLAGS, ARTIFACT, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_PVAL,
    ARTIFACT_TYPE, DESCRIPTION, EFFECT, EXTENT, FLAGS, GLYPH, KIND, KIND_ALLOCATION, KIND_COMBAT, KIND_LEVEL,
    KIND_PVAL, KIND_TYPE, LIMITS, MESSAGE, OBJECT_BASE, PILE, PVAL_WITH_MINIMUM, RANDOM_OF_FLAGS, RANDOM_OF_TYPES,
    THEME, THEME_ALLOCATION, VERSION,
};
use affixboard_kin::monsters::{
    MonsterSpec, Numbers, RULES_OF_AFFIX_BRANCH,
    files::{MONSTER_BASES, MONSTERS_OF_AFFIX_BRANCH},
    flags::FLAGS_OF_AFFIX_BRANCH,
};
use affixboard_model::syntax::{
    FieldKind::{Int, Random, Word},
    FileSpec,
    spec::{directive, field, file, optional},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] =
    &[LIMITS, OBJECT_BASE, OBJECTS, AFFIXES, THEMES, ARTIFACTS, MONSTER_BASES, MONSTERS];

const MONSTERS: FileSpec = MONSTERS_OF_AFFIX_BRANCH;

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
        KIND_COMBAT,
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
                field("to-hit", Random),
                field("to-dam", Random),
                field("to-ac", Random),
                optional("ac-percent", Int),
                optional("weight-percent", Int),
                optional("dice", Int),
                optional("sides", Int),
            ],
            "Random bonuses, per cent changes of base armour and weight, extra dice and sides.",
        ),
        directive(
            "M",
            &[field("min-to-hit", Int), field("min-to-dam", Int), field("min-to-ac", Int)],
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
        directive("A", &[field("affix", Word), field("weight", Int)], "An affix of it and how much that counts.")
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
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, an unused number, weight in tenths of a pound, cost.",
        ),
        ARTIFACT_ALLOCATION,
        ARTIFACT_COMBAT,
        FLAGS,
        ACTIVATION,
        MESSAGE,
        ARTIFACT_PVAL,
        DESCRIPTION,
    ],
)
.lacking();
