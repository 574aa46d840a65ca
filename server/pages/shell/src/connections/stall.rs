//! Streams that end when the other side takes nothing for too long.

use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream whose writing fails where nothing could be written for a time.
pub(super) struct StallTimeout<S> {
    stream: S,
    most: Duration,
    /// Runs while something waits to be written.
    timer: Pin<Box<Sleep>>,
    is_running: bool,
}

impl<S> StallTimeout<S> {
    pub(super) fn new(stream: S, most: Duration) -> StallTimeout<S> {
        StallTimeout { stream, most, timer: Box::pin(sleep(most)), is_running: false }
    }

    /// Passes on what writing gave, or fails where it has given nothing for too long.
    fn judge<T>(&mut self, written: Poll<io::Result<T>>, context: &mut Context<'_>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_running = false;
            return written;
        }
        if !self.is_running {
            self.is_running = true;
            self.timer.as_mut().reset(Instant::now() + self.most);
        }
        ready!(self.timer.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "nobody took the answer")))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for StallTimeout<S> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, into)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for StallTimeout<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.judge(written, context)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.judge(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.judge(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn who_takes_nothing_is_left() {
        let (server, mut client) = duplex(4);
        let mut server = StallTimeout::new(server, Duration::from_millis(5));
        let error = server.write_all(b"123456").await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
        let mut taken = [0; 4];
        client.read_exact(&mut taken).await.expect("what fits");
        assert_eq!(&taken, b"1234");
        server.write_all(b"56").await.expect("goes on for who reads again");
    }
}
