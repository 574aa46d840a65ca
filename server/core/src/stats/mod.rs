//! Intervals and tests: what counts can and can't tell.
//!
//! Plain functions of numbers, deterministic and without panics; what isn't defined (a share of nothing) has an answer
//! that claims nothing.

mod binomial;
mod chi_square;
mod gamma;
mod holm;
mod interval;
mod shares;
mod sum;

pub use binomial::binomial_p;
pub use chi_square::{Homogeneity, chi_square_sf, two_sample_chi_square};
pub use holm::holm;
pub use interval::{Z95, difference, two_shares_z, wilson, zero_upper};
pub use shares::{known_share_p, two_shares_p};
pub use sum::Sum;
