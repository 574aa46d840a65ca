//! The directive tables of 3.5's edit files.
//!
//! Source: 3.5.1's init.c (`parse_z`, `parse_object_base`, `parse_object`, `parse_e`, `parse_a`), as RULES describes
//! it.

use crate::{
    families::egos::colon::{
        directives::{
            DESCRIPTION, EGO, EGO_BONUSES, EGO_LEVEL, EGO_MINIMA, EGO_PLACE, EGO_XTRA, FLAGS, PVAL_WITH_MINIMUM,
        },
        files::{ARTIFACTS, LIMITS, OBJECT_BASE, OBJECTS, without_version},
    },
    syntax::{
        FieldKind::{Int, Rest},
        FileSpec,
        spec::{directive, field, file},
    },
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[
    without_version(LIMITS),
    without_version(OBJECT_BASE),
    without_version(OBJECTS),
    EGOS,
    without_version(ARTIFACTS),
];

const EGOS: FileSpec = file(
    "ego_item.txt",
    "N",
    &[
        EGO,
        EGO_XTRA,
        EGO_LEVEL,
        directive(
            "A",
            &[field("commonness", Int), field("depths", Rest)],
            "An unused commonness, the level from which it is usual, and its last level.",
        )
        .allocating(),
        EGO_BONUSES,
        EGO_MINIMA,
        EGO_PLACE,
        FLAGS,
        PVAL_WITH_MINIMUM,
        DESCRIPTION,
    ],
);
