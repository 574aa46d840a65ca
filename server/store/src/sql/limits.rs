//! What a statement may take, and why it has no answer.

use std::time::Duration;

/// What a statement may take.
#[derive(Debug, Clone, Copy)]
pub struct SqlLimits {
    /// Its time.
    pub time: Duration,
    /// Bytes by which the program may grow meanwhile, where the system tells.
    pub memory: u64,
    /// Rows of an answer.
    pub rows: usize,
    /// Bytes of an answer's texts.
    pub bytes: usize,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SqlError {
    /// What was written isn't one statement that can be run here.
    #[error("{message}")]
    Refused {
        /// What `SQLite` says.
        message: String,
        /// Where, as line and column from 1.
        at: Option<(usize, usize)>,
    },
    /// It took too long.
    #[error("it took longer than {} s; ask for less at once", .0.as_secs())]
    TooLong(Duration),
    /// It needed too much memory.
    #[error("it needed more than {} MB of memory; ask for less at once", .0 >> 20)]
    TooLarge(u64),
    /// Nobody waits for it.
    #[error("it was called off")]
    CalledOff,
}
