//! The directive tables of v4's edit files.
//!
//! Source: v4's object/obj-init (`parse_object`, `parse_ego`, `parse_theme`, `parse_artifact`), as RULES describes them.

use crate::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

/// The files, in the order they are read.
pub(super) const FILES: &[FileSpec] = &[LIMITS, OBJECT_BASE, OBJECT, AFFIX, THEME, ARTIFACT];

const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "A version stamp; ignored.");
const DESCRIPTION: DirectiveSpec = directive("D", &[optional("text", Rest)], "A description for players.");

const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    required: false,
    header: "",
    directives: &[
        VERSION,
        directive("M", &[field("label", Word), field("value", Int)], "An array size; only K (kinds) matters."),
    ],
};

const OBJECT_BASE: FileSpec = FileSpec {
    name: "object_base.txt",
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("D", &[field("label", Word), field("value", Int)], "A default for the records that follow; only B."),
        directive("N", &[field("tval", Word), field("name", Rest)], "Begins an item type."),
        directive("B", &[field("breakage", Int)], "Chance to break when thrown, in per cent."),
        directive("F", &[optional("flags", Rest)], "Flags of every kind of this type."),
    ],
};

const OBJECT: FileSpec = FileSpec {
    name: "object.txt",
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Int), field("name", Rest)], "Begins a kind."),
        directive("G", &[field("char", Char), field("colour", Word)], "How it is drawn on the map."),
        directive("I", &[field("tval", Word), field("sval", Int)], "Item type and which one of its type."),
        directive(
            "W",
            &[field("level", Int), field("unused", Int), field("weight", Int), field("cost", Int)],
            "Level, an unused number, weight in tenths of a pound, cost.",
        ),
        directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn: weight and levels."),
        directive(
            "P",
            &[
                field("ac", Int),
                field("dice", Random),
                field("finesse", Random),
                field("prowess", Random),
                field("to-ac", Random),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Armour class, damage dice, bonuses, balance and heft.",
        ),
        directive("C", &[field("extent", Random)], "Charges, fuel or food value."),
        directive("M", &[field("chance", Int), field("stack", Random)], "Chance of a pile, and its size."),
        directive("F", &[optional("flags", Rest)], "Flags."),
        directive("E", &[field("effect", Word), optional("time", Random)], "Effect and recharge time."),
        directive("L", &[field("pval", Random), optional("flags", Rest)], "A pval and the flags it is for."),
        DESCRIPTION,
    ],
};

const AFFIX: FileSpec = FileSpec {
    name: "ego_item.txt",
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins an affix."),
        directive(
            "C",
            &[
                field("finesse", Random),
                field("prowess", Random),
                field("to-ac", Random),
                optional("ac-percent", Int),
                optional("weight-percent", Int),
                optional("dice", Int),
                optional("sides", Int),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Random bonuses, per cent changes of base armour and weight, extra dice, sides, balance and heft.",
        ),
        directive(
            "M",
            &[field("min-finesse", Int), field("min-prowess", Int), field("min-to-ac", Int)],
            "The least bonuses an item has afterwards.",
        ),
        directive("F", &[optional("flags", Rest)], "Flags it gives."),
        directive(
            "L",
            &[field("pval", Random), field("min-pval", Int), field("flags", Rest)],
            "A pval, its minimum and the flags it is for.",
        ),
        directive("R", &[field("number", Int), field("types", Rest)], "So many random flags of these flag types."),
        directive("R2", &[field("number", Int), field("flags", Rest)], "So many random flags out of these."),
        directive(
            "T",
            &[
                field("tval", Word),
                field("min-sval", Int),
                field("max-sval", Int),
                field("level", Word),
                field("commonness", Int),
                field("depths", Rest),
            ],
            "An allocation: item type, svals, affix level, commonness and generation levels.",
        ),
        DESCRIPTION,
    ],
};

const THEME: FileSpec = FileSpec {
    name: "ego_themes.txt",
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins a theme."),
        directive(
            "T",
            &[field("tval", Word), field("min-sval", Int), field("max-sval", Int), field("depths", Rest)],
            "Where it may appear: item type, svals and generation levels.",
        ),
        directive(
            "A",
            &[field("affix", Word), field("weight", Int), optional("chance", Int)],
            "An affix of it, how much that counts, and how likely it comes with the theme.",
        ),
        DESCRIPTION,
    ],
};

const ARTIFACT: FileSpec = FileSpec {
    name: "artifact.txt",
    required: true,
    header: "N",
    directives: &[
        VERSION,
        directive("N", &[field("index", Int), field("name", Rest)], "Begins an artifact."),
        directive("I", &[field("tval", Word), optional("sval", Word)], "The kind it is; a new name makes a new kind."),
        directive(
            "W",
            &[
                field("level", Int),
                field("rarity", Int),
                field("weight", Int),
                field("cost", Int),
                optional("randart", Word),
            ],
            "Level, an unused number, weight in tenths of a pound, cost, whether random artifacts may use it.",
        ),
        directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn; up to three lines."),
        directive(
            "P",
            &[
                field("ac", Int),
                field("dice", Random),
                field("finesse", Int),
                field("prowess", Int),
                field("to-ac", Int),
                optional("balance", Int),
                optional("heft", Int),
            ],
            "Armour class, damage dice, bonuses, balance and heft.",
        ),
        directive("F", &[optional("flags", Rest)], "Flags."),
        directive("E", &[field("effect", Word), optional("time", Random)], "Activation and recharge time."),
        directive("M", &[optional("text", Rest)], "What is said when it is activated."),
        directive("L", &[field("pval", Int), optional("flags", Rest)], "A pval and the flags it is for."),
        directive("affix", &[field("affix", Rest)], "An affix its name shows."),
        directive("theme", &[field("theme", Rest)], "A theme its name shows."),
        DESCRIPTION,
    ],
};
