//! Marginal distributions of a context's items by number of steps: the chance and mean number of each affix, and the
//! chance of each theme.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use super::{
    affix_counts::AffixCountDistribution,
    context::{SolverInput, StepWeights, Watch},
    forward::{ForwardPass, Solver},
    last_step,
    outcomes::{StepDistribution, StepOutcome},
    rollback_bound::{KindStart, RollbackBound},
    state_space::StateSpace,
    states::StateTree,
    transitions::{Augmentation, TransitionTable},
};
use affixboard_model::{
    catalog::{AffixId, ThemeId},
    game::Cancelled,
};

/// Tolerated increase of a bound by items not followed to the end, as a share of all items of a kind.
pub(super) const TOLERANCE: f64 = 2e-8;
/// The same as a part of the share of items whose states are left out. The larger of the two holds.
const TOLERATED_PART: f64 = 0.1;

/// Marginal distributions of a context's items, by number of steps. `[steps]` arrays begin with 0 steps.
#[derive(Debug)]
pub(crate) struct ByStepCount {
    /// Each affix that can be drawn, rising.
    pub(crate) affixes: Vec<AffixMarginal>,
    /// Each theme that can come, with `[steps] f64`: its probability.
    pub(crate) themes: Vec<(ThemeId, Vec<f64>)>,
    /// `[steps]`: the number of affixes an item ends with.
    pub(crate) affix_counts: Vec<AffixCountDistribution>,
    /// `[steps] f64`: probability of items that were left out.
    pub(crate) p_left_out: Vec<f64>,
    /// By start of the context's kinds, `[steps] f64`: upper bound of the probability of a rollback that is not
    /// computed here.
    pub(crate) p_rolled_back: BTreeMap<KindStart, Vec<f64>>,
}

/// An affix on items of a context.
#[derive(Debug, Clone)]
pub(crate) struct AffixMarginal {
    pub(crate) affix: AffixId,
    /// `[steps] (f64, f64)`: probability that an item has it at least once, and its error bound.
    pub(crate) p_any: Vec<(f64, f64)>,
    /// `[steps] f64`: mean number of it on an item.
    pub(crate) mean: Vec<f64>,
    /// Upper bound of the probability that a step draws and keeps it; 1 if themes are always rolled back, for then any
    /// part of the items left out may have it.
    pub(crate) max_p: f64,
}

/// Solves one context: the state space, its transitions, and the pass in full.
pub(super) struct MarginalSolver<'a> {
    pub(super) space: &'a StateSpace<'a>,
    /// Transitions without augmentation.
    table: &'a TransitionTable,
    /// The pass in full without augmentation.
    pub(super) all: ForwardPass,
    weights: StepWeights,
}

/// Outcomes that several affixes of no class may have alike: auxiliary state before, after, theme set, whether boosted,
/// bits of the probability.
type OutcomesKey = Vec<(usize, Option<usize>, usize, bool, u64)>;

impl ByStepCount {
    /// Solves a context. `weights`: about the share of all of a kind's items that are of this context, at most.
    ///
    /// # Errors
    /// [`Cancelled`] if it is called off.
    pub(crate) fn new(
        input: &SolverInput<'_>,
        weights: StepWeights,
        watch: Watch<'_>,
    ) -> Result<ByStepCount, Cancelled> {
        let space = &StateSpace::new(input, &weights, watch)?;
        let StateSpace { distribution, tree, steps, followed, .. } = space;
        let table = &TransitionTable::new(space, Augmentation::default());
        watch.check(0)?;
        let all = pass(space, table, *followed, true)?;
        let last = if followed < steps {
            last_step::p_themes(distribution, tree, table, &all.active_at_end, watch)?
        } else {
            Vec::new()
        };
        let solver = MarginalSolver { space, table, all, weights };
        let mut known = BTreeMap::new();
        let affixes =
            distribution.affixes().map(|affix| solver.affix(affix, input.exclusive_bit(affix) != 0, &mut known));
        let affixes = affixes.collect::<Result<_, _>>()?;
        watch.check(0)?;
        let bound = RollbackBound::new(input, distribution, *steps, solver.themed_by_aux(&last));
        let starts: BTreeSet<&KindStart> = input.kinds.iter().map(|kind| input.catalog.rollback.start(*kind)).collect();
        let p_rolled_back = starts.into_iter().map(|start| (start.clone(), bound.p(start))).collect();
        watch.check(0)?;
        let themes = distribution.themes.iter().enumerate();
        let themes = themes.map(|(at, theme)| (*theme, solver.p_theme(at, &last))).collect();
        let affix_counts = solver.affix_counts()?;
        let p_left_out: Vec<f64> = (0..=*steps).map(|step| solver.p_left_out(step)).collect();
        // Items left out are missing from the sum, and the misses of large states are known up to a bound.
        let is_all = |(counts, left_out): (&AffixCountDistribution, &f64)| {
            (counts.p.iter().sum::<f64>() - 1.0).abs() <= left_out + counts.bound + 1e-12
        };
        debug_assert!(
            affix_counts.iter().zip(&p_left_out).all(is_all),
            "{:?}: {affix_counts:?}, left out: {p_left_out:?}",
            input.context
        );
        Ok(ByStepCount { affixes, themes, affix_counts, p_left_out, p_rolled_back })
    }
}

fn pass(
    space: &StateSpace<'_>,
    table: &TransitionTable,
    max_size: usize,
    in_full: bool,
) -> Result<ForwardPass, Cancelled> {
    let (tree, themes, steps, watch) = (&space.tree, space.themes(), space.followed, space.watch);
    Solver { tree, table, themes, steps, max_size, in_full, watch }.run()
}

impl MarginalSolver<'_> {
    pub(super) fn distribution(&self) -> &StepDistribution {
        &self.space.distribution
    }

    fn tree(&self) -> &StateTree {
        &self.space.tree
    }

    pub(super) fn steps(&self) -> usize {
        self.space.steps
    }

    pub(super) fn followed(&self) -> usize {
        self.space.followed
    }

    /// Whether some theme is rolled back whenever it comes.
    pub(super) fn rolls_back_themes(&self) -> bool {
        self.space.always_rolled_back != 0
    }

    /// A bound by number of steps, as a share of all items of a kind.
    pub(super) fn weigh(&self, bound: impl Fn(usize) -> f64) -> f64 {
        let weights = self.weights.iter().enumerate().filter(|weight| *weight.1 > 0.0);
        weights.map(|(step, weight)| weight * bound(step)).sum()
    }

    /// Tolerated increase of bounds, as a share of all items of a kind.
    pub(super) fn tolerated(&self) -> f64 {
        TOLERANCE.max(TOLERATED_PART * self.weigh(|step| self.p_left_out(step)))
    }

    /// Probability of items that were left out, among those with `step` steps.
    fn p_left_out(&self, step: usize) -> f64 {
        (1.0 - self.all.p_followed(step.min(self.followed()))).max(0.0)
    }

    pub(super) fn augmented(&self, augmentation: Augmentation) -> TransitionTable {
        TransitionTable::new(self.space, augmentation)
    }

    pub(super) fn pass(
        &self,
        table: &TransitionTable,
        max_size: usize,
        in_full: bool,
    ) -> Result<ForwardPass, Cancelled> {
        pass(self.space, table, max_size, in_full)
    }

    /// An affix on items. `known`: what was computed of affixes in no class.
    fn affix(
        &self,
        affix: AffixId,
        is_exclusive: bool,
        known: &mut BTreeMap<OutcomesKey, Vec<(f64, f64)>>,
    ) -> Result<AffixMarginal, Cancelled> {
        let outcomes = self.distribution().outcomes.iter();
        let own: Vec<&StepOutcome> = outcomes.filter(|outcome| outcome.affix == Some(affix)).collect();
        let p_kept = self.distribution().p_kept(affix);
        let max_p = p_kept.iter().copied().fold(0.0, f64::max);
        let class = self.tree().class_of(affix);
        let mean = self.mean(&own, &p_kept, class.unwrap_or(self.tree().classes.len()));
        let p_any = if is_exclusive || max_p == 0.0 {
            mean.iter().map(|mean| (*mean, 0.0)).collect()
        } else if self.rolls_back_themes() {
            let without = self.augmented(Augmentation { without: Some(affix), ..Augmentation::default() });
            let without = self.pass(&without, self.followed(), true)?;
            let p_any = |step| (self.all.p_followed(step) - without.p_followed(step)).max(0.0);
            (0..=self.steps()).map(|step| (p_any(step), 0.0)).collect()
        } else if let Some(class) = class {
            // Alone in its class, as all are that an item can have several of: states tell whether it is there.
            let p_without = |aux, step| self.all.p_active(aux, step) - self.all.p_active_with_class(class, aux, step);
            let first = |step| p_kept.iter().enumerate().map(|(aux, p)| p * p_without(aux, step)).sum();
            cumulative(self.steps(), first).into_iter().map(|sum| (sum, 0.0)).collect()
        } else {
            let key: OutcomesKey =
                own.iter().map(|of| (of.from, of.to, of.theme_set, of.boosted, of.p.to_bits())).collect();
            match known.entry(key) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(unknown) => unknown.insert(self.p_any_of_no_class(affix, &p_kept)?).clone(),
            }
        };
        Ok(AffixMarginal { affix, p_any, mean, max_p: if self.rolls_back_themes() { 1.0 } else { max_p } })
    }

    /// `[steps] f64`: mean number of an affix on an item. A step draws it with the same probability whatever the
    /// multiset, so that only the number of steps an item makes counts. `class`: the number of classes for an affix of
    /// none.
    fn mean(&self, own: &[&StepOutcome], p_kept: &[f64], class: usize) -> Vec<f64> {
        let mut shares = Vec::new();
        for outcome in own.iter().filter(|outcome| self.rolls_back_themes() && outcome.to.is_some()) {
            // The outcomes that share a transition with this one: rolling back the step's theme takes the affix with
            // it.
            let is_with = |other: &&StepOutcome| {
                let of = other.affix.and_then(|affix| self.tree().class_of(affix)).unwrap_or(self.tree().classes.len());
                let is_alike = other.theme_set == outcome.theme_set && other.from == outcome.from && of == class;
                is_alike && self.space.looks_for_theme(other)
            };
            let all: f64 = self.distribution().outcomes.iter().filter(is_with).map(|other| other.p).sum();
            shares.push((outcome.theme_set, outcome.from, outcome.p / all));
        }
        cumulative(self.steps(), |step| {
            let kept: f64 = p_kept.iter().enumerate().map(|(aux, p)| p * self.all.p_active(aux, step)).sum();
            let rolled_back = |(theme_set, aux, share): &(usize, usize, f64)| {
                share * self.all.p_rolled_back(class, *theme_set, *aux, step)
            };
            kept - shares.iter().map(rolled_back).sum::<f64>()
        })
    }

    /// `[steps]`: probability of an affix of no class, with its bound. Small states are followed without it, and what
    /// large ones have of it lies between bounds; how large grows until the bound is tolerated.
    fn p_any_of_no_class(&self, affix: AffixId, p_kept: &[f64]) -> Result<Vec<(f64, f64)>, Cancelled> {
        let table = self.table.without(affix);
        let shares = self.shares_without(&table);
        let tolerated = self.tolerated();
        for max_size in 0..=self.followed() {
            let without = self.pass(&table, max_size, false)?;
            let p_any = self.p_any_from(p_kept, &without, max_size, &shares);
            if max_size == self.followed() || self.weigh(|step| p_any[step].1) <= tolerated {
                return Ok(p_any);
            }
        }
        Ok(vec![(0.0, 0.0); self.steps() + 1])
    }

    /// The same from a pass `without` it over states up to a size. `shares`: see [`MarginalSolver::shares_without`].
    fn p_any_from(
        &self,
        p_kept: &[f64],
        without: &ForwardPass,
        max_size: usize,
        shares: &[(f64, f64)],
    ) -> Vec<(f64, f64)> {
        let (mut sum, mut bound) = (0.0, 0.0);
        let mut p_any = vec![(0.0, 0.0)];
        for step in 0..self.steps() {
            for (aux, p_kept) in p_kept.iter().enumerate().filter(|p_kept| *p_kept.1 > 0.0) {
                for size in 0..=step.min(self.followed()) {
                    if size <= max_size {
                        sum += p_kept * without.p_active_of_size(size, aux, step);
                        continue;
                    }
                    let active = self.all.p_active_of_size(size, aux, step);
                    let others = (step - size) as i32;
                    let (least, most) = (shares[aux].0.powi(others), shares[aux].1.powi(others));
                    // As much as of the largest states that were followed, with as many other affixes.
                    let like = max_size + (step - size);
                    let of = self.all.p_active_of_size(max_size, aux, like);
                    let share = if of > 0.0 { without.p_active_of_size(max_size, aux, like) / of } else { most };
                    let share = share.clamp(least, most);
                    sum += p_kept * active * share;
                    bound += p_kept * active * (share - least).max(most - share);
                }
            }
            p_any.push((sum, bound));
        }
        p_any
    }

    /// `[aux state] (f64, f64)`: of steps that leave the multiset as it is, the least and the largest share without an
    /// affix of no class, whatever the multiset. Taken for each transition between auxiliary states, for the state an
    /// item has tells which of these it made.
    fn shares_without(&self, without: &TransitionTable) -> Vec<(f64, f64)> {
        let all = self.table;
        let mut ranges: Vec<(f64, f64)> = Vec::new();
        let (mut least, mut most) = (1.0_f64, 0.0_f64);
        for to in 0..all.aux_states {
            for (one, left) in all.class_neutral.iter().zip(&without.class_neutral).filter(|one| one.0.to == to) {
                for p_no_theme in &self.tree().p_no_theme {
                    let sum = |of: &[f64]| of.iter().zip(p_no_theme).map(|(p, p_no_theme)| p * p_no_theme).sum::<f64>();
                    let (of, left) = (sum(&one.p_by_set), sum(&left.p_by_set));
                    if of > 0.0 {
                        (least, most) = (least.min(left / of), most.max(left / of));
                    }
                }
            }
            // Steps rolled back bring none either. Auxiliary states only rise, so that what held for earlier ones
            // counts too.
            if all.self_loop.iter().any(|self_loop| self_loop.0 == to) {
                most = 1.0;
            }
            ranges.push((least.min(most), most));
        }
        ranges
    }

    /// `[theme][aux state][steps] f64`: probability that an item has the theme, where that is not always rolled back.
    /// `last`: [`last_step::p_themes`].
    fn themed_by_aux(&self, last: &[f64]) -> Vec<Vec<Vec<f64>>> {
        let aux_states = self.all.aux_states;
        let of_aux = |theme: usize, aux: usize| {
            let mut sum = 0.0;
            let of_step = |step: usize| {
                let is_last = step > self.followed();
                sum += if is_last { last[theme * aux_states + aux] } else { self.all.p_themed(theme, aux, step) };
                sum
            };
            (0..=self.steps()).map(of_step).collect()
        };
        (0..self.space.themes()).map(|theme| (0..aux_states).map(|aux| of_aux(theme, aux)).collect()).collect()
    }

    /// `[steps] f64`: probability that an item has a theme.
    fn p_theme(&self, theme: usize, last: &[f64]) -> Vec<f64> {
        let aux_states = self.all.aux_states;
        let mut sum = 0.0;
        let of_step = |step: usize| {
            sum += if step <= self.followed() {
                (0..aux_states).map(|aux| self.all.p_themed(theme, aux, step)).sum::<f64>()
            } else {
                last[theme * aux_states..][..aux_states].iter().sum()
            };
            sum
        };
        (0..=self.steps()).map(of_step).collect()
    }
}

/// Cumulative sums, from 0 before the first step: entry n is the sum of `of_step` over the steps before n.
pub(super) fn cumulative(steps: usize, of_step: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut sum = 0.0;
    let mut sums = vec![0.0];
    for step in 0..steps {
        sum += of_step(step);
        sums.push(sum);
    }
    sums
}
