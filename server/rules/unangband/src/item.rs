//! An item while it is made, and what the rules know of kinds, egos and artifacts.

use super::{
    flags,
    tables::{EXTRA_GROUPS, MAGIC_GROUPS},
};
use affixboard_model::engine::flags::FlagSet;

/// Artifacts below this index are special: made by themselves, not out of items of their kind.
pub(crate) const FIRST_NORMAL_ARTIFACT: u32 = 16;

/// A kind as the program keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KindStats {
    /// Serial number.
    pub index: u32,
    /// Item type.
    pub tval: u8,
    /// Number within its type.
    pub sval: u8,
    /// Modifier.
    pub pval: i32,
    /// Charges, turns of light, or food.
    pub charges: i32,
    /// The depth in its `W:` line.
    pub level: i32,
    /// In tenths of a pound.
    pub weight: i32,
    /// In gold.
    pub cost: i32,
    /// To-hit.
    pub to_hit: i32,
    /// To-dam.
    pub to_dam: i32,
    /// To-ac.
    pub to_ac: i32,
    /// Armour class.
    pub armor_class: i32,
    /// Dice.
    pub dice: i32,
    /// Sides of the dice.
    pub sides: i32,
    /// Flags of sets 1 to 4.
    pub flags: FlagSet,
    /// Flags of sets 5 and 6.
    pub traits: u64,
    /// Levels from which on it is drawn, with the chance: one in so many.
    pub places: Vec<(u8, u8)>,
}

/// An ego as the program keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EgoStats {
    /// Serial number.
    pub index: u32,
    /// Its slot; 0: a racial ego, which is never drawn.
    pub slot: u8,
    /// Group of random flags that it has one of; 0 for none.
    pub extra: u8,
    /// Level from which on it is drawn.
    pub level: i32,
    /// One in so many; 0: never.
    pub rarity: u8,
    /// In gold; 0 marks worthless items.
    pub cost: i32,
    /// The most that it adds to to-hit, to-dam, to-ac and modifier; the most that it takes off where negative.
    pub most: [i32; 4],
    /// Flags of sets 1 to 4.
    pub flags: FlagSet,
    /// Item type, first and last sval.
    pub places: Vec<(u8, u8, u8)>,
    /// How often its slays hit, weighted by the power of monsters ([`super::power::SlayPowers`]).
    pub slay_power: i64,
}

impl EgoStats {
    /// Whether it is ever drawn.
    pub fn is_drawn(&self) -> bool {
        self.slot != 0 && (1..=100).contains(&self.rarity)
    }

    /// Whether it names a type and sval.
    pub fn names(&self, tval: u8, sval: u8) -> bool {
        self.places.iter().any(|(of, first, last)| *of == tval && (*first..=*last).contains(&sval))
    }
}

/// An artifact as the program keeps it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ArtifactStats {
    /// Serial number.
    pub index: u32,
    /// Item type.
    pub tval: u8,
    /// Number within its type.
    pub sval: u8,
    /// Modifier.
    pub pval: i32,
    /// The depth in its `W:` line.
    pub level: i32,
    /// One in so many.
    pub rarity: u8,
    /// In tenths of a pound.
    pub weight: i32,
    /// In gold; 0 marks worthless items.
    pub cost: i32,
    /// To-hit.
    pub to_hit: i32,
    /// To-dam.
    pub to_dam: i32,
    /// To-ac.
    pub to_ac: i32,
    /// Armour class.
    pub armor_class: i32,
    /// Dice.
    pub dice: i32,
    /// Sides of the dice.
    pub sides: i32,
    /// Flags of sets 1 to 4, without those that contradict others.
    pub flags: FlagSet,
    /// Its power.
    pub power: i64,
}

/// A random flag: its group and its place in that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RandomFlag {
    /// The group, from 1 (`xtra1`).
    pub group: u8,
    /// The place in it (`xtra2`).
    pub at: u8,
}

impl RandomFlag {
    /// The flag's place in the list of flags.
    pub fn flag(self) -> usize {
        usize::from(EXTRA_GROUPS[usize::from(self.group)].0 + self.at)
    }

    /// Whether it marks an item without ego as magic.
    pub fn is_magic(self) -> bool {
        self.group >= MAGIC_GROUPS
    }
}

/// An item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MadeItem {
    /// Position of its kind.
    pub kind: usize,
    /// Modifier.
    pub pval: i32,
    /// To-hit.
    pub to_hit: i32,
    /// To-dam.
    pub to_dam: i32,
    /// To-ac.
    pub to_ac: i32,
    /// Armour class.
    pub armor_class: i32,
    /// Dice.
    pub dice: i32,
    /// Sides of the dice.
    pub sides: i32,
    /// In tenths of a pound.
    pub weight: i32,
    /// Position of its ego.
    pub ego: Option<usize>,
    /// Position of the artifact that it is.
    pub artifact: Option<usize>,
    /// Its random flag.
    pub extra: Option<RandomFlag>,
    /// It is cursed.
    pub is_cursed: bool,
    /// It is worthless.
    pub is_broken: bool,
}

impl MadeItem {
    /// A plain item (`object_prep`), before curses. A modifier of 0 becomes 1.
    pub fn plain(at: usize, kind: &KindStats) -> MadeItem {
        MadeItem {
            kind: at,
            pval: if kind.pval == 0 { 1 } else { kind.pval },
            to_hit: kind.to_hit,
            to_dam: kind.to_dam,
            to_ac: kind.to_ac,
            armor_class: kind.armor_class,
            dice: kind.dice,
            sides: kind.sides,
            weight: kind.weight,
            ego: None,
            artifact: None,
            extra: None,
            is_cursed: false,
            is_broken: false,
        }
    }

    /// Its flags of sets 1 to 4: those of its kind and ego, and its random one with what that brings along.
    pub fn flags(&self, kind: &KindStats, ego: Option<&EgoStats>) -> FlagSet {
        let extra = self.extra.map_or(0, |extra| flags::with_guaranteed(1 << extra.flag(), self.pval));
        kind.flags | ego.map_or(0, |ego| ego.flags) | extra
    }
}
