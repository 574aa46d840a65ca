//! Tables compiled into 4.2's program: item types, flags, modifiers, elements.
//!
//! Facts of the program (list-tvals.h, list-object-flags.h, list-kind-flags.h, list-stats.h, list-object-modifiers.h,
//! list-elements.h), as text because edit files refer to them by name.

/// Item types: number and name, the first name being the one shown.
pub(super) const TVALS: &[(u8, &[&str])] = &[
    (0, &["none"]),
    (1, &["chest"]),
    (2, &["shot"]),
    (3, &["arrow"]),
    (4, &["bolt"]),
    (5, &["bow"]),
    (6, &["digger"]),
    (7, &["hafted"]),
    (8, &["polearm"]),
    (9, &["sword"]),
    (10, &["boots"]),
    (11, &["gloves"]),
    (12, &["helm"]),
    (13, &["crown"]),
    (14, &["shield"]),
    (15, &["cloak"]),
    (16, &["soft armor"]),
    (17, &["hard armor"]),
    (18, &["dragon armor"]),
    (19, &["light"]),
    (20, &["amulet"]),
    (21, &["ring"]),
    (22, &["staff"]),
    (23, &["wand"]),
    (24, &["rod"]),
    (25, &["scroll"]),
    (26, &["potion"]),
    (27, &["flask"]),
    (28, &["food"]),
    (29, &["mushroom"]),
    (30, &["magic book"]),
    (31, &["prayer book"]),
    (32, &["nature book"]),
    (33, &["shadow book"]),
    (34, &["other book"]),
    (35, &["gold"]),
];

/// The item types the rules speak of.
pub(super) mod tval {
    use std::ops::RangeInclusive;

    pub(crate) const SHOT: u16 = 2;
    pub(crate) const ARROW: u16 = 3;
    pub(crate) const BOLT: u16 = 4;
    pub(crate) const BOW: u16 = 5;
    /// Diggers, hafted weapons, polearms, swords.
    pub(crate) const MELEE: RangeInclusive<u16> = 6..=9;
    /// Boots to dragon armour.
    pub(crate) const ARMOUR: RangeInclusive<u16> = 10..=18;
    pub(crate) const RING: u16 = 21;
    /// Light, amulets, rings.
    pub(crate) const TRINKETS: RangeInclusive<u16> = 19..=21;
    /// Books of all realms.
    pub(crate) const BOOKS: RangeInclusive<u16> = 30..=34;
}

/// Object flags, then kind flags, in the program's order. `MULTIPLY_WEIGHT` came with 4.2.6; `SPELLS_OK` went after
/// 4.2.0, and says nothing of drops.
#[rustfmt::skip]
pub(super) const FLAGS: &[&str] = &[
    "SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "PROT_FEAR", "PROT_BLIND", "PROT_CONF", "PROT_STUN",
    "SLOW_DIGEST", "FEATHER", "REGEN", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE", "IMPACT", "BLESSED",
    "BURNS_OUT", "TAKES_FUEL", "NO_FUEL", "IMPAIR_HP", "IMPAIR_MANA", "AFRAID", "NO_TELEPORT", "AGGRAVATE",
    "DRAIN_EXP", "STICKY", "FRAGILE", "LIGHT_2", "LIGHT_3", "DIG_1", "DIG_2", "DIG_3", "EXPLODE", "TRAP_IMMUNE",
    "THROWING", "MULTIPLY_WEIGHT",
    "RAND_HI_RES", "RAND_SUSTAIN", "RAND_POWER", "INSTA_ART", "QUEST_ART", "EASY_KNOW", "GOOD", "SHOW_DICE",
    "SHOW_MULT", "SHOOTS_SHOTS", "SHOOTS_ARROWS", "SHOOTS_BOLTS", "RAND_BASE_RES", "RAND_RES_POWER",
    "SPELLS_OK",
];

/// Number of object flags, the first of the list; the others are kind flags.
pub(super) const OBJECT_FLAGS: usize = 38;

/// Modifiers, in the program's order.
#[rustfmt::skip]
pub(super) const MODIFIERS: &[&str] = &[
    "STR", "INT", "WIS", "DEX", "CON", "STEALTH", "SEARCH", "INFRA", "TUNNEL", "SPEED", "BLOWS", "SHOTS", "MIGHT",
    "LIGHT", "DAM_RED", "MOVES",
];

/// Elements, in the program's order: four base ones, nine high ones, and others.
#[rustfmt::skip]
pub(super) const ELEMENTS: &[&str] = &[
    "ACID", "ELEC", "FIRE", "COLD", "POIS", "LIGHT", "DARK", "SOUND", "SHARD", "NEXUS", "NETHER", "CHAOS", "DISEN",
    "WATER", "ICE", "GRAVITY", "INERTIA", "FORCE", "TIME", "PLASMA", "METEOR", "MISSILE", "MANA", "HOLY_ORB", "ARROW",
];
