//! Values where an item has one pval: Angband 2.8 to 3.0 (object2.c, `object_prep`, `apply_magic`, `a_m_aux_1` to
//! `a_m_aux_4`; RULES of 3.0, 6).

use super::{
    Counted, ItemGroup, ValueRules, blocks,
    combat::Combat,
    counted::common,
    plusses::{self, more_dice, plus},
    price::{ArmourPrice, Costs, FlagPrices, PricedItem, price},
};
use affixboard_model::{
    batch::{Metric, Names, NumberRange},
    catalog::{ArtifactId, KindId},
    engine::{
        flags::{FlagSet, each},
        random::Stream,
        roll_tables::RollTables,
    },
    game::Appraisal,
    syntax::RandomValue,
};

/// The blocks beside the common ones.
const PVAL: usize = blocks::OWN;
const CURSED: usize = blocks::OWN + 1;
const BROKEN: usize = blocks::OWN + 2;

/// Powers from terrible to excellent, and what became an artifact.
const POWERS: [&str; 6] = ["-2", "-1", "0", "1", "2", "artifact"];
const WORST: i8 = -2;
/// Shots, bolts, arrows and spikes lie in piles of 6d7.
const PILE: RandomValue = RandomValue { base: 0, dice: 6, sides: 7, m_bonus: 0 };
/// A ruined digger digs so badly.
const RUINED: RandomValue = RandomValue { base: 5, dice: 1, sides: 5, m_bonus: 0 };
/// Chests are no harder to open than this, and then 0 to 4 more.
const HARDEST_CHEST: i32 = 55;

/// Value rules of a game that its files don't contain.
#[derive(Debug)]
pub struct ValueSpec {
    /// Whether an ego decides if the bonuses of weapons and armour rise or fall; else the power does.
    pub ego_sets_power: bool,
    /// Flags by number of an ego's random power, from 1. The ego gets one of them.
    pub extra: [&'static [&'static str]; 3],
    /// Rings and amulets.
    pub trinkets: &'static [Trinket],
    /// Charges by sval: sides of a die, and a constant that is added.
    pub wands: &'static [(u8, u8)],
    /// Charges of staves, as those of wands.
    pub staves: &'static [(u8, u8)],
    /// How a price counts armour class.
    pub armour_price: ArmourPrice,
}

/// Effect of magic on a ring or amulet.
#[derive(Debug)]
pub struct Trinket {
    /// Item type.
    pub tval: u8,
    /// Kind within the item type.
    pub sval: u8,
    /// When its values turn negative, and it becomes worthless and cursed.
    pub turns: Turns,
    /// To-hit, to-dam, to-ac and pval in place of the kind's; 0 leaves it as it is.
    pub values: [RandomValue; 4],
    /// Whether its pval grows by 1 as long as a coin falls so.
    pub grows: bool,
}

/// When the values of a ring or amulet are negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// Never.
    Never,
    /// If its power is negative.
    WithPower,
    /// Always.
    Always,
}

/// Marks of an item that is worse than others of its kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Marks {
    /// Cursed.
    pub cursed: bool,
    /// Worthless.
    pub broken: bool,
}

impl Marks {
    const BOTH: Marks = Marks { cursed: true, broken: true };

    /// Whether it has one of them.
    pub fn any(self) -> bool {
        self.cursed || self.broken
    }

    fn and(self, other: Marks) -> Marks {
        Marks { cursed: self.cursed || other.cursed, broken: self.broken || other.broken }
    }
}

/// Base values of a kind's items, before magic.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SingleKindValues {
    /// Item type.
    pub tval: u8,
    /// Kind within the item type.
    pub sval: u8,
    /// The level in its `W:` line.
    pub level: u8,
    /// Number that its flags share.
    pub pval: i16,
    /// Base armour class.
    pub ac: i16,
    /// Number of dice.
    pub dice: u8,
    /// Sides of a die.
    pub sides: u8,
    /// In tenths of a pound.
    pub weight: i16,
    /// To-hit, to-dam, to-ac.
    pub bonuses: [i16; 3],
    /// Flags.
    pub flags: FlagSet,
    /// In gold.
    pub cost: i32,
    /// Attack, evasion and dice, in games that have these in place of bonuses.
    pub combat: Combat,
    /// Whether it is cursed or broken.
    pub marks: Marks,
}

/// Values of an artifact, as far as its price depends on them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SingleArtifactValues {
    /// Number that its flags share.
    pub pval: i16,
    /// Number of dice.
    pub dice: u8,
    /// Sides of a die.
    pub sides: u8,
    /// To-hit, to-dam, to-ac.
    pub bonuses: [i16; 3],
    /// Flags.
    pub flags: FlagSet,
    /// In gold.
    pub cost: i32,
    /// Whether it is cursed or broken.
    pub marks: Marks,
}

/// Effect of an ego on an item's values.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SingleEgoValues {
    /// The most it changes to-hit, to-dam, to-ac and pval by.
    pub most: [u8; 4],
    /// The most it adds to attack, evasion and dice, in games that have these in place of bonuses.
    pub most_combat: Combat,
    /// Number of its random power, from 1; 0 and numbers beyond the last mean none.
    pub extra: u8,
    /// Flags.
    pub flags: FlagSet,
    /// In gold.
    pub cost: i32,
    /// Whether it is cursed or broken.
    pub marks: Marks,
}

/// The value rules for one catalog.
#[derive(Debug)]
pub struct SingleValues {
    spec: &'static ValueSpec,
    flags: &'static [&'static str],
    /// The random powers of each sort, as flags.
    extra: [Vec<u32>; 3],
    /// All of them, in the order of their flags.
    extra_words: Vec<u32>,
    kinds: Vec<Kind>,
    egos: Vec<SingleEgoValues>,
    /// `[artifact]`.
    artifacts: Vec<SingleArtifactValues>,
    bonuses: RollTables,
    prices: FlagPrices,
}

#[derive(Debug)]
struct Kind {
    values: SingleKindValues,
    magic: Magic,
}

/// Effect of magic on items of a type.
#[derive(Debug, Clone, Copy)]
enum Magic {
    /// Nothing.
    Nothing,
    /// To-hit and to-dam rise or fall by power.
    Weapon(Dice),
    /// To-ac rises or falls by power.
    Armour,
    /// As its entry in the table says.
    Trinket(&'static Trinket),
    /// No entry: nothing but that its power is rolled.
    PlainTrinket,
    /// Light: a pval up to the kind's.
    Fuel,
    /// Its pval is a number of charges.
    Charges(RandomValue),
    /// As hard to open as its level, at most.
    Chest,
}

/// Effect of power on a weapon, beside its bonuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dice {
    Stay,
    /// More of them where it is excellent.
    Grow,
    /// Diggers: their pval turns with a negative power.
    Digs,
}

/// An item while its values are rolled.
#[derive(Debug, Clone, Copy)]
struct Item {
    bonuses: [i32; 3],
    pval: i32,
    dice: u8,
    marks: Marks,
    power: i8,
}

impl SingleValues {
    /// The rules for kinds, egos and artifacts in the catalog's order.
    pub fn new(
        spec: &'static ValueSpec,
        flags: &'static [&'static str],
        kinds: Vec<SingleKindValues>,
        egos: Vec<SingleEgoValues>,
        artifacts: Vec<SingleArtifactValues>,
    ) -> SingleValues {
        let flag = |name: &&str| (0..).zip(flags).find(|(_, known)| *known == name).map(|(at, _)| at);
        let extra = spec.extra.map(|names| names.iter().filter_map(flag).collect::<Vec<u32>>());
        let mut extra_words: Vec<u32> = extra.iter().flatten().copied().collect();
        extra_words.sort_unstable();
        extra_words.dedup();
        let charges = |(sides, base): (u8, u8)| RandomValue {
            base: i32::from(base),
            dice: 1,
            sides: i32::from(sides),
            m_bonus: 0,
        };
        let magic = |kind: &SingleKindValues| match kind.tval {
            16..=18 | 21..=23 => Magic::Weapon(Dice::Grow),
            19 => Magic::Weapon(Dice::Stay),
            20 => Magic::Weapon(Dice::Digs),
            30..=38 => Magic::Armour,
            40 | 45 => {
                let same = |trinket: &&Trinket| (trinket.tval, trinket.sval) == (kind.tval, kind.sval);
                spec.trinkets.iter().find(same).map_or(Magic::PlainTrinket, Magic::Trinket)
            }
            39 if kind.sval <= 1 && kind.pval > 0 => Magic::Fuel,
            65 => spec.wands.get(usize::from(kind.sval)).map_or(Magic::Nothing, |of| Magic::Charges(charges(*of))),
            55 => spec.staves.get(usize::from(kind.sval)).map_or(Magic::Nothing, |of| Magic::Charges(charges(*of))),
            7 if kind.level > 0 => Magic::Chest,
            _ => Magic::Nothing,
        };
        let values = [plusses::FIRST, plusses::SECOND, PILE];
        let bonuses = RollTables::new(values.iter().chain(spec.trinkets.iter().flat_map(|trinket| &trinket.values)));
        let kinds = kinds.into_iter().map(|values| Kind { magic: magic(&values), values }).collect();
        let prices = FlagPrices::new(flags, spec.armour_price);
        SingleValues { spec, flags, extra, extra_words, kinds, egos, artifacts, bonuses, prices }
    }

    /// Applies magic to an item that has its kind's values.
    fn enchant(&self, item: &mut Item, kind: &Kind, level: u32, ego: Option<&SingleEgoValues>, luck: &mut Stream) {
        if let (Magic::Weapon(_) | Magic::Armour, Some(ego), true) = (kind.magic, ego, self.spec.ego_sets_power) {
            item.power = if ego.marks.cursed { -2 } else { 2 };
        }
        let power = item.power;
        match kind.magic {
            Magic::Weapon(dice) if power != 0 => {
                item.bonuses[0] += plus(power, level, &self.bonuses, luck);
                item.bonuses[1] += plus(power, level, &self.bonuses, luck);
                item.marks.cursed |= power < 0 && item.bonuses[0] + item.bonuses[1] < 0;
                match (dice, power) {
                    (Dice::Grow, 2..) => item.dice = more_dice(item.dice, kind.values.sides, luck),
                    (Dice::Digs, ..=-2) => item.pval = -self.bonuses.roll(RUINED, level, luck),
                    (Dice::Digs, -1) => item.pval = -item.pval,
                    _ => {}
                }
            }
            Magic::Armour if power != 0 => {
                item.bonuses[2] += plus(power, level, &self.bonuses, luck);
                item.marks.cursed |= power < 0 && item.bonuses[2] < 0;
            }
            Magic::PlainTrinket if power == 0 => item.power = -i8::from(luck.one_in(2)),
            Magic::Trinket(trinket) => {
                if power == 0 {
                    item.power = -i8::from(luck.one_in(2));
                }
                self.trinket(item, trinket, level, luck);
            }
            Magic::Fuel => item.pval = luck.one_to(item.pval as u32) as i32,
            Magic::Charges(charges) => item.pval = self.bonuses.roll(charges, level, luck),
            Magic::Chest => {
                item.pval = luck.one_to(u32::from(kind.values.level)) as i32;
                if item.pval > HARDEST_CHEST {
                    item.pval = HARDEST_CHEST + luck.below(5) as i32;
                }
            }
            _ => {}
        }
    }

    fn trinket(&self, item: &mut Item, trinket: &Trinket, level: u32, luck: &mut Stream) {
        let is_bad = match trinket.turns {
            Turns::Never => false,
            Turns::WithPower => item.power < 0,
            Turns::Always => true,
        };
        let [to_hit, to_dam, to_ac] = &mut item.bonuses;
        for (value, rolled) in [to_hit, to_dam, to_ac, &mut item.pval].into_iter().zip(trinket.values) {
            if rolled != RandomValue::default() {
                let rolled = self.bonuses.roll(rolled, level, luck);
                *value = if is_bad { -rolled } else { rolled };
            }
        }
        if trinket.grows {
            while luck.one_in(2) {
                item.pval += if is_bad { -1 } else { 1 };
            }
        }
        if is_bad {
            item.marks = Marks::BOTH;
        }
    }

    /// Adds the ego's bonuses, last; subtracts them from a cursed or worthless item.
    fn finish(item: &mut Item, ego: &SingleEgoValues, luck: &mut Stream) {
        item.marks = item.marks.and(ego.marks);
        let sign = if item.marks.any() { -1 } else { 1 };
        let [to_hit, to_dam, to_ac] = &mut item.bonuses;
        for (value, most) in [to_hit, to_dam, to_ac, &mut item.pval].into_iter().zip(ego.most) {
            if most > 0 {
                *value += sign * luck.one_to(u32::from(most)) as i32;
            }
        }
    }

    /// Counts `items` items with the same values, except flags and values that the kind decides.
    fn count(item: &Item, kind: &SingleKindValues, items: u32, counted: &mut Counted<'_>) {
        // 16 bits in the original.
        for (block, bonus) in blocks::BONUSES.into_iter().zip(item.bonuses) {
            counted.value(block, i32::from(bonus as i16), items);
        }
        counted.value(PVAL, i32::from(item.pval as i16), items);
        counted.dice(item.dice, kind.sides, items);
        counted.add(blocks::POWER, u32::from((item.power - WORST).unsigned_abs()), items);
        marks(item.marks, items, counted);
    }

    /// Price of an item with the flags of its kind and ego. Random powers cost nothing.
    fn appraise(&self, item: &Item, kind: &SingleKindValues, flags: FlagSet, ego: Option<i32>) -> Appraisal {
        let bonuses = item.bonuses.map(|bonus| i32::from(bonus as i16));
        let (pval, dice, sides) = (i32::from(item.pval as i16), item.dice, kind.sides);
        let priced = PricedItem { bonuses, pval, dice, sides, flags, marks: item.marks };
        Appraisal { power: None, price: Some(price(&priced, kind, Costs { ego, artifact: None }, &self.prices)) }
    }

    /// The random power of an ego, counted with the flag it gives. One that the item has already may come too.
    fn extra(
        &self,
        group: &ItemGroup,
        ego: u32,
        sort: u8,
        flags: FlagSet,
        luck: &mut Stream,
        counted: &mut Counted<'_>,
    ) {
        let sets = self.extra.get(usize::from(sort).wrapping_sub(1));
        let Some(set) = sets.filter(|set| !set.is_empty()) else { return };
        for _ in 0..group.items {
            let flag = set[luck.below(set.len() as u32) as usize];
            let word = self.extra_words.partition_point(|known| *known < flag);
            counted.add(blocks::EXTRA, ego * self.extra_words.len() as u32 + word as u32, 1);
            if flags & (1 << flag) == 0 {
                counted.add(blocks::FLAGS, flag, 1);
            }
        }
    }
}

fn marks(marks: Marks, items: u32, counted: &mut Counted<'_>) {
    for (block, is_marked) in [(CURSED, marks.cursed), (BROKEN, marks.broken)] {
        if is_marked {
            counted.add(block, 0, items);
        }
    }
}

impl ValueRules for SingleValues {
    fn blocks(&self) -> Vec<(Metric, Names)> {
        let extra = self.extra_words.iter().map(|flag| self.flags[*flag as usize]).collect();
        let mut blocks = common(&POWERS, self.flags, extra);
        blocks.push((Metric::PVAL, Names::Numbers(NumberRange::VALUES)));
        blocks.extend([Metric::CURSED, Metric::BROKEN].map(|metric| (metric, Names::Kind)));
        blocks
    }

    fn roll(&self, group: &ItemGroup, luck: &mut Stream, counted: &mut Counted<'_>) {
        let (kind, items) = (&self.kinds[group.kind.at()], group.items);
        let values = &kind.values;
        let ego = group.ego.map(|ego| (ego.id.0, &self.egos[ego.id.at()]));
        counted.value(blocks::AC, i32::from(values.ac), items);
        counted.value(blocks::WEIGHT, i32::from(values.weight), items);
        let flags = values.flags | ego.map_or(0, |(_, ego)| ego.flags);
        for flag in each(flags) {
            counted.add(blocks::FLAGS, flag, items);
        }
        if let Some((id, ego)) = ego {
            self.extra(group, id, ego.extra, flags, luck, counted);
        }
        if group.is_drop && matches!(values.tval, 5 | 16..=18) {
            for _ in 0..items {
                counted.pile(self.bonuses.roll(PILE, group.level, luck) as u32, 1);
            }
        } else {
            counted.pile(1, items);
        }
        let plain = Item {
            bonuses: values.bonuses.map(i32::from),
            pval: i32::from(values.pval),
            dice: values.dice,
            marks: values.marks,
            power: group.power,
        };
        let is_plain = match kind.magic {
            Magic::Nothing => true,
            Magic::Weapon(_) | Magic::Armour => group.power == 0,
            Magic::PlainTrinket => group.power != 0,
            _ => false,
        };
        if is_plain && ego.is_none() {
            SingleValues::count(&plain, values, items, counted);
            counted.appraise(|| self.appraise(&plain, values, flags, None));
            return;
        }
        for _ in 0..items {
            let mut item = plain;
            self.enchant(&mut item, kind, group.level, ego.map(|ego| ego.1), luck);
            if let Some((_, ego)) = ego {
                SingleValues::finish(&mut item, ego, luck);
            }
            SingleValues::count(&item, values, 1, counted);
            counted.appraise(|| self.appraise(&item, values, flags, ego.map(|(_, ego)| ego.cost)));
        }
    }

    fn artifacts(&self, kind: KindId, artifact: ArtifactId, items: u32, counted: &mut Counted<'_>) {
        counted.add(blocks::POWER, POWERS.len() as u32 - 1, items);
        let (kind, artifact) = (&self.kinds[kind.at()].values, &self.artifacts[artifact.at()]);
        let both = kind.marks.and(artifact.marks);
        marks(both, items, counted);
        counted.appraise(|| {
            let SingleArtifactValues { dice, sides, flags, cost, .. } = *artifact;
            let (bonuses, pval) = (artifact.bonuses.map(i32::from), i32::from(artifact.pval));
            let priced = PricedItem { bonuses, pval, dice, sides, flags, marks: both };
            let costs = Costs { ego: None, artifact: Some(cost) };
            Appraisal { power: None, price: Some(price(&priced, kind, costs, &self.prices)) }
        });
    }
}
