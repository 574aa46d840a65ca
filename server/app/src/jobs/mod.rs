//! Long work: running batches on all cores, with progress, and so that they can be stopped and resumed.

mod queue;
mod run;

pub use queue::Queue;
pub use run::{Progress, run};
