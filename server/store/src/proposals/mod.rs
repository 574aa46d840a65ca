//! What people propose: drafts, numbered proposals with their revisions, what was said about them, and merging.
//!
//! Whoever calls this decides who may do what by their role; here is refused what would make what is stored untrue:
//! verdicts on one's own proposal, merging without approvals, writing over what somebody else wrote meanwhile.

mod approvals;
mod attention;
mod comments;
mod drafts;
mod list;
mod looks;
mod merge;
mod revisions;
mod verdicts;

use std::fmt;

use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;

use crate::{Error, NewAct, accounts::acts, migrate::hex};

pub use attention::{Attention, Waiting};
pub use comments::{About, Comment, CommentId, NewComment};
pub use drafts::{Draft, DraftOf, SaveDraft};
pub use list::{Merged, Proposal, ProposalFilter, ProposalState};
pub use looks::Look;
pub use merge::{Merge, MergeCheck};
pub use revisions::{NewProposal, NewProposalRevision, ProposalRevision, Submit};
pub use verdicts::{Judgement, NewVerdict, Verdict};

/// The longest title, in characters.
const LONGEST_TITLE: usize = 200;
/// The longest description, comment or verdict, in characters.
const LONGEST_TEXT: usize = 20_000;
/// The longest changes, in bytes.
const LONGEST_CHANGES: usize = 1 << 20;
/// The longest note of a revision, in characters.
const LONGEST_NOTE: usize = 200;

/// A proposal's number, which people see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProposalId(pub i64);

impl fmt::Display for ProposalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The fingerprint of an effect, which [`affixboard_core::proposal::effect_text`] tells: its SHA-256.
pub fn fingerprint(effect: &str) -> String {
    hex(&Sha256::digest(effect))
}

/// Refuses what is longer than it may be; lengths in characters, or bytes where it is changes.
fn check_length(what: &'static str, found: usize, most: usize) -> Result<(), Error> {
    if found <= most { Ok(()) } else { Err(Error::TooLong { what, found, most }) }
}

/// Refuses a text without anything in it, and one that is too long.
fn check_text(what: &'static str, text: &str, most: usize) -> Result<(), Error> {
    if text.trim().is_empty() {
        return Err(Error::NoText(what));
    }
    check_length(what, text.chars().count(), most)
}

/// A title stands on a line, and looks like what it is.
fn check_title(title: &str) -> Result<(), Error> {
    check_text("title", title, LONGEST_TITLE)?;
    let is_odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    if title.contains(is_odd) { Err(Error::BadTitleText) } else { Ok(()) }
}

/// Notes that something about a proposal changed, and tells the log.
async fn note(
    connection: &mut SqliteConnection,
    proposal: ProposalId,
    act: NewAct<'_>,
    now_ms: i64,
) -> Result<(), Error> {
    sqlx::query("UPDATE proposals SET changed_at = max(changed_at, ?2) WHERE id = ?1")
        .bind(proposal.0)
        .bind(now_ms)
        .execute(&mut *connection)
        .await?;
    acts::record(connection, &act.on(proposal)).await
}
