//! Numbers of the family's programs that rules and solver share. Knows nothing of the project.

/// Slots for affixes on an item (`MAX_AFFIXES`).
pub(super) const SLOTS: usize = 8;

/// Extra blows from which on power is inhibited (2.8).
pub(super) const INHIBITED_BLOWS: i32 = 3;
/// Extra shots from which on power is inhibited.
pub(super) const INHIBITED_SHOTS: i32 = 3;
/// Extra might from which on power is inhibited.
pub(super) const INHIBITED_MIGHT: i32 = 4;
/// Immunities from which on power is inhibited.
pub(super) const INHIBITED_IMMUNITIES: u32 = 4;
/// The largest weighted sum of pvals that is not inhibited.
pub(super) const MAX_PVAL_SUM: i64 = 249;
