//! Tests of `web/proposals/`.

pub(crate) mod draft;
pub(crate) mod effect;
mod every_line;
mod long;
pub(crate) mod refused_text;
pub(crate) mod show;
mod tables;
