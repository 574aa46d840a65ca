//! Why a kind's items come to an affix or theme as often as they do.

pub(super) mod joint;
pub(super) mod json;
mod lines;
pub mod why;
pub(super) mod why_links;
