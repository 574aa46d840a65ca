//! The forge of files that drop nothing: what turns up in their game are other subjects.

use std::sync::Arc;

use super::{Forge, Pool};
use crate::{
    batch::{Cell, Counts, KeySpace},
    catalog::{Catalog, KindId},
    engine::random::Stream,
};

/// Drops nothing and counts nothing.
pub struct NoDrops {
    keys: KeySpace,
}

impl Default for NoDrops {
    fn default() -> NoDrops {
        NoDrops { keys: KeySpace::new(Arc::new(Catalog::default())) }
    }
}

impl Forge for NoDrops {
    fn pool(&self, _: KindId, _: u32, _: u8) -> Arc<Pool> {
        Arc::default()
    }

    fn keys(&self) -> &KeySpace {
        &self.keys
    }

    fn possible(&self, _: Cell) -> Box<dyn Fn(u32) -> bool + '_> {
        Box::new(|_| false)
    }

    fn run(&self, _: Cell, _: u64, _: &mut Stream, _: &mut Counts) {}
}
