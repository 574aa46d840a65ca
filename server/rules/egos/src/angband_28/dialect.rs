//! The directive tables of 2.8's edit files, and where it reads them in a way of its own.
//!
//! Source: init1.c of 2.8.3 (`init_k_info_txt`, `init_a_info_txt`, `init_e_info_txt`) and its defines.h.

use super::{SPEC, lists, tables, values};
use crate::letter::{
    LIGHT_CURSE, LetterDialect, LetterFiles, NAMES_ONLY, PVAL_FLAGS, ValueDialect,
    directives::{
        ARTIFACT, ARTIFACT_LEVEL, COMBAT, EGO, EGO_BONUSES, FLAGS, GLYPH, KIND, KIND_LEVEL, KIND_PLACES, TYPE, VERSION,
    },
    usual_tables,
};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Rest},
    FileSpec, Notation,
    spec::{directive, field, optional},
};

/// The game's dialect of the letter notation.
pub(super) static DIALECT: LetterDialect = LetterDialect {
    spec: &SPEC,
    files: LetterFiles(&[KINDS, ARTIFACTS, EGOS]),
    // `MAX_K_IDX`, `MAX_A_IDX`, `MAX_E_IDX`.
    names_only: &NAMES_ONLY,
    array_sizes: Some([512, 128, 128]),
    names: &tables::NAMES,
    pval_flags: PVAL_FLAGS,
    labels: b"",
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
    given_powers: lists::GIVEN_POWERS,
    values: ValueDialect::Bonuses(&values::VALUES),
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
    size: "",
    may_lack: false,
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "a_info.txt",
    folder: "",
    aliases: &["artifact.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS],
    every_line: true,
    size: "",
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
        directive("X", &[field("slot", Int), field("rating", Int)], "A slot that nothing uses, and rating."),
        EGO_LEVEL,
        EGO_BONUSES,
        FLAGS,
    ],
    every_line: true,
    size: "",
    may_lack: false,
};

/// `W:` – nothing of it says how often an ego comes.
const EGO_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int), optional("more", Rest)],
    "Three numbers that nothing uses (level, rarity, weight), and cost.",
);
