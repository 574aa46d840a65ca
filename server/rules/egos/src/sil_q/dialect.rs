//! The directive tables of Sil-Q's edit files, and which kinds its drops choose from.
//!
//! Source: 1.5.0's init1.c (`parse_z_info`, `parse_k_info`, `parse_a_info`, `parse_e_info`) and object2.c
//! (`get_obj_num_prep`, `kind_is_good`, `kind_is_great`, `kind_is_not_damaged`), as RULES describes them.

use super::{DAMAGED, SPEC, tables};
use crate::letter::{
    CurseRule, KindFacts, LIGHT_CURSE, LetterDialect, LetterFiles, PLACE_BY_NAME, TYPE_BY_NAME, ValueDialect,
    directives::{
        ARTIFACT, ARTIFACT_LEVEL, DESCRIPTION, EGO, FLAGS, GLYPH, KIND, KIND_LEVEL, KIND_PLACES, TYPE, VERSION,
    },
};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Dice, Int, Rest},
    FileSpec, Notation,
    spec::{directive, field, optional},
};

/// The game's dialect of the letter notation.
pub(super) static DIALECT: LetterDialect = LetterDialect {
    spec: &SPEC,
    files: LetterFiles(&[LIMITS, OBJECTS, ARTIFACTS, SPECIALS]),
    names_only: &NAMES_ONLY,
    array_sizes: None,
    given_powers: &[],
    names: &tables::NAMES,
    pval_flags: tables::PVAL_FLAGS,
    labels: b"FKBAERGVPCHQLONT",
    good_amulets: &[],
    kind_tables,
    more_egos: Some(("MORE_SPECIAL", 50)),
    insta_art_is_apart: true,
    ego_places: 4,
    has_last_level: true,
    // Good drops pass over what is cursed and what is worth nothing.
    curses: CurseRule { worthless: true, ..LIGHT_CURSE },
    cursed_affix_level: 0,
    amends: false,
    slots_vary: false,
    values: ValueDialect::Combat(super::values::rules),
};

/// The tables of normal, good and great drops, of those that aren't damaged, and of damaged ones.
fn kind_tables(kind: &KindFacts, dialect: &LetterDialect) -> u8 {
    if kind.flags & dialect.names.flag("DAMAGED") != 0 {
        return 1 << DAMAGED.table;
    }
    // What is wielded, shot with and worn; chests.
    let is_great = matches!(kind.tval, 7 | 19 | 21..=23 | 30..=37);
    // Diggers, arrows; potions of Miruvor, healing and quickness.
    let is_good = is_great || matches!(kind.tval, 17 | 20) || (kind.tval == 75 && matches!(kind.sval, 0 | 5 | 9));
    let is_skeleton = kind.tval == 3;
    1 | u8::from(is_good) << 1 | u8::from(is_great) << 2 | u8::from(!is_skeleton) << 3
}

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    folder: "",
    aliases: &["z_info.txt"],
    notation: Notation::Letter,
    required: false,
    header: "M",
    directives: &[
        VERSION,
        directive(
            "M",
            &[field("label", Char), field("value", Int), optional("rest", Rest)],
            "An array size; K (kinds), A (special, normal, random and self-made artefacts) and E (special items) matter.",
        ),
    ],
    every_line: true,
    size: "",
    may_lack: false,
};

const OBJECTS: FileSpec = FileSpec {
    name: "object.txt",
    folder: "",
    aliases: &["k_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS, ABILITIES, DESCRIPTION],
    every_line: true,
    size: "K",
    may_lack: false,
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "artefact.txt",
    folder: "",
    aliases: &["artifact.txt", "a_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, ARTIFACT, GLYPH, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS, ACTIVATION, ABILITIES, DESCRIPTION],
    every_line: true,
    size: "A",
    may_lack: true,
};

const SPECIALS: FileSpec = FileSpec {
    name: "special.txt",
    folder: "",
    aliases: &["ego_item.txt", "e_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[VERSION, EGO, SPECIAL_LEVEL, MAXIMA, PLACE, FLAGS, ABILITIES, DESCRIPTION],
    every_line: true,
    size: "E",
    may_lack: false,
};

/// The same files of a team that has names of its own in them.
static NAMES_ONLY: [FileSpec; 4] = [
    FileSpec { notation: Notation::VariantLetter, ..LIMITS },
    FileSpec {
        notation: Notation::VariantLetter,
        directives: &[
            VERSION,
            KIND,
            GLYPH,
            TYPE_BY_NAME,
            KIND_LEVEL,
            KIND_PLACES,
            COMBAT,
            FLAGS,
            ABILITIES,
            DESCRIPTION,
        ],
        ..OBJECTS
    },
    FileSpec {
        notation: Notation::VariantLetter,
        directives: &[
            VERSION,
            ARTIFACT,
            GLYPH,
            TYPE_BY_NAME,
            ARTIFACT_LEVEL,
            COMBAT,
            FLAGS,
            ACTIVATION,
            ABILITIES,
            DESCRIPTION,
        ],
        ..ARTIFACTS
    },
    FileSpec {
        notation: Notation::VariantLetter,
        directives: &[VERSION, EGO, SPECIAL_LEVEL, MAXIMA, PLACE_BY_NAME, FLAGS, ABILITIES, DESCRIPTION],
        ..SPECIALS
    },
];

const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("attack", Int), field("damage", Dice), field("evasion", Int), field("protection", Dice)],
    "Attack, dice of damage, evasion, dice of protection.",
);

const ABILITIES: DirectiveSpec =
    directive("B", &[field("abilities", Rest)], "Abilities it gives: up to four of skill/ability between colons.");

const ACTIVATION: DirectiveSpec =
    directive("A", &[optional("activation", Rest)], "Activation, turns until the next, and dice of more turns.");

const SPECIAL_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("max-level", Int), field("cost", Int)],
    "First level, one in how many, last level (0: none), cost.",
)
.allocating();

const MAXIMA: DirectiveSpec = directive(
    "C",
    &[
        field("attack", Int),
        field("damage-dice", Int),
        field("damage-sides", Int),
        field("evasion", Int),
        field("protection-dice", Int),
        field("protection-sides", Int),
        field("pval", Int),
    ],
    "The most it adds to attack, dice and sides of damage, evasion, dice and sides of protection, pval.",
);

const PLACE: DirectiveSpec = directive(
    "T",
    &[field("tval", Int), field("min-sval", Int), field("max-sval", Int)],
    "Item type and svals it goes on; up to four.",
)
.allocating();
