//! A cache in which each value is computed once. It starts no threads and knows no time.

use std::{
    collections::{BTreeMap, VecDeque},
    convert::Infallible,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// Values by key. Whoever asks first for a key computes its value, others who ask for it meanwhile wait. No lock is held while
/// computing, so nobody waits for another key. The values asked for first are dropped first.
#[derive(Debug)]
pub struct SingleFlight<K, V> {
    slots: Mutex<Slots<K, V>>,
    /// Number of values that are kept, 1 at least.
    capacity: usize,
}

/// A value, once it is computed. Whoever computes it holds the turn.
#[derive(Debug)]
struct Slot<V> {
    value: OnceLock<Arc<V>>,
    turn: Mutex<()>,
}

#[derive(Debug)]
struct Slots<K, V> {
    by_key: BTreeMap<K, Arc<Slot<V>>>,
    /// Keys by when they were first asked for; empty where all are kept.
    order: VecDeque<K>,
}

impl<K: Ord + Clone, V> SingleFlight<K, V> {
    /// Keeps so many values.
    pub fn with_capacity(capacity: usize) -> SingleFlight<K, V> {
        SingleFlight { slots: Mutex::new(Slots { by_key: BTreeMap::new(), order: VecDeque::new() }), capacity }
    }

    /// Keeps all values.
    pub fn unbounded() -> SingleFlight<K, V> {
        SingleFlight::with_capacity(usize::MAX)
    }

    /// The value of a key. `compute` must not ask for the same key.
    pub fn get(&self, key: K, compute: impl FnOnce() -> V) -> Arc<V> {
        let Ok(value) = self.get_or_fail(key, || Ok::<V, Infallible>(compute()));
        value
    }

    /// The same of what may fail, or be called off: nothing is kept then, and who waits for it computes it in turn.
    ///
    /// # Errors
    /// That of `compute`.
    pub fn get_or_fail<E>(&self, key: K, compute: impl FnOnce() -> Result<V, E>) -> Result<Arc<V>, E> {
        let slot = self.slot(key);
        if let Some(known) = slot.value.get() {
            return Ok(Arc::clone(known));
        }
        let _turn = slot.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = slot.value.get() {
            return Ok(Arc::clone(known));
        }
        let value = compute().map(Arc::new)?;
        // Only who has the turn sets it.
        Ok(Arc::clone(slot.value.get_or_init(|| value)))
    }

    fn slot(&self, key: K) -> Arc<Slot<V>> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = slots.by_key.get(&key) {
            return Arc::clone(known);
        }
        let slot = Arc::new(Slot { value: OnceLock::new(), turn: Mutex::default() });
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

    #[test]
    fn what_failed_is_computed_again() {
        let flight = SingleFlight::unbounded();
        assert_eq!(flight.get_or_fail(1, || Err("called off")), Err("called off"));
        assert_eq!(*flight.get(1, || 20), 20);
        assert_eq!(flight.get_or_fail(1, || Err("not asked")).as_deref(), Ok(&20));
    }
}
