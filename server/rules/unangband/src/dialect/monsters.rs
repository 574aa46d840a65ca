//! Files of monsters: races, methods of blows, effects.

use super::{VERSION, file, name};
use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};
use affixboard_model::syntax::{
    FieldKind::{Int, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

pub(crate) const MONSTERS: FileSpec = file(
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
).sized("R");

pub(crate) const BLOWS: FileSpec = file(
    "blows.txt",
    false,
    &[
        VERSION,
        name("Begins a method of blows, spells and breath."),
        directive("T", &[field("damage-range", Word), field("verb", Rest)], "What it is called at this much damage."),
        FLAGS,
        directive("D", &[optional("verb", Word), optional("target", Rest).verbatim()], "What it does, and to what."),
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
)
.sized("m");

pub(crate) const EFFECTS: FileSpec = file(
    "effect.txt",
    false,
    &[
        VERSION,
        name("Begins an effect of blows and spells."),
        directive("I", &[field("power", Int)], "Power."),
        directive("D", &[optional("texts", Rest).verbatim()], "What it does, in parts of sentences."),
        directive("T", &[field("text", Rest)], "What it is called."),
        FLAGS,
    ],
)
.sized("e");
