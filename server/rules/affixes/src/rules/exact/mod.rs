//! Exact chances of drops: what comes before an item's first step, and the solver's results summed over it.
//! docs/exact.md has the derivation.

mod artifacts;
mod cell;
mod input;
mod kind_samples;
mod pair;

pub(super) use cell::WantedChances;

use std::sync::Arc;

use super::{
    super::{
        constants::SLOTS,
        model::AffixModel,
        solver::{ByStepCount, CatalogTables, DrawContext, PowerProfile, StateSpace, StepWeights, Watch, p_both},
    },
    budget::Budgets,
    forge::AffixForge,
    generation::Generation,
};
use crate::constants::LEVEL_BONUS;
use affixboard_model::{
    catalog::{AffixId, ArtifactId, Catalog, KindId},
    engine::single_flight::SingleFlight,
    game::Cancelled,
};

/// Results that are kept, for depths and drop qualities share them. A whole catalog has some 1,500 at a depth, the next
/// depth most of the same again; each takes about 25 kB.
const MAX_KEPT: usize = 4096;
/// Of good and great drops, a level is one of several that items get their magic at.
const LEVEL_SHARE: f64 = 0.25;

/// The solver's tables of the catalog, and a cache of results.
#[derive(Debug)]
pub(super) struct ExactCache {
    tables: CatalogTables,
    /// `[kind]`.
    profiles: Vec<PowerProfile>,
    results: SingleFlight<ContextKey, ByStepCount>,
    /// `[steps] f64`: probability that items have both of two affixes.
    pairs: SingleFlight<PairKey, Vec<f64>>,
    /// By depth: the artifacts that one try can give, with their kinds and chances.
    artifacts: SingleFlight<u32, Vec<(ArtifactId, KindId, f64)>>,
}

/// Key of a result: context, the depth if pools depend on it, and the drop quality if depths don't share levels. Equal
/// keys give equal results, whatever was computed before.
type ContextKey = (DrawContext, u32, Option<usize>);

/// Key of a pair's result: the same, and the two affixes, the first one first.
type PairKey = (ContextKey, [AffixId; 2]);

impl ExactCache {
    pub(super) fn new<G>(model: &AffixModel<G>, catalog: &Catalog, budgets: &Budgets) -> ExactCache {
        ExactCache {
            tables: input::catalog_tables(model, catalog, budgets),
            profiles: model.kinds.iter().map(|kind| PowerProfile::new(&kind.effect, model.spec)).collect(),
            results: SingleFlight::with_capacity(MAX_KEPT),
            pairs: SingleFlight::with_capacity(MAX_KEPT),
            artifacts: SingleFlight::unbounded(),
        }
    }
}

impl<G: Generation> AffixForge<G> {
    /// Marginal distributions of a context's items, by number of steps.
    fn by_step_count(
        &self,
        context: DrawContext,
        (depth, quality): (u32, usize),
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Arc<ByStepCount>, Cancelled> {
        let key = self.context_key(context, depth, quality);
        self.exact.results.get_or_fail(key, || {
            let tables = self.levels.at(depth);
            ByStepCount::new(&self.solver_input(&tables, context), self.step_weights(key), Watch(keep_going))
        })
    }

    /// `[steps] f64`: probability that items of a context have both of two affixes.
    fn both_by_step_count(
        &self,
        context: DrawContext,
        (depth, quality): (u32, usize),
        mut pair: [AffixId; 2],
        keep_going: &dyn Fn() -> bool,
    ) -> Result<Arc<Vec<f64>>, Cancelled> {
        // In whatever order they are asked for, they are computed in one, which leaves the last digits the same.
        pair.sort_unstable();
        let key = self.context_key(context, depth, quality);
        self.exact.pairs.get_or_fail((key, pair), || {
            let (tables, watch) = (self.levels.at(depth), Watch(keep_going));
            p_both(&StateSpace::new(&self.solver_input(&tables, context), &self.step_weights(key), watch)?, pair)
        })
    }

    fn context_key(&self, context: DrawContext, depth: u32, quality: usize) -> ContextKey {
        let depth = if self.quirks.maximum_by_raised_level { 0 } else { depth };
        (context, depth, (!self.quirks.magic_at_raised_level).then_some(quality))
    }

    /// About the share of all items of a kind in a cell that are of a context, at most: what counts little need not be
    /// known as well. Where depths share levels it is the same for all of them, and all qualities.
    fn step_weights(&self, (context, _, quality): ContextKey) -> StepWeights {
        let mut most = [0.0_f64; SLOTS + 1];
        for quality in (0..LEVEL_BONUS.len()).filter(|at| quality.is_none_or(|quality| quality == *at)) {
            let magic = self.magic.at::<G>(quality, context.level);
            for flagged_good in [false, true] {
                let mut shares = [0.0; SLOTS + 1];
                let of_window = magic.table(flagged_good).shares().filter(|share| share.0.window == context.window);
                of_window.for_each(|(magic, p)| shares[(magic.steps as usize).min(SLOTS)] += p);
                most.iter_mut().zip(shares).for_each(|(most, share)| *most = most.max(share));
            }
        }
        most.map(|share| share * if quality.is_none() { LEVEL_SHARE } else { 1.0 })
    }
}
