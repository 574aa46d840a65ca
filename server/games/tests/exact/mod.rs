//! Exact chances of affixes and themes: by hand, enumerated, in sum, and against tallies.

mod by_hand;
mod cancelled;
mod coverage;
mod enumerated;
mod kind_samples;
mod sums;
mod tallies;
