//! The directive tables of 3.2's edit files.
//!
//! Source: 3.2.0's init2.c (`init_parse_z`, `init_parse_k`, `init_parse_e`, `init_parse_a`).

use crate::{
    families::{
        common::directives::{ARTIFACT, EFFECT, EXTENT, KIND, KIND_ALLOCATION, KIND_LEVEL, PILE},
        egos::colon::directives::{
            ACTIVATION, ACTIVATION_TEXT, ARRAY_SIZE, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_LEVEL,
            ARTIFACT_TYPE_PVAL, DESCRIPTION, EGO, EGO_LEVEL, EGO_PLACE, EGO_XTRA, FLAGS, KIND_COMBAT, KIND_FLAGS,
            VERSION, WORD_GLYPH,
        },
    },
    syntax::{
        FieldKind::{Int, Random, Word},
        FileSpec, Notation,
        spec::{directive, field},
    },
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECTS, EGOS, ARTIFACTS];

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "",
    directives: &[VERSION, ARRAY_SIZE],
};

const OBJECTS: FileSpec = FileSpec {
    name: "object.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[
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
};

const EGOS: FileSpec = FileSpec {
    name: "ego_item.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[
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
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "artifact.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[
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
};
