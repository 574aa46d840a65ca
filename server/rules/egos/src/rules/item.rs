//! Properties of drops and items that the choice of an ego depends on.

use affixboard_model::batch::Cell;

/// The drop quality of a cell: good, great.
pub(super) fn quality_of(cell: Cell) -> (bool, bool) {
    (cell.quality >= 1, cell.quality >= 2)
}

/// The properties of an item that decide from which egos it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EgoItemClass {
    pub(super) power: i8,
    /// Whether it is of a good or great drop.
    pub(super) good: bool,
}

/// Minimum power of excellent items; terrible ones have its negative or less. Both draw egos.
pub(super) const EGO_POWER: i8 = 2;
