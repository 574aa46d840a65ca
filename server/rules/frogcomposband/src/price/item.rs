//! What a price depends on.

use super::super::{
    activations::Activation,
    flags::{FlagBits, named as f},
    stats::FrogKind,
};

/// An item whose price is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PricedItem {
    /// The ego's number in the program; 0 for none.
    pub(crate) ego: u32,
    /// The index of the artifact that it is; 0 for none.
    pub(crate) artifact: u32,
    /// Modifier.
    pub(crate) pval: i32,
    /// To-hit, to-dam, to-ac.
    pub(crate) bonuses: [i32; 3],
    /// Armour class.
    pub(crate) armor_class: i32,
    /// Damage dice and their sides.
    pub(crate) dice: [u8; 2],
    /// The multiplier of a bow, times 100.
    pub(crate) multiplier: i32,
    /// In tenths of a pound.
    pub(crate) weight: i32,
    /// All of its flags: of kind, ego, artifact and its own.
    pub(crate) flags: FlagBits,
    /// What it can be activated for.
    pub(crate) activation: Option<Activation>,
    /// Whether its curse can't be lifted.
    pub(crate) is_perma_cursed: bool,
    /// How many missiles a quiver holds, or how much mana a device.
    pub(crate) capacity: i32,
}

impl PricedItem {
    /// A plain item of a kind.
    pub(crate) fn plain(kind: &FrogKind) -> PricedItem {
        PricedItem {
            pval: kind.pval,
            bonuses: kind.bonuses,
            armor_class: kind.armor_class,
            dice: kind.dice,
            multiplier: kind.multiplier,
            weight: kind.weight,
            flags: kind.flags,
            activation: kind.activation,
            is_perma_cursed: kind.flags.has(f::PERMA_CURSE),
            ..PricedItem::default()
        }
    }
}
