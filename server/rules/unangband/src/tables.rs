//! What the program knows without its files: item types, object flags, groups of random flags.
//!
//! Source: Unangband 0.7.0-pre1 (`defines.h`, `tables.c`, `init1.c`).

/// Item types: number and accepted names, the first of which is displayed.
pub(super) const TVALS: &[(u8, &[&str])] = &[
    (1, &["skeleton"]),
    (2, &["container"]),
    (3, &["junk"]),
    (5, &["spike"]),
    (6, &["corpse"]),
    (8, &["skin"]),
    (9, &["egg"]),
    (11, &["statue"]),
    (12, &["assembly"]),
    (14, &["rope"]),
    (16, &["shot"]),
    (17, &["arrow"]),
    (18, &["bolt"]),
    (19, &["bow"]),
    (20, &["digger"]),
    (21, &["hafted weapon"]),
    (22, &["polearm"]),
    (23, &["sword"]),
    (24, &["instrument"]),
    (26, &["blessed weapon"]),
    (30, &["boots"]),
    (31, &["gloves"]),
    (32, &["helm"]),
    (33, &["crown"]),
    (34, &["shield"]),
    (35, &["cloak"]),
    (36, &["soft armor"]),
    (37, &["hard armor"]),
    (38, &["dragon scale mail"]),
    (39, &["lite"]),
    (40, &["amulet"]),
    (45, &["ring"]),
    (55, &["staff"]),
    (65, &["wand"]),
    (66, &["rod"]),
    (70, &["scroll"]),
    (72, &["map"]),
    (75, &["potion"]),
    (77, &["flask"]),
    (79, &["mushroom"]),
    (80, &["food"]),
    (90, &["magic book"]),
    (91, &["prayer book"]),
    (92, &["song book"]),
    (93, &["runestone"]),
    (97, &["innate ability"]),
    (98, &["magic bag"]),
    (99, &["service"]),
    (100, &["gold"]),
    (101, &["gemstones"]),
];

/// The greatest item type that files may name.
pub(super) const MOST_TVAL: i32 = 101;

/// The numbers of item types that rules ask for.
pub(super) mod tval {
    pub(crate) const SPIKE: u8 = 5;
    pub(crate) const ROPE: u8 = 14;
    pub(crate) const SHOT: u8 = 16;
    pub(crate) const ARROW: u8 = 17;
    pub(crate) const BOLT: u8 = 18;
    pub(crate) const BOW: u8 = 19;
    pub(crate) const DIGGING: u8 = 20;
    pub(crate) const HAFTED: u8 = 21;
    pub(crate) const POLEARM: u8 = 22;
    pub(crate) const SWORD: u8 = 23;
    pub(crate) const INSTRUMENT: u8 = 24;
    pub(crate) const BOOTS: u8 = 30;
    pub(crate) const GLOVES: u8 = 31;
    pub(crate) const CROWN: u8 = 33;
    pub(crate) const SHIELD: u8 = 34;
    pub(crate) const CLOAK: u8 = 35;
    pub(crate) const SOFT_ARMOR: u8 = 36;
    pub(crate) const HARD_ARMOR: u8 = 37;
    pub(crate) const DRAGON_ARMOR: u8 = 38;
    pub(crate) const LITE: u8 = 39;
    pub(crate) const AMULET: u8 = 40;
    pub(crate) const RING: u8 = 45;
    pub(crate) const STAFF: u8 = 55;
    pub(crate) const WAND: u8 = 65;
    pub(crate) const ROD: u8 = 66;
    pub(crate) const SCROLL: u8 = 70;
    pub(crate) const MAP: u8 = 72;
    pub(crate) const POTION: u8 = 75;
    pub(crate) const FLASK: u8 = 77;
    pub(crate) const MUSHROOM: u8 = 79;
    pub(crate) const FOOD: u8 = 80;
    pub(crate) const MAGIC_BOOK: u8 = 90;
    pub(crate) const PRAYER_BOOK: u8 = 91;
    pub(crate) const SONG_BOOK: u8 = 92;
    pub(crate) const RUNESTONE: u8 = 93;
    pub(crate) const BAG: u8 = 98;
}

/// Object flags of sets 1 to 4, of which a [`affixboard_model::engine::flags::FlagSet`] has a bit each.
#[rustfmt::skip]
pub(super) const FLAGS: [&str; 128] = [
    "STR", "INT", "WIS", "DEX", "CON", "CHR", "SAVE", "DEVICE", "STEALTH", "SEARCH", "INFRA", "TUNNEL", "SPEED",
    "BLOWS", "SHOTS", "MIGHT", "SLAY_NATURAL", "BRAND_HOLY", "SLAY_UNDEAD", "SLAY_DEMON", "SLAY_ORC", "SLAY_TROLL",
    "SLAY_GIANT", "SLAY_DRAGON", "KILL_DRAGON", "KILL_DEMON", "KILL_UNDEAD", "BRAND_POIS", "BRAND_ACID", "BRAND_ELEC",
    "BRAND_FIRE", "BRAND_COLD",
    "SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "SUST_CHR", "IGNORE_ACID", "IGNORE_ELEC",
    "IGNORE_FIRE", "IGNORE_COLD", "IGNORE_WATER", "IGNORE_THEFT", "IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD",
    "RES_ACID", "RES_ELEC", "RES_FIRE", "RES_COLD", "RES_POIS", "RES_FEAR", "RES_LITE", "RES_DARK", "RES_BLIND",
    "RES_CONFU", "RES_SOUND", "RES_SHARD", "RES_NEXUS", "RES_NETHR", "RES_CHAOS", "RES_DISEN",
    "SLOW_DIGEST", "FEATHER", "LITE", "REGEN_HP", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE", "ESP_DEMON",
    "ESP_DRAGON", "ESP_GIANT", "ESP_ORC", "ESP_TROLL", "ESP_UNDEAD", "ESP_NATURE", "REGEN_MANA", "DRAIN_HP",
    "DRAIN_MANA", "DRAIN_EXP", "AGGRAVATE", "UNCONTROLLED", "ACT_ON_BLOW", "ACTIVATE", "BLESSED", "FREE_HANDS",
    "HUNGER", "CHARGE", "HURL_NUM", "HURL_DAM", "LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE",
    "BRAND_DARK", "BRAND_LITE", "HURT_LITE", "HURT_WATER", "VAMP_HP", "VAMP_MANA", "IM_POIS", "RES_DISEASE",
    "RES_WATER", "SLAY_MAN", "SLAY_ELF", "SLAY_DWARF", "ANCHOR", "SILENT", "STATIC", "WINDY", "ANIMAL", "EVIL",
    "UNDEAD", "DEMON", "ORC", "TROLL", "GIANT", "DRAGON", "MAN", "DWARF", "ELF", "HURT_POIS", "HURT_ACID",
    "HURT_ELEC", "HURT_FIRE", "HURT_COLD",
];

/// Object flags of sets 5 and 6, which only kinds have. Of names that set 4 has too, set 4's is meant.
#[rustfmt::skip]
pub(super) const TRAITS: [&str; 64] = [
    "SHOW_DD", "SHOW_WEAPON", "SHOW_CHARGE", "SHOW_TURNS", "SHOW_AC", "HAS_PVAL", "HAS_BONUS", "HAS_CHARGES",
    "INSTA_ART", "EXTRA_DAM", "EDGED", "BLUNT", "DO_CUTS", "DO_STUN", "DO_CRIT", "DO_TRIP", "BREAK_100", "BREAK_50",
    "BREAK_25", "BREAK_10", "IS_JUNK", "THROWING", "AMMO", "GLOW", "EXHAUST", "RECHARGE", "HURT_ACID", "HURT_COLD",
    "HURT_ELEC", "HURT_FIRE", "HURT_WATER", "TRICK_THROW",
    "WEAPON", "ARMOUR", "FLAVOR", "NAMED", "SIMPLE", "RESEARCH", "SHOW_MULT", "NO_TIMEOUT", "1_HANDED", "2_HANDED",
    "OFF_HAND", "W_SHIELD", "BACKSTAB", "GOLD", "EAT_BODY", "EAT_INSECT", "EAT_ANIMAL", "EAT_SMART", "EAT_HEAL",
    "EAT_MANA", "HAS_ROPE", "HAS_CHAIN", "RANDOM", "BAD_THROW", "BREAK_THROW", "TITLE", "ADD_NAME", "MOD_NAME",
    "PREPEND", "IN_FEET", "FORCE_MOD", "NO_TVAL",
];

/// The traits that rules ask for.
pub(super) const SHOW_AC: u64 = 1 << 4;
pub(super) const THROWING: u64 = 1 << 21;
pub(super) const OFF_HAND: u64 = 1 << 42;

/// Groups of random flags (`object_xtra_what`, `object_xtra_base`, `object_xtra_size`): the first flag's place in
/// [`FLAGS`], and how many. Group 0 is none.
pub(super) const EXTRA_GROUPS: [(u8, u8); 20] = [
    (0, 0),
    (32, 6),
    (52, 12),
    (64, 16),
    (48, 4),
    (38, 5),
    (87, 1),
    (16, 8),
    (28, 4),
    (27, 1),
    (66, 1),
    (38, 1),
    (40, 1),
    (42, 1),
    (43, 1),
    (98, 4),
    (0, 32),
    (32, 32),
    (64, 32),
    (96, 32),
];

/// Groups from here on mark magic items: any flag of set 1, 2, 3 or 4.
pub(super) const MAGIC_GROUPS: u8 = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_begin_where_the_program_says() {
        let first = |group: usize| FLAGS[usize::from(EXTRA_GROUPS[group].0)];
        let found: Vec<&str> = (1..20).map(first).collect();
        assert_eq!(
            found,
            [
                "SUST_STR",
                "RES_POIS",
                "SLOW_DIGEST",
                "RES_ACID",
                "IGNORE_ACID",
                "BLESSED",
                "SLAY_NATURAL",
                "BRAND_ACID",
                "BRAND_POIS",
                "LITE",
                "IGNORE_ACID",
                "IGNORE_FIRE",
                "IGNORE_WATER",
                "IGNORE_THEFT",
                "HURT_LITE",
                "STR",
                "SUST_STR",
                "SLOW_DIGEST",
                "BRAND_DARK"
            ]
        );
        assert_eq!(TRAITS.iter().position(|name| *name == "SHOW_AC"), Some(SHOW_AC.trailing_zeros() as usize));
        assert_eq!(TRAITS.iter().position(|name| *name == "THROWING"), Some(THROWING.trailing_zeros() as usize));
        assert_eq!(TRAITS.iter().position(|name| *name == "OFF_HAND"), Some(OFF_HAND.trailing_zeros() as usize));
    }
}
