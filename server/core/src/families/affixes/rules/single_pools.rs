//! Single pools, where making the tables of a whole depth would be a waste: sheets of one item type ask for its pools at many
//! depths.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use crate::game::Pool;

/// So many are kept: those of ten item types with three classes of kinds each, at 100 levels. One takes a few kilobytes.
const KEPT: usize = 3000;

/// Of what a pool is: the class of kinds, the level, which is the depth too, and the window of affix levels.
pub(super) type Key = (u32, u32, usize);

/// The pools that were asked for lately.
#[derive(Debug, Default)]
pub(super) struct SinglePools {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    pools: HashMap<Key, Arc<Pool>>,
    order: VecDeque<Key>,
}

impl SinglePools {
    /// The pool, made unless it is kept.
    pub(super) fn get(&self, key: Key, make: impl FnOnce() -> Pool) -> Arc<Pool> {
        if let Some(known) = self.kept().pools.get(&key) {
            return Arc::clone(known);
        }
        // Made outside of the lock; of two who make the same at once the first is kept.
        let made = Arc::new(make());
        let mut kept = self.kept();
        if let Some(known) = kept.pools.get(&key) {
            return Arc::clone(known);
        }
        kept.pools.insert(key, Arc::clone(&made));
        kept.order.push_back(key);
        if kept.order.len() > KEPT
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.pools.remove(&oldest);
        }
        made
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
