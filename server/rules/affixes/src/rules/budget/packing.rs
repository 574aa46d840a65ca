//! How bounds are packed: one byte per quantity, side by side in one integer.

/// Upper bounds of the quantities of [`super::quantities::Quantity`] side by side, a byte each; from 128 on a byte is
/// over its allowance.
pub(crate) type Budget = u128;

/// The most that is added to a byte at a time, so that no sum runs into the next byte.
pub(super) const MAX_ADDED: i64 = 127;
