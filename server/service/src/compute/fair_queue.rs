//! The tasks of one priority that wait for a thread, and whose turn is next.
//!
//! Each requester's tasks are in the order in which they came. Of the requesters that wait, the one is next for whom least was
//! computed lately, so that nobody waits behind all that somebody else asked for.

use std::{
    collections::HashMap,
    hash::Hash,
    time::{Duration, Instant},
};

/// Time in which what was used counts half.
const HALF_LIFE: Duration = Duration::from_secs(30);
/// Requesters that are known at most; those who used least are forgotten first.
const MOST_KNOWN: usize = 4096;
/// Use that is forgotten, in seconds.
const NOTHING: f64 = 0.001;

/// Thread time that requesters used lately, in seconds, of which half is forgotten every 30 seconds.
#[derive(Debug)]
pub(super) struct Usage<K> {
    used: HashMap<K, (f64, Instant)>,
}

impl<K> Default for Usage<K> {
    fn default() -> Usage<K> {
        Usage { used: HashMap::new() }
    }
}

impl<K: Copy + Eq + Hash> Usage<K> {
    /// Adds what a task took.
    pub(super) fn add(&mut self, of: K, took: Duration, now: Instant) {
        let used = self.of(of, now) + took.as_secs_f64();
        self.used.insert(of, (used, now));
        if self.used.len() > MOST_KNOWN {
            self.used.retain(|_, (used, at)| decayed(*used, *at, now) > NOTHING);
        }
        while self.used.len() > MOST_KNOWN {
            let least =
                self.used.iter().min_by(|a, b| decayed(a.1.0, a.1.1, now).total_cmp(&decayed(b.1.0, b.1.1, now)));
            let Some(least) = least.map(|least| *least.0) else { break };
            self.used.remove(&least);
        }
    }

    /// What a requester used lately.
    pub(super) fn of(&self, of: K, now: Instant) -> f64 {
        self.used.get(&of).map_or(0.0, |(used, at)| decayed(*used, *at, now))
    }
}

fn decayed(used: f64, at: Instant, now: Instant) -> f64 {
    used * 0.5_f64.powf(now.saturating_duration_since(at).as_secs_f64() / HALF_LIFE.as_secs_f64())
}

/// The position of the task that is next, of tasks in the order in which they came: the first one of the requester who used
/// least by that measure.
pub(super) fn next<K: Copy + Eq + Hash>(waiting: impl Iterator<Item = K>, used: impl Fn(K) -> f64) -> Option<usize> {
    let mut firsts = HashMap::new();
    for (at, of) in waiting.enumerate() {
        firsts.entry(of).or_insert(at);
    }
    let firsts = firsts.into_iter().map(|(of, at)| (used(of), at));
    firsts.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_used_least_is_next_and_of_equals_who_came_first() {
        let used = |of: char| f64::from(of as u32);
        assert_eq!(next("ccbab".chars(), used), Some(3));
        assert_eq!(next("ccbab".chars(), |_| 0.0), Some(0));
        assert_eq!(next("".chars(), used), None);
    }

    #[test]
    fn use_is_forgotten_by_and_by() {
        let (mut usage, begin) = (Usage::default(), Instant::now());
        usage.add('a', Duration::from_secs(8), begin);
        for (seconds, expected) in [(0, 8.0), (30, 4.0), (60, 2.0)] {
            let found = usage.of('a', begin + Duration::from_secs(seconds));
            assert!((found - expected).abs() < 1e-9, "{seconds}: {found}");
        }
        usage.add('a', Duration::from_secs(1), begin + Duration::from_mins(1));
        assert!((usage.of('a', begin + Duration::from_mins(1)) - 3.0).abs() < 1e-9);
        assert!(usage.of('b', begin).abs() < 1e-9);
        for n in 0..2 * MOST_KNOWN {
            usage.add(char::from_u32(0x1000 + n as u32).expect("a letter"), Duration::from_millis(2), begin);
        }
        assert!(usage.used.len() <= MOST_KNOWN && usage.used.contains_key(&'a'));
    }
}
