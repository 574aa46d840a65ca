//! How verdicts of balance tests look.

use affixboard_inquiry::balance::BalanceVerdict;

/// The class of a verdict's badge.
pub fn verdict_class(verdict: BalanceVerdict) -> &'static str {
    match verdict {
        BalanceVerdict::Holds => "state-done",
        BalanceVerdict::Undecided => "warning",
        BalanceVerdict::Fails => "error",
    }
}
