//! A cache in which each value is computed once. It starts no threads and knows no time.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// Values by key. Whoever asks first for a key computes its value, others who ask for it meanwhile wait. No lock is held while
/// computing, so nobody waits for another key. The values asked for first are dropped first.
#[derive(Debug)]
pub(crate) struct SingleFlight<K, V> {
    slots: Mutex<Slots<K, V>>,
    /// Number of values that are kept, 1 at least.
    capacity: usize,
}

/// A value, once it is computed.
type Slot<V> = Arc<OnceLock<Arc<V>>>;

#[derive(Debug)]
struct Slots<K, V> {
    by_key: BTreeMap<K, Slot<V>>,
    /// Keys by when they were first asked for; empty where all are kept.
    order: VecDeque<K>,
}

impl<K: Ord + Clone, V> SingleFlight<K, V> {
    /// Keeps so many values.
    pub(crate) fn with_capacity(capacity: usize) -> SingleFlight<K, V> {
        SingleFlight { slots: Mutex::new(Slots { by_key: BTreeMap::new(), order: VecDeque::new() }), capacity }
    }

    /// Keeps all values.
    pub(crate) fn unbounded() -> SingleFlight<K, V> {
        SingleFlight::with_capacity(usize::MAX)
    }

    /// The value of a key. `compute` must not ask for the same key.
    pub(crate) fn get(&self, key: K, compute: impl FnOnce() -> V) -> Arc<V> {
        Arc::clone(self.slot(key).get_or_init(|| Arc::new(compute())))
    }

    fn slot(&self, key: K) -> Slot<V> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = slots.by_key.get(&key) {
            return Arc::clone(known);
        }
        let slot = Slot::default();
        if self.capacity < usize::MAX {
            slots.order.push_back(key.clone());
        }
        slots.by_key.insert(key, Arc::clone(&slot));
        if slots.order.len() > self.capacity
            && let Some(oldest) = slots.order.pop_front()
        {
            slots.by_key.remove(&oldest);
        }
        slot
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Barrier, atomic::AtomicU32, atomic::Ordering};

    use super::SingleFlight;

    #[test]
    fn a_value_is_computed_once_for_all_who_ask() {
        let (flight, computed, all) = (SingleFlight::unbounded(), AtomicU32::new(0), Barrier::new(4));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    all.wait();
                    let value = flight.get("key", || computed.fetch_add(1, Ordering::Relaxed));
                    assert_eq!(*value, 0);
                });
            }
        });
        assert_eq!(computed.into_inner(), 1);
    }

    /// Another key is answered while one is being computed: here it is even asked for from inside of that.
    #[test]
    fn no_lock_is_held_while_computing() {
        let flight = SingleFlight::unbounded();
        let sum = flight.get(1, || 1 + *flight.get(2, || 20));
        assert_eq!((*sum, *flight.get(2, || 0)), (21, 20));
    }

    #[test]
    fn the_value_asked_for_first_is_dropped_first() {
        let flight = SingleFlight::with_capacity(2);
        for key in [1, 2, 1, 3] {
            flight.get(key, || key);
        }
        let now: Vec<i32> = [3, 2, 1].map(|key| *flight.get(key, || -key)).to_vec();
        assert_eq!(now, [3, 2, -1]);
    }
}
