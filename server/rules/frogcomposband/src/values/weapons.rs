//! Weapons, diggers, bows and missiles (`obj_create_weapon` and the `_ego_create_*` functions that it calls; ego.c). Egos by their
//! number.

use super::{
    super::{
        activations::bias,
        flags::{Flag, named as f},
        items::{self, roles_of},
        price::energy,
        roles::EgoRole,
        tables::tval,
    },
    working::{ACTIVATION_ODDS, Working},
};

/// Of how many rolls of flags one is doubled.
const GREAT_ODDS: i32 = 8;
/// The energy of a sling's shot, which damage of bows is held against.
const SLING: i32 = 7150;
/// Missiles have at most so many dice.
const MOST_DICE_OF_MISSILES: u8 = 9;

/// What an ego of slaying may slay: rarity, last level (0: none), and the flags of a slay, of a stronger one, and to sense it.
const SLAYINGS: [(i32, u32, [Flag; 3]); 11] = [
    (2, 20, [f::SLAY_ORC, f::KILL_ORC, f::ESP_ORC]),
    (2, 30, [f::SLAY_TROLL, f::KILL_TROLL, f::ESP_TROLL]),
    (2, 40, [f::SLAY_GIANT, f::KILL_GIANT, f::ESP_GIANT]),
    (3, 80, [f::SLAY_DRAGON, f::KILL_DRAGON, f::ESP_DRAGON]),
    (3, 90, [f::SLAY_DEMON, f::KILL_DEMON, f::ESP_DEMON]),
    (3, 95, [f::SLAY_UNDEAD, f::KILL_UNDEAD, f::ESP_UNDEAD]),
    (2, 60, [f::SLAY_ANIMAL, f::KILL_ANIMAL, f::ESP_ANIMAL]),
    (3, 50, [f::SLAY_HUMAN, f::KILL_HUMAN, f::ESP_HUMAN]),
    (5, 0, [f::SLAY_EVIL, f::KILL_EVIL, f::ESP_EVIL]),
    (5, 0, [f::SLAY_GOOD, f::KILL_GOOD, f::ESP_GOOD]),
    (20, 0, [f::SLAY_LIVING, f::KILL_LIVING, f::ESP_LIVING]),
];

/// Brands, the resistance of each, and the bias of an activation.
const ELEMENTS: [(Flag, Flag, u32); 5] = [
    (f::BRAND_ACID, f::RES_ACID, bias::ACID),
    (f::BRAND_ELEC, f::RES_ELEC, bias::ELEC),
    (f::BRAND_FIRE, f::RES_FIRE, bias::FIRE),
    (f::BRAND_COLD, f::RES_COLD, bias::COLD),
    (f::BRAND_POIS, f::RES_POIS, bias::POIS),
];

impl Working<'_> {
    fn is_missile(&self) -> bool {
        (16..=18).contains(&self.kind.tval)
    }

    /// Bonuses by power, and what the ego brings. `None` where a curse depends on a price that isn't known.
    pub(super) fn weapon(&mut self, power: i8) -> Option<()> {
        let is_harp = roles_of(self.kind) == [EgoRole::Harp];
        if is_harp {
            self.item.pval = 1 + self.bonus(1);
        }
        if self.place() == (tval::SWORD, items::DRAGON_FANG) {
            self.dragon_resistances(true);
        }
        // Some take no magic.
        if power == 0 || roles_of(self.kind).is_empty() {
            return Some(());
        }
        if !is_harp {
            self.weapon_bonuses(power);
        }
        let ego = self.ego.map_or(0, |ego| ego.known);
        if self.ego.is_none() {
            return Some(());
        }
        match self.kind.tval {
            tval::BOW if !is_harp => self.bow(ego),
            16..=18 => self.missile(ego),
            tval::DIGGER => {
                let dice = [(41, 1), (42, 2)].iter().find(|known| known.0 == ego).map_or(0, |known| known.1);
                (0..dice).for_each(|_| self.add_die());
            }
            tval::HAFTED..=tval::SWORD => self.melee(ego),
            _ => {}
        }
        self.finish_ego(power)
    }

    fn weapon_bonuses(&mut self, power: i8) {
        for at in 0..2 {
            let first = self.one_to(5) + self.bonus(5);
            let second = self.bonus(10);
            let second = if self.is_missile() { (second + 1) / 2 } else { second };
            self.item.bonuses[at] += match power {
                -1 => -first,
                1 => first,
                _ => first + second,
            };
        }
    }

    fn stronger_bow(&mut self, multiplier: i32) {
        self.item.multiplier += multiplier * energy(self.kind.sval) / 10_000;
    }

    fn bow(&mut self, ego: u32) {
        let strength = |working: &mut Self, sides: i32| {
            let more = 25 + working.one_to(sides) + working.bonus(50);
            working.stronger_bow(more);
        };
        match ego {
            160 => self.add_to_hit(10),
            161 => {
                let more = 5 + self.bonus(20);
                self.stronger_bow(more);
                self.add_to_dam(5);
            }
            162 => strength(self, 25),
            163 => self.item.pval = 1 + self.bonus(4),
            164 => {
                strength(self, 35);
                if self.one_in(3) {
                    self.add(f::XTRA_SHOTS);
                } else {
                    self.one_high_resistance();
                }
            }
            165 => {
                strength(self, 35);
                if self.one_in(6) {
                    self.item.flags.add_all(&[f::XTRA_SHOTS, f::DEC_SPEED, f::DEC_STEALTH]);
                } else {
                    self.one_high_resistance();
                }
            }
            166 if self.one_in(3) => strength(self, 25),
            166 => self.one_high_resistance(),
            167 => {
                if self.one_in(5) {
                    self.strong_esp();
                } else {
                    self.weak_esp(false);
                }
                self.maybe(30, f::SLAY_ANIMAL);
            }
            _ => {}
        }
        // Damage is held against how fast it shoots.
        self.item.bonuses[1] = self.item.bonuses[1] * energy(self.kind.sval) / SLING;
    }

    fn missile(&mut self, ego: u32) {
        match ego {
            180 => self.slaying(),
            181 => self.craft(),
            _ => {}
        }
        let odds = 5 + 200 / self.depth().max(1);
        if self.one_in(odds) {
            self.add_die();
            self.add_dice_while(|working| working.most_damage() / 2);
        }
        self.item.dice[0] = self.item.dice[0].min(MOST_DICE_OF_MISSILES);
    }

    /// How often flags are drawn.
    fn rolls(&mut self) -> i32 {
        let rolls = 1 + self.bonus(4);
        let rolls = if self.one_in(GREAT_ODDS) { rolls * 2 } else { rolls };
        if self.is_missile() { (rolls + 1) / 2 } else { rolls }
    }

    /// One of what slays at the level, by 255 / rarity.
    fn slaying_at_level(&mut self) -> Option<(i32, [Flag; 3])> {
        let level = self.level;
        let weight = |(rarity, last, _): &(i32, u32, [Flag; 3])| {
            if *last > 0 && level > *last { 0 } else { (255 / rarity).max(1) }
        };
        let all = SLAYINGS.iter().map(weight).sum();
        let mut at = self.below(all);
        let chosen = SLAYINGS.iter().find(|slaying| {
            at -= weight(slaying);
            at < 0
        });
        chosen.map(|(rarity, _, flags)| (*rarity, *flags))
    }

    fn slaying(&mut self) {
        for _ in 0..self.rolls() {
            let Some((rarity, [slay, kill, esp])) = self.slaying_at_level() else { continue };
            let odds = if self.is_missile() { rarity.pow(3) } else { rarity.pow(2) };
            if self.one_in(odds) {
                self.add(kill);
                if !self.is_missile() {
                    self.add(esp);
                }
                continue;
            }
            self.add(slay);
            if self.one_in(6) && !self.is_missile() {
                self.add(esp);
            }
        }
    }

    /// Gloves of slaying have slays alone.
    pub(super) fn slays(&mut self) {
        let rolls = 1 + self.bonus(4);
        let rolls = if self.one_in(GREAT_ODDS) { rolls * 2 } else { rolls };
        for _ in 0..rolls {
            if let Some((_, [slay, ..])) = self.slaying_at_level() {
                self.add(slay);
            }
        }
    }

    fn craft(&mut self) {
        let is_missile = self.is_missile();
        for at in 0..self.rolls() {
            let (brand, resistance, bias) = ELEMENTS[self.below(5) as usize];
            self.add(brand);
            if at == 0 && self.one_in(2) && !is_missile {
                self.add(resistance);
                self.may_activate(ACTIVATION_ODDS, bias);
                break;
            }
            if self.one_in(3) && !is_missile {
                self.add(resistance);
            }
        }
        if self.one_in(6) && self.level > 60 && !is_missile {
            self.add(f::BRAND_MANA);
        }
    }

    fn melee(&mut self, ego: u32) {
        match ego {
            1 => self.slaying(),
            2 => self.sharpness(),
            4 => {
                self.maybe(2, f::ESP_GOOD);
                self.maybe(5, f::LITE);
                self.slaying();
            }
            6 => {
                self.item.pval = self.one_to(2);
                self.item.pval += i32::from(self.one_in(30));
                self.item.bonuses[..2].fill(-10);
                self.may_activate(ACTIVATION_ODDS, bias::MAGE);
            }
            7 => self.armageddon(),
            9 => self.craft(),
            16 => {
                let [dice, sides] = self.item.dice;
                self.item.dice = [1, dice.wrapping_mul(sides)];
            }
            17 => {
                let [dice, sides] = self.item.dice;
                self.item.dice = [dice.wrapping_mul(sides), 1];
            }
            18 => self.defender(),
            24..=26 => self.lance(ego),
            27 => self.troika(),
            _ => self.realm(ego),
        }
        if self.item.dice == self.kind.dice && !matches!(ego, 5 | 16 | 17) && self.most_damage() > 0 {
            let odds = 5 + 200 / self.depth().max(1);
            if self.one_in(odds) {
                self.add_die();
                self.add_dice_while(|working| working.most_damage() / 2);
            }
        }
    }

    fn sharpness(&mut self) {
        if self.place() == (tval::SWORD, items::DIAMOND_EDGE) {
            // The other seven of eight are refused.
            self.add(f::VORPAL2);
            return;
        }
        if self.one_in(2) {
            self.add_die();
            self.add_dice_while(|working| working.item.dice[0].into());
        }
        let is_great = self.one_in(7);
        self.add(if is_great { f::VORPAL2 } else { f::VORPAL });
    }

    fn armageddon(&mut self) {
        let odds = (self.most_damage() / 2).max(3);
        if self.one_in(odds) {
            self.item.dice[0] = self.item.dice[0].wrapping_mul(2);
            // As famous ones have them.
            match self.place() {
                (tval::SWORD, 17) if self.one_in(2) => self.item.dice[0] = 5,
                (tval::SWORD, 20) if self.one_in(3) => {
                    self.item.dice = if self.one_in(100) { [10, 6] } else { [8, 5] };
                }
                (tval::HAFTED, 8) if self.one_in(2) => self.item.dice[0] = 9,
                _ => {}
            }
        } else {
            for at in 0..2 {
                loop {
                    self.item.dice[at] = self.item.dice[at].saturating_add(1);
                    let odds = self.item.dice[at].into();
                    if !self.one_in(odds) || self.item.dice[at] == u8::MAX {
                        break;
                    }
                }
            }
        }
        if self.one_in(5) {
            self.one_of(&[f::BRAND_ELEC, f::BRAND_FIRE, f::BRAND_COLD, f::BRAND_ACID, f::BRAND_POIS]);
        }
        let item_type = self.kind.tval;
        match item_type {
            tval::SWORD if self.one_in(3) => self.add(f::VORPAL),
            tval::SWORD => self.maybe(777, f::VORPAL2),
            tval::HAFTED if self.one_in(7) => self.add(f::IMPACT),
            tval::HAFTED => self.maybe(7, f::STUN),
            _ => {}
        }
        self.maybe(666, f::BRAND_MANA);
    }

    fn defender(&mut self) {
        self.item.bonuses[2] = 5;
        if self.one_in(4) {
            let mut count = 2;
            while self.one_in(3) {
                count += 1;
            }
            (0..count).for_each(|_| self.one_high_resistance());
        } else {
            let mut count = 4;
            while self.one_in(2) {
                count += 1;
            }
            (0..count).for_each(|_| self.one_element());
        }
        self.maybe(3, f::WARNING);
        self.maybe(3, f::LEVITATION);
        self.maybe(5, f::REGEN);
    }

    fn lance(&mut self, ego: u32) {
        let times = match ego {
            24 => 3,
            25 => 4,
            _ => 5,
        };
        self.add_dice_while(|working| i32::from(working.item.dice[0]) * times);
        match ego {
            24 => self.maybe(3, f::SLAY_HUMAN),
            25 => {
                self.one_demon_resistance();
                self.maybe(16, f::BRAND_VAMP);
                self.may_activate(ACTIVATION_ODDS, bias::DEMON);
            }
            _ => {
                self.one_holy_resistance();
                if self.one_in(77) {
                    let [dice, sides] = self.item.dice;
                    self.item.dice = [dice.wrapping_mul(sides), 1];
                    self.add(f::BRAND_ORDER);
                }
                self.may_activate(ACTIVATION_ODDS, bias::PRIESTLY);
            }
        }
    }

    /// Egos of a realm of magic or of a people.
    fn realm(&mut self, ego: u32) {
        match ego {
            8 => self.may_activate(ACTIVATION_ODDS, bias::CHAOS),
            10 => {
                self.maybe(4, f::LITE);
                if self.one_in(4) && self.level > 40 {
                    self.add(f::BLOWS);
                } else if self.one_in(777) && self.level > 80 {
                    self.add(f::BRAND_MANA);
                }
                self.may_activate(ACTIVATION_ODDS, bias::PRIESTLY);
            }
            11 => {
                self.maybe(3, f::SLAY_GOOD);
                self.maybe(3, f::BRAND_FIRE);
                self.maybe(6, f::SLAY_HUMAN);
                let aggravates = self.one_in(5);
                self.add(if aggravates { f::AGGRAVATE } else { f::DEC_STEALTH });
                self.may_activate(ACTIVATION_ODDS, bias::DEMON);
            }
            12 => self.death(),
            14 => {
                self.maybe(5, f::KILL_ANIMAL);
                self.maybe(3, f::BRAND_ELEC);
                if self.one_in(3) {
                    self.add(f::BRAND_FIRE);
                    // A whip of fire.
                    if self.place() == (tval::HAFTED, 2) {
                        self.add_die();
                    }
                }
                for flag in [f::BRAND_COLD, f::RES_ELEC, f::RES_FIRE, f::RES_COLD] {
                    self.maybe(3, flag);
                }
                self.may_activate(ACTIVATION_ODDS, bias::RANGER);
            }
            15 => {
                self.maybe(3, f::CHR);
                self.maybe(5, f::SLAY_DEMON);
                if self.one_in(7) {
                    self.one_ability();
                }
            }
            19 => self.maybe(3, f::RES_FEAR),
            20 => {
                if self.one_in(44) {
                    self.add(f::KILL_DEMON);
                } else {
                    self.maybe(12, f::RES_FEAR);
                }
                if self.one_to(60 + self.depth() / 10) > 56 {
                    self.add(f::SLAY_EVIL);
                }
            }
            22 => {
                self.maybe(3, f::HOLD_LIFE);
                self.maybe(3, f::DEX);
                self.maybe(5, f::RES_FEAR);
            }
            23 => self.add_die(),
            _ => {}
        }
    }

    fn death(&mut self) {
        if self.one_in(16) {
            self.item.flags.add_all(&[f::DARKNESS, f::RES_DARK]);
            self.maybe(6, f::VULN_LITE);
        }
        if self.one_in(3) {
            self.add(f::SLAY_GOOD);
        } else {
            self.maybe(27, f::KILL_GOOD);
        }
        for flag in [f::BRAND_POIS, f::RES_NETHER, f::RES_POIS] {
            self.maybe(3, flag);
        }
        if self.one_in(6) {
            self.add(f::SLAY_HUMAN);
        } else if self.one_in(36) {
            self.add(f::KILL_HUMAN);
        } else if self.one_in(13) {
            self.add(f::SLAY_LIVING);
            self.add_die();
        } else if self.one_in(78) {
            self.add(f::KILL_LIVING);
            if self.one_in(2) {
                self.add_die();
            }
        }
        self.may_activate(ACTIVATION_ODDS, bias::NECROMANTIC);
    }

    /// A sword of the Troika: anything, more of it with depth.
    fn troika(&mut self) {
        let odds = (6 - (self.depth() + 6 - self.below(33)) / 25).clamp(2, 6);
        let (crafts, slays) = (self.one_in(odds), self.one_in(odds));
        let mut has_any = crafts || slays;
        if crafts {
            self.craft();
        } else if slays {
            self.slaying();
        }
        if self.one_in(odds) {
            let mut more = 1;
            while self.one_in(odds) && more < 5 {
                more += 1;
            }
            (0..more).for_each(|_| self.add_die());
            if self.one_in(odds * odds) {
                self.item.dice[1] = self.item.dice[1].saturating_add(1);
                if self.one_in(odds * odds) {
                    self.item.dice[1] = self.item.dice[1].saturating_add(1);
                }
            }
            has_any = true;
        }
        let mut pair = |working: &mut Self, first: (i32, Flag), second: (i32, Flag)| {
            if working.one_in(first.0) {
                working.add(first.1);
                has_any = true;
            } else if working.one_in(second.0) {
                working.add(second.1);
                has_any = true;
            }
        };
        pair(self, (odds * 2, f::BRAND_VAMP), (odds * odds, f::BRAND_CHAOS));
        pair(self, (odds * 88, f::VORPAL2), (odds, f::VORPAL));
        if self.one_in(odds) || self.has_own(f::VORPAL2) {
            self.add(f::AGGRAVATE);
            has_any = true;
        }
        let gifts: [fn(&mut Self); 4] = [Self::one_element, Self::one_resistance, Self::one_sustain, Self::one_ability];
        for gift in gifts {
            if self.one_in(22) {
                gift(self);
                has_any = true;
            }
        }
        if self.one_in(7) {
            self.add(f::BLESSED);
            has_any = true;
        }
        if self.one_in(odds) {
            let less = self.one_to(self.depth() / 3);
            self.add_to_ac(8 - less);
            has_any = true;
        }
        if self.one_in(22 * odds) || !has_any {
            self.add(f::BLOWS);
            self.item.pval = 1 + i32::from(self.one_in(22 * odds));
        }
        if self.level < 30 {
            let less = (34 - self.depth()) / 5;
            self.add_to_hit(-less);
            self.add_to_dam(-less);
        }
    }
}
