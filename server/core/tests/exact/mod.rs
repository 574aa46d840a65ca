//! Exact chances of affixes and themes: by hand, enumerated, in sum, and against tallies.

mod by_hand;
mod enumerated;
mod sums;
mod tallies;
