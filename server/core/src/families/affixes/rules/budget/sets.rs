//! The sets of flags that bounds ask for, and what they weigh.

use super::{super::super::Spec, lanes::MOST};
use crate::engine::{
    flags::{self, Flag, FlagSet, FlagType},
    item::AffixEffect,
};

/// Sets of flags the bounds ask for.
pub(super) struct Sets {
    pub(super) spec: &'static Spec,
    pub(super) immunities: FlagSet,
    pub(super) blows: FlagSet,
    pub(super) shots: FlagSet,
    pub(super) might: FlagSet,
    /// Slays that are pvals.
    pub(super) slays: FlagSet,
    /// Slays and brands, and what else counts as one in sets that grow with damage.
    pub(super) slaying: FlagSet,
    /// What each slay or brand alone adds to what all monsters' power counts for, the most first, in per cent of it.
    slain: Vec<i64>,
}

impl Sets {
    /// A bonus counts in units of this, so that its limit fits a byte: to-hit, to-dam, to-ac.
    pub(super) fn unit(&self, bonus: usize) -> i64 {
        i64::from(self.spec.power.inhibited[bonus]) / (MOST + 1) + 1
    }

    /// What a point of a pval adds to the bound of their sum. Flags that weigh nothing there but have power count as 1, so
    /// that the sum bounds those pvals too.
    pub(super) fn weight(flag: &Flag) -> i64 {
        if flag.power == 0 { flag.pval_weight } else { flag.pval_weight.max(1) }
    }

    /// At most so much, in per cent, counts the power of all monsters to an item with so many slays and brands: each monster
    /// counts by the best that works on it, so that together they add no more than each alone.
    pub(super) fn slain(&self, number: usize) -> i64 {
        100 + self.slain.iter().take(number).sum::<i64>()
    }

    pub(super) fn slays_of(&self, affix: &AffixEffect) -> usize {
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
    pub(super) fn new(spec: &'static Spec) -> Sets {
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
