//! The table of flags by their effect, for all games that descend from Angband: a name means the same in each of them.

use super::effect_groups::{
    EffectGroup::{
        self, Abilities, Armour, Attacks, Brands, Curses, Durability, Other, Resistances, Slays, Speed, Stats, Weight,
    },
    EffectSign::{self, Bonus, Drawback, Unknown},
};

/// Flags, and modifiers where a game has these apart, by group and sign. A few are in two groups, since either may come.
#[rustfmt::skip]
const TABLE: &[(EffectGroup, EffectSign, &[&str])] = &[
    (Attacks, Bonus, &[
        "BLOWS", "SHOTS", "MIGHT", "IMPACT", "THROWING", "HURL_NUM", "HURL_DAM", "VAMP_HP", "VAMP_MANA",
        "MELEE", "ARCHERY", "DAMAGE_SIDES", "SHARPNESS", "SHARPNESS2", "VAMPIRIC", "ACCURATE",
        "VORPAL", "VORPAL2", "STUN", "WEAPONMASTERY", "DUAL_WIELDING", "XTRA_MIGHT", "XTRA_SHOTS", "RIDING", "AURA_ELEC",
        "AURA_FIRE", "AURA_COLD", "AURA_SHARDS", "AURA_REVENGE", "AURA_FEAR",
    ]),
    (Attacks, Unknown, &["EXPLODE", "ACT_ON_BLOW"]),
    (Attacks, Drawback, &["CUMBERSOME", "DEC_BLOWS"]),
    (Slays, Bonus, &[
        "SLAY_ANIMAL", "SLAY_EVIL", "SLAY_UNDEAD", "SLAY_DEMON", "SLAY_ORC", "SLAY_TROLL", "SLAY_GIANT",
        "SLAY_DRAGON", "SLAY_NATURAL", "SLAY_MAN", "SLAY_ELF", "SLAY_DWARF", "KILL_DRAGON", "KILL_DEMON",
        "KILL_UNDEAD", "HURT_UNDEAD", "HURT_DEMON", "SLAY_WOLF", "SLAY_SPIDER", "SLAY_RAUKO", "SLAY_MAN_OR_ELF",
        "SLAY_GOOD", "SLAY_LIVING", "SLAY_HUMAN", "KILL_EVIL", "KILL_GOOD", "KILL_LIVING", "KILL_ANIMAL", "KILL_HUMAN",
        "KILL_ORC", "KILL_TROLL", "KILL_GIANT",
    ]),
    (Brands, Bonus, &[
        "BRAND_POIS", "BRAND_ACID", "BRAND_ELEC", "BRAND_FIRE", "BRAND_COLD", "BRAND_ICKY", "BRAND_FIZZ",
        "BRAND_BUZZ", "BRAND_WARM", "BRAND_COOL", "BRAND_HOLY", "BRAND_DARK", "BRAND_LITE",
        "BRAND_CHAOS", "BRAND_VAMP", "BRAND_WILD", "BRAND_ORDER", "BRAND_MANA",
    ]),
    (Armour, Bonus, &["EVASION"]),
    (Weight, Unknown, &["MULTIPLY_WEIGHT"]),
    (Resistances, Bonus, &[
        "RES_ACID", "RES_ELEC", "RES_FIRE", "RES_COLD", "RES_POIS", "RES_FEAR", "RES_LIGHT", "RES_LITE", "RES_DARK",
        "RES_BLIND", "RES_CONFU", "RES_STUN", "RES_SOUND", "RES_SHARD", "RES_NEXUS", "RES_NETHR", "RES_CHAOS",
        "RES_DISEN", "RES_DISEASE", "RES_WATER", "IM_ACID", "IM_ELEC", "IM_FIRE", "IM_COLD", "IM_POIS", "PROT_FEAR",
        "PROT_BLIND", "PROT_CONF", "PROT_STUN", "RAND_BASE_RES", "RAND_HI_RES", "RAND_RES_POWER",
        "RES_BLEED", "RES_HALLU", "RESISTANCE", "RES_CONF", "RES_NETHER", "RES_SHARDS", "RES_TIME", "IM_LITE", "IM_DARK",
        "IM_NETHER", "IM_BLIND", "IM_FEAR", "MAGIC_RESISTANCE", "REFLECT", "XTRA_H_RES", "XTRA_E_RES", "XTRA_L_RES",
        "XTRA_D_RES", "XTRA_RES", "XTRA_RES_OR_POWER", "PROT_HALLU",
    ]),
    (Resistances, Drawback, &[
        "VULN_ACID", "VULN_ELEC", "VULN_FIRE", "VULN_COLD", "HURT_LITE", "HURT_WATER", "HURT_POIS", "HURT_ACID",
        "HURT_ELEC", "HURT_FIRE", "HURT_COLD", "VUL_COLD", "VUL_FIRE", "VUL_POIS",
        "VULN_POIS", "VULN_LITE", "VULN_DARK", "VULN_CONF", "VULN_NETHER", "VULN_NEXUS", "VULN_SOUND", "VULN_SHARDS",
        "VULN_CHAOS", "VULN_DISEN", "VULN_BLIND", "VULN_FEAR",
    ]),
    (Stats, Bonus, &[
        "STR", "INT", "WIS", "DEX", "CON", "CHR", "SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON",
        "SUST_CHR", "RAND_SUSTAIN", "GRA", "SUST_GRA", "ALL_STATS", "ONE_SUSTAIN", "LIFE",
    ]),
    (Stats, Drawback, &[
        "NEG_STR", "NEG_DEX", "NEG_CON", "NEG_GRA", "DEC_STR", "DEC_INT", "DEC_WIS", "DEC_DEX", "DEC_CON", "DEC_CHR",
        "DEC_LIFE",
    ]),
    (Speed, Bonus, &["SPEED", "MOVES"]),
    (Speed, Drawback, &["SLOWNESS", "DEC_SPEED"]),
    (Abilities, Bonus, &[
        "STEALTH", "SEARCH", "INFRA", "TUNNEL", "SAVE", "DEVICE", "DAM_RED", "DIG_1", "DIG_2", "DIG_3",
        "SLOW_DIGEST", "FEATHER", "LIGHT", "LITE", "LIGHT_2", "LIGHT_3", "REGEN", "REGEN_HP", "REGEN_MANA",
        "TELEPATHY", "ESP_DEMON", "ESP_DRAGON", "ESP_GIANT", "ESP_ORC", "ESP_TROLL", "ESP_UNDEAD", "ESP_NATURE",
        "SEE_INVIS", "FREE_ACT", "HOLD_LIFE", "NO_FUEL", "TRAP_IMMUNE", "BLESSED", "FREE_HANDS", "ACTIVATE", "RAND_POWER",
        "RAND_RES_POWER", "PERCEPTION", "WILL", "SMITHING", "SONG", "RADIANCE", "CHEAT_DEATH", "STAND_FAST",
        "AVOID_TRAPS", "MEDIC", "MAGIC_MASTERY", "SPELL_POWER", "SPELL_CAP", "DEVICE_POWER", "LEVITATION", "WARNING",
        "EASY_SPELL", "DEC_MANA", "LORE2", "ESP_EVIL", "ESP_GOOD", "ESP_NONLIVING", "ESP_LIVING", "ESP_UNIQUE",
        "ESP_ANIMAL", "ESP_HUMAN", "NIGHT_VISION", "XTRA_POWER",
    ]),
    (Abilities, Drawback, &["DEC_STEALTH", "DEC_MAGIC_MASTERY", "DEC_SPELL_POWER", "DEC_SPELL_CAP"]),
    (Durability, Bonus, &[
        "IGNORE_ACID", "IGNORE_ELEC", "IGNORE_FIRE", "IGNORE_COLD", "IGNORE_WATER", "IGNORE_THEFT", "IGNORE_ALL",
        "IGNORE_INVULN", "IGNORE_POIS", "IGNORE_DARK", "INDESTRUCTIBLE",
    ]),
    (Durability, Drawback, &["HATES_ACID", "HATES_ELEC", "HATES_FIRE", "HATES_COLD", "HATES_POIS", "HATES_DARK"]),
    (Curses, Drawback, &[
        "LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE", "IMPAIR_HP", "IMPAIR_MANA", "AFRAID", "TELEPORT", "NO_TELEPORT",
        "AGGRAVATE", "DRAIN_EXP", "DRAIN_HP", "DRAIN_MANA", "STICKY", "FRAGILE", "UNCONTROLLED", "HUNGER", "ANCHOR",
        "SILENT", "STATIC", "WINDY", "TRAITOR", "FEAR", "COWARDICE", "DARKNESS", "DANGER", "HAUNTED", "TY_CURSE",
        "CURSED", "RANDOM_CURSE0", "RANDOM_CURSE1", "RANDOM_CURSE2", "NO_REMOVE", "NO_ENCHANT", "SLOW_REGEN",
        // In Unangband the wearer counts as one of these, and is slain as such.
        "ANIMAL", "EVIL", "UNDEAD", "DEMON", "ORC", "TROLL", "GIANT", "DRAGON", "MAN", "DWARF", "ELF",
    ]),
    (Other, Unknown, &[
        "NONE", "MAX", "INSTA_ART", "QUEST_ART", "EASY_KNOW", "HIDE_TYPE", "SHOW_MODS", "SHOW_DICE", "SHOW_MULT",
        "SPELLS_OK", "GOOD", "TAKES_FUEL", "BURNS_OUT", "SHOOTS_SHOTS", "SHOOTS_ARROWS", "SHOOTS_BOLTS",
        "CHARGE",
        // Free places of the programs' lists.
        "XXX0", "XXX1", "XXX2", "XXX2B", "XXX3", "XXX4", "XXX5", "XXX6", "XXX7", "XXX8", "XXX9", "XXX10", "XXX11",
        "XXX12", "XXX13", "XXX14", "XXX15", "XXX16", "XXX17", "XXX18", "XXX19",
        "TR3XXX6", "TR3XXX7", "TR3XXX8", "TR3XXX9", "TR3XX10", "TR3XXX12",
        // These help against some and hinder the wearer, or only say how an item is made and known.
        "NO_MAGIC", "NO_SUMMON", "NO_TELE", "FULL_NAME", "FIXED_FLAVOR", "PLURAL", "QUESTITEM", "AWARE", "TOWN", "FIXED_ART",
        "FIXED_ACT", "NO_SHUFFLE",
        // Only kinds of Sil have these.
        "DAMAGED", "NO_SMITHING", "MITHRIL", "AXE", "POLEARM", "ENCHANTABLE", "MORE_SPECIAL", "HAND_AND_A_HALF",
        "TWO_HANDED", "SMITH_ART", "NO_RANDOM",
        // Only kinds of Unangband have these.
        "SHOW_DD", "SHOW_WEAPON", "SHOW_CHARGE", "SHOW_TURNS", "SHOW_AC", "HAS_PVAL", "HAS_BONUS", "HAS_CHARGES",
        "EXTRA_DAM", "EDGED", "BLUNT", "DO_CUTS", "DO_STUN", "DO_CRIT", "DO_TRIP", "BREAK_100", "BREAK_50",
        "BREAK_25", "BREAK_10", "IS_JUNK", "AMMO", "GLOW", "EXHAUST", "RECHARGE", "TRICK_THROW", "WEAPON", "ARMOUR",
        "FLAVOR", "NAMED", "SIMPLE", "RESEARCH", "NO_TIMEOUT", "1_HANDED", "2_HANDED", "OFF_HAND", "W_SHIELD",
        "BACKSTAB", "GOLD", "EAT_BODY", "EAT_INSECT", "EAT_ANIMAL", "EAT_SMART", "EAT_HEAL", "EAT_MANA", "HAS_ROPE",
        "HAS_CHAIN", "RANDOM", "BAD_THROW", "BREAK_THROW", "TITLE", "ADD_NAME", "MOD_NAME", "PREPEND", "IN_FEET",
        "FORCE_MOD", "NO_TVAL",
    ]),
];

/// The groups of a flag with their signs, by its name in the files; none of a name that no game has.
pub fn flag_effects(name: &str) -> impl Iterator<Item = (EffectGroup, EffectSign)> + '_ {
    TABLE.iter().filter(move |row| row.2.contains(&name)).map(|row| (row.0, row.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_once_but_for_a_choice_of_two() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(|row| row.2.iter().copied()).collect();
        names.sort_unstable();
        let twice: Vec<&str> = names.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        assert_eq!(twice, ["RAND_RES_POWER"]);
    }

    #[test]
    fn groups_by_hand() {
        let of = |name| flag_effects(name).collect::<Vec<_>>();
        assert_eq!(of("VULN_FIRE"), [(Resistances, Drawback)]);
        assert_eq!(of("HURT_UNDEAD"), [(Slays, Bonus)]);
        assert_eq!(of("RAND_RES_POWER"), [(Resistances, Bonus), (Abilities, Bonus)]);
        assert_eq!(of("no such flag"), []);
    }
}
