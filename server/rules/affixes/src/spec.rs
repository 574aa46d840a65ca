//! Games of the family as data.

use affixboard_kin::{Vocabulary, monsters::MonsterSpec, power::PowerSpec};
use affixboard_model::{
    catalog::Role,
    engine::flags::{Flag, FlagType},
    game::Game,
    syntax::FileSpec,
};

/// A game of the family.
pub(crate) struct AffixSpec {
    /// The game. Its files stand in this order: limits, item types, kinds, affixes, themes, artifacts, monster bases,
    /// monsters.
    pub(crate) game: &'static Game,
    /// Item types: number and the names accepted for it, the first being the one shown.
    pub(crate) tvals: &'static [(u8, &'static [&'static str])],
    /// Flag types that files may name.
    pub(crate) flag_types: &'static [(&'static str, FlagType)],
    /// Flags; the first is not accepted in files.
    pub(crate) flags: &'static [Flag],
    /// Effects with their power; the first is not accepted in files.
    pub(crate) effects: &'static [(&'static str, i32)],
    /// Elements: the flag of resistance, and those of immunity and vulnerability if they exist.
    pub(crate) elements: &'static [(&'static str, Option<(&'static str, &'static str)>)],
    /// Pairs (weaker slay, stronger slay): the stronger one removes the weaker one.
    pub(crate) weaker_slays: &'static [(&'static str, &'static str)],
    /// Flag types that ammunition keeps.
    pub(crate) ammunition_keeps: &'static [FlagType],
    /// Whether ammunition loses its pvals.
    pub(crate) ammunition_loses_pvals: bool,
    /// Array sizes that limits.txt may set.
    pub(crate) labels: &'static [&'static str],
    /// The words for an affix's type, in the order of their numbers (from 1).
    pub(crate) roles: &'static [(&'static str, Role)],
    /// Field names of to-hit and to-dam in the directive tables.
    pub(crate) combat: [&'static str; 2],
    /// Field names of the minima of to-hit, to-dam and to-ac.
    pub(crate) minima: [&'static str; 3],
    /// Affixes of this type can't be picked for a slot.
    pub(crate) unpickable: Option<Role>,
    /// Maximum counts.
    pub(crate) limits: CountLimits,
    /// The program's code for "no minimum".
    pub(crate) no_minimum: i32,
    /// Whether the last level of an allocation is compared with the level of the draw instead of the dungeon level.
    pub(crate) maximum_by_raised_level: bool,
    /// Whether minima of combat bonuses are signed 16-bit numbers; bytes otherwise.
    pub(crate) wide_minima: bool,
    /// Numbers of the power calculation.
    pub(crate) power: PowerSpec,
    /// Its monsters.
    pub(crate) monsters: &'static MonsterSpec,
    /// Names of the switches to-hit and to-dam of the power calculation in tallies.
    pub(crate) power_causes: [&'static str; 2],
}

/// Maximum counts of parts of a record or item.
pub(crate) struct CountLimits {
    /// Pvals of an item, kind, affix or artifact; at most 15.
    pub(crate) pvals: usize,
    /// `T:` lines of an affix or theme.
    pub(crate) allocations: usize,
    /// `A:` lines of a theme.
    pub(crate) parts: usize,
}

impl AffixSpec {
    /// The files that drops are made of.
    pub(crate) fn drop_files(&self) -> &'static [FileSpec] {
        let files = self.game.files();
        files.strip_suffix(self.monsters.files).unwrap_or(files)
    }

    /// The built-in names that its files may use.
    pub(crate) fn vocabulary(&self) -> Vocabulary {
        Vocabulary { tvals: self.tvals, flags: self.flags, effects: self.effects, labels: self.labels }
    }
}

impl std::fmt::Debug for AffixSpec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spec({})", self.game.id())
    }
}
