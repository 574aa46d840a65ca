//! Tests of `web/proposals/`.

pub(crate) mod draft;
mod draft_table;
pub(crate) mod effect;
mod every_line;
mod long;
mod mail;
pub(crate) mod refused_text;
pub(crate) mod show;
mod tables;
mod target;
