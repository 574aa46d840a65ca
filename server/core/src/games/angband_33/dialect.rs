//! The directive tables of 3.3's edit files.
//!
//! Source: 3.3.2's init2.c (`init_parse_z`, `init_parse_kb`, `init_parse_k`, `init_parse_e`, `init_parse_a`).

use crate::{
    families::{
        common::directives::{ARTIFACT, EFFECT, EXTENT, KIND, KIND_ALLOCATION, KIND_LEVEL, KIND_TYPE, PILE},
        egos::colon::directives::{
            ACTIVATION, ACTIVATION_TEXT, ARRAY_SIZE, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_LEVEL,
            ARTIFACT_PVAL, ARTIFACT_TYPE, BREAKAGE, DESCRIPTION, EGO, EGO_BONUSES, EGO_LEVEL, EGO_MINIMA, EGO_PLACE,
            EGO_PVAL, EGO_UNUSED, EGO_XTRA, FLAGS, KIND_COMBAT, KIND_FLAGS, KIND_PVAL, TYPE, TYPE_DEFAULT, TYPE_FLAGS,
            VERSION, WORD_GLYPH,
        },
    },
    syntax::{FileSpec, Notation},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECT_BASE, OBJECTS, EGOS, ARTIFACTS];

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "",
    directives: &[VERSION, ARRAY_SIZE],
};

const OBJECT_BASE: FileSpec = FileSpec {
    name: "object_base.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[VERSION, TYPE_DEFAULT, TYPE, BREAKAGE, TYPE_FLAGS],
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
        KIND_TYPE,
        KIND_LEVEL,
        KIND_ALLOCATION,
        KIND_COMBAT,
        EXTENT,
        PILE,
        KIND_FLAGS,
        EFFECT,
        KIND_PVAL,
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
        EGO_UNUSED,
        EGO_BONUSES,
        EGO_MINIMA,
        EGO_PLACE,
        FLAGS,
        EGO_PVAL,
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
        ARTIFACT_TYPE,
        ARTIFACT_LEVEL,
        ARTIFACT_ALLOCATION,
        ARTIFACT_COMBAT,
        FLAGS,
        ACTIVATION,
        ACTIVATION_TEXT,
        ARTIFACT_PVAL,
        DESCRIPTION,
    ],
};
