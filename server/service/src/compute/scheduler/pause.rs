//! Long tasks make room: they pause between their parts while more urgent ones wait or run.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How long a paused task sleeps before it looks again.
const GLANCE: Duration = Duration::from_millis(1);

/// The pauses of a long task.
#[derive(Debug)]
pub(super) struct Pause {
    /// Number of more urgent tasks that wait or run.
    more_urgent: Arc<AtomicUsize>,
    longest: Duration,
    begun: Instant,
    /// When the last pause ended, in microseconds since the beginning.
    resumed: AtomicU64,
}

impl Pause {
    pub(super) fn new(more_urgent: &Arc<AtomicUsize>, longest: Duration) -> Pause {
        Pause { more_urgent: Arc::clone(more_urgent), longest, begun: Instant::now(), resumed: AtomicU64::new(0) }
    }

    fn is_wanted(&self) -> bool {
        self.more_urgent.load(Ordering::Relaxed) > 0
    }

    /// Waits until no more urgent task waits or runs, but not for too long, and not before the task has worked for as long as
    /// the longest pause takes: so pages that never end leave it half of the time.
    pub(super) fn make_room(&self, cancelled: &AtomicBool) {
        if !self.is_wanted() {
            return;
        }
        let resumed = Duration::from_micros(self.resumed.load(Ordering::Relaxed));
        let began = self.begun.elapsed();
        if resumed > Duration::ZERO && began < resumed + self.longest {
            return;
        }
        while self.is_wanted() && !cancelled.load(Ordering::Relaxed) && self.begun.elapsed() < began + self.longest {
            thread::sleep(GLANCE.min(self.longest));
        }
        self.resumed.store(self.begun.elapsed().as_micros() as u64, Ordering::Relaxed);
    }
}
