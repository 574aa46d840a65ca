//! Tables compiled into the program: names of item types and flags (defines.h, init1.c).

use affixboard_kin::letter::BuiltInNames;

/// Morgoth's depth: boosted levels end here, and so does the dungeon (defines.h, `MORGOTH_DEPTH`).
pub(super) const DEEPEST: u32 = 20;

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: FLAGS };

/// Item types: number and accepted names, the first of which is displayed.
const TVALS: &[(u8, &[&str])] = &[
    (2, &["note"]),
    (3, &["skeleton"]),
    (4, &["metal"]),
    (7, &["chest"]),
    (17, &["arrow"]),
    (19, &["bow"]),
    (20, &["digger"]),
    (21, &["hafted"]),
    (22, &["polearm"]),
    (23, &["sword"]),
    (30, &["boots"]),
    (31, &["gloves"]),
    (32, &["helm"]),
    (33, &["crown"]),
    (34, &["shield"]),
    (35, &["cloak"]),
    (36, &["soft armour", "soft armor"]),
    (37, &["mail"]),
    (39, &["light"]),
    (40, &["amulet"]),
    (45, &["ring"]),
    (55, &["staff"]),
    (66, &["horn"]),
    (75, &["potion"]),
    (77, &["flask"]),
    (80, &["herb", "food"]),
    (81, &["egg"]),
];

/// Flags of objects in the program's order, three sets one after the other.
#[rustfmt::skip]
const FLAGS: &[&str] = &[
    "STR", "DEX", "CON", "GRA", "NEG_STR", "NEG_DEX", "NEG_CON", "NEG_GRA", "MELEE", "ARCHERY", "STEALTH",
    "PERCEPTION", "WILL", "SMITHING", "SONG", "DAMAGE_SIDES", "TUNNEL", "SHARPNESS", "SHARPNESS2", "VAMPIRIC",
    "SLAY_ORC", "SLAY_TROLL", "SLAY_WOLF", "SLAY_SPIDER", "SLAY_UNDEAD", "SLAY_RAUKO", "SLAY_DRAGON",
    "SLAY_MAN_OR_ELF", "BRAND_ELEC", "BRAND_FIRE", "BRAND_COLD", "BRAND_POIS", "ALL_STATS", "SUST_STR",
    "SUST_DEX", "SUST_CON", "SUST_GRA", "RES_ELEC", "RES_FIRE", "RES_COLD", "RES_POIS", "RES_BLEED",
    "RES_FEAR", "RES_BLIND", "RES_CONFU", "RES_STUN", "RES_HALLU", "RADIANCE", "SLOW_DIGEST", "LIGHT",
    "REGEN", "SEE_INVIS", "FREE_ACT", "TRAITOR", "SPEED", "FEAR", "HUNGER", "DARKNESS", "SLOWNESS", "DANGER",
    "AGGRAVATE", "HAUNTED", "VUL_COLD", "VUL_FIRE", "VUL_POIS", "RESISTANCE", "DAMAGED", "CHEAT_DEATH",
    "STAND_FAST", "ACCURATE", "CUMBERSOME", "AVOID_TRAPS", "MEDIC", "TR3XXX6", "TR3XXX7", "TR3XXX8",
    "TR3XXX9", "TR3XX10", "NO_SMITHING", "MITHRIL", "AXE", "POLEARM", "IGNORE_ACID", "IGNORE_ELEC",
    "IGNORE_FIRE", "IGNORE_COLD", "THROWING", "ENCHANTABLE", "ACTIVATE", "INSTA_ART", "EASY_KNOW",
    "MORE_SPECIAL", "TR3XXX12", "HAND_AND_A_HALF", "TWO_HANDED", "LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE",
    "IGNORE_ALL",
];

/// The flags that share an item's pval.
pub(super) const PVAL_FLAGS: &[&str] = &[
    "STR",
    "DEX",
    "CON",
    "GRA",
    "MELEE",
    "ARCHERY",
    "STEALTH",
    "PERCEPTION",
    "WILL",
    "SMITHING",
    "SONG",
    "DAMAGE_SIDES",
    "TUNNEL",
];
