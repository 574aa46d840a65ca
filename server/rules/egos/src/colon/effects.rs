//! The effects that kinds and artifacts may have, with the powers that they give to what is worn.
//!
//! Facts of the programs (list-effects.h of 3.1.0, 3.2.0, 3.3.2, 3.4.1 and 3.5.1), as text because edit files refer to
//! them by name. Powers are 3.5's, or those of 3.4 where 3.5 has no such effect; some differ before, and power is not
//! simulated there.

use affixboard_kin::power;

/// The power of effects that no item may have.
const LIMIT: i32 = power::LIMIT as i32;

/// Those of 3.1.
pub const EFFECTS_OF_3_1: &[(&str, i32)] = ALL.split_at(20).1;
/// Those of 3.2: traps besides, and no self-knowledge.
pub const EFFECTS_OF_3_2: &[(&str, i32)] = ALL.split_at(ALL.len() - 1).0.split_at(4).1;
/// Those of 3.3 and 3.4: one more.
pub const EFFECTS_OF_3_3: &[(&str, i32)] = ALL.split_at(ALL.len() - 1).0.split_at(3).1;
/// Those of 3.5: there are three foods more, and charisma is gone.
pub const EFFECTS_OF_3_5: &[(&str, i32)] = ALL.split_at(ALL.len() - 5).0;

/// All of them, such that each version's are a run of it. The first of a run is not accepted in files.
#[rustfmt::skip]
const ALL: &[(&str, i32)] = &[
    ("XXX", 0), ("FOOD_CRUNCH", 0), ("FOOD_WHISKY", 0), ("FOOD_WINE", 0), ("RESTORE_ITEM", 10), ("TRAP_DOOR", 0),
    ("TRAP_PIT", 0), ("TRAP_PIT_SPIKES", 0), ("TRAP_PIT_POISON", 0), ("TRAP_RUNE_SUMMON", 0), ("TRAP_RUNE_TELEPORT", 0),
    ("TRAP_SPOT_FIRE", 0), ("TRAP_SPOT_ACID", 0), ("TRAP_DART_SLOW", 0), ("TRAP_DART_LOSE_STR", 0),
    ("TRAP_DART_LOSE_DEX", 0), ("TRAP_DART_LOSE_CON", 0), ("TRAP_GAS_BLIND", 0), ("TRAP_GAS_CONFUSE", 0),
    ("TRAP_GAS_POISON", 0), ("TRAP_GAS_SLEEP", 0), ("POISON", 0), ("BLIND", 0), ("SCARE", 0), ("CONFUSE", 0),
    ("HALLUC", 0), ("PARALYZE", 0), ("SLOW", 0), ("CURE_POISON", 1), ("CURE_BLINDNESS", 4), ("CURE_PARANOIA", 2),
    ("CURE_CONFUSION", 4), ("CURE_MIND", 8), ("CURE_BODY", 7), ("CURE_LIGHT", 3), ("CURE_SERIOUS", 6),
    ("CURE_CRITICAL", 9), ("CURE_FULL", 12), ("CURE_FULL2", 18), ("CURE_NONORLYBIG", 21), ("CURE_TEMP", 9),
    ("HEAL1", 13), ("HEAL2", 16), ("HEAL3", 14), ("GAIN_EXP", LIMIT), ("LOSE_EXP", 0), ("RESTORE_EXP", 8),
    ("RESTORE_MANA", 20), ("GAIN_STR", LIMIT), ("GAIN_INT", LIMIT), ("GAIN_WIS", LIMIT), ("GAIN_DEX", LIMIT),
    ("GAIN_CON", LIMIT), ("GAIN_ALL", LIMIT), ("BRAWN", 30), ("INTELLECT", 25), ("CONTEMPLATION", 25),
    ("TOUGHNESS", 30), ("NIMBLENESS", 25), ("LOSE_STR", 0), ("LOSE_INT", 0), ("LOSE_WIS", 0), ("LOSE_DEX", 0),
    ("LOSE_CON", 0), ("LOSE_CON2", 0), ("RESTORE_STR", 10), ("RESTORE_INT", 8), ("RESTORE_WIS", 8), ("RESTORE_DEX", 9),
    ("RESTORE_CON", 10), ("RESTORE_ALL", 15), ("RESTORE_ST_LEV", 17), ("TMD_INFRA", 5), ("TMD_SINVIS", 7),
    ("TMD_ESP", 10), ("ENLIGHTENMENT", 22), ("ENLIGHTENMENT2", LIMIT), ("HERO", 7), ("SHERO", 9), ("RESIST_ACID", 4),
    ("RESIST_ELEC", 4), ("RESIST_FIRE", 4), ("RESIST_COLD", 4), ("RESIST_POIS", 4), ("RESIST_ALL", 10),
    ("DETECT_TREASURE", 6), ("DETECT_TRAP", 6), ("DETECT_DOORSTAIR", 6), ("DETECT_INVIS", 6), ("DETECT_EVIL", 6),
    ("DETECT_ALL", 10), ("ENCHANT_TOHIT", 15), ("ENCHANT_TODAM", 20), ("ENCHANT_WEAPON", 22), ("ENCHANT_ARMOR", 12),
    ("ENCHANT_ARMOR2", 15), ("IDENTIFY", 9), ("REMOVE_CURSE", LIMIT), ("REMOVE_CURSE2", 20), ("LIGHT", 4),
    ("SUMMON_MON", 0), ("SUMMON_UNDEAD", 0), ("TELE_PHASE", 5), ("TELE_LONG", 6), ("TELE_LEVEL", 15), ("CONFUSING", 8),
    ("MAPPING", 10), ("RUNE", 20), ("ACQUIRE", LIMIT), ("ACQUIRE2", LIMIT), ("ANNOY_MON", 0), ("CREATE_TRAP", 0),
    ("DESTROY_TDOORS", 6), ("RECHARGE", 11), ("BANISHMENT", 20), ("DARKNESS", 0), ("PROTEVIL", 6), ("SATISFY", 7),
    ("CURSE_WEAPON", 0), ("CURSE_ARMOR", 0), ("BLESSING", 6), ("BLESSING2", 7), ("BLESSING3", 8), ("RECALL", 15),
    ("DEEP_DESCENT", 19), ("EARTHQUAKES", 5), ("DESTRUCTION2", 12), ("LOSHASTE", 0), ("LOSSLOW", 7), ("LOSSLEEP", 8),
    ("LOSCONF", 10), ("LOSKILL", 25), ("ILLUMINATION", 4), ("CLAIRVOYANCE", 23), ("PROBING", 8), ("HASTE", 10),
    ("HASTE1", 10), ("HASTE2", 13), ("DISPEL_EVIL", 12), ("DISPEL_EVIL60", 9), ("DISPEL_UNDEAD", 9), ("DISPEL_ALL", 11),
    ("SLEEPII", 8), ("STAR_BALL", 18), ("RAGE_BLESS_RESIST", 21), ("RESTORE_LIFE", 8), ("REM_FEAR_POIS", 3),
    ("FIREBRAND", 25), ("FIRE_BOLT", 5), ("FIRE_BOLT2", 7), ("FIRE_BOLT3", 9), ("FIRE_BOLT72", 9), ("FIRE_BALL", 11),
    ("FIRE_BALL2", 11), ("FIRE_BALL200", 13), ("COLD_BOLT", 4), ("COLD_BOLT2", 7), ("COLD_BALL2", 13),
    ("COLD_BALL50", 8), ("COLD_BALL100", 10), ("COLD_BALL160", 12), ("ACID_BOLT", 4), ("ACID_BOLT2", 6),
    ("ACID_BOLT3", 7), ("ACID_BALL", 11), ("ELEC_BOLT", 5), ("ELEC_BALL", 9), ("ELEC_BALL2", 14), ("DRAIN_LIFE1", 9),
    ("DRAIN_LIFE2", 10), ("DRAIN_LIFE3", 11), ("DRAIN_LIFE4", 12), ("MISSILE", 3), ("MANA_BOLT", 7), ("BIZARRE", 20),
    ("ARROW", 11), ("STINKING_CLOUD", 3), ("STONE_TO_MUD", 6), ("TELE_OTHER", 11), ("CONFUSE2", 3), ("MON_HEAL", 0),
    ("MON_HASTE", 0), ("MON_SLOW", 3), ("MON_CONFUSE", 3), ("MON_SLEEP", 3), ("MON_CLONE", 0), ("MON_SCARE", 3),
    ("LIGHT_LINE", 6), ("DISARMING", 7), ("TDOOR_DEST", 5), ("POLYMORPH", 7), ("STARLIGHT", 5), ("STARLIGHT2", 7),
    ("BERSERKER", 10), ("WONDER", 9), ("WAND_BREATH", 12), ("STAFF_MAGI", 20), ("STAFF_HOLY", 12), ("DRINK_GOOD", 0),
    ("DRINK_BREATH", 8), ("DRINK_SALT", 0), ("DRINK_DEATH", 0), ("DRINK_RUIN", 0), ("DRINK_DETONATE", 0),
    ("FOOD_GOOD", 0), ("FOOD_WAYBREAD", 4), ("SHROOM_EMERGENCY", 7), ("SHROOM_TERROR", 5), ("SHROOM_STONE", 5),
    ("SHROOM_DEBILITY", 5), ("SHROOM_SPRINTING", 5), ("SHROOM_PURGING", 5), ("RING_ACID", 11), ("RING_FLAMES", 11),
    ("RING_ICE", 11), ("RING_LIGHTNING", 11), ("DRAGON_BLUE", 18), ("DRAGON_GREEN", 19), ("DRAGON_RED", 20),
    ("DRAGON_MULTIHUED", 20), ("DRAGON_BRONZE", LIMIT), ("DRAGON_GOLD", 19), ("DRAGON_CHAOS", 23), ("DRAGON_LAW", 23),
    ("DRAGON_BALANCE", 24), ("DRAGON_SHINING", 21), ("DRAGON_POWER", 25), ("GAIN_CHR", LIMIT), ("LOSE_CHR", 0),
    ("PLEASING", 5), ("RESTORE_CHR", 4), ("SELF_KNOW", 0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_own() {
        let all = [EFFECTS_OF_3_1, EFFECTS_OF_3_2, EFFECTS_OF_3_3, EFFECTS_OF_3_5];
        assert_eq!(all.map(|effects| effects.len() - 1), [211, 226, 227, 226]);
        let of = |name| all.map(|effects| effects.iter().skip(1).any(|effect| effect.0 == name));
        assert_eq!(of("SELF_KNOW"), [true, false, false, false]);
        assert_eq!(of("TRAP_PIT"), [false, true, true, true]);
        assert_eq!(of("RESTORE_ITEM"), [false, false, true, true]);
        assert_eq!(of("FOOD_WINE"), [false, false, false, true]);
        assert_eq!(of("GAIN_CHR"), [true, true, true, false]);
        assert_eq!(of("POISON"), [true; 4]);
    }
}
