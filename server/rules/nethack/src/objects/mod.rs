//! Objects and artifacts.

mod classes;
mod contents;
mod corpses;
mod each_kind;
mod enchantment;
mod erosion;
mod gems;
mod materials;
mod model;
mod properties;
mod read;
mod rows;
mod subject;
mod substance;

pub use classes::{WHOLE, has_own_sums, probabilities};
pub use each_kind::EachKind;
pub use model::{ArtifactEntry, ObjectKind, ObjectTable, symbol};
pub(super) use read::{artifacts, objects};
pub use subject::Objects;
