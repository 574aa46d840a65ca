//! Sheets of an item type, computed or counted, with their settings, exports and charts.

pub(super) mod availability;
pub(super) mod chances;
pub(super) mod charts;
pub(super) mod computed;
pub(super) mod dive;
pub(super) mod dive_first;
pub(super) mod export;
pub(super) mod flags;
pub(super) mod mended;
pub(super) mod progressive;
pub(super) mod readings;
pub(super) mod result;
pub(super) mod settings;
pub(super) mod sheet;
pub(super) mod tabs;
pub(super) mod types;
pub(super) mod view;
pub(super) mod views;
