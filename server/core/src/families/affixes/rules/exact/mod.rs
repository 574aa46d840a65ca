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

use super::{super::model::AffixModel, AffixForge, Generation, LEVEL_BONUS, SLOTS};
use crate::catalog::{AffixId, Catalog, ThemeId};

/// So many places are kept: depths and drop qualities share them. A whole catalog has some 1,500 at a depth, the next depth
/// most of the same again; each takes about 25 kB.
const KEPT: usize = 4096;
/// Of good and great drops, a level is one of several that items get their magic at.
const LEVEL_SHARE: f64 = 0.25;

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

/// What a place's chances are computed for: the place, the depth where pools depend on it, and the drop quality where depths
/// don't share levels. Whoever asks for the same gets the same, whatever else was asked before.
type Key = (Place, u32, Option<usize>);

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
    /// What items of a place carry, by the number of their steps.
    fn by_steps(&self, place: Place, (depth, quality): (u32, usize)) -> Arc<BySteps> {
        let key = self.key(place, depth, quality);
        let slot = self.exact.kept.lock().unwrap_or_else(PoisonError::into_inner).slot(key);
        let compute = || Arc::new(BySteps::new(self, &self.levels.at(depth), place, self.weights(key)));
        Arc::clone(slot.get_or_init(compute))
    }

    /// How likely items of a place have both of two affixes, by the number of their steps.
    fn both_by_steps(&self, place: Place, (depth, quality): (u32, usize), mut pair: [AffixId; 2]) -> Arc<Vec<f64>> {
        // In whatever order they are asked for, they are computed in one, which leaves the last digits the same.
        pair.sort_unstable();
        let key = self.key(place, depth, quality);
        let slot = self.exact.pairs.lock().unwrap_or_else(PoisonError::into_inner).slot((key, pair));
        let compute = || {
            let ground = Ground::new(self, &self.levels.at(depth), place, &self.weights(key));
            Arc::new(together::both(&ground, pair))
        };
        Arc::clone(slot.get_or_init(compute))
    }

    fn key(&self, place: Place, depth: u32, quality: usize) -> Key {
        let depth = if self.quirks.maximum_by_raised_level { 0 } else { depth };
        (place, depth, (!self.quirks.magic_at_raised_level).then_some(quality))
    }

    /// By number of steps, about the part items of a place with it have among all of their kind in a cell, at the most: what
    /// counts little need not be known as well. Where depths share levels it is the same for all of them, and all qualities.
    fn weights(&self, (place, _, quality): Key) -> Weights {
        let mut most = [0.0_f64; SLOTS + 1];
        for quality in (0..LEVEL_BONUS.len()).filter(|at| quality.is_none_or(|quality| quality == *at)) {
            let magic = self.magic.at::<G>(quality, place.level);
            for flagged_good in [false, true] {
                let mut shares = [0.0; SLOTS + 1];
                let of_window = magic.table(flagged_good).shares().filter(|share| share.0.window == place.window);
                of_window.for_each(|(magic, chance)| shares[(magic.steps as usize).min(SLOTS)] += chance);
                most.iter_mut().zip(shares).for_each(|(most, share)| *most = most.max(share));
            }
        }
        most.map(|share| share * if quality.is_none() { LEVEL_SHARE } else { 1.0 })
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
