//! Files of players: classes, races, histories, spells, styles, and the words that names are learnt from.

use super::{VERSION, file, name};
use affixboard_kin::directives::{DESCRIPTION, FLAGS};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Int, Rest, Word},
    FieldSpec, FileSpec,
    spec::{directive, field, optional},
};

/// Eight changes of stats.
const STATS: DirectiveSpec = directive(
    "S",
    &[
        field("str", Int),
        field("int", Int),
        field("wis", Int),
        field("dex", Int),
        field("con", Int),
        field("chr", Int),
        field("agi", Int),
        field("siz", Int),
    ],
    "What it adds to each stat.",
);

/// Nine skills.
const SKILLS: &[FieldSpec] = &[
    field("disarm", Int),
    optional("devices", Int),
    optional("saving", Int),
    optional("stealth", Int),
    optional("search", Int),
    optional("dig", Int),
    optional("blows", Int),
    optional("throwing", Int),
    optional("shooting", Int),
];

pub(crate) const CLASSES: FileSpec = file(
    "p_class.txt",
    false,
    &[
        VERSION,
        name("Begins a class."),
        STATS,
        directive("C", SKILLS, "Skills at first; where numbers are left out, so are the skills."),
        directive("X", SKILLS, "What each skill gains in ten levels."),
        directive(
            "I",
            &[
                field("experience", Int),
                field("sense-base", Int),
                field("sense-divisor", Int),
                field("sense-type", Int),
                field("sense-squared", Int),
            ],
            "Experience it needs more, in per cent, and how it feels what objects are.",
        ),
        directive(
            "A",
            &[field("most-blows", Int), field("least-weight", Int), field("factor", Int), field("charge-weight", Int)],
            "Blows: the most, the least weight of a weapon that counts, the factor of strength, the weight for a charge.",
        ),
        directive(
            "M",
            &[
                field("book", Int),
                field("study-stat", Int),
                field("mana-stat", Int),
                field("fail-stat", Int),
                field("first-level", Int),
                field("most-weight", Int),
                field("high-power", Int),
            ],
            "Spells: item type of its books (0 for none), stats to learn, cast and fail by, first level (99 for never), \
             weight that hinders, power.",
        ),
        directive("T", &[field("title", Rest)], "A title; up to ten, one for five levels each."),
        directive(
            "E",
            &[
                field("tval", Word),
                field("sval", Int),
                field("min", Int),
                field("max", Int),
                field("charge-min", Int),
                field("charge-max", Int),
                field("social-min", Int),
                field("social-max", Int),
            ],
            "What it begins with: item type, sval, how many, charges, and the standing that it needs; up to ten. The guide \
             has the first four numbers only.",
        ),
    ],
).sized("C");

pub(crate) const RACES: FileSpec = file(
    "p_race.txt",
    false,
    &[
        VERSION,
        name("Begins a race of players or a shape; its inborn powers are the kind of type 97 with its index as sval."),
        directive("D", &[field("adjective", Rest)], "Its adjective."),
        STATS,
        directive("R", SKILLS, "Skills."),
        directive(
            "X",
            &[field("experience", Int), field("infravision", Int), field("monster", Int)],
            "Experience it needs in per cent, infravision in grids, the race of monsters that it stands for.",
        ),
        directive(
            "I",
            &[field("chart", Int), field("age", Int), field("age-range", Int), field("home", Int)],
            "Where its history begins in p_hist.txt, age and what may be added to it, its home in dungeon.txt.",
        ),
        directive(
            "H",
            &[field("male", Int), field("male-range", Int), field("female", Int), field("female-range", Int)],
            "Height.",
        ),
        directive("W", &[field("male", Int), field("female", Int)], "Weight."),
        directive("G", &[optional("flags", Rest)], "Flags of objects that it cancels; the guide doesn't have them."),
        directive("C", &[field("classes", Rest)], "Classes that it may be of, by index."),
    ],
)
.sized("P");

pub(crate) const HISTORY: FileSpec = file(
    "p_hist.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("chart", Int), field("next", Int), field("roll", Int), field("bonus", Int)],
            "Begins a sentence: its chart and the next; it is taken where one of 100 is at most its roll, and the ones \
             before were not; 50 less than the bonus goes to social standing.",
        ),
        directive("D", &[field("text", Rest).verbatim()], "What it says."),
    ],
)
.sized("H");

pub(crate) const SPELLS: FileSpec = file(
    "spell.txt",
    false,
    &[
        VERSION,
        name("Begins a spell."),
        directive(
            "A",
            &[field("tval", Word), field("sval", Int), field("slot", Int)],
            "An object that teaches or casts it; up to ten. The slot is not read: spells fill an object's slots in the \
             order of the file, those of rune stones too, of which the guide says otherwise.",
        ),
        directive(
            "C",
            &[
                field("class", Int),
                field("level", Int),
                field("mana", Int),
                field("fail", Int),
                field("least-fail", Int),
            ],
            "A class that may learn it, from which level, for how much mana, failing how often at first and at least; up \
             to eight. Class 0 only last: the next line would take its place.",
        ),
        directive(
            "P",
            &[field("spell-1", Int), field("spell-2", Int)],
            "Spells that must be known before; 0 for none. The guide doesn't have it.",
        ),
        FLAGS,
        directive(
            "B",
            &[field("method", Word), field("effect", Word), optional("damage", Rest)],
            "What it does: a method of blows.txt, an effect of effect.txt, and damage such as 3d4+(1d4)/5, which is 1d4 \
             more for every 5 levels; up to four.",
        ),
        directive("L", &[field("duration", Rest)], "How long it lasts, such as 1d20+20."),
        directive("S", &[field("type", Word), optional("number", Rest)], "Something that only the program knows."),
        DESCRIPTION,
    ],
).sized("S");

pub(crate) const STYLES: FileSpec = FileSpec {
    size: "W",
    may_lack: false,
    header: "W",
    ..file(
        "style.txt",
        false,
        &[
            VERSION,
            directive("W", &[field("class", Int), field("level", Int)], "Begins a benefit of a class from a level on."),
            directive("S", &[field("styles", Rest)], "The ways of fighting that it is for."),
            directive("B", &[field("benefit", Rest)], "The benefit."),
        ],
    )
};

pub(crate) const NAMES: FileSpec = file(
    "names.txt",
    false,
    &[
        VERSION,
        directive("N", &[field("word", Rest)], "A word that names are learnt from: which letter follows which two."),
    ],
);
