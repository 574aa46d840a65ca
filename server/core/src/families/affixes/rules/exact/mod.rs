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
mod together;
mod undone;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use by_steps::{BySteps, Ground, Weights};
use draws::Place;
use marks::{Frame, Gains};

use super::{super::model::AffixModel, AffixForge, Generation, SLOTS};
use crate::catalog::{AffixId, Catalog, ThemeId};

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
    kept: Mutex<Kept<Key, BySteps>>,
    /// How likely items have both of two affixes, by the number of their steps.
    pairs: Mutex<Kept<PairKey, Vec<f64>>>,
}

/// What a place's chances are computed for: the place, the depth where pools depend on it, and the classes of its
/// weights by number of steps. Whoever asks for the same gets the same, whatever else was asked before.
type Key = (Place, u32, [i32; SLOTS + 1]);

/// What a place's pairs are computed for: the same, and the two affixes, the first one first.
type PairKey = (Key, [AffixId; 2]);

/// What is known of a place; whoever comes first computes it, and others wait.
type Slot<V> = Arc<OnceLock<Arc<V>>>;

#[derive(Debug)]
struct Kept<K, V> {
    places: BTreeMap<K, Slot<V>>,
    order: VecDeque<K>,
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
            pairs: Mutex::default(),
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
        let (key, weights) = self.key(place, depth, weights);
        let slot = self.exact.kept.lock().unwrap_or_else(PoisonError::into_inner).slot(key);
        let compute = || Arc::new(BySteps::new(self, &self.levels.at(depth), place, weights));
        Arc::clone(slot.get_or_init(compute))
    }

    /// How likely items of a place have both of two affixes, by the number of their steps, as [`AffixForge::by_steps`].
    fn both_by_steps(&self, place: Place, depth: u32, weights: Weights, mut pair: [AffixId; 2]) -> Arc<Vec<f64>> {
        let (key, weights) = self.key(place, depth, weights);
        // In whatever order they are asked for, they are computed in one, which leaves the last digits the same.
        pair.sort_unstable();
        let slot = self.exact.pairs.lock().unwrap_or_else(PoisonError::into_inner).slot((key, pair));
        let compute = || {
            let ground = Ground::new(self, &self.levels.at(depth), place, &weights);
            Arc::new(together::both(&ground, pair))
        };
        Arc::clone(slot.get_or_init(compute))
    }

    /// The key of a place, and the weights it stands for.
    fn key(&self, place: Place, depth: u32, weights: Weights) -> (Key, Weights) {
        let classes = weights.map(weight_class);
        let depth = if self.quirks.maximum_by_raised_level { 0 } else { depth };
        ((place, depth, classes.map(|class| class.0)), classes.map(|class| class.1))
    }
}

impl<K, V> Default for Kept<K, V> {
    fn default() -> Kept<K, V> {
        Kept { places: BTreeMap::new(), order: VecDeque::new() }
    }
}

impl<K: Ord + Copy, V> Kept<K, V> {
    fn slot(&mut self, key: K) -> Slot<V> {
        if let Some(known) = self.places.get(&key) {
            return Arc::clone(known);
        }
        let slot = Slot::default();
        self.places.insert(key, Arc::clone(&slot));
        self.order.push_back(key);
        while self.order.len() > KEPT {
            if let Some(oldest) = self.order.pop_front() {
                self.places.remove(&oldest);
            }
        }
        slot
    }
}

/// The class of what doesn't come.
const NEVER: i32 = i32::MAX;

/// Weights are rounded up to powers of 1/4, so that depths share places where theirs are alike: which power, and its value.
/// What doesn't come at all has a class of its own.
fn weight_class(weight: f64) -> (i32, f64) {
    if weight <= 0.0 {
        return (NEVER, 0.0);
    }
    let mut class = (0, 1.0);
    while class.0 < 16 && weight <= class.1 / 4.0 {
        class = (class.0 + 1, class.1 / 4.0);
    }
    class
}

#[cfg(test)]
mod tests {
    use super::{NEVER, weight_class};

    #[test]
    fn weights_are_rounded_up() {
        for (weight, class) in
            [(1.0, 0), (0.3, 0), (0.25, 1), (0.2, 1), (0.062_5, 2), (0.06, 2), (0.01, 3), (1e-300, 16)]
        {
            let found = weight_class(weight);
            assert_eq!(found.0, class, "{weight}");
            assert!(found.1 >= weight && found.1.to_bits() == 0.25_f64.powi(class).to_bits());
        }
        assert_eq!(weight_class(0.0), (NEVER, 0.0));
    }
}
