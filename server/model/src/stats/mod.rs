//! Confidence intervals and hypothesis tests for counts.
//!
//! Plain functions of numbers, deterministic and without panics. Undefined cases (such as a share with n 0) give the
//! least informative result: the widest interval, a p-value of 1.

mod best_of;
mod binomial;
mod chi_square;
mod convolution;
mod drops_until;
mod gamma;
mod holm;
mod interval;
mod least_squares;
mod poisson;
mod quantile;
mod ratio;
mod shares;
mod sum;
mod sure;
mod weighted_sum;

pub use best_of::{BestQuantile, best_of};
pub use binomial::binomial_p;
pub use chi_square::{Homogeneity, chi_square_sf, two_sample_chi_square};
pub use convolution::convolved;
pub use drops_until::drops_until;
pub use holm::holm;
pub use interval::{Z95, difference, two_shares_z, wilson, zero_upper};
pub use least_squares::{GroupEffect, GroupedNumber, group_effects};
pub use poisson::poisson_interval;
pub use quantile::{QuantileRanks, quantile_ranks};
pub use ratio::ratio;
pub use shares::{known_share_p, two_shares_p};
pub use sum::CompensatedSum;
pub use sure::{normal_reach, sure_interval};
pub use weighted_sum::WeightedSum;
