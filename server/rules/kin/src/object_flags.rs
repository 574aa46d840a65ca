//! The object flags of 3.1 to 3.5 and of the affix branch in the programs' order, with their types and powers. The first
//! is not accepted in files.
//!
//! Facts of the programs (init1.c of 3.1.0; list-object-flags.h of 3.2.0, 3.3.2, 3.4.1, 3.5.1 and the affix branch). The
//! programs of 3.1 and 3.2 know no types: their flags have those of 3.3 here, and nothing but curses depends on them.
//! Powers are those of 3.4 and later; they differ in 3.3 and before, whose powers are not simulated.

use affixboard_model::engine::flags::{
    Flag,
    FlagType::{
        self, Bad, Brand, Curse, Hates, Hres, Ignore, Imm, Int, Kill, Light, Lres, Melee, Misc, Prot, Pval, Slay, Stat,
        Sust, Untyped, Vuln,
    },
    flag,
};

/// Number of flags from 3.3 on.
const ALL: usize = 109;

/// Number of flags in 3.1 and in 3.2, and number of 3.2's flags that are also the first of 3.3.
const OLDER: (usize, usize) = (97, 85);

/// The factors of a power that is the same in every slot.
const EVERYWHERE: [i64; 11] = [1; 11];

/// The factors of a power that counts twice on what is no weapon.
const TWICE_WORN: [i64; 11] = [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2];

/// A flag without a power.
const fn plain(name: &'static str, kind: FlagType) -> Flag {
    flag(name, kind, matches!(kind, Pval | Stat), 0, 0, [0; 11])
}

/// A slay or brand, whose power is that of the monsters.
const fn slay(name: &'static str, kind: FlagType) -> Flag {
    flag(name, kind, false, 0, 0, [1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])
}

/// A flag of the same power in every slot.
const fn once(name: &'static str, kind: FlagType, power: i64) -> Flag {
    flag(name, kind, false, power, 0, EVERYWHERE)
}

/// A flag whose power depends on the slot.
const fn by_slot(name: &'static str, kind: FlagType, power: i64, slots: [i64; 11]) -> Flag {
    flag(name, kind, false, power, 0, slots)
}

/// A flag with a pval: the power and the weight in the sum of pvals are those of a point.
const fn pval(name: &'static str, kind: FlagType, power: i64, weight: i64, slots: [i64; 11]) -> Flag {
    flag(name, kind, true, power, weight, slots)
}

/// The flags, but that some have another name and type: place, flag.
const fn but<const ALL: usize, const N: usize>(mut flags: [Flag; ALL], others: [(usize, Flag); N]) -> [Flag; ALL] {
    let mut at = 0;
    while at < N {
        flags[others[at].0] = others[at].1;
        at += 1;
    }
    flags
}

/// The flags of 3.2, the last of which stand elsewhere.
const fn older(flags: &[Flag; ALL]) -> [Flag; OLDER.0] {
    let mut all = [flags[0]; OLDER.0];
    let mut at = 0;
    while at < OLDER.0 {
        all[at] = if at < OLDER.1 { flags[at] } else { LAST_OF_3_2[at - OLDER.1] };
        at += 1;
    }
    all
}

/// Those of 3.1. Of two of one name the first is meant.
pub const FLAGS_OF_3_1: &[Flag] = &SINCE_3_1;
/// Those of 3.2.
pub const FLAGS_OF_3_2: &[Flag] = &SINCE_3_2;
/// Those of 3.3.
pub const FLAGS_OF_3_3: &[Flag] = &SINCE_3_3;
/// Those of 3.4.
pub const FLAGS_OF_3_4: &[Flag] = &SINCE_3_4;
/// Those of 3.5.
pub const FLAGS_OF_3_5: &[Flag] = &SINCE_3_5;
/// Those of the affix branch, which it has from between 3.3 and 3.4, and its own.
pub const FLAGS_OF_AFFIX_BRANCH: &[Flag] = &AFFIX_BRANCH;

const SINCE_3_1: [Flag; OLDER.0] = but(
    SINCE_3_2,
    [
        (43, plain("XXX5", Untyped)),
        (44, plain("XXX6", Untyped)),
        (55, plain("RES_LITE", Hres)),
        (67, plain("LITE", Misc)),
        (88, plain("ACTIVATE", Int)),
        (93, plain("XXX7", Untyped)),
    ],
);

const SINCE_3_2: [Flag; OLDER.0] = older(&SINCE_3_3);

const LAST_OF_3_2: [Flag; OLDER.0 - OLDER.1] = [
    plain("XXX5", Untyped),
    plain("XXX6", Untyped),
    plain("BLESSED", Melee),
    plain("XXX7", Untyped),
    plain("INSTA_ART", Int),
    plain("EASY_KNOW", Int),
    plain("HIDE_TYPE", Int),
    plain("SHOW_MODS", Int),
    plain("XXX8", Untyped),
    plain("LIGHT_CURSE", Curse),
    plain("HEAVY_CURSE", Curse),
    plain("PERMA_CURSE", Curse),
];

const SINCE_3_3: [Flag; ALL] = but(
    SINCE_3_4,
    [
        (67, plain("LIGHT", Misc)),
        (91, plain("HIDE_TYPE", Int)),
        (92, plain("SHOW_MODS", Int)),
        (93, plain("XXX7", Untyped)),
    ],
);

const SINCE_3_4: [Flag; ALL] =
    but(SINCE_3_5, [(6, pval("CHR", Stat, 2, 0, EVERYWHERE)), (38, once("SUST_CHR", Sust, 1))]);

/// The first of the affix branch's.
const BEFORE_AFFIXES: [Flag; ALL] = but(SINCE_3_4, [(92, plain("SHOW_MODS", Int)), (93, plain("XXX8", Untyped))]);

/// Those that came last there.
const WITH_AFFIXES: [Flag; 4] =
    [slay("HURT_UNDEAD", Slay), slay("HURT_DEMON", Slay), plain("GOOD", Int), plain("MAX", Untyped)];

const AFFIX_BRANCH: [Flag; ALL + 4] = {
    let mut flags = [BEFORE_AFFIXES[0]; ALL + 4];
    let mut at = 0;
    while at < flags.len() {
        flags[at] = if at < ALL { BEFORE_AFFIXES[at] } else { WITH_AFFIXES[at - ALL] };
        at += 1;
    }
    flags
};

#[rustfmt::skip]
const SINCE_3_5: [Flag; ALL] = [
    plain("NONE", Untyped), pval("STR", Stat, 9, 13, EVERYWHERE), pval("INT", Stat, 5, 10, EVERYWHERE),
    pval("WIS", Stat, 5, 10, EVERYWHERE), pval("DEX", Stat, 8, 10, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1]),
    pval("CON", Stat, 12, 15, EVERYWHERE), plain("XXX0", Untyped), plain("XXX1", Untyped), plain("XXX2", Untyped),
    pval("STEALTH", Pval, 8, 12, EVERYWHERE), pval("SEARCH", Pval, 2, 5, EVERYWHERE),
    pval("INFRA", Pval, 4, 8, EVERYWHERE), pval("TUNNEL", Pval, 3, 8, EVERYWHERE),
    pval("SPEED", Pval, 20, 6, EVERYWHERE), pval("BLOWS", Pval, 0, 50, [1, 0, 3, 3, 3, 3, 3, 3, 3, 3, 3]),
    pval("SHOTS", Pval, 0, 50, [0, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4]),
    pval("MIGHT", Pval, 0, 30, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]), slay("SLAY_ANIMAL", Slay), slay("SLAY_EVIL", Slay),
    slay("SLAY_UNDEAD", Slay), slay("SLAY_DEMON", Slay), slay("SLAY_ORC", Slay), slay("SLAY_TROLL", Slay),
    slay("SLAY_GIANT", Slay), slay("SLAY_DRAGON", Slay), slay("KILL_DRAGON", Kill), slay("KILL_DEMON", Kill),
    slay("KILL_UNDEAD", Kill), slay("BRAND_POIS", Brand), slay("BRAND_ACID", Brand), slay("BRAND_ELEC", Brand),
    slay("BRAND_FIRE", Brand), slay("BRAND_COLD", Brand), once("SUST_STR", Sust, 9), once("SUST_INT", Sust, 4),
    once("SUST_WIS", Sust, 4), once("SUST_DEX", Sust, 7), once("SUST_CON", Sust, 8), plain("XXX2B", Untyped),
    once("VULN_ACID", Vuln, -6), once("VULN_ELEC", Vuln, -6), once("VULN_FIRE", Vuln, -6), once("VULN_COLD", Vuln, -6),
    plain("XXX3", Untyped), plain("XXX4", Untyped), once("IM_ACID", Imm, 38), once("IM_ELEC", Imm, 35),
    once("IM_FIRE", Imm, 40), once("IM_COLD", Imm, 37), once("RES_ACID", Lres, 5), once("RES_ELEC", Lres, 6),
    once("RES_FIRE", Lres, 6), once("RES_COLD", Lres, 6), once("RES_POIS", Hres, 28), once("RES_FEAR", Prot, 6),
    once("RES_LIGHT", Hres, 6), once("RES_DARK", Hres, 16), once("RES_BLIND", Prot, 16), once("RES_CONFU", Prot, 24),
    once("RES_SOUND", Hres, 14), once("RES_SHARD", Hres, 8), once("RES_NEXUS", Hres, 15), once("RES_NETHR", Hres, 20),
    once("RES_CHAOS", Hres, 20), once("RES_DISEN", Hres, 20), once("SLOW_DIGEST", Misc, 2), once("FEATHER", Misc, 1),
    pval("LIGHT", Pval, 3, 6, [1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1]), by_slot("REGEN", Misc, 5, TWICE_WORN),
    by_slot("TELEPATHY", Misc, 35, TWICE_WORN), by_slot("SEE_INVIS", Misc, 6, TWICE_WORN),
    by_slot("FREE_ACT", Misc, 8, [1, 1, 2, 2, 2, 2, 2, 2, 2, 5, 2]), by_slot("HOLD_LIFE", Misc, 5, TWICE_WORN),
    by_slot("NO_FUEL", Light, 5, [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), once("IMPAIR_HP", Bad, -9),
    once("IMPAIR_MANA", Bad, -9), once("AFRAID", Bad, -20),
    by_slot("IMPACT", Melee, 10, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]), once("TELEPORT", Bad, -20),
    once("AGGRAVATE", Bad, -20), once("DRAIN_EXP", Bad, -5), once("IGNORE_ACID", Ignore, 3),
    once("IGNORE_ELEC", Ignore, 1), once("IGNORE_FIRE", Ignore, 3), once("IGNORE_COLD", Ignore, 1),
    once("RES_STUN", Prot, 12), plain("XXX5", Untyped), by_slot("BLESSED", Melee, 1, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    plain("XXX6", Untyped), plain("INSTA_ART", Int), plain("EASY_KNOW", Int), plain("XXX7", Untyped),
    plain("XXX8", Untyped), plain("XXX9", Untyped), once("LIGHT_CURSE", Curse, -5), once("HEAVY_CURSE", Curse, -15),
    once("PERMA_CURSE", Curse, -25), plain("HATES_ACID", Hates), plain("HATES_ELEC", Hates), plain("HATES_FIRE", Hates),
    plain("HATES_COLD", Hates), plain("SPELLS_OK", Int), plain("SHOW_DICE", Int), plain("SHOW_MULT", Int),
    slay("BRAND_ICKY", Brand), slay("BRAND_FIZZ", Brand), slay("BRAND_BUZZ", Brand), slay("BRAND_WARM", Brand),
    slay("BRAND_COOL", Brand),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn has(flags: &[Flag], name: &str) -> bool {
        flags.iter().skip(1).any(|flag| flag.name == name)
    }

    #[test]
    fn each_version_has_its_own() {
        let all = [FLAGS_OF_3_1, FLAGS_OF_3_2, FLAGS_OF_3_3, FLAGS_OF_3_4, FLAGS_OF_3_5];
        let of = |name| all.map(|flags| has(flags, name));
        assert_eq!(of("STR"), [true; 5]);
        assert_eq!(of("LITE"), [true, false, false, false, false]);
        assert_eq!(of("LIGHT"), [false, true, true, true, true]);
        assert_eq!(of("CHR"), [true, true, true, true, false]);
        assert_eq!(of("SUST_CHR"), [true, true, true, true, false]);
        assert_eq!(of("SHOW_MODS"), [true, true, true, false, false]);
        assert_eq!(of("RES_STUN"), [false, false, true, true, true]);
        assert_eq!(of("BRAND_ICKY"), [false, false, true, true, true]);
        assert_eq!(of("XXX9"), [false, false, false, true, true]);
        for flags in all {
            let cursed: Vec<&str> = flags.iter().filter(|flag| flag.kind == Curse).map(|flag| flag.name).collect();
            assert_eq!(cursed, ["LIGHT_CURSE", "HEAVY_CURSE", "PERMA_CURSE"]);
        }
    }
}
