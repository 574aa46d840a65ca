//! The numbers of a column of chances: computed ones and counts of simulated drops.

use affixboard_model::game::Chance;

/// A depth with its computed chances.
#[derive(Debug, Clone, Copy)]
pub struct ChanceColumn<'a> {
    /// The depth.
    pub depth: u32,
    /// The [exact chances](affixboard_model::game::ExactChances::chances) for the sheet's drop quality, for the kinds and
    /// artifacts of the item type at least; `None` while they aren't computed.
    pub chances: Option<&'a [Chance]>,
    /// What drops simulated at the depth and with the sheet's drop quality carried; `None` where none were.
    pub simulated: Option<SimulatedColumn<'a>>,
}

impl<'a> ChanceColumn<'a> {
    /// A column of nothing but computed chances.
    pub fn computed(depth: u32, chances: Option<&'a [Chance]>) -> ChanceColumn<'a> {
        ChanceColumn { depth, chances, simulated: None }
    }
}

/// Counts of simulated drops, for numbers that are not computed yet or have a wide error bound.
#[derive(Debug, Clone, Copy)]
pub struct SimulatedColumn<'a> {
    /// Number of drops that the counts stand for.
    pub drops: u64,
    /// Number of items that were made: fewer than drops where those of one item type alone were.
    pub made: u64,
    /// (Key, count) by rising key; keys that are left out were not seen.
    pub counts: &'a [(u32, u64)],
}
