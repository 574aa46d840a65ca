//! From catalogs, pools and tallies to sheets.

mod allocations;
mod arrange;
mod availability;
mod compare;
mod error;
mod item;
mod keys;
mod result;
mod subject;

pub use arrange::{Filter, Sort, SortBy};
pub use availability::{AvailabilityParams, PoolMeasure, availability};
pub use compare::compare;
pub use error::BuildError;
pub use result::{Denominator, ResultParams, result};
pub use subject::Subject;

use crate::sheet::Column;

/// The depth columns.
fn columns(depths: &[u32]) -> Vec<Column> {
    depths.iter().map(|&depth| Column { label: depth.to_string(), depth }).collect()
}
