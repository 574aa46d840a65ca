//! Balance tests of an edition: what they come to for some files, and the page of a revision with the form that sets them.

pub(super) mod run;
pub mod show;
pub(super) mod view;
mod weights;

pub(super) use run::{TestsSummary, begin, check_merge, summary};
