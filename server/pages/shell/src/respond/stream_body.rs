//! Bodies written by a thread while they are sent: only a few chunks are in memory at a time.

use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::body::Body;
use tokio::{
    runtime::Handle,
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore, mpsc, mpsc::error::TrySendError, watch},
    time::timeout,
};
use tokio_stream::{StreamExt, wrappers::ReceiverStream};
use tracing::{debug, error};

use affixboard_service::requester::{Requester, do_for};

/// Size of a chunk, in bytes.
const CHUNK: usize = 64 << 10;
/// Chunks queued at most.
const QUEUED_CHUNKS: usize = 4;
/// A client that takes no chunk within this time counts as disconnected.
const PATIENCE: Duration = Duration::from_mins(1);

/// A turn of making something of which few are made at once. Whoever is slow to take what was made holds up nobody else: the
/// turn is given back meanwhile.
#[derive(Debug)]
pub struct Turn {
    turns: Arc<Semaphore>,
    /// None while nothing is made.
    permit: Option<OwnedSemaphorePermit>,
}

impl Turn {
    /// Waits for one.
    ///
    /// # Errors
    /// Fails where there are none any more.
    pub async fn begin(turns: Arc<Semaphore>) -> Result<Turn, AcquireError> {
        let permit = Some(Arc::clone(&turns).acquire_owned().await?);
        Ok(Turn { turns, permit })
    }

    fn pause(&mut self) {
        self.permit = None;
    }

    async fn resume(&mut self) -> Result<(), AcquireError> {
        self.permit = Some(Arc::clone(&self.turns).acquire_owned().await?);
        Ok(())
    }
}

/// A body of the bytes that `write` writes in a thread of its own. Where it fails or panics, the transfer is broken off, so
/// that nobody takes it for whole. Where nobody reads on, or the program stops, the writer is told by an error. What is
/// computed for it counts as the requester's who asked for the body.
pub fn stream_body(
    stopped: watch::Receiver<bool>,
    write: impl FnOnce(&mut dyn Write, &Recipient) -> io::Result<()> + Send + 'static,
) -> Body {
    stream_body_in_turn(stopped, None, write)
}

/// The same for what is made in a turn.
pub fn stream_body_in_turn(
    stopped: watch::Receiver<bool>,
    turn: Option<Turn>,
    write: impl FnOnce(&mut dyn Write, &Recipient) -> io::Result<()> + Send + 'static,
) -> Body {
    let (sender, chunks) = mpsc::channel(QUEUED_CHUNKS);
    let is_whole = Arc::new(AtomicBool::new(false));
    let done = Arc::clone(&is_whole);
    let runtime = Handle::current();
    let requester = Requester::current();
    let write = move |out: &mut dyn Write, recipient: &Recipient| match requester {
        Some(requester) => do_for(requester, || write(out, recipient)),
        None => write(out, recipient),
    };
    tokio::task::spawn_blocking(move || {
        let recipient = Recipient { sender, stopped };
        let chunk = Vec::with_capacity(CHUNK);
        let mut out = ChunkWriter { recipient: &recipient, runtime, turn, chunk, is_broken_off: false };
        match write(&mut out, &recipient).and_then(|()| out.flush()) {
            Ok(()) => done.store(true, Ordering::Release),
            // Whatever the writer made of the broken pipe that it was told of.
            Err(_) if out.is_broken_off || recipient.check().is_err() => {
                debug!("a file was broken off: nobody reads on");
            }
            Err(error) => error!(%error, "writing a file failed"),
        }
    });
    let end = tokio_stream::once(()).filter_map(move |()| {
        let is_whole = is_whole.load(Ordering::Acquire);
        (!is_whole).then(|| Err(io::Error::other("the file could not be written to its end")))
    });
    Body::from_stream(ReceiverStream::new(chunks).map(Ok).chain(end))
}

/// The client at the other end, as the writer sees it.
pub struct Recipient {
    sender: mpsc::Sender<Vec<u8>>,
    stopped: watch::Receiver<bool>,
}

impl Recipient {
    /// For writers who work long before they write.
    ///
    /// # Errors
    /// A broken pipe, where nobody reads on or the program stops.
    pub fn check(&self) -> io::Result<()> {
        if self.sender.is_closed() || *self.stopped.borrow() { Err(disconnected()) } else { Ok(()) }
    }
}

fn disconnected() -> io::Error {
    io::Error::from(io::ErrorKind::BrokenPipe)
}

/// Gathers bytes into chunks, and waits until there is room in the queue.
struct ChunkWriter<'a> {
    recipient: &'a Recipient,
    runtime: Handle,
    turn: Option<Turn>,
    chunk: Vec<u8>,
    /// Whether the client took nothing for too long.
    is_broken_off: bool,
}

impl Write for ChunkWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(CHUNK - self.chunk.len());
        self.chunk.extend_from_slice(&bytes[..taken]);
        if self.chunk.len() >= CHUNK {
            self.flush()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.recipient.check()?;
        if self.chunk.is_empty() {
            return Ok(());
        }
        let chunk = std::mem::replace(&mut self.chunk, Vec::with_capacity(CHUNK));
        let chunk = match self.recipient.sender.try_send(chunk) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(disconnected()),
            Err(TrySendError::Full(chunk)) => chunk,
        };
        if let Some(turn) = &mut self.turn {
            turn.pause();
        }
        let sent = self.runtime.block_on(timeout(PATIENCE, self.recipient.sender.send(chunk)));
        if !matches!(sent, Ok(Ok(()))) {
            self.is_broken_off = true;
            return Err(disconnected());
        }
        match &mut self.turn {
            Some(turn) => self.runtime.block_on(turn.resume()).map_err(io::Error::other),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::body::to_bytes;
    use tokio::sync::oneshot;

    use super::*;

    fn not_stopped() -> watch::Receiver<bool> {
        watch::channel(false).1
    }

    #[tokio::test]
    async fn what_is_written_is_read() {
        let body = stream_body(not_stopped(), |out, _| {
            for number in 0..100_000_u32 {
                writeln!(out, "{number}")?;
            }
            out.write_all(&vec![b'x'; 3 * CHUNK])
        });
        let bytes = to_bytes(body, usize::MAX).await.expect("a whole answer");
        let expected = (0..100_000).map(|number| number.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(bytes.len(), expected.len() + 3 * CHUNK);
        assert!(bytes.starts_with(expected.as_bytes()) && bytes.ends_with(b"xx"));
    }

    #[tokio::test]
    async fn it_is_written_for_who_asked() {
        let somebody = Requester::Net(None);
        let (tell, told) = oneshot::channel();
        let body = do_for(somebody, || {
            stream_body(not_stopped(), |_, _| {
                let _ = tell.send(Requester::current());
                Ok(())
            })
        });
        to_bytes(body, usize::MAX).await.expect("a whole answer");
        assert_eq!(told.await.expect("a writer"), Some(somebody));
    }

    #[tokio::test]
    async fn what_fails_is_broken_off() {
        let body = stream_body(not_stopped(), |out, _| {
            out.write_all(b"half of it")?;
            out.flush()?;
            Err(io::Error::other("no more"))
        });
        to_bytes(body, usize::MAX).await.expect_err("broken off");
        let body = stream_body(not_stopped(), |_, _| panic!("a bug"));
        to_bytes(body, usize::MAX).await.expect_err("broken off");
    }

    #[tokio::test]
    async fn nobody_writes_for_nobody() {
        let (tell, told) = oneshot::channel();
        let body = stream_body(not_stopped(), |out, recipient| {
            let error = loop {
                if let Err(error) = out.write_all(&[0; 1000]) {
                    break error;
                }
            };
            let _ = tell.send((error.kind(), recipient.check().is_err()));
            Err(error)
        });
        drop(body);
        assert_eq!(told.await.expect("an end"), (io::ErrorKind::BrokenPipe, true));
    }

    #[tokio::test]
    async fn the_program_stops() {
        let (stop, stopped) = watch::channel(false);
        stop.send_replace(true);
        to_bytes(stream_body(stopped, |out, _| out.write_all(b"all")), usize::MAX).await.expect_err("broken off");
    }
}
