//! A sheet as templates show it.

pub(crate) mod controls;
pub mod heat;
mod page_parts;
pub(crate) mod sheet_chart;
pub(crate) mod sheet_page;
pub(crate) mod sheet_parts;
pub(crate) mod sheet_view;
