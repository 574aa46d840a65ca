//! The acts that the audit log knows.

macro_rules! acts {
    ($($(#[$doc:meta])* $act:ident => $words:literal,)*) => {
        /// An act, for the audit log.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Act {
            $($(#[$doc])* $act,)*
        }

        impl Act {
            /// Every act.
            pub const ALL: &[Act] = &[$(Act::$act,)*];

            /// Its words in the log: what somebody did.
            pub fn words(self) -> &'static str {
                match self {
                    $(Act::$act => $words,)*
                }
            }
        }
    };
}

acts! {
    /// Made an account by a link.
    MadeAccount => "made an account",
    /// Began a session.
    SignedIn => "signed in",
    /// Ended a session, one's own.
    EndedSession => "ended a session",
    /// Made a token.
    MadeToken => "made a token",
    /// Ended a token.
    EndedToken => "ended a token",
    /// Ended somebody's token, as a maintainer.
    RevokedToken => "revoked a token",
    /// Changed one's own password.
    ChangedPassword => "changed a password",
    /// Set one's own password by a link.
    SetPasswordByLink => "set a password by link",
    /// Set up one's own second factor.
    AddedSecondFactor => "set up a second factor",
    /// Made new recovery codes, in the place of those there were.
    MadeRecoveryCodes => "made recovery codes",
    /// Used up a recovery code.
    UsedRecoveryCode => "used a recovery code",
    /// Gave wrong codes after a right password until a new one was needed.
    GaveWrongCodes => "gave wrong codes",
    /// Turned one's own second factor off.
    EndedSecondFactor => "turned a second factor off",
    /// Took somebody's second factor away, as a maintainer.
    TookSecondFactor => "took a second factor away",
    /// Connected one's own account with what one is elsewhere.
    ConnectedIdentity => "connected a sign-in",
    /// Ended such a connection of one's own.
    DisconnectedIdentity => "disconnected a sign-in",
    /// Made a link for a new account.
    MadeInvitation => "made an invitation",
    /// Made a link for a new password.
    MadePasswordLink => "made a password link",
    /// Withdrew a link.
    WithdrewLink => "withdrew a link",
    /// Gave an account another role.
    ChangedRole => "changed a role",
    /// Disabled an account.
    DisabledAccount => "disabled an account",
    /// Let an account be used again.
    EnabledAccount => "enabled an account",
    /// Imported files as a revision.
    ImportedFiles => "imported files",
    /// Gave an edition another title.
    RenamedEdition => "renamed an edition",
    /// Archived an edition.
    ArchivedEdition => "archived an edition",
    /// Brought an archived edition back.
    RestoredEdition => "brought an edition back",
    /// Deleted an edition with all that hung on it.
    DeletedEdition => "deleted an edition",
    /// Set the number of required approvals of an edition.
    SetRequiredApprovals => "set required approvals",
    /// Set an edition's limits of gaps.
    SetGapLimits => "set limits of gaps",
    /// Set an edition's balance tests.
    SetBalanceTests => "set balance tests",
    /// Put a batch into the queue.
    StartedBatch => "started a batch",
    /// Called a batch off.
    CancelledBatch => "cancelled a batch",
    /// Put a cancelled batch back into the queue.
    ContinuedBatch => "continued a batch",
    /// Put a waiting batch before or behind the others.
    MovedBatch => "moved a batch",
    /// Removed batches that ended long ago, as the settings say.
    RemovedOldBatches => "removed old batches",
    /// Asked for a paired batch.
    RanPairedBatch => "ran a paired batch",
    /// Stopped a paired batch.
    StoppedPairedBatch => "stopped a paired batch",
    /// Stored what a game's own program counted.
    AddedGameStats => "added game statistics",
    /// Deleted such statistics.
    DeletedGameStats => "deleted game statistics",
    /// Stored what a team's own program counted of drops.
    AddedOwnCounts => "added own counts",
    /// Deleted such counts.
    DeletedOwnCounts => "deleted own counts",
    /// Added a drop profile.
    AddedProfile => "added a profile",
    /// Saved a version of a drop profile, or its name.
    SavedProfile => "saved a profile",
    /// Deleted a drop profile.
    DeletedProfile => "deleted a profile",
    /// Kept a sheet's address as a view.
    KeptView => "kept a view",
    /// Gave a view a name, or took it.
    NamedView => "named a view",
    /// Made a proposal.
    Proposed => "proposed",
    /// Made the next revision of a proposal.
    RevisedProposal => "revised a proposal",
    /// Made it by taking a suggestion.
    TookSuggestion => "took a suggestion",
    /// Changed a proposal's title or description.
    EditedProposal => "edited a proposal",
    /// Withdrew a proposal.
    WithdrewProposal => "withdrew a proposal",
    /// Opened a withdrawn proposal again.
    ReopenedProposal => "reopened a proposal",
    /// Commented on a proposal.
    Commented => "commented",
    /// Resolved a thread of comments.
    ResolvedComment => "resolved a comment",
    /// Opened a resolved thread again.
    ReopenedComment => "opened a comment again",
    /// Gave a verdict that is neither for nor against.
    ReviewedProposal => "reviewed a proposal",
    /// Approved a proposal.
    ApprovedProposal => "approved a proposal",
    /// Requested changes of a proposal.
    RequestedChanges => "requested changes of a proposal",
    /// Merged a proposal.
    MergedProposal => "merged a proposal",
    /// Merged a proposal that nobody else could approve.
    MergedUnreviewed => "merged a proposal unreviewed",
}
