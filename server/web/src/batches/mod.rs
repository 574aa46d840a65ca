//! Batches: their list, starting, progress, audit, and paired batches.

pub(super) mod audit;
pub(super) mod list;
pub(super) mod new;
pub(super) mod paired;
pub(super) mod rows;
pub(super) mod show;
pub(super) mod tally;
mod until;
pub(super) mod workers;
