//! What a game of the family is, as data.

use crate::games::Game;

/// A game of the family.
pub(crate) struct Spec {
    /// The game.
    pub(crate) game: &'static dyn Game,
    /// Item types whose items can be egos.
    pub(crate) wearable: &'static [u16],
    /// One in so many drops tries the special artifacts first: normal drops, and good or great ones.
    pub(crate) special_odds: [u32; 2],
    /// Whether a special artifact whose kind is out of depth is rarer still (one in five times the levels missing).
    pub(crate) special_kind_level: bool,
    /// Whether a drop that tried the special artifacts in vain becomes a good one.
    pub(crate) special_failure_is_good: bool,
    /// A boosted choice of the kind is made at `1 + level × this ÷ roll`, rolls being 1 to this.
    pub(crate) kind_boost: u32,
    /// The deepest level of the kind tables; higher ones count as this.
    pub(crate) deepest_kinds: u32,
    /// Whether of two or three entries drawn the one of the highest level is taken (60 % and 10 % of the time).
    pub(crate) best_of: bool,
    /// How powerful an item is: good, great, level → powers with their weights.
    pub(crate) powers: fn(bool, bool, u32) -> Vec<Power>,
    /// How many times an item of that power tries its kind's artifacts: power, great.
    pub(crate) artifact_rolls: fn(i8, bool) -> u32,
    /// The level of an ego choice is at most this.
    pub(crate) deepest_egos: u32,
    /// Whether normal drops draw from cursed egos too. Good and great ones never do.
    pub(crate) cursed_egos: bool,
}

/// A power with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Power {
    pub(crate) power: i8,
    pub(crate) weight: u64,
}

impl std::fmt::Debug for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spec({})", self.game.id())
    }
}
