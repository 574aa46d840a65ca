//! Drop profiles.

pub(super) mod choice;
pub mod edit;
pub mod list;
pub mod show;
