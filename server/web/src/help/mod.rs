//! The help page.

pub(super) mod show;
