//! Item power (RULES 2.8) as far as it decides about roll-backs: what may reach the limit, and what has.

use super::super::AffixSpec;
use affixboard_kin::power::{
    INHIBITED_BLOWS, INHIBITED_IMMUNITIES, INHIBITED_MIGHT, INHIBITED_SHOTS, LIMIT, MAX_PVAL_SUM, PowerCalculator,
};
use affixboard_model::engine::{flags::each, item::Item};

/// The cause of an inhibited power, named as in the original's tallies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cause {
    ToHit,
    ToDam,
    ToAc,
    Blows,
    Shots,
    Might,
    StatTotal,
    Immunities,
    Effect,
    /// No single switch, but the sum.
    Sum,
}

impl Cause {
    pub(super) const ALL: [Cause; 10] = [
        Cause::ToHit,
        Cause::ToDam,
        Cause::ToAc,
        Cause::Blows,
        Cause::Shots,
        Cause::Might,
        Cause::StatTotal,
        Cause::Immunities,
        Cause::Effect,
        Cause::Sum,
    ];

    pub(super) fn name(self, spec: &AffixSpec) -> &'static str {
        match self {
            Cause::ToHit => spec.power_causes[0],
            Cause::ToDam => spec.power_causes[1],
            Cause::ToAc => "to_a",
            Cause::Blows => "blows",
            Cause::Shots => "shots",
            Cause::Might => "might",
            Cause::StatTotal => "stat_total",
            Cause::Immunities => "immunities",
            Cause::Effect => "effect",
            Cause::Sum => "sum",
        }
    }
}

/// Allowances of an item of a kind: while all are kept and no switch is on, its power is proven to stay below
/// [`LIMIT`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Ordinary {
    /// Number of dice.
    pub(super) dice: i64,
    /// Their sides.
    pub(super) sides: i64,
    /// Base armour class.
    pub(super) ac: i64,
    /// Any pval, those of slays included.
    pub(super) pval: i64,
    /// Extra blows; 0 on launchers, whose power they would multiply.
    pub(super) blows: i64,
    /// Extra shots; on launchers only.
    pub(super) shots: i64,
    /// Extra might; on launchers only.
    pub(super) might: i64,
}

/// The power calculator of a game.
pub(super) fn calculator(spec: &'static AffixSpec) -> PowerCalculator {
    PowerCalculator::new(&spec.power, spec.flags, spec.game.words().bonuses)
}

/// What inhibits an item, by the power of it.
pub(super) trait Inhibition {
    /// Whether power could reach the limit: a switch is on, or the item exceeds an allowance of its kind
    /// ([`Ordinary`]). `false` is proven.
    fn may_inhibit(&self, item: &Item, ordinary: &Ordinary) -> bool;

    /// Whether to-hit and to-dam are below their switches.
    fn allows(&self, bonuses: [i32; 2]) -> bool;

    /// The first switch that is on, in the order of the calculation; [`Cause::Sum`] if none is.
    fn cause(&self, item: &Item) -> Cause;
}

impl Inhibition for PowerCalculator {
    #[inline]
    fn may_inhibit(&self, item: &Item, ordinary: &Ordinary) -> bool {
        let [to_hit, to_dam, to_ac] = self.spec.inhibited;
        if item.bonus[0] >= to_hit
            || item.bonus[1] >= to_dam
            || item.bonus[2] >= to_ac
            || (item.flags & self.sets[4]).count_ones() >= INHIBITED_IMMUNITIES
            || i64::from(item.dice) > ordinary.dice
            || i64::from(item.sides) > ordinary.sides
            || i64::from(item.ac) > ordinary.ac
        {
            return true;
        }
        let mut sum = 0;
        for at in 0..item.pvals {
            let (value, flags) = (i64::from(item.pval[at]), item.pval_flags[at] & item.flags);
            if value > ordinary.pval && flags != 0 {
                return true;
            }
            for flag in each(flags) {
                sum += value * self.flags[flag as usize].pval_weight;
            }
            let counts = |set, allowed| flags & set != 0 && value > allowed;
            if counts(self.blows, ordinary.blows)
                || counts(self.shots, ordinary.shots)
                || counts(self.might, ordinary.might)
            {
                return true;
            }
        }
        sum > MAX_PVAL_SUM
    }

    fn allows(&self, [to_hit, to_dam]: [i32; 2]) -> bool {
        to_hit < self.spec.inhibited[0] && to_dam < self.spec.inhibited[1]
    }

    fn cause(&self, item: &Item) -> Cause {
        let sum: i64 = each(item.flags & self.pvals)
            .map(|flag| i64::from(item.value_of(1 << flag)) * self.flags[flag as usize].pval_weight)
            .sum();
        let switches = [
            (Cause::ToDam, item.bonus[1] >= self.spec.inhibited[1]),
            (Cause::Blows, PowerCalculator::value(item, self.blows) >= i64::from(INHIBITED_BLOWS)),
            (Cause::Shots, PowerCalculator::value(item, self.shots) >= i64::from(INHIBITED_SHOTS)),
            (Cause::Might, PowerCalculator::value(item, self.might) >= i64::from(INHIBITED_MIGHT)),
            (Cause::ToHit, item.bonus[0] >= self.spec.inhibited[0]),
            (Cause::ToAc, item.bonus[2] >= self.spec.inhibited[2]),
            (Cause::StatTotal, sum > MAX_PVAL_SUM),
            (Cause::Immunities, (item.flags & self.sets[4]).count_ones() >= INHIBITED_IMMUNITIES),
            (Cause::Effect, item.effect_power >= LIMIT),
        ];
        switches.into_iter().find(|switch| switch.1).map_or(Cause::Sum, |switch| switch.0)
    }
}
