//! Groups of item types that rules ask for.

use super::tables::tval;

/// Whether items of a type can be egos.
pub(super) fn takes_egos(item_type: u8) -> bool {
    is_weapon(item_type) || is_armour(item_type) || matches!(item_type, tval::BOW | tval::INSTRUMENT | tval::LITE)
}

/// Whether power is computed of items of a type to balance them: what can be worn, wielded or shot.
pub(super) fn has_power(item_type: u8) -> bool {
    takes_egos(item_type) || matches!(item_type, tval::RING | tval::AMULET | tval::STAFF)
}

/// What is wielded to hit with, and ammunition; bows are none.
pub(super) fn is_weapon(item_type: u8) -> bool {
    matches!(
        item_type,
        tval::DIGGING | tval::HAFTED | tval::POLEARM | tval::SWORD | tval::ARROW | tval::SHOT | tval::BOLT
    )
}

/// What is worn for its armour class, crowns and cloaks too.
pub(super) fn is_armour(item_type: u8) -> bool {
    matches!(item_type, tval::BOOTS..=tval::DRAGON_ARMOR)
}
