//! Tables compiled into the program: item types, flags, modifiers, elements (list-tvals.h, list-object-flags.h,
//! list-kind-flags.h, list-stats.h, list-skills.h, list-object-modifiers.h, list-elements.h).

use affixboard_kin::letter::BuiltInNames;

/// The dungeon's last level. An edition's own may end elsewhere (`world:dun-depth`).
pub(super) const DEEPEST: u32 = 20;

/// Arrows, which are never both fine and special.
pub(super) const ARROW: u16 = 5;
/// Lights, which are never fine.
pub(super) const LIGHT: u16 = 19;

/// The tables of kinds that drops draw from, by position.
pub(super) mod table {
    /// All kinds but skeletons.
    pub(in super::super) const NOT_USELESS: u32 = 1;
    /// Those of good drops.
    pub(in super::super) const GOOD: u32 = 2;
    /// Those of great drops.
    pub(in super::super) const GREAT: u32 = 3;
}

/// Item types and flags.
pub(super) static NAMES: BuiltInNames = BuiltInNames { tvals: TVALS, flags: FLAGS };

/// Item types by number.
const TVALS: &[(u8, &[&str])] = &[
    (0, &["none"]),
    (1, &["note"]),
    (2, &["skeleton"]),
    (3, &["metal"]),
    (4, &["chest"]),
    (5, &["arrow"]),
    (6, &["bow"]),
    (7, &["digger"]),
    (8, &["hafted"]),
    (9, &["polearm"]),
    (10, &["sword"]),
    (11, &["boots"]),
    (12, &["gloves"]),
    (13, &["helm"]),
    (14, &["crown"]),
    (15, &["shield"]),
    (16, &["cloak"]),
    (17, &["soft armor"]),
    (18, &["mail"]),
    (19, &["light"]),
    (20, &["amulet"]),
    (21, &["ring"]),
    (22, &["staff"]),
    (23, &["horn"]),
    (24, &["potion"]),
    (25, &["flask"]),
    (26, &["food"]),
    (27, &["herb"]),
    (28, &["easter"]),
];

/// Flags of objects and what elements do to them, then those of kinds.
#[rustfmt::skip]
pub(super) const FLAGS: &[&str] = &[
    "SUST_STR", "SUST_DEX", "SUST_CON", "SUST_GRA", "PROT_FEAR", "PROT_BLIND", "PROT_CONF", "PROT_STUN", "PROT_HALLU",
    "SLOW_DIGEST", "REGEN", "SEE_INVIS", "FREE_ACT", "RADIANCE", "LIGHT", "SPEED", "SHARPNESS", "SHARPNESS2",
    "VAMPIRIC", "BURNS_OUT", "TAKES_FUEL", "NO_FUEL", "COWARDICE", "HUNGER", "DARKNESS", "DANGER", "HAUNTED",
    "AGGRAVATE", "CURSED", "DIG_1", "DIG_2", "THROWING", "INDESTRUCTIBLE", "NO_SMITHING", "NO_RANDOM", "MITHRIL",
    "AXE", "POLEARM", "ENCHANTABLE", "HAND_AND_A_HALF", "TWO_HANDED",
    "IGNORE_ACID", "IGNORE_FIRE", "IGNORE_COLD", "IGNORE_POIS", "IGNORE_DARK",
    "HATES_ACID", "HATES_FIRE", "HATES_COLD", "HATES_POIS", "HATES_DARK",
    "INSTA_ART", "QUEST_ART", "SMITH_ART", "GOOD", "SHOW_DICE", "EASY_KNOW",
];

/// Number of flags that are not those of kinds alone.
pub(super) const OBJECT_FLAGS: usize = 51;

/// What has a value in brackets: modifiers, then resistances.
#[rustfmt::skip]
pub(super) const VALUES: &[&str] = &[
    "STR", "DEX", "CON", "GRA", "MELEE", "ARCHERY", "EVASION", "STEALTH", "PERCEPTION", "WILL", "SMITHING", "SONG",
    "DAMAGE_SIDES", "TUNNEL",
    "RES_ACID", "RES_FIRE", "RES_COLD", "RES_POIS", "RES_DARK",
];

/// Number of modifiers among them.
pub(super) const MODIFIERS: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_where_their_parts_do() {
        assert_eq!((FLAGS[OBJECT_FLAGS - 1], FLAGS[OBJECT_FLAGS]), ("HATES_DARK", "INSTA_ART"));
        assert_eq!((VALUES[MODIFIERS - 1], VALUES[MODIFIERS]), ("TUNNEL", "RES_ACID"));
        assert!(TVALS.iter().enumerate().all(|(at, known)| at == usize::from(known.0)));
    }
}
