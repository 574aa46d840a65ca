//! Signing in half: the password was right, and a code is owed.

use affixboard_store::AccountId;

/// Somebody whose password was right, and who owes a code. They have no rights.
#[derive(Clone)]
pub struct HalfSession {
    /// Whose password it was.
    pub account: AccountId,
    /// The PHC string that it matched.
    pub password: String,
    /// The path to return to.
    pub next: String,
    /// Codes they may still give.
    pub tries: u32,
}
