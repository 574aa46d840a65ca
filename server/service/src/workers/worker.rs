//! The worker's side: takes parcels out of the queue, runs their shards, sends the counts back.

use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream::{self, AckKind};
use tokio::sync::{OnceCell, Semaphore, watch};
use tokio_stream::StreamExt as _;
use tracing::warn;

use super::{
    NatsConnection, NatsError, NatsSettings,
    cells::CellsOfWorker,
    messages::{COUNTS, COUNTS_IN_FILE, FAILED, Hello, Parcel, ShardCounts, append_counts},
    nats::{ASK_EVERY, STILL_WORKING},
    open_job::{OpenError, OpenJob},
};
use crate::{
    compute::{Priority, Scheduler},
    secret::random_token,
};

/// A worker says so often how it does.
const HELLO_EVERY: Duration = Duration::from_secs(3);
/// Opened jobs that are kept.
const KEPT_JOBS: usize = 4;
/// Runs that were called off and are remembered.
const KEPT_STOPS: usize = 1000;
/// What can't be done now is tried again after so long, by whoever comes first.
const LATER: Duration = Duration::from_secs(3);
/// The wait before the NATS server is asked again that did not answer.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// How a worker works.
#[derive(Debug, Clone)]
pub struct WorkerOptions {
    /// Its name on the dashboard's page.
    pub name: String,
    /// Threads that run shards.
    pub threads: usize,
}

/// A worker.
pub struct ShardWorker {
    connection: NatsConnection,
    scheduler: Arc<Scheduler>,
    name: String,
    id: String,
    stop: watch::Receiver<bool>,
    /// Names and jobs, the one used last at the end.
    jobs: Mutex<Vec<(String, Arc<OnceCell<OpenJob>>)>>,
    stopped_runs: Mutex<BTreeSet<u64>>,
    refusal: Mutex<Option<(Instant, String)>>,
    under_way: AtomicU32,
    parcels: AtomicU64,
    shards: AtomicU64,
    drops: AtomicU64,
    cells: AtomicU64,
}

impl ShardWorker {
    /// Connects.
    ///
    /// # Errors
    /// If the NATS server can't be reached or has no streams, or if the threads can't be started.
    pub async fn connect(
        settings: &NatsSettings,
        options: WorkerOptions,
        stop: watch::Receiver<bool>,
    ) -> anyhow::Result<Arc<ShardWorker>> {
        let connection = NatsConnection::open(settings, &options.name, false).await?;
        // Wrong rights are found out at once.
        connection.parcels().await?;
        connection.stream("results").await?;
        Ok(Arc::new(ShardWorker {
            connection,
            scheduler: Scheduler::new(options.threads)?,
            name: options.name,
            id: random_token()?,
            stop,
            jobs: Mutex::default(),
            stopped_runs: Mutex::default(),
            refusal: Mutex::default(),
            under_way: AtomicU32::new(0),
            parcels: AtomicU64::new(0),
            shards: AtomicU64::new(0),
            drops: AtomicU64::new(0),
            cells: AtomicU64::new(0),
        }))
    }

    /// Works until it is told to stop; parcels under way go to other workers then.
    pub async fn work(self: Arc<ShardWorker>) {
        let says = tokio::spawn(Arc::clone(&self).say_hello());
        let listens = tokio::spawn(Arc::clone(&self).listen_for_stops());
        let worker = Arc::clone(&self);
        let count = move || {
            worker.cells.fetch_add(1, Ordering::Relaxed);
        };
        let cells = CellsOfWorker::new(self.connection.clone(), Arc::clone(&self.scheduler), count);
        let computes = tokio::spawn(Arc::new(cells).work());
        // One more than threads, so that a thread need not wait for the next parcel.
        let places = Arc::new(Semaphore::new(self.scheduler.threads() + 1));
        let mut stop = self.stop.clone();
        tokio::select! {
            () = self.take_parcels(&places) => {}
            // Whoever could say stop is gone: that is one.
            _ = stop.wait_for(|stop| *stop) => {}
        }
        // Shards under way see that they are to stop, and give their parcels back.
        let _ = tokio::time::timeout(Duration::from_secs(5), places.acquire_many(self.scheduler.threads() as u32 + 1))
            .await;
        says.abort();
        listens.abort();
        computes.abort();
        self.hello(true).await;
        let _ = self.connection.context.client().flush().await;
        self.scheduler.shut_down();
    }

    async fn take_parcels(self: &Arc<ShardWorker>, places: &Arc<Semaphore>) {
        let mut consumer = None;
        loop {
            let Ok(mut place) = Arc::clone(places).acquire_owned().await else { return };
            let more = places.available_permits();
            if let Ok(others) = Arc::clone(places).try_acquire_many_owned(more as u32) {
                place.merge(others);
            }
            self.wait_after_refusal().await;
            let queue = match consumer.take() {
                Some(queue) => queue,
                None => match self.connection.parcels().await {
                    Ok(queue) => queue,
                    Err(error) => {
                        warn!(%error, "waiting for the NATS server");
                        tokio::time::sleep(TRY_AGAIN).await;
                        continue;
                    }
                },
            };
            let asked = queue.batch().max_messages(place.num_permits()).expires(ASK_EVERY).messages().await;
            let Ok(mut messages) = asked else {
                tokio::time::sleep(TRY_AGAIN).await;
                continue;
            };
            let mut is_whole = true;
            while let Some(message) = messages.next().await {
                let Ok(message) = message else {
                    is_whole = false;
                    break;
                };
                // The server gives no more than it was asked for.
                let Some(its_place) = place.split(1) else { break };
                let worker = Arc::clone(self);
                tokio::spawn(async move {
                    worker.under_way.fetch_add(1, Ordering::Relaxed);
                    worker.handle(message).await;
                    worker.under_way.fetch_sub(1, Ordering::Relaxed);
                    drop(its_place);
                });
            }
            if is_whole {
                consumer = Some(queue);
            } else {
                tokio::time::sleep(TRY_AGAIN).await;
            }
        }
    }

    /// A worker that refused a parcel leaves the next ones to others for a while.
    async fn wait_after_refusal(&self) {
        let wait = {
            let refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner);
            refusal.as_ref().map(|(when, _)| LATER.saturating_sub(when.elapsed()))
        };
        tokio::time::sleep(wait.unwrap_or_default()).await;
    }

    /// Runs a parcel. As long as it does, the queue is told so.
    async fn handle(self: &Arc<ShardWorker>, message: jetstream::Message) {
        let Ok(parcel) = serde_json::from_slice::<Parcel>(&message.payload) else {
            warn!("found a message that is no parcel");
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let mut running = std::pin::pin!(self.run(&parcel));
        let done = loop {
            tokio::select! {
                done = &mut running => break done,
                () = tokio::time::sleep(STILL_WORKING) => {
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        };
        let answer = match done {
            Done::Sent => AckKind::Ack,
            Done::CalledOff => AckKind::Term,
            Done::Later => AckKind::Nak(Some(LATER)),
            Done::GivenBack => AckKind::Nak(None),
        };
        // Where it doesn't arrive, the parcel comes again.
        let _ = message.ack_with(answer).await;
    }

    async fn run(self: &Arc<ShardWorker>, parcel: &Parcel) -> Done {
        let job = self.job(&parcel.job);
        let open = job.get_or_try_init(|| OpenJob::fetch(&self.connection, &self.scheduler, &parcel.job)).await;
        match open {
            Ok(_) => *self.refusal.lock().unwrap_or_else(PoisonError::into_inner) = None,
            Err(OpenError::Away(error)) => {
                warn!(job = parcel.job, %error, "can't fetch a job");
                return Done::Later;
            }
            Err(OpenError::Refused(why)) => {
                warn!(job = parcel.job, "refused: {why}");
                let mut refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner);
                *refusal = Some((Instant::now(), why));
                return Done::Later;
            }
            Err(OpenError::Failed(why)) => return self.send(&parcel.job, FAILED, why.into_bytes()).await,
        }
        let (worker, run, ats) = (Arc::clone(self), parcel.run, parcel.shards.clone());
        let opened = Arc::clone(&job);
        let task = self.scheduler.spawn(Priority::Batch, move |cancel| {
            let keep_going = || !cancel.is_cancelled() && !*worker.stop.borrow() && !worker.is_stopped(run);
            let job = opened.get()?;
            run_shards(job, &ats, &keep_going)
        });
        match task.await {
            Ok(Some(counts)) => self.send_counts(&parcel.job, &job, &counts).await,
            Ok(None) if self.is_stopped(parcel.run) => Done::CalledOff,
            Ok(None) => Done::GivenBack,
            Err(_) if *self.stop.borrow() => Done::GivenBack,
            Err(error) => self.send(&parcel.job, FAILED, format!("a shard failed: {error}").into_bytes()).await,
        }
    }

    /// The job of that name, which may not be opened yet.
    fn job(&self, name: &str) -> Arc<OnceCell<OpenJob>> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = jobs.iter().position(|(known, _)| known == name).map(|at| jobs.remove(at));
        let job = known.unwrap_or_else(|| (name.to_owned(), Arc::default()));
        let found = Arc::clone(&job.1);
        jobs.push(job);
        if jobs.len() > KEPT_JOBS {
            jobs.remove(0);
        }
        found
    }

    async fn send_counts(&self, name: &str, job: &OnceCell<OpenJob>, counts: &[ShardCounts]) -> Done {
        let largest = self.connection.largest();
        let mut message = Vec::new();
        for (at, counts) in counts {
            let mut one = Vec::new();
            append_counts(&mut one, *at, counts);
            if one.len() > largest {
                if !self.send_file(name, &one).await {
                    return Done::GivenBack;
                }
                continue;
            }
            if message.len() + one.len() > largest {
                match self.send(name, COUNTS, std::mem::take(&mut message)).await {
                    Done::Sent => {}
                    other => return other,
                }
            }
            message.extend(one);
        }
        if !message.is_empty() {
            match self.send(name, COUNTS, message).await {
                Done::Sent => {}
                other => return other,
            }
        }
        let shards = job.get().map(|job| job.shards.as_slice()).unwrap_or_default();
        let drops = counts.iter().filter_map(|(at, _)| shards.get(*at as usize)).map(|shard| shard.drops).sum();
        self.parcels.fetch_add(1, Ordering::Relaxed);
        self.shards.fetch_add(counts.len() as u64, Ordering::Relaxed);
        self.drops.fetch_add(drops, Ordering::Relaxed);
        Done::Sent
    }

    /// Sends counts that are too many for a message, as a file.
    async fn send_file(&self, name: &str, bytes: &[u8]) -> bool {
        let Ok(token) = random_token() else { return false };
        let file = format!("counts-{name}-{token}");
        if !self.patiently(|| self.connection.put(&file, bytes)).await {
            return false;
        }
        matches!(self.send(name, COUNTS_IN_FILE, file.into_bytes()).await, Done::Sent)
    }

    async fn send(&self, name: &str, kind: &str, bytes: Vec<u8>) -> Done {
        let (subject, all) = (self.connection.results(name), [bytes]);
        if self.patiently(|| self.connection.publish_all(&subject, kind, &all)).await {
            Done::Sent
        } else {
            Done::GivenBack
        }
    }

    /// Does it, again and again until the NATS server does its part. False if the worker is to stop before.
    async fn patiently<Doing: Future<Output = Result<(), NatsError>>>(&self, doing: impl Fn() -> Doing) -> bool {
        let mut is_first = true;
        loop {
            match doing().await {
                Ok(()) => return true,
                Err(_) if *self.stop.borrow() => return false,
                Err(error) if is_first => warn!(%error, "waiting for the NATS server"),
                Err(_) => {}
            }
            is_first = false;
            tokio::time::sleep(TRY_AGAIN).await;
        }
    }

    fn is_stopped(&self, run: u64) -> bool {
        self.stopped_runs.lock().unwrap_or_else(PoisonError::into_inner).contains(&run)
    }

    /// Notes the runs that are called off.
    async fn listen_for_stops(self: Arc<ShardWorker>) {
        let subject = self.connection.subject("stop");
        let Ok(mut said) = self.connection.context.client().subscribe(subject).await else { return };
        while let Some(message) = said.next().await {
            let run = std::str::from_utf8(&message.payload).ok().and_then(|text| text.parse().ok());
            let Some(run) = run else { continue };
            let mut stopped = self.stopped_runs.lock().unwrap_or_else(PoisonError::into_inner);
            if stopped.len() >= KEPT_STOPS {
                stopped.pop_first();
            }
            stopped.insert(run);
        }
    }

    async fn say_hello(self: Arc<ShardWorker>) {
        loop {
            self.hello(false).await;
            tokio::time::sleep(HELLO_EVERY).await;
        }
    }

    async fn hello(&self, leaves: bool) {
        let refusal = self.refusal.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let hello = Hello {
            id: self.id.clone(),
            name: self.name.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            threads: self.scheduler.threads() as u32,
            under_way: self.under_way.load(Ordering::Relaxed),
            parcels: self.parcels.load(Ordering::Relaxed),
            shards: self.shards.load(Ordering::Relaxed),
            drops: self.drops.load(Ordering::Relaxed),
            cells: self.cells.load(Ordering::Relaxed),
            refuses: refusal.map(|(_, why)| why),
            leaves,
        };
        if let Ok(bytes) = serde_json::to_vec(&hello) {
            let _ = self.connection.context.client().publish(self.connection.subject("seen"), bytes.into()).await;
        }
    }
}

/// What became of a parcel.
enum Done {
    /// Its counts, or why it has none, are in the stream of results.
    Sent,
    /// Nobody wants it any more.
    CalledOff,
    /// It can't be run now, or not by this worker.
    Later,
    /// The worker stops.
    GivenBack,
}

/// The counts of shards; `None` where it was told to stop. Positions that the plan doesn't have are left out.
fn run_shards(job: &OpenJob, ats: &[u32], keep_going: &dyn Fn() -> bool) -> Option<Vec<ShardCounts>> {
    let mut counters = job.source.counters();
    let mut all = Vec::new();
    for &at in ats {
        let Some(shard) = job.shards.get(at as usize) else { continue };
        if !keep_going() {
            return None;
        }
        all.push((at, job.source.run(shard, &mut counters, keep_going).ok()?.counts));
    }
    Some(all)
}
