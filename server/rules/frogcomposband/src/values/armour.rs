//! Armour of the body, shields, gloves, cloaks and boots (`obj_create_armor` and the functions that it calls; ego.c). Egos by their
//! number.

use super::{
    super::{activations::bias, flags::named as f, items, tables::tval},
    working::{ACTIVATION_ODDS, Working},
};

/// What breathes no more can be activated for this, where its ego knows much or kills.
const OF_LORE: [&str; 5] = ["IDENTIFY_FULL", "DETECT_ALL", "ENLIGHTENMENT", "CLAIRVOYANCE", "SELF_KNOWLEDGE"];
const OF_DEATH: [&str; 4] = ["GENOCIDE", "MASS_GENOCIDE", "WRAITHFORM", "DARKNESS_STORM"];

impl Working<'_> {
    /// To-ac by power, and what the ego brings. `None` where a curse depends on a price that isn't known.
    pub(super) fn armour(&mut self, power: i8) -> Option<()> {
        if items::has_random_modifier(self.kind) {
            self.item.pval = self.one_to(4);
        }
        if items::is_of_dragons(self.kind) {
            self.dragon_resistances(false);
        }
        if power == 0 {
            return Some(());
        }
        let first = self.one_to(5) + self.bonus(5);
        let second = self.bonus(10);
        self.add_to_ac(match power {
            -1 => -first,
            1 => first,
            _ => first + second,
        });
        let Some(ego) = self.ego else { return Some(()) };
        match self.kind.tval {
            tval::DRAGON_ARMOR => self.dragon_armour(ego.known),
            tval::GLOVES => self.gloves(ego.known),
            tval::SOFT_ARMOR | tval::HARD_ARMOR => self.body_armour(ego.known),
            tval::SHIELD => self.shield(ego.known),
            tval::CROWN => self.crown(ego.known),
            tval::HELM => self.helmet(ego.known),
            tval::CLOAK => self.cloak(ego.known),
            tval::BOOTS => self.boots(ego.known),
            _ => {}
        }
        self.finish_ego(power)
    }

    fn is_of_body(&self) -> bool {
        (tval::SOFT_ARMOR..=tval::DRAGON_ARMOR).contains(&self.kind.tval)
    }

    /// As dwarves make it: lighter by a third, and more armour.
    pub(super) fn dwarven(&mut self, armor_class: i32) {
        self.item.weight = 2 * self.kind.weight / 3;
        self.item.armor_class = self.kind.armor_class + armor_class;
    }

    /// Egos that armour of several types can be.
    pub(super) fn protection(&mut self, ego: u32) {
        match ego {
            50 if self.one_in(3) => {
                let more = self.bonus(10);
                self.add_to_ac(more);
            }
            51 => {
                let rolls = 1 + self.bonus(if self.is_of_body() { 6 } else { 5 });
                (0..rolls).for_each(|_| self.one_element());
                if self.level > 20 {
                    self.maybe(4, f::RES_POIS);
                }
                self.may_activate(ACTIVATION_ODDS, bias::ELEMENTAL);
            }
            52 => self.celestial(),
            53 => {
                if self.one_in(4) {
                    self.add(f::DEX);
                    self.maybe(3, f::DEC_STR);
                }
                if self.is_of_body() && self.level > 60 {
                    self.maybe(7, f::SPEED);
                }
            }
            _ => {}
        }
    }

    fn celestial(&mut self) {
        let rolls = if self.is_of_body() { 2 } else { 1 } + self.bonus(3);
        (0..rolls).for_each(|_| self.one_high_resistance());
        self.maybe(7, f::HOLD_LIFE);
        if self.kind.tval == tval::SHIELD {
            self.maybe(5, f::REFLECT);
        }
        if !self.is_of_body() {
            return;
        }
        while self.one_in(3) {
            let more = self.one_to(3);
            self.add_to_ac(more);
        }
        self.maybe(3, f::FREE_ACT);
        self.maybe(3, f::SLOW_DIGEST);
        self.maybe(17, f::REFLECT);
        let sides = if rolls == 4 { 242 } else { 160 };
        let is_great = rolls >= 4
            && self.one_in(2)
            && self.one_to(sides) < self.depth()
            && self.one_to(sides) < self.depth()
            && self.one_to(self.kind.armor_class.max(1)) < 16;
        if is_great {
            self.great_celestial(rolls);
        }
    }

    fn great_celestial(&mut self, rolls: i32) {
        self.one_high_resistance();
        self.maybe(7, f::HOLD_LIFE);
        self.maybe(7, f::WARNING);
        if self.one_in(3) {
            self.one_sustain();
        }
        self.maybe(15, f::REFLECT);
        self.maybe(99, f::RES_TIME);
        if self.one_in(if rolls > 4 { 10 } else { 2 }) {
            return;
        }
        match self.below(6) {
            0 => self.one_high_resistance(),
            1 => self.one_element(),
            2 => self.one_sustain(),
            3 => {
                let all = self.all_flags();
                if let Some(flag) = [f::FREE_ACT, f::HOLD_LIFE, f::REFLECT].into_iter().find(|flag| !all.has(*flag)) {
                    self.add(flag);
                } else {
                    self.add(f::BLESSED);
                    self.maybe(2, f::ESP_EVIL);
                }
            }
            _ => {
                let mut left = 6;
                loop {
                    self.add_to_ac(4);
                    left -= 1;
                    if !self.one_in(2) || left == 0 {
                        break;
                    }
                }
            }
        }
    }

    fn body_armour(&mut self, ego: u32) {
        match ego {
            70 => self.dwarven_mail(),
            71 => self.maybe(4, f::DEC_STEALTH),
            72 => {
                self.maybe(4, f::CON);
                self.maybe(4, f::DEC_STEALTH);
            }
            73 | 74 => {
                if self.level > 66 {
                    self.maybe(6, f::SPEED);
                }
                self.may_activate(ACTIVATION_ODDS, bias::DEMON);
            }
            75 => self.of_imps(),
            77 => self.of_the_emu_lord(),
            81 => {
                self.item.armor_class = 0;
                self.item.bonuses[2] = 0;
            }
            82 => (0..3).for_each(|_| self.one_high_resistance()),
            _ => self.protection(ego),
        }
    }

    fn dwarven_mail(&mut self) {
        let level = self.depth();
        self.dwarven(5);
        if level <= 40 {
            self.maybe(4, f::DEC_DEX);
            self.maybe(4, f::DEC_STEALTH);
        } else if self.one_in(8) {
            self.add(f::STEALTH);
            self.maybe(1200 / level.min(60), f::SPEED);
        }
        if level > 30 && self.one_in(300 / level.min(60)) {
            let to_hit = self.one_to(3) + self.bonus(4);
            let to_dam = self.one_to(3) + self.bonus(3);
            self.add_to_hit(to_hit);
            self.add_to_dam(to_dam);
            self.add(f::SHOW_MODS);
        }
        if self.one_in(300 / level.clamp(20, 60)) {
            self.item.pval += 1;
        }
        if level > 60 {
            self.may_activate(ACTIVATION_ODDS * 2, bias::WARRIOR);
        }
        let mut rolls = 1;
        while self.one_to(150 + level) > 150 {
            rolls += 1;
        }
        let (soon, late) = (level.clamp(20, 75), level.clamp(10, 100));
        for _ in 0..rolls {
            if self.one_in(4) {
                self.add(f::CON);
                self.maybe(4, f::SUST_CON);
            }
            self.maybe(4, f::SUST_STR);
            self.maybe(2, f::REGEN);
            self.maybe(10, f::SEARCH);
            self.maybe(3, f::RES_DARK);
            self.maybe(600 / late, f::RES_DISEN);
            self.maybe(300 / soon, f::RES_BLIND);
            self.maybe(300 / soon, f::FREE_ACT);
            self.maybe(1200 / soon, f::REFLECT);
            if self.one_in(800 / soon) {
                self.one_element();
            }
            if self.one_in(3200 / soon) {
                self.one_resistance();
            }
            if self.one_in(3200 / soon) {
                self.item.weight = self.kind.weight / 2;
            }
            if self.one_in(4) {
                let more = self.one_to(4) + self.bonus(4);
                self.add_to_ac(more);
            }
        }
    }

    fn of_imps(&mut self) {
        loop {
            let mut has_any = false;
            for (odds, flag) in [(2, f::DEX), (2, f::DEC_WIS), (7, f::INT), (7, f::DEC_STR)] {
                if self.one_in(odds) {
                    self.add(flag);
                    has_any = true;
                }
            }
            if has_any {
                self.maybe(9, f::STEALTH);
                break;
            }
        }
        if self.level > 55 {
            self.maybe(5, f::RES_NETHER);
        }
        if self.level > 36 || self.one_in(5) {
            self.maybe(3, f::SPEED);
        }
        self.may_activate(ACTIVATION_ODDS * 2, bias::DEMON);
        if self.one_in(2) {
            self.add_to_hit(2);
        }
    }

    fn of_the_emu_lord(&mut self) {
        let level = self.depth();
        let resistances = 1 + self.bonus(12);
        let to_ac = self.bonus(32);
        self.add_to_ac(to_ac);
        if self.one_to(120) < level {
            let (to_hit, to_dam) = (self.bonus(8), self.bonus(8));
            self.add_to_hit(to_hit);
            self.add_to_dam(to_dam);
        }
        for _ in 0..resistances {
            if self.one_in(2) {
                self.one_element();
            } else {
                self.one_high_resistance();
            }
        }
        let senses = 1 + self.bonus(3);
        (0..senses).for_each(|_| self.one_low_esp());
        for (sides, flag) in [(150, f::REGEN), (150, f::SLOW_DIGEST), (250, f::REFLECT)] {
            if self.one_to(sides) < level {
                self.add(flag);
            }
        }
        for (beyond, flag) in [
            (20, f::STR),
            (20, f::INT),
            (20, f::WIS),
            (20, f::DEX),
            (20, f::CON),
            (20, f::CHR),
            (40, f::SUST_STR),
            (40, f::SUST_INT),
            (40, f::SUST_WIS),
            (40, f::SUST_DEX),
            (40, f::SUST_CON),
            (40, f::SUST_CHR),
            (40, f::STEALTH),
            (50, f::HOLD_LIFE),
            (50, f::SPEED),
            (60, f::LEVITATION),
            (80, f::RES_TIME),
        ] {
            if self.one_to(level) > beyond {
                self.add(flag);
            }
        }
    }

    fn dragon_armour(&mut self, ego: u32) {
        match ego {
            85 => {
                if self.one_in(3) {
                    self.some_esp();
                }
                self.maybe(7, f::MAGIC_MASTERY);
                self.maybe(5, f::LORE2);
                self.may_activate_for(&OF_LORE);
            }
            86 => {
                if let Some(mut breath) = self.kind.activation {
                    breath.turns /= 2;
                    breath.extra = i32::from((breath.extra * 2) as i16);
                    self.item.activation = Some(breath);
                }
            }
            87 => {
                self.add_to_hit(3);
                self.add_to_dam(3);
                self.maybe(3, f::RES_FEAR);
            }
            89 => {
                self.add_to_ac(5);
                if self.one_in(3) {
                    let more = self.bonus(10);
                    self.add_to_ac(more);
                }
                while self.one_in(2) {
                    self.one_sustain();
                }
                self.maybe(7, f::REFLECT);
                self.maybe(7, f::AURA_SHARDS);
            }
            91 => self.maybe(7, f::BLOWS),
            92 => {
                self.maybe(6, f::BRAND_VAMP);
                self.may_activate_for(&OF_DEATH);
            }
            _ => {}
        }
    }

    fn shield(&mut self, ego: u32) {
        match ego {
            60 => {
                self.dwarven(4);
                self.maybe(4, f::SUST_CON);
            }
            64 => self.maybe(3, f::SUST_CON),
            _ => self.protection(ego),
        }
    }

    fn gloves(&mut self, ego: u32) {
        match ego {
            135 if self.one_in(4) => self.slays(),
            137 => {
                if self.one_in(4) {
                    self.one_of(&[f::RES_SOUND, f::RES_SHARDS, f::RES_CHAOS]);
                }
                self.maybe(3, f::VULN_CONF);
                self.maybe(2, f::DEC_STEALTH);
                self.maybe(2, f::DEC_DEX);
            }
            138 => {
                if self.one_in(4) {
                    self.one_of(&[f::RES_CONF, f::RES_BLIND, f::RES_LITE]);
                }
                self.maybe(2, f::DEC_STR);
                self.maybe(3, f::DEC_CON);
                self.maybe(30, f::DEVICE_POWER);
            }
            139 => self.maybe(10, f::IM_ACID),
            136 => self.maybe(20, f::SPEED),
            142 => self.item.bonuses = [-10, 10, -10],
            141 => self.item.bonuses[0] = 5 + self.one_to(10),
            _ => {}
        }
    }

    fn cloak(&mut self, ego: u32) {
        match ego {
            96 => self.may_activate(ACTIVATION_ODDS, bias::FIRE),
            97 => self.may_activate(ACTIVATION_ODDS, bias::ELEC),
            98 => self.may_activate(ACTIVATION_ODDS, bias::COLD),
            99 => {
                for flag in [f::AURA_FIRE, f::AURA_COLD, f::AURA_ELEC] {
                    self.maybe(2, flag);
                }
                self.maybe(7, f::AURA_SHARDS);
            }
            100 => self.maybe(3, f::VULN_LITE),
            102 => {
                self.add_to_hit(-6);
                self.add_to_dam(-6);
                self.maybe(6, f::DARKNESS);
                if self.one_in(3) {
                    self.add(f::VULN_LITE);
                    self.one_high_resistance();
                    self.maybe(3, f::DEC_STR);
                }
                self.maybe(12, f::NIGHT_VISION);
            }
            103 => {
                self.add_to_hit(6);
                self.add_to_dam(6);
                self.item.is_perma_cursed |= self.one_in(6);
                self.maybe(66, f::IM_COLD);
                while self.one_in(6) {
                    self.one_high_resistance();
                }
                self.may_activate(ACTIVATION_ODDS, bias::NECROMANTIC);
            }
            104 => {
                self.add_to_hit(3);
                self.add_to_dam(3);
                for (odds, flag) in [
                    (2, f::SUST_DEX),
                    (3, f::REGEN),
                    (5, f::SEE_INVIS),
                    (5, f::DEX),
                    (5, f::CON),
                    (10, f::LIFE),
                    (10, f::SPEED),
                    (10, f::LEVITATION),
                ] {
                    self.maybe(odds, flag);
                }
                if self.one_in(20) {
                    self.add(f::CHR);
                } else {
                    self.maybe(5, f::DEC_STEALTH);
                }
                if self.one_in(12) {
                    self.one_high_resistance();
                }
                self.may_activate(3 * ACTIVATION_ODDS, bias::WARRIOR);
            }
            // Of the egos for several types cloaks have these two.
            50 | 51 => self.protection(ego),
            _ => {}
        }
    }

    fn boots(&mut self, ego: u32) {
        match ego {
            148 => {
                let most = 3 + if self.level >= 30 { (self.level.min(90) - 30) / 10 } else { 0 };
                self.item.pval = 1 + self.bonus(most);
            }
            150 => self.item.pval = 6 + self.bonus(9),
            147 => {
                self.dwarven(4);
                self.maybe(4, f::SUST_CON);
            }
            149 => {
                if self.one_in(2) {
                    self.one_high_resistance();
                }
                self.maybe(2, f::LEVITATION);
            }
            145 | 151 if self.one_in(2) => self.one_high_resistance(),
            _ => {}
        }
    }
}
