//! Computing something of each of many items in parallel, and taking the results in the order of the items.

use std::{collections::VecDeque, sync::Arc};

use super::{CancelToken, Priority, Scheduler, Task, TaskError};

/// Number of results per thread that are computed ahead of the one taken next.
const AHEAD: usize = 4;

/// The work on one item.
type Work<I, T> = dyn Fn(I, &CancelToken) -> T + Send + Sync;

/// Results of items, computed on the scheduler's threads and taken in the order of the items, whatever the threads. Dropping
/// it cancels what is under way.
pub struct OrderedMap<I, T> {
    scheduler: Arc<Scheduler>,
    priority: Priority,
    items: Box<dyn Iterator<Item = I> + Send>,
    work: Arc<Work<I, T>>,
    under_way: VecDeque<Task<T>>,
}

/// Applies `work` to each item in a task of its own; results come in the order of the items.
pub fn par_map_ordered<I: Send + 'static, T: Send + 'static>(
    scheduler: &Arc<Scheduler>,
    priority: Priority,
    items: impl Iterator<Item = I> + Send + 'static,
    work: impl Fn(I, &CancelToken) -> T + Send + Sync + 'static,
) -> OrderedMap<I, T> {
    OrderedMap {
        scheduler: Arc::clone(scheduler),
        priority,
        items: Box::new(items),
        work: Arc::new(work),
        under_way: VecDeque::new(),
    }
}

impl<I: Send + 'static, T: Send + 'static> OrderedMap<I, T> {
    /// The result of the next item; `None` after the last.
    ///
    /// # Errors
    /// Fails if the item's task panicked, or if the scheduler was shut down.
    pub async fn next(&mut self) -> Option<Result<T, TaskError>> {
        self.begin_more();
        let task = self.under_way.front_mut()?;
        // It stays in the queue while it is waited for: who stops waiting may ask again.
        let result = task.await;
        self.under_way.pop_front();
        Some(result)
    }

    /// The same for a thread that is no thread of the scheduler or of the asynchronous runtime.
    ///
    /// # Errors
    /// As [`OrderedMap::next`].
    pub fn wait_next(&mut self) -> Option<Result<T, TaskError>> {
        self.begin_more();
        self.under_way.pop_front().map(Task::wait)
    }

    fn begin_more(&mut self) {
        while self.under_way.len() < AHEAD * self.scheduler.long_tasks_at_once() {
            let Some(item) = self.items.next() else { break };
            let work = Arc::clone(&self.work);
            self.under_way.push_back(self.scheduler.spawn(self.priority, move |cancel| work(item, cancel)));
        }
    }
}

impl<I, T> Drop for OrderedMap<I, T> {
    fn drop(&mut self) {
        // The last one first, so that no other begins when one that runs ends.
        while let Some(task) = self.under_way.pop_back() {
            drop(task);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const ITEMS: std::ops::Range<u32> = 0..200;

    fn scheduler(threads: usize) -> Arc<Scheduler> {
        Scheduler::new(threads).expect("threads")
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        for threads in [1, 2, 7] {
            let mut results = par_map_ordered(&scheduler(threads), Priority::Batch, ITEMS, |item, _| (item, item * 2));
            let got: Vec<_> = std::iter::from_fn(|| results.wait_next()).collect::<Result<_, _>>().expect("results");
            assert_eq!(got, ITEMS.map(|item| (item, item * 2)).collect::<Vec<_>>());
        }
    }

    #[tokio::test]
    async fn they_can_be_awaited_too() {
        let mut results = par_map_ordered(&scheduler(2), Priority::Batch, ITEMS, |item, _| item * 2);
        let mut got = Vec::new();
        while let Some(result) = results.next().await {
            got.push(result.expect("a result"));
        }
        assert_eq!(got, ITEMS.map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn dropping_it_or_a_panic_ends_the_work() {
        let one = scheduler(1);
        let (say, said) = mpsc::channel();
        let mut results = par_map_ordered(&one, Priority::Batch, ITEMS, move |item, cancel: &CancelToken| {
            say.send(item).expect("a listener");
            // Those that are begun ahead wait until they are cancelled.
            while item > 3 && !cancel.is_cancelled() {
                std::thread::yield_now();
            }
        });
        for _ in 0..4 {
            results.wait_next().expect("an item").expect("a result");
        }
        assert_eq!(said.iter().find(|item| *item == 4), Some(4));
        drop(results);
        assert_eq!(said.recv(), Err(mpsc::RecvError), "no fifth begins");
        let mut refused = par_map_ordered(&one, Priority::Batch, ITEMS, |item, _| assert!(item < 3, "on purpose"));
        let got: Vec<_> = std::iter::from_fn(|| refused.wait_next()).take(4).collect();
        assert_eq!(got, [Ok(()), Ok(()), Ok(()), Err(TaskError::Panicked)]);
    }
}
