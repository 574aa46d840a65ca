//! Tests of `web/editions/`.

pub(crate) mod diagnostics;
pub(crate) mod gaps;
pub(crate) mod import;
mod manage;
pub(crate) mod overview;
pub(crate) mod records;
pub(crate) mod rules;
mod waiting_upload;
