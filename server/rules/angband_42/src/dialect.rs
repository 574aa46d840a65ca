//! The directive tables of 4.2's edit files, as far as generation depends on them.
//!
//! Source: 4.2.5's init.c, obj-init.c and player-timed.c (`parser_reg`), as RULES describes it. Lines that only matter
//! in play are known by name and their text is passed over.

use affixboard_kin::{
    monsters::{MonsterSpec, Numbers, RULES_OF_4_2, files::optional_file, flags::FLAGS_OF_4_2},
    records::Indices,
};
use affixboard_model::syntax::{
    DirectiveSpec,
    FieldKind::{Char, Int, Random, Rest, Word},
    FieldSpec, FileSpec,
    spec::{directive, field, file, optional},
};

/// Records have no index: they are counted.
pub(super) const FILE_ORDER: Indices = Indices { by_order: true, drop_duplicates: false, zero_is_valid: true };

/// The files, in the order they are read: artifacts refer to books, but egos do not know them yet.
pub(super) const FILES: &[FileSpec; 14] = &[
    CONSTANTS,
    OBJECT_BASE,
    SLAYS,
    BRANDS,
    CURSES,
    ACTIVATIONS,
    OBJECTS,
    EGOS,
    CLASSES,
    ARTIFACTS,
    PROPERTIES,
    TIMED_EFFECTS,
    MONSTER_BASES,
    MONSTERS,
];

/// Those that drops are made of.
pub(super) const fn drop_files(files: &'static [FileSpec; 14]) -> &'static [FileSpec] {
    files.split_at(12).0
}

/// The monsters of its files.
pub(super) static MONSTER_SPEC: MonsterSpec = MonsterSpec {
    files: &[MONSTER_BASES, MONSTERS],
    flags: FLAGS_OF_4_2,
    numbers: Numbers::Counted,
    rules: &RULES_OF_4_2,
};

const TEXT: &[FieldSpec] = &[optional("text", Rest).verbatim()];
const SOME_TEXT: &[FieldSpec] = &[field("text", Rest).verbatim()];

/// A line whose text doesn't matter to generation.
pub(super) const fn other(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    directive(tag, TEXT, doc)
}

/// The same where the program wants text.
const fn words(tag: &'static str, doc: &'static str) -> DirectiveSpec {
    directive(tag, SOME_TEXT, doc)
}

pub(super) const DESCRIPTION: DirectiveSpec = words("desc", "A description for players.");
const MESSAGE: DirectiveSpec = words("msg", "What is said when it takes effect.");
pub(super) const EFFECT: DirectiveSpec = directive(
    "effect",
    &[field("effect", Word), optional("subtype", Word), optional("radius", Int), optional("other", Int)],
    "An effect, its subtype, radius and another parameter.",
);
pub(super) const EFFECT_RANGE: DirectiveSpec =
    directive("effect-yx", &[field("y", Int), field("x", Int)], "The effect's extent.");
pub(super) const DICE: DirectiveSpec = directive("dice", &[field("dice", Rest)], "The effect's dice.");
pub(super) const EXPRESSION: DirectiveSpec = directive(
    "expr",
    &[field("variable", Word), field("base", Word), field("operations", Rest)],
    "An expression in the effect's dice.",
);
const TIME: DirectiveSpec = directive("time", &[field("time", Random)], "The time between uses.");
const GRAPHICS: DirectiveSpec =
    directive("graphics", &[field("glyph", Char), field("colour", Word)], "Symbol and colour.");
const LEVEL: DirectiveSpec =
    directive("level", &[field("level", Int)], "How hard it is to use; not where it is found.");
const WEIGHT: DirectiveSpec = directive("weight", &[field("weight", Int)], "Weight in tenths of a pound.");
pub(super) const COST: DirectiveSpec = directive("cost", &[field("cost", Int)], "What it is worth.");
const FLAGS: DirectiveSpec = directive("flags", &[field("flags", Rest)], "Flags.");
const FLAGS_OR_NONE: DirectiveSpec = directive("flags", &[optional("flags", Rest)], "Flags, or none.");
const VALUES: DirectiveSpec =
    directive("values", &[field("values", Rest)], "Modifiers and resistances with their values in brackets.");
const SLAY: DirectiveSpec = directive("slay", &[field("code", Rest)], "A slay, by its code in slay.txt.");
const BRAND: DirectiveSpec = directive("brand", &[field("code", Rest)], "A brand, by its code in brand.txt.");
const CURSE: DirectiveSpec =
    directive("curse", &[field("curse", Word), field("power", Int)], "A curse it has, and the curse's power.");

const CONSTANT: &[FieldSpec] = &[field("label", Word), field("value", Int)];

const CONSTANTS: FileSpec = file(
    "constants.txt",
    "",
    &[
        directive("world", CONSTANT, "Sizes of the world; max-depth is what the levels of egos are boosted by."),
        directive(
            "obj-make",
            CONSTANT,
            "Object generation: max-depth (what the levels of kinds are boosted by), great-obj and great-ego (one in how \
             many choices is boosted), fuel.",
        ),
        other("level-max", "Limits of a level."),
        directive(
            "mon-gen",
            CONSTANT,
            "Monster generation: ood-chance (the level of one monster in how many is raised), ood-amount (by how much at \
             most), and how many there are.",
        ),
        other("mon-play", "Monsters."),
        other("dun-gen", "Dungeon generation."),
        other("carry-cap", "What can be carried."),
        other("store", "Stores."),
        other("player", "The player."),
        other("melee-critical", "Critical hits."),
        other("melee-critical-level", "Critical hits."),
        other("ranged-critical", "Critical hits."),
        other("ranged-critical-level", "Critical hits."),
        other("o-melee-critical", "Critical hits."),
        other("o-melee-critical-level", "Critical hits."),
        other("o-ranged-critical", "Critical hits."),
        other("o-ranged-critical-level", "Critical hits."),
    ],
);

const OBJECT_BASE: FileSpec = file(
    "object_base.txt",
    "name",
    &[
        directive(
            "default",
            &[field("label", Word), field("value", Int)],
            "A default for the records that follow: break-chance or max-stack.",
        ),
        directive("name", &[field("tval", Word), optional("name", Rest)], "Begins an item type."),
        directive("graphics", &[field("colour", Word)], "Colour."),
        directive("break", &[field("chance", Int)], "Chance to break when thrown, in per cent."),
        directive("max-stack", &[field("number", Int)], "How many of them one stack holds."),
        FLAGS,
    ],
);

const SLAYS: FileSpec = file(
    "slay.txt",
    "code",
    &[
        directive("code", &[field("code", Rest)], "Begins a slay."),
        directive("name", &[field("name", Rest)], "What it slays."),
        directive("race-flag", &[field("flag", Word)], "The flag of the monsters it slays."),
        directive("base", &[field("base", Word)], "The sort of monsters it slays."),
        directive("multiplier", &[field("multiplier", Int)], "What it multiplies damage by."),
        directive("o-multiplier", &[field("multiplier", Int)], "The same in O-combat."),
        directive("power", &[field("power", Int)], "What it is worth."),
        other("melee-verb", "What is said."),
        other("range-verb", "What is said."),
    ],
);

const BRANDS: FileSpec = file(
    "brand.txt",
    "code",
    &[
        directive("code", &[field("code", Rest)], "Begins a brand."),
        directive("name", &[field("name", Rest)], "Its element."),
        directive("multiplier", &[field("multiplier", Int)], "What it multiplies damage by."),
        directive("o-multiplier", &[field("multiplier", Int)], "The same in O-combat."),
        directive("power", &[field("power", Int)], "What it is worth."),
        directive("resist-flag", &[field("flag", Word)], "The flag of the monsters that resist it."),
        directive("vuln-flag", &[field("flag", Word)], "The flag of the monsters it hurts more."),
        other("verb", "What is said."),
    ],
);

const CURSES: FileSpec = file(
    "curse.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a curse."),
        directive("type", &[field("tval", Word)], "An item type it can strike; without any it never does."),
        directive(
            "combat",
            &[field("to-hit", Int), field("to-dam", Int), field("to-ac", Int)],
            "What it does to the bonuses; not part of the item's own.",
        ),
        EFFECT,
        EFFECT_RANGE,
        DICE,
        EXPRESSION,
        MESSAGE,
        TIME,
        FLAGS,
        VALUES,
        directive("weight", &[field("weight", Int)], "What it does to the weight (4.2.6)."),
        directive("conflict", &[field("curse", Rest)], "A curse that can't strike an item that has this one."),
        directive("conflict-flags", &[field("flags", Rest)], "Flags of items it can't strike."),
        DESCRIPTION,
    ],
)
.lacking();

/// Nothing but the power of items depends on it, so that it may be missing.
const ACTIVATIONS: FileSpec = FileSpec {
    required: false,
    ..file(
        "activation.txt",
        "name",
        &[
            directive("name", &[field("name", Rest)], "Begins an activation."),
            directive("aim", &[field("aim", Int)], "Whether it is aimed."),
            directive("level", &[field("level", Int)], "How hard it is to use."),
            directive("power", &[field("power", Int)], "What it is worth."),
            EFFECT,
            EFFECT_RANGE,
            DICE,
            EXPRESSION,
            MESSAGE,
            DESCRIPTION,
        ],
    )
};

const OBJECTS: FileSpec = file(
    "object.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a kind."),
        directive(
            "type",
            &[field("tval", Word)],
            "Its item type; within it kinds are counted in the order of the file.",
        ),
        GRAPHICS,
        LEVEL,
        WEIGHT,
        COST,
        directive("power", &[field("power", Int)], "Its worth to the computation of power."),
        directive(
            "alloc",
            &[field("commonness", Int), field("depths", Rest)],
            "Its weight and the levels it is found at.",
        )
        .allocating(),
        directive(
            "attack",
            &[field("dice", Random), field("to-hit", Random), field("to-dam", Random)],
            "Damage dice and bonuses.",
        ),
        directive("armor", &[field("ac", Int), field("to-ac", Random)], "Armour class and bonus."),
        directive("charges", &[field("charges", Random)], "Charges of wands and staves."),
        directive(
            "pile",
            &[field("chance", Int), field("number", Random)],
            "The chance in per cent that it comes as a pile, and how many that are.",
        ),
        FLAGS,
        VALUES,
        SLAY,
        BRAND,
        CURSE,
        directive("pval", &[field("pval", Random)], "A value of its effect."),
        TIME,
        EFFECT,
        EFFECT_RANGE,
        DICE,
        EXPRESSION,
        MESSAGE,
        words("vis-msg", "What is said when its effect is seen."),
        DESCRIPTION,
    ],
);

const EGOS: FileSpec = file(
    "ego_item.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins an ego."),
        directive("info", &[field("cost", Int), field("rating", Int)], "Cost and rating."),
        directive(
            "alloc",
            &[field("commonness", Int), field("depths", Rest)],
            "Its weight, the level from which it is usual (below, it comes at times), and its last level.",
        )
        .allocating(),
        directive("type", &[field("tval", Word)], "An item type: all its kinds so far can be this ego.").allocating(),
        directive("item", &[field("tval", Word), field("sval", Word)], "A kind that can be this ego.").allocating(),
        directive(
            "combat",
            &[field("to-hit", Random), field("to-dam", Random), field("to-ac", Random)],
            "Random bonuses on top of the item's own.",
        ),
        directive(
            "min-combat",
            &[field("min-to-hit", Int), field("min-to-dam", Int), field("min-to-ac", Int)],
            "The least bonuses an item has afterwards; 255 is none.",
        ),
        FLAGS_OR_NONE,
        directive("flags-off", &[optional("flags", Rest)], "Flags an item loses."),
        VALUES,
        directive(
            "min-values",
            &[field("values", Rest)],
            "The least modifiers an item has afterwards; 0 where none is given.",
        ),
        directive("act", &[field("activation", Rest)], "An activation."),
        TIME,
        SLAY,
        BRAND,
        CURSE,
        DESCRIPTION,
    ],
);

const CLASSES: FileSpec = file(
    "class.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a class."),
        directive(
            "magic",
            &[field("first", Int), field("weight", Int), field("books", Int)],
            "The level of the first spell, the weight that hampers them, and how many books there are.",
        ),
        directive(
            "book",
            &[
                field("tval", Word),
                field("quality", Word),
                field("name", Word),
                field("spells", Int),
                optional("realm", Rest),
            ],
            "A book the class can read: item type, town or dungeon, name, spells, realm.",
        ),
        directive("book-graphics", &[field("glyph", Char), field("colour", Word)], "Symbol and colour."),
        directive(
            "book-properties",
            &[field("cost", Int), field("commonness", Int), field("depths", Rest)],
            "The cost of the book before, its weight and the levels it is found at.",
        ),
        other("stats", "Stats."),
        other("skill-disarm-phys", "A skill."),
        other("skill-disarm-magic", "A skill."),
        other("skill-device", "A skill."),
        other("skill-save", "A skill."),
        other("skill-stealth", "A skill."),
        other("skill-search", "A skill."),
        other("skill-melee", "A skill."),
        other("skill-shoot", "A skill."),
        other("skill-throw", "A skill."),
        other("skill-dig", "A skill."),
        other("hitdie", "Hit points."),
        other("exp", "Experience needed."),
        other("max-attacks", "Blows."),
        other("min-weight", "Blows."),
        other("strength-multiplier", "Blows."),
        other("title", "A title."),
        other("equip", "What it begins with."),
        other("obj-flags", "Flags of the class."),
        other("player-flags", "Flags of the class."),
        other("spell", "A spell of the book before."),
        EFFECT,
        EFFECT_RANGE,
        DICE,
        EXPRESSION,
        other("effect-msg", "What is said."),
        DESCRIPTION,
    ],
);

const ARTIFACTS: FileSpec = file(
    "artifact.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins an artifact."),
        directive(
            "base-object",
            &[field("tval", Word), field("sval", Word)],
            "The kind it is; a name that no kind has makes one up for it.",
        ),
        GRAPHICS,
        LEVEL,
        WEIGHT,
        COST,
        directive(
            "alloc",
            &[field("commonness", Int), field("depths", Rest)],
            "The chance of a try in per cent, and its levels.",
        )
        .allocating(),
        directive(
            "attack",
            &[field("dice", Random), field("to-hit", Int), field("to-dam", Int)],
            "Damage dice and bonuses.",
        ),
        directive("armor", &[field("ac", Int), field("to-ac", Int)], "Armour class and bonus."),
        FLAGS_OR_NONE,
        directive("act", &[field("activation", Rest)], "An activation."),
        TIME,
        MESSAGE,
        VALUES,
        SLAY,
        BRAND,
        CURSE,
        DESCRIPTION,
    ],
)
.lacking();

const PROPERTIES: FileSpec = file(
    "object_property.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a property."),
        directive("type", &[field("type", Word)], "What it is: stat, mod, flag, ignore, resistance …"),
        directive("subtype", &[field("subtype", Rest)], "Of flags, the sort by which random powers are chosen."),
        directive("code", &[field("code", Word)], "The flag, modifier or element it is about."),
        other("id-type", "How players learn of it."),
        directive("power", &[field("power", Int)], "What it is worth; of modifiers each point."),
        directive("mult", &[field("mult", Int)], "What each point of a modifier counts to the sum of all of an item."),
        directive(
            "type-mult",
            &[field("tval", Word), field("mult", Int)],
            "What its worth is multiplied by on items of a type.",
        ),
        other("adjective", "A word."),
        other("neg-adjective", "A word."),
        other("msg", "What is said."),
        other("bindui", "Where it is shown."),
        DESCRIPTION,
    ],
);

const TIMED_EFFECTS: FileSpec = file(
    "player_timed.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a timed effect."),
        directive(
            "fail",
            &[field("code", Int), field("flag", Word)],
            "What prevents it: 1 an object flag, 2 a resistance, 3 a vulnerability, 4 a player flag, 5 another effect.",
        ),
        DESCRIPTION,
        other("grade", "A degree of it."),
        other("on-end", "What is said."),
        other("on-increase", "What is said."),
        other("on-decrease", "What is said."),
        other("on-begin-effect", "An effect."),
        other("on-end-effect", "An effect."),
        other("effect-yx", "An effect's extent."),
        other("effect-dice", "An effect's dice."),
        other("effect-expr", "An expression in an effect's dice."),
        other("msgt", "The sort of message."),
        other("resist", "A resistance it gives."),
        other("brand", "A brand it gives."),
        other("slay", "A slay it gives."),
        other("flag-synonym", "A flag it gives."),
        other("flags", "How it behaves."),
        other("lower-bound", "The least it lasts."),
    ],
)
.lacking();

const MONSTER_BASES: FileSpec = optional_file(
    "monster_base.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a monster base."),
        directive("glyph", &[field("glyph", Char)], "How they are drawn on the map."),
        other("pain", "Which messages tell of their pain."),
        FLAGS_OR_NONE,
        DESCRIPTION,
    ],
);

const MONSTERS: FileSpec = optional_file(
    "monster.txt",
    "name",
    &[
        directive("name", &[field("name", Rest)], "Begins a race of monsters; the first is the player."),
        other("plural", "What several of it are called."),
        directive("base", &[field("base", Word)], "Its base in monster_base.txt, whose flags it has from here on."),
        directive("glyph", &[field("glyph", Char)], "How it is drawn on the map."),
        directive("color", &[field("colour", Word)], "Its colour."),
        other("speed", "Speed; 110 is normal."),
        other("hit-points", "Hit points."),
        other("light", "How much light it gives."),
        other("hearing", "How far it notices players."),
        other("smell", "How far it notices their trail."),
        other("armor-class", "Armour class."),
        other("sleepiness", "How deep it sleeps."),
        directive("depth", &[field("level", Int)], "Level from which on it comes."),
        directive(
            "rarity",
            &[field("rarity", Int)],
            "Rarity: it weighs 100 / rarity times 1 + level / 10; 0: it never comes.",
        ),
        other("experience", "Experience for a kill."),
        other("blow", "A blow: method, effect, damage."),
        FLAGS_OR_NONE,
        directive("flags-off", &[optional("flags", Rest)], "Flags of its base that it has not."),
        DESCRIPTION,
        other("innate-freq", "How often it makes innate attacks."),
        other("spell-freq", "How often it casts spells."),
        other("spell-power", "How strong its spells are."),
        other("spells", "Its spells."),
        other("message-vis", "What is said of a spell."),
        other("message-invis", "What is said of an unseen spell."),
        other("message-miss", "What is said of a spell that misses."),
        directive(
            "drop",
            &[field("tval", Word), field("sval", Word), field("chance", Int), field("min", Int), field("max", Int)],
            "A kind it leaves beside what its flags say: with this chance in per cent, so many of it.",
        ),
        directive(
            "drop-base",
            &[field("tval", Word), field("chance", Int), field("min", Int), field("max", Int)],
            "An item type of which it leaves something beside what its flags say.",
        ),
        other("friends", "Who comes along."),
        other("friends-base", "Who comes along, of a base."),
        other("mimic", "What it looks like."),
        other("shape", "A shape it may take."),
        other("color-cycle", "How its colour changes."),
    ],
);
