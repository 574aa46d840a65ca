//! FAangband's edit files: those of 4.2 with lines of its own.
//!
//! Source: init.c, obj-init.c and datafile.c of its main branch (June 2026).

use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Random, Rest, Word},
    FieldSpec, FileSpec,
    spec::{directive, field, optional},
};

use super::super::dialect::{COST, DESCRIPTION, DICE, EFFECT, EFFECT_RANGE, EXPRESSION, FILES as BASE, other};

/// The files, in the order of 4.2's.
pub(super) const FILES: &[FileSpec; 14] = &[
    BASE[0],
    FileSpec { directives: &OBJECT_BASE, ..BASE[1] },
    BASE[2],
    BASE[3],
    BASE[4],
    FileSpec { directives: &ACTIVATIONS, ..BASE[5] },
    FileSpec { directives: &OBJECTS, ..BASE[6] },
    FileSpec { directives: &EGOS, ..BASE[7] },
    FileSpec { directives: &CLASSES, ..BASE[8] },
    FileSpec { directives: &ARTIFACTS, ..BASE[9] },
    FileSpec { directives: &PROPERTIES, ..BASE[10] },
    BASE[11],
    BASE[12],
    BASE[13],
];

const OBJECT_BASE: [DirectiveSpec; BASE[1].directives.len() + 2] = joined(
    BASE[1].directives,
    &[
        DESCRIPTION,
        directive("potential", &[field("potential", Int)], "The most that a random artifact of the type is worth."),
    ],
);
const ACTIVATIONS: [DirectiveSpec; BASE[5].directives.len() + 2] = joined(
    BASE[5].directives,
    &[
        directive("type", &[field("type", Word)], "What sort of activation it is."),
        directive("time", &[field("time", Random)], "The time between uses."),
    ],
);
const OBJECTS: [DirectiveSpec; BASE[6].directives.len() + 1] = joined(BASE[6].directives, &[ACTIVATION]);
/// With cost and rating on lines of their own.
const EGOS: [DirectiveSpec; BASE[7].directives.len() + 1] = joined(
    &[
        BASE[7].directives[0],
        COST,
        directive("rating", &[field("rating", Int)], "How much it is worth to the feeling of a level."),
    ],
    BASE[7].directives.split_at(2).1,
);
const CLASSES: [DirectiveSpec; BASE[8].directives.len() + 1] =
    joined(BASE[8].directives, &[other("specialties", "What the class may specialise in.")]);
/// An artifact may be the only item of its kind without saying so.
const ARTIFACTS: [DirectiveSpec; BASE[9].directives.len() + 5] = joined(
    &[
        BASE[9].directives[0],
        directive(
            "base-object",
            &[field("tval", Word), optional("sval", Word)],
            "The kind it is; a name that no kind has, or none, makes one up for it.",
        ),
        directive("charges", &[field("charges", Random)], "Charges of a device."),
        EFFECT,
        EFFECT_RANGE,
        DICE,
        EXPRESSION,
    ],
    BASE[9].directives.split_at(2).1,
);
const PROPERTIES: [DirectiveSpec; BASE[10].directives.len() + 6] = joined(
    BASE[10].directives,
    &[
        worth("price-constant", "What it adds to a price."),
        worth("price-linear", "The same for each point."),
        worth("price-square", "The same for the square of the points."),
        worth("design-constant", "What it costs to design it into an item."),
        worth("design-linear", "The same for each point."),
        worth("design-square", "The same for the square of the points."),
    ],
);

const ACTIVATION: DirectiveSpec = directive("act", &[field("activation", Rest)], "An activation.");
const WORTH: &[FieldSpec] = &[field("worth", Int)];

const fn worth(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    directive(tag, WORTH, doc)
}

/// Two tables of lines as one.
const fn joined<const N: usize>(first: &[DirectiveSpec], second: &[DirectiveSpec]) -> [DirectiveSpec; N] {
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}
