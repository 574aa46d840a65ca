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
mod item;
mod jewels;
mod lights;
mod properties;
mod resistances;
mod running;
mod weapons;

pub(crate) use bows::energy;
pub(crate) use item::PricedItem;

use super::{stats::FrogKind, tables::tval};
use affixboard_model::game::Worth;
use running::Running;

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
