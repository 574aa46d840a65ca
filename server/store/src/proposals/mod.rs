//! Drafts, numbered proposals with their revisions, comments, verdicts, and merging.
//!
//! Callers check roles. Refused here is only what would make the stored data untrue: verdicts on one's own proposal,
//! merging without approvals, writing over what somebody else wrote meanwhile.

mod activity;
mod approvals;
mod comments;
mod drafts;
mod inbox;
mod last_seen;
mod merge;
mod proposal;
mod revisions;
mod text;
mod verdicts;

use crate::hash::sha256_hex;

pub use approvals::ApprovalsError;
pub use comments::{About, Comment, CommentError, NewComment};
pub use drafts::{Draft, DraftError, DraftOf, SaveDraft};
pub use inbox::{InboxItem, InboxReason};
pub use last_seen::LastSeen;
pub use merge::{Merge, MergeCheck, MergeError};
pub use proposal::{Merged, Proposal, ProposalError, ProposalFilter, ProposalState};
pub use revisions::{NewProposal, NewProposalRevision, ProposalRevision, ProposalRevisionError, Submit, SubmitError};
pub use text::TextError;
pub use verdicts::{Judgement, NewVerdict, Verdict, VerdictError};

/// SHA-256 in hexadecimal of an effect's text, as [`affixboard_proposal::effect_text`] writes it.
pub fn fingerprint(effect: &str) -> String {
    sha256_hex(effect)
}
