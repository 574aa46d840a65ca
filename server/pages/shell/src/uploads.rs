//! Uploads at once: what is read of files takes many times their size, so that there is a budget for all of them, and one at a
//! time for each account or address.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use affixboard_service::requester::Requester;

/// All uploads together may have so many kB, counted by [`weight`].
const BUDGET: u32 = 192 << 10;
/// An upload takes at least this, for what is unpacked and read of it, in kB.
const LEAST: u32 = 32 << 10;
/// What a line or a part of a list may take of memory in bytes, if there is a remark on it.
const BYTES_PER_PART: u64 = 320;

/// The uploads under way.
#[derive(Debug)]
pub struct Uploads {
    budget: Arc<Semaphore>,
    under_way: Mutex<HashSet<Requester>>,
}

impl Default for Uploads {
    fn default() -> Uploads {
        Uploads { budget: Arc::new(Semaphore::new(BUDGET as usize)), under_way: Mutex::default() }
    }
}

/// Why there is no room for an upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRoom {
    /// Another of the same sender is under way.
    Another,
    /// Those of others take the whole budget.
    Budget,
}

impl Uploads {
    /// Makes room for an upload of so many bytes, until the permit is dropped.
    pub fn begin(self: &Arc<Uploads>, by: Requester, bytes: u64) -> Result<UploadPermit, NoRoom> {
        if !self.under_way().insert(by) {
            return Err(NoRoom::Another);
        }
        let turn = Turn { uploads: Arc::clone(self), by };
        let room = Arc::clone(&self.budget).try_acquire_many_owned(weight(bytes));
        let room = room.map_err(|_| NoRoom::Budget)?;
        Ok(UploadPermit(Arc::new((turn, room))))
    }

    /// How many are under way, and the bytes of the budget that they take.
    pub(super) fn counts(&self) -> (usize, u64) {
        let taken = BUDGET as usize - self.budget.available_permits();
        (self.under_way().len(), (taken as u64) << 10)
    }

    fn under_way(&self) -> MutexGuard<'_, HashSet<Requester>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What an upload takes of the budget, in kB: its own bytes beside what is read of them; never more than there is.
fn weight(bytes: u64) -> u32 {
    u32::try_from(bytes >> 10).unwrap_or(u32::MAX).saturating_add(LEAST).min(BUDGET)
}

/// The room of an upload, until its last copy is dropped. What computes with the upload has a copy, so that a sender who hangs
/// up gets no room while it is still under way.
#[derive(Debug, Clone)]
pub struct UploadPermit(Arc<(Turn, OwnedSemaphorePermit)>);

impl UploadPermit {
    /// More room for reading so many lines and parts of lists, where they take more than an upload gets at once. It is the
    /// upload's until what is returned is dropped.
    pub fn more(&self, parts: usize) -> Result<OwnedSemaphorePermit, NoRoom> {
        let takes = u32::try_from((parts as u64 * BYTES_PER_PART) >> 10).unwrap_or(u32::MAX);
        let (turn, room) = &*self.0;
        // One that is alone has all there is.
        let left = BUDGET.saturating_sub(room.num_permits() as u32);
        let budget = Arc::clone(&turn.uploads.budget);
        budget.try_acquire_many_owned(takes.saturating_sub(LEAST).min(left)).map_err(|_| NoRoom::Budget)
    }
}

/// A sender's turn, until it is dropped.
#[derive(Debug)]
struct Turn {
    uploads: Arc<Uploads>,
    by: Requester,
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.uploads.under_way().remove(&self.by);
    }
}

#[cfg(test)]
mod tests {
    use affixboard_store::AccountId;

    use super::*;

    #[test]
    fn one_at_a_time_and_no_more_than_the_budget() {
        let uploads = Arc::new(Uploads::default());
        let by = |id| Requester::Account(AccountId(id));
        let first = uploads.begin(by(1), 0).expect("room");
        assert_eq!(uploads.begin(by(1), 0).expect_err("one at a time"), NoRoom::Another);
        let others: Vec<_> = (2..7).map(|id| uploads.begin(by(id), 0).expect("room")).collect();
        assert_eq!(uploads.begin(by(9), 0).expect_err("six at once"), NoRoom::Budget);
        // What is refused keeps no place.
        assert_eq!(uploads.begin(by(9), 0).expect_err("six at once"), NoRoom::Budget);
        let copy = first.clone();
        drop(first);
        assert_eq!(uploads.begin(by(1), 0).expect_err("what computes with it goes on"), NoRoom::Another);
        drop(copy);
        drop(uploads.begin(by(1), 0).expect("room again"));
        assert_eq!(uploads.begin(by(9), 1 << 20).expect_err("32 MB are left, and this takes more"), NoRoom::Budget);
        drop(others);
        uploads.begin(by(9), u64::MAX).expect("the largest has room where it is alone");
    }

    #[test]
    fn much_to_read_takes_more_of_the_budget() {
        let uploads = Arc::new(Uploads::default());
        let by = |id| Requester::Account(AccountId(id));
        let (one, other) = (uploads.begin(by(1), 0).expect("room"), uploads.begin(by(2), 0).expect("room"));
        let few = other.more(100_000).expect("that is within what each has");
        // 500,000 parts take 156,250 kB, of which it has 32,768.
        let most = one.more(500_000).expect("room");
        assert_eq!(uploads.counts(), (2, (64 << 20) + (123_482 << 10)));
        assert_eq!(other.more(500_000).expect_err("no room for two such"), NoRoom::Budget);
        drop((few, most));
        drop(other.more(500_000).expect("room again"));
        drop((one, other));
        let whole = uploads.begin(by(1), u64::MAX).expect("room");
        drop(whole.more(500_000).expect("it has all there is"));
    }
}
