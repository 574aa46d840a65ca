//! Sampled items: what drops of a cell look like, one by one.

pub(crate) mod show;
