//! Crowns and helms (`_ego_create_crown`, `_ego_create_helmet`; ego.c). Egos by their number.

use super::{
    super::{activations::bias, flags::named as f},
    working::{ACTIVATION_ODDS, Working},
};

const OF_SUNLIGHT: [&str; 8] = [
    "LITE_AREA",
    "LITE_MAP_AREA",
    "BOLT_LITE",
    "BEAM_LITE_WEAK",
    "BEAM_LITE",
    "BALL_LITE",
    "BREATHE_LITE",
    "CONFUSING_LITE",
];
const OF_KNOWLEDGE: [&str; 10] = [
    "IDENTIFY",
    "IDENTIFY_FULL",
    "PROBING",
    "DETECT_TRAPS",
    "DETECT_MONSTERS",
    "DETECT_OBJECTS",
    "DETECT_ALL",
    "ENLIGHTENMENT",
    "CLAIRVOYANCE",
    "SELF_KNOWLEDGE",
];
const OF_PIETY: [&str; 10] = [
    "HEAL",
    "CURING",
    "RESTORE_STATS",
    "RESTORE_EXP",
    "HEAL_CURING",
    "CURE_POIS",
    "CURE_FEAR",
    "REMOVE_CURSE",
    "REMOVE_ALL_CURSE",
    "CLARITY",
];

impl Working<'_> {
    pub(super) fn crown(&mut self, ego: u32) {
        match ego {
            125 => {
                let senses_unliving = self.strong_esp();
                self.weak_esp(senses_unliving);
            }
            126 => self.of_the_magi(),
            127 => {
                if self.one_in(5) {
                    let (to_hit, to_dam) = (self.one_to(7), self.one_to(7));
                    self.add_to_hit(to_hit);
                    self.add_to_dam(to_dam);
                }
                if self.one_in(3) {
                    self.add(f::RES_FEAR);
                } else {
                    self.one_high_resistance();
                }
                if self.level > 70 {
                    self.maybe(10, f::SPEED);
                }
                self.may_activate(ACTIVATION_ODDS, bias::WARRIOR);
            }
            128 => {
                self.maybe(5, f::SPELL_CAP);
                for _ in 0..2 {
                    if self.one_in(5) {
                        self.one_high_resistance();
                    }
                }
                if self.level > 70 {
                    self.maybe(5, f::SPEED);
                }
                self.may_activate(ACTIVATION_ODDS, bias::PRIESTLY);
            }
            56 if self.one_in(3) => self.some_esp(),
            // Of the egos for several types crowns have this one.
            52 => self.protection(ego),
            _ => {}
        }
    }

    fn of_the_magi(&mut self) {
        if self.one_in(3) {
            self.one_high_resistance();
        } else {
            (0..4).for_each(|_| self.one_element());
        }
        self.maybe(7, f::EASY_SPELL);
        self.maybe(3, f::DEC_STR);
        if self.one_in(30) {
            self.item.flags.add_all(&[f::SPELL_POWER, f::DEC_CON]);
        } else if self.one_in(3) {
            let mut more = 4 + self.one_to(11);
            while self.one_in(2) {
                more += 1;
            }
            self.add_to_dam(more);
            self.add(f::SHOW_MODS);
        } else if self.level > 70 {
            self.maybe(30, f::REGEN_MANA);
        }
        if self.level > 70 {
            self.maybe(10, f::SPEED);
        }
        self.may_activate(ACTIVATION_ODDS, bias::MAGE);
    }

    pub(super) fn helmet(&mut self, ego: u32) {
        match ego {
            // Of the egos for several types helms have this one.
            50 => self.protection(ego),
            56 if self.one_in(7) => self.some_esp(),
            110 => {
                self.maybe(7, f::MAGIC_MASTERY);
                self.may_activate_for(&OF_KNOWLEDGE);
            }
            111 => {
                self.maybe(7, f::SPELL_CAP);
                self.may_activate_for(&OF_PIETY);
            }
            116 => {
                self.maybe(2, f::RES_COLD);
                self.maybe(2, f::RES_NETHER);
                self.maybe(3, f::VULN_LITE);
                self.maybe(6, f::BRAND_VAMP);
            }
            117 => {
                self.maybe(3, f::VULN_DARK);
                self.may_activate_for(&OF_SUNLIGHT);
            }
            118 => {
                self.dwarven(3);
                self.maybe(4, f::TUNNEL);
            }
            120 => {
                self.maybe(6, f::DEC_STEALTH);
                self.maybe(3, f::VULN_CONF);
                let more = 3 + self.bonus(7);
                self.add_to_dam(more);
            }
            121 => self.of_the_tomte(),
            122 => self.of_the_witch(),
            126 => self.of_the_magi(),
            _ => {}
        }
    }

    fn of_the_tomte(&mut self) {
        let level = self.depth();
        self.item.weight = 8;
        if self.one_in(2) && self.below(75) < level {
            self.add(f::SPEED);
        }
        if self.one_in(2) && self.below(42) < level {
            self.add(f::RES_COLD);
        }
        if self.one_in(4) && self.below(75) < level {
            self.add(f::DEX);
            self.maybe(2, f::SUST_DEX);
        }
    }

    /// Each gift makes those after it rarer.
    fn of_the_witch(&mut self) {
        let rolls = 1 + self.bonus(5);
        let mut level = self.depth().min(100);
        for at in 0..rolls {
            let lacks = |working: &mut Self, odds: i32, flag| working.one_in(odds) && !working.has_own(flag);
            if lacks(self, 10, f::RES_DARK) {
                self.add(f::RES_DARK);
                level -= 2;
            } else if lacks(self, 12, f::RES_NETHER) {
                self.add(f::RES_NETHER);
                level -= 2;
            } else if level > 25 && self.below(192 - level) < 7 && !self.has_own(f::RES_CHAOS) {
                self.add(f::RES_CHAOS);
                level -= 2;
            }
            if level > 25 && !self.has_own(f::MAGIC_MASTERY) && self.below(172 - level) < at {
                self.add(f::MAGIC_MASTERY);
                level -= 4;
            } else if level > 25 && !self.has_own(f::EASY_SPELL) && self.below(256 - level) < at {
                self.add(f::EASY_SPELL);
                self.maybe(3, f::DEC_MANA);
                level -= 4;
            } else if level > 25 && !self.has_own(f::SPELL_CAP) && self.below(384 - level) < at {
                self.add(f::SPELL_CAP);
                level -= 4;
            } else if level > 50 && !self.has_own(f::REGEN_MANA) && self.below(512 - level) < at {
                self.add(f::REGEN_MANA);
                level -= 4;
            }
            if self.one_in(22) {
                self.one_resistance();
                level -= 2;
            }
            for (odds, flag) in
                [(10, f::SUST_INT), (20, f::CHR), (20, f::LEVITATION), (100, f::LORE2), (16, f::SEE_INVIS)]
            {
                if lacks(self, odds, flag) {
                    self.add(flag);
                    level -= 2;
                }
            }
            if self.one_in(12) {
                self.one_low_esp();
                level -= 2;
            }
            if lacks(self, 4, f::IGNORE_ACID) {
                self.item.flags.add_all(&[f::IGNORE_ACID, f::IGNORE_ELEC, f::IGNORE_FIRE, f::IGNORE_COLD]);
                level -= 2;
            }
            if at == 0 {
                self.maybe(8, f::DEC_WIS);
                self.maybe(8, f::VULN_LITE);
                self.may_activate(ACTIVATION_ODDS, bias::DEMON);
            }
        }
    }
}
