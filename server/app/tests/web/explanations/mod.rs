//! Tests of `web/explanations/`.

pub(crate) mod why;
