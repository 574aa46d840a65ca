//! Egos: which one an item becomes, and what that gives it (`make_ego_item`, the end of `apply_magic`).

use super::{
    super::{
        flags as f,
        item::{EgoStats, MadeItem, RandomFlag},
        item_types::is_weapon,
        tables::{EXTRA_GROUPS, tval},
    },
    kind_choice::boosted,
    maker::{Maker, power_of},
};

/// Levels that great items choose egos deeper.
pub(super) const GREAT_LEVELS: u32 = 10;

/// Whether an ego of this power suits an item that chooses at this level.
pub(super) fn suits(power: i64, level: i64, great: bool, item_type: u8, ego: &EgoStats) -> bool {
    let is_hit_with = is_weapon(item_type) || item_type == tval::STAFF;
    let least = if great && ego.extra == 0 { level * 3 / 4 } else { least_power(level, great && !is_hit_with) };
    (least..=level).contains(&power)
}

/// The least power that an item may have as an ego with a random flag that it chooses at this level: half of it if it is great
/// and nothing that one hits with, else a third.
pub(super) fn least_power(level: i64, is_great_and_worn: bool) -> i64 {
    if is_great_and_worn { level / 2 } else { level / 3 }
}

impl Maker<'_> {
    /// Makes an item an ego, where one suits it.
    pub(super) fn try_ego(&mut self, item: &mut MadeItem, is_cursed: bool, great: bool) {
        let level = self.depth + if great { GREAT_LEVELS } else { 0 };
        let mut level = i64::from(boosted(level, self.random));
        if is_cursed {
            level = i64::from(self.depth) + self.below(127);
        }
        let model = self.model;
        let kind = self.kind(item);
        let (item_type, sval) = (kind.tval, kind.sval);
        let (mut candidates, mut total) = (Vec::new(), 0_i64);
        let powers = self.memo.egos(item, is_cursed, || {
            let egos = model.egos_of((item_type, sval));
            let is_it = |at: &usize| (model.egos[*at].flags & f::LIGHT_CURSE != 0) == is_cursed;
            egos.filter(is_it)
                .map(|at| (at, power_of(model, &MadeItem { ego: Some(at), ..*item }, is_cursed)))
                .collect()
        });
        for (at, power) in powers.iter().copied() {
            let ego = &model.egos[at];
            if i64::from(ego.level) > level {
                continue;
            }
            if suits(power, level, great, item_type, ego) {
                total += i64::from(100 / i32::from(ego.rarity));
                candidates.push((at, total));
            }
        }
        if total > 0 {
            let drawn = self.below(total);
            item.ego = candidates.iter().find(|candidate| drawn < candidate.1).map(|candidate| candidate.0);
        }
    }

    /// Raises a bonus to a number up to `most`, where that is more. The program's macros draw anew each time they look.
    fn raised(&mut self, bonus: i32, most: i32) -> i32 {
        if bonus < self.one_to(most) { self.one_to(most) } else { bonus }
    }

    /// The same up to a cap, which a second look passes by.
    fn raised_to_cap(&mut self, bonus: i32, most: i32, cap: i32) -> i32 {
        if self.raised(bonus, most) > cap { cap } else { self.raised(bonus, most) }
    }

    /// Gives an ego item its curses, bonuses, random flag and boost.
    pub(super) fn finish_ego(&mut self, item: &mut MadeItem, power: i32) {
        let Some(at) = item.ego else { return };
        let model = self.model;
        let ego = &model.egos[at];
        item.is_broken |= ego.cost == 0;
        if ego.flags & (f::HEAVY_CURSE | f::PERMA_CURSE) != 0 {
            item.is_cursed = true;
        } else if ego.flags & f::LIGHT_CURSE != 0 {
            self.curse_or_break(item);
        }
        let [to_hit, to_dam, to_ac, pval] = ego.most;
        item.to_hit = match to_hit {
            1.. => self.raised(item.to_hit, to_hit),
            ..0 => item.to_hit - self.one_to(-to_hit),
            0 => item.to_hit,
        };
        item.to_dam = match to_dam {
            1.. => {
                let cap = self.most_damage(item);
                self.raised_to_cap(item.to_dam, to_dam, cap)
            }
            ..0 => item.to_dam - self.one_to(-to_dam),
            0 => item.to_dam,
        };
        item.to_ac = match to_ac {
            1.. => self.raised_to_cap(item.to_ac, to_ac, item.armor_class + 5),
            ..0 => item.to_ac - self.one_to(-to_ac),
            0 => item.to_ac,
        };
        item.pval = match pval {
            1.. => {
                if 1 < self.lowered(item.pval, pval) {
                    self.lowered(item.pval, pval)
                } else {
                    1
                }
            }
            ..0 => item.pval - self.one_to(-pval),
            0 => item.pval,
        };
        if item.is_cursed || item.is_broken {
            for bonus in [&mut item.to_hit, &mut item.to_dam, &mut item.to_ac, &mut item.pval] {
                *bonus = -bonus.abs();
            }
        }
        let is_cursed = power < 0;
        let mut now = self.power_of(item, is_cursed);
        if ego.extra != 0 {
            let extra = self.extra_of(item, ego.extra, now, is_cursed);
            item.extra = Some(extra);
            now = self.power_of(item, is_cursed);
        }
        if now < self.level() {
            self.boost(item, self.level(), power);
        }
    }

    /// Lowers a modifier to a number up to `most`, where that is less.
    fn lowered(&mut self, pval: i32, most: i32) -> i32 {
        if pval > self.one_to(most) { self.one_to(most) } else { pval }
    }

    /// One of a group's flags that aren't too powerful, each as likely; the weakest where all are.
    fn extra_of(&mut self, item: &MadeItem, group: u8, power: i64, is_cursed: bool) -> RandomFlag {
        let boost = (self.level() * 3 / 2 - power).max(4);
        let mut limit = power + boost;
        if boost < 15 {
            limit += self.below(15 - boost);
        }
        let mut weakest = (10_000, 0);
        let (mut fitting, mut chosen) = (0, None);
        for at in 0..EXTRA_GROUPS[usize::from(group)].1 {
            let power = self.power_with(item, RandomFlag { group, at }, is_cursed);
            if power < weakest.0 {
                weakest = (power, at);
            }
            if power > limit {
                continue;
            }
            fitting += 1;
            if self.random.one_in(fitting) {
                chosen = Some(at);
            }
        }
        RandomFlag { group, at: chosen.unwrap_or(weakest.1) }
    }
}
