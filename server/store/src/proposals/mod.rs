//! What people propose: drafts, numbered proposals with their revisions, what was said about them, and merging.
//!
//! Whoever calls this decides who may do what by their role; here is refused what would make what is stored untrue:
//! verdicts on one's own proposal, merging without approvals, writing over what somebody else wrote meanwhile.

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
pub use inbox::{Attention, Waiting};
pub use last_seen::Look;
pub use merge::{Merge, MergeCheck, MergeError};
pub use proposal::{Merged, Proposal, ProposalError, ProposalFilter, ProposalState};
pub use revisions::{NewProposal, NewProposalRevision, ProposalRevision, ProposalRevisionError, Submit, SubmitError};
pub use text::TextError;
pub use verdicts::{Judgement, NewVerdict, Verdict, VerdictError};

/// The fingerprint of an effect, which [`affixboard_core::proposal::effect_text`] tells: its SHA-256.
pub fn fingerprint(effect: &str) -> String {
    sha256_hex(effect)
}
