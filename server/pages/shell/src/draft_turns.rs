//! Turns at drafts: of requests that change one draft at once each waits for those before it and sees what they did, so that
//! edits of different lines never refuse each other.

use std::hash::{DefaultHasher, Hash, Hasher};

use tokio::sync::{Mutex, MutexGuard};

/// Drafts that can be changed at once; of more some wait without need.
const TURNS: usize = 64;

/// One lock for each of many drafts.
pub struct DraftTurns(Vec<Mutex<()>>);

impl Default for DraftTurns {
    fn default() -> DraftTurns {
        DraftTurns((0..TURNS).map(|_| Mutex::default()).collect())
    }
}

impl DraftTurns {
    /// Waits for the turn at the draft of that key, in the order of requests.
    pub async fn take(&self, draft: impl Hash) -> MutexGuard<'_, ()> {
        let mut hasher = DefaultHasher::new();
        draft.hash(&mut hasher);
        self.0[hasher.finish() as usize % TURNS].lock().await
    }
}
