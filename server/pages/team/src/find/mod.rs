//! Finding by name: entries, item types, files and their lines, proposals, batches and pages, of a revision or of all editions.

mod lines;
mod names;
mod rank;
pub mod show;
