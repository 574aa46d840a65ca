//! The states of an item as themes see it: multisets of affix classes, as a tree.

use std::{collections::HashMap, ops::Range};

use super::{
    super::theme_score::NamedLines,
    classes::AffixClass,
    context::{SolverInput, StepWeights, Watch},
    outcomes::StepDistribution,
    theme_odds::ThemeOdds,
};
use affixboard_model::{
    catalog::{AffixId, ThemeId},
    game::Cancelled,
};

/// A node of the tree: the number of affixes of each class on an item, whatever their order. Its parent has one affix
/// less, of its last class.
#[derive(Debug, Clone, Copy)]
struct AffixMultiset {
    /// Its last class, and the number of affixes of that class.
    last_class: u8,
    of_last: u8,
    /// Its children have one affix more, of the last class or a later one: their number, and the position of the first.
    children: u8,
    first_child: u32,
    /// Position of its first entry in [`StateTree::predecessors`].
    predecessors: u32,
    /// A position in [`StateTree::odds`], or [`NONE`] where no theme can come.
    odds: u32,
}

const NONE: u32 = u32::MAX;

/// The states that are followed, by rising size, which is the number of their affixes; state 0 has none.
#[derive(Debug)]
pub(super) struct StateTree {
    /// The most likely first.
    pub(super) classes: Vec<AffixClass>,
    states: Vec<AffixMultiset>,
    /// Per state, each of its classes and the state with one affix of it less, or [`NONE`] where that is not followed.
    predecessors: Vec<(u8, u32)>,
    /// `[state][theme]`: the lines that name its affixes.
    named: Vec<NamedLines>,
    /// The different odds of states.
    odds: Vec<ThemeOdds>,
    /// The different `[theme set] f64` of all odds: probability that no theme comes.
    pub(super) p_no_theme: Vec<Vec<f64>>,
    /// `[theme][weight]`: score in half per cent.
    scores: Vec<Vec<u32>>,
    /// `[size]`: the first state of that size; the last entry is the number of states.
    size_starts: Vec<usize>,
    /// `[affix]`: its class, if it is in one.
    class_of: Vec<Option<usize>>,
}

/// Limits of the states that are followed.
#[derive(Debug, Clone, Copy)]
pub(super) struct TreeLimits<'a> {
    /// Largest number of affixes.
    pub(super) max_size: usize,
    /// Share of all items by their number of steps.
    pub(super) weights: &'a StepWeights,
    /// States that at most this share of all items come to are left out.
    pub(super) min_share: f64,
    /// No tree has more states than this.
    pub(super) max_states: usize,
}

impl StateTree {
    /// All states within the limits; `None` where these are too many.
    ///
    /// # Errors
    /// [`Cancelled`] if it is called off.
    pub(super) fn new(
        input: &SolverInput<'_>,
        steps: &StepDistribution,
        classes: Vec<AffixClass>,
        limits: TreeLimits<'_>,
        watch: Watch<'_>,
    ) -> Result<Option<StateTree>, Cancelled> {
        let themes = steps.themes.len();
        let orderings = max_orderings(steps, &classes, limits.max_size, limits.weights);
        let mut tree = StateTree::root(input, steps, classes, limits.max_size);
        let mut known_odds: HashMap<Vec<(u8, u32)>, u32> = HashMap::new();
        // Of the states of the size before: upper bound of their probability in one order, and their exclusive groups.
        let (mut max_p, mut used_groups) = (vec![1.0], vec![0_u8]);
        let mut scores = Vec::new();
        for orderings in orderings.iter().skip(1) {
            let begin = tree.size_starts[tree.size_starts.len() - 2];
            let (mut next_max_p, mut next_used_groups) = (Vec::new(), Vec::new());
            for parent in begin..tree.size_starts[tree.size_starts.len() - 1] {
                watch.check(parent)?;
                let AffixMultiset { last_class, of_last, .. } = tree.states[parent];
                let first = tree.states.len() as u32;
                for class in usize::from(last_class)..tree.classes.len() {
                    let of_class = if class == usize::from(last_class) { of_last + 1 } else { 1 };
                    let AffixClass { max_p: class_p, exclusive_bit, .. } = tree.classes[class];
                    let p = max_p[parent - begin] * class_p / f64::from(of_class);
                    if p * orderings < limits.min_share && of_class == 1 {
                        break;
                    }
                    if p * orderings < limits.min_share || used_groups[parent - begin] & exclusive_bit != 0 {
                        continue;
                    }
                    // Unless repeats count, further affixes of a class add nothing.
                    let counts = input.themes.repeats_count() || of_class == 1;
                    for theme in 0..themes {
                        let had = tree.named[parent * themes + theme];
                        let more = tree.classes[class].named[theme];
                        tree.named.push(if counts { had.plus(more) } else { had });
                    }
                    let named = &tree.named[tree.states.len() * themes..];
                    scores.clear();
                    let score = |(theme, named): (usize, &NamedLines)| (theme as u8, tree.score(theme, *named));
                    scores.extend(named.iter().enumerate().map(score).filter(|score| score.1 > 0));
                    let odds = match known_odds.get(&scores) {
                        _ if scores.is_empty() => NONE,
                        Some(known) => *known,
                        None => {
                            tree.odds.push(ThemeOdds::new(&scores, &steps.theme_sets));
                            known_odds.insert(scores.clone(), tree.odds.len() as u32 - 1);
                            tree.odds.len() as u32 - 1
                        }
                    };
                    next_max_p.push(p);
                    next_used_groups.push(used_groups[parent - begin] | exclusive_bit);
                    tree.push(parent, class as u8, of_class, odds);
                }
                let children = (tree.states.len() as u32 - first) as u8;
                (tree.states[parent].first_child, tree.states[parent].children) = (first, children);
            }
            (max_p, used_groups) = (next_max_p, next_used_groups);
            if tree.states.len() > limits.max_states.max(1) {
                return Ok(None);
            }
            tree.size_starts.push(tree.states.len());
        }
        tree.index_p_no_theme(steps.theme_sets.len());
        Ok(Some(tree))
    }

    /// The tree of the empty state only.
    fn root(input: &SolverInput<'_>, steps: &StepDistribution, classes: Vec<AffixClass>, max_size: usize) -> StateTree {
        let scores_of = |(at, theme): (usize, &ThemeId)| {
            let most = classes.iter().map(|class| class.named[at].weight).max().unwrap_or(0);
            let weights = 0..=u32::from(most) * (max_size as u32 + 1);
            weights.map(|weight| input.themes.score(*theme, weight)).collect()
        };
        let scores = steps.themes.iter().enumerate().map(scores_of).collect();
        let mut class_of = vec![None; steps.affixes().map(|affix| affix.at() + 1).max().unwrap_or(0)];
        for (at, class) in classes.iter().enumerate() {
            class.affixes.iter().for_each(|affix| class_of[affix.at()] = Some(at));
        }
        let empty =
            AffixMultiset { last_class: 0, of_last: 0, first_child: 0, children: 0, predecessors: 0, odds: NONE };
        StateTree {
            classes,
            states: vec![empty],
            predecessors: Vec::new(),
            named: vec![NamedLines::default(); steps.themes.len()],
            odds: Vec::new(),
            p_no_theme: Vec::new(),
            scores,
            size_starts: vec![0, 1],
            class_of,
        }
    }

    /// Lists the different probabilities that no theme comes.
    fn index_p_no_theme(&mut self, theme_sets: usize) {
        let never = ThemeOdds::never(theme_sets);
        let mut different: Vec<&[f64]> = self.odds.iter().chain([&never]).map(ThemeOdds::p_no_theme_by_set).collect();
        different.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        different.dedup();
        self.p_no_theme = different.into_iter().map(<[f64]>::to_vec).collect();
    }

    /// Score of a theme in half per cent: none where fewer than two lines name the affixes (2.5.7).
    #[inline]
    pub(super) fn score(&self, theme: usize, named: NamedLines) -> u32 {
        if named.lines > 1 { self.scores[theme][usize::from(named.weight)] } else { 0 }
    }

    fn push(&mut self, parent: usize, class: u8, of_class: u8, odds: u32) {
        let begin = self.predecessors.len();
        // Without an affix of a class before the last: the parent without it, and one more of the last.
        for at in self.predecessor_range(parent) {
            let (other, state) = self.predecessors[at];
            if other != class {
                let state = self.child(state, class);
                self.predecessors.push((other, state));
            }
        }
        self.predecessors.push((class, parent as u32));
        self.states.push(AffixMultiset {
            last_class: class,
            of_last: of_class,
            first_child: 0,
            children: 0,
            predecessors: begin as u32,
            odds,
        });
    }

    /// The child of a state with one more affix of a class, or [`NONE`].
    fn child(&self, state: u32, class: u8) -> u32 {
        let Some(state) = self.states.get(state as usize) else { return NONE };
        let children = &self.states[state.first_child as usize..][..usize::from(state.children)];
        // Mostly every class from the first one on is there.
        let guess = children.first().and_then(|first| class.checked_sub(first.last_class)).map(usize::from);
        match guess.and_then(|at| children.get(at)) {
            Some(child) if child.last_class == class => state.first_child + guess.unwrap_or(0) as u32,
            _ => children
                .binary_search_by_key(&class, |child| child.last_class)
                .map_or(NONE, |at| state.first_child + at as u32),
        }
    }

    fn predecessor_range(&self, state: usize) -> Range<usize> {
        if state == 0 {
            return 0..0;
        }
        let begin = self.states[state].predecessors as usize;
        begin..self.states.get(state + 1).map_or(self.predecessors.len(), |next| next.predecessors as usize)
    }

    /// Number of states of up to a size.
    pub(super) fn count_up_to(&self, size: usize) -> usize {
        self.size_starts[(size + 1).min(self.size_starts.len() - 1)]
    }

    /// The states of each size, from 0.
    pub(super) fn ranges_by_size(&self) -> impl Iterator<Item = Range<usize>> {
        self.size_starts.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The classes of a state, each with the state that has one affix of it less, if that is followed.
    pub(super) fn predecessors(&self, state: usize) -> impl Iterator<Item = (u8, Option<usize>)> {
        let predecessors = &self.predecessors[self.predecessor_range(state)];
        predecessors.iter().map(|(class, state)| (*class, (*state != NONE).then_some(*state as usize)))
    }

    /// `[theme]`: the lines that name a state's affixes.
    pub(super) fn named(&self, state: usize) -> &[NamedLines] {
        let themes = self.named.len() / self.states.len();
        &self.named[state * themes..][..themes]
    }

    /// The most lines of a theme, and the most weight, that name any state's affixes.
    pub(super) fn max_named(&self, theme: usize) -> NamedLines {
        let themes = self.named.len() / self.states.len();
        let named = self.named.iter().skip(theme).step_by(themes);
        named.fold(NamedLines::default(), |most, named| NamedLines {
            lines: most.lines.max(named.lines),
            weight: most.weight.max(named.weight),
        })
    }

    /// The odds of themes after a step that leads to a state; `None` where no theme can come.
    pub(super) fn odds(&self, state: usize) -> Option<&ThemeOdds> {
        self.odds.get(self.states[state].odds as usize)
    }

    /// The class of an affix; `None` where no theme names it.
    pub(super) fn class_of(&self, affix: AffixId) -> Option<usize> {
        self.class_of.get(affix.at()).copied().flatten()
    }
}

/// `[size] f64`: upper bound of the number of orders in which a state's affixes can come among others within `steps`
/// steps, times the probability of those others, summed over items by their weights.
fn max_orderings(
    distribution: &StepDistribution,
    classes: &[AffixClass],
    steps: usize,
    weights: &StepWeights,
) -> Vec<f64> {
    let mut others = vec![0.0_f64; distribution.aux_states.len()];
    let is_in_class = |affix: AffixId| classes.iter().any(|class| class.affixes.contains(&affix));
    for outcome in &distribution.outcomes {
        if outcome.to.is_none() || !outcome.affix.is_some_and(is_in_class) {
            others[outcome.from] += outcome.p;
        }
    }
    let others = others.into_iter().fold(0.0, f64::max).min(1.0);
    let orderings = |size: usize, steps: usize| -> f64 {
        let orderings: f64 = (0..size).map(|at| (steps - at) as f64).product();
        orderings * others.powi((steps - size) as i32)
    };
    let weighted = |size: usize| {
        let weights = weights.iter().enumerate().skip(size);
        // A state counts whenever an item comes through it.
        let most = |made: usize| (size..=made.min(steps)).map(|steps| orderings(size, steps)).fold(0.0, f64::max);
        weights.map(|(made, weight)| weight * most(made)).sum()
    };
    (0..=steps).map(weighted).collect()
}
