//! Tests of `web/sheets/`.

pub(crate) mod chances;
pub(crate) mod charts;
pub(crate) mod dive;
pub(crate) mod exports;
pub(crate) mod files_at_once;
pub(crate) mod mended;
pub(crate) mod reread;
pub(crate) mod table;
pub(crate) mod types;
pub(crate) mod values;
pub(crate) mod views;
