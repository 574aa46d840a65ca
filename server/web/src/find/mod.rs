//! Finding by name: entries, item types, files and their lines, proposals, batches and pages, of a revision or of all editions.

mod entry_names;
mod lines;
mod names;
mod rank;
pub(super) mod show;

pub(crate) use entry_names::EntryNames;
