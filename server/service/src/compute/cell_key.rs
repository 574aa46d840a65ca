//! The cell that cached numbers are of.

use crate::library::{OpenRevision, Reading};

/// Cache key of a cell's numbers: every input that can change what its drops carry.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct CellKey {
    pub(super) content_hash: String,
    pub(super) game: &'static str,
    pub(super) rules_version: u32,
    /// Its switches change the rules, its detail the numbers of keys.
    pub(super) reading: Reading,
    pub(super) depth: u32,
    /// A position in the game's drop qualities.
    pub(super) quality: u8,
}

impl CellKey {
    pub(super) fn of(open: &OpenRevision, depth: u32, quality: u8) -> CellKey {
        CellKey {
            content_hash: open.content_hash().to_owned(),
            game: open.loaded.game.id(),
            rules_version: open.loaded.game.rules_version(),
            reading: open.reading.clone(),
            depth,
            quality,
        }
    }
}
