//! The distribution of one step: which affix it draws, from and to which auxiliary state, at levels where which themes
//! are legal.

use std::collections::{BTreeMap, BTreeSet};

use super::{super::constants::SLOTS, aux_state::AuxState, context::SolverInput};
use affixboard_kin::power::MAX_PVAL_SUM;
use affixboard_model::catalog::{AffixId, ThemeId};

/// One outcome of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepOutcome {
    /// The affix; `None`: there is none to draw.
    pub(super) affix: Option<AffixId>,
    /// Auxiliary state before, a position in [`StepDistribution::aux_states`].
    pub(super) from: usize,
    /// Auxiliary state after; `None`: the step is rolled back.
    pub(super) to: Option<usize>,
    /// The legal themes, a position in [`StepDistribution::theme_sets`].
    pub(super) theme_set: usize,
    /// Whether the step's level is boosted.
    pub(super) boosted: bool,
    /// Probability, given `from`.
    pub(super) p: f64,
    /// A position in [`StepDistribution::aux_edges`].
    pub(super) aux_edge: usize,
}

/// Outcomes of a step that differ in their legal themes only, summed up.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThemelessOutcome {
    /// A position among [`StepDistribution::affixes`]; `None`: nothing was drawn, or the step rolled back.
    pub(super) affix: Option<usize>,
    /// A position in [`StepDistribution::aux_edges`].
    pub(super) aux_edge: usize,
    /// Whether the step's level is boosted.
    pub(super) boosted: bool,
    /// Probability, given the auxiliary state before.
    pub(super) p: f64,
}

/// All outcomes of a step in a context. What a step draws depends on the auxiliary state, and on nothing else of the
/// item.
#[derive(Debug)]
pub(super) struct StepDistribution {
    /// Themes that a step can bring, whatever its level; at most 64.
    pub(super) themes: Vec<ThemeId>,
    /// The different sets of legal themes, as bits over `themes`.
    pub(super) theme_sets: Vec<u64>,
    /// The auxiliary states, the first of which items begin in; no step leads to an earlier one.
    pub(super) aux_states: Vec<AuxState>,
    /// All outcomes; those of each `from` sum to 1.
    pub(super) outcomes: Vec<StepOutcome>,
    /// The affixes that a step can draw, rising.
    affixes: Vec<AffixId>,
    /// The pairs of auxiliary states that a step leads from and to, each once; a step rolled back leads to where it
    /// began.
    pub(super) aux_edges: Vec<(usize, usize)>,
    /// All outcomes, whatever their legal themes.
    pub(super) themeless: Vec<ThemelessOutcome>,
    /// Whether auxiliary states follow sums of pvals; else they are left to the bound.
    pub(super) follows_pval_sum: bool,
}

/// Sums of pvals that pass their switch less often than this, per item, are not followed.
const MIN_P_PVAL_OVERFLOW: f64 = 1e-9;

/// Probabilities of one outcome that differ by less than this part differ in their rounding only.
const ROUNDING: f64 = 1e-12;

/// With more auxiliary states than this, sums of pvals are not followed but left to the bound.
pub(super) const MAX_AUX_STATES: usize = 64;

/// Maximum number of themes, by the bits of a set. No edition has that many for one kind of item; others are left to
/// the bound.
const MAX_THEMES: usize = u64::BITS as usize;

/// Chance of a step's levels by pool, legal themes (a position in [`StepDistribution::theme_sets`]) and whether
/// boosted.
type LevelChances = BTreeMap<(usize, usize, bool), f64>;

/// Key of an outcome: affix, auxiliary state before and after, set of legal themes, whether boosted.
type OutcomeKey = (Option<AffixId>, usize, Option<usize>, usize, bool);

impl StepDistribution {
    /// The distribution of a step in a context.
    pub(super) fn new(input: &SolverInput<'_>) -> StepDistribution {
        let drawable: BTreeSet<AffixId> =
            input.levels.iter().flat_map(|levels| input.pools[levels.pool].iter().map(|entry| entry.0)).collect();
        let legal: BTreeSet<ThemeId> = input.levels.iter().flat_map(|levels| levels.themes).copied().collect();
        let is_named = |theme: &ThemeId| drawable.iter().any(|affix| input.themes.named(*theme, *affix).lines > 0);
        let themes: Vec<ThemeId> = legal.into_iter().filter(is_named).take(MAX_THEMES).collect();
        let mut theme_sets: Vec<u64> = Vec::new();
        let mut levels = LevelChances::new();
        for group in &input.levels {
            let bits = themes
                .iter()
                .zip(0..)
                .filter(|(theme, _)| group.themes.contains(theme))
                .fold(0, |bits, (_, at)| bits | 1 << at);
            let set = theme_sets.iter().position(|known| *known == bits).unwrap_or_else(|| {
                theme_sets.push(bits);
                theme_sets.len() - 1
            });
            *levels.entry((group.pool, set, group.boosted)).or_default() += group.p;
        }
        let mut steps = StepDistribution {
            themes,
            theme_sets,
            aux_states: vec![input.context.profile.start()],
            outcomes: Vec::new(),
            affixes: Vec::new(),
            aux_edges: Vec::new(),
            themeless: Vec::new(),
            follows_pval_sum: p_pval_overflow_bound(input, &levels) > MIN_P_PVAL_OVERFLOW,
        };
        if !steps.explore(input, &levels) {
            // Too many auxiliary states: then sums of pvals are left to the bound.
            steps.follows_pval_sum = false;
            steps.explore(input, &levels);
        }
        steps.sort_aux_states();
        steps.merge_pools();
        steps.index();
        steps
    }

    /// Fills the fields derived from the outcomes: affixes, edges, and outcomes summed over themes.
    fn index(&mut self) {
        self.affixes = self.outcomes.iter().filter_map(|outcome| outcome.affix).collect();
        self.affixes.dedup();
        let edge = |outcome: &StepOutcome| (outcome.from, outcome.to.unwrap_or(outcome.from));
        self.aux_edges = self.outcomes.iter().map(edge).collect();
        self.aux_edges.sort_unstable();
        self.aux_edges.dedup();
        let mut themeless: BTreeMap<(Option<usize>, usize, bool), f64> = BTreeMap::new();
        for outcome in &mut self.outcomes {
            let kept = outcome.affix.filter(|_| outcome.to.is_some());
            let affix = kept.and_then(|affix| self.affixes.binary_search(&affix).ok());
            outcome.aux_edge = self.aux_edges.binary_search(&edge(outcome)).unwrap_or_default();
            *themeless.entry((affix, outcome.aux_edge, outcome.boosted)).or_default() += outcome.p;
        }
        let themeless = themeless.into_iter();
        self.themeless =
            themeless.map(|((affix, aux_edge, boosted), p)| ThemelessOutcome { affix, aux_edge, boosted, p }).collect();
    }

    /// The same with one auxiliary state, as if no step were rolled back: for sums that can only be larger then. `None`
    /// where an affix is not equally likely in all auxiliary states.
    pub(super) fn without_aux_states(&self) -> Option<StepDistribution> {
        let mut by_state: Vec<BTreeMap<OutcomeKey, f64>> = vec![BTreeMap::new(); self.aux_states.len()];
        for outcome in &self.outcomes {
            let key = (outcome.affix, 0, Some(0), outcome.theme_set, outcome.boosted);
            *by_state[outcome.from].entry(key).or_default() += outcome.p;
        }
        let (first, others) = by_state.split_first()?;
        let is_same = |other: &BTreeMap<OutcomeKey, f64>| {
            let mut both = first.iter().zip(other);
            first.len() == other.len() && both.all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() <= ROUNDING * a.1)
        };
        if !others.iter().all(is_same) {
            return None;
        }
        let mut flat = StepDistribution {
            themes: self.themes.clone(),
            theme_sets: self.theme_sets.clone(),
            aux_states: self.aux_states[..1].to_vec(),
            outcomes: first.iter().map(|(key, p)| outcome((*key, *p))).collect(),
            affixes: Vec::new(),
            aux_edges: Vec::new(),
            themeless: Vec::new(),
            follows_pval_sum: self.follows_pval_sum,
        };
        flat.index();
        Some(flat)
    }

    /// Lists the outcomes from every auxiliary state that can be reached; `false` where there are too many of these.
    fn explore(&mut self, input: &SolverInput<'_>, levels: &LevelChances) -> bool {
        self.outcomes.clear();
        self.aux_states.truncate(1);
        let mut next = 0;
        while next < self.aux_states.len() {
            for (key, p) in levels {
                self.add_pool(input, next, *key, *p);
            }
            next += 1;
        }
        !self.follows_pval_sum || self.aux_states.len() <= MAX_AUX_STATES
    }

    /// Adds the outcomes of a step that draws from a pool in an auxiliary state.
    fn add_pool(
        &mut self,
        input: &SolverInput<'_>,
        from: usize,
        (pool, theme_set, boosted): (usize, usize, bool),
        p: f64,
    ) {
        let state = self.aux_states[from];
        let entries = input.pools[pool];
        let is_free = |affix: AffixId| state.used_groups & input.exclusive_bit(affix) == 0;
        let total: u32 = entries.iter().filter(|entry| is_free(entry.0)).map(|entry| entry.1).sum();
        if total == 0 {
            self.outcomes.push(StepOutcome { affix: None, from, to: Some(from), theme_set, boosted, p, aux_edge: 0 });
            return;
        }
        let (deltas, profile) = (&input.catalog.deltas, &input.context.profile);
        for (affix, weight) in entries.iter().filter(|entry| is_free(entry.0)) {
            let p = p * f64::from(*weight) / f64::from(total);
            let bit = input.exclusive_bit(*affix);
            for (after, share) in deltas.after(profile, state, affix.at(), bit, self.follows_pval_sum) {
                let to = after.map(|state| self.number_of(state));
                let affix = Some(*affix);
                self.outcomes.push(StepOutcome { affix, from, to, theme_set, boosted, p: p * share, aux_edge: 0 });
            }
        }
    }

    fn number_of(&mut self, state: AuxState) -> usize {
        if let Some(known) = self.aux_states.iter().position(|known| *known == state) {
            return known;
        }
        self.aux_states.push(state);
        self.aux_states.len() - 1
    }

    /// Sorts the auxiliary states so that no step leads to an earlier one: all they count only grows.
    fn sort_aux_states(&mut self) {
        let mut order: Vec<usize> = (0..self.aux_states.len()).collect();
        order.sort_by_key(|at| self.aux_states[*at]);
        let mut rank = vec![0; order.len()];
        order.iter().enumerate().for_each(|(to, from)| rank[*from] = to);
        self.aux_states.sort_unstable();
        for outcome in &mut self.outcomes {
            outcome.from = rank[outcome.from];
            outcome.to = outcome.to.map(|to| rank[to]);
        }
    }

    /// Adds up outcomes that differ in the pool only.
    fn merge_pools(&mut self) {
        let mut merged: BTreeMap<OutcomeKey, f64> = BTreeMap::new();
        for outcome in &self.outcomes {
            let StepOutcome { affix, from, to, theme_set, boosted, p, .. } = *outcome;
            *merged.entry((affix, from, to, theme_set, boosted)).or_default() += p;
        }
        self.outcomes = merged.into_iter().map(outcome).collect();
    }

    /// The affixes that a step can draw, rising.
    pub(super) fn affixes(&self) -> impl Iterator<Item = AffixId> {
        self.affixes.iter().copied()
    }

    /// `[aux state] f64`: probability that a step draws an affix and keeps it.
    pub(super) fn p_kept(&self, affix: AffixId) -> Vec<f64> {
        let mut kept = vec![0.0; self.aux_states.len()];
        let own = self.outcomes.iter().filter(|outcome| outcome.affix == Some(affix) && outcome.to.is_some());
        own.for_each(|outcome| kept[outcome.from] += outcome.p);
        kept
    }
}

fn outcome(((affix, from, to, theme_set, boosted), p): (OutcomeKey, f64)) -> StepOutcome {
    StepOutcome { affix, from, to, theme_set, boosted, p, aux_edge: 0 }
}

/// Upper bound of the probability that all affixes of an item pass the switch of the sum of pvals, by those pvals that
/// auxiliary states can follow.
fn p_pval_overflow_bound(input: &SolverInput<'_>, levels: &LevelChances) -> f64 {
    let (mut p, mut most) = (0.0, 0);
    for ((pool, ..), share) in levels {
        let pool = input.pools[*pool];
        // With every exclusive group used up that can be, an affix is as likely as it gets.
        let is_free = |affix: AffixId| input.exclusive_bit(affix) == 0;
        let free: u32 = pool.iter().filter(|entry| is_free(entry.0)).map(|entry| entry.1).sum();
        for (affix, weight) in pool {
            let adds = input.catalog.deltas.max_pval_sum(affix.at());
            if adds > 0 {
                most = most.max(adds);
                let total = free + if is_free(*affix) { 0 } else { *weight };
                p += share * f64::from(*weight) / f64::from(total);
            }
        }
    }
    let needed = (MAX_PVAL_SUM as u32 + 1).div_ceil(most.max(1));
    if most == 0 || needed > SLOTS as u32 {
        return 0.0;
    }
    let subsets: f64 = (0..needed).map(|at| f64::from(SLOTS as u32 - at) / f64::from(at + 1)).product();
    subsets * p.powi(needed as i32)
}
