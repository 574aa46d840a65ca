//! What of an item, besides its affixes' part in themes, decides what becomes of a step: classes that are used up, and
//! switches of the power calculation that affixes bring nearer by known amounts (2.5.6, 2.8).

use super::super::{
    SLOTS,
    power::{INHIBITED_BLOWS, INHIBITED_MIGHT, INHIBITED_SHOTS, MOST_PVAL_SUM},
};
use crate::{
    engine::{
        flags::{FlagSet, Slot, each, named},
        item::{AffixEffect, KindEffect, PvalLine},
    },
    families::affixes::Spec,
    syntax::RandomValue,
};

/// What is known of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(super) struct Mark {
    /// Classes of affixes of which it has its one.
    pub(super) used: u8,
    /// Bonuses an affix has lifted beyond their switch for good: to-hit, to-dam, to-ac.
    lifted: u8,
    blows: u8,
    shots: u8,
    might: u8,
    /// The weighted sum of those pvals that can pass its switch within an item's affixes.
    pub(super) pvals: u16,
}

impl Mark {
    /// Its extra blows, shots and might.
    pub(super) fn multipliers(self) -> [u8; 3] {
        [self.blows, self.shots, self.might]
    }

    /// Whether an item has extra blows, shots or might.
    pub(super) fn multiplies(self) -> bool {
        self.blows | self.shots | self.might != 0
    }
}

const TO_HIT: u8 = 1;
const TO_DAM: u8 = 2;
const TO_AC: u8 = 4;

/// What an affix adds to a mark, one way it can come out.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gain {
    lifted: u8,
    blows: u32,
    shots: u32,
    might: u32,
    pvals: u32,
    chance: f64,
}

/// How likely each value of a level is, for those without a part that depends on the level; none for others.
pub(super) fn outcomes(value: RandomValue, min: Option<i32>) -> Option<Vec<(i32, f64)>> {
    const MOST: i32 = 40;
    let is_small = value.dice <= 1 && value.sides <= MOST;
    if value.m_bonus > 0 || !is_small {
        return None;
    }
    let sides = if value.dice == 1 { value.sides.max(0) } else { 0 };
    let lifted = |n: i32| min.map_or(n, |min| n.max(min));
    if sides == 0 {
        return Some(vec![(lifted(value.base), 1.0)]);
    }
    Some((1..=sides).map(|n| (lifted(value.base.saturating_add(n)), 1.0 / f64::from(sides))).collect())
}

/// What of a kind decides when a step is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Frame {
    slot: Option<u8>,
    is_ammunition: bool,
    /// A launcher's multiplier.
    multiplier: u8,
    /// Its own extra blows, shots and might.
    start: Mark,
}

impl Frame {
    pub(super) fn new(kind: &KindEffect, spec: &'static Spec) -> Frame {
        let slot = Slot::of(kind.tval);
        let fixed = |name: &str| {
            let flag = named(spec.flags, name);
            let lines = kind.pvals.iter().filter(|line| line.flags & flag != 0);
            lines.map(|line| line.value.maximum().clamp(0, 9) as u8).sum()
        };
        Frame {
            slot: slot.map(|slot| slot as u8),
            is_ammunition: matches!(kind.tval, 16..=18),
            multiplier: if slot == Some(Slot::Bow) { (kind.sval % 10) as u8 } else { 1 },
            start: Mark { blows: fixed("BLOWS"), shots: fixed("SHOTS"), might: fixed("MIGHT"), ..Mark::default() },
        }
    }

    pub(super) fn start(&self) -> Mark {
        self.start
    }

    fn is_bow(&self) -> bool {
        self.slot == Some(Slot::Bow as u8)
    }

    /// Whether an item with this mark is certainly too powerful.
    fn is_too_powerful(&self, mark: Mark) -> bool {
        let shots = i32::from(mark.shots);
        let might = i32::from(mark.might);
        if mark.lifted & (TO_HIT | TO_AC) != 0 || u64::from(mark.pvals) as i64 > MOST_PVAL_SUM {
            return true;
        }
        if i32::from(mark.blows) >= INHIBITED_BLOWS || shots >= INHIBITED_SHOTS || might >= INHIBITED_MIGHT {
            return true;
        }
        // What to-dam adds is scaled afterwards on launchers and ammunition.
        let scale = if self.is_bow() { (1 + shots) * (i32::from(self.multiplier) + might) } else { 5 };
        mark.lifted & TO_DAM != 0 && !self.is_ammunition && scale >= 5
    }
}

/// What the affixes of a catalog add to marks.
#[derive(Debug)]
pub(super) struct Gains {
    by_affix: Vec<Vec<Gain>>,
    lifts: Vec<u8>,
}

/// The flags marks follow.
struct Followed {
    blows: FlagSet,
    shots: FlagSet,
    might: FlagSet,
}

impl Gains {
    pub(super) fn new(affixes: &[AffixEffect], spec: &'static Spec) -> Gains {
        let followed = Followed {
            blows: named(spec.flags, "BLOWS"),
            shots: named(spec.flags, "SHOTS"),
            might: named(spec.flags, "MIGHT"),
        };
        // A lift must outlast whatever other affixes take off again.
        let worst = |bonus: usize| affixes.iter().map(|affix| affix.bonus[bonus].base.min(0)).min().unwrap_or(0);
        let worst = [worst(0), worst(1), worst(2)];
        let lifts = |affix: &AffixEffect| {
            (0..3).fold(0, |lifts, bonus| {
                let least = affix.min[bonus].unwrap_or(0).saturating_add(worst[bonus].saturating_mul(SLOTS as i32));
                lifts | u8::from(least >= spec.power.inhibited[bonus]) << bonus
            })
        };
        let by_affix = affixes.iter().map(|affix| gains(affix, lifts(affix), &followed, spec)).collect();
        Gains { by_affix, lifts: affixes.iter().map(lifts).collect() }
    }

    /// The marks an item may have once it gets an affix, each with its chance; `None`: the step is undone.
    pub(super) fn after(
        &self,
        frame: &Frame,
        mark: Mark,
        affix: usize,
        class_bit: u8,
        follows_pvals: bool,
    ) -> impl Iterator<Item = (Option<Mark>, f64)> {
        self.by_affix[affix].iter().map(move |gain| {
            let add = |n: u8, more: u32| n.saturating_add(more.min(255) as u8);
            let after = Mark {
                used: mark.used | class_bit,
                lifted: mark.lifted | gain.lifted,
                blows: add(mark.blows, gain.blows),
                shots: add(mark.shots, gain.shots),
                might: add(mark.might, gain.might),
                pvals: mark.pvals.saturating_add(if follows_pvals { gain.pvals.min(10_000) as u16 } else { 0 }),
            };
            // Lifts of to-dam only matter to launchers: others are undone at once, and ammunition never.
            let kept = Mark { lifted: if frame.is_bow() { after.lifted } else { 0 }, ..after };
            ((!frame.is_too_powerful(after)).then_some(kept), gain.chance)
        })
    }

    /// Whether an item that gets this affix is undone whatever else it has.
    pub(super) fn is_always_undone(&self, frame: &Frame, affix: usize) -> bool {
        frame.is_too_powerful(Mark { lifted: self.lifts[affix], ..frame.start })
    }

    /// Whether an item with a mark may become too powerful by getting all of these affixes.
    pub(super) fn may_be_too_powerful(&self, frame: &Frame, mark: Mark, affixes: impl Iterator<Item = usize>) -> bool {
        let mut most = mark;
        for affix in affixes {
            most.lifted |= self.lifts[affix];
            let of = |part: fn(&Gain) -> u32| self.by_affix[affix].iter().map(part).max().unwrap_or(0).min(100) as u8;
            most.blows = most.blows.saturating_add(of(|gain| gain.blows));
            most.shots = most.shots.saturating_add(of(|gain| gain.shots));
            most.might = most.might.saturating_add(of(|gain| gain.might));
        }
        frame.is_too_powerful(most)
    }

    /// Which bonuses of an affix marks follow: to-hit, to-dam, to-ac as bits.
    pub(super) fn lifts(&self, affix: usize) -> u8 {
        self.lifts[affix]
    }

    /// The most an affix adds to the sum of pvals that marks can follow.
    pub(super) fn most_pvals(&self, affix: usize) -> u32 {
        self.by_affix[affix].iter().map(|gain| gain.pvals).max().unwrap_or(0)
    }
}

fn gains(affix: &AffixEffect, lifted: u8, followed: &Followed, spec: &'static Spec) -> Vec<Gain> {
    let mut gains = vec![Gain { lifted, blows: 0, shots: 0, might: 0, pvals: 0, chance: 1.0 }];
    for line in &affix.pvals {
        let multiplies = line.flags & (followed.blows | followed.shots | followed.might) != 0;
        let weight: i64 = each(line.flags).map(|flag| spec.flags[flag as usize].pval_weight.max(0)).sum();
        // Below an eighth of what the switch allows, an item's affixes can't pass it by this pval alone.
        let is_large = !multiplies && weight * i64::from(line.value.maximum()) * SLOTS as i64 > MOST_PVAL_SUM;
        let is_followed = multiplies || (is_large && affix.pvals.len() == 1);
        let Some(values) = is_followed.then(|| of_line(line)).flatten() else { continue };
        gains = gains
            .into_iter()
            .flat_map(|gain| {
                values.iter().map(move |&(value, chance)| {
                    let value = value.max(0) as u32;
                    let of = |flag| if line.flags & flag != 0 { value } else { 0 };
                    Gain {
                        blows: gain.blows + of(followed.blows),
                        shots: gain.shots + of(followed.shots),
                        might: gain.might + of(followed.might),
                        pvals: gain.pvals + if is_large { value * weight as u32 } else { 0 },
                        chance: gain.chance * chance,
                        ..gain
                    }
                })
            })
            .collect();
    }
    gains
}

fn of_line(line: &PvalLine) -> Option<Vec<(i32, f64)>> {
    outcomes(line.value, line.min)
}
