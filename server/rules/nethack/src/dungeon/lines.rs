//! The lines of dungeon.def. What stands behind the colon is read by [`super::read`].

use affixboard_model::syntax::{
    DirectiveSpec, FieldKind, FieldSpec, FileSpec, Notation,
    spec::{directive, field},
};

const REST: &[FieldSpec] = &[field("text", FieldKind::Rest)];

const fn line(keyword: &'static str, doc: &'static str) -> DirectiveSpec {
    directive(keyword, REST, doc).allocating()
}

/// The keywords. A dungeon's lines stand between its own and the next one's.
pub(super) const KEYWORDS: &[DirectiveSpec] = &[
    directive("DUNGEON", REST, "\"name\" \"bones\" (base, random) chance: how many levels a dungeon has."),
    line("ENTRY", "The level by which the dungeon is entered, from 1; below 0 counted from the bottom."),
    line("PROTOFILE", "\"name\": what the files of its levels begin with."),
    line("DESCRIPTION", "town, hellish, mazelike or roguelike: what its levels are like."),
    line("ALIGNMENT", "unaligned, noalign, lawful, neutral or chaotic: the alignment of its levels."),
    line("LEVEL", "\"name\" \"bones\" @ (base, random) chance: where a special level may lie."),
    line("RNDLEVEL", "\"name\" \"bones\" @ (base, random) chance variants: the same with several maps."),
    line(
        "CHAINLEVEL",
        "\"name\" \"bones\" \"level\" + (base, random) chance: a special level counted from another one.",
    ),
    line("RNDCHLEVEL", "\"name\" \"bones\" \"level\" + (base, random) chance variants: the same with several maps."),
    line("BRANCH", "\"dungeon\" @ (base, random) by direction: where the way to another dungeon may be."),
    line("CHAINBRANCH", "\"dungeon\" \"level\" + (base, random) by direction: the same, counted from a special level."),
    line("LEVELDESC", "What the special level above is like: town, hellish, mazelike or roguelike."),
    line("LEVALIGN", "The alignment of the special level above, where it is another than the dungeon's."),
];

/// The file.
pub(in super::super) const FILE: FileSpec = FileSpec {
    name: "dungeon.def",
    folder: "dat",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "DUNGEON",
    directives: KEYWORDS,
    every_line: false,
    size: "",
    may_lack: false,
};
