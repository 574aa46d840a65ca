//! Tests of `web/entries/`.

pub(crate) mod effects;
pub(crate) mod show;
