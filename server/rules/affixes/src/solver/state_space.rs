//! The state space of a context: the distribution of a step, and the states that are followed.

use super::{
    classes::affix_classes,
    context::{SolverInput, StepWeights, Watch},
    outcomes::{StepDistribution, StepOutcome},
    states::{StateTree, TreeLimits},
};
use affixboard_model::game::Cancelled;

/// Minimum share of a kind's items that reach a state. States below it are left out; their share is in the bound.
const MIN_SHARE: f64 = 1e-8;
/// Maximum of states × auxiliary states × numbers of steps. Beyond it, more states are left out.
const MAX_CELLS: usize = 4_000_000;
/// Factor by which the minimum share is raised until few enough states are left.
const SHARE_FACTOR: f64 = 4.0;

/// The state space of a context, from which its chances are computed. It depends on input and weights alone.
#[derive(Debug)]
pub(crate) struct StateSpace<'a> {
    pub(super) distribution: StepDistribution,
    pub(super) tree: StateTree,
    /// Themes that are rolled back whenever they come, as bits.
    pub(super) always_rolled_back: u64,
    /// Whether a step that found nothing to draw looks for a theme.
    theme_without_affix: bool,
    /// The most steps of an item that has any weight.
    pub(super) steps: usize,
    /// Steps that are followed state by state: all but the last, whose themes are summed up where that can be.
    pub(super) followed: usize,
    /// Asked while states are followed.
    pub(super) watch: Watch<'a>,
}

impl<'a> StateSpace<'a> {
    /// The state space of an input. `weights`: about the share of all of a kind's items that are of this context, at
    /// most.
    ///
    /// # Errors
    /// [`Cancelled`] if it is called off.
    pub(crate) fn new(
        input: &SolverInput<'_>,
        weights: &StepWeights,
        watch: Watch<'a>,
    ) -> Result<StateSpace<'a>, Cancelled> {
        let steps = weights.iter().rposition(|weight| *weight > 0.0).unwrap_or(0);
        let distribution = StepDistribution::new(input);
        let rolled_back = distribution.themes.iter().zip(0..).filter(|(theme, _)| input.is_always_rolled_back(**theme));
        let always_rolled_back = rolled_back.fold(0, |bits, (_, at)| bits | 1 << at);
        let can_sum_last = always_rolled_back == 0 && input.themes.repeats_count();
        let followed = if can_sum_last { steps.saturating_sub(1) } else { steps };
        let classes = affix_classes(input, &distribution);
        let max_states = MAX_CELLS / (distribution.aux_states.len() * (followed + 1));
        let mut min_share = MIN_SHARE;
        let tree = loop {
            let limits = TreeLimits { max_size: followed, weights, min_share, max_states };
            match StateTree::new(input, &distribution, classes.clone(), limits, watch)? {
                Some(tree) => break tree,
                None => min_share *= SHARE_FACTOR,
            }
        };
        let theme_without_affix = input.theme_without_affix;
        Ok(StateSpace { distribution, tree, always_rolled_back, theme_without_affix, steps, followed, watch })
    }

    /// Whether a step with this outcome looks for a theme: not where what it drew is rolled back, and where there was nothing
    /// to draw by the rules' reading.
    pub(super) fn looks_for_theme(&self, outcome: &StepOutcome) -> bool {
        if outcome.affix.is_some() { outcome.to.is_some() } else { self.theme_without_affix }
    }

    /// Number of themes that can come.
    pub(super) fn themes(&self) -> usize {
        self.distribution.themes.len()
    }

    /// Number of auxiliary states, without layers.
    pub(super) fn aux_states(&self) -> usize {
        self.distribution.aux_states.len()
    }
}
