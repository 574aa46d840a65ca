//! Where the rules of the family's games differ.

/// What rules toss for. They follow a stream of random numbers, or every way there is (see [`super::magic`]).
pub(crate) trait Chances {
    /// Uniform on `0..n`; 0 for n ≤ 1, as the games' `rand0`.
    fn below(&mut self, n: u32) -> u32;

    /// True `times` times in `of`. The same as asking whether a draw below `of` is below `times`, with fewer ways.
    fn chance(&mut self, times: u32, of: u32) -> bool;

    /// The games' `rand1`: uniform on `1..=n`.
    fn one_to(&mut self, n: u32) -> u32 {
        self.below(n) + 1
    }

    /// The games' `one_in`: true once in `n`.
    fn one_in(&mut self, n: u32) -> bool {
        self.chance(1, n.max(1))
    }
}

/// What magic an item gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Magic {
    /// Which window of affix levels it draws from: a position in [`Generation::WINDOWS`].
    pub(crate) window: usize,
    /// How many affixes it tries to get; before the limit of slots.
    pub(crate) steps: u32,
}

/// The rules of one game of the family, as far as they are its own.
pub(crate) trait Generation: Send + Sync + 'static {
    /// The windows of affix levels an item may draw from: lowest and highest, as positions in the game's affix levels.
    const WINDOWS: &'static [(u8, u8)];

    /// One in so many drops of a quality at a depth tries to be an artifact first.
    fn artifact_odds(quality: usize, depth: u32) -> u32;

    /// What magic an item of a quality gets at a level; `flagged_good`: its kind has the flag GOOD.
    fn magic(quality: usize, level: u32, flagged_good: bool, random: &mut impl Chances) -> Magic;

    /// The most steps [`Generation::magic`] gives at levels up to this one.
    fn most_steps(quality: usize, level: u32, flagged_good: bool) -> u32;

    /// The windows that draws of a quality can use.
    fn windows(quality: usize) -> &'static [usize];

    /// The window of a draw whose level was boosted.
    fn boosted_window(window: usize) -> usize;
}
