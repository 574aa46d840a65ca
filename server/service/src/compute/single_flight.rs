//! Work that several may wait for: done once, and cancelled when the last of them has gone.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use tokio::sync::watch;

use super::JobHandle;

/// The channel through which a job of a [`SingleFlight`] publishes its result.
pub type Publisher<V> = watch::Sender<Option<V>>;

/// The work under way, by key. Results are kept elsewhere.
pub struct SingleFlight<K, V>(Mutex<HashMap<K, Weak<Flight<V>>>>);

struct Flight<V> {
    result: watch::Receiver<Option<V>>,
    /// Cancels the work when the last waiter drops the flight.
    _job: JobHandle,
}

impl<K, V> Default for SingleFlight<K, V> {
    fn default() -> SingleFlight<K, V> {
        SingleFlight(Mutex::default())
    }
}

impl<K: Eq + Hash + Clone, V: Clone> SingleFlight<K, V> {
    /// The value of a key: the `known` one, else that of the work under way for it, else of what `start` starts. The work
    /// must make the value known before it publishes it, and must not panic. `None` where it ended without a value.
    pub async fn get(
        &self,
        key: &K,
        known: impl Fn() -> Option<V>,
        start: impl FnOnce(Publisher<V>) -> JobHandle,
    ) -> Option<V> {
        if let Some(value) = known() {
            return Some(value);
        }
        // Held while waiting: without a holder the work is cancelled.
        let flight = match self.join(key, known, start) {
            Joined::Known(value) => return Some(value),
            Joined::UnderWay(flight) => flight,
        };
        let mut result = flight.result.clone();
        let value = result.wait_for(Option::is_some).await.ok()?;
        value.clone()
    }

    /// Whether somebody waits for the key's value.
    pub fn is_under_way(&self, key: &K) -> bool {
        self.flights().get(key).is_some_and(|flight| flight.strong_count() > 0)
    }

    fn join(&self, key: &K, known: impl Fn() -> Option<V>, start: impl FnOnce(Publisher<V>) -> JobHandle) -> Joined<V> {
        let mut flights = self.flights();
        if let Some(flight) = flights.get(key).and_then(Weak::upgrade) {
            return Joined::UnderWay(flight);
        }
        // It may have become known since it was asked for.
        if let Some(value) = known() {
            return Joined::Known(value);
        }
        flights.retain(|_, flight| flight.strong_count() > 0);
        let (publisher, result) = watch::channel(None);
        let flight = Arc::new(Flight { result, _job: start(publisher) });
        flights.insert(key.clone(), Arc::downgrade(&flight));
        Joined::UnderWay(flight)
    }

    fn flights(&self) -> MutexGuard<'_, HashMap<K, Weak<Flight<V>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Joined<V> {
    Known(V),
    UnderWay(Arc<Flight<V>>),
}
