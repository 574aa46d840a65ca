//! The inputs of an explanation.

use affixboard_model::{catalog::Catalog, explain::Derivation, game::Words, text::SourceSet};

/// The inputs of an explanation: the numbers, and names for them.
#[derive(Debug, Clone, Copy)]
pub(super) struct ExplainContext<'a> {
    pub(super) why: &'a Derivation,
    pub(super) catalog: &'a Catalog,
    pub(super) words: &'a Words,
    pub(super) sources: &'a SourceSet,
}
