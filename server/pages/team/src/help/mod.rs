//! The help page.

pub mod show;
