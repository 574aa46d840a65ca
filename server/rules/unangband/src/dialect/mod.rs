//! The directive tables of the edit files.
//!
//! Source: Unangband 0.7.0-pre1, `init1.c`, the `parse_*_info` functions.

mod monsters;
mod objects;
mod places;
mod players;

pub(super) use monsters::{BLOWS, EFFECTS, MONSTERS};
pub(super) use objects::{ARTIFACTS, EGOS, FLAVORS, LIMITS, OBJECTS, RANDOM_ARTIFACTS, RUNES};
pub(super) use places::{COSTS, DUNGEONS, OWNERS, QUESTS, REGIONS, ROOMS, STORES, TERRAIN, VAULTS};
pub(super) use players::{CLASSES, HISTORY, NAMES, RACES, SPELLS, STYLES};

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Rest, Word},
    FieldSpec, FileSpec, Notation,
    spec::{directive, field},
};

/// All edit files, in the order in which the program reads them.
pub(super) static FILES: &[FileSpec] = &[
    LIMITS,
    EFFECTS,
    BLOWS,
    REGIONS,
    TERRAIN,
    ROOMS,
    MONSTERS,
    OBJECTS,
    ARTIFACTS,
    NAMES,
    EGOS,
    FLAVORS,
    VAULTS,
    HISTORY,
    CLASSES,
    RACES,
    STYLES,
    SPELLS,
    RUNES,
    DUNGEONS,
    STORES,
    OWNERS,
    COSTS,
    RANDOM_ARTIFACTS,
    QUESTS,
];

const fn file(name: &'static str, required: bool, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name,
        folder: "",
        aliases: &[],
        notation: Notation::Letter,
        required,
        header: "N",
        directives,
        every_line: true,
        size: "",
        may_lack: false,
    }
}

const VERSION: DirectiveSpec =
    directive("V", &[field("version", Rest)], "The version that the file is for; only 0.7.0 is read.");

const fn name(doc: &'static str) -> DirectiveSpec {
    const FIELDS: &[FieldSpec] = &[field("index", Word), field("name", Rest)];
    directive("N", FIELDS, doc)
}
