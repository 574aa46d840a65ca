//! The lines that the files of all games of this notation have in the same form.
//!
//! Source: init1.c of 2.9.1 and 3.0.6 (`init_k_info_txt` and so on, later `parse_k_info`), as RULES describes it.

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Dice, Int, Rest, Word},
    spec::{directive, field, optional},
};

pub use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};

/// `V:` – the version the file is for.
pub const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "The version the file is for.");

/// `M:` – an array size.
pub const ARRAY_SIZE: DirectiveSpec = directive(
    "M",
    &[field("label", Char), field("value", Int)],
    "An array size; K (kinds), A (artifacts) and E (egos) matter.",
);

/// `N:` – begins a kind.
pub const KIND: DirectiveSpec = directive("N", &[field("index", Word), field("name", Rest)], "Begins a kind.");

/// `I:` – item type, which one of its type, and its pval; of kinds and artifacts.
pub const TYPE: DirectiveSpec = directive(
    "I",
    &[field("tval", Int), field("sval", Int), field("pval", Int)],
    "Item type, which one of its type, and its pval.",
);

/// `W:` – a kind's level, an unused number, weight in tenths of a pound, cost.
pub const KIND_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("unused", Int), field("weight", Int), field("cost", Int)],
    "Level, an unused number, weight in tenths of a pound, cost.",
);

/// `A:` – where a kind is drawn.
pub const KIND_PLACES: DirectiveSpec =
    directive("A", &[field("places", Rest)], "Where it is drawn: up to four of level/chance.").allocating();

/// `P:` – armour class, damage dice and bonuses; of kinds and artifacts.
pub const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
    "Armour class, damage dice and bonuses.",
);

/// `N:` – begins an artifact.
pub const ARTIFACT: DirectiveSpec = directive("N", &[field("index", Word), field("name", Rest)], "Begins an artifact.");

/// `W:` – an artifact's level, one in how many, weight in tenths of a pound, cost.
pub const ARTIFACT_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
    "Level, one in how many, weight in tenths of a pound, cost.",
)
.allocating();

/// `A:` – an artifact's activation.
pub const ACTIVATION: DirectiveSpec =
    directive("A", &[optional("activation", Rest)], "Activation, and turns until the next.");

/// `N:` – begins an ego.
pub const EGO: DirectiveSpec = directive("N", &[field("index", Word), field("name", Rest)], "Begins an ego.");

/// `W:` – an ego's level, one in how many, an unused number, cost. What follows is a variant's.
pub const EGO_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int), optional("more", Rest)],
    "Level, one in how many, an unused number, cost.",
)
.allocating();

/// `C:` – the most an ego adds to bonuses and pval.
pub const EGO_BONUSES: DirectiveSpec = directive(
    "C",
    &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), field("pval", Int)],
    "The most it adds to to-hit, to-dam, to-ac and pval.",
);

/// `T:` – item type and svals an ego goes on.
pub const EGO_PLACE: DirectiveSpec = directive(
    "T",
    &[field("tval", Int), field("min-sval", Int), field("max-sval", Int)],
    "Item type and svals it goes on; up to three.",
)
.allocating();
