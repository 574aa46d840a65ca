//! Files of monsters and of those who play: races, bodies, what classes train and cast.

use super::{VERSION, file};
use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};
use affixboard_model::syntax::{
    FieldKind::{Dice, Int, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

pub(crate) const MONSTERS: FileSpec = file(
    "r_info.txt",
    false,
    &[
        VERSION,
        directive("N", &[field("index", Word), field("name", Rest)], "Begins a race of monsters."),
        GLYPH,
        directive(
            "I",
            &[
                field("speed", Int),
                field("hit-points", Dice),
                field("vision", Int),
                field("armor-class", Int),
                field("alertness", Int),
                field("weight", Int),
            ],
            "Speed (110 is normal), dice of hit points, vision in grids, armour class, how deep it sleeps, weight in \
             pounds.",
        ),
        directive(
            "W",
            &[
                field("depth", Int),
                field("rarity", Int),
                field("max-depth", Int),
                field("experience", Int),
                field("evolution-experience", Int),
                field("evolution", Int),
            ],
            "First level, one in how many, last level (999 for none), experience for a kill, experience at which it \
             turns into another race (0 for never), and that race.",
        )
        .allocating(),
        directive(
            "M",
            &[field("melee-level", Int), field("saving-level", Int)],
            "Levels for blows and for saving throws; read, but without effect.",
        ),
        directive(
            "B",
            &[field("method", Word), optional("effects", Rest)],
            "A blow: its method, perhaps with a power, and up to four effects with dice and chance, such as \
             BITE(60):HURT(5d5):POISON(2d4, 20%); up to four blows.",
        ),
        directive(
            "A",
            &[field("auras", Rest)],
            "What hurts those who touch it: up to three effects with dice and chance, all on one line.",
        ),
        FLAGS,
        directive("O", &[field("theme", Rest)], "The theme of what it drops; only one."),
        directive(
            "S",
            &[optional("spells", Rest)],
            "Spells; 1_IN_n makes it cast in one of n turns, FREQ_n in n per cent of them.",
        ),
        directive(
            "P",
            &[field("property", Word), field("values", Rest)],
            "What one gets who takes its body: Copy (a race and a class, or a monster), then Stats, Skills, \
             ExtraSkills, Life, Infra, Body, SpellStat, Speed or Blows.",
        ),
        DESCRIPTION,
    ],
);

pub(crate) const BODIES: FileSpec = file(
    "b_info.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("index", Word), field("name", Rest)],
            "Begins a type of body; 0 is that of monsters without another.",
        ),
        directive(
            "S",
            &[field("slot", Word), field("name", Word), optional("hand", Int)],
            "A slot for equipment: its type, what it is called, and its hand (2 n is the right one of arm n, 2 n + 1 \
             the left one); up to 15.",
        ),
    ],
);

pub(crate) const SKILLS: FileSpec = file(
    "s_info.txt",
    false,
    &[
        VERSION,
        directive("N", &[field("index", Word)], "Begins what a class can train; the index is the class's."),
        directive(
            "W",
            &[field("weapon-type", Int), field("sval", Int), field("start", Int), field("max", Rest)],
            "Skill with a kind of weapon, first and at most, from 0 unskilled to 4 master; types are 0 bows, 1 \
             diggers, 2 hafted, 3 polearms, 4 swords. A comment may follow.",
        ),
        directive(
            "S",
            &[field("skill", Int), field("start", Int), field("max", Rest)],
            "Another skill, first and at most, from 0 to 8000: 0 martial arts, 1 two weapons, 2 riding. A comment may \
             follow.",
        ),
    ],
);

pub(crate) const SPELLS: FileSpec = file(
    "m_info.txt",
    false,
    &[
        VERSION,
        directive("N", &[field("index", Word)], "Begins the magic of a class; the index is the class's."),
        directive(
            "I",
            &[
                field("book", Word),
                field("stat", Word),
                field("flags", Word),
                field("type", Int),
                field("first-level", Int),
                field("weight", Int),
            ],
            "Sort of books or NONE, the stat that counts, hexadecimal flags (4: casting trains the spells; others have \
             no effect), an unused type, level from which spells are learnt, an unused weight.",
        ),
        directive(
            "R",
            &[field("realm", Int), field("readable", Int)],
            "Begins a realm, from 0 life to 11 armageddon; 1 if the class can read it, else no `T:` may follow.",
        ),
        directive(
            "T",
            &[field("level", Int), field("mana", Int), field("failure", Int), field("experience", Rest)],
            "The realm's next spell: level (99 for never), mana, failure in per cent, experience of the first cast. A \
             comment may follow.",
        ),
    ],
);
