//! The directive tables of 3.5's edit files.
//!
//! Source: 3.5.1's init.c (`parse_z`, `parse_object_base`, `parse_object`, `parse_e`, `parse_a`), as RULES describes
//! it.

use crate::colon::{
    directives::{DESCRIPTION, EGO, EGO_BONUSES, EGO_LEVEL, EGO_MINIMA, EGO_PLACE, EGO_XTRA, FLAGS, PVAL_WITH_MINIMUM},
    files::{ARTIFACTS, LIMITS, OBJECT_BASE, OBJECTS, without_version},
};
use affixboard_kin::monsters::{
    MonsterSpec, Numbers, RULES_OF_3_5,
    files::{MONSTER_BASES, MONSTERS_OF_3_5},
    flags::FLAGS_OF_3_5,
};
use affixboard_model::syntax::{
    FieldKind::{Int, Rest},
    FileSpec,
    spec::{directive, field, file},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[
    without_version(LIMITS),
    without_version(OBJECT_BASE),
    without_version(OBJECTS),
    EGOS,
    without_version(ARTIFACTS),
    MONSTER_BASES,
    MONSTERS_OF_3_5,
];

/// Those that drops are made of.
pub(super) const DROP_FILES: &[FileSpec] = FILES.split_at(5).0;

/// The monsters of its files.
pub(super) static MONSTER_SPEC: MonsterSpec = MonsterSpec {
    files: &[MONSTER_BASES, MONSTERS_OF_3_5],
    flags: FLAGS_OF_3_5,
    numbers: Numbers::ByteLevel,
    rules: &RULES_OF_3_5,
};

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
