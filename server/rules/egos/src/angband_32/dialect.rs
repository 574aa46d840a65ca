//! The directive tables of 3.2's edit files.
//!
//! Source: 3.2.0's init2.c (`init_parse_z`, `init_parse_k`, `init_parse_e`, `init_parse_a`).

use crate::colon::{
    directives::{
        ACTIVATION, ACTIVATION_TEXT, ARTIFACT, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_LEVEL,
        ARTIFACT_TYPE_PVAL, DESCRIPTION, EFFECT, EGO, EGO_LEVEL, EGO_PLACE, EGO_XTRA, EXTENT, FLAGS, KIND,
        KIND_ALLOCATION, KIND_COMBAT, KIND_FLAGS, KIND_LEVEL, PILE, VERSION, WORD_GLYPH,
    },
    files::SIZES,
};
use affixboard_model::syntax::{
    FieldKind::{Int, Random, Word},
    FileSpec,
    spec::{directive, field, file},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[SIZES, OBJECTS.sized("K"), EGOS.sized("E"), ARTIFACTS.sized("A")];

const OBJECTS: FileSpec = file(
    "object.txt",
    "N",
    &[
        VERSION,
        KIND,
        WORD_GLYPH,
        directive(
            "I",
            &[field("tval", Word), field("sval", Int), field("pval", Random)],
            "Item type, which one of its type, and its pval.",
        ),
        KIND_LEVEL,
        KIND_ALLOCATION,
        KIND_COMBAT,
        EXTENT,
        PILE,
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
            &[field("to-hit", Random), field("to-dam", Random), field("to-ac", Random), field("pval", Random)],
            "Random bonuses on top of the item's own; of cursed items they are taken away.",
        ),
        directive(
            "M",
            &[field("min-to-hit", Int), field("min-to-dam", Int), field("min-to-ac", Int), field("min-pval", Int)],
            "The least bonuses an item has afterwards; of cursed items the least penalties.",
        ),
        EGO_PLACE,
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
        ARTIFACT_LEVEL,
        ARTIFACT_ALLOCATION,
        ARTIFACT_COMBAT,
        FLAGS,
        ACTIVATION,
        ACTIVATION_TEXT,
        DESCRIPTION,
    ],
);
