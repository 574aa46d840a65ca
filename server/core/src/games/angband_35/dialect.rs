//! The directive tables of 3.5's edit files.
//!
//! Source: 3.5.1's init.c (`parse_z`, `parse_object_base`, `parse_object`, `parse_e`, `parse_a`), as RULES describes it.

use crate::{
    families::common::directives::{
        ARTIFACT, EFFECT, EXTENT, GLYPH, KIND, KIND_ALLOCATION, KIND_LEVEL, KIND_TYPE, PILE,
    },
    syntax::{
        DirectiveSpec,
        FieldKind::{Int, Random, Rest, Word},
        FileSpec, Notation,
        spec::{directive, field, optional},
    },
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECT_BASE, OBJECTS, EGOS, ARTIFACTS];

const DESCRIPTION: DirectiveSpec = directive("D", &[field("text", Rest)], "A description for players.");
const FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags.");

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "",
    directives: &[directive(
        "M",
        &[field("label", Word), field("value", Int)],
        "An array size; only K (kinds) matters.",
    )],
};

const OBJECT_BASE: FileSpec = FileSpec {
    name: "object_base.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: true,
    header: "N",
    directives: &[
        directive("D", &[field("label", Word), field("value", Int)], "A default for the records that follow; only B."),
        directive("N", &[field("tval", Word), field("name", Rest)], "Begins an item type."),
        directive("B", &[field("breakage", Int)], "Chance to break when thrown, in per cent."),
        directive("F", &[field("flags", Rest)], "Flags of every kind of this type."),
    ],
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
        directive(
            "P",
            &[
                field("ac", Int),
                field("dice", Random),
                field("to-hit", Random),
                field("to-dam", Random),
                field("to-ac", Random),
            ],
            "Armour class, damage dice and bonuses.",
        ),
        EXTENT,
        PILE,
        directive("F", &[field("flags", Rest)], "Flags."),
        EFFECT,
        directive("L", &[field("pval", Random), optional("flags", Rest)], "A pval and the flags it is for."),
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
        directive("N", &[field("index", Int), field("name", Rest)], "Begins an ego."),
        directive(
            "X",
            &[field("rating", Int), field("xtra", Int)],
            "An unused rating, and a random power: 1 a sustain, 2 a high resistance, 3 a protection or other power.",
        ),
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("unused", Int), field("cost", Int)],
            "First level, rarity (an ego weighs 100 ÷ this), an unused number, cost.",
        ),
        directive(
            "A",
            &[field("commonness", Int), field("depths", Rest)],
            "An unused commonness, the level from which it is usual, and its last level.",
        ),
        directive(
            "C",
            &[field("to-hit", Random), field("to-dam", Random), field("to-ac", Random)],
            "Random bonuses on top of the item's own.",
        ),
        directive(
            "M",
            &[field("min-to-hit", Int), field("min-to-dam", Int), field("min-to-ac", Int)],
            "The least bonuses an item has afterwards; 255 is none.",
        ),
        directive(
            "T",
            &[field("tval", Word), field("min-sval", Int), field("max-sval", Int)],
            "Item type, first and last sval it comes on; up to three lines.",
        ),
        FLAGS,
        directive(
            "L",
            &[field("pval", Random), field("min-pval", Int), field("flags", Rest)],
            "A pval, its minimum and the flags it is for.",
        ),
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
        directive("I", &[field("tval", Word), field("sval", Word)], "The kind it is, by sval or name."),
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level and rarity, both unused, weight in tenths of a pound, cost.",
        ),
        directive(
            "A",
            &[field("commonness", Int), field("depths", Rest)],
            "The chance of a try in per cent, and its levels.",
        ),
        directive(
            "P",
            &[field("ac", Int), field("dice", Random), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
            "Armour class, damage dice and bonuses.",
        ),
        FLAGS,
        directive("E", &[field("effect", Word), field("time", Random)], "Activation and recharge time."),
        directive("M", &[field("text", Rest)], "What is said when it is activated."),
        directive("L", &[field("pval", Int), field("flags", Rest)], "A pval and the flags it is for."),
        DESCRIPTION,
    ],
};
