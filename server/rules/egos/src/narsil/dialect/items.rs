//! The files of kinds, specials, artefacts and drops.

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    FieldSpec, FileSpec,
    spec::{directive, field, file, optional},
};

use super::lines::{BRAND, DESCRIPTION, FLAGS, FLAGS_OR_NONE, SLAY, TEXT, VALUES};

const GRAPHICS: DirectiveSpec =
    directive("graphics", &[field("glyph", Char), field("colour", Word)], "Symbol and colour.");
const PVAL: DirectiveSpec = directive("pval", &[field("pval", Int)], "A number of its own.");
const WEIGHT: DirectiveSpec = directive("weight", &[field("weight", Int)], "Weight in tenths of a pound.");
const COST: DirectiveSpec = directive("cost", &[field("cost", Int)], "What it is worth.");
const ATTACK: DirectiveSpec =
    directive("attack", &[field("attack", Int), field("damage", Random)], "Attack, dice of damage.");
const DEFENCE: DirectiveSpec =
    directive("defence", &[field("evasion", Int), field("protection", Random)], "Evasion, dice of protection.");
const ABILITY: DirectiveSpec =
    directive("ability", &[field("skill", Word), field("ability", Word)], "An ability it gives.");

const EFFECT: &[FieldSpec] =
    &[field("effect", Word), optional("subtype", Word), optional("radius", Int), optional("other", Int)];
const DICE: &[FieldSpec] = &[field("dice", Rest)];
const EXPRESSION: &[FieldSpec] = &[field("variable", Word), field("base", Word), field("operations", Rest)];
const NUMBER: &[FieldSpec] = &[field("most", Int)];

pub(super) const OBJECTS: FileSpec = file(
    "object.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a kind."),
        directive(
            "type",
            &[field("tval", Word)],
            "Its item type; within it kinds are counted in the order of the file.",
        ),
        PVAL,
        GRAPHICS,
        directive("depth", &[field("level", Int)], "Its level; not where it is found."),
        WEIGHT,
        COST,
        directive(
            "alloc",
            &[field("level", Int), field("chance", Int)],
            "A level from which on it is found, where it weighs 100 / chance; there may be several.",
        )
        .allocating(),
        ATTACK,
        DEFENCE,
        FLAGS,
        directive("charges", &[field("charges", Random)], "Charges of a staff."),
        directive("effect", EFFECT, "An effect of its use, subtype, radius and another parameter."),
        directive("dice", DICE, "The effect's dice."),
        directive("expr", EXPRESSION, "An expression in the effect's dice."),
        directive("thrown-effect", EFFECT, "An effect of being thrown, subtype, radius and another parameter."),
        directive("thrown-dice", DICE, "That effect's dice."),
        directive("thrown-expr", EXPRESSION, "An expression in that effect's dice."),
        directive("msg", TEXT, "What is said when it takes effect."),
        VALUES,
        DESCRIPTION,
        SLAY,
        BRAND,
        directive(
            "special",
            &[field("value", Word), optional("min", Int)],
            "What 99 stands for in its other numbers, and the number where that is 0.",
        ),
    ],
);

pub(super) const SPECIALS: FileSpec = file(
    "special.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a special."),
        directive(
            "alloc",
            &[field("commonness", Int), field("depths", Rest)],
            "Its rarity, which the program takes for a weight; its first level and its last (0: none).",
        )
        .allocating(),
        directive("cost", &[field("cost", Int)], "What it is worth; 0: normal drops only."),
        directive("max-attack", NUMBER, "The most it adds to attack."),
        directive("dam-dice", NUMBER, "The most it adds to the dice of damage."),
        directive("dam-sides", NUMBER, "The most it adds to their sides."),
        directive("max-evasion", NUMBER, "The most it adds to evasion."),
        directive("prot-dice", NUMBER, "The most it adds to the dice of protection."),
        directive("prot-sides", NUMBER, "The most it adds to their sides."),
        directive("max-pval", NUMBER, "The most it adds to modifiers, or takes off where it is cursed."),
        directive("type", &[field("tval", Word)], "An item type: all its kinds so far can be this special.")
            .allocating(),
        directive("item", &[field("tval", Word), field("sval", Word)], "A kind that can be this special.").allocating(),
        FLAGS_OR_NONE,
        VALUES,
        SLAY,
        BRAND,
        ABILITY,
    ],
);

pub(super) const ARTEFACTS: FileSpec = file(
    "artefact.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins an artefact."),
        directive(
            "base-object",
            &[field("tval", Word), field("sval", Word)],
            "The kind it is; a name that no kind has makes one up for it, and the artefact is special.",
        ),
        directive("color", &[field("colour", Word)], "Colour."),
        GRAPHICS,
        PVAL,
        directive("depth", &[field("level", Int)], "Its level; above it, one in twice the missing levels passes.")
            .allocating(),
        directive("rarity", &[field("rarity", Int)], "One in how many tries makes it.").allocating(),
        WEIGHT,
        COST,
        ATTACK,
        DEFENCE,
        FLAGS_OR_NONE,
        VALUES,
        DESCRIPTION,
        SLAY,
        BRAND,
        ABILITY,
    ],
)
.lacking();

pub(super) const DROPS: FileSpec = file(
    "drop.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a set of kinds that drops draw from."),
        directive("chest", &[field("chest", Int)], "1: chests may hold it."),
        directive("base", &[field("tval", Word)], "An item type that is in it."),
        directive("not-base", &[field("tval", Word)], "An item type that isn't; all others are."),
        directive("item", &[field("tval", Word), field("sval", Word)], "A kind that is in it."),
    ],
);
