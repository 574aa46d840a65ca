//! Tests of `web/compare/`.

pub(crate) mod comparands;
pub(crate) mod show;
