//! A sheet as templates show it.

pub(in crate::web) mod heat;
pub(in crate::web) mod sheet_chart;
pub(in crate::web) mod sheet_page;
pub(in crate::web) mod sheet_parts;
pub(in crate::web) mod sheet_view;
