//! The directive tables of 2.9's edit files, and where it reads them in a way of its own.
//!
//! Source: init1.c of 2.9.1 and 2.9.2 (`init_z_info_txt`, `init_k_info_txt`, `init_a_info_txt`, `init_e_info_txt`).
//! RULES has it in section 7.

use super::{SPEC, tables, values};
use crate::letter::{
    LIGHT_CURSE, LetterDialect, LetterFiles, NAMES_ONLY, PVAL_FLAGS, ValueDialect,
    directives::{
        ACTIVATION, ARRAY_SIZE, ARTIFACT, ARTIFACT_LEVEL, COMBAT, EGO, EGO_BONUSES, EGO_LEVEL, EGO_PLACE, FLAGS, GLYPH,
        KIND, KIND_LEVEL, KIND_PLACES, TYPE, VERSION,
    },
    usual_tables,
};
use affixboard_model::syntax::{
    FieldKind::Int,
    FileSpec, Notation,
    spec::{directive, field},
};

/// The game's dialect of the letter notation.
pub(super) static DIALECT: LetterDialect = LetterDialect {
    spec: &SPEC,
    files: LetterFiles(&[LIMITS, KINDS, ARTIFACTS, EGOS]),
    names_only: &NAMES_ONLY,
    array_sizes: None,
    given_powers: &[],
    names: &tables::NAMES,
    pval_flags: PVAL_FLAGS,
    labels: b"FKAERVPHBOMNT",
    // The Magi.
    good_amulets: &[8],
    kind_tables: usual_tables,
    more_egos: None,
    insta_art_is_apart: false,
    ego_places: 3,
    has_last_level: false,
    curses: LIGHT_CURSE,
    cursed_affix_level: 1,
    amends: true,
    slots_vary: false,
    values: ValueDialect::Bonuses(&values::VALUES),
};

const LIMITS: FileSpec = FileSpec {
    name: "z_info.txt",
    folder: "",
    aliases: &["limits.txt"],
    notation: Notation::Letter,
    required: false,
    header: "M",
    directives: &[VERSION, ARRAY_SIZE],
    every_line: true,
    size: "",
    may_lack: false,
};

const KINDS: FileSpec = FileSpec {
    name: "k_info.txt",
    folder: "",
    aliases: &["object.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS],
    every_line: true,
    size: "K",
    may_lack: false,
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "a_info.txt",
    folder: "",
    aliases: &["artifact.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS, ACTIVATION],
    every_line: true,
    size: "A",
    may_lack: false,
};

const EGOS: FileSpec = FileSpec {
    name: "e_info.txt",
    folder: "",
    aliases: &["ego_item.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[
        VERSION,
        EGO,
        directive(
            "X",
            &[field("slot", Int), field("rating", Int), field("xtra", Int)],
            "A slot that nothing uses, rating and random power.",
        ),
        EGO_LEVEL,
        EGO_BONUSES,
        EGO_PLACE,
        FLAGS,
    ],
    every_line: true,
    size: "E",
    may_lack: false,
};
