//! How Sil-Q rolls values (object2.c, `a_m_aux_1` to `a_m_aux_4`, `object_into_special`, `charge_staff`; RULES 6 to 8).

use std::sync::Arc;

use super::tables::{DEEPEST, NAMES};
use crate::{
    letter::CombatParts,
    values::{Combat, Counted, ItemGroup, PILE, SingleEgoValues, SingleKindValues, ValueRules},
};
use affixboard_model::{
    batch::{Metric, Names, NumberRange},
    catalog::{ArtifactId, KindId},
    engine::random::Stream,
};

/// The blocks of keys that are counted for each kind, by position.
mod blocks {
    pub(super) const ATTACK: usize = 0;
    pub(super) const DAMAGE: usize = 1;
    pub(super) const EVASION: usize = 2;
    pub(super) const PROTECTION: usize = 3;
    pub(super) const PVAL: usize = 4;
    pub(super) const NUMBER: usize = 5;
    pub(super) const CURSED: usize = 6;
    pub(super) const BROKEN: usize = 7;
}

/// Levels count up to this one (`apply_magic`).
const MOST_LEVEL: u32 = 127;
/// Chests are of no higher level.
const MOST_CHEST: i32 = 25;

/// The rules for kinds and specials in the catalog's order.
pub(super) fn rules(parts: CombatParts) -> Arc<dyn ValueRules> {
    let throwing = NAMES.flag("THROWING");
    Arc::new(CombatValues { kinds: parts.kinds, egos: parts.egos, throwing })
}

#[derive(Debug)]
struct CombatValues {
    kinds: Vec<SingleKindValues>,
    egos: Vec<SingleEgoValues>,
    /// The flag of kinds of which several come at once.
    throwing: u128,
}

/// An item while its values are rolled.
#[derive(Debug, Clone, Copy)]
struct Item {
    combat: Combat,
    pval: i32,
    number: u32,
    cursed: bool,
    broken: bool,
}

impl ValueRules for CombatValues {
    fn blocks(&self) -> Vec<(Metric, Names)> {
        let number = |metric| (metric, Names::Numbers(NumberRange::VALUES));
        let mark = |metric| (metric, Names::Kind);
        vec![
            number(Metric::TO_HIT),
            (Metric::DICE, Names::Dice),
            number(Metric::TO_AC),
            (Metric::PROTECTION, Names::Dice),
            number(Metric::PVAL),
            (Metric::NUMBER, Names::Numbers(PILE)),
            mark(Metric::CURSED),
            mark(Metric::BROKEN),
        ]
    }

    fn roll(&self, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        for _ in 0..group.items {
            let item = self.item(group, luck);
            let dice = |[dice, sides]: [u8; 2]| u32::from(dice) << 8 | u32::from(sides);
            counted.value(blocks::ATTACK, item.combat.attack.into(), 1);
            counted.add(blocks::DAMAGE, dice(item.combat.damage), 1);
            counted.value(blocks::EVASION, item.combat.evasion.into(), 1);
            counted.add(blocks::PROTECTION, dice(item.combat.protection), 1);
            counted.value(blocks::PVAL, item.pval, 1);
            counted.add(blocks::NUMBER, PILE.place(item.number as i32), 1);
            counted.add(blocks::CURSED, 0, u32::from(item.cursed));
            counted.add(blocks::BROKEN, 0, u32::from(item.broken));
        }
    }

    fn artifacts(&self, _: KindId, _: ArtifactId, _: u32, _: &mut Counted<'_>) {}
}

impl CombatValues {
    fn item(&self, group: &ItemGroup, luck: &mut Stream) -> Item {
        let kind = &self.kinds[group.kind.at()];
        let level = group.level.min(MOST_LEVEL);
        let marks = kind.marks;
        let mut item =
            Item { combat: kind.combat, pval: kind.pval.into(), number: 1, cursed: marks.cursed, broken: marks.broken };
        if group.is_drop {
            item.number = pile(kind.tval, group.level, luck);
        }
        let (was_fine, was_special) = (group.power & 1 != 0, group.power & 2 != 0);
        match kind.tval {
            17 => {
                if was_special || was_fine {
                    item.number = (item.number / 2).max(1);
                }
                if was_fine && !was_special {
                    item.combat.attack += 3;
                }
            }
            19..=23 => {
                if was_fine || (was_special && group.ego.is_none()) {
                    finer_weapon(&mut item.combat, level, luck);
                }
                if kind.flags & self.throwing != 0 && luck.one_in(2) {
                    item.number = 2 + luck.below(4);
                }
            }
            30..=37 if was_fine || (was_special && group.ego.is_none()) => {
                // Cloaks and robes have no protection to speak of.
                let has_no_protection = kind.tval == 35 || (kind.tval, kind.sval) == (36, 2);
                finer_armour(&mut item.combat, has_no_protection, level, luck);
            }
            40 | 45 => trinket(&mut item, kind, level, luck),
            55 => item.pval = charges(kind.sval, luck).unwrap_or(item.pval),
            3 => item.pval = 1,
            7 => {
                let better = 2 * (i32::from(was_fine) + i32::from(was_special));
                item.pval = (group.level as i32 + better).clamp(1, MOST_CHEST);
            }
            _ => {}
        }
        if let Some(ego) = group.ego {
            self.egos[ego.id.0 as usize].give(&mut item, luck);
        }
        item
    }
}

impl SingleEgoValues {
    /// What a special adds: up to its maxima, each number as likely.
    fn give(&self, item: &mut Item, luck: &mut Stream) {
        item.broken |= self.cost == 0;
        item.cursed |= self.marks.cursed;
        let most = &self.most_combat;
        let mut roll = |most: i32| if most > 0 { luck.one_to(most as u32) as i32 } else { 0 };
        item.combat.attack += roll(most.attack.into()) as i16;
        item.combat.evasion += roll(most.evasion.into()) as i16;
        for (sum, most) in item.combat.damage.iter_mut().zip(most.damage) {
            *sum = sum.wrapping_add(roll(most.into()) as u8);
        }
        for (sum, most) in item.combat.protection.iter_mut().zip(most.protection) {
            *sum = sum.wrapping_add(roll(most.into()) as u8);
        }
        let pval = roll(self.most[3].into());
        item.pval += if item.cursed { -pval } else { pval };
    }
}

/// How many lie there (`make_object`): arrows as of somebody whose quivers are empty, pieces of metal.
fn pile(tval: u8, depth: u32, luck: &mut Stream) -> u32 {
    match tval {
        17 => {
            let most = (10 + DEEPEST as i32 - depth as i32).max(1);
            2 * (20 + luck.one_to(most as u32))
        }
        4 => luck.one_to(40) + luck.one_to(40),
        _ => 1,
    }
}

/// A fine weapon: better in damage, in attack, or at times in both.
fn finer_weapon(combat: &mut Combat, level: u32, luck: &mut Stream) {
    let [damage, attack] = one_or_both(level, luck);
    combat.damage[1] = combat.damage[1].wrapping_add(u8::from(damage));
    combat.attack += i16::from(attack);
}

/// Fine armour: better in protection; where attack or evasion are below 0, these or both.
fn finer_armour(combat: &mut Combat, has_no_protection: bool, level: u32, luck: &mut Stream) {
    let [protection, other] = if has_no_protection {
        [false, true]
    } else if combat.attack >= 0 && combat.evasion >= 0 {
        [true, false]
    } else {
        one_or_both(level, luck)
    };
    if other {
        let attack = combat.attack < 0 && (combat.evasion >= 0 || !luck.one_in(2));
        *(if attack { &mut combat.attack } else { &mut combat.evasion }) += 1;
    }
    combat.protection[1] = combat.protection[1].wrapping_add(u8::from(protection));
}

/// Both in as many of a hundred as the level says, else one of the two.
fn one_or_both(level: u32, luck: &mut Stream) -> [bool; 2] {
    if luck.below(100) < level {
        [true, true]
    } else if luck.one_in(2) {
        [true, false]
    } else {
        [false, true]
    }
}

/// Rings and amulets whose numbers grow with the level.
fn trinket(item: &mut Item, kind: &SingleKindValues, level: u32, luck: &mut Stream) {
    let mut by_level = |die: u32, of: u32| ((level + luck.one_to(die)) / of) as i16;
    match (kind.tval, kind.sval) {
        // Strength and dexterity; constitution and grace.
        (45, 4 | 5) | (40, 1 | 2) => item.pval = by_level(15, 20).into(),
        (45, 8) => item.combat.attack = by_level(10, 9).max(1),
        (45, 3) => item.combat.protection = [1, by_level(10, 14) as u8 + 1],
        (45, 2) => item.combat.evasion = by_level(10, 9).max(1),
        // Secrets, the Ered Luin, the Laiquendi.
        (45, 0) => item.pval = by_level(10, 9).max(1).into(),
        (45, 1) => item.pval = i32::from(by_level(10, 20)) + 1,
        (45, 21) | (40, 5) => item.pval = 1,
        // The vigilant eye.
        (40, 7) => item.pval = i32::from(by_level(10, 10)) + 1,
        _ => {}
    }
}

/// Charges of a staff: twice as many d2.
fn charges(sval: u8, luck: &mut Stream) -> Option<i32> {
    let dice = match sval {
        0..=3 | 7 | 9..=11 | 18 => 4,
        5 | 6 | 8 | 12..=14 | 16 => 2,
        17 => 6,
        _ => return None,
    };
    Some(2 * (0..dice).map(|_| luck.one_to(2) as i32).sum::<i32>())
}
