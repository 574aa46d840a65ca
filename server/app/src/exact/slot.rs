//! Where an outcome is, or will be, and how many wait for it.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use super::Outcome;

/// Where the outcome of a key is, or will be.
#[derive(Default)]
pub(super) struct Awaited {
    /// Whoever computes it holds the lock.
    pub(super) outcome: Arc<tokio::sync::Mutex<Option<Outcome>>>,
    waiting: AtomicUsize,
}

/// The same, shared.
pub(super) type Slot = Arc<Awaited>;

impl Awaited {
    /// Whether somebody waits for it.
    pub(super) fn is_waited_for(&self) -> bool {
        self.waiting.load(Ordering::SeqCst) > 0
    }

    /// What is in it, unless it is being computed.
    pub(super) fn known(&self) -> Option<Outcome> {
        self.outcome.try_lock().ok()?.clone()
    }
}

/// One who waits for an outcome, until this is dropped.
pub(super) struct Waiting(Slot);

impl Waiting {
    pub(super) fn new(slot: &Slot) -> Waiting {
        slot.waiting.fetch_add(1, Ordering::SeqCst);
        Waiting(Arc::clone(slot))
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}
