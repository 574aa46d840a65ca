//! Answers that a thread writes while they are read: of what is to come, no more is in memory than a few pieces.

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
    sync::{mpsc, watch},
    time::timeout,
};
use tokio_stream::{StreamExt, wrappers::ReceiverStream};
use tracing::{error, info};

/// So large are the pieces, in bytes.
const PIECE: usize = 64 << 10;
/// So many may wait to be read.
const WAITING: usize = 4;
/// Who doesn't take a piece within this time has gone.
const PATIENCE: Duration = Duration::from_mins(1);

/// Runs `write` in a thread of its own and answers what it writes. Where it fails, or panics, the transfer is broken off, so
/// that nobody takes it for whole. Where nobody reads on, or the program stops, the writer is told by an error.
pub(in crate::web) fn written(
    stopped: watch::Receiver<bool>,
    write: impl FnOnce(&mut dyn Write, &Wanted) -> io::Result<()> + Send + 'static,
) -> Body {
    let (sender, pieces) = mpsc::channel(WAITING);
    let is_whole = Arc::new(AtomicBool::new(false));
    let done = Arc::clone(&is_whole);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let wanted = Wanted { sender, stopped };
        let mut out = Pieces { wanted: &wanted, runtime, piece: Vec::with_capacity(PIECE) };
        match write(&mut out, &wanted).and_then(|()| out.flush()) {
            Ok(()) => done.store(true, Ordering::Release),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => info!("a file was broken off: nobody reads on"),
            Err(error) => error!(%error, "writing a file failed"),
        }
    });
    let end = tokio_stream::once(()).filter_map(move |()| {
        let is_whole = is_whole.load(Ordering::Acquire);
        (!is_whole).then(|| Err(io::Error::other("the file could not be written to its end")))
    });
    Body::from_stream(ReceiverStream::new(pieces).map(Ok).chain(end))
}

/// Whether there is still somebody who reads.
pub(in crate::web) struct Wanted {
    sender: mpsc::Sender<Vec<u8>>,
    stopped: watch::Receiver<bool>,
}

impl Wanted {
    /// For writers who work long before they write.
    ///
    /// # Errors
    /// A broken pipe, where nobody reads on or the program stops.
    pub(in crate::web) fn check(&self) -> io::Result<()> {
        if self.sender.is_closed() || *self.stopped.borrow() { Err(gone()) } else { Ok(()) }
    }
}

fn gone() -> io::Error {
    io::Error::from(io::ErrorKind::BrokenPipe)
}

/// Gathers what is written into pieces, and waits until there is room for them.
struct Pieces<'a> {
    wanted: &'a Wanted,
    runtime: Handle,
    piece: Vec<u8>,
}

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.piece.len());
        self.piece.extend_from_slice(&bytes[..taken]);
        if self.piece.len() >= PIECE {
            self.flush()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.wanted.check()?;
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::replace(&mut self.piece, Vec::with_capacity(PIECE));
        match self.runtime.block_on(timeout(PATIENCE, self.wanted.sender.send(piece))) {
            Ok(Ok(())) => Ok(()),
            _ => Err(gone()),
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
        let body = written(not_stopped(), |out, _| {
            for number in 0..100_000_u32 {
                writeln!(out, "{number}")?;
            }
            out.write_all(&vec![b'x'; 3 * PIECE])
        });
        let bytes = to_bytes(body, usize::MAX).await.expect("a whole answer");
        let expected = (0..100_000).map(|number| number.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        assert_eq!(bytes.len(), expected.len() + 3 * PIECE);
        assert!(bytes.starts_with(expected.as_bytes()) && bytes.ends_with(b"xx"));
    }

    #[tokio::test]
    async fn what_fails_is_broken_off() {
        let body = written(not_stopped(), |out, _| {
            out.write_all(b"half of it")?;
            out.flush()?;
            Err(io::Error::other("no more"))
        });
        to_bytes(body, usize::MAX).await.expect_err("broken off");
        let body = written(not_stopped(), |_, _| panic!("a bug"));
        to_bytes(body, usize::MAX).await.expect_err("broken off");
    }

    #[tokio::test]
    async fn nobody_writes_for_nobody() {
        let (tell, told) = oneshot::channel();
        let body = written(not_stopped(), |out, wanted| {
            let error = loop {
                if let Err(error) = out.write_all(&[0; 1000]) {
                    break error;
                }
            };
            let _ = tell.send((error.kind(), wanted.check().is_err()));
            Err(error)
        });
        drop(body);
        assert_eq!(told.await.expect("an end"), (io::ErrorKind::BrokenPipe, true));
    }

    #[tokio::test]
    async fn the_program_stops() {
        let (stop, stopped) = watch::channel(false);
        stop.send_replace(true);
        to_bytes(written(stopped, |out, _| out.write_all(b"all")), usize::MAX).await.expect_err("broken off");
    }
}
