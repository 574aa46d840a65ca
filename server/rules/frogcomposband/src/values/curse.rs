//! What a curse does to egos that are terrible (`curse_object`, `one_biff`; artifact.c). Of curses themselves only those that can't be
//! lifted are followed: others change no value and no price.

use super::{
    super::{
        flags::{Flag, named as f},
        price::{PricedItem, price},
    },
    working::Working,
};

const ELEMENTS: [(Flag, Flag); 4] = [
    (f::VULN_ACID, f::RES_ACID),
    (f::VULN_ELEC, f::RES_ELEC),
    (f::VULN_COLD, f::RES_COLD),
    (f::VULN_FIRE, f::RES_FIRE),
];
const HIGH: [(Flag, Flag); 12] = [
    (f::VULN_POIS, f::RES_POIS),
    (f::VULN_LITE, f::RES_LITE),
    (f::VULN_DARK, f::RES_DARK),
    (f::VULN_SHARDS, f::RES_SHARDS),
    (f::VULN_BLIND, f::RES_BLIND),
    (f::VULN_CONF, f::RES_CONF),
    (f::VULN_SOUND, f::RES_SOUND),
    (f::VULN_NETHER, f::RES_NETHER),
    (f::VULN_NEXUS, f::RES_NEXUS),
    (f::VULN_CHAOS, f::RES_CHAOS),
    (f::VULN_DISEN, f::RES_DISEN),
    (f::VULN_FEAR, f::RES_FEAR),
];
const STATS: [(Flag, Flag); 6] = [
    (f::DEC_STR, f::STR),
    (f::DEC_INT, f::INT),
    (f::DEC_WIS, f::WIS),
    (f::DEC_DEX, f::DEX),
    (f::DEC_CON, f::CON),
    (f::DEC_CHR, f::CHR),
];
/// Flags that the modifier strengthens.
const MODIFIED: [Flag; 34] = [
    f::STR,
    f::INT,
    f::WIS,
    f::DEX,
    f::CON,
    f::CHR,
    f::MAGIC_MASTERY,
    f::DEVICE_POWER,
    f::MAGIC_RESISTANCE,
    f::STEALTH,
    f::SEARCH,
    f::INFRA,
    f::TUNNEL,
    f::SPEED,
    f::BLOWS,
    f::XTRA_SHOTS,
    f::XTRA_MIGHT,
    f::SPELL_POWER,
    f::SPELL_CAP,
    f::WEAPONMASTERY,
    f::LIFE,
    f::DEC_STR,
    f::DEC_INT,
    f::DEC_WIS,
    f::DEC_DEX,
    f::DEC_CON,
    f::DEC_CHR,
    f::DEC_STEALTH,
    f::DEC_SPEED,
    f::DEC_LIFE,
    f::DEC_MAGIC_MASTERY,
    f::DEC_SPELL_CAP,
    f::DEC_SPELL_POWER,
    f::DEC_BLOWS,
];
/// How often the program tries to find a bad flag that the item has no good one against.
const TRIES: u32 = 100;

impl Working<'_> {
    /// Adds a bad flag unless the item has the good one. Returns whether it did.
    fn add_bad(&mut self, (bad, good): (Flag, Flag)) -> bool {
        let is_free = !self.all_flags().has(good);
        if is_free {
            self.add(bad);
        }
        is_free
    }

    /// Tries to add one of these bad flags.
    fn one_bad_of(&mut self, flags: &[(Flag, Flag)]) -> bool {
        (0..TRIES).any(|_| {
            let at = self.below(flags.len() as i32) as usize;
            self.add_bad(flags[at])
        })
    }

    /// Adds a bad flag.
    fn one_bad(&mut self) {
        for _ in 0..TRIES {
            let done = match self.below(100) {
                ..10 => self.add_bad((f::DEC_STEALTH, f::STEALTH)),
                10..13 => self.add_bad((f::DEC_SPEED, f::SPEED)),
                13..17 => self.add_bad((f::DEC_LIFE, f::LIFE)),
                17..22 => self.add_bad((f::DEC_MAGIC_MASTERY, f::MAGIC_MASTERY)),
                22..30 => self.add_bad((f::DEC_SPELL_CAP, f::SPELL_CAP)),
                30..35 => self.add_bad((f::DEC_SPELL_POWER, f::SPELL_POWER)),
                35..67 => self.one_bad_of(&STATS),
                _ if self.one_in(3) => self.one_bad_of(&ELEMENTS),
                _ => self.one_bad_of(&HIGH),
            };
            if done {
                return;
            }
        }
    }

    /// Curses it: the dearer it is the worse. `None` where its price isn't known.
    pub(super) fn curse(&mut self) -> Option<()> {
        let priced = PricedItem { flags: self.all_flags(), activation: self.activation(), ..self.item };
        let worth = (price(&priced, self.kind)?.total() / 10_000) as i32;
        let mut times = self.one_to(2) - 1;
        self.one_bad();
        let most = self.one_to(worth);
        times += self.one_to(most);
        for _ in 0..times {
            match self.below(70 + worth.checked_mul(worth)?) {
                // Curses of sorts that aren't followed.
                ..45 => {}
                45..100 | 108..250 => self.one_bad(),
                100..105 => self.add(f::AGGRAVATE),
                105..107 => self.add(f::TY_CURSE),
                107 => self.item.is_perma_cursed = true,
                _ if self.one_in(2) => {
                    self.item.is_perma_cursed = true;
                    self.maybe(2, f::TY_CURSE);
                    self.maybe(2, f::NO_TELE);
                    self.maybe(2, f::AGGRAVATE);
                }
                _ => self.one_bad(),
            }
        }
        if self.item.pval == 0 && MODIFIED.iter().any(|flag| self.has_own(*flag)) {
            self.item.pval = self.one_to(3);
        }
        Some(())
    }
}
