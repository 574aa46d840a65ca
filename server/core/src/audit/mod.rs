//! The audit: counted drops held against computed chances, entry by entry.
//!
//! Simulation and computation follow the same rules by different ways, so that each finds the other's mistakes.
//! [`compare()`] asks of each entry of a cell how likely a count as far from its chance is (the exact binomial test), and of
//! whole partitions of a cell's drops whether all their counts together are ([`Partition`]); an [`Audit`] gathers cells and
//! gives the [`Verdict`], corrected for the number of comparisons after Holm, which holds whatever their dependence.
//!
//! Compared is what a drop counts once at most ([`COMPARED`]). Left out is what one drop can count several times, such as
//! filled slots and steps of the rules: of these only the mean is computed, and how far from it a count may be depends on
//! their spread, which isn't.

mod compare;
mod labels;
mod partition;
mod verdict;

pub use compare::{Compared, Comparison, compare};
pub use labels::Labels;
pub use partition::Partition;
pub use verdict::{Audit, Fit, Found, Verdict};

use crate::batch::Metric;

/// What is compared: the metrics under which one drop counts once at most, and whose chances are computed.
pub const COMPARED: [Metric; 6] =
    [Metric::KIND, Metric::AFFIX, Metric::NAFFIXES, Metric::THEME, Metric::ARTIFACT, Metric::FAILED];
