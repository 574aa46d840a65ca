//! Files and directives common to all games of the family.

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Random, Rest, Word},
    FileSpec,
    spec::{directive, field, file, optional},
};

pub(crate) use affixboard_kin::directives::{
    ARRAY_SIZE, ARTIFACT, ARTIFACT_COMBAT, BREAKAGE, DESCRIPTION, EFFECT, EXTENT, FLAGS, GLYPH, KIND, KIND_ALLOCATION,
    KIND_COMBAT, KIND_LEVEL, KIND_PVAL, KIND_TYPE, PILE, PVAL_WITH_MINIMUM, TYPE, TYPE_DEFAULT,
};

/// A version stamp.
pub(crate) const VERSION: DirectiveSpec = directive("V", &[optional("version", Rest)], "A version stamp; ignored.");

/// `limits.txt`
pub(crate) const LIMITS: FileSpec = FileSpec { required: false, ..file("limits.txt", "", &[VERSION, ARRAY_SIZE]) };

/// `object_base.txt`
pub(crate) const OBJECT_BASE: FileSpec = file(
    "object_base.txt",
    "N",
    &[
        VERSION,
        TYPE_DEFAULT,
        TYPE,
        BREAKAGE,
        directive("F", &[optional("flags", Rest)], "Flags of every kind of this type."),
    ],
);

/// `N:` – begins an affix.
pub(crate) const AFFIX: DirectiveSpec =
    directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins an affix.");

/// `F:` – flags it gives.
pub(crate) const AFFIX_FLAGS: DirectiveSpec = directive("F", &[optional("flags", Rest)], "Flags it gives.");

/// `R:` – a number of random flags of these flag types.
pub(crate) const RANDOM_OF_TYPES: DirectiveSpec =
    directive("R", &[field("number", Int), field("types", Rest)], "So many random flags of these flag types.");

/// `R2:` – a number of random flags out of these.
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
)
.allocating();

/// `N:` – begins a theme.
pub(crate) const THEME: DirectiveSpec =
    directive("N", &[field("index", Int), field("type", Word), field("name", Rest)], "Begins a theme.");

/// `T:` – where it may appear: item type, svals and generation levels.
pub(crate) const THEME_ALLOCATION: DirectiveSpec = directive(
    "T",
    &[field("tval", Word), field("min-sval", Int), field("max-sval", Int), field("depths", Rest)],
    "Where it may appear: item type, svals and generation levels.",
)
.allocating();

/// `I:` – the kind it is; a new name makes a new kind.
pub(crate) const ARTIFACT_TYPE: DirectiveSpec =
    directive("I", &[field("tval", Word), optional("sval", Word)], "The kind it is; a new name makes a new kind.");

/// `A:` – where it is drawn; up to three lines.
pub(crate) const ARTIFACT_ALLOCATION: DirectiveSpec =
    directive("A", &[field("commonness", Int), field("depths", Rest)], "Where it is drawn; up to three lines.")
        .allocating();

/// `E:` – activation and recharge time.
pub(crate) const ACTIVATION: DirectiveSpec =
    directive("E", &[field("effect", Word), optional("time", Random)], "Activation and recharge time.");

/// `M:` – message of its activation.
pub(crate) const MESSAGE: DirectiveSpec =
    directive("M", &[optional("text", Rest).verbatim()], "What is said when it is activated.");

/// `L:` – a pval and the flags it is for.
pub(crate) const ARTIFACT_PVAL: DirectiveSpec =
    directive("L", &[field("pval", Int), optional("flags", Rest)], "A pval and the flags it is for.");
