//! The points in which the rules of the family's games differ.

/// The source of random decisions: a random stream, or an enumeration of all outcomes (see [`super::magic`]).
pub(crate) trait ChanceSource {
    /// Uniform on `0..n`; 0 for n ≤ 1, as the games' `rand0`.
    fn below(&mut self, n: u32) -> u32;

    /// True with probability `times` / `of`. Like `below(of) < times`, but with two branches only.
    fn chance(&mut self, times: u32, of: u32) -> bool;

    /// The games' `rand1`: uniform on `1..=n`.
    fn one_to(&mut self, n: u32) -> u32 {
        self.below(n) + 1
    }

    /// The games' `one_in_`: true with probability 1/n.
    fn one_in(&mut self, n: u32) -> bool {
        self.chance(1, n.max(1))
    }
}

/// The magic of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Magic {
    /// Window of affix levels it draws from: an index into [`Generation::WINDOWS`].
    pub(crate) window: usize,
    /// Number of steps (attempts to add an affix), not limited by slots.
    pub(crate) steps: u32,
}

/// The rules that differ between the games of the family.
pub(crate) trait Generation: Send + Sync + 'static {
    /// The windows of affix levels: (lowest, highest), as indices into the game's affix levels.
    const WINDOWS: &'static [(u8, u8)];

    /// A drop of a quality at a depth first tries to be an artifact with probability 1 / this.
    fn artifact_odds(quality: usize, depth: u32) -> u32;

    /// The magic of an item of a quality at a level; `flagged_good`: its kind has the flag GOOD.
    fn magic(quality: usize, level: u32, flagged_good: bool, random: &mut impl ChanceSource) -> Magic;

    /// Maximum number of steps that [`Generation::magic`] gives at levels up to this one.
    fn max_steps(quality: usize, level: u32, flagged_good: bool) -> u32;

    /// The windows that draws of a quality can use.
    fn windows(quality: usize) -> &'static [usize];

    /// The window of a draw whose level was boosted.
    fn boosted_window(window: usize) -> usize;
}
