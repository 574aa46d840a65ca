//! The model: what only the rules of a game need of its files.

use std::sync::Arc;

use super::Forge;
use crate::{batch::Detail, syntax::FileSpec};

/// A game's full reading of its files, from which a forge is compiled.
pub trait Model: Send + Sync + std::fmt::Debug {
    /// Compiles the rules for this catalog. `detail`: the part of a drop that the forge counts.
    fn forge_for(&self, detail: Detail) -> Arc<dyn Forge>;
    /// Whether the rules can roll values for these files, where the game's rules can.
    fn has_values(&self) -> bool {
        true
    }
    /// The directive tables the files were read with, where these aren't the game's own.
    fn files(&self) -> Option<&'static [FileSpec]> {
        None
    }
    /// Compiles the rules to count what drops are.
    fn forge(&self) -> Arc<dyn Forge> {
        self.forge_for(Detail::Identity)
    }
}
