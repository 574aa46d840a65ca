//! Everything that must survive a restart, in one `SQLite` file: editions, revisions, batches, tallies, drop profiles,
//! limits of gaps, saved views, accounts, the audit log, and proposals.
//!
//! This crate is the only place with SQL. It knows neither HTTP nor HTML, renders nothing, and reads no clock: callers
//! say what time it is (milliseconds since 1970), except where a migration is noted. The schema is in `migrations/` at
//! the project's root.
//!
//! Guarantees (each has a test in `tests/store/`):
//! * a write that was answered with `Ok` survives the death of the process (WAL, `synchronous=FULL`);
//! * a revision, and the tallies of a batch, are there as a whole or not at all;
//! * a revision of a proposal never changes, nor does a verdict; what was reviewed is what is merged;
//! * of passwords, sessions, links, tokens and recovery codes there are only hashes;
//! * a batch changes only to states that its present one allows, and a restart resumes it from its finished shards;
//! * an act and its entry in the audit log are there together or not at all;
//! * where an error is returned, nothing was changed;
//! * after a full disk or another failure of it, writing goes on as soon as it can.

mod accounts;
mod act;
mod audit_log;
mod backup;
mod balance_tests;
mod batch_order;
mod batches;
mod codec;
mod edition_end;
mod editions;
mod error;
mod files;
mod game_stats;
mod game_stats_file;
mod gap_limits;
mod hash;
mod ids;
mod import;
mod migrate;
mod open;
mod own_counts;
mod paired;
mod parsed;
mod profiles;
mod proposals;
mod sent_files;
mod shards;
mod sql;
mod sqlite_export;
mod summary;
mod tallies;
mod uploads;
mod views;
mod write;

pub use accounts::{
    Account, AccountError, ApiToken, Identity, IdentityError, IdentityLine, Invitation, InvitationError, NewAccount,
    NewMember, NewSecondFactor, NewSession, NewToken, OwnedToken, Proof, Purpose, Role, Scope, SecondFactor,
    SecondProof, Session, SessionLine, TokenError, TokenHolder,
};
pub use act::Act;
pub use audit_log::AuditEntry;
pub(crate) use audit_log::NewAuditEntry;
pub use backup::{BackupError, Contents, backup, restore, verify};
pub use balance_tests::{BalanceTests, BalanceTestsError};
pub use batch_order::QueueEnd;
pub use batches::{BadPlan, Batch, BatchError, BatchFilter, BatchState, NewBatch};
pub use codec::{CodecError, decode as decode_counts, encode as encode_counts};
pub use edition_end::{Archived, EditionError, HangingOn};
pub use editions::{EditionSummary, EntryCount, MadeBy, Revision};
pub use error::{DatabaseError, TooMany, Unavailable};
pub use files::create_private;
pub use game_stats::{GameStatsError, GameStatsLine, NewGameStats};
pub use game_stats_file::{LARGEST_STATS_FILE, StatsFile, StatsFileError, StatsUpload, read_game_stats};
pub use gap_limits::GapLimitsError;
pub use hash::sha256_hex;
pub use ids::{
    AccountId, BatchId, CommentId, EditionId, GameStatsId, IdentityId, InvitationId, OwnCountsId, ProfileId,
    ProposalId, RevisionId, SessionId, TokenId, UploadId, ViewId,
};
pub use import::{ImportError, Imported, NewRevision, content_hash};
pub use migrate::MigrationError;
pub use open::{OpenError, Store};
pub use own_counts::{NewOwnCounts, OwnCountsError, OwnCountsLine, OwnCountsOutcome};
pub use paired::{NewPaired, PairedBatchError, PairedLine};
pub use parsed::{ParsedNumbers, ParsedState};
pub use profiles::{NewVersion, ProfileError, ProfileVersion};
pub use proposals::{
    About, ApprovalsError, Comment, CommentError, Draft, DraftError, DraftOf, InboxItem, InboxReason, Judgement,
    LastSeen, Merge, MergeCheck, MergeError, Merged, NewComment, NewProposal, NewProposalRevision, NewVerdict,
    Proposal, ProposalError, ProposalFilter, ProposalRevision, ProposalRevisionError, ProposalState, SaveDraft, Submit,
    SubmitError, TextError, Verdict, VerdictError, fingerprint,
};
pub use shards::FinishedShards;
pub use sql::{SqlAnswer, SqlError, SqlLimits, SqlSource, SqlTables, SqlValue, sql_tables};
pub use sqlite_export::{SqliteExport, SqliteWriter};
pub use tallies::{StoredKey, StoredSubjectKey, TallyKeys};
pub use uploads::{NewUpload, SeenUpload, Upload, UploadFiles, UploadRefused};
pub use views::{View, ViewError};
