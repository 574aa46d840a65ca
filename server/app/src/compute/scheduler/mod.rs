//! The one scheduler of heavy work: a fixed number of threads that take tasks by priority.
//!
//! Dropping a [`Task`] cancels it: one that waits is taken out of the queue, one that runs sees it by its [`CancelToken`],
//! which it asks between the parts of its work. The scheduler knows nothing of what is computed, and no result may depend on
//! which thread runs a task, or when. docs/adr/0019-one-scheduler-of-computing.md has the reasons.

use std::{
    collections::VecDeque,
    fmt, io,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;
use tokio::sync::oneshot;

use super::fair_queue::{Usage, next};
use crate::requester::Requester;

/// How urgent a task is. A thread that is free takes the most urgent task; of several, one of the requester for whom least was
/// computed lately, and of these the oldest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    /// Somebody waits for it and it takes milliseconds: a sheet, a chart, reading files.
    Interactive,
    /// A page fills in with it, or it takes seconds: chances of a cell, gaps.
    Progressive,
    /// Nobody sits before it: shards of batches, parts of audits.
    Batch,
}

const PRIORITIES: [Priority; 3] = [Priority::Interactive, Priority::Progressive, Priority::Batch];

/// Numbers of tasks, each by priority.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TaskCounts {
    /// Those that wait for a thread.
    pub waiting: [usize; 3],
    /// Those that have one.
    pub running: [usize; 3],
}

/// Why a task has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum TaskError {
    /// It panicked. The panic itself is in the log.
    #[error("a computation panicked")]
    Panicked,
    /// The scheduler was shut down before the task ended.
    #[error("a computation was ended with the program")]
    ShutDown,
}

/// Tells a running task that nobody waits for it any more.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Whether the task is to end.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Maximum number of threads for the tasks of each priority.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// All threads.
    threads: usize,
    /// Tasks below [`Priority::Interactive`] take at most so many of them together.
    below_interactive: usize,
    /// Tasks of [`Priority::Batch`] take at most so many.
    batch: usize,
}

struct Job {
    id: u64,
    /// For whom it is; `None` for the program's own work.
    of: Option<Requester>,
    cancel: CancelToken,
    run: Box<dyn FnOnce(&CancelToken) + Send>,
}

struct RunningJob {
    id: u64,
    priority: Priority,
    of: Option<Requester>,
    since: Instant,
    cancel: CancelToken,
}

/// How the cost of a task is told.
#[derive(Debug, Clone, Copy)]
enum Meter {
    /// By the time for which it has its thread.
    Time,
    /// Every task the same, at one moment.
    #[cfg(test)]
    Tasks(Instant),
}

impl Meter {
    fn now(self) -> Instant {
        match self {
            Meter::Time => Instant::now(),
            #[cfg(test)]
            Meter::Tasks(moment) => moment,
        }
    }

    fn cost(self, since: Instant, now: Instant) -> Duration {
        match self {
            Meter::Time => now.saturating_duration_since(since),
            #[cfg(test)]
            Meter::Tasks(_) => Duration::from_secs(1),
        }
    }
}

#[derive(Default)]
struct Queues {
    /// By priority, the oldest first.
    waiting: [VecDeque<Job>; 3],
    running: Vec<RunningJob>,
    usage: Usage<Option<Requester>>,
    next_id: u64,
    is_shut_down: bool,
}

impl Queues {
    fn running_below_interactive(&self) -> usize {
        self.running.iter().filter(|job| job.priority != Priority::Interactive).count()
    }

    fn may_start(&self, priority: Priority, limits: Limits) -> bool {
        let of_batch = || self.running.iter().filter(|job| job.priority == Priority::Batch).count();
        match priority {
            Priority::Interactive => true,
            Priority::Progressive => self.running_below_interactive() < limits.below_interactive,
            Priority::Batch => self.running_below_interactive() < limits.below_interactive && of_batch() < limits.batch,
        }
    }

    /// The priority of the task to start next, where one may be.
    fn startable(&self, limits: Limits) -> Option<Priority> {
        let waits = |priority: &Priority| !self.waiting[*priority as usize].is_empty();
        PRIORITIES.into_iter().find(|priority| waits(priority) && self.may_start(*priority, limits))
    }

    /// Starts the next task of a priority: the oldest one of the requester who used least.
    fn start(&mut self, priority: Priority, meter: Meter) -> Option<Job> {
        let now = meter.now();
        let used = |of| {
            let running = self.running.iter().filter(|job| job.of == of);
            let running: Duration = running.map(|job| meter.cost(job.since, now)).sum();
            self.usage.of(of, now) + running.as_secs_f64()
        };
        let at = next(self.waiting[priority as usize].iter().map(|job| job.of), used)?;
        let job = self.waiting[priority as usize].remove(at)?;
        self.running.push(RunningJob { id: job.id, priority, of: job.of, since: now, cancel: job.cancel.clone() });
        Some(job)
    }

    /// Notes that a task has ended.
    fn end(&mut self, id: u64, meter: Meter) {
        let Some(at) = self.running.iter().position(|job| job.id == id) else { return };
        let (job, now) = (self.running.swap_remove(at), meter.now());
        self.usage.add(job.of, meter.cost(job.since, now), now);
    }
}

struct Shared {
    queues: Mutex<Queues>,
    /// Told when there may be something to start.
    changed: Condvar,
    limits: Limits,
    meter: Meter,
}

impl Shared {
    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next task, once there is one; `None` when the scheduler is shut down.
    fn take(&self) -> Option<Job> {
        let mut queues = self.queues();
        loop {
            if queues.is_shut_down {
                return None;
            }
            let next = queues.startable(self.limits);
            if let Some(job) = next.and_then(|priority| queues.start(priority, self.meter)) {
                // A limit may have kept another one waiting, whose thread sleeps.
                if queues.startable(self.limits).is_some() {
                    self.changed.notify_one();
                }
                return Some(job);
            }
            queues = self.changed.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        while let Some(Job { id, cancel, run, .. }) = self.take() {
            // `run` hands a task's panic to its waiter; catching here as well keeps the thread alive in any case.
            let _ = catch_unwind(AssertUnwindSafe(|| run(&cancel)));
            self.queues().end(id, self.meter);
        }
    }
}

/// The scheduler; dropping it shuts it down.
pub struct Scheduler(Arc<Shared>);

impl Scheduler {
    /// A scheduler with so many threads (1 at least), which tasks of every priority may take all.
    ///
    /// # Errors
    /// Fails if a thread can't be started.
    pub fn new(threads: usize) -> io::Result<Arc<Scheduler>> {
        let threads = threads.max(1);
        let limits = Limits { threads, below_interactive: threads, batch: threads };
        Scheduler::start(limits, Meter::Time).map(|started| started.0)
    }

    /// A scheduler for the dashboard: a thread for each core, and one more that only interactive tasks take, so that these
    /// never wait for a long one; batches leave one core to pages.
    ///
    /// # Errors
    /// Fails if a thread can't be started.
    pub fn for_pages(cores: usize) -> io::Result<Arc<Scheduler>> {
        let cores = cores.max(1);
        let batch = cores.saturating_sub(1).max(1);
        let limits = Limits { threads: cores + 1, below_interactive: cores, batch };
        Scheduler::start(limits, Meter::Time).map(|started| started.0)
    }

    fn start(limits: Limits, meter: Meter) -> io::Result<(Arc<Scheduler>, Vec<thread::JoinHandle<()>>)> {
        let shared = Arc::new(Shared { queues: Mutex::default(), changed: Condvar::new(), limits, meter });
        // Made first: where a thread can't be started, dropping it ends the others.
        let scheduler = Arc::new(Scheduler(Arc::clone(&shared)));
        let mut threads = Vec::new();
        for at in 0..limits.threads {
            let shared = Arc::clone(&shared);
            threads.push(thread::Builder::new().name(format!("compute-{at}")).spawn(move || shared.work())?);
        }
        Ok((scheduler, threads))
    }

    /// Maximum number of long tasks that run at once.
    pub fn long_tasks_at_once(&self) -> usize {
        self.0.limits.below_interactive
    }

    /// Number of idle threads among those for long tasks.
    pub fn idle_threads(&self) -> usize {
        let queues = self.0.queues();
        let waiting = queues.waiting[1..].iter().map(VecDeque::len).sum::<usize>();
        self.long_tasks_at_once().saturating_sub(queues.running_below_interactive() + waiting)
    }

    /// How many tasks wait and run.
    pub fn counts(&self) -> TaskCounts {
        let queues = self.0.queues();
        let mut running = [0; 3];
        queues.running.iter().for_each(|job| running[job.priority as usize] += 1);
        TaskCounts { waiting: queues.waiting.each_ref().map(VecDeque::len), running }
    }

    /// How many tasks wait that are for that requester.
    pub fn waiting_for(&self, requester: Requester) -> usize {
        let queues = self.0.queues();
        queues.waiting.iter().flatten().filter(|job| job.of == Some(requester)).count()
    }

    /// Queues a task.
    pub fn spawn<T: Send + 'static>(
        &self,
        priority: Priority,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
    ) -> Task<T> {
        let (sender, result) = oneshot::channel();
        let job = self.submit(priority, work, move |result| {
            // The waiter may have gone.
            let _ = sender.send(result);
        });
        Task { result, job }
    }

    /// Queues a task, for the requester of the present task, that hands its result to `done`, on its own thread. Where it is cancelled before it begins, or the
    /// scheduler is shut down, `done` is dropped instead.
    pub fn submit<T>(
        &self,
        priority: Priority,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
        done: impl FnOnce(Result<T, TaskError>) + Send + 'static,
    ) -> JobHandle {
        let cancel = CancelToken::default();
        let run = Box::new(move |cancel: &CancelToken| {
            done(catch_unwind(AssertUnwindSafe(|| work(cancel))).map_err(|_| TaskError::Panicked));
        });
        let mut queues = self.0.queues();
        let id = queues.next_id;
        queues.next_id += 1;
        let handle = JobHandle { shared: Arc::clone(&self.0), id, priority, cancel: cancel.clone() };
        if queues.is_shut_down {
            // Dropped outside of the lock, for dropping it may cancel others.
            drop(queues);
            drop(run);
        } else {
            queues.waiting[priority as usize].push_back(Job { id, of: Requester::current(), cancel, run });
            drop(queues);
            self.0.changed.notify_one();
        }
        handle
    }

    /// Drops the tasks that wait, cancels those that run, and lets the threads end. Later tasks are dropped at once.
    pub fn shut_down(&self) {
        let mut queues = self.0.queues();
        queues.is_shut_down = true;
        let waiting = std::mem::take(&mut queues.waiting);
        queues.running.iter().for_each(|job| job.cancel.cancel());
        drop(queues);
        self.0.changed.notify_all();
        drop(waiting);
    }
}

impl Drop for Scheduler {
    fn drop(&mut self) {
        self.shut_down();
    }
}

impl fmt::Debug for Scheduler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scheduler").field("limits", &self.0.limits).finish_non_exhaustive()
    }
}

/// A queued or running task; dropping it cancels the task.
pub struct JobHandle {
    shared: Arc<Shared>,
    id: u64,
    priority: Priority,
    cancel: CancelToken,
}

impl Drop for JobHandle {
    fn drop(&mut self) {
        self.cancel.cancel();
        let mut queues = self.shared.queues();
        let waiting = &mut queues.waiting[self.priority as usize];
        let job = waiting.iter().position(|job| job.id == self.id).and_then(|at| waiting.remove(at));
        // Dropped outside of the lock, for dropping it may cancel others.
        drop(queues);
        drop(job);
    }
}

/// The result of a task that is to come; dropping it cancels the task.
#[must_use = "a task that nobody waits for is cancelled"]
pub struct Task<T> {
    result: oneshot::Receiver<Result<T, TaskError>>,
    job: JobHandle,
}

impl<T> Task<T> {
    /// Waits for the result, on a thread that is no thread of the scheduler or of the asynchronous runtime.
    ///
    /// # Errors
    /// Fails if the task panicked, or if the scheduler was shut down.
    pub fn wait(self) -> Result<T, TaskError> {
        let Task { result, job } = self;
        let result = result.blocking_recv().unwrap_or(Err(TaskError::ShutDown));
        drop(job);
        result
    }
}

impl<T> Future for Task<T> {
    type Output = Result<T, TaskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T, TaskError>> {
        Pin::new(&mut self.result).poll(context).map(|result| result.unwrap_or(Err(TaskError::ShutDown)))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{atomic::AtomicUsize, mpsc};

    use affixboard_store::AccountId;

    use super::*;
    use crate::requester::do_for;

    /// A task that has begun and ends when the sender is dropped.
    fn block(scheduler: &Scheduler, priority: Priority) -> (Task<()>, mpsc::Sender<()>) {
        let (begun, has_begun) = mpsc::channel();
        let (gate, closed) = mpsc::channel::<()>();
        let task = scheduler.spawn(priority, move |_| {
            begun.send(()).expect("a listener");
            let _ = closed.recv();
        });
        has_begun.recv().expect("a beginning");
        (task, gate)
    }

    #[test]
    fn the_most_urgent_task_comes_first_and_of_these_the_oldest() {
        let scheduler = Scheduler::new(1).expect("threads");
        let (blocking, gate) = block(&scheduler, Priority::Batch);
        let order = Arc::new(Mutex::new(Vec::new()));
        let note = |priority, name: &'static str| {
            let order = Arc::clone(&order);
            scheduler.spawn(priority, move |_| order.lock().expect("no panic").push(name))
        };
        let tasks = [
            note(Priority::Batch, "batch 1"),
            note(Priority::Progressive, "progressive 1"),
            note(Priority::Batch, "batch 2"),
            note(Priority::Interactive, "interactive 1"),
            note(Priority::Progressive, "progressive 2"),
            note(Priority::Interactive, "interactive 2"),
        ];
        drop(gate);
        blocking.wait().expect("done");
        for task in tasks {
            task.wait().expect("done");
        }
        let expected = ["interactive 1", "interactive 2", "progressive 1", "progressive 2", "batch 1", "batch 2"];
        assert_eq!(*order.lock().expect("no panic"), expected);
    }

    /// Names of tasks in the order in which they ran, each of the requester with the letter that it begins with.
    fn order_of(scheduler: &Scheduler, names: &[&'static str]) -> Vec<&'static str> {
        let (blocking, gate) = block(scheduler, Priority::Interactive);
        let order = Arc::new(Mutex::new(Vec::new()));
        let tasks: Vec<_> = names.iter().map(|name| note_for(scheduler, &order, name)).collect();
        drop(gate);
        blocking.wait().expect("done");
        for task in tasks {
            task.wait().expect("done");
        }
        let order = order.lock().expect("no panic");
        order.clone()
    }

    fn somebody(letter: u8) -> Requester {
        Requester::Account(AccountId(letter.into()))
    }

    fn note_for(scheduler: &Scheduler, order: &Arc<Mutex<Vec<&'static str>>>, name: &'static str) -> Task<()> {
        let order = Arc::clone(order);
        let work = move |_: &CancelToken| order.lock().expect("no panic").push(name);
        do_for(somebody(name.as_bytes()[0]), || scheduler.spawn(Priority::Interactive, work))
    }

    #[test]
    fn who_asks_for_much_keeps_nobody_waiting_for_all_of_it() {
        let limits = Limits { threads: 1, below_interactive: 1, batch: 1 };
        let (scheduler, _) = Scheduler::start(limits, Meter::Tasks(Instant::now())).expect("threads");
        assert_eq!(
            order_of(&scheduler, &["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "c1"]),
            ["a1", "b1", "c1", "a2", "b2", "a3", "b3", "a4", "a5"]
        );
        // What was computed before counts: 5 of a, 3 of b, 1 of c, nothing of d.
        assert_eq!(
            order_of(&scheduler, &["a6", "a7", "b4", "b5", "c2", "c3", "d1"]),
            ["d1", "c2", "c3", "b4", "b5", "a6", "a7"]
        );
    }

    #[test]
    fn tasks_of_a_requester_that_wait_are_counted_until_they_begin_or_are_cancelled() {
        let scheduler = Scheduler::new(1).expect("threads");
        let (blocking, gate) = block(&scheduler, Priority::Interactive);
        let order = Arc::default();
        let mut tasks: Vec<_> = ["a1", "a2", "b1", "a3"].map(|name| note_for(&scheduler, &order, name)).into();
        assert_eq!([b'a', b'b', b'c'].map(|of| scheduler.waiting_for(somebody(of))), [3, 1, 0]);
        drop(tasks.remove(0));
        assert_eq!(scheduler.waiting_for(somebody(b'a')), 2);
        drop(gate);
        blocking.wait().expect("done");
        for task in tasks {
            task.wait().expect("done");
        }
        assert_eq!(scheduler.waiting_for(somebody(b'a')), 0);
    }

    #[test]
    fn a_queued_task_that_nobody_waits_for_never_begins() {
        let scheduler = Scheduler::new(1).expect("threads");
        let (blocking, gate) = block(&scheduler, Priority::Interactive);
        let (alive, is_alive) = mpsc::channel::<()>();
        let task = scheduler.spawn(Priority::Interactive, move |_| {
            let _alive = alive;
            unreachable!("nobody waits for it")
        });
        drop::<Task<()>>(task);
        // The closure is dropped at once, while the only thread is busy.
        assert_eq!(is_alive.try_recv(), Err(mpsc::TryRecvError::Disconnected));
        drop(gate);
        blocking.wait().expect("done");
    }

    #[test]
    fn a_running_task_that_nobody_waits_for_ends_at_its_next_part() {
        let scheduler = Scheduler::new(1).expect("threads");
        let (say, said) = mpsc::channel();
        let (go, gate) = mpsc::channel::<()>();
        let task = scheduler.spawn(Priority::Batch, move |cancel| {
            for part in 0.. {
                if cancel.is_cancelled() {
                    break;
                }
                say.send(part).expect("a listener");
                gate.recv().expect("a word");
            }
        });
        assert_eq!(said.recv(), Ok(0));
        go.send(()).expect("a task");
        assert_eq!(said.recv(), Ok(1));
        drop(task);
        go.send(()).expect("a task");
        // It says no third part, and its thread is free again.
        assert_eq!(said.recv(), Err(mpsc::RecvError));
        assert_eq!(scheduler.spawn(Priority::Batch, |_| 7).wait(), Ok(7));
    }

    #[test]
    fn a_panic_is_an_error_for_its_waiter_alone() {
        let scheduler = Scheduler::new(1).expect("threads");
        let task: Task<()> = scheduler.spawn(Priority::Interactive, |_| panic!("on purpose"));
        assert_eq!(task.wait(), Err(TaskError::Panicked));
        assert_eq!(scheduler.spawn(Priority::Interactive, |_| 7).wait(), Ok(7));
    }

    #[test]
    fn long_tasks_leave_a_thread_to_interactive_ones_and_batches_one_to_long_tasks() {
        let scheduler = Scheduler::for_pages(2).expect("threads");
        let (batch, batch_gate) = block(&scheduler, Priority::Batch);
        let counted = Arc::new(AtomicUsize::new(0));
        let count = |counted: &Arc<AtomicUsize>| {
            let counted = Arc::clone(counted);
            move |_: &CancelToken| {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        };
        let other_batch = scheduler.spawn(Priority::Batch, count(&counted));
        let (progressive, gate) = block(&scheduler, Priority::Progressive);
        assert_eq!(scheduler.idle_threads(), 0);
        let other_progressive = scheduler.spawn(Priority::Progressive, count(&counted));
        assert_eq!(scheduler.counts(), TaskCounts { waiting: [0, 1, 1], running: [0, 1, 1] });
        assert_eq!(scheduler.spawn(Priority::Interactive, |_| 7).wait(), Ok(7));
        assert_eq!(counted.load(Ordering::SeqCst), 0);
        drop(gate);
        progressive.wait().expect("done");
        other_progressive.wait().expect("done");
        assert_eq!(counted.load(Ordering::SeqCst), 1, "a batch takes one of two threads");
        drop(batch_gate);
        batch.wait().expect("done");
        other_batch.wait().expect("done");
    }

    #[test]
    fn results_do_not_depend_on_the_number_of_threads() {
        let sum = |threads| {
            let scheduler = Scheduler::new(threads).expect("threads");
            let tasks: Vec<Task<u64>> = (0..100)
                .map(|at| scheduler.spawn(PRIORITIES[at % 3], move |_| (0..=at as u64).map(|n| n * n).sum()))
                .collect();
            tasks.into_iter().map(|task| task.wait().expect("done")).collect::<Vec<_>>()
        };
        assert_eq!(sum(1), sum(2));
        assert_eq!(sum(1), sum(8));
    }

    #[test]
    fn shutting_down_ends_what_waits_and_what_runs_and_all_threads() {
        let limits = Limits { threads: 2, below_interactive: 2, batch: 2 };
        let (scheduler, threads) = Scheduler::start(limits, Meter::Time).expect("threads");
        let (begun, has_begun) = mpsc::channel();
        let running: Vec<Task<()>> = (0..2)
            .map(|_| {
                let begun = begun.clone();
                scheduler.spawn(Priority::Batch, move |cancel| {
                    begun.send(()).expect("a listener");
                    while !cancel.is_cancelled() {
                        thread::yield_now();
                    }
                })
            })
            .collect();
        for _ in &running {
            has_begun.recv().expect("a beginning");
        }
        let waiting: Task<()> = scheduler.spawn(Priority::Interactive, |_| unreachable!("the threads are busy"));
        scheduler.shut_down();
        assert_eq!(waiting.wait(), Err(TaskError::ShutDown));
        for task in running {
            assert_eq!(task.wait(), Ok(()));
        }
        let late: Task<()> = scheduler.spawn(Priority::Interactive, |_| unreachable!("it is shut down"));
        assert_eq!(late.wait(), Err(TaskError::ShutDown));
        for thread in threads {
            thread.join().expect("an end");
        }
    }
}
