//! Batches: their list, starting, progress, audit, and paired batches.

pub mod audit;
pub mod list;
pub mod new;
pub mod paired;
pub mod rows;
pub mod show;
pub mod tally;
mod until;
pub(crate) mod verdict;
pub mod workers;
