//! How 2.9 rolls values, as far as the program knows it without edit files (object2.c; RULES 7).

use crate::{
    letter::{
        EARLY_TRINKETS,
        values::{EXTRA, STAVES, WANDS},
    },
    values::{ArmourPrice, ValueSpec},
};

/// Bonuses come before the ego: it never turns them round.
pub(super) static VALUES: ValueSpec = ValueSpec {
    ego_sets_power: false,
    extra: EXTRA,
    trinkets: EARLY_TRINKETS,
    wands: WANDS,
    staves: STAVES,
    armour_price: ArmourPrice::BeyondKind,
};
