//! Signing in half: the password was right, and a code is owed.

use affixboard_store::AccountId;

/// Somebody whose password was right, and who owes a code. They have no rights.
#[derive(Clone)]
pub(crate) struct HalfSession {
    /// Whose password it was.
    pub(crate) account: AccountId,
    /// The PHC string that it matched.
    pub(crate) password: String,
    /// The path to return to.
    pub(crate) next: String,
    /// Codes they may still give.
    pub(crate) tries: u32,
}
