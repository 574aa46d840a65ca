//! The rules of generation, compiled for one catalog.

use std::sync::Arc;

use super::EgoModel;
use crate::{
    batch::{Cell, Counts, KeySpace},
    catalog::KindId,
    engine::random::Stream,
    games::{Forge, Pool},
};

/// The rules for one catalog.
pub(super) struct EgoForge {
    keys: KeySpace,
}

impl EgoForge {
    pub(super) fn new(model: &EgoModel) -> EgoForge {
        EgoForge { keys: KeySpace::new(Arc::clone(&model.catalog)) }
    }
}

impl Forge for EgoForge {
    fn pool(&self, _: KindId, _: u32, _: u8) -> Arc<Pool> {
        Arc::default()
    }

    fn keys(&self) -> &KeySpace {
        &self.keys
    }

    fn possible(&self, _: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        Box::new(|_| true)
    }

    fn run(&self, _: Cell, _: u64, _: &mut Stream, _: &mut Counts) {}
}
