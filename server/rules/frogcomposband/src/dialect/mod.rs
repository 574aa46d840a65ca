//! The directive tables of the edit files.
//!
//! Source: frogcomposband 7.1, `init1.c`, the `parse_*_info` functions.

mod monsters;
mod objects;
mod places;

pub(crate) use monsters::{BODIES, MONSTERS, SKILLS, SPELLS};
pub(crate) use objects::{ARTIFACTS, EGOS, EGOS_OF_ONE_ROLE, LIMITS, OBJECTS};
pub(crate) use places::{DUNGEONS, MORE_ROOMS, MORE_VAULTS, QUESTS, TERRAIN, VAULTS};

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Rest, Word},
    FieldSpec, FileSpec, Notation,
    spec::{directive, field},
};

/// The edit files whose records are read, in the order in which the program reads them.
pub(crate) static FILES: &[FileSpec] = &files(EGOS);

/// The same of PosChengband, whose egos have one role each.
pub(crate) static FILES_OF_ONE_ROLE: &[FileSpec] = &files(EGOS_OF_ONE_ROLE);

const fn files(egos: FileSpec) -> [FileSpec; 14] {
    [
        LIMITS,
        TERRAIN,
        OBJECTS,
        ARTIFACTS,
        egos,
        BODIES,
        MONSTERS,
        DUNGEONS,
        SPELLS,
        SKILLS,
        VAULTS,
        MORE_ROOMS,
        MORE_VAULTS,
        QUESTS,
    ]
}

pub(super) const fn file(name: &'static str, required: bool, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name,
        folder: "",
        aliases: &[],
        // Versions may stand anywhere, or nowhere.
        notation: Notation::VariantLetter,
        required,
        header: "N",
        directives,
        every_line: true,
        size: "",
        may_lack: false,
    }
}

pub(super) const VERSION: DirectiveSpec =
    directive("V", &[field("version", Rest)], "A version, which isn't looked at.");

pub(super) const fn name(doc: &'static str) -> DirectiveSpec {
    const FIELDS: &[FieldSpec] = &[field("index", Word), field("name", Rest)];
    directive("N", FIELDS, doc)
}
