//! Lines that games of several families have in the same form.

use crate::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    spec::{directive, field, optional},
};

/// `N:` – begins a kind.
pub(crate) const KIND: DirectiveSpec = directive("N", &[field("index", Int), field("name", Rest)], "Begins a kind.");

/// `G:` – how it is drawn on the map.
pub(crate) const GLYPH: DirectiveSpec =
    directive("G", &[field("char", Char), field("colour", Word)], "How it is drawn on the map.");

/// `I:` – item type and which one of its type.
pub(crate) const KIND_TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), field("sval", Int)], "Item type and which one of its type.");

/// `W:` – level, an unused number, weight in tenths of a pound, cost.
pub(crate) const KIND_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("unused", Int), field("weight", Int), field("cost", Int)],
    "Level, an unused number, weight in tenths of a pound, cost.",
);

/// `A:` – where it is drawn: weight and levels.
pub(crate) const KIND_ALLOCATION: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn: weight and levels.");

/// `C:` – charges, fuel or food value.
pub(crate) const EXTENT: DirectiveSpec = directive("C", &[field("extent", Random)], "Charges, fuel or food value.");

/// `M:` – chance of a pile, and its size.
pub(crate) const PILE: DirectiveSpec =
    directive("M", &[field("chance", Int), field("stack", Random)], "Chance of a pile, and its size.");

/// `E:` – effect and recharge time.
pub(crate) const EFFECT: DirectiveSpec =
    directive("E", &[field("effect", Word), optional("time", Random)], "Effect and recharge time.");

/// `N:` – begins an artifact.
pub(crate) const ARTIFACT: DirectiveSpec =
    directive("N", &[field("index", Int), field("name", Rest)], "Begins an artifact.");
