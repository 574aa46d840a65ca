//! Slays and brands of 3.3 to 3.5 and of the affix branch.

/// Slays and brands: flag, the trait (a bit of the game's monsters) a monster must have (or, for brands, must not
/// have), multiplier, whether it is a brand. Only the affix branch has the flags that hurt.
///
/// Facts of the programs (list-slays.h).
#[rustfmt::skip]
pub const SLAYS: &[(&str, u32, i64, bool)] = &[
    ("SLAY_ANIMAL", 0, 2, false),
    ("SLAY_EVIL", 1, 2, false),
    ("BRAND_FIZZ", 8, 2, true),
    ("BRAND_BUZZ", 9, 2, true),
    ("BRAND_WARM", 10, 2, true),
    ("BRAND_COOL", 11, 2, true),
    ("BRAND_ICKY", 12, 2, true),
    ("HURT_UNDEAD", 2, 2, false),
    ("HURT_DEMON", 3, 2, false),
    ("SLAY_UNDEAD", 2, 3, false),
    ("SLAY_DEMON", 3, 3, false),
    ("SLAY_ORC", 4, 3, false),
    ("SLAY_TROLL", 5, 3, false),
    ("SLAY_GIANT", 6, 3, false),
    ("SLAY_DRAGON", 7, 3, false),
    ("BRAND_ACID", 8, 3, true),
    ("BRAND_ELEC", 9, 3, true),
    ("BRAND_FIRE", 10, 3, true),
    ("BRAND_COLD", 11, 3, true),
    ("BRAND_POIS", 12, 3, true),
    ("KILL_DRAGON", 7, 5, false),
    ("KILL_DEMON", 3, 5, false),
    ("KILL_UNDEAD", 2, 5, false),
];
