//! The pages: one file each, with its handler, its query and what its template shows.

pub(super) mod affix;
pub(super) mod availability;
pub(super) mod batch;
pub(super) mod batch_new;
pub(super) mod batches;
pub(super) mod diagnostics;
pub(super) mod edition;
pub(super) mod help;
pub(super) mod import;
pub(super) mod result;
pub(super) mod rules;
pub(super) mod start;

mod batch_rows;
mod export;
mod settings;
mod source;
