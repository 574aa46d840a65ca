//! What an item costs: the game's own pricing formula, for one who knows all of it.
//!
//! Source: frogcomposband 7.1, `obj_value_real` (object2.c) and `object3.c`. Its numbers are integers of 32 bits and doubles, in turns;
//! the order of the operations is kept, as each step cuts off what is behind the point. Where a number doesn't fit, which C leaves
//! open, there is no price.

mod armour;
mod bows;
mod brands;
mod devices;
mod finish;
mod jewels;
mod lights;
mod properties;
mod resistances;
mod running;
mod weapons;

pub(crate) use bows::energy;

use super::{
    activations::Activation,
    flags::{FlagBits, named as f},
    stats::FrogKind,
    tables::tval,
};
use affixboard_model::game::Worth;
use running::Running;

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

/// The price of an item. `None` where what it depends on isn't known: what a device does and how often, which monster a figurine is of.
pub(crate) fn price(item: &PricedItem, kind: &FrogKind) -> Option<Worth> {
    let without_opposites = item.flags.without_opposites();
    let item = &PricedItem { flags: without_opposites, ..*item };
    let mut sum = Running::default();
    match kind.tval {
        20..=tval::SWORD => weapons::weapon(&mut sum, item, kind)?,
        16..=18 => weapons::missile(&mut sum, item, kind)?,
        tval::BOW => bows::bow(&mut sum, item, kind)?,
        tval::BOOTS..=tval::DRAGON_ARMOR | tval::CARD => armour::armour(&mut sum, item, kind)?,
        tval::RING | tval::AMULET => jewels::jewel(&mut sum, item, kind)?,
        tval::LIGHT if item.artifact > 0 => jewels::jewel(&mut sum, item, kind)?,
        tval::LIGHT => lights::light(&mut sum, item, kind)?,
        tval::QUIVER => lights::quiver(&mut sum, item, kind)?,
        tval::STAFF | tval::WAND | tval::ROD => devices::device(&mut sum, item, kind)?,
        tval::FIGURINE | tval::CORPSE => return None,
        // One that is found has a lock; where it has none, it is empty.
        tval::CHEST if kind.level == 0 && item.pval == 0 => sum.add("an empty chest", 0),
        tval::CAPTURE_BALL if kind.cost != 0 => sum.add("an empty ball", 1000),
        _ => sum.add("the kind", i64::from(kind.cost.max(0))),
    }
    sum.worth()
}
