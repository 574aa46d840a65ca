//! The dashboard's side: puts parcels into the queue and takes counts out of it.

use std::{
    collections::BTreeSet,
    fmt,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use affixboard_model::batch::{CellTally, Shard};
use anyhow::{Context as _, anyhow};
use async_nats::jetstream::{self, AckKind, consumer::PullConsumer};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::StreamExt as _;
use tracing::{info, warn};

use super::{
    NatsConnection, NatsError, NatsSettings, WorkersSeen,
    cells::FilesSent,
    messages::{COUNTS, COUNTS_IN_FILE, FAILED, Hello, JobDescription, KIND, PARCEL, Parcel, parcels, read_counts},
    nats::ASK_EVERY,
    open_job::{edit_files, job_file},
};
use crate::{
    compute::{Progress, RemoteJob, RemotePieces, RemoteRun, RemoteShards, ShardSource},
    proposals,
    secret::random_token,
};

/// Messages of counts on their way to the database.
const ON_THEIR_WAY: usize = 32;
/// Parcels that are sent before the server must have said that it has them.
const SENT_AT_ONCE: usize = 128;
/// Where nothing came for so long, what waits is looked at.
const QUIET: Duration = Duration::from_secs(30);
/// The largest file of counts: a shard's, of all keys.
const LARGEST_COUNTS: u64 = 1 << 28;
/// The wait before something is tried again that the NATS server did not do.
const TRY_AGAIN: Duration = Duration::from_millis(500);

/// The workers behind a NATS server, as the dashboard sees them.
pub struct Workers {
    pub(super) connection: NatsConnection,
    pub(super) files_sent: FilesSent,
    seen: Arc<WorkersSeen>,
    server: String,
}

impl Workers {
    /// Connects in the background, and listens for workers until it is dropped.
    ///
    /// # Errors
    /// If a file of the settings can't be read, or the address is none.
    pub async fn connect(settings: &NatsSettings) -> Result<Arc<Workers>, NatsError> {
        let connection = NatsConnection::open(settings, "affixboard", true).await?;
        let seen = Arc::new(WorkersSeen::default());
        tokio::spawn(listen(connection.clone(), Arc::downgrade(&seen)));
        Ok(Arc::new(Workers { connection, files_sent: FilesSent::default(), seen, server: settings.shown() }))
    }

    /// The workers that were seen.
    pub fn seen(&self) -> &WorkersSeen {
        &self.seen
    }

    /// The NATS server's address.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Whether the NATS server is there.
    pub fn is_connected(&self) -> bool {
        self.connection.context.client().connection_state() == async_nats::connection::State::Connected
    }
}

/// Notes what workers say of themselves.
async fn listen(connection: NatsConnection, seen: std::sync::Weak<WorkersSeen>) {
    let subject = connection.subject("seen");
    let Ok(mut said) = connection.context.client().subscribe(subject).await else { return };
    while let Some(message) = said.next().await {
        let Some(seen) = seen.upgrade() else { return };
        if let Ok(hello) = serde_json::from_slice::<Hello>(&message.payload) {
            seen.note(Instant::now(), hello);
        }
    }
}

impl RemoteShards for Workers {
    fn start(&self, job: RemoteJob, progress: Arc<Progress>) -> RemoteRun {
        let (sender, pieces) = mpsc::channel(ON_THEIR_WAY);
        let (end, ended) = oneshot::channel();
        let connection = self.connection.clone();
        tokio::spawn(run(connection, job, progress, sender, ended));
        RemoteRun { pieces, end }
    }
}

/// A job under way.
struct Dispatch {
    connection: NatsConnection,
    name: String,
    /// Number of this run.
    run: u64,
    shards: Vec<Shard>,
    /// Shards whose counts haven't come.
    missing: Mutex<BTreeSet<u32>>,
    keys: usize,
    progress: Arc<Progress>,
    /// The job's files, by their names.
    files: [(String, Vec<u8>); 2],
}

/// Runs a job until all its counts are here or nobody wants them, and then waits for its end. `pieces` is closed after the last.
async fn run(
    connection: NatsConnection,
    job: RemoteJob,
    progress: Arc<Progress>,
    pieces: mpsc::Sender<anyhow::Result<RemotePieces>>,
    mut ended: oneshot::Receiver<oneshot::Sender<()>>,
) {
    let dispatch = match Dispatch::new(connection, job, progress) {
        Ok(dispatch) => dispatch,
        Err(error) => {
            // Whoever waited may have gone, here and below.
            let _ = pieces.send(Err(error)).await;
            return;
        }
    };
    info!(job = dispatch.name, shards = dispatch.left(), "shards go to workers");
    let worked = tokio::select! {
        worked = dispatch.work(&pieces) => worked,
        asked = &mut ended => return dispatch.end(asked.ok()).await,
    };
    if let Err(error) = worked {
        let _ = pieces.send(Err(error)).await;
    }
    drop(pieces);
    dispatch.end(ended.await.ok()).await;
}

impl Dispatch {
    fn new(connection: NatsConnection, job: RemoteJob, progress: Arc<Progress>) -> anyhow::Result<Dispatch> {
        let RemoteJob { batch, created_at, open, plan, missing } = job;
        let (loaded, shards) = (&open.loaded, plan.shards());
        let keys = ShardSource::of(&plan, loaded, &open.forge).context("its subject isn't in these files")?.keys();
        let rules = (loaded.game.id(), loaded.game.rules_version());
        let count = shards.len() as u32;
        let description = JobDescription::new((batch, created_at), rules, open.content_hash(), &plan, count);
        let (name, bytes) = description.to_bytes();
        let zip = proposals::download::zipped(loaded).context("can't pack the edit files")?;
        let files = [(edit_files(open.content_hash()), zip), (job_file(&name), bytes)];
        // Unlike any other run's: workers drop what belongs to runs that were called off.
        let run = u64::from_str_radix(random_token()?.get(..8).unwrap_or_default(), 16);
        let run = run.unwrap_or_else(|_| crate::clock::now_ms().cast_unsigned());
        let missing = Mutex::new(missing.into_iter().collect());
        Ok(Dispatch { connection, name, run, shards, missing, keys, progress, files })
    }

    /// Number of shards that are missing.
    fn left(&self) -> usize {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    fn missing(&self) -> Vec<u32> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    /// Until the counts of all shards are here.
    async fn work(&self, pieces: &mpsc::Sender<anyhow::Result<RemotePieces>>) -> anyhow::Result<()> {
        // Counts that came while no dashboard listened are taken first, as they need not be made again.
        let consumer = self.patiently(|| self.connection.counts(&self.name)).await;
        let results = self.connection.results(&self.name);
        let waiting = self.patiently(|| self.connection.waiting("results", &results)).await;
        if waiting > 0 {
            self.receive_once(&consumer, pieces).await?;
        }
        let jobs = self.connection.jobs(&self.name);
        self.patiently(|| self.connection.purge("jobs", &jobs)).await;
        let ((), received) = tokio::join!(self.send(), self.receive(consumer, pieces));
        received
    }

    /// Puts what is missing into the queue.
    async fn send(&self) {
        for (name, bytes) in &self.files {
            self.patiently(|| self.connection.put(name, bytes)).await;
        }
        for parcels in parcels(&self.missing(), &self.shards).chunks(SENT_AT_ONCE) {
            let parcels: Vec<Vec<u8>> = parcels
                .iter()
                .map(|shards| Parcel { job: self.name.clone(), run: self.run, shards: shards.clone() })
                // Numbers and texts can always be written.
                .map(|parcel| serde_json::to_vec(&parcel).unwrap_or_default())
                .collect();
            let subject = self.connection.jobs(&self.name);
            self.patiently(|| self.connection.publish_all(&subject, PARCEL, &parcels)).await;
        }
    }

    async fn receive(
        &self,
        mut consumer: PullConsumer,
        pieces: &mpsc::Sender<anyhow::Result<RemotePieces>>,
    ) -> anyhow::Result<()> {
        let mut last = Instant::now();
        while self.left() > 0 {
            let before = self.left();
            if !self.receive_once(&consumer, pieces).await? {
                tokio::time::sleep(TRY_AGAIN).await;
                consumer = self.patiently(|| self.connection.counts(&self.name)).await;
            }
            if self.left() < before {
                last = Instant::now();
            } else if last.elapsed() >= QUIET {
                self.look_for_lost().await;
                last = Instant::now();
            }
        }
        Ok(())
    }

    /// Takes what has come, or waits a little for it. False where the server could not be asked.
    async fn receive_once(
        &self,
        consumer: &PullConsumer,
        pieces: &mpsc::Sender<anyhow::Result<RemotePieces>>,
    ) -> anyhow::Result<bool> {
        let asked = consumer.batch().max_messages(ON_THEIR_WAY).expires(ASK_EVERY).messages().await;
        let Ok(mut messages) = asked else { return Ok(false) };
        while let Some(message) = messages.next().await {
            let Ok(message) = message else { return Ok(false) };
            self.take(message, pieces).await?;
            if self.left() == 0 {
                break;
            }
        }
        Ok(true)
    }

    /// Passes the counts of a message on, and acknowledges it once they are stored.
    async fn take(
        &self,
        message: jetstream::Message,
        pieces: &mpsc::Sender<anyhow::Result<RemotePieces>>,
    ) -> anyhow::Result<()> {
        let kind = message.headers.as_ref().and_then(|headers| headers.get(KIND)).map(ToString::to_string);
        let text = || String::from_utf8_lossy(&message.payload).chars().take(1000).collect::<String>();
        let mut file = None;
        let counts = match kind.as_deref() {
            Some(COUNTS) => read_counts(&message.payload, self.keys),
            Some(COUNTS_IN_FILE) => {
                let name = text();
                let bytes = self.connection.get(&name, LARGEST_COUNTS).await;
                file = Some(name);
                // A file that can't be had comes again with its message, or is made again.
                bytes.map_err(|error| error.to_string()).and_then(|bytes| read_counts(&bytes, self.keys))
            }
            Some(FAILED) => {
                let why = text();
                let _ = message.ack().await;
                return Err(anyhow!("a worker can't run it: {why}"));
            }
            other => Err(format!("found a message of kind {other:?}")),
        };
        let counts = match counts {
            Ok(counts) => counts,
            Err(why) => {
                warn!(job = self.name, why, "counts of a worker can't be used");
                let _ = message.ack_with(AckKind::Term).await;
                return Ok(());
            }
        };
        let mut new = Vec::new();
        for (at, counts) in counts {
            let Some(shard) = self.shards.get(at as usize) else { continue };
            if self.missing.lock().unwrap_or_else(PoisonError::into_inner).remove(&at) {
                self.progress.add(shard.drops);
                new.push((*shard, CellTally { drops: shard.drops, counts }));
            }
        }
        let (receipt, stored) = oneshot::channel();
        if new.is_empty() {
            let _ = receipt.send(());
        } else if pieces.send(Ok(RemotePieces { pieces: new, receipt })).await.is_err() {
            return Ok(());
        }
        let connection = self.connection.clone();
        tokio::spawn(async move {
            if stored.await.is_ok() {
                let _ = message.ack().await;
                if let Some(name) = file {
                    connection.remove(&name).await;
                }
            }
        });
        Ok(())
    }

    /// Sends again what is neither with workers nor on its way back: the server may have lost it, or kept it too long.
    async fn look_for_lost(&self) {
        let (jobs, results) = (self.connection.jobs(&self.name), self.connection.results(&self.name));
        let waiting = async {
            Ok::<_, NatsError>(
                self.connection.waiting("jobs", &jobs).await? + self.connection.waiting("results", &results).await?,
            )
        };
        if waiting.await.is_ok_and(|waiting| waiting == 0) {
            warn!(job = self.name, shards = self.left(), "shards got lost on their way; they are sent again");
            self.send().await;
        }
    }

    /// Takes what is left of the job out of the queue, and tells workers to drop it; nothing where nobody asks for it.
    async fn end(&self, asked: Option<oneshot::Sender<()>>) {
        let Some(done) = asked else { return };
        let client = self.connection.context.client();
        let ending = async {
            let _ = self.connection.purge("jobs", &self.connection.jobs(&self.name)).await;
            let _ = client.publish(self.connection.subject("stop"), self.run.to_string().into()).await;
            let _ = self.connection.purge("results", &self.connection.results(&self.name)).await;
            self.connection.remove(&self.files[1].0).await;
        };
        // What stays there is removed by the server in the end.
        let _ = tokio::time::timeout(Duration::from_secs(3), ending).await;
        let _ = done.send(());
    }

    /// Does it, again and again until the NATS server does its part.
    async fn patiently<T, Doing: Future<Output = Result<T, NatsError>>>(&self, doing: impl Fn() -> Doing) -> T {
        let mut is_first = true;
        loop {
            match doing().await {
                Ok(done) => return done,
                Err(error) if is_first => warn!(%error, "the batch waits for the NATS server"),
                Err(_) => {}
            }
            is_first = false;
            tokio::time::sleep(TRY_AGAIN).await;
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workers({})", self.server)
    }
}
