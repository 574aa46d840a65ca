//! Cells, the points at which drops are made, and how much of each drop is counted.

use crate::catalog::KindId;

/// One cell of a plan: where and how drops are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The dungeon level, which is also the creation level.
    pub depth: u32,
    /// A position in the game's drop qualities: 0 normal, 1 good, 2 great.
    pub quality: u8,
    /// Apply magic to this kind instead of making whole drops.
    pub kind: Option<KindId>,
}

/// All cells of depths, drop qualities and kinds (none: whole drops), in that order.
pub fn cells<'a>(depths: &'a [u32], qualities: &'a [u8], kinds: &[KindId]) -> impl Iterator<Item = Cell> + 'a {
    let kinds: Vec<Option<KindId>> =
        if kinds.is_empty() { vec![None] } else { kinds.iter().copied().map(Some).collect() };
    depths.iter().flat_map(move |&depth| {
        let kinds = kinds.clone();
        qualities
            .iter()
            .flat_map(move |&quality| kinds.clone().into_iter().map(move |kind| Cell { depth, quality, kind }))
    })
}

/// The part of a drop that is counted. The drops themselves don't depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Detail {
    /// Kind, affixes, theme, artifact.
    #[default]
    Identity,
    /// Its values and flags too.
    Full,
}

impl Detail {
    /// Both.
    pub const ALL: [Detail; 2] = [Detail::Identity, Detail::Full];

    /// The word in commands, the database and URLs.
    pub fn name(self) -> &'static str {
        match self {
            Detail::Identity => "identity",
            Detail::Full => "full",
        }
    }
}
