//! The directive tables of 3.0's edit files, which are those of 2.9 under other names.
//!
//! Source: 3.0.6's init1.c (`parse_z_info`, `parse_k_info`, `parse_a_info`, `parse_e_info`), as RULES describes it.

use crate::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Dice, Int, Rest, Word},
    FileSpec, Notation,
    spec::{directive, field, optional},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECTS, ARTIFACTS, EGOS];

const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "The version the file is for.");
const DESCRIPTION: DirectiveSpec = directive("D", &[optional("text", Rest)], "A description for players.");
const FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags.");
const TYPE: DirectiveSpec = directive(
    "I",
    &[field("tval", Int), field("sval", Int), field("pval", Int)],
    "Item type, which one of its type, and its pval.",
);
const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
    "Armour class, damage dice and bonuses.",
);

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &["z_info.txt"],
    notation: Notation::Letter,
    required: false,
    header: "",
    directives: &[
        VERSION,
        directive(
            "M",
            &[field("label", Char), field("value", Int)],
            "An array size; K (kinds), A (artifacts) and E (egos) matter.",
        ),
    ],
};

const OBJECTS: FileSpec = FileSpec {
    name: "object.txt",
    aliases: &["k_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Word), field("name", Rest)], "Begins a kind."),
        directive("G", &[field("char", Char), field("colour", Word)], "How it is drawn on the map."),
        TYPE,
        directive(
            "W",
            &[field("level", Int), field("unused", Int), field("weight", Int), field("cost", Int)],
            "Level, an unused number, weight in tenths of a pound, cost.",
        ),
        directive("A", &[field("places", Rest)], "Where it is drawn: up to four of level/chance."),
        COMBAT,
        FLAGS,
        DESCRIPTION,
    ],
};

const ARTIFACTS: FileSpec = FileSpec {
    name: "artifact.txt",
    aliases: &["a_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Word), field("name", Rest)], "Begins an artifact."),
        TYPE,
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, one in how many, weight in tenths of a pound, cost.",
        ),
        COMBAT,
        FLAGS,
        directive("A", &[optional("activation", Rest)], "Activation, and turns until the next."),
        DESCRIPTION,
    ],
};

const EGOS: FileSpec = FileSpec {
    name: "ego_item.txt",
    aliases: &["e_info.txt"],
    notation: Notation::Letter,
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Word), field("name", Rest)], "Begins an ego."),
        directive(
            "X",
            &[field("slot-or-rating", Int), optional("rating-or-xtra", Int), optional("xtra", Int)],
            "Rating and random power; in older files a slot before them.",
        ),
        directive(
            "W",
            &[
                field("level", Int),
                field("rarity", Int),
                field("weight", Int),
                field("cost", Int),
                optional("more", Rest),
            ],
            "Level, one in how many, an unused number, cost.",
        ),
        directive(
            "C",
            &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), field("pval", Int)],
            "The most it adds to to-hit, to-dam, to-ac and pval.",
        ),
        directive(
            "T",
            &[field("tval", Int), field("min-sval", Int), field("max-sval", Int)],
            "Item type and svals it goes on; up to three.",
        ),
        FLAGS,
        DESCRIPTION,
    ],
};
