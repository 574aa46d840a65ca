//! Which connections there are, and whose turn it is to go when there is no room for another.
//!
//! A connection either waits, for the headers of its next request, or has a request under way. Of those that wait nothing is
//! known but their address, so that none of them is held: where all room is taken, the one that has waited longest makes
//! room for a new one. Requests of visitors may take part of the room only, and those of one address a part of that: there are
//! always some connections that wait, and through these others come in, and those who are signed in or want to be.

use std::{
    collections::BTreeMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use affixboard_service::requester::Requester;
use tokio::sync::Notify;

use super::places::{Place, Places};

/// Streams of events that one requester may follow at once: many pages in several browsers, or some people behind one address.
const STREAMS_OF_ONE: usize = 48;
/// Of what visitors may take, one address has at most one in so many, but some in any case.
const SHARE_OF_ONE: usize = 4;
const LEAST_OF_ONE: usize = 6;

/// The connections of a server.
#[derive(Debug)]
pub struct Slots {
    most: usize,
    inner: Mutex<Inner>,
    visitors: Arc<Places>,
    /// For visitors on the way in.
    entrance: Arc<Places>,
    streams: Arc<Places>,
    evicted: AtomicU64,
    refused: AtomicU64,
}

#[derive(Debug, Default)]
struct Inner {
    open: usize,
    /// The next number in the order of waiting.
    next: u64,
    /// Those that wait, longest first.
    waiting: BTreeMap<u64, Arc<Slot>>,
}

#[derive(Debug)]
struct Slot {
    /// Changed only while the room is locked.
    stage: Mutex<Stage>,
    closed: Notify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Its number among those that wait.
    Waits(u64),
    /// A request is under way.
    UnderWay,
    /// The client has gone, and the answer of its last request is still held.
    Left,
    /// It was closed to make room, and is counted out.
    Evicted,
}

/// How many connections there are, and what became of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SlotCounts {
    /// Connections.
    pub(crate) open: usize,
    /// Of these, those without a request under way.
    pub(crate) waiting: usize,
    /// Connections that were closed while they waited, to make room.
    pub(crate) evicted: u64,
    /// Connections and requests that were answered by 503 for want of room.
    pub(crate) refused: u64,
}

impl Slots {
    /// Room for `most` connections; a quarter of it is not for visitors' requests, but half of that for those who sign in.
    pub(crate) fn new(most: usize) -> Arc<Slots> {
        let most = most.max(2);
        let kept = (most / 4).max(1);
        let places = |most: usize| Places::new(most, (most / SHARE_OF_ONE).max(LEAST_OF_ONE));
        Arc::new(Slots {
            most,
            inner: Mutex::default(),
            visitors: places(most - kept),
            entrance: places((kept / 2).max(1)),
            streams: Places::new(most, STREAMS_OF_ONE),
            evicted: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        })
    }

    /// Takes in a new connection, which waits. `None` where a request is under way on all others.
    pub(crate) fn admit(self: &Arc<Slots>) -> Option<Connection> {
        let mut inner = self.inner();
        if inner.open >= self.most {
            let Some((_, longest)) = inner.waiting.pop_first() else {
                self.refused.fetch_add(1, Ordering::Relaxed);
                return None;
            };
            *lock(&longest.stage) = Stage::Evicted;
            longest.closed.notify_one();
            self.evicted.fetch_add(1, Ordering::Relaxed);
            inner.open -= 1;
        }
        inner.open += 1;
        let slot = Arc::new(Slot { stage: Mutex::new(Stage::UnderWay), closed: Notify::new() });
        inner.wait(&slot);
        Some(Connection { slots: Arc::clone(self), slot })
    }

    /// Room for a visitor's request, until the place is dropped.
    pub fn visitor(&self, of: Requester) -> Option<Place> {
        self.counted(self.visitors.take(of))
    }

    /// Room for a visitor's request on the way in: where others take all that visitors may, people can still sign in.
    pub fn entrance(&self, of: Requester) -> Option<Place> {
        self.counted(self.visitors.take(of).or_else(|| self.entrance.take(of)))
    }

    /// Room for a stream of events, which goes on for as long as somebody follows it.
    pub fn stream(&self, of: Requester) -> Option<Place> {
        self.counted(self.streams.take(of))
    }

    fn counted(&self, place: Option<Place>) -> Option<Place> {
        if place.is_none() {
            self.refused.fetch_add(1, Ordering::Relaxed);
        }
        place
    }

    pub(crate) fn counts(&self) -> SlotCounts {
        let inner = self.inner();
        SlotCounts {
            open: inner.open,
            waiting: inner.waiting.len(),
            evicted: self.evicted.load(Ordering::Relaxed),
            refused: self.refused.load(Ordering::Relaxed),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.inner)
    }
}

impl Inner {
    fn wait(&mut self, slot: &Arc<Slot>) {
        *lock(&slot.stage) = Stage::Waits(self.next);
        self.waiting.insert(self.next, Arc::clone(slot));
        self.next += 1;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection; its room is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    slots: Arc<Slots>,
    slot: Arc<Slot>,
}

impl Connection {
    /// A request has come: until the guard is dropped the connection isn't closed to make room.
    pub(crate) fn begin(&self) -> RequestGuard {
        let mut inner = self.slots.inner();
        let mut stage = lock(&self.slot.stage);
        if let Stage::Waits(number) = *stage {
            inner.waiting.remove(&number);
            *stage = Stage::UnderWay;
        }
        RequestGuard { slots: Arc::clone(&self.slots), slot: Arc::clone(&self.slot) }
    }

    /// Whether no request is under way.
    pub(crate) fn waits(&self) -> bool {
        matches!(*lock(&self.slot.stage), Stage::Waits(_))
    }

    /// Comes to its end when another connection needed the room.
    pub(crate) async fn closed(&self) {
        self.slot.closed.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut inner = self.slots.inner();
        let mut stage = lock(&self.slot.stage);
        match *stage {
            Stage::Waits(number) => {
                inner.waiting.remove(&number);
                inner.open -= 1;
                *stage = Stage::Left;
            }
            Stage::UnderWay => *stage = Stage::Left,
            Stage::Left | Stage::Evicted => {}
        }
    }
}

/// A request under way, up to the end of its answer.
#[derive(Debug)]
pub(crate) struct RequestGuard {
    slots: Arc<Slots>,
    slot: Arc<Slot>,
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut inner = self.slots.inner();
        let stage = *lock(&self.slot.stage);
        match stage {
            Stage::UnderWay => inner.wait(&self.slot),
            Stage::Left => inner.open -= 1,
            Stage::Waits(_) | Stage::Evicted => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open_and_waiting(slots: &Slots) -> (usize, usize) {
        let counts = slots.counts();
        (counts.open, counts.waiting)
    }

    fn is_closed(connection: &Connection) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        std::pin::pin!(connection.closed()).poll(&mut context).is_ready()
    }

    #[test]
    fn the_one_that_waited_longest_makes_room() {
        let slots = Slots::new(3);
        let all: Vec<_> = (0..3).map(|_| slots.admit().expect("room")).collect();
        let guard = all[0].begin();
        assert_eq!(open_and_waiting(&slots), (3, 2));
        let fourth = slots.admit().expect("room");
        assert_eq!(open_and_waiting(&slots), (3, 2));
        assert!(is_closed(&all[1]) && !is_closed(&all[0]) && !is_closed(&all[2]) && !is_closed(&fourth));
        // The first has waited for less time than all others once its request has ended.
        drop(guard);
        drop(slots.admit().expect("room"));
        assert!(is_closed(&all[2]) && all[0].waits());
        assert_eq!(slots.counts().evicted, 2);
        drop((all, fourth));
        assert_eq!(open_and_waiting(&slots), (0, 0));
    }

    #[test]
    fn requests_under_way_are_not_closed() {
        let slots = Slots::new(2);
        let all: Vec<_> = (0..2).map(|_| slots.admit().expect("room")).collect();
        let mut guards: Vec<_> = all.iter().map(Connection::begin).collect();
        assert!(slots.admit().is_none());
        assert_eq!(slots.counts().refused, 1);
        // A connection that goes before its answer is dropped makes room when that happens.
        drop(all);
        assert!(slots.admit().is_none());
        drop(guards.pop());
        assert!(slots.admit().is_some());
        drop(guards);
        assert_eq!(open_and_waiting(&slots), (0, 0));
    }

    #[test]
    fn a_request_on_a_closed_connection_takes_no_room() {
        let slots = Slots::new(2);
        let first = slots.admit().expect("room");
        let (_second, _third) = (slots.admit(), slots.admit());
        let guard = first.begin();
        drop(guard);
        drop(first);
        assert_eq!(open_and_waiting(&slots), (2, 2));
    }

    #[test]
    fn visitors_take_part_of_the_room_and_one_of_them_a_part_of_that() {
        let slots = Slots::new(64);
        let of = |last: u8| Requester::Net(Some([10, 0, 0, last].into()));
        let one: Vec<_> = (0..12).map(|_| slots.visitor(of(1)).expect("room")).collect();
        assert!(slots.visitor(of(1)).is_none(), "a quarter of 48");
        let others: Vec<_> = (0..36).map(|at| slots.visitor(of(2 + at % 4)).expect("room")).collect();
        assert!(slots.visitor(of(9)).is_none());
        // The way in has places of its own.
        let signing_in: Vec<_> = (0..8).map(|at| slots.entrance(of(20 + at)).expect("room")).collect();
        assert!(slots.entrance(of(30)).is_none());
        drop((one, signing_in));
        assert!(slots.visitor(of(9)).is_some());
        drop(others);
    }

    #[test]
    fn one_follows_some_streams() {
        let slots = Slots::new(1024);
        let of = |last: u8| Requester::Net(Some([10, 0, 0, last].into()));
        let all: Vec<_> = (0..STREAMS_OF_ONE).map(|_| slots.stream(of(1)).expect("room")).collect();
        assert!(slots.stream(of(1)).is_none());
        assert!(slots.stream(of(2)).is_some());
        assert_eq!(slots.counts().refused, 1);
        drop(all);
    }
}
