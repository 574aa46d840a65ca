//! What every ego does to its item after what it does by itself (`ego_finalize`, ego.c).

use super::{
    super::{flags::named as f, tables::tval},
    working::Working,
};

/// Egos that the end looks at by number.
const EXTRA_ATTACKS: u32 = 5;
const CRUSADE: u32 = 10;
const AUGMENTATION: u32 = 76;
const COWARDICE: u32 = 95;
const AMAN: u32 = 101;
const BAT: u32 = 102;
const HERO: u32 = 104;
const TOMTE: u32 = 121;
const CROWNS: std::ops::RangeInclusive<u32> = 126..=128;
const BERSERKER: u32 = 142;
const BOOTS_OF_ELVENKIND: u32 = 149;
/// The sword that strikes often, and the cloak that has a modifier of its own.
const FALCON_SWORD: (u8, u8) = (tval::SWORD, 33);
const ELVEN_CLOAK: (u8, u8) = (tval::CLOAK, 2);

impl Working<'_> {
    /// Random flags, bonuses and modifier of the ego, and its curse where the power is -2. `None` where that depends on a price that
    /// isn't known.
    pub(super) fn finish_ego(&mut self, power: i8) -> Option<()> {
        let Some(ego) = self.ego else { return Some(()) };
        let is_missile = (16..=18).contains(&self.kind.tval);
        if self.has_own(f::BRAND_FIRE) && !is_missile {
            self.add(f::LITE);
        }
        self.item.is_perma_cursed |= ego.flags.has(f::PERMA_CURSE);
        if ego.flags.has(f::ONE_SUSTAIN) {
            self.one_sustain();
        }
        if ego.flags.has(f::XTRA_POWER) {
            self.one_ability();
        }
        if ego.flags.has(f::XTRA_H_RES) {
            self.one_high_resistance();
            if self.one_to(self.depth()) > 60 {
                self.one_high_resistance();
            }
        }
        if ego.flags.has(f::XTRA_E_RES) {
            self.one_element();
        }
        if ego.flags.has(f::XTRA_D_RES) {
            self.one_dragon_element();
        }
        if ego.flags.has(f::XTRA_L_RES) {
            self.one_lordly_resistance();
        }
        if ego.flags.has(f::XTRA_RES) {
            self.one_resistance();
        }
        for (at, most) in ego.most[..3].iter().enumerate() {
            if *most != 0 {
                let rolled = self.one_to(most.abs());
                self.item.bonuses[at] += rolled * most.signum();
            }
        }
        if ego.most[3] != 0 {
            self.modifier(ego.known, ego.most[3]);
        }
        self.raise_modifier(ego.known);
        if power == -2 {
            self.curse()?;
        }
        Some(())
    }

    /// The modifier, up to the ego's most.
    fn modifier(&mut self, ego: u32, most: i32) {
        let place = self.place();
        self.item.pval = match ego {
            CRUSADE if self.has_own(f::BLOWS) => self.modifier_of_blows(most),
            EXTRA_ATTACKS => self.modifier_of_attacks(most),
            BAT | COWARDICE | AMAN => {
                let rolled = self.one_to(most);
                rolled + if place == ELVEN_CLOAK { self.below(2) } else { 0 }
            }
            BERSERKER => {
                let rolled = self.one_to(2);
                rolled + i32::from(self.one_in(15))
            }
            TOMTE if self.has_own(f::SPEED) => {
                let mut pval = self.below(3);
                loop {
                    pval += 1;
                    let odds = ((100 - self.depth()) / 6).max(7);
                    if !self.one_in(odds) {
                        break pval;
                    }
                }
            }
            _ => {
                let pval = self.item.pval + self.one_to(most);
                let is_weapon = matches!(place.0, tval::BOW | tval::HAFTED..=tval::SWORD);
                match ego {
                    // So that elven cloaks have no more.
                    HERO if pval > 3 => 3,
                    AUGMENTATION if pval > 4 => 4 + self.below(2),
                    _ if is_weapon && pval > most => self.one_to(most),
                    _ => pval,
                }
            }
        };
    }

    /// Of a weapon of the Crusade with blows; heavy dice lose them.
    fn modifier_of_blows(&mut self, most: i32) -> i32 {
        if self.most_damage() > 30 {
            self.item.flags.remove(f::BLOWS);
            return self.one_to(most);
        }
        let mut pval = self.one_to(2);
        if self.place() == FALCON_SWORD {
            pval += self.one_to(2);
        }
        let [dice, sides] = self.item.dice.map(i32::from);
        if self.level > 60 && self.one_in(3) && dice * (sides + 1) < 15 {
            pval += self.one_to(2);
        }
        pval
    }

    /// Of a weapon of extra attacks: more than four are rare with heavy dice.
    fn modifier_of_attacks(&mut self, most: i32) -> i32 {
        let odds = 3 + self.most_damage() / 3;
        let mut pval = self.one_to(most * self.depth() / 100 + 1);
        if pval > 4 && !self.one_in(odds) {
            pval = 4;
        } else if pval > 5 && !self.one_in(odds) {
            pval = 5;
        } else if pval > 6 {
            pval = 6;
        }
        if self.place() == FALCON_SWORD {
            pval += self.one_to(2);
        }
        if self.most_damage() > 30 { pval.max(3) } else { pval }
    }

    /// What deep levels add, and what is too much.
    fn raise_modifier(&mut self, ego: u32) {
        match ego {
            BOOTS_OF_ELVENKIND if self.level > 70 => {
                let more = self.one_to(5);
                self.add_to_ac(more);
                while self.one_in(3) {
                    self.item.pval += 1;
                }
            }
            AMAN if self.level > 80 => {
                while self.one_in(4) {
                    self.item.pval += 1;
                }
            }
            ego if CROWNS.contains(&ego) && self.level > 80 => self.item.pval += i32::from(self.one_in(5)),
            _ => {}
        }
        if self.has_own(f::DEVICE_POWER) && self.item.pval >= 3 {
            self.item.pval = 2 + i32::from(self.one_in(30));
        }
        if self.place() == FALCON_SWORD && self.item.pval > 2 && ego != EXTRA_ATTACKS {
            self.item.pval = 2;
        }
    }
}
