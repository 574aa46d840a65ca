//! Games whose tables are C sources: rows by the names of their structure's fields, and numbers with the place where they
//! can be changed.

mod number;
mod rows;

pub use number::Number;
pub(crate) use rows::{Row, Tables};
