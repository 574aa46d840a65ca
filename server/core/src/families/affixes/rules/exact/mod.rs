//! What drops are, computed: docs/exact.md has the derivation.

mod artifacts;
mod brings;
mod by_steps;
mod cell;
mod course;
mod draws;
mod hands;
mod last_step;
mod marks;
mod moves;
mod undone;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use by_steps::{BySteps, Weights};
use draws::Place;
use marks::{Frame, Gains};

use super::{super::model::AffixModel, AffixForge, Generation};
use crate::catalog::{Catalog, ThemeId};

/// So many places are kept: depths and drop qualities share them.
const KEPT: usize = 1024;

/// What computing needs besides what drawing does, and what was computed.
#[derive(Debug)]
pub(super) struct Exact {
    gains: Gains,
    /// By kind.
    frames: Vec<Frame>,
    /// By theme: the affixes that come with it in any case.
    parts: Vec<Vec<usize>>,
    switches: undone::Switches,
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    /// By place and, where pools depend on it, depth.
    places: BTreeMap<(Place, u32), Arc<BySteps>>,
    order: VecDeque<(Place, u32)>,
}

impl Exact {
    pub(super) fn new<G>(model: &AffixModel<G>, catalog: &Catalog) -> Exact {
        let certain = |theme: &crate::catalog::Theme| {
            theme.parts.iter().filter(|part| part.chance >= 100).map(|part| part.affix.at()).collect()
        };
        Exact {
            gains: Gains::new(&model.affixes, model.spec),
            frames: model.kinds.iter().map(|kind| Frame::new(&kind.effect, model.spec)).collect(),
            parts: catalog.themes.iter().map(certain).collect(),
            switches: undone::Switches::new(model),
            kept: Mutex::default(),
        }
    }

    /// Themes that are undone whenever they come, as bits over these: one of their affixes, which an item can't have yet,
    /// makes it too powerful by itself.
    fn lost(&self, frame: &Frame, themes: &[ThemeId]) -> u64 {
        let is_lost =
            |theme: &ThemeId| self.parts[theme.at()].iter().any(|affix| self.gains.is_always_undone(frame, *affix));
        themes.iter().zip(0..).filter(|(theme, _)| is_lost(theme)).fold(0, |bits, (_, at)| bits | 1 << at)
    }
}

impl<G: Generation> AffixForge<G> {
    /// What items of a place carry, by the number of their steps. `weights`: by that number, their part of all items of their
    /// kind, for what counts little need not be known as well.
    fn by_steps(&self, place: Place, depth: u32, weights: Weights) -> Arc<BySteps> {
        let key = (place, if self.quirks.maximum_by_raised_level { 0 } else { depth });
        let kept = || self.exact.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().places.get(&key).map(Arc::clone);
        let enough = |known: &BySteps| known.weights.iter().zip(&weights).all(|(known, weight)| known >= weight);
        let weights = match known {
            Some(known) if enough(&known) => return known,
            Some(known) => std::array::from_fn(|at| known.weights[at].max(weights[at])),
            None => weights,
        };
        // Rounded up, so that what was computed serves for similar weights as well.
        let weights = weights.map(|weight| if weight > 0.0 { weight.log2().ceil().exp2().max(weight) } else { 0.0 });
        let computed = Arc::new(BySteps::new(self, &self.levels.at(depth), place, weights));
        let mut kept = kept();
        if kept.places.insert(key, Arc::clone(&computed)).is_none() {
            kept.order.push_back(key);
        }
        while kept.order.len() > KEPT {
            if let Some(oldest) = kept.order.pop_front() {
                kept.places.remove(&oldest);
            }
        }
        computed
    }
}
