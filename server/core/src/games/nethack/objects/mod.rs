//! Objects and artifacts.

mod model;
mod read;

pub use model::{ArtifactEntry, Number, ObjectKind, ObjectTable, symbol};
pub(super) use read::{artifacts, objects};
