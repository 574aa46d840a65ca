//! Classes of kinds that the same allocations cover.

use affixboard_model::catalog::{AffixId, Allocation, ThemeId};

/// A class of kinds that the same allocations cover, with these allocations.
#[derive(Debug, Default)]
pub(super) struct KindClass {
    /// Affixes, each with its allocations in file order.
    pub(super) affixes: Vec<(AffixId, Vec<Allocation>)>,
    /// Likewise themes.
    pub(super) themes: Vec<(ThemeId, Vec<Allocation>)>,
}

/// The range of levels at which an allocation applies at a depth; `None` if at none.
pub(super) fn levels_of(line: &Allocation, depth: Option<u32>) -> Option<(u32, u32)> {
    match depth {
        None => Some((line.min, line.max)),
        Some(depth) => (depth <= line.max).then_some((line.min, u32::MAX - 1)),
    }
}
