//! Comparisons of two revisions, drafts, proposals or batches.

pub mod chances;
pub(super) mod comparand;
pub mod effect_line;
pub mod sheet;
pub mod show;
pub mod subject_effect;
