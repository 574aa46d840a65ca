//! The directive tables of 3.5's edit files.
//!
//! Source: 3.5.1's init.c (`parse_z`, `parse_object_base`, `parse_object`, `parse_e`, `parse_a`), as RULES describes it.

use crate::{
    families::{
        common::directives::{ARTIFACT, EFFECT, EXTENT, GLYPH, KIND, KIND_ALLOCATION, KIND_LEVEL, KIND_TYPE, PILE},
        egos::colon::directives::{
            ACTIVATION, ACTIVATION_TEXT, ARRAY_SIZE, ARTIFACT_ALLOCATION, ARTIFACT_COMBAT, ARTIFACT_LEVEL,
            ARTIFACT_PVAL, ARTIFACT_TYPE, BREAKAGE, DESCRIPTION, EGO, EGO_BONUSES, EGO_LEVEL, EGO_MINIMA, EGO_PLACE,
            EGO_PVAL, EGO_XTRA, FLAGS, KIND_COMBAT, KIND_FLAGS, KIND_PVAL, TYPE, TYPE_DEFAULT, TYPE_FLAGS,
        },
    },
    syntax::{
        FieldKind::{Int, Rest},
        FileSpec, Notation,
        spec::{directive, field},
    },
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECT_BASE, OBJECTS, EGOS, ARTIFACTS];

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "",
    directives: &[ARRAY_SIZE],
};

const OBJECT_BASE: FileSpec = FileSpec {
    name: "object_base.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[TYPE_DEFAULT, TYPE, BREAKAGE, TYPE_FLAGS],
};

const OBJECTS: FileSpec = FileSpec {
    name: "object.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[
        KIND,
        GLYPH,
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
        EGO,
        EGO_XTRA,
        EGO_LEVEL,
        directive(
            "A",
            &[field("commonness", Int), field("depths", Rest)],
            "An unused commonness, the level from which it is usual, and its last level.",
        ),
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
