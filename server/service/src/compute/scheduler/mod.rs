//! The one scheduler of heavy work: a fixed number of threads that take tasks by priority.
//!
//! Dropping a [`Task`] cancels it: one that waits is taken out of the queue, one that runs sees it by its [`CancelToken`],
//! which it asks between the parts of its work. The scheduler knows nothing of what is computed, and no result may depend on
//! which thread runs a task, or when. docs/adr/0019-one-scheduler-of-computing.md has the reasons.

mod pause;
#[cfg(test)]
mod tests;

use std::{
    collections::VecDeque,
    fmt, io,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::{Context, Poll},
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;
use tokio::sync::oneshot;

use self::pause::Pause;
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

/// Tells a running task that nobody waits for it any more, and lets a long one pause while more urgent ones run.
#[derive(Debug, Clone, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
    /// Of long tasks where they make room.
    pause: Option<Arc<Pause>>,
}

impl CancelToken {
    /// Whether the task is to end. A long task is kept here for a while where more urgent ones wait or run.
    pub fn is_cancelled(&self) -> bool {
        if let Some(pause) = &self.pause {
            pause.make_room(&self.cancelled);
        }
        self.cancelled.load(Ordering::Relaxed)
    }

    fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

/// Maximum number of threads for the tasks of each priority.
#[derive(Debug, Clone, Copy)]
struct Limits {
    /// All threads.
    threads: usize,
    /// Tasks of [`Priority::Progressive`] take at most so many of them; none of a batch begins while they and batches do.
    progressive: usize,
    /// Tasks of [`Priority::Batch`] take at most so many.
    batch: usize,
    /// How long tasks pause at most while more urgent ones wait or run.
    pause: Option<Duration>,
}

/// How long a task pauses at most at a time while more urgent ones wait or run: until the first numbers of a sheet are to be there.
const LONGEST_PAUSE: Duration = Duration::from_millis(300);

/// Part of the time of long tasks that batches have at least, while one waits. They pause for up to half of it while somebody
/// waits for a page: a fifth is left.
const SHARE_OF_BATCHES: f64 = 0.4;

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
    /// What batches used lately, and what all that is less urgent than interactive tasks did.
    of_batches: Usage<bool>,
    next_id: u64,
    is_shut_down: bool,
}

impl Queues {
    fn running_of(&self, priority: Priority) -> usize {
        self.running.iter().filter(|job| job.priority == priority).count()
    }

    fn running_below_interactive(&self) -> usize {
        self.running.len() - self.running_of(Priority::Interactive)
    }

    fn may_start(&self, priority: Priority, limits: Limits) -> bool {
        let running = self.running_of(priority);
        match priority {
            Priority::Interactive => true,
            Priority::Progressive => running < limits.progressive,
            Priority::Batch => running < limits.batch && self.running_below_interactive() < limits.progressive,
        }
    }

    /// The priority of the task to start next, where one may be: the most urgent one, but a batch's where batches had less than
    /// their share lately, so that pages don't hold them up for good.
    fn startable(&self, limits: Limits, meter: Meter) -> Option<Priority> {
        let waits = |priority: Priority| !self.waiting[priority as usize].is_empty();
        let may_start = |priority: &Priority| waits(*priority) && self.may_start(*priority, limits);
        if !waits(Priority::Interactive) && may_start(&Priority::Batch) && self.owes_batches(limits, meter) {
            return Some(Priority::Batch);
        }
        PRIORITIES.into_iter().find(may_start)
    }

    /// Whether batches had less than their share of the time of long tasks. They may pause for half of theirs.
    fn owes_batches(&self, limits: Limits, meter: Meter) -> bool {
        let at_once = (limits.progressive as f64 * SHARE_OF_BATCHES).ceil();
        if self.running_of(Priority::Batch) as f64 >= at_once {
            return false;
        }
        let now = meter.now();
        let used = |is_batch: bool| {
            let running = self.running.iter().filter(|job| job.priority != Priority::Interactive);
            let running = running.filter(|job| (job.priority == Priority::Batch) == is_batch);
            let running: Duration = running.map(|job| meter.cost(job.since, now)).sum();
            self.of_batches.of(is_batch, now) + running.as_secs_f64()
        };
        let (batches, others) = (used(true), used(false));
        batches < SHARE_OF_BATCHES * (batches + others)
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
        let cost = meter.cost(job.since, now);
        self.usage.add(job.of, cost, now);
        if job.priority != Priority::Interactive {
            self.of_batches.add(job.priority == Priority::Batch, cost, now);
        }
    }
}

struct Shared {
    queues: Mutex<Queues>,
    /// Told when there may be something to start.
    changed: Condvar,
    /// By priority, the number of more urgent tasks that wait or run, of what is in the queues.
    more_urgent: [Arc<AtomicUsize>; 3],
    limits: Limits,
    meter: Meter,
}

impl Shared {
    /// Tells tasks how many more urgent ones there are, after the queues were changed.
    fn count_urgent(&self, queues: &Queues) {
        let mut sum = 0;
        for (priority, more_urgent) in PRIORITIES.into_iter().zip(&self.more_urgent) {
            more_urgent.store(sum, Ordering::Relaxed);
            sum += queues.waiting[priority as usize].len() + queues.running_of(priority);
        }
    }

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
            let next = queues.startable(self.limits, self.meter);
            if let Some(job) = next.and_then(|priority| queues.start(priority, self.meter)) {
                // A limit may have kept another one waiting, whose thread sleeps.
                if queues.startable(self.limits, self.meter).is_some() {
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
            let mut queues = self.queues();
            queues.end(id, self.meter);
            self.count_urgent(&queues);
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
        let limits = Limits { threads, progressive: threads, batch: threads, pause: None };
        Scheduler::start(limits, Meter::Time).map(|started| started.0)
    }

    /// A scheduler for the dashboard: two threads for each core, of which progressive tasks take half at most, so that
    /// interactive ones never wait for a long one, which pauses meanwhile; batches leave one core to pages.
    ///
    /// # Errors
    /// Fails if a thread can't be started.
    pub fn for_pages(cores: usize) -> io::Result<Arc<Scheduler>> {
        let cores = cores.max(1);
        let batch = cores.saturating_sub(1).max(1);
        let limits = Limits { threads: 2 * cores, progressive: cores, batch, pause: Some(LONGEST_PAUSE) };
        Scheduler::start(limits, Meter::Time).map(|started| started.0)
    }

    fn start(limits: Limits, meter: Meter) -> io::Result<(Arc<Scheduler>, Vec<thread::JoinHandle<()>>)> {
        let (queues, changed, more_urgent) = Default::default();
        let shared = Arc::new(Shared { queues, changed, more_urgent, limits, meter });
        // Made first: where a thread can't be started, dropping it ends the others.
        let scheduler = Arc::new(Scheduler(Arc::clone(&shared)));
        let mut threads = Vec::new();
        for at in 0..limits.threads {
            let shared = Arc::clone(&shared);
            threads.push(thread::Builder::new().name(format!("compute-{at}")).spawn(move || shared.work())?);
        }
        Ok((scheduler, threads))
    }

    /// Number of threads.
    pub fn threads(&self) -> usize {
        self.0.limits.threads
    }

    /// Maximum number of long tasks that run at once.
    pub fn long_tasks_at_once(&self) -> usize {
        self.0.limits.progressive
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

    /// Queues a task, for the requester of the present task, that hands its result to `done`, on its own thread. Where it is
    /// cancelled before it begins, or the scheduler is shut down, `done` is dropped instead.
    pub fn submit<T>(
        &self,
        priority: Priority,
        work: impl FnOnce(&CancelToken) -> T + Send + 'static,
        done: impl FnOnce(Result<T, TaskError>) + Send + 'static,
    ) -> JobHandle {
        self.queue(
            priority,
            Box::new(move |cancel| {
                done(catch_unwind(AssertUnwindSafe(|| work(cancel))).map_err(|_| TaskError::Panicked));
            }),
        )
    }

    /// Queues work whose type is erased: what follows is compiled once, not once per task of the program.
    fn queue(&self, priority: Priority, run: Box<dyn FnOnce(&CancelToken) + Send>) -> JobHandle {
        let longest = self.0.limits.pause.filter(|_| priority != Priority::Interactive);
        let more_urgent = &self.0.more_urgent[priority as usize];
        let pause = longest.map(|longest| Arc::new(Pause::new(more_urgent, longest)));
        let cancel = CancelToken { pause, ..CancelToken::default() };
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
            self.0.count_urgent(&queues);
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
        self.0.count_urgent(&queues);
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
        self.shared.count_urgent(&queues);
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
