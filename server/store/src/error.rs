//! What can go wrong. The narrow variants are for callers to act on; [`Error::Database`] is for the log.

use std::path::PathBuf;

use crate::{
    AccountId, BatchId, BatchState, CodecError, CommentId, ProfileId, ProposalId, ProposalState, RevisionId, ViewId,
};

/// Why the store could not do it. Where an error is returned, nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// `SQLite` or the disk refused; a constraint that fails here is a bug of ours.
    #[error("the database refused")]
    Database(#[from] sqlx::Error),

    /// The file can't be opened or created, or isn't an `SQLite` database.
    #[error("can't open the database {}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What `SQLite` said.
        source: sqlx::Error,
    },
    /// The file is an `SQLite` database of another program.
    #[error("{} is a database of another program", path.display())]
    ForeignDatabase {
        /// The file.
        path: PathBuf,
    },
    /// A later program has migrated this database.
    #[error("the database is newer than this program: it has migration {found}, the program knows {known}; update it")]
    NewerDatabase {
        /// The newest migration in the database.
        found: i64,
        /// The newest migration of this program.
        known: i64,
    },
    /// The database has some of the migrations that became one, but not all.
    #[error(
        "the database is too old: it has {found} of the {oldest} migrations that were made one; \
         open it with a program from before that, then with this one"
    )]
    OlderDatabase {
        /// The newest migration in the database.
        found: i64,
        /// The migration that a database must have to be opened.
        oldest: i64,
    },
    /// A migration was applied in another form than this program has it.
    #[error("migration {id} ({name}) is not the one this database was made with; use the program that made it")]
    MigrationChanged {
        /// The migration.
        id: i64,
        /// Its name in this program.
        name: &'static str,
    },

    /// A slug that can't stand in a URL.
    #[error("found the slug `{0}`; expected 1 to 64 of a-z, 0-9 and -, not beginning with -")]
    BadSlug(String),
    /// An edition without a title, or with an endless one.
    #[error("an edition's title has 1 to 200 characters")]
    BadTitle,
    /// The slug belongs to an edition of another game.
    #[error("edition `{slug}` is of the game {game}, these files are of {imported}")]
    EditionHasOtherGame {
        /// The edition.
        slug: String,
        /// Its game.
        game: String,
        /// The game of the files that were to be imported.
        imported: String,
    },
    /// There is no such revision.
    #[error("there is no revision with the id {0}")]
    NoSuchRevision(RevisionId),

    /// There is no such batch.
    #[error("there is no batch {0}")]
    NoSuchBatch(BatchId),
    /// A plan that can't be run.
    #[error("the plan can't be run: {0}")]
    BadPlan(&'static str),
    /// The batch is in a state from which this isn't possible.
    #[error("batch {id} is {state}")]
    WrongBatchState {
        /// The batch.
        id: BatchId,
        /// Its state.
        state: BatchState,
    },
    /// A tally that doesn't cover its batch's plan, or counts keys that the dictionary doesn't explain.
    #[error("the tally of batch {id} is incomplete: {what}")]
    IncompleteTally {
        /// The batch.
        id: BatchId,
        /// What is missing.
        what: &'static str,
    },

    /// A profile without a name, or with one that can't be shown on a line.
    #[error("found the name `{0}`; expected 1 to 60 characters without line breaks or blanks around them")]
    BadProfileName(String),
    /// Another profile has that name.
    #[error("there is a profile `{0}` already")]
    ProfileNameTaken(String),
    /// There is no such profile.
    #[error("there is no profile {0}")]
    NoSuchProfile(ProfileId),
    /// Somebody else saved a version meanwhile.
    #[error("profile {id} was changed meanwhile: its newest version is {newest}")]
    ProfileChanged {
        /// The profile.
        id: ProfileId,
        /// Its newest version.
        newest: u32,
    },
    /// The profile ships with the program.
    #[error("the profile `{0}` ships with Affixboard and can't be deleted; it can be edited")]
    StarterProfile(String),
    /// There is no room for another profile.
    #[error("there are {0} profiles, which is the most there can be; delete one")]
    TooManyProfiles(u32),
    /// There is no room for another version.
    #[error("there are {0} versions of this profile, which is the most there can be; copy it and go on with the copy")]
    TooManyVersions(u32),

    /// A limit of gaps isn't in its range, or too much is to be ignored.
    #[error("{0}")]
    BadGapLimits(String),

    /// What is no address within the dashboard, or too long a one.
    #[error("found the address `{0}`; expected a path and query of at most 2,000 bytes, beginning with one /")]
    BadViewPath(String),
    /// A view with a name that can't be shown on a line.
    #[error("found the name `{0}`; expected 1 to 60 characters without line breaks or blanks around them")]
    BadViewName(String),
    /// Another view has that name.
    #[error("there is a view `{0}` already")]
    ViewNameTaken(String),
    /// There is no such view.
    #[error("there is no view {0}")]
    NoSuchView(ViewId),
    /// There is no room for another view.
    #[error("there are {0} views, which is the most there can be")]
    TooManyViews(u32),

    /// An account or token with a name that can't be shown on a line, or isn't what it seems.
    #[error("found the name `{0}`; expected 1 to 60 characters that can be seen, without blanks around them")]
    BadAccountName(String),
    /// Another account has that name.
    #[error("there is an account `{0}` already")]
    AccountNameTaken(String),
    /// There is no such account.
    #[error("there is no account {0}")]
    NoSuchAccount(AccountId),
    /// Nobody could let others in any more.
    #[error("this is the last maintainer; make another one first")]
    LastMaintainer,
    /// A link that was used, withdrawn or replaced, or ran out, or never was.
    #[error("this link was used or withdrawn, or has run out")]
    NoSuchLink,
    /// There is no room for another.
    #[error("there are {most} {what}, which is the most there can be")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many there can be.
        most: u32,
    },

    /// A text of a draft, proposal or comment that is longer than it may be.
    #[error("{what}: found a length of {found}; expected at most {most}")]
    TooLong {
        /// Which text.
        what: &'static str,
        /// How long it is, in characters, or bytes where it is changes.
        found: usize,
        /// How long it may be.
        most: usize,
    },
    /// Somebody, perhaps the same person elsewhere, wrote or ended the draft meanwhile.
    #[error("the draft was changed meanwhile, perhaps in another window; load it again")]
    DraftMoved {
        /// Its newest version; 0 where there is none any more.
        newest: u32,
    },
    /// There is no such draft.
    #[error("there is no such draft")]
    NoSuchDraft,
    /// There is no such proposal.
    #[error("there is no proposal {0}")]
    NoSuchProposal(ProposalId),
    /// The proposal has another revision than the one that was read.
    #[error("proposal {0} was revised meanwhile; look at it again")]
    ProposalMoved(ProposalId),
    /// The proposal has another title or description than were read.
    #[error("the title or description of proposal {0} was changed meanwhile; look at it again")]
    ProposalTextMoved(ProposalId),
    /// The proposal is in a state in which this isn't possible.
    #[error("proposal {id} is {state}")]
    WrongProposalState {
        /// The proposal.
        id: ProposalId,
        /// Its state.
        state: ProposalState,
    },
    /// A text that must say something and doesn't.
    #[error("the {0} is empty; expected some text")]
    NoText(&'static str),
    /// A title that isn't one line of text.
    #[error("the title has characters that can't be seen; expected one line of text")]
    BadTitleText,
    /// A proposal that proposes nothing.
    #[error("there are no changes to propose")]
    NoChanges,
    /// A revision of a proposal that would be as the one before.
    #[error("these are the changes that proposal {0} has already")]
    SameChanges(ProposalId),
    /// There is no such comment, or no such suggestion.
    #[error("there is no comment {0} here that can be used so")]
    NoSuchComment(CommentId),
    /// A suggestion about something that isn't a line.
    #[error("a line can be suggested for a changed line only")]
    NoLine,
    /// A suggestion that was taken before.
    #[error("the suggestion of comment {id} was taken in revision {revision} already")]
    SuggestionTaken {
        /// The comment.
        id: CommentId,
        /// The revision of the proposal that took it.
        revision: u32,
    },
    /// A verdict on what one made oneself.
    #[error("proposal {0} or its current revision is your own; somebody else must judge it")]
    OwnProposal(ProposalId),
    /// The edition has a newer revision than the changes were applied to.
    #[error("the edition has a newer revision than proposal {0} was applied to")]
    BaseMoved(ProposalId),
    /// The changes do something else than those who judged them saw.
    #[error("proposal {0} does something else to the edition's newest revision than was reviewed")]
    EffectMoved(ProposalId),
    /// Somebody requests changes.
    #[error("proposal {id} can't be merged: {by} requested changes")]
    ChangesRequested {
        /// The proposal.
        id: ProposalId,
        /// Their names.
        by: String,
    },
    /// Too few approve.
    #[error("proposal {id} can't be merged: {have} of {need} required approvals are there")]
    NotApproved {
        /// The proposal.
        id: ProposalId,
        /// How many approve of its current effect.
        have: usize,
        /// How many must.
        need: u32,
    },
    /// The edition has these files already.
    #[error("proposal {0} changes nothing any more: the edition's newest revision has these files already")]
    NothingToMerge(ProposalId),
    /// More approvals than can be required.
    #[error("required approvals: found {found}; expected 0 to {most}")]
    BadApprovals {
        /// How many were to be required.
        found: u32,
        /// How many can be.
        most: u32,
    },

    /// Counts in the database can't be decoded.
    #[error("the counts of batch {id} are damaged")]
    DamagedCounts {
        /// The batch.
        id: BatchId,
        /// How.
        source: CodecError,
    },
}

/// A word in the database that this program doesn't know; callers meet it as an [`Error::Database`].
#[derive(Debug, thiserror::Error)]
#[error("the database holds the unknown {what} `{found}`")]
pub(crate) struct UnknownWord {
    pub(crate) what: &'static str,
    pub(crate) found: String,
}
