//! When properties can't matter: upper bounds that prove that a step is not rolled back, in one addition per affix.
//!
//! A step is undone where power reaches 20,000. That takes one of a few switches (a bonus of 41, four immunities …) or
//! ordinary parts of that size. Each affix has an upper bound of what it adds towards each switch; bounds are bytes
//! side by side in one integer, and an item starts so that a byte reaches 128 just when its switch could be on. While no
//! byte does, no roll of any property can roll anything back, and properties need not be rolled at all. Once one does,
//! they are rolled and power is computed.

use super::{
    super::{Spec, model::AffixModel},
    power::{self, LIMIT, Ordinary},
};
use crate::{
    catalog::Theme,
    engine::{
        flags::{self, Flag, FlagSet, FlagType, Slot, each},
        item::{AffixEffect, KindEffect, PvalLine},
    },
    syntax::RandomValue,
};

/// Bounds side by side, a byte each.
pub(super) type Budget = u128;

/// The bits that say "perhaps".
pub(super) const PERHAPS: Budget = 0x8080_8080_8080_8080_8080_8080_8080_8080;
/// All bytes but those of to-hit and to-dam.
pub(super) const ALL_BUT_COMBAT: Budget = !0 << (8 * (Lane::ToDam as u32 + 1));
/// The most a byte may add at a time, so that no sum runs into the next byte.
const MOST: i64 = 127;

/// The bytes.
#[derive(Debug, Clone, Copy)]
enum Lane {
    ToHit,
    ToDam,
    ToAc,
    /// Half the sum of weighted pvals.
    PvalSum,
    /// Flags with a pval: as many pvals at the most, and with no more than three of them none is misplaced.
    PvalFlags,
    Blows,
    Shots,
    Might,
    Immunities,
    MoreDice,
    MoreSides,
    FewerDice,
    FewerSides,
    /// Eighths of the per cent by which base armour grows.
    Armour,
    /// Slays that are pvals, together, in units of [`SLAY_UNIT`].
    SlayPvals,
    /// What no bound is made for.
    Anything,
}

/// Slay pvals count in units of so many.
const SLAY_UNIT: i64 = 10;
/// Slay pvals an item may have together in those units: a multiplier of 11.
const FREE_SLAYS: i64 = 100;
/// Dice and sides an item may gain before its power is computed.
const FREE_DICE: i64 = 4;
const FREE_SIDES: i64 = 20;
/// Eighths of per cent base armour may grow by: 96 % in all, so by a factor below e^0.96 < 3.
const FREE_ARMOUR: i64 = 12;

/// Bounds of one thing, collected before they are packed.
#[derive(Debug, Default, Clone)]
struct Bounds([i64; 16]);

impl Bounds {
    fn add(&mut self, lane: Lane, amount: i64) {
        self.0[lane as usize] = self.0[lane as usize].saturating_add(amount.max(0));
    }

    fn pack(&self) -> Budget {
        self.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).min(MOST) as Budget)
    }
}

/// The bounds of a catalog.
#[derive(Debug)]
pub(super) struct Budgets {
    kinds: Vec<Budget>,
    ordinary: Vec<Ordinary>,
    affixes: Vec<Budget>,
    themes: Vec<Budget>,
    /// By kind: the damage that leaves its power below the limit; of those whose dice count.
    damage: Vec<Option<Damage>>,
    /// By kind: whether its bonuses could wrap around.
    wide_bonus: Vec<bool>,
    /// By affix: how many slays and brands it brings at the most.
    slays: Vec<usize>,
}

/// Whether a sum says that properties may matter.
#[inline]
pub(super) fn perhaps(budget: Budget) -> bool {
    budget & PERHAPS != 0
}

impl Budgets {
    pub(super) fn new<G>(model: &AffixModel<G>) -> Budgets {
        let sets = Sets::new(model.spec);
        let affixes: Vec<Bounds> = model.affixes.iter().map(|affix| affix_bounds(affix, &sets)).collect();
        let theme = |theme: &Theme| {
            let mut sum = Bounds::default();
            // A line without a chance only helps to bring the theme about.
            for part in theme.parts.iter().filter(|part| part.chance > 0) {
                for (total, amount) in sum.0.iter_mut().zip(affixes[part.affix.at()].0) {
                    *total = total.saturating_add(amount);
                }
            }
            sum.pack()
        };
        Budgets {
            kinds: model.kinds.iter().map(|kind| kind_start(&kind.effect, &sets)).collect(),
            ordinary: model.kinds.iter().map(|kind| ordinary(&kind.effect, &sets)).collect(),
            damage: model.kinds.iter().map(|kind| Damage::new(&kind.effect, &sets)).collect(),
            wide_bonus: model.kinds.iter().map(|kind| kind.effect.bonus.iter().any(is_wide)).collect(),
            slays: model.affixes.iter().map(|affix| sets.slays_of(affix)).collect(),
            themes: model.catalog.themes.iter().map(theme).collect(),
            affixes: affixes.iter().map(Bounds::pack).collect(),
        }
    }

    /// Budgets that never rule anything out: every item's properties are rolled and its power is computed.
    #[cfg(test)]
    pub(super) fn none(self) -> Budgets {
        let nothing = Ordinary { dice: -1, sides: -1, ac: -1, pval: -1, blows: 0, shots: 0, might: 0 };
        Budgets { kinds: vec![PERHAPS; self.kinds.len()], ordinary: vec![nothing; self.ordinary.len()], ..self }
    }

    #[inline]
    pub(super) fn kind(&self, kind: usize) -> Budget {
        self.kinds[kind]
    }

    /// What an item of a kind may grow to while its ordinary power is below the limit.
    #[inline]
    pub(super) fn ordinary(&self, kind: usize) -> &Ordinary {
        &self.ordinary[kind]
    }

    /// What damage leaves items of a kind below the limit; `None` where its dice don't count.
    pub(super) fn damage(&self, kind: usize) -> Option<&Damage> {
        self.damage[kind].as_ref()
    }

    /// Whether a kind's bonuses could wrap around in their 16 bits.
    pub(super) fn has_wide_bonus(&self, kind: usize) -> bool {
        self.wide_bonus[kind]
    }

    /// How many slays and brands an affix brings at the most.
    pub(super) fn slays(&self, affix: usize) -> usize {
        self.slays[affix]
    }

    #[inline]
    pub(super) fn affix(&self, affix: usize) -> Budget {
        self.affixes[affix]
    }

    #[inline]
    pub(super) fn theme(&self, theme: usize) -> Budget {
        self.themes[theme]
    }

    /// What is used up of some lanes with these affixes added; some sum that says "perhaps" once one does.
    pub(super) fn with(&self, budget: Budget, affixes: impl Iterator<Item = u16>, lanes: Budget) -> Budget {
        let mut sum = budget & lanes;
        for affix in affixes {
            if perhaps(sum) {
                break;
            }
            sum += self.affixes[usize::from(affix)] & lanes;
        }
        sum
    }
}

/// Sets of flags the bounds ask for.
struct Sets {
    spec: &'static Spec,
    immunities: FlagSet,
    blows: FlagSet,
    shots: FlagSet,
    might: FlagSet,
    /// Slays that are pvals.
    slays: FlagSet,
    /// Slays and brands, and what else counts as one in sets that grow with damage.
    slaying: FlagSet,
    /// What each slay or brand alone adds to what all monsters' power counts for, the most first, in per cent of it.
    slain: Vec<i64>,
}

impl Sets {
    /// A bonus counts in units of this, so that its limit fits a byte: to-hit, to-dam, to-ac.
    fn unit(&self, bonus: usize) -> i64 {
        i64::from(self.spec.power.inhibited[bonus]) / (MOST + 1) + 1
    }

    /// What a point of a pval adds to the bound of their sum. Flags that weigh nothing there but have power count as 1, so
    /// that the sum bounds those pvals too.
    fn weight(flag: &Flag) -> i64 {
        if flag.power == 0 { flag.pval_weight } else { flag.pval_weight.max(1) }
    }

    /// At most so much, in per cent, counts the power of all monsters to an item with so many slays and brands: each monster
    /// counts by the best that works on it, so that together they add no more than each alone.
    fn slain(&self, number: usize) -> i64 {
        100 + self.slain.iter().take(number).sum::<i64>()
    }

    fn slays_of(&self, affix: &AffixEffect) -> usize {
        let random = affix.random_flags.iter().map(|(number, from)| (*number).min((from & self.slaying).count_ones()));
        ((affix.flags & self.slaying).count_ones() + random.sum::<u32>()) as usize
    }
}

/// What each slay or brand alone adds to what all monsters' power counts for, the most first, in per cent of it, rounded up.
fn slain(spec: &Spec) -> Vec<i64> {
    let total: i64 = spec.power.monsters.iter().map(|monsters| monsters.1).sum();
    // The sum and its divisor are cut to hundreds; rounding up by more than that makes up for it.
    let adds = |slay: &(&str, u32, i64, bool)| {
        let works = spec.power.monsters.iter().filter(|(traits, _)| (traits >> slay.1 & 1 == 1) != slay.3);
        let power: i64 = works.map(|monsters| monsters.1).sum();
        (slay.2 - 1) * power * 100 / total.max(1) + 2
    };
    let mut adds: Vec<i64> = spec.power.slays.iter().map(adds).collect();
    adds.sort_unstable_by(|a, b| b.cmp(a));
    adds
}

impl Sets {
    fn new(spec: &'static Spec) -> Sets {
        let named = |name| flags::named(spec.flags, name);
        let slays = spec.power.slays.iter().fold(0, |set, slay| set | named(slay.0));
        Sets {
            spec,
            slays: if spec.power.slays_are_pvals { slays } else { 0 },
            slaying: slays
                | flags::all(spec.flags, |flag| matches!(flag.kind, FlagType::Slay | FlagType::Brand | FlagType::Kill)),
            slain: slain(spec),
            immunities: flags::all(spec.flags, |flag| flag.kind == FlagType::Imm),
            blows: named("BLOWS"),
            shots: named("SHOTS"),
            might: named("MIGHT"),
        }
    }
}

/// Far below zero a bonus would wrap around in its 16 bits.
fn is_wide(value: &RandomValue) -> bool {
    value.base < -1000
}

fn bonus_bounds(bounds: &mut Bounds, sets: &Sets, values: &[RandomValue; 3], minima: &[Option<i32>; 3]) {
    for (at, lane) in [Lane::ToHit, Lane::ToDam, Lane::ToAc].into_iter().enumerate() {
        let (value, unit) = (values[at], sets.unit(at));
        let most = i64::from(value.maximum()).max(minima[at].map_or(0, i64::from));
        bounds.add(lane, (most + unit - 1) / unit);
        if is_wide(&value) {
            bounds.add(Lane::Anything, MOST);
        }
    }
}

fn pval_bounds(bounds: &mut Bounds, lines: &[PvalLine], sets: &Sets) {
    let mut sum = 0;
    for line in lines {
        let most = i64::from(line.value.maximum()).max(line.min.map_or(0, i64::from)).max(0);
        for flag in each(line.flags) {
            sum += most.saturating_mul(Sets::weight(&sets.spec.flags[flag as usize]).max(0));
            bounds.add(Lane::PvalFlags, 1);
            if sets.slays & (1 << flag) != 0 {
                bounds.add(Lane::SlayPvals, (most + SLAY_UNIT - 1) / SLAY_UNIT);
            }
        }
        for (set, lane) in [(sets.blows, Lane::Blows), (sets.shots, Lane::Shots), (sets.might, Lane::Might)] {
            if line.flags & set != 0 {
                bounds.add(lane, most);
            }
        }
    }
    bounds.add(Lane::PvalSum, (sum + 1) / 2);
}

fn affix_bounds(affix: &AffixEffect, sets: &Sets) -> Bounds {
    let mut bounds = Bounds::default();
    bonus_bounds(&mut bounds, sets, &affix.bonus, &affix.min);
    pval_bounds(&mut bounds, &affix.pvals, sets);
    let random = affix
        .random_flags
        .iter()
        .map(|(number, choices)| i64::from((*number).min((choices & sets.immunities).count_ones())));
    bounds.add(Lane::Immunities, i64::from((affix.flags & sets.immunities).count_ones()) + random.sum::<i64>());
    bounds.add(Lane::MoreDice, i64::from(affix.dice));
    bounds.add(Lane::MoreSides, i64::from(affix.sides));
    bounds.add(Lane::FewerDice, -i64::from(affix.dice));
    bounds.add(Lane::FewerSides, -i64::from(affix.sides));
    bounds.add(Lane::Armour, (i64::from(affix.ac_percent) + 7) / 8);
    bounds
}

/// Whether a kind's dice count towards power.
fn has_damage(kind: &KindEffect) -> bool {
    matches!(kind.tval, 16..=18 | 20..=23)
}

/// Whether an item of a kind stays below the limit while it keeps within its allowances and no switch is on.
fn is_bounded(sets: &Sets, kind: &KindEffect) -> bool {
    let (dice, sides) = (i64::from(kind.dice), i64::from(kind.sides));
    let damage = match Slot::of(kind.tval) {
        _ if has_damage(kind) => (dice + 1 + FREE_DICE) * (sides + 2 + FREE_SIDES) * 5 / 4,
        Some(Slot::Bow) => 0,
        _ => 60,
    };
    ordinary_power(sets, kind, damage) < LIMIT && dice + FREE_DICE <= 254 && sides + FREE_SIDES <= 254
}

/// What damage leaves the power of items of a kind below the limit, while they keep within all other allowances and no
/// switch is on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Damage {
    dice: u8,
    sides: u8,
    /// By the number of slays and brands that affixes brought, the last for any number: the most damage.
    most: Vec<i64>,
}

impl Damage {
    fn new(kind: &KindEffect, sets: &Sets) -> Option<Damage> {
        let own = (kind.flags & sets.slaying).count_ones() as usize;
        let of = |number: Option<usize>| {
            // Power grows with damage.
            let (mut safe, mut unsafe_from) = (-1, 255 * 256 * 5 / 4 + 1);
            while unsafe_from - safe > 1 {
                let middle = i64::midpoint(safe, unsafe_from);
                let number = number.map(|number| number + own);
                let is_safe = power_with_slays(sets, kind, middle, number) < LIMIT;
                *(if is_safe { &mut safe } else { &mut unsafe_from }) = middle;
            }
            safe
        };
        let numbers = (0..=sets.slaying.count_ones() as usize).map(Some).chain([None]);
        has_damage(kind).then(|| Damage { dice: kind.dice, sides: kind.sides, most: numbers.map(of).collect() })
    }

    /// The dice and sides items of the kind have by themselves.
    pub(super) fn dice(&self) -> (u8, u8) {
        (self.dice, self.sides)
    }

    /// Whether these dice and sides leave an item with so many slays and brands from affixes below the limit.
    pub(super) fn allows(&self, (dice, sides): (u8, u8), slays: usize) -> bool {
        i64::from(dice) * (i64::from(sides) + 1) * 5 / 4 <= self.most[slays.min(self.most.len() - 1)]
    }
}

/// The most any pval may be: what the sum of weighted pvals allows, or where slays are pvals what they may be.
fn pval_allowance(sets: &Sets) -> i64 {
    if sets.spec.power.slays_are_pvals { FREE_SLAYS * SLAY_UNIT } else { power::MOST_PVAL_SUM }
}

/// The allowances in what they allow. A kind without bounds has none.
fn ordinary(kind: &KindEffect, sets: &Sets) -> Ordinary {
    if !is_bounded(sets, kind) {
        return Ordinary { dice: -1, sides: -1, ac: -1, pval: -1, blows: 0, shots: 0, might: 0 };
    }
    let [blows, shots, might] = multipliers(kind);
    let if_damage = |allowed: i64| if has_damage(kind) { allowed } else { i64::MAX };
    Ordinary {
        dice: if_damage(i64::from(kind.dice) + 1 + FREE_DICE),
        sides: if_damage(i64::from(kind.sides) + 1 + FREE_SIDES),
        ac: 3 * i64::from(kind.ac.max(0)),
        pval: pval_allowance(sets),
        blows,
        shots,
        might,
    }
}

/// Extra blows, shots and might an item of a kind may have. They multiply each other, so that each is allowed only where
/// games give it.
fn multipliers(kind: &KindEffect) -> [i64; 3] {
    if Slot::of(kind.tval) == Some(Slot::Bow) {
        [0, i64::from(power::INHIBITED_SHOTS) - 1, i64::from(power::INHIBITED_MIGHT) - 1]
    } else {
        [i64::from(power::INHIBITED_BLOWS) - 1, 0, 0]
    }
}

/// Where an item of a kind starts: each byte reaches 128 when more than its allowance is used up.
fn kind_start(kind: &KindEffect, sets: &Sets) -> Budget {
    let mut used = Bounds::default();
    bonus_bounds(&mut used, sets, &kind.bonus, &[None; 3]);
    pval_bounds(&mut used, &kind.pvals, sets);
    used.add(Lane::Immunities, i64::from((kind.flags & sets.immunities).count_ones()));
    let (dice, sides) = (i64::from(kind.dice), i64::from(kind.sides));
    let has_damage = has_damage(kind);
    if !is_bounded(sets, kind) {
        used.add(Lane::Anything, MOST + 1);
    }
    // Dice of what isn't thrown or wielded don't count.
    let if_damage = |allowed| if has_damage { allowed } else { MOST };
    let inhibited = sets.spec.power.inhibited.map(i64::from);
    let [blows, shots, might] = multipliers(kind);
    let mut start = Bounds::default();
    for (lane, allowed) in [
        (Lane::ToHit, (inhibited[0] - 1) / sets.unit(0)),
        (Lane::ToDam, (inhibited[1] - 1) / sets.unit(1)),
        (Lane::ToAc, (inhibited[2] - 1) / sets.unit(2)),
        (Lane::PvalSum, power::MOST_PVAL_SUM / 2),
        (Lane::PvalFlags, sets.spec.limits.pvals as i64),
        (Lane::Blows, blows),
        (Lane::Shots, shots),
        (Lane::Might, might),
        (Lane::Immunities, i64::from(power::INHIBITED_IMMUNITIES) - 1),
        (Lane::MoreDice, if_damage(FREE_DICE)),
        (Lane::MoreSides, if_damage(FREE_SIDES)),
        (Lane::FewerDice, if_damage(dice)),
        (Lane::FewerSides, if_damage(sides)),
        (Lane::Armour, FREE_ARMOUR),
        (Lane::SlayPvals, FREE_SLAYS),
        (Lane::Anything, MOST),
    ] {
        start.0[lane as usize] = MOST - allowed + used.0[lane as usize];
    }
    // A kind that is over an allowance by itself starts at "perhaps".
    start.0.iter().rev().fold(0, |packed, amount| packed << 8 | (*amount).clamp(0, MOST + 1) as Budget)
}

/// More than the power of any item of a kind without a switch on, whose affixes stay within their allowances.
fn ordinary_power(sets: &Sets, kind: &KindEffect, damage: i64) -> i64 {
    power_with_slays(sets, kind, damage, None)
}

/// The same for an item that has at most so many slays and brands, or any.
fn power_with_slays(sets: &Sets, kind: &KindEffect, damage: i64, number: Option<usize>) -> i64 {
    let slot = Slot::of(kind.tval);
    let [to_hit, to_dam, to_ac] = sets.spec.power.inhibited.map(|bonus| i64::from(bonus) - 1);
    let [blows, shots, might] = multipliers(kind);
    let multiplier = i64::from(if slot == Some(Slot::Bow) { kind.sval % 10 } else { 1 }) + might;
    // To-dam counts two and a half times, and five more times for what has no dice; a launcher's kind up to 35.
    let points = sets.spec.power.points;
    let bare = to_dam * 15 / (2 * points) + 2 + damage + 35;
    let scaled = (bare * (5 + blows) / 5 + 75 * blows / 2) * (1 + shots) * multiplier;
    // The best multiplier is 5, or with slay pvals within their allowance 11.
    let best = if sets.spec.power.slays_are_pvals { 1 + FREE_SLAYS * SLAY_UNIT / 100 } else { 5 };
    let few = number.filter(|_| !sets.spec.power.slays_are_pvals);
    let slays = few.map_or(damage * best + damage, |number| damage * sets.slain(number) / 100 + 1);
    let armour = 1 + 3 * i64::from(kind.ac.max(0)) * 5 + to_ac + 2 * to_ac + 4 * to_ac;
    let factor = |flag: &Flag| slot.map_or(1, |slot| flag.slots[slot as usize]);
    let once: i64 =
        sets.spec.flags.iter().filter(|flag| !flag.uses_pval).map(|flag| (flag.power * factor(flag)).max(0)).sum();
    // Pvals are bounded by their weighted sum, so by the flag with the most power per weight.
    let dearest = sets
        .spec
        .flags
        .iter()
        .filter(|flag| flag.uses_pval && flag.power > 0)
        .map(|flag| flag.power * factor(flag) / Sets::weight(flag).max(1) + 1);
    let pvals = power::MOST_PVAL_SUM * dearest.max().unwrap_or(0);
    // Pvals with power that don't count in that sum are bounded one by one.
    let weightless: i64 = sets
        .spec
        .flags
        .iter()
        .filter(|flag| flag.uses_pval && flag.power > 0 && flag.pval_weight == 0)
        .map(|flag| flag.power * factor(flag) * pval_allowance(sets))
        .sum();
    // Squares of the sets of flags, those that grow with damage, and the bonuses for full sets. Of so many slays, brands and
    // kills together the squares are largest where sets with larger factors are as full as they get, or one set has all.
    let of_number = |number: usize| {
        let most = number as i64;
        let squares = |[slays, brands, kills]: [i64; 3]| slays * slays + 2 * brands * brands + 3 * kills * kills;
        let splits = (0..=most.min(3)).flat_map(|kills| (0..=(most - kills).min(5)).map(move |brands| (kills, brands)));
        splits.map(|(kills, brands)| squares([(most - kills - brands).min(8), brands, kills])).max().unwrap_or(0)
    };
    let by_damage = few.map_or(64 + 2 * 25 + 3 * 9, of_number);
    let sets = 25 + 6 * 9 + 16 + 2 * 81 + 3 * 16 + 64 + by_damage * damage / 25 + 200;
    scaled
        + slays
        + to_hit * 3 / (2 * points)
        + armour
        + 4
        + once
        + pvals
        + weightless
        + 110
        + sets
        + kind.effect_power.max(0)
}
