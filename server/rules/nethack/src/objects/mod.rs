//! Objects and artifacts.

mod classes;
mod contents;
mod corpses;
mod each_kind;
mod enchantment;
mod erosion;
mod gems;
mod model;
mod read;
mod rows;
mod subject;

pub use classes::{WHOLE, has_own_sums, probabilities};
pub use each_kind::EachKind;
pub use model::{ArtifactEntry, ObjectKind, ObjectTable, symbol};
pub(super) use read::{artifacts, objects};
pub use subject::Objects;
