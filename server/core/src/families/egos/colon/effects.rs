//! The names of effects that kinds and artifacts may have, without their powers, which nothing here depends on.
//!
//! Facts of the programs (list-effects.h of 3.1.0, 3.2.0, 3.3.2, 3.4.1 and 3.5.1), as text because edit files refer to
//! them by name.

/// Those of 3.1.
pub(crate) const EFFECTS_OF_3_1: &[(&str, i32)] = ALL.split_at(20).1;
/// Those of 3.2: traps besides, and no self-knowledge.
pub(crate) const EFFECTS_OF_3_2: &[(&str, i32)] = ALL.split_at(ALL.len() - 1).0.split_at(4).1;
/// Those of 3.3 and 3.4: one more.
pub(crate) const EFFECTS_OF_3_3: &[(&str, i32)] = ALL.split_at(ALL.len() - 1).0.split_at(3).1;
/// Those of 3.5: there are three foods more, and charisma is gone.
pub(crate) const EFFECTS_OF_3_5: &[(&str, i32)] = ALL.split_at(ALL.len() - 5).0;

/// All of them, such that each version's are a run of it. The first of a run is not accepted in files.
#[rustfmt::skip]
const ALL: &[(&str, i32)] = &[
    ("XXX", 0), ("FOOD_CRUNCH", 0), ("FOOD_WHISKY", 0), ("FOOD_WINE", 0), ("RESTORE_ITEM", 0), ("TRAP_DOOR", 0),
    ("TRAP_PIT", 0), ("TRAP_PIT_SPIKES", 0), ("TRAP_PIT_POISON", 0), ("TRAP_RUNE_SUMMON", 0),
    ("TRAP_RUNE_TELEPORT", 0), ("TRAP_SPOT_FIRE", 0), ("TRAP_SPOT_ACID", 0), ("TRAP_DART_SLOW", 0),
    ("TRAP_DART_LOSE_STR", 0), ("TRAP_DART_LOSE_DEX", 0), ("TRAP_DART_LOSE_CON", 0), ("TRAP_GAS_BLIND", 0),
    ("TRAP_GAS_CONFUSE", 0), ("TRAP_GAS_POISON", 0), ("TRAP_GAS_SLEEP", 0), ("POISON", 0), ("BLIND", 0), ("SCARE", 0),
    ("CONFUSE", 0), ("HALLUC", 0), ("PARALYZE", 0), ("SLOW", 0), ("CURE_POISON", 0), ("CURE_BLINDNESS", 0),
    ("CURE_PARANOIA", 0), ("CURE_CONFUSION", 0), ("CURE_MIND", 0), ("CURE_BODY", 0), ("CURE_LIGHT", 0),
    ("CURE_SERIOUS", 0), ("CURE_CRITICAL", 0), ("CURE_FULL", 0), ("CURE_FULL2", 0), ("CURE_NONORLYBIG", 0),
    ("CURE_TEMP", 0), ("HEAL1", 0), ("HEAL2", 0), ("HEAL3", 0), ("GAIN_EXP", 0), ("LOSE_EXP", 0), ("RESTORE_EXP", 0),
    ("RESTORE_MANA", 0), ("GAIN_STR", 0), ("GAIN_INT", 0), ("GAIN_WIS", 0), ("GAIN_DEX", 0), ("GAIN_CON", 0),
    ("GAIN_ALL", 0), ("BRAWN", 0), ("INTELLECT", 0), ("CONTEMPLATION", 0), ("TOUGHNESS", 0), ("NIMBLENESS", 0),
    ("LOSE_STR", 0), ("LOSE_INT", 0), ("LOSE_WIS", 0), ("LOSE_DEX", 0), ("LOSE_CON", 0), ("LOSE_CON2", 0),
    ("RESTORE_STR", 0), ("RESTORE_INT", 0), ("RESTORE_WIS", 0), ("RESTORE_DEX", 0), ("RESTORE_CON", 0),
    ("RESTORE_ALL", 0), ("RESTORE_ST_LEV", 0), ("TMD_INFRA", 0), ("TMD_SINVIS", 0), ("TMD_ESP", 0),
    ("ENLIGHTENMENT", 0), ("ENLIGHTENMENT2", 0), ("HERO", 0), ("SHERO", 0), ("RESIST_ACID", 0), ("RESIST_ELEC", 0),
    ("RESIST_FIRE", 0), ("RESIST_COLD", 0), ("RESIST_POIS", 0), ("RESIST_ALL", 0), ("DETECT_TREASURE", 0),
    ("DETECT_TRAP", 0), ("DETECT_DOORSTAIR", 0), ("DETECT_INVIS", 0), ("DETECT_EVIL", 0), ("DETECT_ALL", 0),
    ("ENCHANT_TOHIT", 0), ("ENCHANT_TODAM", 0), ("ENCHANT_WEAPON", 0), ("ENCHANT_ARMOR", 0), ("ENCHANT_ARMOR2", 0),
    ("IDENTIFY", 0), ("REMOVE_CURSE", 0), ("REMOVE_CURSE2", 0), ("LIGHT", 0), ("SUMMON_MON", 0), ("SUMMON_UNDEAD", 0),
    ("TELE_PHASE", 0), ("TELE_LONG", 0), ("TELE_LEVEL", 0), ("CONFUSING", 0), ("MAPPING", 0), ("RUNE", 0),
    ("ACQUIRE", 0), ("ACQUIRE2", 0), ("ANNOY_MON", 0), ("CREATE_TRAP", 0), ("DESTROY_TDOORS", 0), ("RECHARGE", 0),
    ("BANISHMENT", 0), ("DARKNESS", 0), ("PROTEVIL", 0), ("SATISFY", 0), ("CURSE_WEAPON", 0), ("CURSE_ARMOR", 0),
    ("BLESSING", 0), ("BLESSING2", 0), ("BLESSING3", 0), ("RECALL", 0), ("DEEP_DESCENT", 0), ("EARTHQUAKES", 0),
    ("DESTRUCTION2", 0), ("LOSHASTE", 0), ("LOSSLOW", 0), ("LOSSLEEP", 0), ("LOSCONF", 0), ("LOSKILL", 0),
    ("ILLUMINATION", 0), ("CLAIRVOYANCE", 0), ("PROBING", 0), ("HASTE", 0), ("HASTE1", 0), ("HASTE2", 0),
    ("DISPEL_EVIL", 0), ("DISPEL_EVIL60", 0), ("DISPEL_UNDEAD", 0), ("DISPEL_ALL", 0), ("SLEEPII", 0),
    ("STAR_BALL", 0), ("RAGE_BLESS_RESIST", 0), ("RESTORE_LIFE", 0), ("REM_FEAR_POIS", 0), ("FIREBRAND", 0),
    ("FIRE_BOLT", 0), ("FIRE_BOLT2", 0), ("FIRE_BOLT3", 0), ("FIRE_BOLT72", 0), ("FIRE_BALL", 0), ("FIRE_BALL2", 0),
    ("FIRE_BALL200", 0), ("COLD_BOLT", 0), ("COLD_BOLT2", 0), ("COLD_BALL2", 0), ("COLD_BALL50", 0),
    ("COLD_BALL100", 0), ("COLD_BALL160", 0), ("ACID_BOLT", 0), ("ACID_BOLT2", 0), ("ACID_BOLT3", 0),
    ("ACID_BALL", 0), ("ELEC_BOLT", 0), ("ELEC_BALL", 0), ("ELEC_BALL2", 0), ("DRAIN_LIFE1", 0), ("DRAIN_LIFE2", 0),
    ("DRAIN_LIFE3", 0), ("DRAIN_LIFE4", 0), ("MISSILE", 0), ("MANA_BOLT", 0), ("BIZARRE", 0), ("ARROW", 0),
    ("STINKING_CLOUD", 0), ("STONE_TO_MUD", 0), ("TELE_OTHER", 0), ("CONFUSE2", 0), ("MON_HEAL", 0), ("MON_HASTE", 0),
    ("MON_SLOW", 0), ("MON_CONFUSE", 0), ("MON_SLEEP", 0), ("MON_CLONE", 0), ("MON_SCARE", 0), ("LIGHT_LINE", 0),
    ("DISARMING", 0), ("TDOOR_DEST", 0), ("POLYMORPH", 0), ("STARLIGHT", 0), ("STARLIGHT2", 0), ("BERSERKER", 0),
    ("WONDER", 0), ("WAND_BREATH", 0), ("STAFF_MAGI", 0), ("STAFF_HOLY", 0), ("DRINK_GOOD", 0), ("DRINK_BREATH", 0),
    ("DRINK_SALT", 0), ("DRINK_DEATH", 0), ("DRINK_RUIN", 0), ("DRINK_DETONATE", 0), ("FOOD_GOOD", 0),
    ("FOOD_WAYBREAD", 0), ("SHROOM_EMERGENCY", 0), ("SHROOM_TERROR", 0), ("SHROOM_STONE", 0), ("SHROOM_DEBILITY", 0),
    ("SHROOM_SPRINTING", 0), ("SHROOM_PURGING", 0), ("RING_ACID", 0), ("RING_FLAMES", 0), ("RING_ICE", 0),
    ("RING_LIGHTNING", 0), ("DRAGON_BLUE", 0), ("DRAGON_GREEN", 0), ("DRAGON_RED", 0), ("DRAGON_MULTIHUED", 0),
    ("DRAGON_BRONZE", 0), ("DRAGON_GOLD", 0), ("DRAGON_CHAOS", 0), ("DRAGON_LAW", 0), ("DRAGON_BALANCE", 0),
    ("DRAGON_SHINING", 0), ("DRAGON_POWER", 0), ("GAIN_CHR", 0), ("LOSE_CHR", 0), ("PLEASING", 0), ("RESTORE_CHR", 0),
    ("SELF_KNOW", 0),
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
