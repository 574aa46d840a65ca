//! A number over states of edit files: a share that a question names, or the number on which a balance test rests.

mod reported;
mod revisions;
mod watched;

pub use reported::{history_row, number_history, test_names};
pub use revisions::{HistoryPoint, HistoryRun, HistoryRuns, KnownNumbers, NewHistoryRun};
pub use watched::{Watched, WatchedNumber};
