//! The distribution of a step as transitions between states: sorted by affix class, then by auxiliary state.

use std::{collections::BTreeMap, rc::Rc};

use super::{outcomes::StepOutcome, state_space::StateSpace};
use affixboard_model::catalog::AffixId;

/// A transition from an auxiliary state to one.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Transition {
    pub(super) from: usize,
    pub(super) to: usize,
    /// `[theme set] f64`: probability at levels with those legal themes.
    pub(super) p_by_set: Vec<f64>,
    /// Probability at any level.
    pub(super) p: f64,
}

impl Transition {
    fn none(from: usize, to: usize, theme_sets: usize) -> Transition {
        Transition { from, to, p_by_set: vec![0.0; theme_sets], p: 0.0 }
    }

    fn add(&mut self, theme_set: usize, p: f64) {
        self.p_by_set[theme_set] += p;
        self.p += p;
    }
}

/// Transitions that add an affix of one class.
#[derive(Debug, Clone, Default)]
pub(super) struct ClassTransitions {
    /// Whether they leave every auxiliary state as it is, with equal probabilities: then each stands for all.
    pub(super) uniform: bool,
    pub(super) transitions: Vec<Transition>,
}

/// The transitions of a step.
#[derive(Debug)]
pub(super) struct TransitionTable {
    /// `[class]`.
    pub(super) by_class: Rc<Vec<ClassTransitions>>,
    /// Transitions that leave the multiset as it is, and after which themes are looked for: affixes of no class, and
    /// steps that found none to draw.
    pub(super) class_neutral: Vec<Transition>,
    /// `[class]`, last affixes of no class: transitions that add an excluded affix. Their items are not followed, but
    /// where the theme of such a step is rolled back, the affix goes with it.
    pub(super) excluded: Vec<Vec<Transition>>,
    /// Transitions that leave the multiset as it is, and after which no theme is looked for: auxiliary state before,
    /// after, probability.
    pub(super) self_loop: Vec<(usize, usize, f64)>,
    /// Themes that are rolled back whenever they come, with the step that brought them, as bits.
    pub(super) always_rolled_back: u64,
    /// Such a step leads this many auxiliary states on: to the next layer of misses.
    miss_offset: usize,
    /// Number of auxiliary states, all layers of them.
    pub(super) aux_states: usize,
    pub(super) theme_sets: usize,
    /// The terms of `class_neutral`.
    neutral_terms: Rc<Vec<NeutralTerm>>,
}

/// Affix if there was one to draw, position in [`TransitionTable::class_neutral`], theme set, probability.
type NeutralTerm = (Option<AffixId>, usize, usize, f64);

/// Extension of the state space: auxiliary states are split further into layers, or items are left out.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Augmentation {
    /// Items with this affix are left out.
    pub(super) without: Option<AffixId>,
    /// Steps that fill no slot are counted: layers from 0 misses to this number, the last for any more.
    pub(super) max_misses: usize,
    /// Layers by which of two affixes an item has: none, the first, the second, and both where themes can be rolled
    /// back; elsewhere items that get both are left out. Not together with `max_misses`.
    pub(super) pair: Option<[AffixId; 2]>,
}

impl Augmentation {
    fn layers(self, always_rolled_back: u64) -> usize {
        match self.pair {
            Some(_) if always_rolled_back == 0 => 3,
            Some(_) => 4,
            None => self.max_misses + 1,
        }
    }

    fn layer_after(self, layer: usize, outcome: &StepOutcome) -> usize {
        if let Some(pair) = self.pair {
            let gets = |affix: AffixId| outcome.affix == Some(affix) && outcome.to.is_some();
            return layer | usize::from(gets(pair[0])) | usize::from(gets(pair[1])) << 1;
        }
        let misses = outcome.affix.is_none() || outcome.to.is_none();
        (layer + usize::from(misses)).min(self.max_misses)
    }
}

impl TransitionTable {
    pub(super) fn new(space: &StateSpace, augmentation: Augmentation) -> TransitionTable {
        let StateSpace { distribution, tree, always_rolled_back, .. } = space;
        let (aux_states, classes) = (distribution.aux_states.len(), tree.classes.len());
        let theme_sets = distribution.theme_sets.len();
        let layers = augmentation.layers(*always_rolled_back);
        let mut by_class = vec![ClassTransitions::default(); classes];
        let mut neutral_terms = Vec::new();
        let mut table = TransitionTable {
            by_class: Rc::default(),
            class_neutral: Vec::new(),
            excluded: vec![Vec::new(); classes + 1],
            self_loop: Vec::new(),
            always_rolled_back: *always_rolled_back,
            miss_offset: if augmentation.max_misses > 0 { aux_states } else { 0 },
            aux_states: aux_states * layers,
            theme_sets,
            neutral_terms: Rc::default(),
        };
        // `[class, first none][layer before][layer after][aux edge]`: a position in the list of its transitions.
        let edges = distribution.aux_edges.len();
        let mut known: Vec<Option<usize>> = vec![None; (classes + 1) * layers * layers * edges];
        let mut self_loop: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        for outcome in &distribution.outcomes {
            let class = outcome.affix.and_then(|affix| tree.class_of(affix));
            let is_kept = outcome.to.is_some() && outcome.affix.is_some();
            if is_kept && outcome.affix == augmentation.without {
                let mut one = Transition::none(outcome.from, outcome.to.unwrap_or(outcome.from), theme_sets);
                one.add(outcome.theme_set, outcome.p);
                table.excluded[class.unwrap_or(classes)].push(one);
                continue;
            }
            for layer in 0..layers {
                let after = augmentation.layer_after(layer, outcome);
                if after >= layers {
                    continue;
                }
                let from = layer * aux_states + outcome.from;
                let to = after * aux_states + outcome.to.unwrap_or(outcome.from);
                if !space.looks_for_theme(outcome) {
                    *self_loop.entry((from, to)).or_default() += outcome.p;
                    continue;
                }
                let row = (class.map_or(0, |class| class + 1) * layers + layer) * layers + after;
                let list = class.map_or(&mut table.class_neutral, |class| &mut by_class[class].transitions);
                let at = *known[row * edges + outcome.aux_edge].get_or_insert_with(|| {
                    list.push(Transition::none(from, to, theme_sets));
                    list.len() - 1
                });
                list[at].add(outcome.theme_set, outcome.p);
                if class.is_none() {
                    neutral_terms.push((outcome.affix, at, outcome.theme_set, outcome.p));
                }
            }
        }
        table.self_loop = self_loop.into_iter().map(|((from, to), p)| (from, to, p)).collect();
        for of_class in &mut by_class {
            let first = of_class.transitions.first().map(|one| one.p_by_set.clone());
            let stays =
                of_class.transitions.iter().all(|one| one.from == one.to && Some(&one.p_by_set) == first.as_ref());
            of_class.uniform = stays && of_class.transitions.len() == table.aux_states;
        }
        TransitionTable { by_class: Rc::new(by_class), neutral_terms: Rc::new(neutral_terms), ..table }
    }

    /// The same without items that have an affix of no class; every transition keeps its position.
    pub(super) fn without(&self, affix: AffixId) -> TransitionTable {
        let none = |one: &Transition| Transition::none(one.from, one.to, self.theme_sets);
        let mut class_neutral: Vec<Transition> = self.class_neutral.iter().map(none).collect();
        for (of, at, theme_set, p) in self.neutral_terms.iter() {
            if *of != Some(affix) {
                class_neutral[*at].add(*theme_set, *p);
            }
        }
        TransitionTable {
            by_class: Rc::clone(&self.by_class),
            class_neutral,
            excluded: self.excluded.clone(),
            self_loop: self.self_loop.clone(),
            neutral_terms: Rc::clone(&self.neutral_terms),
            ..*self
        }
    }

    /// The auxiliary state after a step whose theme was rolled back.
    pub(super) fn aux_after_rollback(&self, aux: usize) -> usize {
        if aux + self.miss_offset < self.aux_states { aux + self.miss_offset } else { aux }
    }
}
