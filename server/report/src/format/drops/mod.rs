//! Drops one by one, for questions in `DuckDB`, pandas or R: the same columns as CSV and as Parquet.

mod csv;
mod parquet;
mod row;

pub use csv::DropsCsv;
pub use parquet::{DropsParquet, ParquetError};
pub use row::{DropColumn, DropTable, DropValue};
