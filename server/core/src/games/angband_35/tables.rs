//! What 3.5's program knows without edit files: item types, flags, effects.
//!
//! Facts of the program (tvalsval.h, list-object-flags.h, list-effects.h), as text because edit files refer to them by name.

use crate::{
    engine::flags::{
        Flag,
        FlagType::{
            self, Bad, Brand, Curse, Hates, Hres, Ignore, Imm, Int, Kill, Light, Lres, Melee, Misc, Prot, Pval, Slay,
            Stat, Sust, Untyped, Vuln,
        },
        flag,
    },
    families::common::{TVALS, Vocabulary},
};

/// What files may name.
pub(super) const WORDS: Vocabulary = Vocabulary {
    // The first four, which nothing is made of, have no names here.
    tvals: TVALS.split_at(4).1,
    flags: FLAGS,
    effects: EFFECTS,
    labels: &["F", "K", "A", "E", "R", "P", "S", "O", "M", "I"],
};

/// A flag whose power is not simulated.
const fn plain(name: &'static str, kind: FlagType) -> Flag {
    flag(name, kind, matches!(kind, Pval | Stat), 0, 0, [0; 11])
}

/// All flags in the program's order with their types. Index 0 (NONE) is not accepted in files.
#[rustfmt::skip]
pub(super) const FLAGS: &[Flag] = &[
    plain("NONE", Untyped), plain("STR", Stat), plain("INT", Stat), plain("WIS", Stat), plain("DEX", Stat),
    plain("CON", Stat), plain("XXX0", Untyped), plain("XXX1", Untyped), plain("XXX2", Untyped),
    plain("STEALTH", Pval), plain("SEARCH", Pval), plain("INFRA", Pval), plain("TUNNEL", Pval),
    plain("SPEED", Pval), plain("BLOWS", Pval), plain("SHOTS", Pval), plain("MIGHT", Pval),
    plain("SLAY_ANIMAL", Slay), plain("SLAY_EVIL", Slay), plain("SLAY_UNDEAD", Slay), plain("SLAY_DEMON", Slay),
    plain("SLAY_ORC", Slay), plain("SLAY_TROLL", Slay), plain("SLAY_GIANT", Slay), plain("SLAY_DRAGON", Slay),
    plain("KILL_DRAGON", Kill), plain("KILL_DEMON", Kill), plain("KILL_UNDEAD", Kill), plain("BRAND_POIS", Brand),
    plain("BRAND_ACID", Brand), plain("BRAND_ELEC", Brand), plain("BRAND_FIRE", Brand), plain("BRAND_COLD", Brand),
    plain("SUST_STR", Sust), plain("SUST_INT", Sust), plain("SUST_WIS", Sust), plain("SUST_DEX", Sust),
    plain("SUST_CON", Sust), plain("XXX2B", Untyped), plain("VULN_ACID", Vuln), plain("VULN_ELEC", Vuln),
    plain("VULN_FIRE", Vuln), plain("VULN_COLD", Vuln), plain("XXX3", Untyped), plain("XXX4", Untyped),
    plain("IM_ACID", Imm), plain("IM_ELEC", Imm), plain("IM_FIRE", Imm), plain("IM_COLD", Imm),
    plain("RES_ACID", Lres), plain("RES_ELEC", Lres), plain("RES_FIRE", Lres), plain("RES_COLD", Lres),
    plain("RES_POIS", Hres), plain("RES_FEAR", Prot), plain("RES_LIGHT", Hres), plain("RES_DARK", Hres),
    plain("RES_BLIND", Prot), plain("RES_CONFU", Prot), plain("RES_SOUND", Hres), plain("RES_SHARD", Hres),
    plain("RES_NEXUS", Hres), plain("RES_NETHR", Hres), plain("RES_CHAOS", Hres), plain("RES_DISEN", Hres),
    plain("SLOW_DIGEST", Misc), plain("FEATHER", Misc), plain("LIGHT", Pval), plain("REGEN", Misc),
    plain("TELEPATHY", Misc), plain("SEE_INVIS", Misc), plain("FREE_ACT", Misc), plain("HOLD_LIFE", Misc),
    plain("NO_FUEL", Light), plain("IMPAIR_HP", Bad), plain("IMPAIR_MANA", Bad), plain("AFRAID", Bad),
    plain("IMPACT", Melee), plain("TELEPORT", Bad), plain("AGGRAVATE", Bad), plain("DRAIN_EXP", Bad),
    plain("IGNORE_ACID", Ignore), plain("IGNORE_ELEC", Ignore), plain("IGNORE_FIRE", Ignore),
    plain("IGNORE_COLD", Ignore), plain("RES_STUN", Prot), plain("XXX5", Untyped), plain("BLESSED", Melee),
    plain("XXX6", Untyped), plain("INSTA_ART", Int), plain("EASY_KNOW", Int), plain("XXX7", Untyped),
    plain("XXX8", Untyped), plain("XXX9", Untyped), plain("LIGHT_CURSE", Curse), plain("HEAVY_CURSE", Curse),
    plain("PERMA_CURSE", Curse), plain("HATES_ACID", Hates), plain("HATES_ELEC", Hates),
    plain("HATES_FIRE", Hates), plain("HATES_COLD", Hates), plain("SPELLS_OK", Int), plain("SHOW_DICE", Int),
    plain("SHOW_MULT", Int), plain("BRAND_ICKY", Brand), plain("BRAND_FIZZ", Brand), plain("BRAND_BUZZ", Brand),
    plain("BRAND_WARM", Brand), plain("BRAND_COOL", Brand),
];

/// Effects an object or artifact may name, without their powers, which nothing here depends on; index 0 is not accepted in
/// files.
#[rustfmt::skip]
const EFFECTS: &[(&str, i32)] = &[
    ("XXX", 0), ("POISON", 0), ("BLIND", 0), ("SCARE", 0), ("CONFUSE", 0), ("HALLUC", 0), ("PARALYZE", 0),
    ("SLOW", 0), ("CURE_POISON", 0), ("CURE_BLINDNESS", 0), ("CURE_PARANOIA", 0), ("CURE_CONFUSION", 0),
    ("CURE_MIND", 0), ("CURE_BODY", 0), ("CURE_LIGHT", 0), ("CURE_SERIOUS", 0), ("CURE_CRITICAL", 0),
    ("CURE_FULL", 0), ("CURE_FULL2", 0), ("CURE_NONORLYBIG", 0), ("CURE_TEMP", 0), ("HEAL1", 0), ("HEAL2", 0),
    ("HEAL3", 0), ("GAIN_EXP", 0), ("LOSE_EXP", 0), ("RESTORE_EXP", 0), ("RESTORE_MANA", 0), ("GAIN_STR", 0),
    ("GAIN_INT", 0), ("GAIN_WIS", 0), ("GAIN_DEX", 0), ("GAIN_CON", 0), ("GAIN_CHR", 0), ("GAIN_ALL", 0),
    ("BRAWN", 0), ("INTELLECT", 0), ("CONTEMPLATION", 0), ("TOUGHNESS", 0), ("NIMBLENESS", 0), ("PLEASING", 0),
    ("LOSE_STR", 0), ("LOSE_INT", 0), ("LOSE_WIS", 0), ("LOSE_DEX", 0), ("LOSE_CON", 0), ("LOSE_CHR", 0),
    ("LOSE_CON2", 0), ("RESTORE_STR", 0), ("RESTORE_INT", 0), ("RESTORE_WIS", 0), ("RESTORE_DEX", 0),
    ("RESTORE_CON", 0), ("RESTORE_CHR", 0), ("RESTORE_ALL", 0), ("RESTORE_ST_LEV", 0), ("TMD_INFRA", 0),
    ("TMD_SINVIS", 0), ("TMD_ESP", 0), ("ENLIGHTENMENT", 0), ("ENLIGHTENMENT2", 0), ("HERO", 0), ("SHERO", 0),
    ("RESIST_ACID", 0), ("RESIST_ELEC", 0), ("RESIST_FIRE", 0), ("RESIST_COLD", 0), ("RESIST_POIS", 0),
    ("RESIST_ALL", 0), ("DETECT_TREASURE", 0), ("DETECT_TRAP", 0), ("DETECT_DOORSTAIR", 0), ("DETECT_INVIS", 0),
    ("DETECT_EVIL", 0), ("DETECT_ALL", 0), ("ENCHANT_TOHIT", 0), ("ENCHANT_TODAM", 0), ("ENCHANT_WEAPON", 0),
    ("ENCHANT_ARMOR", 0), ("ENCHANT_ARMOR2", 0), ("RESTORE_ITEM", 0), ("IDENTIFY", 0), ("REMOVE_CURSE", 0),
    ("REMOVE_CURSE2", 0), ("LIGHT", 0), ("SUMMON_MON", 0), ("SUMMON_UNDEAD", 0), ("TELE_PHASE", 0),
    ("TELE_LONG", 0), ("TELE_LEVEL", 0), ("CONFUSING", 0), ("MAPPING", 0), ("RUNE", 0), ("ACQUIRE", 0),
    ("ACQUIRE2", 0), ("ANNOY_MON", 0), ("CREATE_TRAP", 0), ("DESTROY_TDOORS", 0), ("RECHARGE", 0),
    ("BANISHMENT", 0), ("DARKNESS", 0), ("PROTEVIL", 0), ("SATISFY", 0), ("CURSE_WEAPON", 0), ("CURSE_ARMOR", 0),
    ("BLESSING", 0), ("BLESSING2", 0), ("BLESSING3", 0), ("RECALL", 0), ("DEEP_DESCENT", 0), ("EARTHQUAKES", 0),
    ("DESTRUCTION2", 0), ("LOSHASTE", 0), ("LOSSLOW", 0), ("LOSSLEEP", 0), ("LOSCONF", 0), ("LOSKILL", 0),
    ("ILLUMINATION", 0), ("CLAIRVOYANCE", 0), ("PROBING", 0), ("HASTE", 0), ("HASTE1", 0), ("HASTE2", 0),
    ("DISPEL_EVIL", 0), ("DISPEL_EVIL60", 0), ("DISPEL_UNDEAD", 0), ("DISPEL_ALL", 0), ("SLEEPII", 0),
    ("STAR_BALL", 0), ("RAGE_BLESS_RESIST", 0), ("RESTORE_LIFE", 0), ("REM_FEAR_POIS", 0), ("FIREBRAND", 0),
    ("FIRE_BOLT", 0), ("FIRE_BOLT2", 0), ("FIRE_BOLT3", 0), ("FIRE_BOLT72", 0), ("FIRE_BALL", 0),
    ("FIRE_BALL2", 0), ("FIRE_BALL200", 0), ("COLD_BOLT", 0), ("COLD_BOLT2", 0), ("COLD_BALL2", 0),
    ("COLD_BALL50", 0), ("COLD_BALL100", 0), ("COLD_BALL160", 0), ("ACID_BOLT", 0), ("ACID_BOLT2", 0),
    ("ACID_BOLT3", 0), ("ACID_BALL", 0), ("ELEC_BOLT", 0), ("ELEC_BALL", 0), ("ELEC_BALL2", 0), ("DRAIN_LIFE1", 0),
    ("DRAIN_LIFE2", 0), ("DRAIN_LIFE3", 0), ("DRAIN_LIFE4", 0), ("MISSILE", 0), ("MANA_BOLT", 0), ("BIZARRE", 0),
    ("ARROW", 0), ("STINKING_CLOUD", 0), ("STONE_TO_MUD", 0), ("TELE_OTHER", 0), ("CONFUSE2", 0), ("MON_HEAL", 0),
    ("MON_HASTE", 0), ("MON_SLOW", 0), ("MON_CONFUSE", 0), ("MON_SLEEP", 0), ("MON_CLONE", 0), ("MON_SCARE", 0),
    ("LIGHT_LINE", 0), ("DISARMING", 0), ("TDOOR_DEST", 0), ("POLYMORPH", 0), ("STARLIGHT", 0), ("STARLIGHT2", 0),
    ("BERSERKER", 0), ("SUN_HERO", 0), ("WONDER", 0), ("WAND_BREATH", 0), ("STAFF_MAGI", 0), ("STAFF_HOLY", 0),
    ("DRINK_GOOD", 0), ("DRINK_BREATH", 0), ("DRINK_SALT", 0), ("DRINK_DEATH", 0), ("DRINK_RUIN", 0),
    ("DRINK_DETONATE", 0), ("FOOD_GOOD", 0), ("FOOD_WAYBREAD", 0), ("SHROOM_EMERGENCY", 0), ("SHROOM_TERROR", 0),
    ("SHROOM_STONE", 0), ("SHROOM_DEBILITY", 0), ("SHROOM_SPRINTING", 0), ("SHROOM_PURGING", 0), ("RING_ACID", 0),
    ("RING_FLAMES", 0), ("RING_ICE", 0), ("RING_LIGHTNING", 0), ("DRAGON_BLUE", 0), ("DRAGON_GREEN", 0),
    ("DRAGON_RED", 0), ("DRAGON_MULTIHUED", 0), ("DRAGON_BRONZE", 0), ("DRAGON_GOLD", 0), ("DRAGON_CHAOS", 0),
    ("DRAGON_LAW", 0), ("DRAGON_BALANCE", 0), ("DRAGON_SHINING", 0), ("DRAGON_POWER", 0), ("TRAP_DOOR", 0),
    ("TRAP_PIT", 0), ("TRAP_PIT_SPIKES", 0), ("TRAP_PIT_POISON", 0), ("TRAP_RUNE_SUMMON", 0),
    ("TRAP_RUNE_TELEPORT", 0), ("TRAP_SPOT_FIRE", 0), ("TRAP_SPOT_ACID", 0), ("TRAP_DART_SLOW", 0),
    ("TRAP_DART_LOSE_STR", 0), ("TRAP_DART_LOSE_DEX", 0), ("TRAP_DART_LOSE_CON", 0), ("TRAP_GAS_BLIND", 0),
    ("TRAP_GAS_CONFUSE", 0), ("TRAP_GAS_POISON", 0), ("TRAP_GAS_SLEEP", 0), ("FOOD_CRUNCH", 0), ("FOOD_WHISKY", 0),
    ("FOOD_WINE", 0),
];
