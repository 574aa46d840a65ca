//! Long work: running batches and computing chances on all cores, with progress, and so that it can be stopped; batches are
//! resumed too.

mod in_order;
mod queue;
mod run;

pub use in_order::in_order;
pub use queue::Queue;
pub use run::{Progress, run};
