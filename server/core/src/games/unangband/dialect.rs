//! The directive tables of the edit files.
//!
//! Source: Unangband 0.7.0-pre1, `init1.c`, the `parse_*_info` functions.

use crate::{
    families::common::directives::{DESCRIPTION, FLAGS, GLYPH},
    syntax::{
        DirectiveSpec,
        FieldKind::{Char, Dice, Int, Rest, Word},
        FieldSpec, FileSpec, Notation,
        spec::{directive, field, optional},
    },
};

/// All edit files, in the order in which the program reads them.
pub(super) static FILES: &[FileSpec] = &[LIMITS, EFFECTS, BLOWS, MONSTERS, OBJECTS, ARTIFACTS, EGOS, DUNGEONS];

const fn file(name: &'static str, required: bool, directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec { name, folder: "", aliases: &[], notation: Notation::Letter, required, header: "N", directives }
}

const VERSION: DirectiveSpec =
    directive("V", &[field("version", Rest)], "The version that the file is for; only 0.7.0 is read.");

const fn name(doc: &'static str) -> DirectiveSpec {
    const FIELDS: &[FieldSpec] = &[field("index", Word), field("name", Rest)];
    directive("N", FIELDS, doc)
}

/// `A:` – an activation.
const ACTIVATION: DirectiveSpec = directive(
    "A",
    &[field("activation", Int), field("time", Int), field("random-time", Int)],
    "What activating it does, and the turns until the next time: fixed and random.",
);

/// `Y:` – a rune.
const RUNE: DirectiveSpec =
    directive("Y", &[field("rune", Int), field("count", Int)], "The rune that it gives, and how many of it.");

pub(super) const LIMITS: FileSpec = file(
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
);

pub(super) const OBJECTS: FileSpec = file(
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
);

pub(super) const ARTIFACTS: FileSpec = file(
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
);

pub(super) const EGOS: FileSpec = file(
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
);

pub(super) const MONSTERS: FileSpec = file(
    "monster.txt",
    false,
    &[
        VERSION,
        name("Begins a race of monsters."),
        GLYPH,
        directive(
            "I",
            &[
                field("speed", Int),
                field("hit-points", Int),
                field("vision", Int),
                field("armor-class", Int),
                field("alertness", Int),
            ],
            "Speed (110 is normal), hit points, vision in grids, armour class, how deep it sleeps.",
        ),
        directive(
            "W",
            &[field("depth", Int), field("rarity", Int), field("group", Int), field("experience", Int)],
            "Depth, one in how many, group, experience for a kill.",
        )
        .allocating(),
        directive(
            "C",
            &[
                field("level", Int),
                field("rarity", Int),
                field("group", Int),
                field("experience", Int),
                field("forced-experience", Int),
            ],
            "What the program computed for `W:`; without effect.",
        ),
        directive(
            "M",
            &[field("innate", Int), field("spell", Int), field("power", Int), field("mana", Int)],
            "Chances of innate attacks and spells in per cent, power of spells (at least 1 and a tenth of the depth), mana \
             up to 250. The depth must stand before it.",
        ),
        directive(
            "B",
            &[field("method", Word), optional("effect", Word), optional("damage", Rest)],
            "A blow: a method of blows.txt, an effect of effect.txt, damage dice; up to four.",
        ),
        FLAGS,
        directive("S", &[optional("spells", Rest)], "Spells; 1_IN_n sets both chances to 100/n."),
        DESCRIPTION,
    ],
);

pub(super) const BLOWS: FileSpec = file(
    "blows.txt",
    false,
    &[
        VERSION,
        name("Begins a method of blows, spells and breath."),
        directive("T", &[field("damage-range", Word), field("verb", Rest)], "What it is called at this much damage."),
        FLAGS,
        directive("D", &[optional("verb", Word), optional("target", Rest)], "What it does, and to what."),
        directive(
            "I",
            &[field("sound", Int), field("range", Int), field("diameter", Int)],
            "Sound, best range, diameter of the source.",
        ),
        directive(
            "W",
            &[field("mana", Int), field("tval", Int), field("sval", Int)],
            "Mana that it costs; item type and sval of its ammunition.",
        ),
        directive(
            "X",
            &[
                field("multiplier", Int),
                field("divisor", Int),
                field("variation", Int),
                field("most", Int),
                field("powerful-divisor", Int),
                field("powerful-most", Int),
                field("effect", Rest),
            ],
            "Damage of breath: hit points times the multiplier by the divisor, up to the most; the same of POWERFUL \
             monsters.",
        ),
        directive(
            "C",
            &[
                field("base", Int),
                field("summon", Int),
                field("hurt", Int),
                field("mana", Int),
                field("escape", Int),
                field("tactics", Int),
                field("range", Int),
            ],
            "When monsters choose it.",
        ),
        directive("A", &[field("arc", Int), field("degrees", Int)], "Arc and its width in degrees."),
        directive("M", &[field("range", Rest)], "Range: `a+b/c` is a and b times the level by c."),
        directive("R", &[field("radius", Rest)], "Radius, by level as the range is."),
        directive("U", &[field("number", Rest)], "Number, by level as the range is."),
        directive("S", &[field("summons", Rest)], "What it summons."),
    ],
);

pub(super) const EFFECTS: FileSpec = file(
    "effect.txt",
    false,
    &[
        VERSION,
        name("Begins an effect of blows and spells."),
        directive("I", &[field("power", Int)], "Power."),
        directive("D", &[optional("texts", Rest)], "What it does, in parts of sentences."),
        directive("T", &[field("text", Rest)], "What it is called."),
        FLAGS,
    ],
);

pub(super) const DUNGEONS: FileSpec = file(
    "dungeon.txt",
    false,
    &[
        VERSION,
        name("Begins a place that one can travel to."),
        directive("G", &[field("symbol", Char)], "Symbol of monsters that are usual there."),
        directive("R", &[field("flag", Rest)], "Flag of monsters that are usual there."),
        directive(
            "X",
            &[field("near-1", Int), field("near-2", Int), field("near-3", Int), field("near-4", Int)],
            "Places that are near; 0 for none.",
        ),
        directive(
            "Q",
            &[field("opens", Int), field("monster", Int)],
            "The place that opens as this monster dies, which is a guardian.",
        ),
        directive(
            "Y",
            &[field("monster", Int), field("if-visited", Int)],
            "The monster that locks the town, once that place was visited.",
        ),
        directive(
            "W",
            &[field("monster", Int), field("if-visited", Int)],
            "The guardian in place of the usual one, once that place was visited.",
        ),
        directive(
            "Z",
            &[field("place", Int), optional("if-visited", Int)],
            "The place in its stead, once that was visited.",
        ),
        directive("C", &[field("chasm", Int)], "The place that a chasm leads to."),
        directive(
            "L",
            &[
                field("level", Int),
                field("base", Int),
                field("fill", Int),
                field("big", Int),
                field("small", Int),
                field("guard", Int),
                field("tower", Int),
                field("special", Int),
                field("flags", Rest),
            ],
            "A zone: its first level, features that fill it, its guardian, its tower, its flags and name.",
        ),
        directive(
            "S",
            &[
                field("store-1", Int),
                field("store-2", Int),
                field("store-3", Int),
                field("store-4", Int),
                field("store-5", Int),
                field("store-6", Int),
                field("store-7", Int),
                field("store-8", Int),
            ],
            "Stores; 0 for none.",
        ),
        directive("A", &[field("symbol", Char), optional("flag", Rest)], "Monsters that are allies there."),
        DESCRIPTION,
    ],
);
