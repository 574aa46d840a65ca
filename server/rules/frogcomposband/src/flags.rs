//! Sets of object flags: the program has more than 128.

use super::tables::FLAGS;

/// A flag: its place in [`FLAGS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Flag(u8);

impl Flag {
    /// The flag of that name. Names are known when the program is compiled; an unknown one doesn't compile.
    pub(crate) const fn named(name: &str) -> Flag {
        let mut at = 0;
        while at < FLAGS.len() {
            if are_equal(FLAGS[at].as_bytes(), name.as_bytes()) {
                return Flag(at as u8);
            }
            at += 1;
        }
        panic!("no flag of that name")
    }
}

const fn are_equal(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A set of flags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct FlagBits([u64; 4]);

impl FlagBits {
    /// Those of these names; others are left out.
    pub(crate) fn of_names(names: &[&str]) -> FlagBits {
        let mut bits = FlagBits::default();
        for at in names.iter().filter_map(|name| FLAGS.iter().position(|known| known == name)) {
            bits.add(Flag(at as u8));
        }
        bits
    }

    #[inline]
    pub(crate) fn has(&self, flag: Flag) -> bool {
        self.0[usize::from(flag.0 >> 6)] >> (flag.0 & 63) & 1 == 1
    }

    #[inline]
    pub(crate) fn add(&mut self, flag: Flag) {
        self.0[usize::from(flag.0 >> 6)] |= 1 << (flag.0 & 63);
    }

    pub(crate) fn add_all(&mut self, flags: &[Flag]) {
        for flag in flags {
            self.add(*flag);
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, flag: Flag) {
        self.0[usize::from(flag.0 >> 6)] &= !(1 << (flag.0 & 63));
    }

    /// Those of both sets.
    #[must_use]
    pub(crate) fn and(mut self, other: &FlagBits) -> FlagBits {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own |= other);
        self
    }

    /// Those that the other set hasn't.
    #[must_use]
    pub(crate) fn without(mut self, other: &FlagBits) -> FlagBits {
        self.0.iter_mut().zip(other.0).for_each(|(own, other)| *own &= !other);
        self
    }

    /// The places of its flags, rising.
    pub(crate) fn places(&self) -> impl Iterator<Item = u32> + '_ {
        (0..FLAGS.len() as u32).filter(|at| self.has(Flag(*at as u8)))
    }

    /// Without flags that undo each other: of both neither is left (`remove_opposite_flags`, `obj_info.c`).
    #[must_use]
    pub(crate) fn without_opposites(mut self) -> FlagBits {
        for (good, bad) in OPPOSITES {
            if self.has(good) && self.has(bad) {
                self.remove(good);
                self.remove(bad);
            }
        }
        self
    }
}

macro_rules! opposites {
    ($($good:literal $bad:literal),*) => {
        [$((Flag::named($good), Flag::named($bad))),*]
    };
}

/// Flags that undo each other. What helps spells, blows and shots is not among them.
const OPPOSITES: [(Flag, Flag); 26] = opposites![
    "STR" "DEC_STR", "INT" "DEC_INT", "WIS" "DEC_WIS", "DEX" "DEC_DEX", "CON" "DEC_CON", "CHR" "DEC_CHR",
    "SPEED" "DEC_SPEED", "MAGIC_MASTERY" "DEC_MAGIC_MASTERY", "STEALTH" "DEC_STEALTH", "LIFE" "DEC_LIFE",
    "RES_ACID" "VULN_ACID", "RES_ELEC" "VULN_ELEC", "RES_FIRE" "VULN_FIRE", "RES_COLD" "VULN_COLD",
    "RES_POIS" "VULN_POIS", "RES_LITE" "VULN_LITE", "RES_DARK" "VULN_DARK", "RES_CONF" "VULN_CONF",
    "RES_NETHER" "VULN_NETHER", "RES_NEXUS" "VULN_NEXUS", "RES_SOUND" "VULN_SOUND", "RES_SHARDS" "VULN_SHARDS",
    "RES_CHAOS" "VULN_CHAOS", "RES_DISEN" "VULN_DISEN", "RES_BLIND" "VULN_BLIND", "RES_FEAR" "VULN_FEAR"
];

/// Flags by their names, as the rules ask for them.
pub(crate) mod named {
    use crate::flags::Flag;

    macro_rules! named {
        ($($name:ident)*) => { $(pub(crate) const $name: Flag = Flag::named(stringify!($name));)* };
    }

    named! {
        SHOW_MODS STR INT WIS DEX CON CHR DEC_STR DEC_INT DEC_WIS DEC_DEX DEC_CON DEC_CHR SUST_STR SUST_INT
        SUST_WIS SUST_DEX SUST_CON SUST_CHR SPEED STEALTH SEARCH INFRA TUNNEL MAGIC_MASTERY MAGIC_RESISTANCE
        SPELL_POWER SPELL_CAP DEVICE_POWER LIFE DEC_SPEED DEC_STEALTH DEC_MAGIC_MASTERY DEC_SPELL_POWER
        DEC_SPELL_CAP DEC_LIFE RES_ACID RES_ELEC RES_FIRE RES_COLD RES_POIS RES_LITE RES_DARK RES_CONF
        RES_NETHER RES_NEXUS RES_SOUND RES_SHARDS RES_CHAOS RES_DISEN RES_TIME RES_BLIND RES_FEAR IM_ACID
        IM_ELEC IM_FIRE IM_COLD VULN_ACID VULN_ELEC VULN_FIRE VULN_COLD VULN_POIS VULN_LITE VULN_DARK
        VULN_CONF VULN_NETHER VULN_NEXUS VULN_SOUND VULN_SHARDS VULN_CHAOS VULN_DISEN VULN_BLIND VULN_FEAR
        FREE_ACT SEE_INVIS REGEN HOLD_LIFE REFLECT LEVITATION SLOW_DIGEST WARNING NO_MAGIC NO_SUMMON NO_TELE
        EASY_SPELL DEC_MANA LITE DARKNESS LORE2 ACTIVATE IGNORE_ACID IGNORE_ELEC IGNORE_FIRE IGNORE_COLD
        AURA_ELEC AURA_FIRE AURA_COLD AURA_SHARDS AURA_REVENGE TELEPATHY ESP_EVIL ESP_GOOD ESP_NONLIVING
        ESP_LIVING ESP_UNIQUE ESP_DRAGON ESP_DEMON ESP_UNDEAD ESP_ANIMAL ESP_HUMAN ESP_ORC ESP_TROLL ESP_GIANT
        SLAY_EVIL SLAY_GOOD SLAY_LIVING SLAY_DRAGON SLAY_DEMON SLAY_UNDEAD SLAY_ANIMAL SLAY_HUMAN SLAY_ORC
        SLAY_TROLL SLAY_GIANT KILL_EVIL KILL_GOOD KILL_LIVING KILL_DRAGON KILL_DEMON KILL_UNDEAD KILL_ANIMAL
        KILL_HUMAN KILL_ORC KILL_TROLL KILL_GIANT BRAND_ACID BRAND_ELEC BRAND_FIRE BRAND_COLD BRAND_POIS
        BRAND_CHAOS BRAND_VAMP BRAND_WILD BRAND_ORDER BRAND_MANA VORPAL VORPAL2 IMPACT STUN BLESSED THROWING
        BLOWS DEC_BLOWS WEAPONMASTERY DUAL_WIELDING XTRA_MIGHT XTRA_SHOTS DRAIN_EXP AGGRAVATE TY_CURSE
        IGNORE_INVULN NIGHT_VISION BRAND_DARK REGEN_MANA XTRA_POWER ONE_SUSTAIN XTRA_RES_OR_POWER XTRA_H_RES
        XTRA_E_RES XTRA_L_RES XTRA_D_RES XTRA_RES PERMA_CURSE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_flags_of_all_words() {
        let (first, last) = (Flag::named("HIDE_TYPE"), Flag::named("NO_SHUFFLE"));
        let mut bits = FlagBits::of_names(&["HIDE_TYPE", "NO_SHUFFLE", "no flag"]);
        assert!(bits.has(first) && bits.has(last) && !bits.has(named::STR));
        assert_eq!(bits.places().collect::<Vec<_>>(), [0, FLAGS.len() as u32 - 1]);
        bits.remove(last);
        assert_eq!(bits, FlagBits::of_names(&["HIDE_TYPE"]));
    }

    #[test]
    fn opposites_undo_each_other() {
        let bits = FlagBits::of_names(&["RES_FIRE", "VULN_FIRE", "SPELL_CAP", "DEC_SPELL_CAP", "STR"]);
        assert_eq!(bits.without_opposites(), FlagBits::of_names(&["SPELL_CAP", "DEC_SPELL_CAP", "STR"]));
    }
}
