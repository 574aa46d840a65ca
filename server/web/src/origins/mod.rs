//! Where the entries of a revision come from.

pub(crate) mod show;
