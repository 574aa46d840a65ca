//! The files of slays, brands and properties, which others name or which only say how items are shown and made.

use affixboard_model::syntax::{
    FieldKind::{Int, Rest, Word},
    FileSpec,
    spec::{directive, field, file},
};

use super::lines::{DESCRIPTION, TEXT};

pub(super) const SLAYS: FileSpec = file(
    "slay.txt",
    "code",
    &[
        directive("code", &[field("code", Rest)], "Begins a slay."),
        directive("name", TEXT, "What it slays."),
        directive("race-flag", &[field("flag", Word)], "The flag of the monsters it slays."),
        directive("dice", &[field("dice", Int)], "How many more dice of damage it gives."),
    ],
);

pub(super) const BRANDS: FileSpec = file(
    "brand.txt",
    "code",
    &[
        directive("code", &[field("code", Rest)], "Begins a brand."),
        directive("name", TEXT, "Its element."),
        DESCRIPTION,
        directive("dice", &[field("dice", Int)], "How many more dice of damage it gives."),
        directive("vuln-dice", &[field("dice", Int)], "The same against monsters that it hurts more."),
        directive("resist-flag", &[field("flag", Word)], "The flag of the monsters that resist it."),
        directive("vuln-flag", &[field("flag", Word)], "The flag of the monsters that it hurts more."),
    ],
);

/// No drop depends on it, so that it may be missing.
pub(super) const PROPERTIES: FileSpec = FileSpec {
    required: false,
    ..file(
        "object_property.txt",
        "name",
        &[
            directive("name", TEXT, "Begins a property."),
            directive("code", &[field("code", Rest)], "The flag, modifier or element it is about."),
            directive("smith-cat", &[field("category", Rest)], "For smiths: the sort of property."),
            directive("smith-difficulty", &[field("difficulty", Int)], "For smiths: how hard it is."),
            directive("smith-cost", &[field("cost-type", Word), field("cost", Int)], "For smiths: what it costs them."),
            directive(
                "smith-exclude-base",
                &[field("yes-or-no", Rest)],
                "For smiths: whether item types leave it out.",
            ),
            directive("type", &[field("type", Rest)], "What it is: stat, skill, mod, flag, slay, brand …"),
            directive("subtype", &[field("subtype", Rest)], "Of flags, their sort."),
            directive("id-type", &[field("id-type", Rest)], "How players learn of it."),
            directive("adjective", TEXT, "A word for who has it."),
            directive("neg-adjective", TEXT, "A word for who has less of it."),
            directive("msg", TEXT, "What is said when it is noticed."),
            directive("slay-msg", TEXT, "What is said when it harms a monster."),
            DESCRIPTION,
        ],
    )
};
