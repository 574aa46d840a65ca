//! Uploads at once: what is read of files takes many times their size, so that there is a budget for all of them, and one at a
//! time for each account or address.

use std::{
    collections::HashSet,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use affixboard_store::AccountId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// All uploads together may have so many kB, counted by [`weight`].
const BUDGET: u32 = 192 << 10;
/// An upload takes at least this, for what is unpacked and read of it, in kB.
const LEAST: u32 = 32 << 10;

/// Who sends an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Uploader {
    Account(AccountId),
    /// Somebody without an account, by the address where it is known.
    Address(Option<IpAddr>),
}

/// The uploads under way.
#[derive(Debug)]
pub(super) struct Uploads {
    budget: Arc<Semaphore>,
    under_way: Mutex<HashSet<Uploader>>,
}

impl Default for Uploads {
    fn default() -> Uploads {
        Uploads { budget: Arc::new(Semaphore::new(BUDGET as usize)), under_way: Mutex::default() }
    }
}

/// Why there is no room for an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// Another of the same sender is under way.
    Another,
    /// Those of others take the whole budget.
    Budget,
}

impl Uploads {
    /// Makes room for an upload of so many bytes, until the permit is dropped.
    pub(super) fn begin(self: &Arc<Uploads>, by: Uploader, bytes: u64) -> Result<UploadPermit, NoRoom> {
        if !self.under_way().insert(by) {
            return Err(NoRoom::Another);
        }
        let turn = Turn { uploads: Arc::clone(self), by };
        let room = Arc::clone(&self.budget).try_acquire_many_owned(weight(bytes));
        Ok(UploadPermit { _turn: turn, _room: room.map_err(|_| NoRoom::Budget)? })
    }

    fn under_way(&self) -> MutexGuard<'_, HashSet<Uploader>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an upload takes of the budget, in kB: its own bytes beside what is read of them; never more than there is.
fn weight(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX).saturating_add(LEAST).min(BUDGET)
}

/// The room of an upload.
#[derive(Debug)]
pub(super) struct UploadPermit {
    _turn: Turn,
    _room: OwnedSemaphorePermit,
}

/// A sender's turn, until it is dropped.
#[derive(Debug)]
struct Turn {
    uploads: Arc<Uploads>,
    by: Uploader,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.uploads.under_way().remove(&self.by);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_and_no_more_than_the_budget() {
        let uploads = Arc::new(Uploads::default());
        let by = |id| Uploader::Account(AccountId(id));
        let first = uploads.begin(by(1), 0).expect("room");
        assert_eq!(uploads.begin(by(1), 0).expect_err("one at a time"), NoRoom::Another);
        let others: Vec<_> = (2..7).map(|id| uploads.begin(by(id), 0).expect("room")).collect();
        assert_eq!(uploads.begin(by(9), 0).expect_err("six at once"), NoRoom::Budget);
        // What is refused keeps no place.
        assert_eq!(uploads.begin(by(9), 0).expect_err("six at once"), NoRoom::Budget);
        drop(first);
        drop(uploads.begin(by(1), 0).expect("room again"));
        assert_eq!(uploads.begin(by(9), 1 << 20).expect_err("32 MB are left, and this takes more"), NoRoom::Budget);
        drop(others);
        uploads.begin(by(9), u64::MAX).expect("the largest has room where it is alone");
    }
}
