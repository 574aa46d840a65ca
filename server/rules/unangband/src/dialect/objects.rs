//! Files of objects: kinds, artifacts, egos, flavours, runes, kinds of random artifacts, and the sizes of all arrays.

use super::{VERSION, file, name};
use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Dice, Int, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

/// `A:` – an activation.
const ACTIVATION: DirectiveSpec = directive(
    "A",
    &[field("activation", Int), field("time", Int), field("random-time", Int)],
    "What activating it does, and the turns until the next time: fixed and random.",
);

/// `Y:` – a rune.
const RUNE: DirectiveSpec =
    directive("Y", &[field("rune", Int), field("count", Int)], "The rune that it gives, and how many of it.");

pub(crate) const LIMITS: FileSpec = FileSpec {
    header: "M",
    ..file(
        "limits.txt",
        false,
        &[
            VERSION,
            directive(
                "M",
                &[field("label", Char), field("value", Int)],
                "The size of an array, by letter; indices must be below it.",
            ),
        ],
    )
};

pub(crate) const OBJECTS: FileSpec = file(
    "object.txt",
    true,
    &[
        VERSION,
        name("Begins a kind; & is the article's place, ~ the plural's."),
        GLYPH,
        directive(
            "I",
            &[field("tval", Word), field("sval", Int), field("pval", Int)],
            "Item type, number within it, and modifier; a modifier of 0 becomes 1 as it is made.",
        ),
        directive(
            "W",
            &[field("level", Int), field("charges", Int), field("weight", Int), field("cost", Int)],
            "Level for charges, piles and what is good; charges (the guide says rarity); weight in tenths of a pound; cost.",
        ),
        directive("A", &[field("places", Rest)], "Where it is drawn: up to four of level/chance, one in so many.")
            .allocating(),
        directive(
            "P",
            &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
            "Armour class, damage dice and bonuses.",
        ),
        FLAGS,
        RUNE,
        DESCRIPTION,
    ],
).sized("K");

pub(crate) const ARTIFACTS: FileSpec = file(
    "artifact.txt",
    true,
    &[
        VERSION,
        name(
            "Begins an artifact; those below 16 are special and need no base item. It ignores all elements and thieves.",
        ),
        directive(
            "I",
            &[field("tval", Word), field("sval", Int), field("pval", Int)],
            "Item type, number within it, and modifier.",
        ),
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, one in how many, weight in tenths of a pound, cost.",
        )
        .allocating(),
        directive(
            "P",
            &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
            "Armour class, damage dice and bonuses.",
        ),
        FLAGS,
        ACTIVATION,
    ],
).sized("a");

pub(crate) const EGOS: FileSpec = file(
    "ego_item.txt",
    true,
    &[
        VERSION,
        name("Begins an ego."),
        directive(
            "X",
            &[field("slot", Int), field("rating", Int), field("xtra", Int)],
            "Slot (0: never drawn), rating of the level feeling, and the group of random flags that it has one of.",
        ),
        directive(
            "C",
            &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), field("pval", Int)],
            "The most it adds to to-hit, to-dam, to-ac and modifier, or takes off where negative.",
        ),
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int)],
            "Level, one in how many, a number that isn't used, cost.",
        )
        .allocating(),
        directive(
            "T",
            &[field("tval", Word), field("min-sval", Int), field("max-sval", Int)],
            "Item type and svals it goes on; up to three.",
        )
        .allocating(),
        FLAGS,
        directive(
            "O",
            &[optional("flags", Rest)],
            "Flags that players see at once; they are given as those of `F:` are.",
        ),
        RUNE,
        ACTIVATION,
    ],
)
.sized("E");

pub(crate) const FLAVORS: FileSpec = file(
    "flavor.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("index", Word), field("tval", Int), optional("sval", Int)],
            "Begins a flavour: of this one kind, or, without an sval, of any kind of the type.",
        ),
        directive(
            "G",
            &[field("symbol", Char), field("colour", Rest)],
            "Symbol on the map, and its colour: a letter or a name.",
        ),
        directive("D", &[field("text", Rest)], "What it is called; must not be empty."),
    ],
)
.sized("X");

pub(crate) const RUNES: FileSpec = file(
    "rune.txt",
    false,
    &[
        VERSION,
        name("Begins a rune."),
        directive(
            "Y",
            &[field("count", Int), field("flag", Rest)],
            "The flag that so many of it on an object give; up to four, and all with a count up to that hold.",
        ),
        DESCRIPTION,
    ],
)
.sized("Y");

pub(crate) const RANDOM_ARTIFACTS: FileSpec = file(
    "randart_sv.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("index", Word)],
            "Begins the kinds that random artifacts of this item type are made of.",
        ),
        directive(
            "S",
            &[field("threshold", Int), field("sval", Int)],
            "The sval that is taken below this strength; up to fifteen, rising.",
        ),
        directive("U", &[field("sval", Int)], "The sval for all that is stronger."),
    ],
);
