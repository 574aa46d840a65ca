//! Lines that several files have.

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::Rest,
    FieldSpec,
    spec::{directive, field, optional},
};

pub(super) const TEXT: &[FieldSpec] = &[field("text", Rest).verbatim()];

pub(super) const DESCRIPTION: DirectiveSpec = directive("desc", TEXT, "A description for players.");
pub(super) const FLAGS: DirectiveSpec = directive("flags", &[field("flags", Rest)], "Flags.");
pub(super) const FLAGS_OR_NONE: DirectiveSpec = directive("flags", &[optional("flags", Rest)], "Flags, or none.");
pub(super) const VALUES: DirectiveSpec =
    directive("values", &[field("values", Rest)], "Modifiers and resistances with their values in brackets.");
pub(super) const SLAY: DirectiveSpec = directive("slay", &[field("code", Rest)], "A slay, by its code in slay.txt.");
pub(super) const BRAND: DirectiveSpec =
    directive("brand", &[field("code", Rest)], "A brand, by its code in brand.txt.");
