//! How fast a long run goes, and so how long it will still take: by what was done in the last minute, as cells differ in how long
//! they take, and as long runs pause while somebody waits.

use std::{
    collections::VecDeque,
    time::{Duration, Instant},
};

/// What is older doesn't count.
const WINDOW: Duration = Duration::from_mins(1);
/// Time between two samples that are kept.
const BETWEEN: Duration = Duration::from_secs(1);
/// Nothing is said of a run before it was watched for so long.
const SHORTEST: Duration = Duration::from_secs(2);

/// Samples of a run, oldest first: when, and units done by then.
#[derive(Debug)]
pub(super) struct Pace(VecDeque<(Instant, u64)>);

impl Pace {
    /// The pace of a run that begins with so much done.
    pub(super) fn new(now: Instant, done: u64) -> Pace {
        Pace(VecDeque::from([(now, done)]))
    }

    /// Notes that so much is done by now.
    pub(super) fn note(&mut self, now: Instant, done: u64) {
        if self.0.back().is_none_or(|last| now.duration_since(last.0) >= BETWEEN) {
            self.0.push_back((now, done));
        }
        while self.0.len() > 2 && now.duration_since(self.0[1].0) >= WINDOW {
            self.0.pop_front();
        }
    }

    /// The time that what is left of `total` takes at this pace; `None` where it can't be told yet.
    pub(super) fn time_left(&self, now: Instant, done: u64, total: u64) -> Option<Duration> {
        let (since, before) = *self.0.front()?;
        let (took, made) = (now.duration_since(since), done.checked_sub(before)?);
        if took < SHORTEST || made == 0 {
            return None;
        }
        let left = total.saturating_sub(done) as f64 / made as f64 * took.as_secs_f64();
        Duration::try_from_secs_f64(left).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_takes_as_long_as_what_was_done() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        // Goes on with 1,000 from before a restart, which say nothing of how fast it is now.
        let mut pace = Pace::new(begun, 1000);
        assert_eq!(pace.time_left(at(1), 1100, 3000), None, "too early");
        assert_eq!(pace.time_left(at(10), 1000, 3000), None, "nothing was done");
        pace.note(at(10), 1500);
        assert_eq!(pace.time_left(at(10), 1500, 3000), Some(Duration::from_secs(30)));
        assert_eq!(pace.time_left(at(10), 3000, 3000), Some(Duration::ZERO));
    }

    #[test]
    fn only_the_last_minute_counts() {
        let begun = Instant::now();
        let at = |seconds| begun + Duration::from_secs(seconds);
        let mut pace = Pace::new(begun, 0);
        // A hundred seconds of one a second, then a minute of ten a second.
        for second in 1..=100 {
            pace.note(at(second), second);
        }
        for second in 1..=60 {
            pace.note(at(100 + second), 100 + 10 * second);
        }
        assert_eq!(pace.time_left(at(160), 700, 1300), Some(Duration::from_mins(1)));
        assert!(pace.0.len() <= 62, "{} samples", pace.0.len());
    }
}
