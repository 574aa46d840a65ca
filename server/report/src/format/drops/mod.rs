//! Drops one by one, for questions in `DuckDB`, pandas or R: the same columns as CSV and as Parquet.

mod csv;
#[cfg(not(target_family = "wasm"))]
mod parquet;
mod row;

pub use csv::DropsCsv;
#[cfg(not(target_family = "wasm"))]
pub use parquet::{DropsParquet, ParquetError};
pub use row::{DropColumn, DropTable, DropValue};
