//! The directive tables of the forms. Letters beside those of a table are kept as well; those named here say what they
//! are.
//!
//! Source: the parsers of the variants' programs (init1.c, init.c) and the heads of their files.

use super::super::directives::{
    ACTIVATION, ARTIFACT, ARTIFACT_LEVEL, DESCRIPTION, EGO, EGO_BONUSES, FLAGS, GLYPH, KIND, KIND_LEVEL, VERSION,
};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Dice, Int, Rest, Word},
    FieldSpec, FileSpec, Notation,
    spec::{REST, directive, field, ignored, optional},
};

type Files = [FileSpec; 4];

// Kinds and artifacts.
/// `I:` – item type by number or name, sval, and what a game has behind them.
pub const TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), field("sval", Word), REST], "Item type, which one of its type, pval.");
const COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), REST],
    "Armour class, damage dice and bonuses.",
);
const COMBAT_AS_C: DirectiveSpec = DirectiveSpec { tag: "C", ..COMBAT };
const COMBAT_WITHOUT_DAMAGE: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Dice), field("to-hit", Int), field("to-ac", Int), REST],
    "Armour class, damage dice, to-hit and to-ac.",
);
const RANDOM_COMBAT: DirectiveSpec = directive(
    "P",
    &[field("ac", Int), field("dice", Word), field("to-hit", Word), field("to-dam", Word), field("to-ac", Word), REST],
    "Armour class, damage dice and bonuses, which may be random values.",
);
const RANGE: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("levels", Rest)], "Where it is drawn: weight and levels.")
        .allocating();
const NUMBERED_ARTIFACT_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int), REST],
    "Level, one in how many, weight in tenths of a pound, cost.",
)
.allocating();
const LIMITED_ARTIFACT_LEVEL: DirectiveSpec = directive(
    "W",
    &[
        field("level", Int),
        field("max-level", Int),
        field("rarity", Int),
        field("weight", Int),
        field("cost", Int),
        REST,
    ],
    "First and last level, one in how many, weight in tenths of a pound, cost.",
)
.allocating();

const KIND_PLACES: DirectiveSpec =
    directive("A", &[optional("places", Rest)], "Where it is drawn: pairs of a level and a number.").allocating();

// Egos.
const RATING: DirectiveSpec = directive("X", &[field("rating", Int), REST], "Rating.");
const RATING_XTRA: DirectiveSpec =
    directive("X", &[field("rating", Int), field("xtra", Int), REST], "Rating and random power.");
const SLOT_RATING_XTRA: DirectiveSpec = directive(
    "X",
    &[field("slot", Int), field("rating", Int), field("xtra", Int), REST],
    "A slot that isn't used, rating and random power.",
);
const ANY_RATING: DirectiveSpec = directive(
    "X",
    &[field("slot-or-rating", Int), optional("rating-or-xtra", Int), optional("xtra", Int), REST],
    "Rating and random power; in older files a slot before them.",
);
const EGO_LEVEL: DirectiveSpec = directive(
    "W",
    &[field("level", Int), field("rarity", Int), field("weight", Int), field("cost", Int), REST],
    "Level, one in how many, an unused number, cost.",
)
.allocating();
/// `T:` – item type by number or name, and svals.
pub const PLACE: DirectiveSpec = directive(
    "T",
    &[field("tval", Word), field("min-sval", Int), field("max-sval", Int), REST],
    "Item type and svals it goes on.",
)
.allocating();
const BONUSES_WITHOUT_PVAL: DirectiveSpec = directive(
    "C",
    &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), REST],
    "The most it adds to to-hit, to-dam and to-ac.",
);
const RANDOM_BONUSES: DirectiveSpec = ignored("C", "random values added to bonuses");
const PVAL: DirectiveSpec = ignored("P", "the most it adds to one or two pvals");
const FIRST_FLAGS: DirectiveSpec = ignored("1", "flags of the first pval");
const SECOND_FLAGS: DirectiveSpec = ignored("2", "flags of the second pval");
const THIRD_FLAGS: DirectiveSpec = ignored("3", "flags of the third pval");

// Letters of several variants.
const EFFECT: DirectiveSpec = ignored("E", "an effect");
const PILE: DirectiveSpec = ignored("M", "the chance and size of piles");
const CHARGES: DirectiveSpec = ignored("C", "charges");
const MESSAGE: DirectiveSpec = ignored("M", "a message");
const LEAST: DirectiveSpec = ignored("M", "the least of its bonuses");
const PVAL_FLAGS: DirectiveSpec = ignored("L", "pvals with their flags");
const RUNES: DirectiveSpec = ignored("Y", "runes");
const RESISTANCES: DirectiveSpec = ignored("O", "resistances in per cent");
const SLAYS: DirectiveSpec = ignored("K", "slays in per cent");
const USE: DirectiveSpec = ignored("U", "an activation");
const NAMED_BONUSES: DirectiveSpec = ignored("B", "bonuses by name");
const OBLIVIOUS: DirectiveSpec = ignored("f", "flags that are known at once");
const GRANTED: DirectiveSpec = ignored("Z", "a power it grants");
const LOWER_ACTIVATION: DirectiveSpec = ignored("a", "an activation");

// Array sizes: NPPAngband has a letter for each, and `M:` for another than others have.
const SIZE: &[FieldSpec] = &[field("value", Int), REST];
const fn size(tag: &'static str) -> DirectiveSpec {
    directive(tag, SIZE, "An array size.")
}

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    folder: "",
    aliases: &["z_info.txt"],
    notation: Notation::VariantLetter,
    required: false,
    header: "",
    directives: &[
        VERSION,
        directive("M", &[field("label", Word), optional("value", Int), REST], "An array size; its letter comes first."),
        size("K"),
        size("E"),
        size("A"),
        size("B"),
        size("C"),
        size("F"),
        size("G"),
        size("H"),
        size("L"),
        size("N"),
        size("O"),
        size("P"),
        size("Q"),
        size("R"),
        size("T"),
        size("X"),
    ],
    every_line: false,
    size: "",
    may_lack: false,
};

/// `object.txt` with these lines.
const fn objects(directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name: "object.txt",
        aliases: &["k_info.txt"],
        required: true,
        header: "N",
        directives,
        every_line: true,
        ..LIMITS
    }
}

/// `artifact.txt` with these lines.
const fn artifacts(directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name: "artifact.txt",
        aliases: &["a_info.txt", "artefact.txt"],
        required: true,
        header: "N",
        directives,
        every_line: true,
        ..LIMITS
    }
}

/// `ego_item.txt` with these lines.
const fn egos(directives: &'static [DirectiveSpec]) -> FileSpec {
    FileSpec {
        name: "ego_item.txt",
        aliases: &["e_info.txt", "special.txt"],
        required: true,
        header: "N",
        directives,
        every_line: true,
        ..LIMITS
    }
}

const PLAIN_OBJECTS: FileSpec =
    objects(&[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS, DESCRIPTION]);
const PLAIN_ARTIFACTS: FileSpec =
    artifacts(&[VERSION, ARTIFACT, GLYPH, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS, ACTIVATION, DESCRIPTION]);

/// Lines of 3.0 and 2.9.
pub static PLAIN: Files = [
    LIMITS,
    PLAIN_OBJECTS,
    PLAIN_ARTIFACTS,
    egos(&[VERSION, EGO, ANY_RATING, EGO_LEVEL, EGO_BONUSES, PLACE, FLAGS, DESCRIPTION]),
];

pub(super) const DIABLOBAND: Files = [
    LIMITS,
    objects(&[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS, RESISTANCES, DESCRIPTION]),
    artifacts(&[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, COMBAT, FLAGS, ACTIVATION, RESISTANCES, DESCRIPTION]),
    egos(&[VERSION, EGO, SLOT_RATING_XTRA, EGO_LEVEL, EGO_BONUSES, PLACE, FLAGS, RESISTANCES, DESCRIPTION]),
];

pub(super) const DAJANGBAND: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        COMBAT,
        FLAGS,
        CHARGES,
        PILE,
        ignored("2", "a second pair of dice"),
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        LIMITED_ARTIFACT_LEVEL,
        COMBAT,
        FLAGS,
        ACTIVATION,
        ignored("2", "a second pair of dice"),
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        ignored("X", "telepathy of one race"),
        directive(
            "W",
            &[
                field("level", Int),
                field("max-level", Int),
                field("rarity", Int),
                field("rating", Int),
                field("weight", Int),
                field("cost", Int),
                REST,
            ],
            "Level, up to which level it is usual, one in how many, rating, an unused number, cost.",
        )
        .allocating(),
        directive(
            "C",
            &[
                field("to-hit", Int),
                field("to-dam", Int),
                field("to-ac", Int),
                field("extra-die", Int),
                field("pval", Int),
                REST,
            ],
            "The most it adds to to-hit, to-dam, to-ac and pval, and the chance of one more die.",
        ),
        PLACE,
        FLAGS,
        ignored("R", "numbers of random attributes"),
        DESCRIPTION,
    ]),
];

pub(super) const EYANGBAND: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        COMBAT_WITHOUT_DAMAGE,
        FLAGS,
        ignored("X", "material, quantity and breakage"),
        USE,
        SLAYS,
        RESISTANCES,
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        ARTIFACT_LEVEL,
        COMBAT_WITHOUT_DAMAGE,
        FLAGS,
        USE,
        SLAYS,
        RESISTANCES,
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        RATING_XTRA,
        EGO_LEVEL,
        directive(
            "C",
            &[field("to-hit", Int), field("damage-percent", Int), field("to-ac", Int), field("pval", Int), REST],
            "The most it adds to to-hit, to damage in per cent, to to-ac and pval.",
        ),
        PLACE,
        FLAGS,
        SLAYS,
        RESISTANCES,
        ignored("M", "the material and weights that its base must have"),
        DESCRIPTION,
    ]),
];

pub(super) const FAANGBAND: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        RANDOM_COMBAT,
        FLAGS,
        NAMED_BONUSES,
        EFFECT,
        PILE,
        CHARGES,
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        ARTIFACT_LEVEL,
        RANDOM_COMBAT,
        FLAGS,
        NAMED_BONUSES,
        EFFECT,
        MESSAGE,
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        RATING,
        EGO_LEVEL,
        BONUSES_WITHOUT_PVAL,
        PLACE,
        FLAGS,
        directive("B", &[optional("bonuses", Rest)], "bonuses by name").ignored(),
        ignored("I", "flags that are known at once"),
        EFFECT,
        DESCRIPTION,
    ]),
];

pub(super) const SANGBAND: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        COMBAT_AS_C,
        FLAGS,
        PILE,
        ignored("X", "qualities by name"),
        ignored("E", "essences"),
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        NUMBERED_ARTIFACT_LEVEL,
        COMBAT_AS_C,
        FLAGS,
        PVAL,
        FIRST_FLAGS,
        SECOND_FLAGS,
        THIRD_FLAGS,
        ignored("X", "qualities by name"),
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("rating", Int), field("cost", Int), REST],
            "Level, one in how many, rating, cost.",
        )
        .allocating(),
        directive(
            "C",
            &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int), optional("activation", Int), REST],
            "The most it adds to skill, deadliness and armour class; an activation.",
        ),
        PLACE,
        FLAGS,
        PVAL,
        FIRST_FLAGS,
        SECOND_FLAGS,
        ignored("X", "random qualities by name"),
        DESCRIPTION,
    ]),
];

pub(super) const JACKBAND: Files = [
    LIMITS,
    objects(&[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, RANGE, RANDOM_COMBAT, FLAGS, CHARGES, PILE, EFFECT, DESCRIPTION]),
    artifacts(&[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, RANGE, RANDOM_COMBAT, FLAGS, EFFECT, MESSAGE, DESCRIPTION]),
    egos(&[VERSION, EGO, RATING_XTRA, EGO_LEVEL, RANDOM_BONUSES, LEAST, PLACE, FLAGS, DESCRIPTION]),
];

pub(super) const ANQUESTRIA: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        RANGE,
        RANDOM_COMBAT,
        FLAGS,
        PVAL_FLAGS,
        CHARGES,
        PILE,
        EFFECT,
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        ARTIFACT_LEVEL,
        RANGE,
        RANDOM_COMBAT,
        FLAGS,
        PVAL_FLAGS,
        EFFECT,
        MESSAGE,
        DESCRIPTION,
    ]),
    egos(&[VERSION, EGO, RATING_XTRA, EGO_LEVEL, RANDOM_BONUSES, LEAST, PLACE, FLAGS, PVAL_FLAGS, DESCRIPTION]),
];

pub(super) const ANGBAND65: Files = [
    LIMITS,
    objects(&[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, RANGE, RANDOM_COMBAT, FLAGS, CHARGES, PILE, EFFECT, DESCRIPTION]),
    artifacts(&[VERSION, ARTIFACT, TYPE, ARTIFACT_LEVEL, RANDOM_COMBAT, FLAGS, ACTIVATION, MESSAGE, DESCRIPTION]),
    egos(&[
        VERSION,
        EGO,
        RATING_XTRA,
        EGO_LEVEL,
        directive(
            "C",
            &[
                field("to-hit", Int),
                field("to-dam", Int),
                field("to-ac", Int),
                field("pval", Int),
                field("second-pval", Int),
                REST,
            ],
            "The most it adds to to-hit, to-dam, to-ac and two pvals.",
        ),
        LEAST,
        PLACE,
        FLAGS,
        DESCRIPTION,
    ]),
];

pub(super) const TOME: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        COMBAT,
        FLAGS,
        OBLIVIOUS,
        LOWER_ACTIVATION,
        GRANTED,
        ignored("T", "another item type to show"),
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        ARTIFACT_LEVEL,
        COMBAT,
        FLAGS,
        OBLIVIOUS,
        LOWER_ACTIVATION,
        GRANTED,
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        directive(
            "X",
            &[field("position", Word), field("slot", Int), field("rating", Int), REST],
            "Whether its name comes after that of the base or before, a slot that isn't used, rating.",
        ),
        directive(
            "W",
            &[field("level", Int), field("rarity1", Int), field("rarity2", Int), field("cost", Int), REST],
            "Level, the two numbers of its rarity, cost.",
        )
        .allocating(),
        EGO_BONUSES,
        PLACE,
        FLAGS,
        directive("R", &[field("percent", Int), REST], "how often it has the flags that follow").ignored(),
        ignored("r", "flags that its base needs, or mustn't have"),
        OBLIVIOUS,
        LOWER_ACTIVATION,
        GRANTED,
        DESCRIPTION,
    ]),
];

pub(super) const STEAMBAND: Files = [
    LIMITS,
    objects(&[
        VERSION,
        KIND,
        GLYPH,
        TYPE,
        KIND_LEVEL,
        KIND_PLACES,
        COMBAT,
        FLAGS,
        RESISTANCES,
        PILE,
        ignored("R", "ammunition, multiplier and range"),
        DESCRIPTION,
    ]),
    artifacts(&[
        VERSION,
        ARTIFACT,
        TYPE,
        ARTIFACT_LEVEL,
        COMBAT,
        FLAGS,
        ACTIVATION,
        ignored("Y", "one to three pvals"),
        FIRST_FLAGS,
        SECOND_FLAGS,
        THIRD_FLAGS,
        RESISTANCES,
        DESCRIPTION,
    ]),
    egos(&[
        VERSION,
        EGO,
        SLOT_RATING_XTRA,
        EGO_LEVEL,
        BONUSES_WITHOUT_PVAL,
        PLACE,
        FLAGS,
        ignored("Y", "the most it adds to one or two pvals"),
        FIRST_FLAGS,
        SECOND_FLAGS,
        RESISTANCES,
        DESCRIPTION,
    ]),
];

pub(super) const UNANGBAND: Files = [
    LIMITS,
    objects(&[VERSION, KIND, GLYPH, TYPE, KIND_LEVEL, KIND_PLACES, COMBAT, FLAGS, RUNES, DESCRIPTION]),
    PLAIN_ARTIFACTS,
    egos(&[
        VERSION,
        EGO,
        SLOT_RATING_XTRA,
        EGO_LEVEL,
        EGO_BONUSES,
        PLACE,
        FLAGS,
        RUNES,
        ignored("O", "flags that are seen at once"),
        ignored("A", "an activation"),
        DESCRIPTION,
    ]),
];
