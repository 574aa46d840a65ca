//! Tests of `web/explanations/`.

mod lines;
pub(crate) mod why;
