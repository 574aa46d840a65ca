//! Places for things that are held for a while, of which no one requester takes all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use affixboard_service::requester::Requester;

/// So many places, of which one requester has a part at most.
#[derive(Debug)]
pub(super) struct Places {
    most: usize,
    most_of_one: usize,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    of: HashMap<Requester, usize>,
}

impl Places {
    pub(super) fn new(most: usize, most_of_one: usize) -> Arc<Places> {
        Arc::new(Places { most, most_of_one, taken: Mutex::default() })
    }

    /// A place, if there is one for this requester.
    pub(super) fn take(self: &Arc<Places>, of: Requester) -> Option<Place> {
        let mut taken = self.taken();
        let own = taken.of.get(&of).copied().unwrap_or(0);
        if taken.all >= self.most || own >= self.most_of_one {
            return None;
        }
        taken.all += 1;
        taken.of.insert(of, own + 1);
        Some(Place { places: Arc::clone(self), of })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place, which is free again when this is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    of: Requester,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all -= 1;
        let left = taken.of.get(&self.of).map_or(0, |own| own - 1);
        if left == 0 {
            taken.of.remove(&self.of);
        } else {
            taken.of.insert(self.of, left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Requester {
        Requester::Net(Some([10, 0, 0, last].into()))
    }

    #[test]
    fn nobody_takes_all_places() {
        let places = Places::new(5, 2);
        let mut one: Vec<_> = (0..2).map(|_| places.take(address(1)).expect("a place")).collect();
        assert!(places.take(address(1)).is_none());
        let others: Vec<_> = [2, 2, 3].map(|other| places.take(address(other)).expect("a place")).into();
        assert!(places.take(address(4)).is_none(), "there is no more");
        one.pop();
        assert!(places.take(address(4)).is_some());
        drop((one, others));
        assert!(places.taken().of.is_empty());
        assert_eq!(places.taken().all, 0);
    }
}
