//! Tests of `web/profiles/`.

pub(crate) mod edit;
