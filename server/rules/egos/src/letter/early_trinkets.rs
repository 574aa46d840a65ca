//! The rings and amulets of 2.8 and 2.9 (object2.c, `a_m_aux_3` of 2.8.3 to 2.9.2; RULES 7).

use super::values::{MORE, NONE, PVAL, amulet, ring, value};
use crate::values::{Trinket, Turns};
use affixboard_model::syntax::RandomValue;

/// The armour class of elements and protection, to-hit of accuracy, to-dam of damage: 6 to 20.
const MUCH: RandomValue = value(5, 5, 10);
/// To-hit and to-dam of slaying: 1 to 15.
const SLAYING: RandomValue = value(0, 5, 10);

/// Rings and amulets with values: to-hit, to-dam, to-ac, pval.
#[rustfmt::skip]
pub const EARLY_TRINKETS: &[Trinket] = &[
    // Strength, intelligence, dexterity, constitution, searching.
    ring(24, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(25, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(26, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(27, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(23, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    // Speed.
    Trinket { grows: true, ..ring(31, Turns::WithPower, [NONE, NONE, NONE, MORE]) },
    // Acid, flames, ice.
    ring(17, Turns::Never, [NONE, NONE, MUCH, NONE]),
    ring(18, Turns::Never, [NONE, NONE, MUCH, NONE]),
    ring(19, Turns::Never, [NONE, NONE, MUCH, NONE]),
    // Weakness, stupidity, woe.
    ring(2, Turns::Always, [NONE, NONE, NONE, PVAL]),
    ring(3, Turns::Always, [NONE, NONE, NONE, PVAL]),
    ring(0, Turns::Always, [NONE, NONE, value(5, 0, 10), PVAL]),
    // Damage, accuracy, protection, slaying.
    ring(29, Turns::WithPower, [NONE, MUCH, NONE, NONE]),
    ring(28, Turns::WithPower, [MUCH, NONE, NONE, NONE]),
    ring(16, Turns::WithPower, [NONE, NONE, MUCH, NONE]),
    ring(30, Turns::WithPower, [SLAYING, SLAYING, NONE, NONE]),
    // Wisdom, charisma, searching, the Magi, doom.
    amulet(6, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    amulet(7, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    amulet(5, Turns::WithPower, [NONE, NONE, NONE, MORE]),
    amulet(8, Turns::Never, [NONE, NONE, MORE, MORE]),
    amulet(0, Turns::Always, [NONE, NONE, MORE, MORE]),
];
