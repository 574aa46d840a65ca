//! How 3.0 rolls values, as far as the program knows it without edit files (object2.c, `a_m_aux_3`; RULES 6).

use crate::{
    letter::values::{EXTRA, MORE, NONE, PVAL, STAVES, WANDS, amulet, ring, value},
    values::{ArmourPrice, Trinket, Turns, ValueSpec},
};

pub(super) static VALUES: ValueSpec = ValueSpec {
    ego_sets_power: true,
    extra: EXTRA,
    trinkets: TRINKETS,
    wands: WANDS,
    staves: STAVES,
    armour_price: ArmourPrice::BeyondKind,
};

/// Rings and amulets with values: to-hit, to-dam, to-ac, pval.
#[rustfmt::skip]
const TRINKETS: &[Trinket] = &[
    // Strength, intelligence, dexterity, constitution, searching.
    ring(24, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(25, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(26, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(27, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    ring(23, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    // Speed.
    Trinket { grows: true, ..ring(31, Turns::WithPower, [NONE, NONE, NONE, MORE]) },
    // Acid, flames, ice, lightning.
    ring(17, Turns::Never, [NONE, NONE, value(5, 5, 10), NONE]),
    ring(18, Turns::Never, [NONE, NONE, value(5, 5, 10), NONE]),
    ring(19, Turns::Never, [NONE, NONE, value(5, 5, 10), NONE]),
    ring(38, Turns::Never, [NONE, NONE, value(5, 5, 10), NONE]),
    // Weakness, stupidity, woe.
    ring(2, Turns::Always, [NONE, NONE, NONE, PVAL]),
    ring(3, Turns::Always, [NONE, NONE, NONE, PVAL]),
    ring(0, Turns::Always, [NONE, NONE, value(5, 0, 10), PVAL]),
    // Damage, accuracy, protection, slaying.
    ring(29, Turns::WithPower, [NONE, value(5, 3, 7), NONE, NONE]),
    ring(28, Turns::WithPower, [value(5, 3, 7), NONE, NONE, NONE]),
    ring(16, Turns::WithPower, [NONE, NONE, value(5, 5, 10), NONE]),
    ring(30, Turns::WithPower, [MORE, MORE, NONE, NONE]),
    // Wisdom, charisma, infravision, searching.
    amulet(6, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    amulet(7, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    amulet(21, Turns::WithPower, [NONE, NONE, NONE, PVAL]),
    amulet(5, Turns::WithPower, [NONE, NONE, NONE, MORE]),
    // Telepathy, the Magi, devotion, weaponmastery, trickery.
    amulet(13, Turns::Never, [NONE, NONE, NONE, MORE]),
    amulet(8, Turns::Never, [NONE, NONE, MORE, value(1, 0, 3)]),
    amulet(18, Turns::Never, [NONE, NONE, NONE, value(1, 0, 3)]),
    amulet(19, Turns::Never, [value(1, 0, 4), value(1, 0, 4), NONE, value(1, 0, 2)]),
    amulet(20, Turns::Never, [NONE, NONE, NONE, value(1, 0, 3)]),
    // Doom.
    amulet(0, Turns::Always, [NONE, NONE, MORE, MORE]),
];
