//! The directive tables of monsters' files, as far as several games share them. What only matters in a fight is passed over.
//!
//! Source: mon-init.c of the affix branch, v4 and 3.5 (`init_parse_rb`, `init_parse_r`).

use crate::directives::FLAGS;
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    FileSpec,
    spec::{directive, field, file, optional},
};

const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "A version stamp; ignored.");
const TEXT: DirectiveSpec = directive("D", &[field("text", Rest).verbatim()], "A description for players.");

/// A file that a game's drops do without.
pub const fn optional_file(name: &'static str, header: &'static str, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec { required: false, every_line: false, ..file(name, header, directives) }
}

/// `monster_base.txt`: what all monsters of a sort have.
pub const MONSTER_BASES: FileSpec = optional_file(
    "monster_base.txt",
    "N",
    &[
        VERSION,
        directive("N", &[field("name", Rest)], "Begins a monster base."),
        directive("G", &[field("char", Char)], "How they are drawn on the map."),
        directive("M", &[field("pain", Int)], "Which messages tell of their pain."),
        FLAGS,
        directive("S", &[optional("spells", Rest)], "Spells."),
        TEXT,
    ],
);

const RACE: DirectiveSpec =
    directive("N", &[field("index", Int), field("name", Rest)], "Begins a race of monsters; of the last nobody comes.");
const BASE: DirectiveSpec =
    directive("T", &[field("base", Word)], "Its base in monster_base.txt, whose flags it has from here on.");
const SYMBOL: DirectiveSpec = directive("G", &[field("char", Char)], "How it is drawn on the map.");
const COLOUR: DirectiveSpec = directive("C", &[field("colour", Word)], "Its colour.");
const IN_A_FIGHT: DirectiveSpec = directive(
    "I",
    &[
        field("speed", Int),
        field("hit-points", Int),
        field("vision", Int),
        field("armor-class", Int),
        field("alertness", Int),
    ],
    "Speed (110 is normal), hit points, vision in tens of feet, armour class, how deep it sleeps.",
);
const LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("power", Int), field("experience", Int)],
    "Level from which on it comes, rarity (it weighs 100 / rarity; 0: never), an unused number, experience for a kill.",
);
const BLOW: DirectiveSpec = directive(
    "B",
    &[field("method", Word), optional("effect", Word), optional("damage", Random)],
    "A blow: method, effect, damage.",
);
const FLAGS_OFF: DirectiveSpec = directive("-F", &[optional("flags", Rest)], "Flags of its base that it has not.");
const SPELLS: DirectiveSpec = directive("S", &[field("spells", Rest)], "How often it casts spells, and which.");
const DROP: DirectiveSpec = directive(
    "drop",
    &[field("tval", Word), field("sval", Word), field("chance", Int), field("min", Int), field("max", Int)],
    "A kind it leaves beside what its flags say: with this chance in per cent, so many of it.",
);
const DROP_ARTIFACT: DirectiveSpec =
    directive("drop-artifact", &[field("name", Rest)], "An artifact it leaves beside what its flags say.");
const MIMIC: DirectiveSpec = directive("mimic", &[field("tval", Word), field("sval", Word)], "What it looks like.");

/// `monster.txt` of the affix branch.
pub const MONSTERS_OF_AFFIX_BRANCH: FileSpec = optional_file(
    "monster.txt",
    "N",
    &[
        VERSION,
        RACE,
        BASE,
        SYMBOL,
        COLOUR,
        IN_A_FIGHT,
        LEVEL,
        BLOW,
        FLAGS,
        FLAGS_OFF,
        TEXT,
        SPELLS,
        DROP,
        DROP_ARTIFACT,
        MIMIC,
    ],
);

/// `monster.txt` of v4.
pub const MONSTERS_OF_V4: FileSpec = optional_file(
    "monster.txt",
    "N",
    &[
        VERSION,
        RACE,
        BASE,
        SYMBOL,
        COLOUR,
        directive(
            "I",
            &[
                field("speed", Int),
                field("hit-points", Int),
                field("vision", Int),
                field("evasion", Int),
                field("absorption", Int),
                field("alertness", Int),
            ],
            "Speed (110 is normal), hit points, vision in tens of feet, evasion, absorption, how deep it sleeps.",
        ),
        LEVEL,
        BLOW,
        FLAGS,
        FLAGS_OFF,
        TEXT,
        SPELLS,
        DROP,
        DROP_ARTIFACT,
        MIMIC,
    ],
);

/// `monster.txt` of 3.5.
pub const MONSTERS_OF_3_5: FileSpec = optional_file(
    "monster.txt",
    "N",
    &[
        VERSION,
        RACE,
        directive("plural", &[optional("plural", Rest)], "What several of it are called."),
        BASE,
        SYMBOL,
        COLOUR,
        IN_A_FIGHT,
        LEVEL,
        BLOW,
        FLAGS,
        FLAGS_OFF,
        TEXT,
        SPELLS,
        DROP,
        DROP_ARTIFACT,
        directive(
            "friends",
            &[field("chance", Int), field("number", Random), field("name", Rest)],
            "Who comes along: chance in per cent, how many, and which race.",
        ),
        directive(
            "friends-base",
            &[field("chance", Int), field("number", Random), field("base", Rest)],
            "Who comes along: chance in per cent, how many, and of which base.",
        ),
        MIMIC,
    ],
);
