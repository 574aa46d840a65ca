//! Distribution of the number of affixes on an item: the number of steps, less those that missed. A step *misses* if it
//! is rolled back or finds no affix to draw.

use super::{
    marginals::{MarginalSolver, TOLERANCE, cumulative},
    outcomes::StepOutcome,
    transitions::{Augmentation, TransitionTable},
};
use affixboard_model::game::Cancelled;

/// Distribution of the number of affixes an item ends with.
#[derive(Debug, Clone)]
pub(crate) struct AffixCountDistribution {
    /// `[number of affixes] f64`: probability.
    pub(crate) p: Vec<f64>,
    /// Each is at most this far from the true one.
    pub(crate) bound: f64,
}

/// `[step][misses][aux state] f64`: probability to be active.
type ActiveByMisses = Vec<Vec<Vec<f64>>>;

impl MarginalSolver<'_> {
    /// `[steps]`: the number of affixes items end with.
    pub(super) fn affix_counts(&self) -> Result<Vec<AffixCountDistribution>, Cancelled> {
        let missing = |outcome: &&StepOutcome| outcome.affix.is_none() || outcome.to.is_none();
        let mut p_miss = vec![0.0; self.space.aux_states()];
        let outcomes = self.distribution().outcomes.iter();
        outcomes.filter(missing).for_each(|outcome| p_miss[outcome.from] += outcome.p);
        if !self.rolls_back_themes() && p_miss.iter().all(|p_miss| *p_miss == 0.0) {
            return Ok(self.counts_without_misses());
        }
        let (max_misses, p_more) = self.max_misses(p_miss.iter().copied().fold(0.0, f64::max));
        let table = self.augmented(Augmentation { max_misses, ..Augmentation::default() });
        if self.rolls_back_themes() {
            self.counts_in_full(&table, max_misses, &p_more)
        } else {
            self.counts_by_bounds(&table, max_misses, &p_more, &p_miss)
        }
    }

    /// The counts if no step misses: items end with as many affixes as steps, unless a theme comes before.
    fn counts_without_misses(&self) -> Vec<AffixCountDistribution> {
        let active = |step: usize| (0..self.all.aux_states).map(|aux| self.all.p_active(aux, step)).sum::<f64>();
        let themed =
            |step: usize| if step > self.followed() { active(step - 1) } else { active(step - 1) - active(step) };
        let active_of = |_, step: usize| if step > self.followed() { 0.0 } else { active(step) };
        let ends = self.counts(0, active_of, |_, step| if step == 0 { 0.0 } else { themed(step) });
        ends.into_iter().map(|p| AffixCountDistribution { p, bound: 0.0 }).collect()
    }

    /// The counts from a full pass that counts misses.
    fn counts_in_full(
        &self,
        table: &TransitionTable,
        max_misses: usize,
        p_more: &[f64],
    ) -> Result<Vec<AffixCountDistribution>, Cancelled> {
        let (aux_states, themes) = (self.space.aux_states(), self.space.themes());
        let pass = self.pass(table, self.followed(), true)?;
        let active = |missed: usize, aux: usize, step: usize| pass.p_active(missed * aux_states + aux, step);
        let themed = |missed: usize, step: usize| {
            let each = (0..aux_states).flat_map(|aux| (0..themes).map(move |theme| (theme, aux)));
            each.map(|(theme, aux)| pass.p_themed(theme, missed * aux_states + aux, step)).sum::<f64>()
        };
        let active = |missed: usize, step: usize| (0..aux_states).map(|aux| active(missed, aux, step)).sum::<f64>();
        let ends = self.counts(max_misses, active, themed).into_iter();
        Ok(ends.zip(p_more).map(|(p, bound)| AffixCountDistribution { p, bound: *bound }).collect())
    }

    /// The counts from passes over small states that count misses; the misses of large states are bounded.
    fn counts_by_bounds(
        &self,
        table: &TransitionTable,
        max_misses: usize,
        p_more: &[f64],
        p_miss: &[f64],
    ) -> Result<Vec<AffixCountDistribution>, Cancelled> {
        let aux_states = self.space.aux_states();
        let ranges = self.miss_shares(aux_states);
        let tolerated = self.tolerated();
        for max_size in 0..=self.followed() {
            let (active, bounds) = self.active_by_misses(table, max_misses, max_size, &ranges)?;
            let bounds = cumulative(self.steps() + 1, |step| bounds[step]);
            if self.weigh(|step| bounds[step + 1]) > tolerated && max_size < self.followed() {
                continue;
            }
            let sum = |missed: usize, step: usize| active[step][missed].iter().sum::<f64>();
            // A step misses whatever the multiset, so that what is active no more got a theme.
            let themed = |missed: usize, step: usize| {
                if step == 0 {
                    return 0.0;
                }
                let stays: f64 = (0..aux_states).map(|aux| active[step - 1][missed][aux] * (1.0 - p_miss[aux])).sum();
                let missing = |missed: usize| -> f64 {
                    (0..aux_states).map(|aux| active[step - 1][missed][aux] * p_miss[aux]).sum()
                };
                let comes = if missed > 0 { missing(missed - 1) } else { 0.0 };
                // All that missed as often as is counted, or more often.
                let comes = if missed == max_misses { comes + missing(missed) } else { comes };
                if step > self.followed() { stays + comes } else { stays + comes - sum(missed, step) }
            };
            let sums = |missed: usize, step: usize| if step > self.followed() { 0.0 } else { sum(missed, step) };
            let ends = self.counts(max_misses, sums, themed).into_iter().enumerate();
            let bound = |step: usize| 2.0 * bounds[step + 1] + p_more[step];
            return Ok(ends.map(|(step, p)| AffixCountDistribution { p, bound: bound(step) }).collect());
        }
        Ok(vec![AffixCountDistribution { p: vec![1.0], bound: 0.0 }; self.steps() + 1])
    }

    /// The probabilities to be active, and `[step] f64`: how far the sum of these may be off. States over a size are taken to have missed like the largest that were followed, within `ranges`.
    fn active_by_misses(
        &self,
        table: &TransitionTable,
        max_misses: usize,
        max_size: usize,
        ranges: &[(f64, f64)],
    ) -> Result<(ActiveByMisses, Vec<f64>), Cancelled> {
        let aux_states = self.space.aux_states();
        let pass = self.pass(table, max_size, false)?;
        let mut active = vec![vec![vec![0.0; aux_states]; self.steps() + 1]; self.steps() + 1];
        let mut bounds = vec![0.0; self.steps() + 1];
        for step in 0..=self.followed() {
            for size in 0..=step {
                for aux in 0..aux_states {
                    let (others, most) = (step - size, max_misses.min(step - size));
                    let of = |missed: usize, size, step| pass.p_active_of_size(size, missed * aux_states + aux, step);
                    if size <= max_size {
                        (0..=most).for_each(|missed| active[step][missed][aux] += of(missed, size, step));
                        continue;
                    }
                    let here = self.all.p_active_of_size(size, aux, step);
                    let like: Vec<f64> = (0..=most).map(|missed| of(missed, max_size, max_size + others)).collect();
                    let sum: f64 = like.iter().sum();
                    if sum > 0.0 {
                        (0..=most).for_each(|missed| active[step][missed][aux] += here * like[missed] / sum);
                    } else {
                        active[step][0][aux] += here;
                    }
                    let range = if sum > 0.0 { ranges[aux].1 - ranges[aux].0 } else { ranges[aux].1 };
                    bounds[step] += here * (others as f64 * range).min(1.0);
                }
            }
        }
        Ok((active, bounds))
    }

    /// The most misses that are counted, and `[steps] f64`: upper bound of the probability of more. `p_miss`: the
    /// largest probability that a step misses.
    fn max_misses(&self, p_miss: f64) -> (usize, Vec<f64>) {
        let p_more = |most: usize, steps: usize| -> f64 {
            let subsets: f64 = (0..=most).map(|at| steps.saturating_sub(at) as f64 / (at + 1) as f64).product();
            (subsets * p_miss.powi(most as i32 + 1)).min(1.0)
        };
        if self.rolls_back_themes() {
            // Themes that are rolled back are misses too.
            return (self.steps(), vec![0.0; self.steps() + 1]);
        }
        let is_enough = |most: &usize| self.weigh(|steps| p_more(*most, steps)) <= TOLERANCE;
        let most = (1..self.steps()).find(is_enough).unwrap_or(self.steps().max(1));
        (most, (0..=self.steps()).map(|steps| p_more(most, steps)).collect())
    }

    /// `[steps][number of affixes] f64`: probability, from items that are active and those that get a theme, both by
    /// misses and step.
    fn counts(
        &self,
        max_misses: usize,
        active: impl Fn(usize, usize) -> f64,
        themed: impl Fn(usize, usize) -> f64,
    ) -> Vec<Vec<f64>> {
        let mut ended = vec![0.0; self.steps() + 1];
        let mut by_steps = Vec::new();
        for step in 0..=self.steps() {
            for missed in 0..=max_misses.min(step) {
                ended[step - missed] += themed(missed, step).max(0.0);
            }
            let mut counts = ended.clone();
            (0..=max_misses.min(step)).for_each(|missed| counts[step - missed] += active(missed, step));
            by_steps.push(counts);
        }
        by_steps
    }

    /// `[aux state] (f64, f64)`: of steps that leave the multiset as it is, the least and the largest share that
    /// misses, whatever the multiset. Taken for each transition between auxiliary states.
    fn miss_shares(&self, aux_states: usize) -> Vec<(f64, f64)> {
        let theme_sets = self.distribution().theme_sets.len();
        let (mut least, mut most) = (1.0_f64, 0.0_f64);
        let ranges = (0..aux_states).map(|to| {
            // `[theme set] f64` of steps that look for a theme; the sum of those that don't.
            let (mut missing, mut all, mut self_loop) = (vec![0.0; theme_sets], vec![0.0; theme_sets], 0.0);
            let to_here = |outcome: &&StepOutcome| outcome.to.unwrap_or(outcome.from) == to;
            for outcome in self.distribution().outcomes.iter().filter(to_here) {
                if !self.space.looks_for_theme(outcome) {
                    self_loop += outcome.p;
                } else if outcome.affix.is_none_or(|affix| self.space.tree.class_of(affix).is_none()) {
                    // A transition to another auxiliary state fills a slot.
                    if outcome.from != to {
                        (least, most) = (0.0, most);
                        continue;
                    }
                    all[outcome.theme_set] += outcome.p;
                    missing[outcome.theme_set] += if outcome.affix.is_none() { outcome.p } else { 0.0 };
                }
            }
            for p_no_theme in &self.space.tree.p_no_theme {
                let sum = |of: &[f64]| {
                    of.iter().zip(p_no_theme).map(|(p, p_no_theme)| p * p_no_theme).sum::<f64>() + self_loop
                };
                let of = sum(&all);
                if of > 0.0 {
                    let share = sum(&missing) / of;
                    (least, most) = (least.min(share), most.max(share));
                }
            }
            (least.min(most), most)
        });
        ranges.collect()
    }
}
