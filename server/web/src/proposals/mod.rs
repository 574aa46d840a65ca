//! Proposals: their list, the page of one, what is done there, and drafts.

mod anchor;
pub(super) mod atom;
pub(super) mod balance;
pub(super) mod comments;
mod compared_tests;
pub(super) mod conflicts;
mod difference;
pub(super) mod draft;
pub(super) mod edit;
pub(super) mod effect;
mod effect_line;
mod effect_matrix;
mod finding_lines;
mod line_comment;
pub(super) mod list;
pub(super) mod merge;
pub(super) mod open;
mod paging;
mod refused_text;
pub(super) mod review;
pub(super) mod show;
pub(super) mod subject_effect;
mod threads;
