//! What the rules of magic ask of chance.

use super::super::{
    levels::{DEEPEST, Difficulty},
    magic::{MagicChances, WHOLE},
};
use affixboard_model::engine::dice::Dice;

/// Where and how a treasure is made.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Circumstances {
    /// The level.
    pub(crate) level: i64,
    /// The game's difficulty.
    pub(crate) difficulty: Difficulty,
    /// Whether it is magic in any case and never cursed, as rewards and the wares of the black market are.
    pub(crate) is_forced: bool,
}

impl Circumstances {
    /// Where everything can come that can come at all.
    pub(super) const EVERYTHING: Circumstances =
        Circumstances { level: DEEPEST, difficulty: Difficulty::USUAL, is_forced: false };
}

/// Dice with the chances of the circumstances.
pub(super) struct Rolls<'a> {
    /// The dice.
    pub(super) dice: &'a mut dyn Dice,
    /// Whether magic is certain.
    pub(super) is_forced: bool,
    chances: MagicChances,
}

impl Rolls<'_> {
    /// The dice for these circumstances.
    pub(super) fn new<'a>(at: &Circumstances, dice: &'a mut dyn Dice) -> Rolls<'a> {
        let chances = MagicChances::at(at.level, at.difficulty, at.is_forced);
        Rolls { dice, is_forced: at.is_forced, chances }
    }

    /// Whether it is magic, which it is in any case where that is forced.
    pub(super) fn is_magic(&mut self) -> bool {
        self.is_forced || self.dice.comes_true(self.chances.magic, WHOLE)
    }

    /// Whether it is special.
    pub(super) fn is_special(&mut self) -> bool {
        self.dice.comes_true(self.chances.special, WHOLE)
    }

    /// Whether it is cursed.
    pub(super) fn is_cursed(&mut self) -> bool {
        self.dice.comes_true(self.chances.cursed, WHOLE)
    }

    /// Whether one of `n` came up.
    pub(super) fn one_in(&mut self, n: u32) -> bool {
        self.dice.one_in(n)
    }

    /// One of these, the likelier the greater the number beside it.
    pub(super) fn one_of<T: Copy, const N: usize>(&mut self, choices: [(u32, T); N]) -> T {
        choices[self.dice.among(&choices.map(|choice| choice.0))].1
    }
}
