//! What a game of the family is, as data.

use crate::{
    catalog::Role,
    engine::flags::{Flag, FlagType},
    families::common::Vocabulary,
    game::Game,
};

/// A game of the family.
pub(crate) struct Spec {
    /// The game. Its files stand in this order: limits, item types, kinds, affixes, themes, artifacts.
    pub(crate) game: &'static Game,
    /// Item types: number and the names accepted for it, the first being the one shown.
    pub(crate) tvals: &'static [(u8, &'static [&'static str])],
    /// Flag types that files may name.
    pub(crate) flag_types: &'static [(&'static str, FlagType)],
    /// Flags; the first is not accepted in files.
    pub(crate) flags: &'static [Flag],
    /// Effects with their power; the first is not accepted in files.
    pub(crate) effects: &'static [(&'static str, i32)],
    /// Elements: the flags for resistance, immunity and vulnerability, where there are such.
    pub(crate) elements: &'static [(&'static str, Option<(&'static str, &'static str)>)],
    /// Of two slays of one kind the weaker goes: weaker, stronger.
    pub(crate) weaker_slays: &'static [(&'static str, &'static str)],
    /// Flag types that ammunition keeps.
    pub(crate) ammunition_keeps: &'static [FlagType],
    /// Whether ammunition loses its pvals.
    pub(crate) ammunition_loses_pvals: bool,
    /// Array sizes that limits.txt may set.
    pub(crate) labels: &'static [&'static str],
    /// The words for an affix's type, in the order of their numbers (from 1).
    pub(crate) roles: &'static [(&'static str, Role)],
    /// What the combat bonuses are called in the directive tables: to-hit and to-dam.
    pub(crate) combat: [&'static str; 2],
    /// And their minima, with that of to-ac.
    pub(crate) minima: [&'static str; 3],
    /// Affixes of this type can't be picked for a slot.
    pub(crate) unpickable: Option<Role>,
    /// How many of a thing there may be.
    pub(crate) limits: Limits,
    /// The program's code for "no minimum".
    pub(crate) no_minimum: i32,
    /// Whether the last level of an allocation is held against the level of the draw, not against the dungeon level.
    pub(crate) maximum_by_raised_level: bool,
    /// Whether minima of combat bonuses are signed 16-bit numbers; bytes otherwise.
    pub(crate) wide_minima: bool,
    /// Numbers of the power calculation.
    pub(crate) power: PowerSpec,
}

/// How many of a thing a record or item may have.
pub(crate) struct Limits {
    /// Pvals of an item, kind, affix or artifact; at most 15.
    pub(crate) pvals: usize,
    /// `T:` lines of an affix or theme.
    pub(crate) allocations: usize,
    /// `A:` lines of a theme.
    pub(crate) parts: usize,
}

/// The numbers in which power calculations of the family differ.
pub(crate) struct PowerSpec {
    /// Bonuses from here on are inhibited: to-hit, to-dam, to-ac.
    pub(crate) inhibited: [i32; 3],
    /// To-hit and to-dam count one for so many (the affix branch's points are ten of v4's).
    pub(crate) points: i64,
    /// Names of the switches to-hit and to-dam in tallies.
    pub(crate) causes: [&'static str; 2],
    /// Slays and brands: flag, the trait (a bit of `monsters`), multiplier, whether it is a brand. Where slays are pvals,
    /// the multiplier is not used.
    pub(crate) slays: &'static [(&'static str, u32, i64, bool)],
    /// Whether slays and brands are pvals (100 is ×2).
    pub(crate) slays_are_pvals: bool,
    /// The program's monsters summed up: which traits, and the scaled power of all that have just these.
    pub(crate) monsters: &'static [(u16, i64)],
}

impl Spec {
    /// What its files may name.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        Vocabulary { tvals: self.tvals, flags: self.flags, effects: self.effects, labels: self.labels }
    }
}

impl std::fmt::Debug for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spec({})", self.game.id())
    }
}
