//! What people propose: drafts, numbered proposals with their revisions, what was said about them, and merging.

mod drafts;

use std::fmt;

pub use drafts::{Draft, DraftOf, SaveDraft};

/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;
/// The longest description, comment or verdict, in characters.
const LONGEST_TEXT: usize = 20_000;
/// The longest changes, in bytes.
const LONGEST_CHANGES: usize = 1 << 20;

/// A proposal's number, which people see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProposalId(pub i64);

impl fmt::Display for ProposalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
