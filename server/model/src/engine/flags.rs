//! Object flags: names, types and their contributions to an item's power.

/// A set of flags: bit n is entry n of the game's flag table, which has less than 128 entries.
pub type FlagSet = u128;

/// Flag types: `R:` lines choose by them, and power is summed by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FlagType {
    /// No type.
    Untyped,
    /// `PVAL`.
    Pval,
    /// `STAT`.
    Stat,
    /// `SUST`.
    Sust,
    /// `SLAY`.
    Slay,
    /// `BRAND`.
    Brand,
    /// `KILL`.
    Kill,
    /// `VULN`.
    Vuln,
    /// `IMM`.
    Imm,
    /// `LRES`.
    Lres,
    /// `HRES`.
    Hres,
    /// `IGNORE`.
    Ignore,
    /// `HATES`.
    Hates,
    /// `PROT`.
    Prot,
    /// `MISC`.
    Misc,
    /// `LIGHT`.
    Light,
    /// `MELEE`.
    Melee,
    /// `CURSE`.
    Curse,
    /// `BAD`.
    Bad,
    /// `INT`.
    Int,
    /// `HURT`: v4 only.
    Hurt,
}

/// Equipment slots that scale a flag's power, as indices into [`Flag::slots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Digger, hafted weapon, polearm, sword.
    Weapon,
    /// Launcher.
    Bow,
    /// Ring.
    Ring,
    /// Amulet.
    Amulet,
    /// Light.
    Light,
    /// Body armour.
    Body,
    /// Cloak.
    Cloak,
    /// Shield.
    Shield,
    /// Helm or crown.
    Head,
    /// Gloves.
    Gloves,
    /// Boots.
    Boots,
}

impl Slot {
    /// The equipment slot of an item type; `None` for ammunition and items that aren't worn.
    pub fn of(tval: u16) -> Option<Slot> {
        Some(match tval {
            19 => Slot::Bow,
            20..=23 => Slot::Weapon,
            30 => Slot::Boots,
            31 => Slot::Gloves,
            32 | 33 => Slot::Head,
            34 => Slot::Shield,
            35 => Slot::Cloak,
            36..=38 => Slot::Body,
            39 => Slot::Light,
            40 => Slot::Amulet,
            45 => Slot::Ring,
            _ => return None,
        })
    }
}

/// A flag of a game's table.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// Its name in edit files.
    pub name: &'static str,
    /// Its type.
    pub kind: FlagType,
    /// Whether it carries a pval.
    pub uses_pval: bool,
    /// Its power, once or per point of its pval.
    pub power: i64,
    /// Contribution of a point of its pval to the limited pval sum.
    pub pval_weight: i64,
    /// Factor of its power by [`Slot`].
    pub slots: [i64; 11],
}

/// An entry of a flag table.
pub const fn flag(
    name: &'static str,
    kind: FlagType,
    uses_pval: bool,
    power: i64,
    pval_weight: i64,
    slots: [i64; 11],
) -> Flag {
    Flag { name, kind, uses_pval, power, pval_weight, slots }
}

/// The set with the flag of that name; empty where the table has none.
pub fn named(table: &[Flag], name: &str) -> FlagSet {
    table.iter().position(|flag| flag.name == name).map_or(0, |at| 1 << at)
}

/// The set of all flags with that property.
pub fn all(table: &[Flag], has: impl Fn(&Flag) -> bool) -> FlagSet {
    table.iter().enumerate().filter(|(_, flag)| has(flag)).fold(0, |set, (at, _)| set | 1 << at)
}

/// The flags of a set, lowest first.
#[inline]
pub fn each(mut set: FlagSet) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros();
            set &= set - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn sets_are_walked_from_the_lowest() {
        assert_eq!(super::each(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!(super::each(1 << 127).collect::<Vec<_>>(), [127]);
    }
}
