//! The rules of generation, compiled for one catalog.
//!
//! Drops are independent, and what becomes of each is decided by few draws of small odds. So it isn't drawn for each, but
//! for all of a shard at once how many come to what ([`crate::engine::split`]): exact binomial draws, one after the other
//! where the program rolls one after the other.
//!
//! Section numbers in comments are those of the RULES of Angband 3.0.

mod artifacts;
mod drops;
mod egos;
mod keys;
mod kinds;
mod pools;
mod reach;
mod values;

use std::sync::Arc;

use super::{EgoModel, Spec};
use crate::{
    batch::{Cell, Counts, Detail, KeySpace},
    catalog::KindId,
    engine::random::Stream,
    games::{Forge, Pool},
};

/// The rules for one catalog.
pub(super) struct EgoForge {
    spec: &'static Spec,
    keys: keys::Keys,
    kinds: kinds::KindTables,
    artifacts: artifacts::Artifacts,
    egos: egos::Egos,
    reach: reach::ReachCache,
}

impl EgoForge {
    pub(super) fn new(model: &EgoModel, detail: Detail) -> EgoForge {
        EgoForge {
            spec: model.spec,
            keys: keys::Keys::new(model, detail),
            kinds: kinds::KindTables::new(model),
            artifacts: artifacts::Artifacts::new(model),
            egos: egos::Egos::new(model),
            reach: reach::ReachCache::default(),
        }
    }
}

impl Forge for EgoForge {
    fn pool(&self, kind: KindId, generation_level: u32, affix_level: u8) -> Arc<Pool> {
        let Some((power, good)) = self.spec.affix_levels.get(usize::from(affix_level)).copied() else {
            return Arc::default();
        };
        self.egos.pool(kind, generation_level, Item { power, good })
    }

    fn keys(&self) -> &KeySpace {
        &self.keys.space
    }

    fn possible(&self, cell: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        let reach = self.reach(cell);
        Box::new(move |key| self.may_occur(&reach, cell, key))
    }

    fn run(&self, cell: Cell, drops: u64, random: &mut Stream, counts: &mut Counts) {
        self.run_cell(cell, drops, random, counts);
    }
}

/// The drop quality of a cell: good, great.
fn quality_of(cell: Cell) -> (bool, bool) {
    (cell.quality >= 1, cell.quality >= 2)
}

/// What of an item decides from which egos it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Item {
    power: i8,
    /// Of a good or great drop.
    good: bool,
}

/// From here on items are excellent, and from the negative of it down terrible: these draw egos.
const EGO_POWER: i8 = 2;

/// Good drops choose their kind so many levels deeper.
const GOOD_LEVELS: u32 = 10;
