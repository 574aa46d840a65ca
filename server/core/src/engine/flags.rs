//! Object flags: what they are called, of which type they are, and what they count for.

/// A set of flags: one bit per entry of the game's flag table, which is shorter than 128.
pub type FlagSet = u128;

/// Flag types, by which `R:` lines choose and power is summed.
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

/// The slots power is weighed by, as positions in [`Flag::slots`].
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
    /// The slot of an item type; none for ammunition and what isn't worn.
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
    /// What it adds to power, once or per point of its pval.
    pub power: i64,
    /// What a point of its pval adds to the sum that is limited.
    pub pval_weight: i64,
    /// The factor of its power by [`Slot`].
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
