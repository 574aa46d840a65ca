//! What the rules need of an edition beside the catalog.

use std::sync::Arc;

use super::{
    numbers::FrogNumbers,
    stats::{FrogArtifact, FrogEgo, FrogKind},
};
use affixboard_model::catalog::{Catalog, SortEntry};

/// Kinds, egos and artifacts by position in the catalog.
#[derive(Debug, Clone)]
pub(crate) struct FrogModel {
    /// The catalog.
    pub(crate) catalog: Arc<Catalog>,
    /// Kinds.
    pub(crate) kinds: Arc<[FrogKind]>,
    /// Egos.
    pub(crate) egos: Arc<[FrogEgo]>,
    /// Artifacts.
    pub(crate) artifacts: Arc<[FrogArtifact]>,
    /// Numbers of the rules.
    pub(crate) numbers: FrogNumbers,
    /// Whether egos have one role each, in the line that begins them.
    pub(crate) has_one_role: bool,
    /// Entries that the catalog doesn't have.
    pub(crate) entries: Arc<[SortEntry]>,
}
