//! The lines that the files of several games of this notation have in the same form.
//!
//! Source: init2.c of 3.2.0 to 3.4.1 and init.c of 3.5.1 (`parse_z`, `parse_kb_n`, `parse_k_n`, `parse_e_n`,
//! `parse_a_n` and so on).

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Random, Rest, Word},
    spec::{directive, field},
};

pub use affixboard_kin::directives::{
    ARRAY_SIZE, ARTIFACT, ARTIFACT_COMBAT, BREAKAGE, EFFECT, EXTENT, FLAGS, GLYPH, KIND, KIND_ALLOCATION, KIND_COMBAT,
    KIND_LEVEL, KIND_PVAL, KIND_TYPE, PILE, PVAL_WITH_MINIMUM, TYPE, TYPE_DEFAULT,
};

/// `V:` – the version, which is read and ignored.
pub const VERSION: DirectiveSpec =
    directive("V", &[field("version", Word)], "The version the file is for; it is passed over.");

/// `D:` – a description.
pub const DESCRIPTION: DirectiveSpec = directive("D", &[field("text", Rest)], "A description for players.");

/// `G:` – how a kind is drawn on the map, the character a field like others.
pub const WORD_GLYPH: DirectiveSpec =
    directive("G", &[field("char", Word), field("colour", Word)], "How it is drawn on the map.");

/// `F:` – flags of an item type.
pub const TYPE_FLAGS: DirectiveSpec = directive("F", &[field("flags", Rest)], "Flags of every kind of this type.");

/// `F:` – flags of a kind.
pub const KIND_FLAGS: DirectiveSpec = directive("F", &[field("flags", Rest)], "Flags.");

/// `N:` – begins an ego.
pub const EGO: DirectiveSpec = directive("N", &[field("index", Int), field("name", Rest)], "Begins an ego.");

/// `X:` – rating and random power of an ego.
pub const EGO_XTRA: DirectiveSpec = directive(
    "X",
    &[field("rating", Int), field("xtra", Int)],
    "An unused rating, and a random power: 1 a sustain, 2 a high resistance, 3 a protection or other power.",
);

/// `W:` – first level and rarity of an ego.
pub const EGO_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("unused", Int), field("cost", Int)],
    "First level, rarity (an ego weighs 100 ÷ this), an unused number, cost.",
)
.allocating();

/// `A:` – commonness and levels of an ego where the program uses none of them.
pub const EGO_UNUSED: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("depths", Rest)], "Commonness and levels, none of which is used.");

/// `I:` – the kind an artifact is, and its only pval.
pub const ARTIFACT_TYPE_PVAL: DirectiveSpec = directive(
    "I",
    &[field("tval", Word), field("sval", Word), field("pval", Int)],
    "The kind it is, by sval or name, and its pval.",
);

/// `C:` – random bonuses of an ego.
pub const EGO_BONUSES: DirectiveSpec = directive(
    "C",
    &[field("to-hit", Random), field("to-dam", Random), field("to-ac", Random)],
    "Random bonuses on top of the item's own.",
);

/// `M:` – minima of an ego.
pub const EGO_MINIMA: DirectiveSpec = directive(
    "M",
    &[field("min-to-hit", Int), field("min-to-dam", Int), field("min-to-ac", Int)],
    "The least bonuses an item has afterwards; 255 is none.",
);

/// `T:` – where an ego comes.
pub const EGO_PLACE: DirectiveSpec = directive(
    "T",
    &[field("tval", Word), field("min-sval", Int), field("max-sval", Int)],
    "Item type, first and last sval it comes on; up to three lines.",
)
.allocating();

/// `I:` – the kind an artifact is.
pub const ARTIFACT_TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), field("sval", Word)], "The kind it is, by sval or name.");

/// `W:` – weight and cost of an artifact.
pub const ARTIFACT_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
    "Level and rarity, both unused, weight in tenths of a pound, cost.",
);

/// `A:` – chance and levels of an artifact.
pub const ARTIFACT_ALLOCATION: DirectiveSpec = directive(
    "A",
    &[field("commonness", Int), field("depths", Rest)],
    "The chance of a try in per cent, and its levels.",
)
.allocating();

/// `E:` – what an artifact does.
pub const ACTIVATION: DirectiveSpec =
    directive("E", &[field("effect", Word), field("time", Random)], "Activation and recharge time.");

/// `M:` – the message then.
pub const ACTIVATION_TEXT: DirectiveSpec =
    directive("M", &[field("text", Rest).verbatim()], "What is said when it is activated.");

/// `L:` – a pval of an artifact.
pub const ARTIFACT_PVAL: DirectiveSpec =
    directive("L", &[field("pval", Int), field("flags", Rest)], "A pval and the flags it is for.");
