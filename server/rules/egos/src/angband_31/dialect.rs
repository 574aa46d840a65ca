//! The directive tables of 3.1.0's edit files.
//!
//! Source: 3.1.0's init1.c (`parse_z_info`, `parse_k_info`, `parse_e_info`, `parse_a_info`).

use crate::colon::{
    directives::{
        ACTIVATION_TEXT, ARTIFACT, ARTIFACT_TYPE_PVAL, DESCRIPTION, EFFECT, EGO, EGO_LEVEL, EGO_XTRA, EXTENT, FLAGS,
        GLYPH, KIND, KIND_ALLOCATION, KIND_FLAGS, KIND_LEVEL, VERSION,
    },
    files::SIZES,
};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Dice, Int, Random, Word},
    FileSpec,
    spec::{directive, field, file},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[SIZES, OBJECTS.sized("K"), EGOS.sized("E"), ARTIFACTS.sized("A")];

const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
    "Armour class, damage dice and bonuses.",
);

const OBJECTS: FileSpec = file(
    "object.txt",
    "N",
    &[
        VERSION,
        KIND,
        GLYPH,
        directive(
            "I",
            &[field("tval", Int), field("sval", Int), field("pval", Int)],
            "Item type, which one of its type, and its pval.",
        ),
        KIND_LEVEL,
        KIND_ALLOCATION,
        COMBAT,
        EXTENT,
        directive("M", &[field("chance", Int), field("stack", Dice)], "Chance of a pile, and its size."),
        KIND_FLAGS,
        EFFECT,
        DESCRIPTION,
    ],
);

const EGOS: FileSpec = file(
    "ego_item.txt",
    "N",
    &[
        VERSION,
        EGO,
        EGO_XTRA,
        EGO_LEVEL,
        directive(
            "C",
            &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), field("pval", Int)],
            "The most it adds to to-hit, to-dam, to-ac and pval; of cursed items it is taken away.",
        ),
        directive(
            "T",
            &[field("tval", Int), field("min-sval", Int), field("max-sval", Int)],
            "Item type, first and last sval it comes on; up to three lines.",
        )
        .allocating(),
        FLAGS,
        DESCRIPTION,
    ],
);

const ARTIFACTS: FileSpec = file(
    "artifact.txt",
    "N",
    &[
        VERSION,
        ARTIFACT,
        ARTIFACT_TYPE_PVAL,
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, one in how many, weight in tenths of a pound, cost.",
        )
        .allocating(),
        COMBAT,
        FLAGS,
        directive("A", &[field("effect", Word), field("time", Random)], "Activation and recharge time."),
        ACTIVATION_TEXT,
        DESCRIPTION,
    ],
)
.lacking();
