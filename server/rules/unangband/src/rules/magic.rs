//! What magic makes of an object: `make_object` and `apply_magic`, with the bonuses of weapons and armour
//! (`a_m_aux_1`, `a_m_aux_2`).

use super::{
    super::{
        flags as f,
        item::MadeItem,
        item_types::is_armour,
        tables::{SHOW_AC, tval},
    },
    kind_choice::{KindTables, Wanted},
    maker::Maker,
};

/// Levels that good objects are drawn deeper.
pub(super) const GOOD_LEVELS: u32 = 10;
/// One in so many objects tries for a special artifact: normal, then good ones.
const SPECIAL_ODDS: [u32; 2] = [1000, 10];

/// The power up to which random flags are chosen at a level, but for the best items.
pub(super) fn magic_level(level: i64) -> i64 {
    level / 4
}

/// The chance that an object tries for a special artifact.
pub(super) fn special_odds(good: bool) -> f64 {
    1.0 / f64::from(SPECIAL_ODDS[usize::from(good)])
}

impl Maker<'_> {
    /// Makes an object; `None` where there is no kind (`make_object`).
    pub(super) fn make_object(&mut self, kinds: &KindTables, good: bool, great: bool) -> Option<MadeItem> {
        let special = if self.random.one_in(SPECIAL_ODDS[usize::from(good)]) { self.special_artifact() } else { None };
        let mut item = if let Some(item) = special {
            item
        } else {
            let wanted = match (good, great) {
                (_, true) => Wanted::Great,
                (true, _) => Wanted::Good,
                _ => Wanted::draw(self.depth, self.random),
            };
            let base = self.depth + if good { GOOD_LEVELS } else { 0 };
            let kind = kinds.get(wanted, self.depth).draw(base, self.random)?;
            self.dropped(kind, good || great)
        };
        self.apply_magic(&mut item, good, great);
        Some(item)
    }

    /// A plain item of a kind that was drawn; those that are to be good lose their curse.
    pub(super) fn dropped(&mut self, kind: usize, is_good: bool) -> MadeItem {
        let mut item = self.prepared(kind);
        item.is_cursed &= !is_good;
        item
    }

    /// A plain item of a kind, with the curses that the kind has (`object_prep`).
    pub(super) fn prepared(&mut self, kind: usize) -> MadeItem {
        let stats = &self.model.kinds[kind];
        let mut item = MadeItem::plain(kind, stats);
        let flags = stats.flags;
        if flags & (f::HEAVY_CURSE | f::PERMA_CURSE) != 0 {
            item.is_cursed = true;
        } else if flags & f::LIGHT_CURSE != 0 {
            if flags & f::BAD_WHEN_CURSED != 0 || self.random.below(75) < self.depth {
                item.is_cursed = true;
            } else {
                item.is_broken = true;
            }
        } else if flags & f::UNCONTROLLED != 0 {
            item.is_cursed = true;
        }
        item
    }

    /// -2 to 2: how good or bad it turns out.
    fn drawn_power(&mut self, good: bool, great: bool) -> i32 {
        let first = (self.depth.min(super::maker::MOST_LEVEL) + 16).min(80);
        let second = (first / 2).min(25);
        if good || self.per_cent(first) {
            if great || self.per_cent(second) { 2 } else { 1 }
        } else if self.per_cent(first) {
            if self.per_cent(second) { -2 } else { -1 }
        } else {
            0
        }
    }

    /// Applies magic to an item (`apply_magic`).
    pub(super) fn apply_magic(&mut self, item: &mut MadeItem, good: bool, great: bool) {
        let mut power = self.drawn_power(good, great);
        let rolls = if item.artifact.is_some() {
            0
        } else if great {
            4
        } else {
            u32::from(power == 2)
        };
        for _ in 0..rolls {
            if self.try_artifact(item) {
                break;
            }
        }
        if item.artifact.is_some() {
            self.finish_artifact(item);
            return;
        }
        let kind = self.kind(item);
        let (item_type, sval, level, traits) = (kind.tval, kind.sval, i64::from(kind.level), kind.traits);
        let deep = self.level();
        let quarter = deep / 4;
        match item_type {
            tval::DIGGING
            | tval::HAFTED
            | tval::POLEARM
            | tval::SWORD
            | tval::BOW
            | tval::SHOT
            | tval::ARROW
            | tval::BOLT => {
                if power != 0 {
                    self.weapon_bonuses(item, power);
                    if traits & SHOW_AC != 0 {
                        self.armour_bonuses(item, power);
                    }
                }
                self.ego_or_magic_item(item, power, great);
            }
            _ if is_armour(item_type) => {
                if power != 0 {
                    self.armour_bonuses(item, power);
                }
                self.ego_or_magic_item(item, power, great);
            }
            // The program gives the power where it means whether it is great.
            tval::INSTRUMENT if power != 0 => self.ego_or_magic_item(item, power, true),
            tval::LITE if sval == 1 && power != 0 => self.ego_or_magic_item(item, power, true),
            tval::RING | tval::AMULET => {
                if power == 0 && self.random.one_in(2) {
                    power = -1;
                }
                self.jewel(item, power);
                if power != 0 && deep > level + 3 {
                    self.boost(item, quarter, power);
                }
            }
            tval::STAFF => {
                power = if self.kind(item).cost == 0 { -1 } else { power.max(0) };
                if power != 0 {
                    self.weapon_bonuses(item, power);
                    if deep > level + 3 {
                        self.boost(item, quarter, power);
                    }
                }
            }
            _ => {}
        }
        if item.ego.is_some() {
            self.finish_ego(item, power);
            return;
        }
        let flags = self.kind(item).flags;
        if flags & (f::HEAVY_CURSE | f::PERMA_CURSE) != 0 {
            item.is_cursed = true;
        } else if flags & f::LIGHT_CURSE != 0 {
            self.curse_or_break(item);
        }
    }

    fn ego_or_magic_item(&mut self, item: &mut MadeItem, power: i32, great: bool) {
        if power.abs() == 2 {
            self.try_ego(item, power < 0, great);
        }
        let level = self.level();
        if level > 3 {
            self.magic_item(item, magic_level(level), power);
        }
    }

    /// Bonuses of weapons, launchers, ammunition and staffs (`a_m_aux_1`).
    fn weapon_bonuses(&mut self, item: &mut MadeItem, power: i32) {
        let to_hit = self.one_to(5) + self.bonus(5);
        let to_dam = self.one_to(5) + self.bonus(5);
        let more_to_hit = self.bonus(10);
        let more_to_dam = self.bonus(10);
        let (item_type, most) = (self.kind(item).tval, self.most_damage(item));
        if power > 0 {
            item.to_hit += to_hit;
            item.to_dam = (item.to_dam + to_dam).min(most);
            if power > 1 {
                item.to_hit += more_to_hit;
                item.to_dam = (item.to_dam + more_to_dam).min(most);
            }
        } else {
            item.to_hit -= to_hit;
            item.to_dam -= to_dam;
            if power < -1 {
                item.to_hit -= more_to_hit;
                item.to_dam -= more_to_dam;
            }
            if item.to_hit + item.to_dam < 0 {
                self.curse_or_break(item);
            }
        }
        let dice = |item: &MadeItem| item.dice * item.sides > 0;
        match item_type {
            tval::DIGGING if power < -1 => item.pval = -(5 + self.one_to(5)),
            tval::DIGGING if power < 0 => item.pval = -item.pval,
            tval::HAFTED | tval::POLEARM | tval::SWORD | tval::STAFF if power > 1 => {
                while dice(item) && self.random.one_in(15) {
                    item.dice += 1;
                }
                item.dice = item.dice.min(9);
                while dice(item) && self.random.one_in(15) {
                    item.sides += 1;
                }
                item.sides = item.sides.min(9);
            }
            tval::SHOT | tval::ARROW | tval::BOLT if power > 1 => {
                while dice(item) && self.random.one_in(25) {
                    item.sides += 1;
                }
                item.sides = item.sides.min(9);
            }
            _ => {}
        }
    }

    /// Bonuses of armour (`a_m_aux_2`).
    fn armour_bonuses(&mut self, item: &mut MadeItem, power: i32) {
        let first = self.one_to(5) + self.bonus(5);
        let second = self.bonus(10);
        let is_crown = self.kind(item).tval == tval::CROWN;
        // The second step may lower what the first gave.
        let raised = |item: &MadeItem, by: i32| {
            let most = if is_crown { 30 } else { item.armor_class + by };
            most.min(item.to_ac + 5 + by)
        };
        if power > 0 {
            item.to_ac = raised(item, first);
            if power > 1 {
                item.to_ac = raised(item, second);
            }
        } else {
            item.to_ac -= first;
            if power < -1 {
                item.to_ac -= second;
            }
            if item.to_ac < 0 {
                self.curse_or_break(item);
            }
        }
    }
}
