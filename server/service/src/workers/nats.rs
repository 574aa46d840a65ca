//! The connection to the NATS server, its streams and its store of files.

use std::{sync::Arc, time::Duration};

use async_nats::{
    ConnectOptions, Event, ServerAddr,
    jetstream::{
        self, Context,
        consumer::{AckPolicy, DeliverPolicy, PullConsumer, pull},
        object_store::{self, ObjectInfo, ObjectStore},
        stream::{self, RetentionPolicy, Stream},
    },
};
use percent_encoding::percent_decode_str;
use tokio::{io::AsyncReadExt as _, sync::Mutex};
use tracing::{info, warn};

use super::NatsSettings;

/// A parcel whose worker says nothing for so long goes to another one.
pub(super) const SILENCE: Duration = Duration::from_secs(12);
/// A worker says so often that it still works on a parcel.
pub(super) const STILL_WORKING: Duration = Duration::from_secs(4);
/// What nobody took for so long is removed by the server. A batch that still waits for it puts it there again.
const KEPT: Duration = Duration::from_hours(7 * 24);
/// A wait for parcels or counts takes this long; then the server is asked again.
pub(super) const ASK_EVERY: Duration = Duration::from_secs(2);
/// Parcels under way on all workers at most.
const MOST_UNDER_WAY: i64 = 100_000;
/// Counts under way to the database at most.
const MOST_UNSTORED: i64 = 256;
/// Within this time the server must answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// A file whose bytes don't come is asked for so often before that is an error: it may have been replaced meanwhile.
const ATTEMPTS: usize = 3;
/// Name of the consumer that all workers share.
const WORKERS: &str = "workers";

/// What went wrong with the NATS server. It may be away for a while: whoever gets it tries again.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {why}")]
pub struct NatsError {
    what: &'static str,
    why: String,
}

impl NatsError {
    pub(super) fn of<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> NatsError {
        move |error| NatsError { what, why: error.to_string() }
    }
}

/// A connection, which comes back by itself where the server goes away.
#[derive(Clone)]
pub struct NatsConnection {
    pub(super) context: Context,
    prefix: String,
    /// Held while a file is put there. Two who put the same one take the bytes of the first away from who reads it.
    putting: Arc<Mutex<()>>,
}

impl NatsConnection {
    /// Connects. With `patiently` a server that isn't there yet is waited for in the background.
    ///
    /// # Errors
    /// If a file of the settings can't be read, or if the server can't be reached or refuses us.
    pub async fn open(settings: &NatsSettings, name: &str, patiently: bool) -> Result<NatsConnection, NatsError> {
        let shown = settings.shown();
        let mut options = ConnectOptions::new().name(name).connection_timeout(PATIENCE).event_callback(move |event| {
            match event {
                Event::Connected => info!(server = shown, "connected to NATS"),
                event => warn!(server = shown, %event, "NATS"),
            }
            std::future::ready(())
        });
        if let Some(file) = &settings.credentials {
            let read = options.credentials_file(file).await;
            options = read.map_err(NatsError::of("can't read the NATS credentials"))?;
        }
        // The client passes over what stands before the host.
        let address: ServerAddr =
            settings.url.parse().map_err(NatsError::of("can't read the address of the NATS server"))?;
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        options = match (address.username().map(decoded), address.password().map(decoded)) {
            (Some(name), Some(password)) => options.user_and_password(name, password),
            (Some(token), None) => options.token(token),
            _ => options,
        };
        if let Some(file) = &settings.ca {
            options = options.add_root_certificates(file.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &settings.identity {
            options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        if patiently {
            options = options.retry_on_initial_connect();
        }
        let client = options.connect(address).await;
        let client = client.map_err(NatsError::of("can't connect to the NATS server"))?;
        let mut context = jetstream::new(client);
        context.set_timeout(PATIENCE);
        Ok(NatsConnection { context, prefix: settings.prefix.clone(), putting: Arc::default() })
    }

    /// The subject of messages that are gone when nobody listens.
    pub(super) fn subject(&self, name: &str) -> String {
        format!("{}.{name}", self.prefix)
    }

    /// The subject of a job's parcels.
    pub(super) fn jobs(&self, job: &str) -> String {
        format!("{}.jobs.{job}", self.prefix)
    }

    /// The subject of a job's counts.
    pub(super) fn results(&self, job: &str) -> String {
        format!("{}.results.{job}", self.prefix)
    }

    pub(super) async fn stream(&self, name: &str) -> Result<Stream, NatsError> {
        let config = stream::Config {
            name: format!("{}-{name}", self.prefix),
            subjects: vec![format!("{}.{name}.*", self.prefix)],
            retention: RetentionPolicy::WorkQueue,
            max_age: KEPT,
            ..stream::Config::default()
        };
        self.context.get_or_create_stream(config).await.map_err(NatsError::of("can't open a stream of the NATS server"))
    }

    /// The parcels that wait, shared by all workers.
    pub(super) async fn parcels(&self) -> Result<PullConsumer, NatsError> {
        let config = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_ack_pending: MOST_UNDER_WAY,
            // Each waiting worker has one request open.
            max_waiting: MOST_UNDER_WAY,
            ..pull::Config::default()
        };
        let made = self.stream("jobs").await?.get_or_create_consumer(WORKERS, config).await;
        made.map_err(NatsError::of("can't take part in the queue of the NATS server"))
    }

    /// The counts of a job, from the first that isn't stored yet.
    pub(super) async fn counts(&self, job: &str) -> Result<PullConsumer, NatsError> {
        let stream = self.stream("results").await?;
        // What was given to a dashboard that died is given again at once only by a new one.
        let _ = stream.delete_consumer(job).await;
        let config = pull::Config {
            durable_name: Some(job.to_owned()),
            deliver_policy: DeliverPolicy::All,
            ack_policy: AckPolicy::Explicit,
            ack_wait: Duration::from_mins(10),
            max_ack_pending: MOST_UNSTORED,
            filter_subject: self.results(job),
            inactive_threshold: KEPT,
            ..pull::Config::default()
        };
        stream.create_consumer(config).await.map_err(NatsError::of("can't listen for counts of the NATS server"))
    }

    /// The number of a job's messages in a stream.
    pub(super) async fn waiting(&self, stream: &str, subject: &str) -> Result<usize, NatsError> {
        messages(&self.stream(stream).await?, subject).await
    }

    /// Takes all of a subject's messages out of a stream.
    pub(super) async fn purge(&self, stream: &str, subject: &str) -> Result<(), NatsError> {
        let purged = self.stream(stream).await?.purge().filter(subject).await;
        purged.map(|_| ()).map_err(NatsError::of("can't clear the queue of the NATS server"))
    }

    /// Puts messages into a stream, which has them on its disk then. After an error some of them may be there.
    pub(super) async fn publish_all(&self, subject: &str, kind: &str, all: &[Vec<u8>]) -> Result<(), NatsError> {
        let mut sent = Vec::new();
        for bytes in all {
            let mut headers = async_nats::HeaderMap::new();
            headers.insert(super::messages::KIND, kind);
            let one = self.context.publish_with_headers(subject.to_owned(), headers, bytes.clone().into()).await;
            sent.push(one.map_err(NatsError::of("can't send to the NATS server"))?);
        }
        for one in sent {
            one.await.map_err(NatsError::of("the NATS server did not keep a message"))?;
        }
        Ok(())
    }

    /// The largest message that the server takes.
    pub(super) fn largest(&self) -> usize {
        // The subject and the headers have their part of it.
        self.context.client().max_payload().saturating_sub(1024).max(1024)
    }

    fn bucket(&self) -> String {
        format!("{}-files", self.prefix)
    }

    async fn files(&self) -> Result<ObjectStore, NatsError> {
        if let Ok(store) = self.context.get_object_store(self.bucket()).await {
            return Ok(store);
        }
        let config = object_store::Config { bucket: self.bucket(), max_age: KEPT, ..object_store::Config::default() };
        self.context.create_object_store(config).await.map_err(NatsError::of("can't open the NATS server's files"))
    }

    /// Whether the server still has all bytes of a file. It keeps what is said of a file apart from its bytes.
    async fn is_whole(&self, file: &ObjectInfo) -> Result<bool, NatsError> {
        let stream = self.context.get_stream(format!("OBJ_{}", self.bucket())).await;
        let stream = stream.map_err(NatsError::of("can't open the NATS server's files"))?;
        Ok(messages(&stream, &format!("$O.{}.C.{}", self.bucket(), file.nuid)).await? == file.chunks)
    }

    /// Puts bytes into the store under a name, unless they are there.
    pub(super) async fn put(&self, name: &str, bytes: &[u8]) -> Result<(), NatsError> {
        let _alone = self.putting.lock().await;
        let files = self.files().await?;
        if let Ok(known) = files.info(name).await
            && !known.deleted
            && known.size == bytes.len()
            && self.is_whole(&known).await?
        {
            return Ok(());
        }
        let mut bytes = bytes;
        files.put(name, &mut bytes).await.map(|_| ()).map_err(NatsError::of("can't put a file into the NATS server"))
    }

    /// The bytes under a name, if they aren't more than so many.
    pub(super) async fn get(&self, name: &str, most: u64) -> Result<Vec<u8>, NatsError> {
        let files = self.files().await?;
        for _ in 0..ATTEMPTS {
            let object = files.get(name).await.map_err(NatsError::of("can't get a file from the NATS server"))?;
            let mut object = object.take(most + 1);
            let mut bytes = Vec::new();
            // The client waits for ever for bytes that the server has no more.
            while let Ok(read) = tokio::time::timeout(PATIENCE, object.read_buf(&mut bytes)).await {
                if read.map_err(NatsError::of("can't read a file from the NATS server"))? > 0 {
                    continue;
                }
                if bytes.len() as u64 > most {
                    let why = format!("found more than {most} bytes under {name}");
                    return Err(NatsError { what: "can't take a file from the NATS server", why });
                }
                return Ok(bytes);
            }
        }
        let why = format!("the bytes of {name} don't come");
        Err(NatsError { what: "can't read a file from the NATS server", why })
    }

    /// Removes what is under a name.
    pub(super) async fn remove(&self, name: &str) {
        if let Ok(files) = self.files().await {
            let _ = files.delete(name).await;
        }
    }
}

/// The number of a subject's messages in a stream.
async fn messages(stream: &Stream, subject: &str) -> Result<usize, NatsError> {
    let mut info =
        stream.info_with_subjects(subject).await.map_err(NatsError::of("can't ask the NATS server for what waits"))?;
    let mut messages = 0;
    while let Some(subject) = tokio_stream::StreamExt::next(&mut info).await {
        messages += subject.map_err(NatsError::of("can't ask the NATS server for what waits"))?.1;
    }
    Ok(messages)
}
