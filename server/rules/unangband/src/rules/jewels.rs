//! Bonuses of rings and amulets (`a_m_aux_3`), by sval.

use super::{
    super::{flags as f, item::MadeItem, tables::tval},
    maker::Maker,
};

impl Maker<'_> {
    /// Gives a ring or an amulet its bonuses and curses.
    pub(super) fn jewel(&mut self, item: &mut MadeItem, power: i32) {
        let kind = self.kind(item);
        let (item_type, sval) = (kind.tval, kind.sval);
        if item_type == tval::RING {
            self.ring(item, sval, power);
        } else {
            self.amulet(item, sval, power);
        }
        if [item.to_hit, item.to_dam, item.to_ac, item.pval].iter().any(|bonus| *bonus < 0) {
            if power < -1 || self.per_cent(30) {
                item.is_cursed = true;
            } else if power < 0 {
                if self.kind(item).flags & f::BAD_WHEN_CURSED != 0 {
                    item.is_cursed = true;
                } else {
                    item.is_broken = true;
                }
            }
        }
    }

    fn ring(&mut self, item: &mut MadeItem, sval: u8, power: i32) {
        let turned = |value: i32| if power < 0 { -value } else { value };
        match sval {
            // Strength, dexterity, intelligence, constitution, searching.
            24 => item.pval = turned(1 + self.bonus(2)),
            26 => item.pval = turned(1 + self.bonus(3)),
            23 | 25 | 27 => item.pval = turned(1 + self.bonus(5)),
            // Speed.
            31 => {
                let mut speed = self.one_to(3) + self.bonus(5);
                while i64::from(self.depth) > 25 + self.below(20) && self.per_cent(33) {
                    speed += 1;
                }
                item.pval = turned(speed);
            }
            // Weakness, stupidity.
            2 | 3 => item.pval = -(1 + self.bonus(5)),
            // Woe.
            0 => {
                item.to_ac = -(5 + self.bonus(10));
                item.pval = -(1 + self.bonus(5));
            }
            // Accuracy, damage, protection.
            28 => item.to_hit = turned(5 + self.one_to(5) + self.bonus(10)),
            29 => item.to_dam = turned(5 + self.one_to(5) + self.bonus(10)),
            16 => item.to_ac = turned(5 + self.one_to(5) + self.bonus(10)),
            // Slaying.
            30 => {
                item.to_dam = turned(self.one_to(5) + self.bonus(10));
                item.to_hit = turned(self.one_to(5) + self.bonus(10));
            }
            _ => {}
        }
    }

    fn amulet(&mut self, item: &mut MadeItem, sval: u8, power: i32) {
        let turned = |value: i32| if power < 0 { -value } else { value };
        match sval {
            // Wisdom, charisma, infravision, regeneration.
            6 | 7 | 15 | 21 => item.pval = turned(1 + self.bonus(5)),
            // Searching.
            5 => item.pval = turned(self.one_to(5) + self.bonus(5)),
            // Serpents.
            23 => item.pval = turned(1 + self.bonus(4)),
            // ESP.
            13 => item.pval = self.one_to(5) + self.bonus(5),
            // The Magi.
            8 => {
                item.pval = 1 + self.bonus(3);
                item.to_ac = self.one_to(5) + self.bonus(5);
            }
            // Devotion.
            18 => item.pval = 1 + self.bonus(3),
            // Weaponmastery.
            19 => {
                item.to_hit = 1 + self.bonus(4);
                item.to_dam = 1 + self.bonus(4);
                item.pval = 1 + self.bonus(1);
            }
            // Trickery.
            20 => {
                item.pval = self.one_to(1) + self.bonus(3);
                if i64::from(self.depth) < 20 + self.below(30) {
                    item.pval = -item.pval;
                }
            }
            // Doom.
            0 => {
                item.pval = -(self.one_to(5) + self.bonus(5));
                item.to_ac = -(self.one_to(5) + self.bonus(5));
            }
            _ => {}
        }
    }
}
