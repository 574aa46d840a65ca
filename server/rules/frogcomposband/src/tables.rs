//! What the program knows without its files: item types, flags, roles of egos.
//!
//! Source: frogcomposband 7.1 (`tables.c`, `init1.c`, `defines.h`).

/// Item types: number and the name shown.
pub(crate) const TVALS: &[(u8, &[&str])] = &[
    (1, &["skeleton"]),
    (2, &["bottle"]),
    (3, &["junk"]),
    (4, &["whistle"]),
    (5, &["spike"]),
    (7, &["chest"]),
    (8, &["figurine"]),
    (9, &["statue"]),
    (10, &["corpse"]),
    (11, &["capture ball"]),
    (16, &["shot"]),
    (17, &["arrow"]),
    (18, &["bolt"]),
    (19, &["bow"]),
    (20, &["digger"]),
    (21, &["hafted weapon"]),
    (22, &["polearm"]),
    (23, &["sword"]),
    (30, &["boots"]),
    (31, &["gloves"]),
    (32, &["helm"]),
    (33, &["crown"]),
    (34, &["shield"]),
    (35, &["cloak"]),
    (36, &["soft armour"]),
    (37, &["hard armour"]),
    (38, &["dragon armour"]),
    (39, &["light"]),
    (40, &["amulet"]),
    (41, &["card"]),
    (45, &["ring"]),
    (46, &["quiver"]),
    (50, &["rune"]),
    (55, &["staff"]),
    (65, &["wand"]),
    (66, &["rod"]),
    (67, &["parchment"]),
    (70, &["scroll"]),
    (75, &["potion"]),
    (77, &["flask"]),
    (80, &["food"]),
    (81, &["ink"]),
    (90, &["Life book"]),
    (91, &["Sorcery book"]),
    (92, &["Nature book"]),
    (93, &["Chaos book"]),
    (94, &["Death book"]),
    (95, &["Trump book"]),
    (96, &["Arcane book"]),
    (97, &["Craft book"]),
    (98, &["Daemon book"]),
    (99, &["Crusade book"]),
    (100, &["Necromancy book"]),
    (101, &["Armageddon book"]),
    (104, &["Music book"]),
    (105, &["Law book"]),
    (106, &["Hissatsu book"]),
    (107, &["Hex book"]),
    (108, &["Rage book"]),
    (109, &["Burglary book"]),
    (127, &["gold"]),
];

/// Flags of objects in the order of their bits, then those that only say how things are made.
pub(crate) const FLAGS: [&str; 201] = [
    "HIDE_TYPE",
    "SHOW_MODS",
    "FULL_NAME",
    "FIXED_FLAVOR",
    "STR",
    "INT",
    "WIS",
    "DEX",
    "CON",
    "CHR",
    "DEC_STR",
    "DEC_INT",
    "DEC_WIS",
    "DEC_DEX",
    "DEC_CON",
    "DEC_CHR",
    "SUST_STR",
    "SUST_INT",
    "SUST_WIS",
    "SUST_DEX",
    "SUST_CON",
    "SUST_CHR",
    "SPEED",
    "STEALTH",
    "SEARCH",
    "INFRA",
    "TUNNEL",
    "MAGIC_MASTERY",
    "MAGIC_RESISTANCE",
    "SPELL_POWER",
    "SPELL_CAP",
    "DEVICE_POWER",
    "LIFE",
    "DEC_SPEED",
    "DEC_STEALTH",
    "DEC_MAGIC_MASTERY",
    "DEC_SPELL_POWER",
    "DEC_SPELL_CAP",
    "DEC_LIFE",
    "RES_ACID",
    "RES_ELEC",
    "RES_FIRE",
    "RES_COLD",
    "RES_POIS",
    "RES_LITE",
    "RES_DARK",
    "RES_CONF",
    "RES_NETHER",
    "RES_NEXUS",
    "RES_SOUND",
    "RES_SHARDS",
    "RES_CHAOS",
    "RES_DISEN",
    "RES_TIME",
    "RES_BLIND",
    "RES_FEAR",
    "IM_ACID",
    "IM_ELEC",
    "IM_FIRE",
    "IM_COLD",
    "IM_POIS",
    "IM_LITE",
    "IM_DARK",
    "IM_NETHER",
    "IM_BLIND",
    "IM_FEAR",
    "VULN_ACID",
    "VULN_ELEC",
    "VULN_FIRE",
    "VULN_COLD",
    "VULN_POIS",
    "VULN_LITE",
    "VULN_DARK",
    "VULN_CONF",
    "VULN_NETHER",
    "VULN_NEXUS",
    "VULN_SOUND",
    "VULN_SHARDS",
    "VULN_CHAOS",
    "VULN_DISEN",
    "VULN_BLIND",
    "VULN_FEAR",
    "FREE_ACT",
    "SEE_INVIS",
    "REGEN",
    "HOLD_LIFE",
    "REFLECT",
    "LEVITATION",
    "SLOW_DIGEST",
    "WARNING",
    "NO_MAGIC",
    "NO_SUMMON",
    "NO_TELE",
    "NO_ENCHANT",
    "NO_REMOVE",
    "EASY_SPELL",
    "DEC_MANA",
    "LITE",
    "DARKNESS",
    "SLOW_REGEN",
    "LORE2",
    "ACTIVATE",
    "IGNORE_ACID",
    "IGNORE_ELEC",
    "IGNORE_FIRE",
    "IGNORE_COLD",
    "AURA_ELEC",
    "AURA_FIRE",
    "AURA_COLD",
    "AURA_SHARDS",
    "AURA_REVENGE",
    "AURA_FEAR",
    "TELEPATHY",
    "ESP_EVIL",
    "ESP_GOOD",
    "ESP_NONLIVING",
    "ESP_LIVING",
    "ESP_UNIQUE",
    "ESP_DRAGON",
    "ESP_DEMON",
    "ESP_UNDEAD",
    "ESP_ANIMAL",
    "ESP_HUMAN",
    "ESP_ORC",
    "ESP_TROLL",
    "ESP_GIANT",
    "SLAY_EVIL",
    "SLAY_GOOD",
    "SLAY_LIVING",
    "SLAY_DRAGON",
    "SLAY_DEMON",
    "SLAY_UNDEAD",
    "SLAY_ANIMAL",
    "SLAY_HUMAN",
    "SLAY_ORC",
    "SLAY_TROLL",
    "SLAY_GIANT",
    "KILL_EVIL",
    "KILL_GOOD",
    "KILL_LIVING",
    "KILL_DRAGON",
    "KILL_DEMON",
    "KILL_UNDEAD",
    "KILL_ANIMAL",
    "KILL_HUMAN",
    "KILL_ORC",
    "KILL_TROLL",
    "KILL_GIANT",
    "BRAND_ACID",
    "BRAND_ELEC",
    "BRAND_FIRE",
    "BRAND_COLD",
    "BRAND_POIS",
    "BRAND_CHAOS",
    "BRAND_VAMP",
    "BRAND_WILD",
    "BRAND_ORDER",
    "BRAND_MANA",
    "VORPAL",
    "VORPAL2",
    "IMPACT",
    "STUN",
    "BLESSED",
    "RIDING",
    "THROWING",
    "BLOWS",
    "DEC_BLOWS",
    "WEAPONMASTERY",
    "DUAL_WIELDING",
    "XTRA_MIGHT",
    "XTRA_SHOTS",
    "DRAIN_EXP",
    "TELEPORT",
    "AGGRAVATE",
    "TY_CURSE",
    "PLURAL",
    "IGNORE_INVULN",
    "NIGHT_VISION",
    "BRAND_DARK",
    "REGEN_MANA",
    "INSTA_ART",
    "QUESTITEM",
    "XTRA_POWER",
    "ONE_SUSTAIN",
    "XTRA_RES_OR_POWER",
    "XTRA_H_RES",
    "XTRA_E_RES",
    "XTRA_L_RES",
    "XTRA_D_RES",
    "XTRA_RES",
    "CURSED",
    "HEAVY_CURSE",
    "PERMA_CURSE",
    "RANDOM_CURSE0",
    "RANDOM_CURSE1",
    "RANDOM_CURSE2",
    "AWARE",
    "TOWN",
    "FIXED_ART",
    "FIXED_ACT",
    "NO_SHUFFLE",
];

/// Flags that curse what has them.
pub(crate) const CURSES: [&str; 6] =
    ["CURSED", "HEAVY_CURSE", "PERMA_CURSE", "RANDOM_CURSE0", "RANDOM_CURSE1", "RANDOM_CURSE2"];

/// Flags whose strength is the item's modifier, and that help where it is above 0.
pub(crate) const MODIFIED: [&str; 19] = [
    "STR",
    "INT",
    "WIS",
    "DEX",
    "CON",
    "CHR",
    "SPEED",
    "STEALTH",
    "SEARCH",
    "INFRA",
    "TUNNEL",
    "MAGIC_MASTERY",
    "SPELL_POWER",
    "SPELL_CAP",
    "DEVICE_POWER",
    "LIFE",
    "BLOWS",
    "XTRA_MIGHT",
    "XTRA_SHOTS",
];

/// Item types by number, as the rules ask for them.
pub(crate) mod tval {
    pub(crate) const CHEST: u8 = 7;
    pub(crate) const FIGURINE: u8 = 8;
    pub(crate) const CORPSE: u8 = 10;
    pub(crate) const CAPTURE_BALL: u8 = 11;
    pub(crate) const BOW: u8 = 19;
    pub(crate) const DIGGER: u8 = 20;
    pub(crate) const HAFTED: u8 = 21;
    pub(crate) const POLEARM: u8 = 22;
    pub(crate) const SWORD: u8 = 23;
    pub(crate) const HELM: u8 = 32;
    pub(crate) const SHIELD: u8 = 34;
    pub(crate) const CLOAK: u8 = 35;
    pub(crate) const BOOTS: u8 = 30;
    pub(crate) const GLOVES: u8 = 31;
    pub(crate) const CROWN: u8 = 33;
    pub(crate) const SOFT_ARMOR: u8 = 36;
    pub(crate) const HARD_ARMOR: u8 = 37;
    pub(crate) const DRAGON_ARMOR: u8 = 38;
    pub(crate) const LIGHT: u8 = 39;
    pub(crate) const AMULET: u8 = 40;
    pub(crate) const CARD: u8 = 50;
    pub(crate) const RING: u8 = 45;
    pub(crate) const QUIVER: u8 = 46;
    pub(crate) const STAFF: u8 = 55;
    pub(crate) const WAND: u8 = 65;
    pub(crate) const ROD: u8 = 66;
    pub(crate) const SCROLL: u8 = 70;
    pub(crate) const POTION: u8 = 75;
    pub(crate) const FOOD: u8 = 80;
}

/// Egos by their number in the program, as rules of prices ask for them.
pub(crate) mod ego {
    pub(crate) const TWILIGHT: u32 = 81;
    pub(crate) const CROWN_MAGI: u32 = 126;
    pub(crate) const RETURNING: u32 = 183;
    pub(crate) const ENDURANCE: u32 = 184;
    pub(crate) const EXPLODING: u32 = 185;
    pub(crate) const ARCHERY: u32 = 207;
    pub(crate) const WIZARDRY: u32 = 208;
    pub(crate) const MAGI: u32 = 224;
    pub(crate) const DURATION: u32 = 237;
    pub(crate) const RESISTANCE: u32 = 250;
    pub(crate) const CAPACITY: u32 = 251;
    pub(crate) const QUIVER_PROTECTION: u32 = 266;
    pub(crate) const QUIVER_PHASE: u32 = 268;
}

/// Artifacts by index, as rules of prices ask for them.
pub(crate) mod artifact {
    pub(crate) const TERROR_MASK: u32 = 41;
    pub(crate) const TWILIGHT: u32 = 78;
    pub(crate) const MJOLLNIR: u32 = 136;
    pub(crate) const MURAMASA: u32 = 144;
    pub(crate) const STONE_MASK: u32 = 146;
    pub(crate) const STORMBRINGER: u32 = 190;
    pub(crate) const BLOODY_MOON: u32 = 199;
    pub(crate) const ETERNAL_BLADE: u32 = 294;
    pub(crate) const DESTROYER: u32 = 320;
    pub(crate) const ULLUR: u32 = 378;
}
