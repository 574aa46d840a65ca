//! Lines that games of several families have in the same form.

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    spec::{directive, field, optional},
};

/// `D:` – a description.
pub const DESCRIPTION: DirectiveSpec =
    directive("D", &[optional("text", Rest).verbatim()], "A description for players.");

/// `F:` – flags.
pub const FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags.");

/// `M:` – an array size.
pub const ARRAY_SIZE: DirectiveSpec =
    directive("M", &[field("label", Word), field("value", Int)], "An array size; only K (kinds) matters.");

/// `D:` – a default of item types.
pub const TYPE_DEFAULT: DirectiveSpec =
    directive("D", &[field("label", Word), field("value", Int)], "A default for the records that follow; only B.");

/// `N:` – begins an item type.
pub const TYPE: DirectiveSpec = directive("N", &[field("tval", Word), field("name", Rest)], "Begins an item type.");

/// `B:` – how often an item type breaks.
pub const BREAKAGE: DirectiveSpec =
    directive("B", &[field("breakage", Int)], "Chance to break when thrown, in per cent.");

/// `N:` – begins a kind.
pub const KIND: DirectiveSpec = directive("N", &[field("index", Int), field("name", Rest)], "Begins a kind.");

/// `G:` – how it is drawn on the map.
pub const GLYPH: DirectiveSpec =
    directive("G", &[field("char", Char), field("colour", Word)], "How it is drawn on the map.");

/// `I:` – item type and which one of its type.
pub const KIND_TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), field("sval", Int)], "Item type and which one of its type.");

/// `W:` – level, an unused number, weight in tenths of a pound, cost.
pub const KIND_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("unused", Int), field("weight", Int), field("cost", Int)],
    "Level, an unused number, weight in tenths of a pound, cost.",
);

/// `A:` – where it is drawn: weight and levels.
pub const KIND_ALLOCATION: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn: weight and levels.")
        .allocating();

/// `P:` – armour class, damage dice and bonuses of a kind.
pub const KIND_COMBAT: DirectiveSpec = directive(
    "P",
    &[
        field("ac", Int),
        field("dice", Random),
        field("to-hit", Random),
        field("to-dam", Random),
        field("to-ac", Random),
    ],
    "Armour class, damage dice and bonuses.",
);

/// `C:` – charges, fuel or food value.
pub const EXTENT: DirectiveSpec = directive("C", &[field("extent", Random)], "Charges, fuel or food value.");

/// `M:` – chance of a pile, and its size.
pub const PILE: DirectiveSpec =
    directive("M", &[field("chance", Int), field("stack", Random)], "Chance of a pile, and its size.");

/// `E:` – effect and recharge time.
pub const EFFECT: DirectiveSpec =
    directive("E", &[field("effect", Word), optional("time", Random)], "Effect and recharge time.");

/// `L:` – a pval of a kind.
pub const KIND_PVAL: DirectiveSpec =
    directive("L", &[field("pval", Random), optional("flags", Rest)], "A pval and the flags it is for.");

/// `L:` – a pval of an ego or affix, and its minimum.
pub const PVAL_WITH_MINIMUM: DirectiveSpec = directive(
    "L",
    &[field("pval", Random), field("min-pval", Int), field("flags", Rest)],
    "A pval, its minimum and the flags it is for.",
);

/// `N:` – begins an artifact.
pub const ARTIFACT: DirectiveSpec = directive("N", &[field("index", Int), field("name", Rest)], "Begins an artifact.");

/// `P:` – armour class, damage dice and bonuses of an artifact.
pub const ARTIFACT_COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Random), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
    "Armour class, damage dice and bonuses.",
);
