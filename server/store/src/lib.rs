//! Where Affixboard keeps what must survive: editions, revisions, batches, tallies, drop profiles, limits of gaps, accounts, the log
//! of what was done, and what people propose, in one `SQLite` file.
//!
//! This crate is the only place with SQL. It knows neither HTTP nor HTML, renders nothing, and reads no clock: callers
//! say what time it is (milliseconds since 1970), except where a migration is noted. The schema is in `migrations/` at
//! the project's root.
//!
//! What it promises (each has a test in `tests/store/`):
//! * a write that was answered with `Ok` survives the death of the process (WAL, `synchronous=FULL`);
//! * a revision, and the tallies of a batch, are there as a whole or not at all;
//! * a revision of a proposal never changes, nor does a verdict; what was reviewed is what is merged;
//! * of passwords, sessions, links and tokens there are only hashes;
//! * a batch goes only where its state allows, and a restart resumes it from its finished shards.

mod accounts;
mod batches;
mod codec;
mod editions;
mod error;
mod gap_limits;
mod import;
mod migrate;
mod open;
mod paired;
mod parsed;
mod profiles;
mod proposals;
mod shards;
mod tallies;
mod views;

pub use accounts::{
    Account, AccountId, Act, ApiToken, Invitation, InvitationId, NewAccount, NewAct, NewSession, NewToken, Purpose,
    Role, Scope, Session, SessionId, SessionLine, TokenId,
};
pub use batches::{Batch, BatchFilter, BatchId, BatchState, NewBatch};
pub use codec::CodecError;
pub use editions::{EditionId, EditionSummary, MadeBy, Revision, RevisionId};
pub use error::Error;
pub use import::{Imported, NewRevision, content_hash};
pub use open::Store;
pub use paired::{NewPaired, PairedLine};
pub use profiles::{NewVersion, ProfileId, ProfileVersion};
pub use proposals::{
    About, Attention, Comment, CommentId, Draft, DraftOf, Judgement, Look, Merge, MergeCheck, Merged, NewComment,
    NewProposal, NewProposalRevision, NewVerdict, Proposal, ProposalFilter, ProposalId, ProposalRevision,
    ProposalState, SaveDraft, Submit, Verdict, Waiting, fingerprint,
};
pub use shards::FinishedShards;
pub use tallies::StoredKey;
pub use views::{View, ViewId};
