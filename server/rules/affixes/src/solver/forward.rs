//! The forward pass: distribution over states after each number of steps, until a theme ends an item's drawing.

use super::{
    context::Watch,
    states::StateTree,
    theme_odds::ThemeOdds,
    transitions::{Transition, TransitionTable},
};
use affixboard_model::game::Cancelled;

/// Result of a pass. An item is *active* while it still draws: no theme has come yet.
#[derive(Debug, Clone)]
pub(super) struct ForwardPass {
    /// The last step that was followed; arrays over steps have one entry more, for items before their first.
    pub(super) steps: usize,
    pub(super) aux_states: usize,
    /// `[size of the multiset][aux state][step] f64`: probability to be active.
    active: Vec<f64>,
    /// `[class][aux state][step] f64`: probability to be active and to have an affix of the class.
    active_with_class: Vec<f64>,
    /// `[theme][aux state][step] f64`: probability that this step brings the theme, and leads to the auxiliary state.
    themed: Vec<f64>,
    /// `[class drawn, last none][theme set][aux state][step] f64`: probability to be active after a step, and that the
    /// next one draws the class at levels of the set and is rolled back with its theme. Empty where no theme always is.
    rolled_back: Vec<f64>,
    theme_sets: usize,
    themes: usize,
    /// `[state][aux state] f64`: probability to be active after the last step. Empty unless the pass is in full.
    pub(super) active_at_end: Vec<f64>,
}

impl ForwardPass {
    fn new(solver: Solver<'_>) -> ForwardPass {
        let Solver { tree, table, themes, steps, .. } = solver;
        let (width, aux_states) = (steps + 1, table.aux_states);
        let row = aux_states * width;
        ForwardPass {
            steps,
            aux_states,
            active: vec![0.0; width * row],
            active_with_class: vec![0.0; if solver.in_full { tree.classes.len() * row } else { 0 }],
            themed: vec![0.0; themes * row],
            rolled_back: Vec::new(),
            theme_sets: table.theme_sets,
            themes,
            active_at_end: Vec::new(),
        }
    }

    fn at(&self, block: usize, aux: usize, step: usize) -> usize {
        (block * self.aux_states + aux) * (self.steps + 1) + step
    }

    /// Probability to be active after a step in an auxiliary state.
    pub(super) fn p_active(&self, aux: usize, step: usize) -> f64 {
        (0..=self.steps).map(|size| self.p_active_of_size(size, aux, step)).sum()
    }

    /// The same with this number of affixes in classes.
    pub(super) fn p_active_of_size(&self, size: usize, aux: usize, step: usize) -> f64 {
        self.active[self.at(size, aux, step)]
    }

    /// Probability to be active after a step in an auxiliary state, with an affix of a class.
    pub(super) fn p_active_with_class(&self, class: usize, aux: usize, step: usize) -> f64 {
        self.active_with_class[self.at(class, aux, step)]
    }

    /// Probability that a step brings a theme and leads to an auxiliary state.
    pub(super) fn p_themed(&self, theme: usize, aux: usize, step: usize) -> f64 {
        self.themed[self.at(theme, aux, step)]
    }

    /// Probability to be active after a step in an auxiliary state, and that the next step draws a class (the number of
    /// classes: none) at levels of a theme set and is rolled back with its theme.
    pub(super) fn p_rolled_back(&self, class: usize, theme_set: usize, aux: usize, step: usize) -> f64 {
        self.rolled_back.get(self.at(class * self.theme_sets + theme_set, aux, step)).copied().unwrap_or(0.0)
    }

    /// Probability to be active or to have a theme after a step: below 1 by the items that were left out.
    pub(super) fn p_followed(&self, step: usize) -> f64 {
        let active: f64 = (0..self.aux_states).map(|aux| self.p_active(aux, step)).sum();
        let themed = |theme, step| (0..self.aux_states).map(|aux| self.p_themed(theme, aux, step)).sum::<f64>();
        active + (0..self.themes).map(|theme| (0..=step).map(|step| themed(theme, step)).sum::<f64>()).sum::<f64>()
    }
}

/// A forward pass over the states: its tables and its extent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solver<'a> {
    pub(super) tree: &'a StateTree,
    pub(super) table: &'a TransitionTable,
    /// Number of themes.
    pub(super) themes: usize,
    /// Number of steps.
    pub(super) steps: usize,
    /// Items with more affixes in classes are left out.
    pub(super) max_size: usize,
    /// Whether classes and themes are recorded; else only which items are active.
    pub(super) in_full: bool,
    /// Asked between states.
    pub(super) watch: Watch<'a>,
}

/// Called per class drawn (the number of classes: none), state and transition whose step may bring a theme that is
/// always rolled back, with `[theme set] f64`, the probability of such a theme.
type RollbackVisitor<'a> = &'a mut dyn FnMut(usize, usize, &Transition, &[f64]);

/// Auxiliary state before, auxiliary state after, probability.
type Move = (usize, usize, f64);

/// Buffers that all states of a pass share.
struct Scratch {
    /// `[odds group][aux state][step] f64`: probability that this step leads to the state, before themes are looked
    /// for. Not in full there is one group, of items that no theme came to.
    incoming: Vec<f64>,
    /// `[odds group] f64`: probability of one transition.
    by_group: Vec<f64>,
    /// Transitions of items that keep their multiset and stay active.
    stays: Vec<Move>,
    /// `[state]`: auxiliary states that its items have after some step, as bits; all bits where there are more states
    /// than bits.
    present: Vec<u64>,
}

impl Solver<'_> {
    /// Follows all items, states by rising size, so that all predecessors of a state are known before it.
    ///
    /// # Errors
    /// [`Cancelled`] if it is called off.
    pub(super) fn run(self) -> Result<ForwardPass, Cancelled> {
        let Solver { tree, table, steps, max_size, in_full, .. } = self;
        let (width, aux_states) = (steps + 1, table.aux_states);
        let row = aux_states * width;
        let mut pass = ForwardPass::new(self);
        let p_rolled_back = if table.always_rolled_back == 0 { Vec::new() } else { self.p_rolled_back_by_state()? };
        let never = ThemeOdds::never(table.theme_sets);
        let states = tree.count_up_to(max_size);
        // `[state][aux state][step] f64`: probability to be active.
        let mut active = vec![0.0; states * row];
        let mut scratch = Scratch {
            incoming: vec![0.0; table.theme_sets * row],
            by_group: Vec::with_capacity(table.theme_sets),
            stays: Vec::new(),
            present: Vec::with_capacity(states),
        };
        for (size, range) in tree.ranges_by_size().enumerate().take(max_size + 1) {
            for state in range {
                self.watch.check(state)?;
                let odds = tree.odds(state).unwrap_or(&never);
                let groups = if in_full { odds.groups.len() } else { 1 };
                scratch.incoming[..groups * row].fill(0.0);
                let (before, own) = active.split_at_mut(state * row);
                self.add_incoming(&mut scratch, before, (state, odds, groups));
                let own = &mut own[..row];
                own[0] = f64::from(u8::from(state == 0));
                for (group, of) in odds.groups.iter().enumerate().take(groups) {
                    let p_no_theme = if in_full { of.p_no_theme } else { 1.0 };
                    let incoming = &scratch.incoming[group * row..];
                    own.iter_mut().zip(incoming).for_each(|(own, incoming)| *own += p_no_theme * incoming);
                }
                scratch.stays.clear();
                let neutral = table.class_neutral.iter();
                scratch.stays.extend(neutral.map(|one| (one.from, one.to, odds.p_without_theme(&one.p_by_set))));
                scratch.stays.extend_from_slice(&table.self_loop);
                if let Some(p_rolled_back) = p_rolled_back.get(state * aux_states..(state + 1) * aux_states) {
                    let returns = p_rolled_back.iter().enumerate().filter(|p| *p.1 > 0.0);
                    scratch.stays.extend(returns.map(|(aux, p)| (aux, table.aux_after_rollback(aux), *p)));
                }
                for step in 1..width {
                    for (from, to, p) in &scratch.stays {
                        own[to * width + step] += p * own[from * width + step - 1];
                    }
                }
                scratch.present.push(if aux_states > 64 { !0 } else { present_bits(own, width) });
                add_to(&mut pass.active[size * row..][..row], own);
                if in_full {
                    pass.active_at_end.extend(own.chunks(width).map(|own| own[steps]));
                    for (class, _) in tree.predecessors(state) {
                        add_to(&mut pass.active_with_class[usize::from(class) * row..][..row], own);
                    }
                    self.add_themes(&mut pass, &mut scratch, (odds, own));
                }
            }
        }
        if table.always_rolled_back != 0 {
            pass.rolled_back = self.rolled_back_steps(&active)?;
        }
        Ok(pass)
    }

    /// Adds to the incoming probability of a state what comes from its predecessors. `before`:
    /// `[state][aux state][step] f64`, of all states before this one.
    #[inline]
    fn add_incoming(&self, scratch: &mut Scratch, before: &[f64], (state, odds, groups): (usize, &ThemeOdds, usize)) {
        let Scratch { incoming, by_group, present, .. } = scratch;
        let (width, aux_states) = (self.steps + 1, self.table.aux_states);
        let row = aux_states * width;
        let is_present = |present: u64, aux: usize| aux_states > 64 || present >> aux & 1 == 1;
        for (class, other) in self.tree.predecessors(state) {
            let Some(other) = other else { continue };
            let (before, present) = (&before[other * row..][..row], present[other]);
            let of_class = &self.table.by_class[usize::from(class)];
            let for_all = of_class.transitions.first().filter(|_| of_class.uniform);
            let each = of_class.transitions.iter().filter(|one| for_all.is_none() && is_present(present, one.from));
            for one in for_all.into_iter().chain(each) {
                let mut add = |group: usize, p: f64| {
                    let incoming = &mut incoming[group * row..][..row];
                    if for_all.is_some() {
                        (0..aux_states).for_each(|aux| advance(incoming, before, width, (aux, aux), p));
                    } else {
                        advance(incoming, before, width, (one.from, one.to), p);
                    }
                };
                if !self.in_full {
                    add(0, odds.p_without_theme(&one.p_by_set));
                } else if groups == 1 {
                    add(0, one.p);
                } else {
                    odds.by_group(one, by_group);
                    by_group.iter().enumerate().for_each(|(group, p)| add(group, *p));
                }
            }
        }
    }

    /// Records the themes that steps to a state bring. `own`: `[aux state][step] f64`, its probability to be active.
    #[inline]
    fn add_themes(&self, pass: &mut ForwardPass, scratch: &mut Scratch, (odds, own): (&ThemeOdds, &[f64])) {
        if odds.groups.iter().all(|group| group.p_themes.is_empty()) {
            return;
        }
        let Scratch { incoming, by_group, .. } = scratch;
        let width = self.steps + 1;
        let row = self.table.aux_states * width;
        for one in &self.table.class_neutral {
            odds.by_group(one, by_group);
            for (group, p) in by_group.iter().enumerate() {
                advance(&mut incoming[group * row..][..row], own, width, (one.from, one.to), *p);
            }
        }
        for (group, of) in odds.groups.iter().enumerate() {
            let incoming = &incoming[group * row..][..row];
            let kept = of.p_themes.iter().filter(|theme| self.table.always_rolled_back >> theme.0 & 1 == 0);
            for (theme, p_theme) in kept {
                let themed = &mut pass.themed[usize::from(*theme) * row..][..row];
                themed.iter_mut().zip(incoming).for_each(|(themed, incoming)| *themed += p_theme * incoming);
            }
        }
    }

    /// Visits every step that may bring a theme that is always rolled back.
    fn visit_rollbacks(self, visit: RollbackVisitor<'_>) -> Result<(), Cancelled> {
        let Solver { tree, table, .. } = self;
        for state in 0..tree.count_up_to(self.max_size) {
            self.watch.check(state)?;
            let Some(odds) = tree.odds(state) else { continue };
            let p_themes = odds.p_any_of(table.always_rolled_back);
            if p_themes.iter().all(|p| *p == 0.0) {
                continue;
            }
            for (class, before) in tree.predecessors(state) {
                let Some(before) = before else { continue };
                let class = usize::from(class);
                for one in table.by_class[class].transitions.iter().chain(&table.excluded[class]) {
                    visit(class, before, one, &p_themes);
                }
            }
            let none = tree.classes.len();
            for one in table.class_neutral.iter().chain(&table.excluded[none]) {
                visit(none, state, one, &p_themes);
            }
        }
        Ok(())
    }

    /// `[state][aux state] f64`: probability that a step from there is rolled back with its theme.
    fn p_rolled_back_by_state(self) -> Result<Vec<f64>, Cancelled> {
        let aux_states = self.table.aux_states;
        let mut rolled_back = vec![0.0; self.tree.count_up_to(self.max_size) * aux_states];
        self.visit_rollbacks(&mut |_, state, one, p_themes| {
            let p = one.p_by_set.iter().zip(p_themes);
            rolled_back[state * aux_states + one.from] += p.map(|(p, p_theme)| p * p_theme).sum::<f64>();
        })?;
        Ok(rolled_back)
    }

    /// [`ForwardPass::rolled_back`], from `[state][aux state][step] f64`, the probability to be active.
    fn rolled_back_steps(self, active: &[f64]) -> Result<Vec<f64>, Cancelled> {
        let TransitionTable { aux_states, theme_sets, .. } = *self.table;
        let row = aux_states * (self.steps + 1);
        let mut rolled_back = vec![0.0; (self.tree.classes.len() + 1) * theme_sets * row];
        self.visit_rollbacks(&mut |class, state, one, p_themes| {
            for (set, p_theme) in p_themes.iter().enumerate().filter(|p| *p.1 > 0.0) {
                let to = &mut rolled_back[(class * theme_sets + set) * row..][..row];
                let from = one.from * (self.steps + 1)..(one.from + 1) * (self.steps + 1);
                let pairs = to[from.clone()].iter_mut().zip(&active[state * row..][from]);
                pairs.for_each(|(to, active)| *to += one.p_by_set[set] * p_theme * active);
            }
        })?;
        Ok(rolled_back)
    }
}

/// Auxiliary states with any probability after some step, as bits.
fn present_bits(own: &[f64], width: usize) -> u64 {
    let is_present = |own: &[f64]| u64::from(own.iter().any(|p| *p != 0.0));
    own.chunks(width).zip(0..).fold(0, |bits, (own, aux)| bits | is_present(own) << aux)
}

fn add_to(to: &mut [f64], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

/// Adds what a step of probability `p` makes of the items of one auxiliary state. Both are `[aux state][step] f64`.
#[inline]
fn advance(incoming: &mut [f64], before: &[f64], width: usize, (from, to): (usize, usize), p: f64) {
    let before = &before[from * width..][..width - 1];
    let incoming = &mut incoming[to * width + 1..][..width - 1];
    incoming.iter_mut().zip(before).for_each(|(to, before)| *to += p * before);
}
