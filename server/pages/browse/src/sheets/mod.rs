//! Sheets of an item type, computed or counted, with their settings, exports and charts.

pub mod availability;
pub mod chances;
pub mod charts;
pub(super) mod computed;
pub mod dive;
pub mod dive_first;
pub mod export;
pub(super) mod flags;
pub mod mended;
pub mod progressive;
pub mod readings;
pub mod result;
pub mod settings;
pub(super) mod sheet;
pub(super) mod tabs;
pub mod types;
pub mod view;
pub mod views;
