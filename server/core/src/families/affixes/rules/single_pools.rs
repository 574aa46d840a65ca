//! A cache of single pools. Sheets of one item type need its pools at many depths, for which building the tables of
//! whole depths would be a waste.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use crate::game::Pool;

/// Capacity: ten item types with three kind classes each, at 100 levels. A pool takes a few kilobytes.
const CAPACITY: usize = 3000;

/// (Kind class, level, window); the level is the depth too.
pub(super) type SinglePoolKey = (u32, u32, usize);

/// The cached pools.
#[derive(Debug, Default)]
pub(super) struct SinglePools {
    cached: Mutex<CachedPools>,
}

#[derive(Debug, Default)]
struct CachedPools {
    pools: HashMap<SinglePoolKey, Arc<Pool>>,
    order: VecDeque<SinglePoolKey>,
}

impl SinglePools {
    /// The pool, built unless cached.
    pub(super) fn get(&self, key: SinglePoolKey, make: impl FnOnce() -> Pool) -> Arc<Pool> {
        if let Some(known) = self.cached().pools.get(&key) {
            return Arc::clone(known);
        }
        // Built outside of the lock; if two threads build the same pool, the first one is cached.
        let made = Arc::new(make());
        let mut cached = self.cached();
        if let Some(known) = cached.pools.get(&key) {
            return Arc::clone(known);
        }
        cached.pools.insert(key, Arc::clone(&made));
        cached.order.push_back(key);
        if cached.order.len() > CAPACITY
            && let Some(oldest) = cached.order.pop_front()
        {
            cached.pools.remove(&oldest);
        }
        made
    }

    fn cached(&self) -> std::sync::MutexGuard<'_, CachedPools> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
