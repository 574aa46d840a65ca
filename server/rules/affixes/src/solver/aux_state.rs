//! Auxiliary states: an item's properties, besides the affixes that themes name, that decide whether a step is rolled
//! back.
//!
//! These are exclusive groups that are used up, and switches of the power calculation that affixes bring nearer by
//! known amounts (2.5.6, 2.8).

use super::super::{AffixSpec, constants::SLOTS};
use affixboard_kin::power::{INHIBITED_BLOWS, INHIBITED_MIGHT, INHIBITED_SHOTS, MAX_PVAL_SUM};
use affixboard_model::{
    engine::{
        flags::{FlagSet, Slot, each, named},
        item::{AffixEffect, KindEffect, PvalLine},
    },
    syntax::RandomValue,
};

/// The auxiliary state of an item. Every part only grows, so that later states of an item are never less by this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct AuxState {
    /// Exclusive groups of which the item has its one affix, as bits.
    pub(super) used_groups: u8,
    /// Bonuses that an affix's minimum keeps beyond their switch, whatever comes later: bits [`TO_HIT`], [`TO_DAM`],
    /// [`TO_AC`].
    over_limit: u8,
    blows: u8,
    shots: u8,
    might: u8,
    /// Weighted sum of those pvals that can pass its switch within an item's affixes.
    pub(super) pval_sum: u16,
}

impl AuxState {
    /// Extra blows, shots and might.
    pub(super) fn multipliers(self) -> [u8; 3] {
        [self.blows, self.shots, self.might]
    }

    /// Whether the item has extra blows, shots or might.
    pub(super) fn has_multipliers(self) -> bool {
        self.blows | self.shots | self.might != 0
    }
}

const TO_HIT: u8 = 1;
const TO_DAM: u8 = 2;
const TO_AC: u8 = 4;

/// Increment of an auxiliary state by an affix, for one outcome of its random values.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AuxDelta {
    over_limit: u8,
    blows: u32,
    shots: u32,
    might: u32,
    pval_sum: u32,
    p: f64,
}

/// Distribution of a random value that is the same at all levels, as value and probability. `None` where it depends on
/// the level, or has too many outcomes.
pub(super) fn level_free_distribution(value: RandomValue, min: Option<i32>) -> Option<Vec<(i32, f64)>> {
    const MOST: i32 = 40;
    let is_small = value.dice <= 1 && value.sides <= MOST;
    if value.m_bonus > 0 || !is_small {
        return None;
    }
    let sides = if value.dice == 1 { value.sides.max(0) } else { 0 };
    let at_least_min = |n: i32| min.map_or(n, |min| n.max(min));
    if sides == 0 {
        return Some(vec![(at_least_min(value.base), 1.0)]);
    }
    Some((1..=sides).map(|n| (at_least_min(value.base.saturating_add(n)), 1.0 / f64::from(sides))).collect())
}

/// The properties of a kind that the switches of the power calculation depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct PowerProfile {
    slot: Option<u8>,
    is_ammunition: bool,
    /// A launcher's multiplier; 1 for all else.
    multiplier: u8,
    /// The kind's own extra blows, shots and might.
    start: AuxState,
}

impl PowerProfile {
    /// The profile of a kind.
    pub(crate) fn new(kind: &KindEffect, spec: &'static AffixSpec) -> PowerProfile {
        let slot = Slot::of(kind.tval);
        let fixed = |name: &str| {
            let flag = named(spec.flags, name);
            let lines = kind.pvals.iter().filter(|line| line.flags & flag != 0);
            lines.map(|line| line.value.maximum().clamp(0, 9) as u8).sum()
        };
        PowerProfile {
            slot: slot.map(|slot| slot as u8),
            is_ammunition: matches!(kind.tval, 16..=18),
            multiplier: if slot == Some(Slot::Bow) { (kind.sval % 10) as u8 } else { 1 },
            start: AuxState {
                blows: fixed("BLOWS"),
                shots: fixed("SHOTS"),
                might: fixed("MIGHT"),
                ..AuxState::default()
            },
        }
    }

    /// The auxiliary state of an item before its first step.
    pub(super) fn start(&self) -> AuxState {
        self.start
    }

    fn is_bow(&self) -> bool {
        self.slot == Some(Slot::Bow as u8)
    }

    /// Whether an item in this state is too powerful for certain.
    fn is_too_powerful(&self, state: AuxState) -> bool {
        let shots = i32::from(state.shots);
        let might = i32::from(state.might);
        if state.over_limit & (TO_HIT | TO_AC) != 0 || u64::from(state.pval_sum) as i64 > MAX_PVAL_SUM {
            return true;
        }
        if i32::from(state.blows) >= INHIBITED_BLOWS || shots >= INHIBITED_SHOTS || might >= INHIBITED_MIGHT {
            return true;
        }
        // The power of to-dam is scaled afterwards on launchers and ammunition.
        let scale = if self.is_bow() { (1 + shots) * (i32::from(self.multiplier) + might) } else { 5 };
        state.over_limit & TO_DAM != 0 && !self.is_ammunition && scale >= 5
    }
}

/// Increments of auxiliary states by the affixes of a catalog.
#[derive(Debug)]
pub(crate) struct AuxDeltas {
    /// `[affix][outcome of its random values]`; the probabilities of an affix's outcomes sum to 1.
    by_affix: Vec<Vec<AuxDelta>>,
    /// `[affix]`: bonuses that it keeps beyond their switch, as in [`AuxState`].
    over_limit: Vec<u8>,
}

/// The flags that auxiliary states follow.
struct MultiplierFlags {
    blows: FlagSet,
    shots: FlagSet,
    might: FlagSet,
}

impl AuxDeltas {
    /// The deltas of all affixes of a catalog.
    pub(crate) fn new(affixes: &[AffixEffect], spec: &'static AffixSpec) -> AuxDeltas {
        let flags = MultiplierFlags {
            blows: named(spec.flags, "BLOWS"),
            shots: named(spec.flags, "SHOTS"),
            might: named(spec.flags, "MIGHT"),
        };
        // A bonus must stay beyond its switch whatever other affixes take off again.
        let worst = |bonus: usize| affixes.iter().map(|affix| affix.bonus[bonus].base.min(0)).min().unwrap_or(0);
        let worst = [worst(0), worst(1), worst(2)];
        let over_limit = |affix: &AffixEffect| {
            (0..3).fold(0, |over_limit, bonus| {
                let least = affix.min[bonus].unwrap_or(0).saturating_add(worst[bonus].saturating_mul(SLOTS as i32));
                over_limit | u8::from(least >= spec.power.inhibited[bonus]) << bonus
            })
        };
        let by_affix = affixes.iter().map(|affix| deltas_of(affix, over_limit(affix), &flags, spec)).collect();
        AuxDeltas { by_affix, over_limit: affixes.iter().map(over_limit).collect() }
    }

    /// The states of an item after it gets an affix, each with its probability; `None`: the step is rolled back.
    pub(super) fn after(
        &self,
        profile: &PowerProfile,
        state: AuxState,
        affix: usize,
        exclusive_bit: u8,
        follows_pval_sum: bool,
    ) -> impl Iterator<Item = (Option<AuxState>, f64)> {
        self.by_affix[affix].iter().map(move |delta| {
            let add = |n: u8, more: u32| n.saturating_add(more.min(255) as u8);
            let more_pvals = if follows_pval_sum { delta.pval_sum.min(10_000) as u16 } else { 0 };
            let after = AuxState {
                used_groups: state.used_groups | exclusive_bit,
                over_limit: state.over_limit | delta.over_limit,
                blows: add(state.blows, delta.blows),
                shots: add(state.shots, delta.shots),
                might: add(state.might, delta.might),
                pval_sum: state.pval_sum.saturating_add(more_pvals),
            };
            // Only launchers keep to-dam beyond its switch: other items are rolled back at once, and ammunition never.
            let kept = AuxState { over_limit: if profile.is_bow() { after.over_limit } else { 0 }, ..after };
            ((!profile.is_too_powerful(after)).then_some(kept), delta.p)
        })
    }

    /// Whether an item that gets this affix is rolled back whatever else it has.
    pub(super) fn is_always_rolled_back(&self, profile: &PowerProfile, affix: usize) -> bool {
        profile.is_too_powerful(AuxState { over_limit: self.over_limit[affix], ..profile.start })
    }

    /// Whether an item in a state may become too powerful by getting all of these affixes.
    pub(super) fn may_be_too_powerful(
        &self,
        profile: &PowerProfile,
        state: AuxState,
        affixes: impl Iterator<Item = usize>,
    ) -> bool {
        let mut most = state;
        for affix in affixes {
            most.over_limit |= self.over_limit[affix];
            let of =
                |part: fn(&AuxDelta) -> u32| self.by_affix[affix].iter().map(part).max().unwrap_or(0).min(100) as u8;
            most.blows = most.blows.saturating_add(of(|delta| delta.blows));
            most.shots = most.shots.saturating_add(of(|delta| delta.shots));
            most.might = most.might.saturating_add(of(|delta| delta.might));
        }
        profile.is_too_powerful(most)
    }

    /// Whether an affix keeps a bonus beyond its switch, which auxiliary states follow; 0: to-hit, 1: to-dam, 2: to-ac.
    pub(super) fn keeps_over_limit(&self, affix: usize, bonus: usize) -> bool {
        self.over_limit[affix] >> bonus & 1 == 1
    }

    /// The most that an affix adds to [`AuxState::pval_sum`].
    pub(super) fn max_pval_sum(&self, affix: usize) -> u32 {
        self.by_affix[affix].iter().map(|delta| delta.pval_sum).max().unwrap_or(0)
    }
}

fn deltas_of(affix: &AffixEffect, over_limit: u8, flags: &MultiplierFlags, spec: &'static AffixSpec) -> Vec<AuxDelta> {
    let mut deltas = vec![AuxDelta { over_limit, blows: 0, shots: 0, might: 0, pval_sum: 0, p: 1.0 }];
    for line in &affix.pvals {
        let multiplies = line.flags & (flags.blows | flags.shots | flags.might) != 0;
        let weight: i64 = each(line.flags).map(|flag| spec.flags[flag as usize].pval_weight.max(0)).sum();
        // Below an eighth of what the switch allows, an item's affixes can't pass it by this pval alone.
        let is_large = !multiplies && weight * i64::from(line.value.maximum()) * SLOTS as i64 > MAX_PVAL_SUM;
        let is_followed = multiplies || (is_large && affix.pvals.len() == 1);
        let Some(values) = is_followed.then(|| distribution_of(line)).flatten() else { continue };
        deltas = deltas
            .into_iter()
            .flat_map(|delta| {
                values.iter().map(move |&(value, p)| {
                    let value = value.max(0) as u32;
                    let of = |flag| if line.flags & flag != 0 { value } else { 0 };
                    AuxDelta {
                        blows: delta.blows + of(flags.blows),
                        shots: delta.shots + of(flags.shots),
                        might: delta.might + of(flags.might),
                        pval_sum: delta.pval_sum + if is_large { value * weight as u32 } else { 0 },
                        p: delta.p * p,
                        ..delta
                    }
                })
            })
            .collect();
    }
    deltas
}

fn distribution_of(line: &PvalLine) -> Option<Vec<(i32, f64)>> {
    level_free_distribution(line.value, line.min)
}
