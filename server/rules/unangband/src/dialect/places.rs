//! Files of places: dungeons, terrain, vaults, regions, rooms, quests, shops and what they ask.

use super::{VERSION, file, name};
use affixboard_kin::directives::{DESCRIPTION, FLAGS, GLYPH};
use affixboard_model::syntax::{
    FieldKind::{Char, Int, Rest, Word},
    FileSpec,
    spec::{directive, field, optional},
};

pub(crate) const DUNGEONS: FileSpec = file(
    "dungeon.txt",
    false,
    &[
        VERSION,
        name("Begins a place that one can travel to."),
        directive("G", &[field("symbol", Char)], "Symbol of monsters that are usual there."),
        directive("R", &[field("flag", Rest)], "Flag of monsters that are usual there."),
        directive(
            "X",
            &[field("near-1", Int), field("near-2", Int), field("near-3", Int), field("near-4", Int)],
            "Places that are near; 0 for none.",
        ),
        directive(
            "Q",
            &[field("opens", Int), field("monster", Int)],
            "The place that opens as this monster dies, which is a guardian.",
        ),
        directive(
            "Y",
            &[field("monster", Int), field("if-visited", Int)],
            "The monster that locks the town, once that place was visited.",
        ),
        directive(
            "W",
            &[field("monster", Int), field("if-visited", Int)],
            "The guardian in place of the usual one, once that place was visited.",
        ),
        directive(
            "Z",
            &[field("place", Int), optional("if-visited", Int)],
            "The place in its stead, once that was visited.",
        ),
        directive("C", &[field("chasm", Int)], "The place that a chasm leads to."),
        directive(
            "L",
            &[
                field("level", Int),
                field("base", Int),
                field("fill", Int),
                field("big", Int),
                field("small", Int),
                field("guard", Int),
                field("tower", Int),
                field("special", Int),
                field("flags", Rest),
            ],
            "A zone: its first level, features that fill it, its guardian, its tower, its flags and name.",
        ),
        directive(
            "S",
            &[
                field("store-1", Int),
                field("store-2", Int),
                field("store-3", Int),
                field("store-4", Int),
                field("store-5", Int),
                field("store-6", Int),
                field("store-7", Int),
                field("store-8", Int),
            ],
            "Stores; 0 for none.",
        ),
        directive("A", &[field("symbol", Char), optional("flag", Rest)], "Monsters that are allies there."),
        DESCRIPTION,
    ],
);

pub(crate) const TERRAIN: FileSpec = file(
    "terrain.txt",
    false,
    &[
        VERSION,
        name("Begins a feature of the map."),
        GLYPH,
        directive("M", &[field("feature", Int)], "The feature that it looks like until it is found."),
        directive("U", &[field("feature", Int)], "The feature beneath."),
        directive("O", &[field("feature", Int)], "The feature above; 0 for none."),
        directive(
            "W",
            &[field("level", Int), field("rarity", Int), field("priority", Int), field("edge", Int)],
            "Where it comes, one in how many, who wins on the small map, and the feature around it.",
        ),
        directive(
            "K",
            &[field("action", Word), field("feature", Int), field("power", Int)],
            "The feature that it becomes by an action, and how hard that is; DEFAULT where nothing else fits.",
        ),
        directive(
            "T",
            &[field("method", Word), optional("effect", Word), optional("damage", Rest)],
            "What a trap does: a method of blows.txt, an effect of effect.txt, damage dice.",
        ),
        directive("S", &[field("spell", Rest)], "The monster spell that a trap casts."),
        FLAGS,
        DESCRIPTION,
    ],
)
.sized("F");

pub(crate) const VAULTS: FileSpec = file(
    "vault.txt",
    false,
    &[
        VERSION,
        name("Begins a room that is drawn by hand."),
        directive(
            "X",
            &[
                field("type", Int),
                field("rating", Int),
                field("rows", Int),
                field("columns", Int),
                field("first-level", Int),
                field("last-level", Int),
            ],
            "Type (8 is a greater vault), rating of the level feeling, rows and columns, first and last level.",
        ),
        directive("L", &[field("flags", Rest)], "Levels that it comes on."),
        directive("D", &[optional("row", Rest).verbatim()], "A row of its map."),
    ],
)
.sized("V");

pub(crate) const REGIONS: FileSpec = file(
    "region.txt",
    false,
    &[
        VERSION,
        name("Begins a region in which something goes on."),
        GLYPH,
        directive("I", &[field("delay", Int)], "Turns between its blows."),
        directive("B", &[field("method", Rest)], "Its method of blows.txt."),
        directive(
            "C",
            &[field("region", Int), field("lasts", Rest)],
            "The region that it makes, and how long that lasts, by level as ranges are.",
        ),
        FLAGS,
        DESCRIPTION,
    ],
)
.sized("r");

pub(crate) const ROOMS: FileSpec = file(
    "room.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[
                field("chart", Int),
                field("next", Int),
                field("branch-on", Int),
                field("branch", Int),
                field("chance", Int),
                field("not-chance", Int),
                field("min", Int),
                field("max", Int),
            ],
            "Begins a part of a room's description: its chart and the next, another in place of one, weights where the \
             level fits and else, first and last depth, of which those beyond 30 are made shallower.",
        ),
        directive("A", &[optional("name", Rest)], "First part of the room's name."),
        directive("B", &[optional("name", Rest)], "Second part of it."),
        directive("S", &[field("flags", Rest)], "Special flags."),
        directive("P", &[field("flags", Rest)], "How things are placed."),
        directive("L", &[field("flags", Rest)], "Levels that it fits."),
        directive("G", &[field("symbol", Char)], "Symbol of monsters that it fits."),
        directive("R", &[field("flag", Rest)], "Flag of monsters that it fits."),
        directive(
            "K",
            &[field("tval", Word), field("min-sval", Int), field("max-sval", Int), optional("more", Rest)],
            "Objects that lie there: item type and svals.",
        ),
        directive(
            "F",
            &[
                field("feature", Int),
                field("theme-1", Int),
                field("theme-2", Int),
                field("theme-3", Int),
                field("theme-4", Int),
            ],
            "The feature that fills it, and features around.",
        ),
        DESCRIPTION,
    ],
)
.sized("D");

pub(crate) const QUESTS: FileSpec = file(
    "quest.txt",
    false,
    &[
        VERSION,
        name("Begins a quest."),
        directive(
            "S",
            &[field("stage", Int)],
            "Begins a stage of it: 0 conditions, 1 task, 3 and 4 reward, 6 and 7 failure.",
        ),
        FLAGS,
        directive("Q", &[field("quest", Int)], "Another quest."),
        directive("T", &[field("dungeon", Int), field("level", Int), field("store", Int)], "A place."),
        directive("A", &[field("artifact", Int)], "An artifact."),
        directive("Z", &[field("number", Int)], "How many."),
        directive("K", &[field("kind", Int)], "A kind."),
        directive("E", &[field("ego", Int)], "An ego."),
        directive("R", &[field("race", Int)], "A race of monsters."),
        directive("O", &[field("flag", Int), field("adjective", Int), field("noun", Int)], "A room."),
        directive("X", &[field("action", Word), field("feature", Int)], "An action on a feature, by name."),
        directive(
            "W",
            &[field("experience", Int), field("power", Int), field("gold", Int)],
            "Experience, power and gold as reward or penalty.",
        ),
        DESCRIPTION,
    ],
)
.sized("Q");

pub(crate) const STORES: FileSpec = file(
    "store.txt",
    false,
    &[
        VERSION,
        name("Begins a shop."),
        directive("X", &[field("level", Int)], "The level of its stock."),
        directive(
            "O",
            &[field("tval", Word), field("sval", Int), field("count", Int)],
            "What it offers: item type, sval and how many; up to 32.",
        ),
        directive("B", &[field("tval", Rest)], "An item type that it buys, by number or name; up to 16."),
        directive("A", &[field("number", Int)], "A number that the program looks up."),
    ],
)
.sized("U");

pub(crate) const OWNERS: FileSpec = file(
    "shop_own.txt",
    false,
    &[
        VERSION,
        directive(
            "N",
            &[field("store", Word), field("owner", Int), field("name", Rest)],
            "Begins an owner: the shop, a number within it, a name.",
        ),
        directive(
            "I",
            &[
                field("race", Int),
                field("purse", Int),
                field("most", Int),
                field("least", Int),
                field("patience", Int),
                field("insults", Int),
            ],
            "Race, gold, greatest and least mark-up in per cent, patience, insults until the door is closed.",
        ),
    ],
);

pub(crate) const COSTS: FileSpec = FileSpec {
    size: "G",
    may_lack: false,
    header: "A",
    ..file(
        "cost_adj.txt",
        false,
        &[
            VERSION,
            directive(
                "A",
                &[field("row", Rest)],
                "What owners of one race ask of each race of players, in per cent; as many numbers as limits.txt has races to \
             play, and more are not read.",
            ),
        ],
    )
};
