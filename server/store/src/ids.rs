//! Ids of rows, one type for each table whose rows others name.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )*};
}

ids! {
    /// Id of an edition. URLs name editions by their slug instead.
    EditionId
    /// Id of a revision, unique among all editions. People see the number within the edition instead.
    RevisionId
    /// Id of a batch, which people see.
    BatchId
    /// Id of statistics of a game's own program; never used again.
    GameStatsId
    /// Id of counts of a team's own program; never used again.
    OwnCountsId
    /// Id of a drop profile; never used again after the profile is deleted.
    ProfileId
    /// Id of a saved view; never used again.
    ViewId
    /// Id of an account; accounts are never deleted.
    AccountId
    /// Id of a session.
    SessionId
    /// Id of a one-time link.
    InvitationId
    /// Id of an API token.
    TokenId
    /// Id of what an account is at a provider or a proxy.
    IdentityId
    /// Id of a proposal, which people see.
    ProposalId
    /// Id of an upload that waits to be imported; never used again.
    UploadId
    /// Id of a comment, unique among all proposals.
    CommentId
}
