//! The status for each refusal of the store. The message is the refusal's own.
//!
//! No match here has a wildcard: a variant that is added to an error of the store doesn't compile until it has a status, so
//! it can't become a failure of ours by being forgotten.

use affixboard_store::{
    AccountError, ApprovalsError, Archived, BadPlan, BalanceTestsError, BatchError, CommentError, DatabaseError,
    DraftError, EditionError, GameStatsError, GapLimitsError, IdentityError, ImportError, InvitationError, MergeError,
    OwnCountsError, PairedBatchError, ProfileError, ProposalError, ProposalRevisionError, SubmitError, TextError,
    TokenError, TooMany, UploadRefused, VerdictError, ViewError,
};
use axum::http::StatusCode;

/// An error of one of the store's modules.
pub(super) trait StoreError: std::error::Error + 'static {
    /// The status to answer with. With 500 the visitor isn't told the message.
    fn status(&self) -> StatusCode;
}

impl StoreError for DatabaseError {
    fn status(&self) -> StatusCode {
        StatusCode::INTERNAL_SERVER_ERROR
    }
}

impl StoreError for TooMany {
    fn status(&self) -> StatusCode {
        StatusCode::CONFLICT
    }
}

impl StoreError for Archived {
    fn status(&self) -> StatusCode {
        StatusCode::CONFLICT
    }
}

impl StoreError for EditionError {
    fn status(&self) -> StatusCode {
        match self {
            EditionError::NotFound(_) => StatusCode::NOT_FOUND,
            EditionError::BadTitle(_) => StatusCode::BAD_REQUEST,
            EditionError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for UploadRefused {
    fn status(&self) -> StatusCode {
        match self {
            UploadRefused::NotFound => StatusCode::NOT_FOUND,
            UploadRefused::Changed => StatusCode::CONFLICT,
            UploadRefused::Full => StatusCode::SERVICE_UNAVAILABLE,
            UploadRefused::TooMany(most) => most.status(),
            UploadRefused::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for BadPlan {
    fn status(&self) -> StatusCode {
        StatusCode::BAD_REQUEST
    }
}

impl StoreError for TextError {
    fn status(&self) -> StatusCode {
        match self {
            TextError::Empty(_) | TextError::TooLong { .. } | TextError::BadTitle => StatusCode::BAD_REQUEST,
        }
    }
}

impl StoreError for ImportError {
    fn status(&self) -> StatusCode {
        match self {
            ImportError::BadSlug(_) | ImportError::BadTitle => StatusCode::BAD_REQUEST,
            ImportError::OtherGame { .. } | ImportError::NewerRevision { .. } | ImportError::UploadChanged => {
                StatusCode::CONFLICT
            }
            ImportError::Archived(archived) => archived.status(),
            ImportError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for BatchError {
    fn status(&self) -> StatusCode {
        match self {
            BatchError::NotFound(_) | BatchError::NoSuchRevision(_) => StatusCode::NOT_FOUND,
            BatchError::BadPlan(plan) => plan.status(),
            BatchError::WrongState { .. } => StatusCode::CONFLICT,
            BatchError::TooMany(error) => error.status(),
            BatchError::Archived(archived) => archived.status(),
            BatchError::IncompleteTally { .. } | BatchError::DamagedCounts { .. } | BatchError::Database(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl StoreError for PairedBatchError {
    fn status(&self) -> StatusCode {
        match self {
            PairedBatchError::BadPlan(plan) => plan.status(),
            PairedBatchError::Archived(archived) => archived.status(),
            PairedBatchError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for GameStatsError {
    fn status(&self) -> StatusCode {
        match self {
            GameStatsError::NotFound(_) | GameStatsError::NoSuchRevision(_) => StatusCode::NOT_FOUND,
            GameStatsError::Again(_) => StatusCode::CONFLICT,
            GameStatsError::TooMany(error) => error.status(),
            GameStatsError::Archived(archived) => archived.status(),
            GameStatsError::Damaged { .. } | GameStatsError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for OwnCountsError {
    fn status(&self) -> StatusCode {
        match self {
            OwnCountsError::NotFound(_) | OwnCountsError::NoSuchRevision(_) => StatusCode::NOT_FOUND,
            OwnCountsError::Again(_) => StatusCode::CONFLICT,
            OwnCountsError::TooMany(error) => error.status(),
            OwnCountsError::Archived(archived) => archived.status(),
            OwnCountsError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for ProfileError {
    fn status(&self) -> StatusCode {
        match self {
            ProfileError::BadName(_) => StatusCode::BAD_REQUEST,
            ProfileError::NotFound(_) => StatusCode::NOT_FOUND,
            ProfileError::NameTaken(_)
            | ProfileError::Changed { .. }
            | ProfileError::Starter(_)
            | ProfileError::TooManyProfiles(_)
            | ProfileError::TooManyVersions(_) => StatusCode::CONFLICT,
            ProfileError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for BalanceTestsError {
    fn status(&self) -> StatusCode {
        match self {
            BalanceTestsError::TooLong { .. } => StatusCode::BAD_REQUEST,
            BalanceTestsError::Archived(archived) => archived.status(),
            BalanceTestsError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for GapLimitsError {
    fn status(&self) -> StatusCode {
        match self {
            GapLimitsError::BadLimits(_) => StatusCode::BAD_REQUEST,
            GapLimitsError::Archived(archived) => archived.status(),
            GapLimitsError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for ViewError {
    fn status(&self) -> StatusCode {
        match self {
            ViewError::BadPath(_) | ViewError::BadName(_) => StatusCode::BAD_REQUEST,
            ViewError::NotFound(_) => StatusCode::NOT_FOUND,
            ViewError::NameTaken(_) | ViewError::TooMany(_) => StatusCode::CONFLICT,
            ViewError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for AccountError {
    fn status(&self) -> StatusCode {
        match self {
            AccountError::BadName(_) => StatusCode::BAD_REQUEST,
            AccountError::NotFound(_) | AccountError::NoSuchName(_) => StatusCode::NOT_FOUND,
            AccountError::NameTaken(_) | AccountError::LastMaintainer => StatusCode::CONFLICT,
            AccountError::TooMany(most) => most.status(),
            AccountError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for InvitationError {
    fn status(&self) -> StatusCode {
        match self {
            InvitationError::NotUsable => StatusCode::NOT_FOUND,
            InvitationError::TooMany(most) => most.status(),
            InvitationError::Account(refused) => refused.status(),
            InvitationError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for IdentityError {
    fn status(&self) -> StatusCode {
        match self {
            IdentityError::Taken | IdentityError::LastWayIn => StatusCode::CONFLICT,
            IdentityError::Unusable(_) => StatusCode::BAD_REQUEST,
            IdentityError::TooMany(most) => most.status(),
            IdentityError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for TokenError {
    fn status(&self) -> StatusCode {
        match self {
            TokenError::BadName(_) => StatusCode::BAD_REQUEST,
            TokenError::TooMany(most) => most.status(),
            TokenError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for ProposalError {
    fn status(&self) -> StatusCode {
        match self {
            ProposalError::NotFound(_) => StatusCode::NOT_FOUND,
            ProposalError::Revised(_) | ProposalError::TextChanged(_) | ProposalError::WrongState { .. } => {
                StatusCode::CONFLICT
            }
            ProposalError::Text(text) => text.status(),
            ProposalError::Archived(archived) => archived.status(),
            ProposalError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for ProposalRevisionError {
    fn status(&self) -> StatusCode {
        match self {
            ProposalRevisionError::NoChanges => StatusCode::BAD_REQUEST,
            ProposalRevisionError::SameChanges(_) => StatusCode::CONFLICT,
            ProposalRevisionError::NoSuchRevision(_) => StatusCode::NOT_FOUND,
            ProposalRevisionError::TooMany(most) => most.status(),
            ProposalRevisionError::Text(text) => text.status(),
            ProposalRevisionError::Proposal(refused) => refused.status(),
            ProposalRevisionError::Comment(refused) => refused.status(),
            ProposalRevisionError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for DraftError {
    fn status(&self) -> StatusCode {
        match self {
            DraftError::Changed { .. } => StatusCode::CONFLICT,
            DraftError::NotFound | DraftError::NoSuchRevision(_) => StatusCode::NOT_FOUND,
            DraftError::TooMany(most) => most.status(),
            DraftError::Text(text) => text.status(),
            DraftError::Proposal(refused) => refused.status(),
            DraftError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for SubmitError {
    fn status(&self) -> StatusCode {
        match self {
            SubmitError::Draft(refused) => refused.status(),
            SubmitError::Revision(refused) => refused.status(),
            SubmitError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for CommentError {
    fn status(&self) -> StatusCode {
        match self {
            CommentError::NotFound(_) => StatusCode::NOT_FOUND,
            CommentError::NotALine => StatusCode::BAD_REQUEST,
            CommentError::SuggestionTaken { .. } => StatusCode::CONFLICT,
            CommentError::TooMany(most) => most.status(),
            CommentError::Text(text) => text.status(),
            CommentError::Proposal(refused) => refused.status(),
            CommentError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for VerdictError {
    fn status(&self) -> StatusCode {
        match self {
            VerdictError::OwnProposal(_) => StatusCode::FORBIDDEN,
            VerdictError::TooMany(most) => most.status(),
            VerdictError::Text(text) => text.status(),
            VerdictError::Proposal(refused) => refused.status(),
            VerdictError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for MergeError {
    fn status(&self) -> StatusCode {
        match self {
            MergeError::BaseChanged(_)
            | MergeError::EffectChanged(_)
            | MergeError::ChangesRequested { .. }
            | MergeError::NotApproved { .. }
            | MergeError::NothingToMerge(_) => StatusCode::CONFLICT,
            MergeError::Proposal(refused) => refused.status(),
            MergeError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl StoreError for ApprovalsError {
    fn status(&self) -> StatusCode {
        match self {
            ApprovalsError::OutOfRange { .. } => StatusCode::BAD_REQUEST,
            ApprovalsError::Archived(archived) => archived.status(),
            ApprovalsError::Database(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

#[cfg(test)]
mod tests;
