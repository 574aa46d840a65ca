//! Signing in by others that isn't at its end yet.

use affixboard_store::AccountId;

use affixboard_service::signing_in::{Begun, Known};

/// Somebody who was sent to the provider and hasn't come back.
#[derive(Debug)]
pub struct BegunSignIn {
    /// What was sent, by which the answer is checked.
    pub begun: Begun,
    /// Why they went.
    pub purpose: SignInPurpose,
}

/// What they were sent for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SignInPurpose {
    /// To sign in, and go on to a path.
    SignIn(String),
    /// To make the account that a one-time link is for.
    Join(String),
    /// To connect an account that they are signed in with.
    Connect(AccountId),
}

/// Somebody who came back to connect their account, and was asked whether they mean it.
#[derive(Debug, Clone)]
pub struct Connecting {
    /// Theirs.
    pub account: AccountId,
    /// Who the provider says they are.
    pub known: Known,
}
