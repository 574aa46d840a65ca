//! Properties of drops and items that the choice of an ego depends on.

pub(super) use super::super::numbers::EGO_POWER;
use super::super::{DropQuality, EgoSpec, NORMAL};

impl EgoSpec {
    /// The drop quality at a position in the game's words.
    pub(super) fn quality(&self, at: u8) -> DropQuality {
        self.drops.get(usize::from(at)).copied().unwrap_or(NORMAL)
    }

    /// The position of a drop quality.
    pub(super) fn position_of(&self, quality: DropQuality) -> u8 {
        self.drops.iter().position(|known| *known == quality).unwrap_or(0) as u8
    }
}

/// The properties of an item that decide from which egos it draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EgoItemClass {
    pub(super) power: i8,
    /// Whether it is of a good or great drop.
    pub(super) good: bool,
}
