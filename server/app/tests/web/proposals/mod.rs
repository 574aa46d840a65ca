//! Tests of `web/proposals/`.

pub(crate) mod draft;
pub(crate) mod effect;
mod long;
pub(crate) mod refused_text;
pub(crate) mod show;
mod tables;
