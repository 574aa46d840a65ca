//! Upper bounds of the probability that a step is rolled back in a way the solver does not follow.
//!
//! A step is rolled back by switches, each of which some sum over an item's affixes must reach. Auxiliary states follow
//! those that affixes reach often. For every other, the probability that the sum gets there is computed as if no theme
//! ever ended an item's drawing and nothing were ever taken off again: without that it could only be smaller.

mod dice;
mod eligible;
mod pval_overflow;
mod pval_terms;
mod sums;

use std::rc::Rc;

use super::{
    super::AffixSpec,
    aux_state::level_free_distribution,
    context::{SolverInput, ThemeParts},
    outcomes::StepDistribution,
};
use affixboard_model::{
    catalog::ThemeId,
    engine::{
        flags::{FlagSet, each, named},
        item::{AffixEffect, KindEffect, PvalLine},
    },
    syntax::RandomValue,
};
pub(crate) use dice::DamageLimit;
use dice::DiceBound;
use sums::{AffixSum, Amounts, SumDistributions, tail_probabilities, value_distribution};

/// Levels from here on give the same bonuses.
const DEEPEST: u32 = 127;
/// Extra blows, shots and might.
const MULTIPLIERS: [&str; 3] = ["BLOWS", "SHOTS", "MIGHT"];

/// Quantities that are bounded as the budgets of the rules count them: immunities, growth of armour, slays that are
/// pvals, and what no bound is made for. 0 to [`FULL`]; a sum from there on says that a step may be rolled back.
pub(crate) type CappedQuantities = [usize; 4];
/// See [`CappedQuantities`].
pub(crate) const FULL: usize = 128;

/// Upper bounds of the contributions of a catalog's affixes and themes, from the budgets of the rules.
#[derive(Debug)]
pub(crate) struct QuantityBounds {
    /// `[affix]`.
    pub(crate) affixes: Vec<CappedQuantities>,
    /// `[theme]`.
    pub(crate) themes: Vec<CappedQuantities>,
    /// `[affix]`: the number of slays and brands it brings at most.
    pub(crate) slays: Vec<usize>,
}

/// Upper bounds of a kind's own quantities.
#[derive(Debug)]
pub(crate) struct KindBounds<'a> {
    pub(crate) effect: &'a KindEffect,
    pub(crate) capped: CappedQuantities,
    /// The damage that leaves its items below the limit; `None` where its dice don't count.
    pub(crate) damage: Option<DamageLimit>,
}

/// Contributions of a catalog's affixes and kinds to the sums that turn switches on.
#[derive(Debug)]
pub(crate) struct RollbackTables {
    /// To-hit, to-dam and to-ac from which on power is inhibited.
    inhibited: [usize; 3],
    /// `[affix]`.
    effects: Vec<AffixEffect>,
    /// `[affix]`: every flag with a pval.
    pvals: Vec<Vec<PvalFlag>>,
    /// Weights of a point of extra blows, shots and might in the sum of pvals.
    multiplier_weights: [usize; 3],
    /// Number of pvals that an item has room for.
    pval_slots: usize,
    bounds: QuantityBounds,
    /// `[kind]`.
    starts: Vec<KindStart>,
}

/// A flag with a pval.
#[derive(Debug)]
struct PvalFlag {
    flag: u32,
    /// Weight of a point in the sum of pvals.
    weight: i64,
    /// Extra blows, shots or might.
    multiplies: bool,
    /// Whether it is rolled back from 3 on: extra blows and shots.
    stays_small: bool,
    /// Whether it can be below zero.
    lowers: bool,
    value: RandomValue,
    min: Option<i32>,
}

impl PvalFlag {
    /// Whether auxiliary states follow what affixes come to with it.
    fn is_followed(&self) -> bool {
        self.multiplies && level_free_distribution(self.value, self.min).is_some()
    }
}

/// Maximum contribution of a kind to the sums that turn switches on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct KindStart {
    /// To-hit, to-dam, to-ac.
    bonus: [usize; 3],
    capped: CappedQuantities,
    /// Weighted sum of its pvals.
    pval_sum: usize,
    /// Number of flags with a pval.
    pval_flags: usize,
    /// Their points towards flags that find no room: [`pval_terms::overflow_points`].
    overflow_points: usize,
    damage: Option<DamageLimit>,
}

/// The part of a kind's start that belongs to a sum.
#[derive(Debug, Clone, Copy)]
enum StartPart {
    None,
    Bonus(usize),
    Capped(usize),
    PvalSum,
    PvalFlags,
    OverflowPoints,
}

impl KindStart {
    fn part(&self, part: StartPart) -> usize {
        match part {
            StartPart::None => 0,
            StartPart::Bonus(bonus) => self.bonus[bonus],
            StartPart::Capped(quantity) => self.capped[quantity],
            StartPart::PvalSum => self.pval_sum,
            StartPart::PvalFlags => self.pval_flags,
            StartPart::OverflowPoints => self.overflow_points,
        }
    }
}

impl RollbackTables {
    /// The tables of a catalog: its affixes and kinds in order, with their bounds.
    pub(crate) fn new<'a>(
        spec: &'static AffixSpec,
        effects: &[AffixEffect],
        kinds: impl Iterator<Item = KindBounds<'a>>,
        bounds: QuantityBounds,
    ) -> RollbackTables {
        let flags = spec.flags;
        let weight = |name: &str| {
            let of = each(named(flags, name)).map(|flag| flags[flag as usize].pval_weight.max(0) as usize);
            of.sum()
        };
        let multiplying = MULTIPLIERS.iter().fold(0, |set, name| set | named(flags, name));
        let small = named(flags, "BLOWS") | named(flags, "SHOTS");
        let of_line = |line: &PvalLine| {
            let pval = |flag: u32| PvalFlag {
                flag,
                weight: flags[flag as usize].pval_weight.max(0),
                multiplies: multiplying & (1 as FlagSet) << flag != 0,
                stays_small: small & (1 as FlagSet) << flag != 0,
                lowers: line.value.base < 0 && line.min.is_none_or(|min| min < 0),
                value: line.value,
                min: line.min,
            };
            each(line.flags).map(pval).collect::<Vec<_>>()
        };
        let pvals = |lines: &[PvalLine]| lines.iter().flat_map(of_line).collect::<Vec<_>>();
        let inhibited = |bonus: usize| spec.power.inhibited[bonus].max(0) as usize;
        let start = |KindBounds { effect, capped, damage }: KindBounds<'a>| {
            let pvals = pvals(&effect.pvals);
            let weighted = |pval: &PvalFlag| pval.weight * i64::from(pval.value.maximum().max(0));
            let points = |pval: &PvalFlag| pval_terms::overflow_points(pval, i64::from(pval.value.maximum()));
            KindStart {
                bonus: [0, 1, 2].map(|bonus| effect.bonus[bonus].maximum().max(0) as usize),
                capped,
                pval_sum: pvals.iter().map(weighted).sum::<i64>() as usize,
                pval_flags: pvals.len(),
                overflow_points: pvals.iter().map(points).sum::<i64>() as usize,
                damage,
            }
        };
        RollbackTables {
            inhibited: [inhibited(0), inhibited(1), inhibited(2)],
            starts: kinds.map(start).collect(),
            pvals: effects.iter().map(|effect| pvals(&effect.pvals)).collect(),
            multiplier_weights: MULTIPLIERS.map(weight),
            pval_slots: spec.limits.pvals,
            effects: effects.to_vec(),
            bounds,
        }
    }

    /// The contribution of a kind to the sums.
    pub(crate) fn start(&self, kind: usize) -> &KindStart {
        &self.starts[kind]
    }

    /// Distribution of an affix's contribution to a bonus at a level, capped where power is inhibited.
    fn bonus(&self, affix: usize, bonus: usize, level: u32) -> Amounts {
        let effect = &self.effects[affix];
        value_distribution(effect.bonus[bonus], effect.min[bonus], level, self.inhibited[bonus])
    }
}

/// A sum over an item's affixes and its kind that turns a switch on from a limit.
#[derive(Debug, Clone)]
struct BoundTerm {
    /// The sum over an item's affixes.
    sums: Rc<SumDistributions>,
    /// The kind's contribution.
    start: StartPart,
    /// `[aux state]`: the part of the sum that the auxiliary state holds already.
    followed: Vec<usize>,
    /// Whether the sum must exceed the part that auxiliary states hold.
    needs_more: bool,
    limit: usize,
    /// `[aux state]`: whether the switch can be on at all. Once it can, it can in every later one.
    aux_states: Vec<bool>,
    /// `[theme][amount] f64`: probability that the theme's affixes add this amount or more.
    theme_tails: Vec<Vec<f64>>,
    /// `[theme]`: the sum over the affixes of items that can have the theme. Empty where these are not told apart.
    eligible: Rc<Vec<SumDistributions>>,
    /// Whether it holds only for kinds without pvals of their own.
    without_pvals: bool,
    /// `[theme]`: whether it turns the switch on whatever the auxiliary state.
    themes: Vec<bool>,
}

impl BoundTerm {
    /// Difference to the limit.
    fn missing(&self, start: usize, aux: usize, sum: usize) -> usize {
        self.limit.saturating_sub(start + sum + self.followed[aux])
    }

    /// Probability that the switch is on after `steps` steps.
    fn p_by_affixes(&self, start: &KindStart, steps: usize) -> f64 {
        if self.without_pvals && start.pval_flags > 0 {
            return 1.0;
        }
        let start = start.part(self.start);
        let is_on = |aux: usize, sum: usize| {
            self.aux_states[aux] && self.missing(start, aux, sum) == 0 && (!self.needs_more || sum + start > 0)
        };
        Self::expectation(&self.sums[steps], |aux, sum| f64::from(u8::from(is_on(aux, sum))))
    }

    /// The same with the affixes of a theme.
    fn p_with_theme(&self, start: &KindStart, steps: usize, theme: usize) -> f64 {
        if self.without_pvals && start.pval_flags > 0 {
            return 1.0;
        }
        let start = start.part(self.start);
        let sums = self.eligible.get(theme).unwrap_or(&self.sums);
        Self::expectation(&sums[steps], |aux, sum| {
            let can_be_on = self.aux_states[aux] || self.themes[theme];
            if can_be_on { self.theme_tails[theme][self.missing(start, aux, sum)] } else { 0.0 }
        })
    }

    /// Mean of something over `[aux state][sum] f64`.
    fn expectation(sums: &[Vec<f64>], of: impl Fn(usize, usize) -> f64) -> f64 {
        let sums = sums.iter().enumerate();
        let each = sums.flat_map(|(aux, sums)| sums.iter().enumerate().map(move |(sum, p)| (aux, sum, p)));
        each.filter(|one| *one.2 > 0.0).map(|(aux, sum, p)| p * of(aux, sum)).sum()
    }
}

/// Upper bounds of the probability that items of a context are rolled back in ways that auxiliary states don't follow.
#[derive(Debug)]
pub(super) struct RollbackBound {
    /// Per switch, terms that must all be on; so the least of them bounds it.
    switches: Vec<Vec<BoundTerm>>,
    dice: DiceBound,
    /// `[theme][aux state][steps] f64`: probability that items have it; 0 for those that are always rolled back.
    themed: Vec<Vec<Vec<f64>>>,
    steps: usize,
}

impl RollbackBound {
    /// The bound for items of up to `steps` steps. `themed`: `[theme][aux state][steps] f64`, the probability of the
    /// theme.
    pub(super) fn new(
        input: &SolverInput<'_>,
        distribution: &StepDistribution,
        steps: usize,
        themed: Vec<Vec<Vec<f64>>>,
    ) -> RollbackBound {
        let (tables, deltas, context) = (&input.catalog.rollback, &input.catalog.deltas, input.context);
        let theme_parts: Vec<&ThemeParts> =
            distribution.themes.iter().map(|theme| &input.catalog.theme_parts[theme.at()]).collect();
        let aux_states = distribution.aux_states.len();
        let flat = distribution.without_aux_states();
        // For switches of which auxiliary states know nothing.
        let unfollowed = flat.as_ref().unwrap_or(distribution);
        let term = |sum: &AffixSum<'_>, start, limit, theme_tails| BoundTerm {
            sums: Rc::new(sum.distributions(steps)),
            start,
            followed: vec![0; aux_states],
            needs_more: false,
            limit,
            aux_states: vec![true; aux_states],
            theme_tails,
            eligible: Rc::default(),
            without_pvals: false,
            themes: vec![false; theme_parts.len()],
        };
        let mut switches = Vec::new();
        for bonus in 0..3 {
            let limit = tables.inhibited[bonus];
            let of = |affix, boosted| {
                let level = if boosted { DEEPEST } else { context.level };
                if deltas.keeps_over_limit(affix, bonus) { vec![(0, 1.0)] } else { tables.bonus(affix, bonus, level) }
            };
            // As if every theme came at the deepest level, where bonuses are largest: a boosted step that brings a
            // theme may also be the one that brought its affix, so that boosts and sums can't be taken as independent.
            let tails = theme_parts
                .iter()
                .map(|parts| tail_probabilities(parts.iter().map(|(affix, p)| (of(*affix, true), *p)), limit));
            let sum = AffixSum::new(unfollowed, limit, of);
            switches.push(vec![term(&sum, StartPart::Bonus(bonus), limit, tails.collect())]);
        }
        for quantity in 0..CappedQuantities::default().len() {
            let sum = AffixSum::new(unfollowed, FULL, |affix, _| vec![(tables.bounds.affixes[affix][quantity], 1.0)]);
            let tail = |theme: &ThemeId| certain_tail(tables.bounds.themes[theme.at()][quantity], FULL);
            let tails = distribution.themes.iter().map(tail).collect();
            switches.push(vec![term(&sum, StartPart::Capped(quantity), FULL, tails)]);
        }
        switches.extend(pval_terms::terms(input, (distribution, unfollowed, steps), &theme_parts, &term));
        // Contributions of themes to auxiliary states.
        let nothing = term(&AffixSum::new(distribution, 0, |_, _| vec![(0, 1.0)]), StartPart::None, 1, Vec::new());
        for aux in 0..aux_states {
            let is_on = |parts: &&ThemeParts| {
                let affixes = parts.iter().map(|part| part.0);
                deltas.may_be_too_powerful(&context.profile, distribution.aux_states[aux], affixes)
            };
            let theme_tails = theme_parts.iter().map(|parts| vec![1.0, f64::from(u8::from(is_on(parts)))]).collect();
            let only = (0..aux_states).map(|other| other >= aux).collect();
            switches.push(vec![BoundTerm { theme_tails, aux_states: only, ..nothing.clone() }]);
        }
        let any_theme = |steps: usize| themed.iter().flatten().map(|by_steps| by_steps[steps]).sum();
        let p_any_theme = (0..=steps).map(any_theme).collect();
        let dice = DiceBound::new(input, distribution, steps, &theme_parts, p_any_theme);
        RollbackBound { switches, dice, themed, steps }
    }

    /// `[steps] f64`: upper bound of the probability that a step of a kind's item is rolled back otherwise than
    /// auxiliary states say.
    pub(super) fn p(&self, start: &KindStart) -> Vec<f64> {
        let dice = start.damage.as_ref().map(|damage| self.dice.p(damage));
        let of_steps = |steps: usize| -> f64 {
            let of_switch = |terms: &[BoundTerm]| {
                let least = |of: &dyn Fn(&BoundTerm) -> f64| terms.iter().map(of).fold(1.0, f64::min);
                let by_affixes = least(&|term| term.p_by_affixes(start, steps));
                let by_theme = |theme: usize| {
                    // Either all that has the theme, or all that could be rolled back by it.
                    let can_be = |aux: usize| terms.iter().all(|term| term.aux_states[aux] || term.themes[theme]);
                    let of_aux = self.themed[theme].iter().enumerate().filter(|of_aux| can_be(of_aux.0));
                    let themed: f64 = of_aux.map(|of_aux| of_aux.1[steps]).sum();
                    if themed == 0.0 { 0.0 } else { themed.min(least(&|term| term.p_with_theme(start, steps, theme))) }
                };
                by_affixes + (0..self.themed.len()).map(by_theme).sum::<f64>()
            };
            let by_dice = dice.as_ref().map_or(0.0, |dice| dice[steps]);
            by_dice + self.switches.iter().map(|terms| of_switch(terms)).sum::<f64>()
        };
        (0..=self.steps).map(|steps| of_steps(steps).min(1.0)).collect()
    }
}

/// `[amount] f64` up to a limit: probability that something that adds `adds` for certain adds the amount or more.
fn certain_tail(adds: usize, limit: usize) -> Vec<f64> {
    (0..=limit).map(|missing| f64::from(u8::from(missing <= adds))).collect()
}
