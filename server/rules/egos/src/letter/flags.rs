//! The names of object flags.

/// The object flags of 3.0 in the program's order: three sets of 32. A name that several sets have (`XXX1` …) means the
/// first.
#[rustfmt::skip]
pub const FLAGS: [&str; 96] = [
    "STR", "INT", "WIS", "DEX", "CON", "CHR", "XXX1", "XXX2", "STEALTH", "SEARCH", "INFRA", "TUNNEL", "SPEED",
    "BLOWS", "SHOTS", "MIGHT", "SLAY_ANIMAL", "SLAY_EVIL", "SLAY_UNDEAD", "SLAY_DEMON", "SLAY_ORC", "SLAY_TROLL",
    "SLAY_GIANT", "SLAY_DRAGON", "KILL_DRAGON", "KILL_DEMON", "KILL_UNDEAD", "BRAND_POIS", "BRAND_ACID",
    "BRAND_ELEC", "BRAND_FIRE", "BRAND_COLD",
    "SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "SUST_CHR", "XXX1", "XXX2", "XXX3", "XXX4", "XXX5",
    "XXX6", "IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD", "RES_ACID", "RES_ELEC", "RES_FIRE", "RES_COLD", "RES_POIS",
    "RES_FEAR", "RES_LITE", "RES_DARK", "RES_BLIND", "RES_CONFU", "RES_SOUND", "RES_SHARD", "RES_NEXUS",
    "RES_NETHR", "RES_CHAOS", "RES_DISEN",
    "SLOW_DIGEST", "FEATHER", "LITE", "REGEN", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE", "XXX1", "XXX2",
    "XXX3", "XXX4", "IMPACT", "TELEPORT", "AGGRAVATE", "DRAIN_EXP", "IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE",
    "IGNORE_COLD", "XXX5", "XXX6", "BLESSED", "ACTIVATE", "INSTA_ART", "EASY_KNOW", "HIDE_TYPE", "SHOW_MODS",
    "XXX7", "LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE",
];

/// The first flags, all of which share an item's pval: stats, stealth and the like, blows, shots, might.
pub const PVAL_FLAGS: &[&str] = FLAGS.split_at(16).0;

#[cfg(test)]
mod tests {
    use affixboard_kin::{TVALS, letter::BuiltInNames};

    #[test]
    fn of_a_name_that_several_sets_have_the_first_is_meant() {
        let names = BuiltInNames { tvals: TVALS, flags: &super::FLAGS };
        assert_eq!(names.flag("XXX1"), 1 << 6);
        assert_eq!(names.flag("PERMA_CURSE"), 1 << 95);
    }
}
