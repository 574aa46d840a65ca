//! Which roles an item asks egos by, and which of them it refuses.
//!
//! Source: frogcomposband 7.1, `object2.c` and `ego.c`.

use super::{roles::EgoRole, stats::FrogKind, tables::tval};

/// The roles that items of a kind ask egos by, the usual one first: robes have two.
pub(crate) fn roles_of(kind: &FrogKind) -> &'static [EgoRole] {
    match kind.place() {
        (16..=18, _) => &[EgoRole::Ammo],
        (tval::BOW, HARP | FLUTE) => &[EgoRole::Harp],
        (tval::BOW, _) => &[EgoRole::Bow],
        (tval::DIGGER, _) => &[EgoRole::Digger],
        (tval::POLEARM, DEATH_SCYTHE) | (tval::SWORD, RUNESWORD | POISON_NEEDLE) => &[],
        (21..=23, _) => &[EgoRole::Weapon],
        (tval::BOOTS, _) => &[EgoRole::Boots],
        (tval::GLOVES, _) => &[EgoRole::Gloves],
        (tval::HELM, _) => &[EgoRole::Helmet],
        (tval::CROWN, _) => &[EgoRole::Crown],
        (tval::SHIELD, _) => &[EgoRole::Shield],
        (tval::CLOAK, _) => &[EgoRole::Cloak],
        (tval::SOFT_ARMOR, ROBE) => &[EgoRole::BodyArmor, EgoRole::Robe],
        (tval::SOFT_ARMOR | tval::HARD_ARMOR, _) => &[EgoRole::BodyArmor],
        (tval::DRAGON_ARMOR, _) => &[EgoRole::DragonArmor],
        (tval::LIGHT, _) => &[EgoRole::Lite],
        (tval::AMULET, _) => &[EgoRole::Amulet],
        (tval::RING, _) => &[EgoRole::Ring],
        (tval::QUIVER, _) => &[EgoRole::Quiver],
        (tval::STAFF | tval::WAND | tval::ROD, _) => &[EgoRole::Device],
        _ => &[],
    }
}

/// Whether something of dragons resists at random: armour of other types than their own, and their swords (`dragon_resist`).
pub(crate) fn is_of_dragons(kind: &FrogKind) -> bool {
    matches!(
        kind.place(),
        (tval::HELM, 8)
            | (tval::CLOAK, 7)
            | (tval::SHIELD | tval::GLOVES, 6)
            | (tval::BOOTS, 4)
            | (tval::SWORD, DRAGON_FANG)
    )
}

/// Whether plain items have a modifier of 1 to 4 by chance: elven cloaks and black clothes.
pub(crate) fn has_random_modifier(kind: &FrogKind) -> bool {
    matches!(kind.place(), (tval::CLOAK, 2) | (tval::SOFT_ARMOR, 13))
}

pub(crate) const HARP: u8 = 70;
pub(crate) const FLUTE: u8 = 71;
pub(crate) const DEATH_SCYTHE: u8 = 50;
pub(crate) const RUNESWORD: u8 = 34;
pub(crate) const POISON_NEEDLE: u8 = 32;
pub(crate) const DIAMOND_EDGE: u8 = 31;
pub(crate) const DRAGON_FANG: u8 = 35;
pub(crate) const ROBE: u8 = 2;
const BLADE_OF_CHAOS: u8 = 30;
const POINTY_HAT: u8 = 10;

/// Parts of [`accepted`] that are all.
pub(crate) const ACCEPTED: u32 = 8;

/// How many eighths of the draws of an ego for a kind are not refused, and drawn again from the whole pool.
///
/// Source: frogcomposband 7.1, `ego.c`, the `_create_*` functions; egos by their index.
pub(crate) fn accepted(ego: u32, role: EgoRole, kind: &FrogKind) -> u32 {
    let (item_type, sval) = kind.place();
    let is = |allowed: bool| if allowed { ACCEPTED } else { 0 };
    let is_sword = item_type == tval::SWORD;
    let is_hard = item_type == tval::HARD_ARMOR;
    let is_lance = item_type == tval::POLEARM && matches!(sval, 20 | 29);
    match (role, ego) {
        (EgoRole::Weapon, 2) if is_sword && sval == DIAMOND_EDGE => 1,
        (EgoRole::Weapon, 2) => is(is_sword || item_type == tval::POLEARM),
        (EgoRole::Weapon, 6) => is((item_type, sval) == (21, 21)),
        (EgoRole::Weapon, 23) => {
            let [dice, sides] = kind.dice.map(u32::from);
            is(is_sword && sval != BLADE_OF_CHAOS && dice * sides >= 10)
        }
        (EgoRole::Weapon, 24..=26) => is(is_lance),
        (EgoRole::Weapon, 27) => is(is_sword),
        (EgoRole::Bow, 164) => is(sval == 13),
        (EgoRole::Bow, 165) => is(sval == 24),
        // Slings; the lamps of Feanor.
        (EgoRole::Bow, 166) | (EgoRole::Lite, 242) => is(sval == 2),
        (EgoRole::Digger, 42) => is(sval == 7),
        (EgoRole::DragonArmor, 91) => is(matches!(sval, 12 | 16)),
        (EgoRole::DragonArmor, 92) => is(sval == 18),
        (EgoRole::BodyArmor, 70) => is(is_hard && sval != 1),
        (EgoRole::BodyArmor, 71..=74) => is(is_hard),
        (EgoRole::BodyArmor, 75) => is(!is_hard),
        (EgoRole::BodyArmor, 77) if (item_type, sval) == (tval::SOFT_ARMOR, 1) => ACCEPTED / 2,
        (EgoRole::Shield, 60) => is(!matches!(sval, 2 | 4 | 6 | 10)),
        (EgoRole::Shield, 61) => is(!matches!(sval, 6 | 10)),
        (EgoRole::Shield, 62) => is(sval != 10),
        (EgoRole::Helmet, 56 | 110 | 121 | 122 | 126) if sval == POINTY_HAT => ACCEPTED,
        (EgoRole::Helmet, _) if sval == POINTY_HAT => 0,
        (EgoRole::BodyArmor, 77) | (EgoRole::Helmet, 122 | 126) => 0,
        (EgoRole::Helmet, 118) => is(!matches!(sval, 2 | 8)),
        (EgoRole::Helmet, 121) => is(sval == 1),
        (EgoRole::Boots, 147) => match sval {
            5 => ACCEPTED,
            6 => ACCEPTED / 2,
            _ => 0,
        },
        (EgoRole::Lite, 237) => is(matches!(sval, 0 | 1)),
        (EgoRole::Lite, 243) => is(!matches!(sval, 0 | 1)),
        // Rods refuse it; what a wand or staff does may.
        (EgoRole::Device, RESISTANCE) => is(item_type != tval::ROD),
        _ => ACCEPTED,
    }
}

/// The ego that no rod has, and no device that elements don't harm.
pub(crate) const RESISTANCE: u32 = 250;
