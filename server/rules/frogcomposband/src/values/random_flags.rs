//! Random flags: one of a group (`one_*` and `add_esp_*`; artifact.c and object2.c).

use super::{
    super::flags::{Flag, named as f},
    working::Working,
};

const SUSTAINS: [Flag; 6] = [f::SUST_STR, f::SUST_INT, f::SUST_WIS, f::SUST_DEX, f::SUST_CON, f::SUST_CHR];
const ELEMENTS: [Flag; 4] = [f::RES_ACID, f::RES_ELEC, f::RES_COLD, f::RES_FIRE];
const HIGH: [Flag; 12] = [
    f::RES_POIS,
    f::RES_LITE,
    f::RES_DARK,
    f::RES_SHARDS,
    f::RES_BLIND,
    f::RES_CONF,
    f::RES_SOUND,
    f::RES_NETHER,
    f::RES_NEXUS,
    f::RES_CHAOS,
    f::RES_DISEN,
    f::RES_FEAR,
];
const LORDLY: [Flag; 10] = [
    f::RES_LITE,
    f::RES_DARK,
    f::RES_SHARDS,
    f::RES_BLIND,
    f::RES_CONF,
    f::RES_SOUND,
    f::RES_NETHER,
    f::RES_NEXUS,
    f::RES_CHAOS,
    f::RES_FEAR,
];
const OF_DEMONS: [Flag; 6] = [f::RES_FIRE, f::RES_CONF, f::RES_NEXUS, f::RES_CHAOS, f::RES_DISEN, f::RES_FEAR];
const HOLY: [Flag; 4] = [f::RES_LITE, f::RES_SOUND, f::RES_SHARDS, f::RES_DISEN];
const BRANDS: [Flag; 5] = [f::BRAND_ACID, f::BRAND_COLD, f::BRAND_FIRE, f::BRAND_ELEC, f::BRAND_POIS];
const WEAK_ESP: [Flag; 9] = [
    f::ESP_ANIMAL,
    f::ESP_UNDEAD,
    f::ESP_DEMON,
    f::ESP_ORC,
    f::ESP_TROLL,
    f::ESP_GIANT,
    f::ESP_DRAGON,
    f::ESP_HUMAN,
    f::ESP_GOOD,
];
const STRONG_ESP: [Flag; 4] = [f::ESP_EVIL, f::TELEPATHY, f::ESP_LIVING, f::ESP_NONLIVING];
const ABILITIES: [Flag; 8] =
    [f::LEVITATION, f::LITE, f::SEE_INVIS, f::WARNING, f::SLOW_DIGEST, f::REGEN, f::FREE_ACT, f::HOLD_LIFE];

impl Working<'_> {
    pub(super) fn one_sustain(&mut self) {
        self.one_of(&SUSTAINS);
    }

    pub(super) fn one_element(&mut self) {
        self.one_of(&ELEMENTS);
    }

    pub(super) fn one_high_resistance(&mut self) {
        self.one_of(&HIGH);
    }

    pub(super) fn one_lordly_resistance(&mut self) {
        self.one_of(&LORDLY);
    }

    pub(super) fn one_demon_resistance(&mut self) {
        self.one_of(&OF_DEMONS);
    }

    pub(super) fn one_holy_resistance(&mut self) {
        self.one_of(&HOLY);
    }

    /// An element, or poison one time in seven.
    pub(super) fn one_dragon_element(&mut self) {
        if self.one_in(7) {
            self.add(f::RES_POIS);
        } else {
            self.one_element();
        }
    }

    pub(super) fn one_resistance(&mut self) {
        if self.one_in(3) {
            self.one_element();
        } else {
            self.one_high_resistance();
        }
    }

    /// One of eight abilities, or to sense some monsters two times in ten.
    pub(super) fn one_ability(&mut self) {
        let at = self.below(10) as usize;
        match ABILITIES.get(at) {
            Some(flag) => self.add(*flag),
            None => self.one_low_esp(),
        }
    }

    pub(super) fn one_low_esp(&mut self) {
        self.one_of(&WEAK_ESP);
    }

    /// Returns whether it senses what doesn't live.
    pub(super) fn strong_esp(&mut self) -> bool {
        let at = self.below(4) as usize;
        self.add(STRONG_ESP[at]);
        STRONG_ESP[at] == f::ESP_NONLIVING
    }

    /// One to three different ones, or with `more` four to nine.
    pub(super) fn weak_esp(&mut self, more: bool) {
        let number = if more {
            let most = self.one_to(6);
            3 + self.one_to(most)
        } else {
            self.one_to(3)
        };
        let mut left = WEAK_ESP.to_vec();
        for _ in 0..number {
            let at = self.below(left.len() as i32) as usize;
            let flag = left.swap_remove(at);
            self.add(flag);
        }
    }

    /// Strong or weak, evenly.
    pub(super) fn some_esp(&mut self) {
        if self.one_in(2) {
            self.strong_esp();
        } else {
            self.weak_esp(false);
        }
    }

    /// What something of dragons resists, or how their fangs bite (`dragon_resist`).
    pub(super) fn dragon_resistances(&mut self, is_fang: bool) {
        let mut count = 0;
        loop {
            if is_fang && self.one_in(3) {
                self.one_of(&BRANDS);
            } else if self.one_in(4) {
                self.one_dragon_element();
            } else {
                self.one_high_resistance();
            }
            count += 1;
            if !self.one_in(1 + count) {
                return;
            }
        }
    }
}
