//! The values of items (obj-make.c, `apply_magic`; RULES of 4.2, 2.6 to 2.10): bonuses, dice, modifiers, flags, curses,
//! random powers, piles.

mod appraisal;
mod curses;
mod extra;

use std::borrow::Cow;

use super::{
    power::PowerTables,
    tables::{ELEMENTS, FLAGS, MODIFIERS, OBJECT_FLAGS, tval},
    value_data::{ArtifactValues, Curse, CurseSet, EgoValues, KindValues, Sorts},
};
use affixboard_egos::values::{Counted, ItemGroup, ValueRules, blocks, common, plus, plus_values};
use affixboard_model::{
    batch::{Metric, Names, NumberRange},
    catalog::{ArtifactId, KindId},
    engine::{
        flags::{FlagSet, each},
        multinomial::binomial_draw,
        random::Stream,
        roll_tables::RollTables,
    },
    syntax::RandomValue,
};
use curses::Curses;
use extra::{Extra, Extras};

/// The blocks beside the common ones.
const MODIFIER: usize = blocks::OWN;
const RESISTANCE: usize = blocks::OWN + 1;
const CURSE: usize = blocks::OWN + 2;
const CURSES: usize = blocks::OWN + 3;

/// Labels of an item's power; 3 is an item that became an artifact.
const POWERS: [&str; 4] = ["0", "1", "2", "3"];
/// One in this many items may be cursed.
const CURSE_ODDS: u64 = 20;
/// Dice of melee weapons grow only up to this much damage.
const MOST_DAMAGE: i32 = 40;
/// Levels of resistance and vulnerability.
const LEVELS: NumberRange = NumberRange { first: -2, last: 4 };
/// Position of speed among the modifiers.
const SPEED: usize = 9;
/// More curses than this no item has; they count with it.
const MOST_CURSES: u32 = 16;
/// All object flags.
const OBJECT_FLAG_SET: FlagSet = (1 << OBJECT_FLAGS) - 1;

/// The value rules for one catalog.
#[derive(Debug)]
pub(super) struct Values {
    kinds: Vec<KindValues>,
    egos: Vec<EgoValues>,
    /// `[artifact]`.
    artifacts: Vec<ArtifactValues>,
    curses: Curses,
    extras: Extras,
    bonuses: RollTables,
    powers: PowerTables,
}

/// An item while its values are rolled.
#[derive(Debug, Clone, Copy)]
struct Item {
    bonuses: [i32; 3],
    modifiers: [i32; MODIFIERS.len()],
    dice: i32,
    sides: i32,
}

/// Flags, resistances and curses that kind and ego give all items of a group, before their random power.
#[derive(Debug, Clone)]
struct Common {
    flags: FlagSet,
    resistances: [i32; ELEMENTS.len()],
    curses: CurseSet,
}

impl Common {
    fn of(kind: &KindValues, ego: Option<&EgoValues>) -> Common {
        let (flags, curses) = (kind.flags, kind.curses.clone());
        let mut common = Common { flags, resistances: kind.properties.resistances, curses };
        if let Some(ego) = ego {
            common.flags = (flags | ego.flags & OBJECT_FLAG_SET) & !ego.flags_off;
            for (level, of_ego) in common.resistances.iter_mut().zip(ego.properties.resistances) {
                *level = (*level).max(of_ego);
            }
            common.curses.extend(&ego.curses);
        }
        common
    }

    /// Flags and resistances with a random power.
    fn with(&self, extra: Extra) -> (FlagSet, [i32; ELEMENTS.len()]) {
        let (mut flags, mut resistances) = (self.flags, self.resistances);
        match extra {
            Extra::None => {}
            Extra::Flag(flag) => flags |= 1 << flag,
            Extra::Resistance(element) => resistances[element] = 1,
        }
        (flags, resistances)
    }
}

impl Values {
    pub(super) fn new(
        (kinds, egos, artifacts): (Vec<KindValues>, Vec<EgoValues>, Vec<ArtifactValues>),
        curses: Vec<Curse>,
        sorts: Sorts,
        powers: PowerTables,
    ) -> Values {
        let of_kinds = kinds.iter().flat_map(|kind| kind.bonuses.iter().chain(&kind.properties.modifiers));
        let of_egos = egos.iter().flat_map(|ego| ego.bonuses.iter().chain(&ego.properties.modifiers));
        let piles = kinds.iter().map(|kind| &kind.pile.1);
        let values = of_kinds.chain(of_egos).chain(piles).chain(plus_values()).chain([&curses::POWER]);
        let bonuses = RollTables::new(values);
        Values { kinds, egos, artifacts, curses: Curses::new(curses), extras: Extras::new(sorts), bonuses, powers }
    }

    /// An item of a kind at a level, before magic.
    fn prepare(&self, kind: &KindValues, level: u32, luck: &mut Stream) -> Item {
        let mut roll = |value: RandomValue| sum(0, self.bonuses.roll(value, level, luck));
        Item {
            bonuses: kind.bonuses.map(&mut roll),
            modifiers: kind.properties.modifiers.map(&mut roll),
            // Bytes in the original.
            dice: i32::from(kind.dice as u8),
            sides: i32::from(kind.sides as u8),
        }
    }

    /// Adds the bonuses of a power by item type, at a level that curses may have raised.
    fn enchant(&self, item: &mut Item, kind: &KindValues, power: i8, level: u32, luck: &mut Stream) {
        match kind.tval {
            of if is_weapon(of) => {
                for bonus in &mut item.bonuses[..2] {
                    *bonus = sum(*bonus, plus(power, level, &self.bonuses, luck));
                }
                if power >= 2 && tval::MELEE.contains(&of) {
                    grow(item, luck);
                } else if power >= 2 && of != tval::BOW && luck.one_in(6) {
                    item.sides += 1 + i32::from(luck.one_in(10));
                }
            }
            of if tval::ARMOUR.contains(&of) => {
                item.bonuses[2] = sum(item.bonuses[2], plus(power, level, &self.bonuses, luck));
            }
            _ if kind.speed_grows => {
                while luck.one_in(2) {
                    item.modifiers[SPEED] = sum(item.modifiers[SPEED], 1);
                }
            }
            _ => {}
        }
    }

    fn add_ego(&self, item: &mut Item, ego: &EgoValues, level: u32, luck: &mut Stream) {
        for (bonus, value) in item.bonuses.iter_mut().zip(ego.bonuses) {
            *bonus = sum(*bonus, self.bonuses.roll(value, level, luck));
        }
        for (modifier, value) in item.modifiers.iter_mut().zip(ego.properties.modifiers) {
            *modifier = sum(*modifier, self.bonuses.roll(value, level, luck));
        }
    }

    /// Rolls one item and counts all that isn't common to its group. `resistant` counts the items that resist an
    /// element by their random power.
    fn roll_one(
        &self,
        group: &ItemGroup,
        common: &Common,
        tried: bool,
        resistant: &mut [u32; ELEMENTS.len()],
        luck: &mut Stream,
        counted: &mut Counted<'_>,
    ) {
        let kind = &self.kinds[group.kind.at()];
        let mut item = self.prepare(kind, group.level, luck);
        let (mut chosen, mut extra) = (Extra::None, Extra::None);
        let ego = group.ego.map(|ego| (ego, &self.egos[ego.id.at()]));
        if let Some((of_group, ego)) = ego {
            if let Some(power) = self.extras.choose(kind, ego, luck) {
                chosen = power;
                extra = power.on_top_of((common.flags, &common.resistances), ego);
                counted.add(blocks::EXTRA, of_group.id.0 * self.extras.width() + self.extras.word(extra), 1);
                match extra {
                    Extra::None => {}
                    Extra::Flag(flag) => counted.add(blocks::FLAGS, flag, 1),
                    Extra::Resistance(element) => resistant[element] += 1,
                }
            }
            self.add_ego(&mut item, ego, of_group.level, luck);
        }
        let mut level = group.level;
        let mut curses = Cow::Borrowed(&common.curses);
        if tried {
            let curses = curses.to_mut();
            level = self.curses.strike(kind.tval, level, &common.with(extra), curses, &self.bonuses, luck);
            count_curses(curses, 1, counted);
        }
        self.enchant(&mut item, kind, group.power, level, luck);
        if let Some((_, ego)) = ego {
            for (bonus, least) in item.bonuses.iter_mut().zip(ego.least_bonuses) {
                *bonus = least.map_or(*bonus, |least| (*bonus).max(least));
            }
            for (modifier, least) in item.modifiers.iter_mut().zip(ego.least_modifiers) {
                *modifier = (*modifier).max(least);
            }
        }
        Values::count(&item, 1, counted);
        let (ego, properties) = (ego.map(|(_, ego)| ego), common.with(extra));
        counted.appraise(|| self.appraise(kind, ego, &item, (chosen, properties), &curses));
    }

    /// Counts `items` items with the same values.
    fn count(item: &Item, items: u32, counted: &mut Counted<'_>) {
        for (block, bonus) in blocks::BONUSES.into_iter().zip(item.bonuses) {
            counted.value(block, bonus, items);
        }
        counted.dice(item.dice as u8, item.sides as u8, items);
        for (at, modifier) in (0..).zip(item.modifiers).filter(|modifier| modifier.1 != 0) {
            let width = NumberRange::VALUES.width();
            counted.add(MODIFIER, at * width + NumberRange::VALUES.place(modifier), items);
        }
    }

    fn count_piles(&self, kind: &KindValues, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        let (chance, number) = kind.pile;
        let piles = if group.is_drop {
            binomial_draw(u64::from(group.items), (chance.clamp(0, 100) as u64, 100), luck)
        } else {
            0
        };
        counted.pile(1, group.items - piles as u32);
        for _ in 0..piles {
            counted.pile(self.bonuses.roll(number, group.level, luck).clamp(0, kind.max_stack.max(0)) as u32, 1);
        }
    }
}

/// Bonuses and modifiers have 16 bits in the original, and wrap.
fn sum(value: i32, more: i32) -> i32 {
    i32::from(value.wrapping_add(more) as i16)
}

fn is_weapon(of: u16) -> bool {
    // Ammunition, launchers, melee weapons.
    (tval::SHOT..=tval::BOW).contains(&of) || tval::MELEE.contains(&of)
}

/// Dice or sides of an excellent melee weapon grow, one time in four times the most damage (obj-make.c,
/// `apply_magic_weapon`).
fn grow(item: &mut Item, luck: &mut Stream) {
    let (mut dice, mut sides) = (item.dice, item.sides);
    while dice * sides > 0 && luck.one_in(4 * (dice * sides) as u32) {
        let of_dice = luck.below((dice + sides) as u32) < dice as u32;
        let (grows, other) = if of_dice { (&mut dice, sides) } else { (&mut sides, dice) };
        let mut tries = luck.one_to((2 + *grows / other) as u32);
        while tries > 0 && (*grows + 1) * other <= MOST_DAMAGE {
            if !luck.one_in(3) {
                *grows += 1;
            }
            tries -= 1;
        }
    }
    (item.dice, item.sides) = (dice, sides);
}

impl ValueRules for Values {
    fn blocks(&self) -> Vec<(Metric, Names)> {
        let mut blocks = common(&POWERS, &FLAGS[..OBJECT_FLAGS], self.extras.words());
        let numbers: Vec<String> = (0..=MOST_CURSES).map(|n| n.to_string()).collect();
        blocks.push((Metric::MODIFIER, Names::FlagNumbers(MODIFIERS.to_vec(), NumberRange::VALUES)));
        blocks.push((Metric::RESISTANCE, Names::FlagNumbers(ELEMENTS.to_vec(), LEVELS)));
        blocks.push((Metric::CURSE, Names::Fixed(self.curses.names())));
        blocks.push((Metric::CURSES, Names::Fixed(numbers)));
        blocks
    }

    fn roll(&self, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        let (kind, items) = (&self.kinds[group.kind.at()], group.items);
        let ego = group.ego.map(|ego| (ego, &self.egos[ego.id.at()]));
        counted.value(blocks::AC, kind.ac, items);
        counted.value(blocks::WEIGHT, kind.weight, items);
        counted.add(blocks::POWER, u32::from(group.power.unsigned_abs()), items);
        self.count_piles(kind, group, luck, counted);
        let common = Common::of(kind, ego.map(|ego| ego.1));
        for flag in each(common.flags) {
            counted.add(blocks::FLAGS, flag, items);
        }
        // Few items are tried with curses at all; they come first.
        let tried =
            if can_be_cursed(kind.tval) { binomial_draw(u64::from(items), (1, CURSE_ODDS), luck) as u32 } else { 0 };
        let mut resistant = [0; ELEMENTS.len()];
        for _ in 0..tried {
            self.roll_one(group, &common, true, &mut resistant, luck, counted);
        }
        let left = items - tried;
        count_curses(&common.curses, left, counted);
        if ego.is_none() && is_fixed(kind) && (group.power == 0 || !has_magic(kind)) {
            let item = self.prepare(kind, group.level, luck);
            Values::count(&item, left, counted);
            let properties = common.with(Extra::None);
            if left > 0 {
                counted.appraise(|| self.appraise(kind, None, &item, (Extra::None, properties), &common.curses));
            }
        } else {
            for _ in 0..left {
                self.roll_one(group, &common, false, &mut resistant, luck, counted);
            }
        }
        for ((at, level), resistant) in (0..).zip(common.resistances).zip(resistant) {
            let mut count = |level, items| {
                if level != 0 && items > 0 {
                    counted.add(RESISTANCE, at * LEVELS.width() + LEVELS.place(level), items);
                }
            };
            count(level, items - resistant);
            count(1, resistant);
        }
    }

    fn artifacts(&self, kind: KindId, artifact: ArtifactId, items: u32, counted: &mut Counted<'_>) {
        counted.add(blocks::POWER, POWERS.len() as u32 - 1, items);
        let mut curses = self.kinds[kind.at()].curses.clone();
        curses.extend(&self.artifacts[artifact.at()].own.curses);
        count_curses(&curses, items, counted);
        counted.appraise(|| self.appraise_artifact(&self.kinds[kind.at()], &self.artifacts[artifact.at()], curses));
    }
}

fn count_curses(curses: &CurseSet, items: u32, counted: &mut Counted<'_>) {
    for (curse, _) in curses.each() {
        counted.add(CURSE, curse as u32, items);
    }
    counted.add(CURSES, (curses.len() as u32).min(MOST_CURSES), items);
}

fn is_ammunition(of: u16) -> bool {
    (tval::SHOT..=tval::BOLT).contains(&of)
}

/// Whether an item type can be cursed at all: worn items, but no ammunition.
fn can_be_cursed(of: u16) -> bool {
    (is_weapon(of) && !is_ammunition(of)) || tval::ARMOUR.contains(&of) || tval::TRINKETS.contains(&of)
}

/// Whether magic does anything to the bonuses of a kind's items.
fn has_magic(kind: &KindValues) -> bool {
    is_weapon(kind.tval) || tval::ARMOUR.contains(&kind.tval)
}

/// Whether all items of a kind are alike but for what their power brings.
fn is_fixed(kind: &KindValues) -> bool {
    let fixed = |value: &RandomValue| value.dice == 0 && value.m_bonus == 0;
    kind.bonuses.iter().chain(&kind.properties.modifiers).all(fixed) && !kind.speed_grows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_grow_within_bounds() {
        // A 1d1 grows every fourth time or more often; nothing grows past 40.
        let mut luck = Stream::seeded([4, 2, 5]);
        let mut grown = 0;
        for _ in 0..20_000 {
            let mut item = Item { bonuses: [0; 3], modifiers: [0; MODIFIERS.len()], dice: 1, sides: 1 };
            grow(&mut item, &mut luck);
            assert!(item.dice * item.sides <= MOST_DAMAGE, "{item:?}");
            grown += u32::from(item.dice * item.sides > 1);
        }
        // A round comes one time in four; of its 1 to 3 tries two in three grow the one number: (1/3 + 1/9 + 1/27) / 3
        // = 13/81 of rounds grow nothing. p = ¼ × 68/81 + ¼ × 13/81 × p = 0.2187: 4,373 of 20,000; fixed seed, within 5
        // standard deviations of 58.
        assert!((4_080..4_666).contains(&grown), "{grown}");
    }
}
