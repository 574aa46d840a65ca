//! Waiting for what is asynchronous.

/// Does what waits, on this thread.
pub(super) fn block_on<T>(work: impl Future<Output = T>) -> std::io::Result<T> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work))
}
