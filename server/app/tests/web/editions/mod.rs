//! Tests of `web/editions/`.

pub(crate) mod gaps;
pub(crate) mod import;
pub(crate) mod overview;
pub(crate) mod records;
pub(crate) mod rules;
