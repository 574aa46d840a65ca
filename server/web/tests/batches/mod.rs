//! Tests of `web/batches/`.

pub(crate) mod audit;
pub(crate) mod run;
mod until;
