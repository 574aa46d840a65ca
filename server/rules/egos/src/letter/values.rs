//! Effects of magic on some item types in the programs of this notation: random powers, charges, and constructors for a
//! game's table of rings and amulets.

use crate::values::{Trinket, Turns};
use affixboard_model::syntax::RandomValue;

/// The random powers an ego may have: a sustain, a high resistance, another power (object2.c, `apply_magic`).
#[rustfmt::skip]
pub const EXTRA: [&[&str]; 3] = [
    &["SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "SUST_CHR"],
    &["RES_POIS", "RES_FEAR", "RES_LITE", "RES_DARK", "RES_BLIND", "RES_CONFU", "RES_SOUND", "RES_SHARD", "RES_NEXUS",
      "RES_NETHR", "RES_CHAOS", "RES_DISEN"],
    &["SLOW_DIGEST", "FEATHER", "LITE", "REGEN", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE"],
];

/// Charges of wands by sval (object2.c, `charge_wand`): sides of a die, and a constant that is added.
#[rustfmt::skip]
pub const WANDS: &[(u8, u8)] = &[
    (20, 8), (20, 8), (5, 3), (5, 6), (5, 4), (8, 6), (4, 3), (10, 6), (15, 8), (10, 6), (12, 6), (5, 3), (3, 3),
    (8, 6), (8, 6), (10, 6), (8, 6), (8, 6), (8, 6), (5, 6), (5, 2), (8, 4), (4, 2), (6, 2), (15, 8), (2, 1), (3, 1),
    (3, 1), (3, 1),
];

/// Charges of staves by sval (object2.c, `charge_staff`).
#[rustfmt::skip]
pub const STAVES: &[(u8, u8)] = &[
    (8, 8), (8, 8), (8, 8), (3, 1), (4, 5), (15, 5), (3, 4), (5, 6), (20, 8), (5, 5), (20, 8), (15, 6), (5, 6), (8, 6),
    (15, 8), (15, 8), (5, 6), (3, 4), (2, 1), (2, 2), (5, 6), (5, 6), (3, 4), (6, 2), (3, 4), (3, 1), (2, 2), (2, 1),
    (5, 3), (3, 1),
];

/// Random value: a base, a die (`sides` 0: none), and a bonus by level.
pub const fn value(base: i32, sides: i32, m_bonus: i32) -> RandomValue {
    RandomValue { base, dice: if sides > 0 { 1 } else { 0 }, sides, m_bonus }
}

/// Keeps the kind's own value.
pub const NONE: RandomValue = RandomValue::fixed(0);
/// Most pvals: 1 to 6.
pub const PVAL: RandomValue = value(1, 0, 5);
/// Some pvals: 1 to 10.
pub const MORE: RandomValue = value(0, 5, 5);

/// A ring with its to-hit, to-dam, to-ac and pval.
pub const fn ring(sval: u8, turns: Turns, values: [RandomValue; 4]) -> Trinket {
    Trinket { tval: 45, sval, turns, values, grows: false }
}

/// An amulet with its to-hit, to-dam, to-ac and pval.
pub const fn amulet(sval: u8, turns: Turns, values: [RandomValue; 4]) -> Trinket {
    Trinket { tval: 40, sval, turns, values, grows: false }
}
