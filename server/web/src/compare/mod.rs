//! Comparisons of two revisions, drafts, proposals or batches.

pub(super) mod address;
pub(super) mod chances;
pub(super) mod comparand;
pub(super) mod sheet;
pub(super) mod show;
