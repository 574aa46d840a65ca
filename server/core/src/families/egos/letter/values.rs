//! What magic does to some types of items, as the programs of this notation have it: random powers, charges.

/// The random powers an ego may have: a sustain, a high resistance, another power (object2.c, `apply_magic`).
#[rustfmt::skip]
pub(crate) const EXTRA: [&[&str]; 3] = [
    &["SUST_STR", "SUST_INT", "SUST_WIS", "SUST_DEX", "SUST_CON", "SUST_CHR"],
    &["RES_POIS", "RES_FEAR", "RES_LITE", "RES_DARK", "RES_BLIND", "RES_CONFU", "RES_SOUND", "RES_SHARD", "RES_NEXUS",
      "RES_NETHR", "RES_CHAOS", "RES_DISEN"],
    &["SLOW_DIGEST", "FEATHER", "LITE", "REGEN", "TELEPATHY", "SEE_INVIS", "FREE_ACT", "HOLD_LIFE"],
];

/// Charges of wands by sval (object2.c, `charge_wand`): a die of so many sides, and what is added.
#[rustfmt::skip]
pub(crate) const WANDS: &[(u8, u8)] = &[
    (20, 8), (20, 8), (5, 3), (5, 6), (5, 4), (8, 6), (4, 3), (10, 6), (15, 8), (10, 6), (12, 6), (5, 3), (3, 3),
    (8, 6), (8, 6), (10, 6), (8, 6), (8, 6), (8, 6), (5, 6), (5, 2), (8, 4), (4, 2), (6, 2), (15, 8), (2, 1), (3, 1),
    (3, 1), (3, 1),
];

/// Charges of staves by sval (object2.c, `charge_staff`).
#[rustfmt::skip]
pub(crate) const STAVES: &[(u8, u8)] = &[
    (8, 8), (8, 8), (8, 8), (3, 1), (4, 5), (15, 5), (3, 4), (5, 6), (20, 8), (5, 5), (20, 8), (15, 6), (5, 6), (8, 6),
    (15, 8), (15, 8), (5, 6), (3, 4), (2, 1), (2, 2), (5, 6), (5, 6), (3, 4), (6, 2), (3, 4), (3, 1), (2, 2), (2, 1),
    (5, 3), (3, 1),
];
