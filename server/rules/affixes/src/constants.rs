//! Numbers of the family's programs that rules and solver share. Knows nothing of the project.

/// Slots for affixes on an item (`MAX_AFFIXES`).
pub(super) const SLOTS: usize = 8;

/// Bonus to the level of normal, good and great drops (RULES 2.1.1).
pub(super) const LEVEL_BONUS: [u32; 3] = [0, 5, 10];
/// Maximum of the random bonus to the level of good drops (RULES 2.1.1).
pub(super) const LEVEL_M_BONUS: u32 = 5;
/// A step draws its affix at a boosted level with probability 1 / this (RULES 2.5.2, `GREAT_EGO`).
pub(super) const GREAT_EGO: u32 = 20;
/// A kind is chosen at a boosted level with probability 1 / this (RULES 2.2, `GREAT_OBJ`).
pub(super) const GREAT_OBJ: u32 = 20;
/// The deepest level, by which affix levels are boosted (RULES 2.5.2, `MAX_DEPTH`).
pub(super) const MAX_DEPTH: u32 = 128;
/// The deepest level of the kind tables, by which kind levels are boosted (RULES 2.2, `MAX_O_DEPTH`).
pub(super) const MAX_OBJECT_DEPTH: u32 = 100;

/// A level boosted by a roll of 1..=`most` (RULES 2.2, 2.5.2).
pub(super) fn boosted(level: u32, most: u32, roll: u32) -> u32 {
    1 + level * most / roll
}
