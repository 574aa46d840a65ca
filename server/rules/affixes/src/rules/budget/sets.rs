//! The sets of flags that budgets use, and their weights.

use super::{super::super::AffixSpec, packing::MAX_ADDED};
use affixboard_model::engine::{
    flags::{self, Flag, FlagSet, FlagType},
    item::AffixEffect,
};

/// Sets of flags that budgets ask for.
pub(super) struct Sets {
    pub(super) spec: &'static AffixSpec,
    pub(super) immunities: FlagSet,
    pub(super) blows: FlagSet,
    pub(super) shots: FlagSet,
    pub(super) might: FlagSet,
    /// Slays that are pvals.
    pub(super) slays: FlagSet,
    /// Slays and brands, and what else counts as one in sets that grow with damage.
    pub(super) slaying: FlagSet,
    /// The share of all monsters' power that each slay or brand alone adds, in per cent, largest first.
    slain: Vec<i64>,
}

impl Sets {
    /// A bonus counts in units of this, so that its limit fits a byte: to-hit, to-dam, to-ac.
    pub(super) fn unit(&self, bonus: usize) -> i64 {
        i64::from(self.spec.power.inhibited[bonus]) / (MAX_ADDED + 1) + 1
    }

    /// The weight of a pval's point in the bound of their sum. Flags that weigh nothing there but have power count as
    /// 1, so that the sum bounds those pvals too.
    pub(super) fn weight(flag: &Flag) -> i64 {
        if flag.power == 0 { flag.pval_weight } else { flag.pval_weight.max(1) }
    }

    /// Upper bound of the slain power of all monsters, in per cent, for an item with `number` slays and brands. Each
    /// monster counts by the best that works on it, so that together they add no more than the sum of each alone.
    pub(super) fn slain(&self, number: usize) -> i64 {
        100 + self.slain.iter().take(number).sum::<i64>()
    }

    /// Number of slays and brands an affix brings at most.
    pub(super) fn slays_of(&self, affix: &AffixEffect) -> usize {
        let random = affix.random_flags.iter().map(|(number, from)| (*number).min((from & self.slaying).count_ones()));
        ((affix.flags & self.slaying).count_ones() + random.sum::<u32>()) as usize
    }
}

/// The share of all monsters' power that each slay or brand alone adds, in per cent rounded up, largest first.
fn slain(spec: &AffixSpec) -> Vec<i64> {
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
    pub(super) fn new(spec: &'static AffixSpec) -> Sets {
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
