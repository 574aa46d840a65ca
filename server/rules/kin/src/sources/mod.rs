//! Games whose tables are C sources: rows by the names of their structure's fields, and numbers with the place where they
//! can be changed.

mod model;
mod number;
mod rows;

pub use model::{SourceModel, WORDS};
pub use number::Number;
pub use rows::{Row, Tables};
