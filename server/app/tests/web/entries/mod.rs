//! Tests of `web/entries/`.

pub(crate) mod show;
