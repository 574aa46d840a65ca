//! Files and lines that all games of the family have.

use crate::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Random, Rest, Word},
    FileSpec, Notation,
    spec::{directive, field, optional},
};

pub(crate) use crate::families::common::directives::{
    ARTIFACT, EFFECT, EXTENT, GLYPH, KIND, KIND_ALLOCATION, KIND_LEVEL, KIND_TYPE, PILE,
};

/// A version stamp.
pub(crate) const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "A version stamp; ignored.");
/// A description.
pub(crate) const DESCRIPTION: DirectiveSpec = directive("D", &[optional("text", Rest)], "A description for players.");

/// `limits.txt`
pub(crate) const LIMITS: FileSpec = FileSpec {
    name: "limits.txt",
    aliases: &[],
    notation: Notation::Colon,
    required: false,
    header: "",
    directives: &[
        VERSION,
        directive("M", &[field("label", Word), field("value", Int)], "An array size; only K (kinds) matters."),
    ],
};

/// `object_base.txt`
pub(crate) const OBJECT_BASE: FileSpec = FileSpec {
    name: "object_base.txt",
    aliases: &[],
    notation: Notation::Colon,
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

/// `F:` – flags.
pub(crate) const FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags.");

/// `L:` – a pval and the flags it is for.
pub(crate) const PVAL: DirectiveSpec =
    directive("L", &[field("pval", Random), optional("flags", Rest)], "A pval and the flags it is for.");

/// `N:` – begins an affix.
pub(crate) const AFFIX: DirectiveSpec =
    directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins an affix.");

/// `F:` – flags it gives.
pub(crate) const AFFIX_FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags it gives.");

/// `L:` – a pval, its minimum and the flags it is for.
pub(crate) const AFFIX_PVAL: DirectiveSpec = directive(
    "L",
    &[field("pval", Random), field("min-pval", Int), field("flags", Rest)],
    "A pval, its minimum and the flags it is for.",
);

/// `R:` – so many random flags of these flag types.
pub(crate) const RANDOM_OF_TYPES: DirectiveSpec =
    directive("R", &[field("number", Int), field("types", Rest)], "So many random flags of these flag types.");

/// `R2:` – so many random flags out of these.
pub(crate) const RANDOM_OF_FLAGS: DirectiveSpec =
    directive("R2", &[field("number", Int), field("flags", Rest)], "So many random flags out of these.");

/// `T:` – an allocation: item type, svals, affix level, commonness and generation levels.
pub(crate) const AFFIX_ALLOCATION: DirectiveSpec = directive(
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
);

/// `N:` – begins a theme.
pub(crate) const THEME: DirectiveSpec =
    directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins a theme.");

/// `T:` – where it may appear: item type, svals and generation levels.
pub(crate) const THEME_ALLOCATION: DirectiveSpec = directive(
    "T",
    &[field("tval", Word), field("min-sval", Int), field("max-sval", Int), field("depths", Rest)],
    "Where it may appear: item type, svals and generation levels.",
);

/// `I:` – the kind it is; a new name makes a new kind.
pub(crate) const ARTIFACT_TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), optional("sval", Word)], "The kind it is; a new name makes a new kind.");

/// `A:` – where it is drawn; up to three lines.
pub(crate) const ARTIFACT_ALLOCATION: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn; up to three lines.");

/// `E:` – activation and recharge time.
pub(crate) const ACTIVATION: DirectiveSpec =
    directive("E", &[field("effect", Word), optional("time", Random)], "Activation and recharge time.");

/// `M:` – what is said when it is activated.
pub(crate) const MESSAGE: DirectiveSpec =
    directive("M", &[optional("text", Rest)], "What is said when it is activated.");

/// `L:` – a pval and the flags it is for.
pub(crate) const ARTIFACT_PVAL: DirectiveSpec =
    directive("L", &[field("pval", Int), optional("flags", Rest)], "A pval and the flags it is for.");
