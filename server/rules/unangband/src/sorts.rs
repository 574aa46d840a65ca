//! The positions of the sorts of entries that stand beside items.

/// The position of monsters.
pub(super) const MONSTER_SORT: u8 = 0;
