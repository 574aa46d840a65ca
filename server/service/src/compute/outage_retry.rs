//! Work on the database that waits while that can't be read or written, and then goes on by itself.

use std::{
    error::Error,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use affixboard_store::Unavailable;
use tokio::sync::{Notify, watch};
use tracing::{error, info};

/// The wait before the second try; each later one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(250);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Time for which something is tried again that seems damaged: a disk that refuses to read looks the same.
const DAMAGE_WAIT: Duration = Duration::from_mins(1);

/// Tries again what an outage of the database made fail. For one worker.
pub(super) struct OutageRetry {
    outage: Mutex<Option<Unavailable>>,
    again: Notify,
    damage_wait: Duration,
}

impl Default for OutageRetry {
    fn default() -> OutageRetry {
        OutageRetry { outage: Mutex::default(), again: Notify::new(), damage_wait: DAMAGE_WAIT }
    }
}

impl OutageRetry {
    /// The outage that the worker waits for now.
    pub(super) fn outage(&self) -> Option<Unavailable> {
        *self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the current wait: something was written, or the batch called off.
    pub(super) fn try_now(&self) {
        self.again.notify_waiters();
    }

    /// Does it, again and again as long as the database can't be read or written, and for a minute where it seems damaged. It
    /// must be right to do it twice: a commit whose failure was reported may be on the disk.
    ///
    /// # Errors
    /// Any other failure, a damaged database after that minute, and that of an outage in which `stop` says so.
    pub(super) async fn run<T, E: Error + 'static, Doing: Future<Output = Result<T, E>>>(
        &self,
        stop: &watch::Receiver<bool>,
        mut work: impl FnMut() -> Doing,
    ) -> Result<T, E> {
        let (mut stop, mut wait, begun) = (stop.clone(), FIRST_WAIT, Instant::now());
        loop {
            // From before the try: what happens during it ends the wait too.
            let again = self.again.notified();
            let result = work().await;
            let Some((failure, outage)) = result
                .as_ref()
                .err()
                .and_then(|error| Some((error, Unavailable::of(error)?)))
                .filter(|(_, outage)| outage.passes() || begun.elapsed() < self.damage_wait)
            else {
                self.note(None);
                return result;
            };
            if self.note(Some(outage)) != Some(outage) {
                error!(failure = failure as &dyn Error, "batches wait until the database can be used again");
            }
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = again => {}
                // Whoever could say stop is gone: that is one.
                _ = stop.wait_for(|stop| *stop) => return result,
            }
            wait = (2 * wait).min(LONGEST_WAIT);
        }
    }

    fn note(&self, now: Option<Unavailable>) -> Option<Unavailable> {
        let before = std::mem::replace(&mut *self.outage.lock().unwrap_or_else(PoisonError::into_inner), now);
        if before.is_some() && now.is_none() {
            info!("batches don't wait for the database any more");
        }
        before
    }
}

#[cfg(test)]
mod tests {
    use std::{
        cell::Cell,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use super::*;

    /// Whether it goes on by itself now. Its first wait is longer than what is done here.
    fn poll<T>(work: std::pin::Pin<&mut impl Future<Output = T>>) -> Poll<T> {
        work.poll(&mut Context::from_waker(Waker::noop()))
    }

    fn full_or(number: u32, last: u32) -> Result<u32, Unavailable> {
        if number < last { Err(Unavailable::DiskFull) } else { Ok(number) }
    }

    #[tokio::test]
    async fn a_write_by_somebody_else_ends_the_wait_at_once() {
        let (retry, tries, (_stop, stopped)) = (OutageRetry::default(), Cell::new(0), watch::channel(false));
        let mut work = pin!(retry.run(&stopped, async || {
            tries.set(tries.get() + 1);
            if tries.get() == 2 {
                // While it is tried, and so before the wait for it.
                retry.try_now();
            }
            full_or(tries.get(), 3)
        }));
        assert_eq!(poll(work.as_mut()), Poll::Pending);
        assert_eq!((tries.get(), retry.outage()), (1, Some(Unavailable::DiskFull)));
        assert_eq!(poll(work.as_mut()), Poll::Pending);
        assert_eq!(tries.get(), 1);
        retry.try_now();
        assert_eq!(poll(work.as_mut()), Poll::Ready(Ok(3)));
        assert_eq!(retry.outage(), None);
    }

    #[tokio::test]
    async fn what_seems_damaged_is_waited_for_as_long_as_it_may_be_a_disk_that_fails() {
        let (retry, (_stop, stopped)) = (OutageRetry::default(), watch::channel(false));
        let tries = Cell::new(0);
        let mut work = pin!(retry.run(&stopped, async || {
            tries.set(tries.get() + 1);
            if tries.get() == 1 { Err(Unavailable::Damaged) } else { Ok(tries.get()) }
        }));
        assert_eq!(poll(work.as_mut()), Poll::Pending);
        assert_eq!(retry.outage(), Some(Unavailable::Damaged));
        retry.try_now();
        assert_eq!(poll(work.as_mut()), Poll::Ready(Ok(2)));
        assert_eq!(retry.outage(), None);

        let retry = OutageRetry { damage_wait: Duration::ZERO, ..OutageRetry::default() };
        let mut work = pin!(retry.run(&stopped, async || Err::<(), _>(Unavailable::Damaged)));
        assert_eq!(poll(work.as_mut()), Poll::Ready(Err(Unavailable::Damaged)));
        assert_eq!(retry.outage(), None);
    }

    #[tokio::test]
    async fn a_stop_of_the_program_ends_the_wait_at_once() {
        let (retry, (stop, stopped)) = (OutageRetry::default(), watch::channel(false));
        let mut work = pin!(retry.run(&stopped, async || full_or(1, 2)));
        assert_eq!(poll(work.as_mut()), Poll::Pending);
        stop.send_replace(true);
        assert_eq!(poll(work.as_mut()), Poll::Ready(Err(Unavailable::DiskFull)));
    }
}
