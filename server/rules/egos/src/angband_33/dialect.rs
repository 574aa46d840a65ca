//! The directive tables of 3.3's edit files.
//!
//! Source: 3.3.2's init2.c (`init_parse_z`, `init_parse_kb`, `init_parse_k`, `init_parse_e`, `init_parse_a`).

use crate::colon::{
    directives::{
        DESCRIPTION, EFFECT, EXTENT, KIND, KIND_ALLOCATION, KIND_COMBAT, KIND_FLAGS, KIND_LEVEL, KIND_PVAL, KIND_TYPE,
        PILE, VERSION, WORD_GLYPH,
    },
    files::{ARTIFACTS, EGOS, OBJECT_BASE, SIZES},
};
use affixboard_model::syntax::{FileSpec, spec::file};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[SIZES, OBJECT_BASE, OBJECTS.sized("K"), EGOS.sized("E"), ARTIFACTS.sized("A")];

const OBJECTS: FileSpec = file(
    "object.txt",
    "N",
    &[
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
);
