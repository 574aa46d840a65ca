//! The joint probability of two affixes on one item: docs/exact.md, "Two affixes together".

use super::{
    forward::Solver,
    marginals::cumulative,
    state_space::StateSpace,
    transitions::{Augmentation, TransitionTable},
};
use affixboard_model::{catalog::AffixId, game::Cancelled};

/// `[steps] f64`: probability that an item has both of two affixes, which must differ and not exclude each other.
///
/// Items are followed by which of the two they have. Where no theme is always rolled back an item has both from the
/// step on that adds the second to the first, and need not be followed on.
///
/// # Errors
/// [`Cancelled`] if it is called off.
pub(crate) fn p_both(space: &StateSpace<'_>, pair: [AffixId; 2]) -> Result<Vec<f64>, Cancelled> {
    let StateSpace { distribution, tree, always_rolled_back, steps, followed, .. } = space;
    let (steps, themes, aux_states) = (*steps, space.themes(), space.aux_states());
    let p_kept = pair.map(|affix| distribution.p_kept(affix));
    if p_kept.iter().any(|p_kept| p_kept.iter().all(|p| *p == 0.0)) {
        return Ok(vec![0.0; steps + 1]);
    }
    let table = TransitionTable::new(space, Augmentation { pair: Some(pair), ..Augmentation::default() });
    let in_full = *always_rolled_back != 0;
    let watch = space.watch;
    let pass = Solver { tree, table: &table, themes, steps: *followed, max_size: *followed, in_full, watch }.run()?;
    // The layers of auxiliary states: those with neither affix come first.
    let [first, second, both] = [1, 2, 3].map(|layer| layer * aux_states);
    if *always_rolled_back != 0 {
        // A theme that is rolled back takes the affix of its step with it.
        let mut themed = 0.0;
        let at_step = |step: usize| {
            let of_theme =
                |theme: usize| (0..aux_states).map(|aux| pass.p_themed(theme, both + aux, step)).sum::<f64>();
            themed += (0..themes).map(of_theme).sum::<f64>();
            themed + (0..aux_states).map(|aux| pass.p_active(both + aux, step)).sum::<f64>()
        };
        return Ok((0..=steps).map(at_step).collect());
    }
    let second_to_first = |aux: usize, step: usize| {
        p_kept[1][aux] * pass.p_active(first + aux, step) + p_kept[0][aux] * pass.p_active(second + aux, step)
    };
    Ok(cumulative(steps, |step| (0..aux_states).map(|aux| second_to_first(aux, step)).sum()))
}
