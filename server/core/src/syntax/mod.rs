//! Notations: how lines and values are written, whatever they mean.
//!
//! A dialect is a table of [`FileSpec`]s; the same table reads files, explains a line and writes one.

pub mod c_number;
pub mod colon;
pub mod document;
pub mod line;
pub mod random_value;
pub mod spec;
pub mod words;

pub use colon::{Event, ParsedLine, read};
pub use random_value::RandomValue;
pub use spec::{DirectiveSpec, FieldKind, FieldSpec, FileSpec};
