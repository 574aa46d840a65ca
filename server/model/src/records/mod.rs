//! Edit files as tables of records, whatever game they are of and whether or not anything is known of their lines: for
//! pages that list, search, link and check them.
//!
//! Knows no game; what a file's fields are called comes from its directive table, where there is one.

mod chain;
mod damage;
mod reference;
mod shape;
mod table;
mod walks;

pub use chain::{ChartGraph, ChartNode};
pub use damage::{Damage, DamageRange, Roll};
pub use reference::{Named, Reference, ReferenceTarget, Targets, check};
pub use shape::{Shape, ShapedFile, ShapedLine, ShapedRecord, shaped, shaped_as};
pub use table::{RecordTable, TableCell, TableColumn, TableRow, table};
pub use walks::WalkChances;
