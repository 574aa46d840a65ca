//! Where the entries of a revision come from.

pub mod show;
