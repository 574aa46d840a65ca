//! How an object is made: which kind, what magic makes of it, which ego, artifact or random flag.
//!
//! Source: Unangband 0.7.0-pre1, `object2.c`. All draws are made one by one, as the program makes them.

mod artifacts;
mod boost;
mod egos;
mod forge;
mod jewels;
mod keys;
mod kind_choice;
mod magic;
mod magic_items;
mod maker;
mod memo;

pub(super) use forge::UnangbandForge;
pub use forge::sample_kind;
pub(super) use kind_choice::may_be_good;

use super::tables::tval;

/// Whether items of a type can be egos.
pub(super) fn takes_egos(item_type: u8) -> bool {
    is_weapon(item_type) || is_armour(item_type) || matches!(item_type, tval::BOW | tval::INSTRUMENT | tval::LITE)
}

/// What is wielded to hit with, and ammunition; bows are none.
fn is_weapon(item_type: u8) -> bool {
    matches!(
        item_type,
        tval::DIGGING | tval::HAFTED | tval::POLEARM | tval::SWORD | tval::ARROW | tval::SHOT | tval::BOLT
    )
}

fn is_armour(item_type: u8) -> bool {
    matches!(item_type, tval::BOOTS..=tval::DRAGON_ARMOR)
}
