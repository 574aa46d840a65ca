//! Files of places: dungeons, terrain, rooms and vaults, quests.

use super::{VERSION, file};
use affixboard_kin::directives::{DESCRIPTION, FLAGS};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

pub(crate) const DUNGEONS: FileSpec = file(
    "d_info.txt",
    false,
    &[
        VERSION,
        directive("N", &[field("index", Word), field("name", Rest)], "Begins a dungeon."),
        DESCRIPTION,
        directive("P", &[field("row", Int), field("column", Int)], "Where its entrance is in the wilderness."),
        directive(
            "W",
            &[
                field("min-level", Int),
                field("max-level", Int),
                field("player-level", Int),
                field("mode", Int),
                field("monsters", Int),
                field("new-monsters", Int),
                field("good", Int),
                field("great", Int),
                field("pits", Word),
                field("nests", Word),
            ],
            "First and last level, an unused level of players, how the words of `M:` restrict monsters (0 not, 1 all, \
             2 not all, 3 any, 4 none), monsters of a new level, one in how many turns brings another, the most per \
             cent of good and great objects, and hexadecimal sets of the pits and nests that come.",
        ),
        directive(
            "L",
            &[
                field("floor-1", Word),
                field("percent-1", Int),
                field("floor-2", Word),
                field("percent-2", Int),
                field("floor-3", Word),
                field("percent-3", Int),
                field("tunnels", Int),
            ],
            "Features of its floor with their shares, and the level down to which all corridors are straight.",
        ),
        directive(
            "A",
            &[
                field("wall-1", Word),
                field("percent-1", Int),
                field("wall-2", Word),
                field("percent-2", Int),
                field("wall-3", Word),
                field("percent-3", Int),
                field("outer-wall", Word),
                field("inner-wall", Word),
                field("stream-1", Word),
                field("stream-2", Word),
            ],
            "Features of its rock with their shares, walls around and within rooms, and two sorts of veins.",
        ),
        directive(
            "F",
            &[optional("flags", Rest)],
            "Flags; some end in a number, such as FINAL_GUARDIAN_n, or MONSTER_DIV_n: monsters that don't fit come n \
             in 64 times.",
        ),
        directive(
            "M",
            &[optional("monsters", Rest)],
            "Flags of monsters, and R_CHAR_ with their symbols, that restrict which ones come.",
        ),
    ],
);

pub(crate) const TERRAIN: FileSpec = file(
    "f_info.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("index", Word), optional("tag", Rest)],
            "Begins a feature of the map; other lines and files refer to it by its tag.",
        ),
        directive("E", &[field("name", Rest)], "What players see it called."),
        directive(
            "G",
            &[field("char", Char), field("colour", Word), optional("lighting", Rest)],
            "How it is drawn on the map, and how light changes that: LIT as usual, or characters and colours of the \
             lit and the dark one.",
        ),
        directive("M", &[field("feature", Rest)], "The feature that it looks like."),
        directive("W", &[field("priority", Int)], "Which feature wins where the small map has room for one."),
        directive(
            "K",
            &[field("action", Word), field("feature", Rest)],
            "The feature that it becomes by an action, or when it is DESTROYED; up to eight actions.",
        ),
        FLAGS,
    ],
);

/// The lines of rooms, in whichever of their files.
const OF_ROOMS: &[DirectiveSpec] = &[
    directive("%", &[field("file", Rest)], "Another file of rooms, which is read at this place."),
    directive("N", &[field("name", Rest)], "Begins a room, vault or encounter; it has no number."),
    directive(
        "T",
        &[field("type", Word), field("subtype", Word), optional("flags", Rest)],
        "Type (ROOM, VAULT, WILD or AMBUSH), what sort or which terrain, and flags.",
    ),
    directive(
        "W",
        &[field("level", Int), field("max-level", Word), field("rarity", Int)],
        "First level, last level or `*`, one in how many (0 for never).",
    ),
    directive(
        "L",
        &[field("letter", Char), field("contents", Rest)],
        "What a letter of the map stands for: a feature, MON, OBJ, EGO, ART or TRAP; before the first room, in all \
         rooms.",
    ),
    directive("M", &[optional("row", Rest).verbatim()], "A row of its map; all rows of a room are equally long."),
];

pub(crate) const VAULTS: FileSpec = file("v_info.txt", false, OF_ROOMS);

/// Rooms that `v_info.txt` includes.
pub(crate) const MORE_ROOMS: FileSpec = file("rooms.txt", false, OF_ROOMS);

/// Vaults that `v_info.txt` includes.
pub(crate) const MORE_VAULTS: FileSpec = file("vaults.txt", false, OF_ROOMS);

pub(crate) const QUESTS: FileSpec = file(
    "q_info.txt",
    false,
    &[
        directive(
            "N",
            &[field("index", Word), field("level", Int), field("name", Rest)],
            "Begins a quest: its number, level and name, in which colons are written `\\:`.",
        ),
        directive(
            "T",
            &[optional("flags", Rest)],
            "Flags; DANGER_LEVEL_n is the level that players are warned of, SUBSTITUTE_n a quest that may take its \
             place.",
        ),
        directive("W", &[field("dungeon", Rest)], "The dungeon that it is in, by name or a part of it."),
        directive(
            "G",
            &[field("goal", Rest)],
            "What is to be done: KILL with a monster and perhaps how many, or FIND with an artifact.",
        ),
        directive("F", &[field("file", Rest)], "The file with its map, texts and rewards."),
    ],
);
