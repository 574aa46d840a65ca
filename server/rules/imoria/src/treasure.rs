//! A treasure as the compiled table has it.

use affixboard_kin::sources::Number;
use affixboard_model::text::Span;

/// A row of a treasure table (`struct treasure_type`, types.h).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Treasure {
    /// Position in its table. Rows of lists that count from 1 have a row 0, which is never picked.
    pub index: u32,
    /// The template of its name, with its codes.
    pub name: String,
    /// Its sort of item.
    pub tval: Number,
    /// The character on the map.
    pub tchar: Number,
    /// The second word of flags, which stands first.
    pub flags2: Number,
    /// The first word of flags. What a flag means depends on the sort of item.
    pub flags: Number,
    /// What it means depends on the sort of item: charges, a bonus, the level of a chest's contents.
    pub p1: Number,
    /// In gold; 1 is 240 pieces of iron.
    pub cost: Number,
    /// Which of its sort it is. Several rows may share it.
    pub subval: Number,
    /// Weight; in the game a hundred times that, in 16 bits.
    pub weight: Number,
    /// How many.
    pub number: Number,
    /// Bonus to hit.
    pub to_hit: Number,
    /// Bonus to damage.
    pub to_dam: Number,
    /// Armour class.
    pub armor_class: Number,
    /// Bonus to armour class.
    pub to_ac: Number,
    /// Dice of damage, such as `2d6`.
    pub damage: String,
    /// The dungeon level from which on it is found.
    pub level: Number,
    /// Its row; `None` of one that the table's declared size adds.
    pub record: Option<Span>,
}

/// Characters of a name as it is written at most.
pub const MOST_NAME: usize = 68;
/// Characters of damage at most.
pub const MOST_DAMAGE: usize = 5;

/// Pieces of iron that a piece of gold is worth.
pub const IRON: i64 = 240;

impl Treasure {
    /// Its price in pieces of iron, as the game keeps it: 0.99 is added, and the fraction cut.
    pub fn iron(&self) -> i64 {
        (self.cost.value as f64 * IRON as f64 + 0.99) as i64
    }

    /// The fields that are numbers, by name and in their order in the row, each with the C type that holds it.
    pub fn numbers(&mut self) -> [(&'static str, Width, &mut Number); 14] {
        [
            ("tval", Width::U8, &mut self.tval),
            ("tchar", Width::U8, &mut self.tchar),
            ("flags2", Width::U32, &mut self.flags2),
            ("flags", Width::U32, &mut self.flags),
            ("p1", Width::I64, &mut self.p1),
            ("cost", Width::I64, &mut self.cost),
            ("subval", Width::I64, &mut self.subval),
            ("weight", Width::U16, &mut self.weight),
            ("number", Width::U16, &mut self.number),
            ("tohit", Width::I16, &mut self.to_hit),
            ("todam", Width::I16, &mut self.to_dam),
            ("ac", Width::I16, &mut self.armor_class),
            ("toac", Width::I16, &mut self.to_ac),
            ("level", Width::I8, &mut self.level),
        ]
    }
}

/// The C type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// `signed char`.
    I8,
    /// `unsigned char`; a character of the map is one of 256 too.
    U8,
    /// `short`.
    I16,
    /// `unsigned short`.
    U16,
    /// The bits of flags that the game looks at, of an `unsigned long`.
    U32,
    /// `long`.
    I64,
}

impl Width {
    /// The value that the field holds when this one is put into it.
    pub fn holds(self, value: i64) -> i64 {
        match self {
            Width::I8 => i64::from(value as i8),
            Width::U8 => i64::from(value as u8),
            Width::I16 => i64::from(value as i16),
            Width::U16 => i64::from(value as u16),
            Width::U32 => i64::from(value as u32),
            Width::I64 => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_wrap_as_in_c() {
        for (width, value, held) in [
            (Width::I8, 127, 127),
            (Width::I8, 128, -128),
            (Width::U8, 256, 0),
            (Width::I16, -32769, 32767),
            (Width::U16, 100_000, 34464),
            (Width::U32, 0x0_C000_0000, 0xC000_0000),
            (Width::I64, -1200, -1200),
        ] {
            assert_eq!(width.holds(value), held, "{width:?} {value}");
        }
    }
}
