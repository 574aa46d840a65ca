//! Values where an item has several pvals, each for flags of its own: Angband 3.5 (obj-make.c, `object_prep`,
//! `apply_magic`, `ego_apply_magic`, `ego_apply_minima`; obj-power.c and pval.c, `object_add_pval`; RULES of 3.5, 2.6
//! to 2.9).

use super::{
    Counted, ItemEgo, ItemGroup, ValueRules, blocks,
    counted::common,
    plusses::{self, more_dice, plus},
};
use affixboard_kin::power::{ArtifactProperties, PowerCalculator, is_wearable, price_of_kind, price_of_power};
use affixboard_model::{
    batch::{Metric, Names, NumberRange},
    catalog::{ArtifactId, KindId},
    engine::{
        flags::{FlagSet, FlagType, all, each, named},
        item::{AffixEffect, Item, KindEffect, PropertyStreams},
        random::Stream,
        roll_tables::RollTables,
    },
    game::Appraisal,
    syntax::RandomValue,
};

/// The block beside the common ones.
const PVAL: usize = blocks::OWN;
/// Label of a pval that belongs to no flag: charges, food value, difficulty of a chest's lock.
const NO_FLAG: &str = "no flag";
/// A random power that the ego has anyway.
const NO_EXTRA: &str = "(none)";
/// Labels of an item's power; an item that became an artifact has its own.
const POWERS: [&str; 4] = ["0", "1", "2", "artifact"];
/// Pvals an item has room for.
const ROOM: usize = 3;
/// Piles are no larger than this (`MAX_STACK_SIZE`).
const LARGEST_PILE: i32 = 40;
/// Chests are no harder to open than this, and then 0 to 4 more.
const HARDEST_CHEST: i32 = 55;
/// Item types with charges.
const STAFF: u16 = 55;
const WAND: u16 = 65;
/// Item type and sval of rings of Speed.
const RING_OF_SPEED: (u16, u16) = (45, 5);

/// The values of a kind that the rules use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeveralKind {
    /// Its pval lines are those with flags.
    pub effect: KindEffect,
    /// The level in its `W:` line.
    pub level: u32,
    /// In gold.
    pub cost: i32,
    /// The pval of no flag, where it has one.
    pub alone: Option<RandomValue>,
    /// Chance of a pile in per cent, and the pile's size.
    pub pile: (i32, RandomValue),
}

/// Effect of an ego on an item's values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgoEffect {
    /// Without minima, which come last.
    pub effect: AffixEffect,
    /// The least to-hit, to-dam and to-ac.
    pub min: [Option<i32>; 3],
    /// The least pvals, one per line, as the byte that the program keeps: [`NO_MINIMUM`] is none.
    pub min_pvals: Vec<i32>,
}

/// The byte that stands for no minimum (`NO_MINIMUM`).
pub const NO_MINIMUM: i32 = 255;

/// The value rules for one catalog.
#[derive(Debug)]
pub struct SeveralValues {
    power: PowerCalculator,
    /// `[flag]`: its position among those that have pvals.
    pval_of: Vec<Option<u32>>,
    /// `[flag]`: its position among the random powers, of which the last is none.
    extra_of: Vec<u32>,
    extra: Vec<&'static str>,
    speed: FlagSet,
    cursed: FlagSet,
    kinds: Vec<SeveralKind>,
    egos: Vec<EgoEffect>,
    artifacts: Vec<ArtifactProperties>,
    bonuses: RollTables,
}

/// Effect of magic on items of a type, beside egos.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Magic {
    Nothing,
    /// To-hit and to-dam, and the dice if there are any.
    Weapon {
        grows: bool,
    },
    /// To-ac.
    Armour,
}

fn magic(tval: u16) -> Magic {
    match tval {
        16..=18 | 20..=23 => Magic::Weapon { grows: true },
        19 => Magic::Weapon { grows: false },
        30..=38 => Magic::Armour,
        _ => Magic::Nothing,
    }
}

impl SeveralValues {
    /// The rules for kinds, egos and artifacts in the catalog's order.
    pub fn new(
        power: PowerCalculator,
        kinds: Vec<SeveralKind>,
        egos: Vec<EgoEffect>,
        artifacts: Vec<ArtifactProperties>,
    ) -> SeveralValues {
        let flags = power.flags;
        let places = |set: FlagSet| {
            let mut places = vec![None; flags.len()];
            for (flag, place) in each(set).zip(0..) {
                places[flag as usize] = Some(place);
            }
            places
        };
        let random = egos.iter().flat_map(|ego| &ego.effect.random_flags).fold(0, |set, (_, flags)| set | flags);
        let none = random.count_ones();
        let extra = each(random).map(|flag| flags[flag as usize].name).chain([NO_EXTRA]).collect();
        let of_kinds = kinds.iter().flat_map(|kind| {
            let pvals = kind.effect.pvals.iter().map(|line| &line.value);
            kind.effect.bonus.iter().chain(pvals).chain(&kind.alone).chain([&kind.pile.1])
        });
        let of_egos = egos.iter().flat_map(|ego| {
            let pvals = ego.effect.pvals.iter().map(|line| &line.value);
            ego.effect.bonus.iter().chain(pvals)
        });
        let bonuses = RollTables::new([plusses::FIRST, plusses::SECOND].iter().chain(of_kinds).chain(of_egos));
        SeveralValues {
            pval_of: places(all(flags, |flag| flag.uses_pval)),
            extra_of: places(random).into_iter().map(|place| place.unwrap_or(none)).collect(),
            extra,
            speed: named(flags, "SPEED"),
            cursed: all(flags, |flag| flag.kind == FlagType::Curse),
            power,
            kinds,
            egos,
            artifacts,
            bonuses,
        }
    }

    /// Applies an ego, and counts its random power.
    fn ego(&self, item: &mut Item, ego: ItemEgo, luck: &mut PropertyStreams, counted: &mut Counted<'_>) {
        let effect = &self.egos[ego.id.at()].effect;
        if !effect.random_flags.is_empty() {
            let before = item.flags;
            item.add_random_flags(effect, &mut luck.others);
            let none = self.extra.len() as u32 - 1;
            let drawn = each(item.flags & !before & !effect.flags).next();
            let word = drawn.map_or(none, |flag| self.extra_of[flag as usize]);
            counted.add(blocks::EXTRA, ego.id.0 * self.extra.len() as u32 + word, 1);
        }
        item.add_values(effect, ego.level, &self.bonuses, luck);
    }

    /// Adds the magic of the group's power, then applies its ego's minima.
    fn finish(&self, item: &mut Item, group: &ItemGroup, luck: &mut Stream) {
        if group.power > 0 {
            match magic(item.tval) {
                Magic::Weapon { grows } => {
                    for bonus in &mut item.bonus[..2] {
                        *bonus += plus(group.power, group.level, &self.bonuses, luck);
                    }
                    if grows && group.power > 1 {
                        item.dice = more_dice(item.dice, item.sides, luck);
                    }
                }
                Magic::Armour => item.bonus[2] += plus(group.power, group.level, &self.bonuses, luck),
                Magic::Nothing => {}
            }
        }
        if (item.tval, item.sval) == RING_OF_SPEED {
            while luck.one_in(2) {
                item.raise(self.speed);
            }
        }
        if let Some(ego) = group.ego {
            minima(item, &self.egos[ego.id.at()]);
        }
        // 16 bits in the original.
        item.bonus = item.bonus.map(|bonus| i32::from(bonus as i16));
    }

    /// The pval of no flag.
    fn alone(&self, kind: &SeveralKind, level: u32, luck: &mut Stream) -> Option<i32> {
        if is_chest(kind) {
            let pval = luck.one_to(kind.level) as i32;
            return Some(if pval > HARDEST_CHEST { HARDEST_CHEST + luck.below(5) as i32 } else { pval });
        }
        kind.alone.map(|value| self.bonuses.roll(value, level, luck))
    }

    /// Counts `items` items with the same values.
    fn count(&self, item: &Item, alone: Option<i32>, items: u32, counted: &mut Counted<'_>) {
        for (block, bonus) in blocks::BONUSES.into_iter().zip(item.bonus) {
            counted.value(block, bonus, items);
        }
        counted.value(blocks::AC, item.ac, items);
        counted.value(blocks::WEIGHT, item.weight, items);
        counted.dice(item.dice, item.sides, items);
        for flag in each(item.flags) {
            counted.add(blocks::FLAGS, flag, items);
        }
        let mut pval = |of: u32, value: i32| {
            let range = NumberRange::VALUES;
            counted.add(PVAL, of * range.width() + range.place(value), items);
        };
        for at in 0..item.pvals {
            for flag in each(item.pval_flags[at] & item.flags) {
                if let Some(of) = self.pval_of[flag as usize] {
                    pval(of, item.pval[at]);
                }
            }
        }
        if let Some(value) = alone {
            pval(self.pval_of.iter().flatten().count() as u32, value);
        }
    }

    /// Power and price of a finished item; `alone` is its pval of no flag.
    fn appraise(&self, item: &Item, kind: &SeveralKind, alone: Option<i32>, is_ego: bool) -> Appraisal {
        let is_cursed = item.flags & self.cursed != 0;
        if !is_wearable(item.tval) {
            // Of other items power is never asked for.
            let charges = alone.filter(|_| matches!(item.tval, STAFF | WAND));
            return Appraisal { power: None, price: Some(price_of_kind(kind.cost.into(), charges, is_cursed)) };
        }
        let power = self.power.worth(item, is_ego);
        let price = price_of_power((item.tval, item.sval), power.total(), is_ego, is_cursed);
        Appraisal { power: Some(power), price: Some(price) }
    }

    fn piles(&self, kind: &SeveralKind, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        let (chance, size) = kind.pile;
        if !group.is_drop || chance <= 0 {
            counted.pile(1, group.items);
            return;
        }
        for _ in 0..group.items {
            let is_pile = chance >= luck.one_to(100) as i32;
            let number = if is_pile { self.bonuses.roll(size, group.level, luck).min(LARGEST_PILE) } else { 1 };
            counted.pile(number.max(0) as u32, 1);
        }
    }
}

/// Whether all items of a kind that are no ego have the same values at a power.
fn is_plain(kind: &SeveralKind, power: i8) -> bool {
    let is_fixed = |value: &RandomValue| value.m_bonus <= 0 && (value.dice <= 0 || value.sides <= 0);
    let effect = &kind.effect;
    let mut values = effect.bonus.iter().chain(effect.pvals.iter().map(|line| &line.value)).chain(&kind.alone);
    (power < 1 || magic(effect.tval) == Magic::Nothing)
        && (effect.tval, effect.sval) != RING_OF_SPEED
        && !is_chest(kind)
        && values.all(is_fixed)
}

fn is_chest(kind: &SeveralKind) -> bool {
    kind.effect.tval == 7 && kind.level > 0
}

/// Raises an item to the minima of its ego (`ego_apply_minima`). The bounds of the loop and the odd first condition,
/// which takes no notice of [`NO_MINIMUM`], are the program's.
fn minima(item: &mut Item, ego: &EgoEffect) {
    for (bonus, min) in item.bonus.iter_mut().zip(ego.min) {
        *bonus = min.map_or(*bonus, |min| min.max(*bonus));
    }
    let mut at = 0;
    while at < item.pvals {
        for (line, &min) in ego.effect.pvals.iter().zip(&ego.min_pvals) {
            for flag in each(line.flags).map(|flag| 1 << flag) {
                let is_missing = item.flags & flag == 0 && min > 0;
                let is_low = min != NO_MINIMUM && item.pval_flags[at] & flag != 0 && item.pval[at] < min;
                if is_missing || is_low {
                    item.add_pval(min - item.pval[at], flag);
                }
            }
        }
        at += 1;
    }
}

impl ValueRules for SeveralValues {
    fn blocks(&self) -> Vec<(Metric, Names)> {
        let names: Vec<_> = self.power.flags.iter().map(|flag| flag.name).collect();
        let pvals = each(all(self.power.flags, |flag| flag.uses_pval)).map(|flag| names[flag as usize]);
        let pvals = pvals.chain([NO_FLAG]).collect();
        let mut blocks = common(&POWERS, &names, self.extra.clone());
        blocks.push((Metric::PVAL, Names::FlagNumbers(pvals, NumberRange::VALUES)));
        blocks
    }

    fn roll(&self, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        let kind = &self.kinds[group.kind.at()];
        counted.add(blocks::POWER, group.power.unsigned_abs().into(), group.items);
        self.piles(kind, group, luck, counted);
        let mut own = PropertyStreams::forked(luck);
        // From here on the stream stands elsewhere, so that the next group is lucky in its own way.
        luck.bits();
        let is_plain = group.ego.is_none() && is_plain(kind, group.power);
        let (times, each) = if is_plain { (1, group.items) } else { (group.items, 1) };
        for _ in 0..times {
            let mut item = Item::prepare(&kind.effect, ROOM, group.level, &self.bonuses, &mut own);
            let alone = self.alone(kind, group.level, &mut own.others);
            if let Some(ego) = group.ego {
                self.ego(&mut item, ego, &mut own, counted);
            }
            self.finish(&mut item, group, &mut own.others);
            self.count(&item, alone, each, counted);
            counted.appraise(|| self.appraise(&item, kind, alone, group.ego.is_some()));
        }
    }

    fn artifacts(&self, kind: KindId, artifact: ArtifactId, items: u32, counted: &mut Counted<'_>) {
        counted.add(blocks::POWER, POWERS.len() as u32 - 1, items);
        counted.appraise(|| {
            let kind = &self.kinds[kind.at()];
            self.appraise(&self.artifacts[artifact.at()].item(&kind.effect, ROOM), kind, None, false)
        });
    }
}
