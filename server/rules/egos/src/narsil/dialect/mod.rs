//! The directive tables of NarSil's edit files, as far as they are about items.
//!
//! Source: init.c and obj-init.c (`parser_reg`). Lines that only matter in play or to smiths are known with their
//! fields, and nothing comes of them.

mod codes;
mod items;
mod lines;

use affixboard_kin::records::Indices;
use affixboard_model::syntax::{
    FieldKind::{Int, Rest, Word},
    FieldSpec, FileSpec,
    spec::{directive, field, file, optional},
};

/// Records have no index: they are counted.
pub(super) const FILE_ORDER: Indices = Indices { by_order: true, drop_duplicates: false, zero_is_valid: true };

/// The files in the order the program reads them: what comes later can be named only by what comes after it.
pub(super) const FILES: &[FileSpec; 9] = &[
    CONSTANTS,
    codes::SLAYS,
    codes::BRANDS,
    OBJECT_BASE,
    items::OBJECTS,
    items::SPECIALS,
    items::ARTEFACTS,
    items::DROPS,
    codes::PROPERTIES,
];

const CONSTANT: &[FieldSpec] = &[field("label", Word), field("value", Int)];

const CONSTANTS: FileSpec = file(
    "constants.txt",
    "",
    &[
        directive(
            "world",
            CONSTANT,
            "The world: dun-depth (the level up to which specials are boosted), max-depth (the same of kinds, and the level \
             that theirs stay below), and sizes.",
        ),
        directive(
            "obj-make",
            CONSTANT,
            "Object generation: great-obj and great-spec (one in how many choices of a kind or special is boosted), max-depth \
             (the deepest such level), fuel, self-made artefacts.",
        ),
        directive("level-max", CONSTANT, "Limits of a level; no effect on items."),
        directive("mon-gen", CONSTANT, "Monster generation; no effect on items."),
        directive("mon-play", CONSTANT, "Monsters in play; no effect on items."),
        directive("dun-gen", CONSTANT, "Dungeon generation; no effect on items."),
        directive("carry-cap", CONSTANT, "What can be carried; no effect on which items there are."),
        directive("player", CONSTANT, "The player; no effect on items."),
    ],
);

const OBJECT_BASE: FileSpec = file(
    "object_base.txt",
    "name",
    &[
        directive("default", CONSTANT, "A default for the records that follow: break-chance or max-stack."),
        directive("name", &[field("tval", Word), optional("name", Rest)], "Begins an item type."),
        directive("graphics", &[field("colour", Word)], "Colour."),
        directive("break", &[field("chance", Int)], "Chance to break when thrown, in per cent."),
        directive("max-stack", &[field("number", Int)], "How many of them one stack holds."),
        directive(
            "smith-attack",
            &[field("artistry", Int), field("artefact", Int), optional("rest", Rest)],
            "For smiths: the most attack by artistry, and of artefacts.",
        ),
        directive("flags", &[field("flags", Rest)], "Flags; those of kinds are for all kinds of the type."),
        directive("smith-values", &[field("values", Rest)], "For smiths: values they may give."),
        directive("smith-flags", &[field("flags", Rest)], "For smiths: flags they may give."),
        directive("slay", &[field("code", Rest)], "For smiths: a slay they may give."),
        directive("brand", &[field("code", Rest)], "For smiths: a brand they may give."),
    ],
);
