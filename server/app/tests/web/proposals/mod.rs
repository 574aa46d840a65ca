//! Tests of `web/proposals/`.

pub(crate) mod draft;
pub(crate) mod effect;
pub(crate) mod refused_text;
pub(crate) mod show;
