//! What was computed, up to so many bytes: what was used least lately goes first.

use std::{collections::HashMap, sync::Arc};

use super::{Key, slot::Slot};

struct Held {
    slot: Slot,
    /// 0 while nothing is in it.
    bytes: usize,
    /// When it was last asked for.
    used: u64,
}

pub(super) struct Cache {
    held: HashMap<Key, Held>,
    bytes: usize,
    most: usize,
    /// Counts up with each question.
    now: u64,
}

impl Cache {
    pub(super) fn new(most: usize) -> Cache {
        Cache { held: HashMap::new(), bytes: 0, most, now: 0 }
    }

    /// The slot of a key, where there is one.
    pub(super) fn find(&mut self, key: &Key) -> Option<Slot> {
        self.now += 1;
        let held = self.held.get_mut(key)?;
        held.used = self.now;
        Some(Arc::clone(&held.slot))
    }

    /// The slot of a key.
    pub(super) fn slot(&mut self, key: &Key) -> Slot {
        if let Some(slot) = self.find(key) {
            return slot;
        }
        let slot = Slot::default();
        self.held.insert(key.clone(), Held { slot: Arc::clone(&slot), bytes: 0, used: self.now });
        slot
    }

    /// Notes that the slot of a key was filled, and lets go of what is too much.
    pub(super) fn keep(&mut self, key: &Key, bytes: usize) {
        if let Some(held) = self.held.get_mut(key) {
            self.bytes = self.bytes - held.bytes + bytes;
            held.bytes = bytes;
        }
        // Slots that were asked for and given up.
        self.held.retain(|_, held| held.bytes > 0 || Arc::strong_count(&held.slot) > 1);
        while self.bytes > self.most {
            let filled = self.held.iter().filter(|(_, held)| held.bytes > 0);
            let Some(oldest) = filled.min_by_key(|(_, held)| held.used).map(|(key, _)| key.clone()) else { break };
            self.bytes -= self.held.remove(&oldest).map_or(0, |held| held.bytes);
        }
    }
}
