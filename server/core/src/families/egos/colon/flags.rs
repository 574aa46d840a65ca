//! The object flags of 3.1 to 3.5 in the programs' order, with their types. The first is not accepted in files.
//!
//! Facts of the programs (init1.c of 3.1.0; list-object-flags.h of 3.2.0, 3.3.2, 3.4.1 and 3.5.1). The programs of 3.1
//! and 3.2 know no types: their flags have those of 3.3 here, and nothing but curses depends on them.

use crate::engine::flags::{
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

/// A flag whose power is not simulated.
const fn plain(name: &'static str, kind: FlagType) -> Flag {
    flag(name, kind, matches!(kind, Pval | Stat), 0, 0, [0; 11])
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
pub(crate) const FLAGS_OF_3_1: &[Flag] = &SINCE_3_1;
/// Those of 3.2.
pub(crate) const FLAGS_OF_3_2: &[Flag] = &SINCE_3_2;
/// Those of 3.3.
pub(crate) const FLAGS_OF_3_3: &[Flag] = &SINCE_3_3;
/// Those of 3.4.
pub(crate) const FLAGS_OF_3_4: &[Flag] = &SINCE_3_4;
/// Those of 3.5.
pub(crate) const FLAGS_OF_3_5: &[Flag] = &SINCE_3_5;

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

const SINCE_3_4: [Flag; ALL] = but(SINCE_3_5, [(6, plain("CHR", Stat)), (38, plain("SUST_CHR", Sust))]);

#[rustfmt::skip]
const SINCE_3_5: [Flag; ALL] = [
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
