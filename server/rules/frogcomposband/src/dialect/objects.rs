//! Files of objects: the sizes of all arrays, kinds, artifacts, egos.

use super::{VERSION, file, name};
use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Dice, Int, Rest, Word},
    FieldSpec, FileSpec, Notation,
    spec::{directive, field, optional},
};

const fn size(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    const FIELDS: &[FieldSpec] = &[field("value", Int)];
    directive(tag, FIELDS, doc)
}

/// Labels of one letter or two, so no letter lines.
pub(crate) const LIMITS: FileSpec = FileSpec {
    notation: Notation::Colon,
    header: "",
    every_line: false,
    ..file(
        "misc.txt",
        false,
        &[
            size("Q", "Quests there can be; numbers are below it."),
            size("WX", "Width of the wilderness."),
            size("WY", "Height of the wilderness."),
            size("R", "Monsters there can be; indices are below it."),
            size("B", "Bodies there can be; indices are below it."),
            size("K", "Kinds there can be; indices are below it."),
            size("F", "Features of terrain there can be; indices are below it."),
            size("A", "Artifacts there can be; indices are below it."),
            size("E", "Egos there can be; indices are below it."),
            size("D", "Dungeons there can be; indices are below it."),
            size("O", "Objects on a level at most."),
            directive(
                "M",
                &[field("value", Word), optional("size", Int)],
                "Monsters on a level at most; in PosChengband a label and a size.",
            ),
            size("P", "Packs of monsters on a level at most."),
        ],
    )
};

/// `I:` – item type, which of its type, modifier.
const TYPE: DirectiveSpec = directive(
    "I",
    &[field("tval", Int), field("sval", Int), field("pval", Int)],
    "Item type, number within it, modifier.",
);

/// `P:` – armour class, dice, bonuses. Bows have a multiplier in place of dice.
const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Word), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
    "Armour class, damage dice (of bows the multiplier, such as x3.25), to-hit, to-dam, to-ac.",
);

/// `E:` – an activation, or what is said of it.
const ACTIVATION: DirectiveSpec = directive(
    "E",
    &[field("effect", Rest)],
    "What it can be activated for: effect, level, turns between uses, a number. A second line is what the game says then.",
);

pub(crate) const OBJECTS: FileSpec = file(
    "k_info.txt",
    true,
    &[
        VERSION,
        directive(
            "N",
            &[field("index", Word), field("name", Word), optional("flavour", Rest)],
            "Begins a kind; `*` is the index after the last. & is the article's place, ~ the plural's.",
        ),
        GLYPH,
        TYPE,
        directive(
            "W",
            &[
                field("level", Int),
                field("extra", Int),
                field("max-level", Int),
                field("weight", Int),
                field("cost", Int),
            ],
            "Level, a number that isn't used, last level it is drawn at (0: none), weight in tenths of a pound, cost.",
        )
        .allocating(),
        directive("A", &[field("places", Rest)], "Where it is drawn: up to four of level/chance, one in so many.")
            .allocating(),
        COMBAT,
        directive("M", &[field("chance", Int), field("stack", Dice)], "Chance of a pile in per cent, and its size."),
        FLAGS,
        ACTIVATION,
        DESCRIPTION,
    ],
)
.sized("K");

pub(crate) const ARTIFACTS: FileSpec = file(
    "a_info.txt",
    true,
    &[
        VERSION,
        name("Begins an artifact. It ignores all elements."),
        TYPE,
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, one in how many, weight in tenths of a pound, cost.",
        )
        .allocating(),
        COMBAT,
        directive("F", &[optional("flags", Rest)], "Flags. INSTA_ART makes it special, QUESTITEM is never dropped.")
            .allocating(),
        ACTIVATION,
        DESCRIPTION,
    ],
)
.sized("A");

/// `W:` – the levels of an ego and its rarity there.
const EGO_LEVELS: DirectiveSpec = directive(
    "W",
    &[field("min-level", Int), field("max-level", Word), field("rarity", Int)],
    "First level, last level (* or 0: none), one in how many at these; beyond them it is rarer with each level.",
)
.allocating();

/// `C:` – the most that an ego adds.
const MAXIMA: DirectiveSpec = directive(
    "C",
    &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), field("pval", Int)],
    "The most it adds to to-hit, to-dam, to-ac and modifier, or takes off where negative.",
);

pub(crate) const EGOS: FileSpec = file(
    "e_info.txt",
    true,
    &[
        VERSION,
        name("Begins an ego."),
        directive("T", &[field("roles", Rest)], "The sorts of items that it goes on, in words.").allocating(),
        EGO_LEVELS,
        MAXIMA,
        FLAGS,
        ACTIVATION,
        DESCRIPTION,
    ],
)
.sized("E");

/// The same of PosChengband.
pub(crate) const EGOS_OF_ONE_ROLE: FileSpec = FileSpec {
    directives: &[
        VERSION,
        directive(
            "N",
            &[field("index", Word), field("roles", Word), field("name", Rest)],
            "Begins an ego: its index, the sort of items that it goes on, its name.",
        )
        .allocating(),
        EGO_LEVELS,
        MAXIMA,
        FLAGS,
        ACTIVATION,
        DESCRIPTION,
    ],
    ..EGOS
};
