//! Kinds, egos and artifacts, as the rules see them.

use super::{activations::Activation, flags::FlagBits, roles::RoleSet};
use affixboard_model::catalog::KindId;

/// A kind, as the rules see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FrogKind {
    /// Item type.
    pub(crate) tval: u8,
    /// Number within it.
    pub(crate) sval: u8,
    /// The level of its `W:` line.
    pub(crate) level: u32,
    /// Last level at which it is drawn; 0 for none.
    pub(crate) max_level: u32,
    /// Levels from which on it is drawn, and its weights there; above 0.
    pub(crate) places: Vec<(u32, u32)>,
    /// Modifier.
    pub(crate) pval: i32,
    /// Bonuses to hit, to damage and to armour class.
    pub(crate) bonuses: [i32; 3],
    /// Armour class.
    pub(crate) armor_class: i32,
    /// Damage dice and their sides.
    pub(crate) dice: [u8; 2],
    /// The multiplier of a bow, times 100.
    pub(crate) multiplier: i32,
    /// In tenths of a pound.
    pub(crate) weight: i32,
    /// In gold.
    pub(crate) cost: i32,
    /// Its flags.
    pub(crate) flags: FlagBits,
    /// What it can be activated for.
    pub(crate) activation: Option<Activation>,
    /// Whether a flag curses it.
    pub(crate) is_cursed: bool,
}

impl FrogKind {
    /// Item type and number within it.
    pub(crate) fn place(&self) -> (u8, u8) {
        (self.tval, self.sval)
    }
}

/// An ego, as the rules see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FrogEgo {
    /// Its index, by which the program knows what it may go on; 0 where the files are of another program.
    pub(crate) known: u32,
    /// The sorts of items it goes on.
    pub(crate) roles: RoleSet,
    /// First level at which it is as frequent as its rarity says; 0 for none.
    pub(crate) min: u32,
    /// Last such level; 0 for none.
    pub(crate) max: u32,
    /// One in how many; 0 for never.
    pub(crate) rarity: u32,
    /// The most it adds to to-hit, to-dam, to-ac and modifier, or takes off where negative.
    pub(crate) most: [i32; 4],
    /// Its flags.
    pub(crate) flags: FlagBits,
    /// What it can be activated for.
    pub(crate) activation: Option<Activation>,
    /// Whether a flag curses it.
    pub(crate) is_cursed: bool,
}

/// An artifact, as the rules see it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct FrogArtifact {
    /// Its index.
    pub(crate) index: u32,
    /// The first kind of its type and number.
    pub(crate) kind: Option<KindId>,
    /// Item type.
    pub(crate) tval: u8,
    /// Number within it.
    pub(crate) sval: u8,
    /// Its level.
    pub(crate) level: u32,
    /// One in how many; 0 as 1.
    pub(crate) rarity: u32,
    /// Whether it is tried by itself and not on items of its kind.
    pub(crate) is_special: bool,
    /// Whether it is never dropped.
    pub(crate) is_for_quests: bool,
    /// Modifier.
    pub(crate) pval: i32,
    /// Bonuses to hit, to damage and to armour class.
    pub(crate) bonuses: [i32; 3],
    /// Armour class.
    pub(crate) armor_class: i32,
    /// Damage dice and their sides.
    pub(crate) dice: [u8; 2],
    /// The multiplier of a bow, times 100.
    pub(crate) multiplier: i32,
    /// In tenths of a pound.
    pub(crate) weight: i32,
    /// Its flags, and that no element harms it.
    pub(crate) flags: FlagBits,
    /// What it can be activated for.
    pub(crate) activation: Option<Activation>,
    /// Whether a flag curses it.
    pub(crate) is_cursed: bool,
}
