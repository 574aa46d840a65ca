//! The audit: tests counted drops against computed probabilities, entry by entry.
//!
//! Simulation and exact computation implement the same rules in different ways, so that each finds the other's
//! mistakes. [`compare()`] tests each entry of a cell (exact binomial test) and whole partitions of its drops (χ² test
//! of fit, [`Partition`]). An [`Audit`] collects cells and gives the [`Verdict`], with Holm's correction for the number
//! of comparisons, which is valid for any dependence between them.
//!
//! Only metrics that a drop counts at most once are compared ([`COMPARED`]). For others, such as filled slots and steps
//! of the rules, only the mean is computed but not the variance.

mod compare;
mod fit;
mod labels;
mod partition;
mod verdict;

pub use compare::{CellComparison, Comparison, compare};
pub use fit::{Fitted, fit, log_likelihood};
pub use labels::KeyLabels;
pub use partition::Partition;
pub use verdict::{AdjustedComparison, Audit, PartitionFit, Verdict};

use affixboard_model::batch::Metric;

/// The compared metrics: those that a drop counts at most once, and whose probabilities are computed.
pub const COMPARED: [Metric; 7] =
    [Metric::KIND, Metric::AFFIX, Metric::NAFFIXES, Metric::MAGIC, Metric::THEME, Metric::ARTIFACT, Metric::FAILED];
