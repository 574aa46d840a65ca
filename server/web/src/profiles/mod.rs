//! Drop profiles.

pub(super) mod choice;
pub(super) mod edit;
pub(super) mod list;
pub(super) mod show;
