//! Proposals: their list, the page of one, what is done there, and drafts.

mod anchor;
pub mod atom;
pub mod balance;
pub mod comments;
mod compared_tests;
pub mod conflicts;
mod difference;
pub mod draft;
pub mod edit;
pub(super) mod effect;
mod effect_matrix;
mod finding_lines;
mod line_comment;
pub mod list;
pub mod merge;
pub mod open;
mod paging;
mod refused_text;
pub mod review;
pub mod show;
mod threads;
