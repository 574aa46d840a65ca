//! A race of monsters as the program keeps it.

use super::tables::{FLAGS, METHOD_FLAGS, SPELLS};
use affixboard_model::text::Span;

/// A flag or spell of monsters: its set, from 1 to 9, and its bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaceFlag {
    set: u8,
    bit: u8,
}

impl RaceFlag {
    /// The flag of that name, which must be one of the program's.
    pub(crate) const fn named(name: &str) -> RaceFlag {
        let mut at = 0;
        while at < FLAGS.len() {
            let (set, names) = FLAGS[at];
            let mut bit = 0;
            while bit < names.len() {
                if is_same(names[bit], name) {
                    return RaceFlag { set, bit: bit as u8 };
                }
                bit += 1;
            }
            at += 1;
        }
        let mut spell = 0;
        while spell < SPELLS.len() {
            if is_same(SPELLS[spell], name) {
                return RaceFlag { set: 4 + (spell / 32) as u8, bit: (spell % 32) as u8 };
            }
            spell += 1;
        }
        panic!("no such flag");
    }

    /// The spell that stands for a ranged blow.
    pub(crate) fn blow(slot: usize) -> RaceFlag {
        RaceFlag { set: 4, bit: slot as u8 }
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The flags and spells of a race, a word for each set from 1 to 9.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RaceFlags([u32; 10]);

impl RaceFlags {
    /// Adds a flag of sets 1, 2, 3, 8 and 9 by name; false where there is none.
    pub fn add_flag(&mut self, name: &str) -> bool {
        for (set, names) in FLAGS {
            if let Some(bit) = names.iter().position(|known| *known == name) {
                self.0[usize::from(set)] |= 1 << bit;
                return true;
            }
        }
        false
    }

    /// Adds a spell of sets 4 to 7 by name; false where there is none.
    pub fn add_spell(&mut self, name: &str) -> bool {
        let found = SPELLS.iter().position(|known| *known == name);
        if let Some(at) = found {
            self.0[4 + at / 32] |= 1 << (at % 32);
        }
        found.is_some()
    }

    /// Adds a flag.
    pub fn add(&mut self, flag: RaceFlag) {
        self.0[usize::from(flag.set)] |= 1 << flag.bit;
    }

    /// Whether it has a flag.
    pub fn has(&self, flag: RaceFlag) -> bool {
        self.0[usize::from(flag.set)] >> flag.bit & 1 == 1
    }

    /// Whether it has one of these.
    pub fn has_any(&self, flags: &[RaceFlag]) -> bool {
        flags.iter().any(|flag| self.has(*flag))
    }

    /// The bits of a set, from 1 to 9.
    pub fn set(&self, set: usize) -> u32 {
        self.0[set]
    }

    /// The names of all flags and spells, set by set.
    pub fn names(&self) -> Vec<&'static str> {
        let flags = FLAGS.iter().flat_map(|(set, names)| {
            names.iter().enumerate().filter(|(bit, _)| self.0[usize::from(*set)] >> bit & 1 == 1).map(|(_, name)| *name)
        });
        flags.chain(self.spells()).collect()
    }

    /// The names of its spells.
    pub fn spells(&self) -> impl Iterator<Item = &'static str> + '_ {
        SPELLS.iter().enumerate().filter(|(at, _)| self.0[4 + at / 32] >> (at % 32) & 1 == 1).map(|(_, name)| *name)
    }
}

/// A blow.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Blow {
    /// The method's index; 0 for none.
    pub method: u32,
    /// The effect's index.
    pub effect: u32,
    /// Dice of damage.
    pub dice: i64,
    /// Their sides.
    pub sides: i64,
}

/// A race of monsters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Race {
    /// Serial number.
    pub index: u32,
    /// Its name, with signs for sexes and plurals.
    pub name: String,
    /// Symbol on the map.
    pub symbol: char,
    /// Speed; 110 is normal.
    pub speed: i64,
    /// Hit points.
    pub hit_points: i64,
    /// Armour class.
    pub armor_class: i64,
    /// Depth from which on it comes.
    pub level: i64,
    /// One in so many; 0: never.
    pub rarity: i64,
    /// Its group.
    pub group: i64,
    /// Experience for a kill.
    pub experience: i64,
    /// Chance of an innate attack, in per cent.
    pub innate: i64,
    /// Chance of a spell, in per cent.
    pub spell: i64,
    /// Power of its spells.
    pub spell_power: i64,
    /// Mana.
    pub mana: i64,
    /// Blows, as many as there are slots.
    pub blows: [Blow; 4],
    /// Flags and spells.
    pub flags: RaceFlags,
    /// Its power.
    pub power: i64,
    /// What its `C:` line says: level, rarity, group, experience at that level, experience at its own. `None` without one.
    pub calculated: Option<[i64; 5]>,
    /// Where its `W:` line says level, rarity and experience.
    pub w_places: Option<[Span; 3]>,
    /// Where its `C:` line says level, experience at that level, and experience at its own.
    pub c_places: Option<[Span; 3]>,
    /// Its record; none of indices that the file leaves out.
    pub record: Option<Span>,
}

/// A method of blows, as far as power asks for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Method {
    /// Serial number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Bits of flags, set 1 then set 2.
    pub flags: u64,
    /// Mana that it costs.
    pub mana: i64,
    /// Item type of its ammunition; 0 for none.
    pub ammunition: i64,
    /// Range: base, gain, levels for the gain.
    pub range: [i64; 3],
    /// Damage of breath: divisor and most, then those of powerful monsters; 0 where there is none.
    pub breath: [i64; 4],
}

impl Method {
    /// Whether it is a ranged attack.
    pub fn is_ranged(&self) -> bool {
        METHOD_FLAGS.iter().position(|name| *name == "RANGED").is_some_and(|at| self.flags >> at & 1 == 1)
    }
}
