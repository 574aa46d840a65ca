//! Reading of uploads: a few at once, on threads of their own, so that pages, computing and signing in always have theirs, whatever
//! is sent.

use std::{sync::Arc, time::Duration};

use thiserror::Error;

use crate::{compute::turns::Turns, requester::Requester};

/// How long an upload waits for others to be read.
const PATIENCE: Duration = Duration::from_secs(20);

/// Those that read uploads. Requesters take turns.
pub struct UploadReaders {
    turns: Arc<Turns>,
    patience: Duration,
}

/// Why an upload wasn't read.
#[derive(Debug, Error)]
pub enum UploadReadError {
    /// Others are still being read.
    #[error("other uploads are still being read")]
    Busy,
    /// Reading panicked. The panic itself is in the log.
    #[error("reading an upload panicked")]
    Panicked,
}

impl UploadReaders {
    /// Reads so many at once, one at least.
    pub fn new(at_once: usize) -> UploadReaders {
        UploadReaders { turns: Turns::new(at_once.max(1)), patience: PATIENCE }
    }

    /// Reads an upload in its requester's turn. What has begun goes on to its end, also where nobody waits any more; the turn is
    /// taken until then.
    ///
    /// # Errors
    /// Fails where no turn comes within 20 seconds, or reading panics.
    pub async fn read<T: Send + 'static>(
        &self,
        reading: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, UploadReadError> {
        let turn = tokio::time::timeout(self.patience, self.turns.wait(Requester::current()));
        let turn = turn.await.map_err(|_| UploadReadError::Busy)?;
        let reading = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            reading()
        });
        reading.await.map_err(|_| UploadReadError::Panicked)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[tokio::test]
    async fn so_many_are_read_at_once_and_others_are_told_to_come_back() {
        let readers = UploadReaders { patience: Duration::from_millis(20), ..UploadReaders::new(1) };
        let readers = Arc::new(readers);
        let (end, ended) = channel::<()>();
        let (begin, begun) = tokio::sync::oneshot::channel();
        let first = tokio::spawn({
            let readers = Arc::clone(&readers);
            async move {
                readers
                    .read(move || {
                        begin.send(()).expect("the test waits");
                        ended.recv().expect("the test ends it");
                        1
                    })
                    .await
            }
        });
        begun.await.expect("it begins");
        assert!(matches!(readers.read(|| 2).await, Err(UploadReadError::Busy)));
        // Nobody waits for it any more; it is read to its end all the same.
        first.abort();
        assert!(matches!(readers.read(|| 3).await, Err(UploadReadError::Busy)));
        end.send(()).expect("it goes on");
        while matches!(readers.read(|| 4).await, Err(UploadReadError::Busy)) {}
        let readers = UploadReaders::new(1);
        assert!(matches!(readers.read(|| panic!("on purpose")).await, Err::<(), _>(UploadReadError::Panicked)));
        assert!(matches!(readers.read(|| 5).await, Ok(5)));
    }
}
