//! Bonuses of magic by power: to-hit and to-dam of weapons, to-ac of armour, dice.
//!
//! The same from 2.9 to 4.2 (object2.c, `a_m_aux_1` and `a_m_aux_2`; obj-make.c, `apply_magic_weapon` and
//! `apply_magic_armour`; RULES of 3.0, 6).

use affixboard_model::{
    engine::{random::Stream, roll_tables::RollTables},
    syntax::RandomValue,
};

/// Added from power 1 on, in either direction.
pub(super) const FIRST: RandomValue = RandomValue { base: 0, dice: 1, sides: 5, m_bonus: 5 };
/// Added on top at power 2.
pub(super) const SECOND: RandomValue = RandomValue { base: 0, dice: 0, sides: 0, m_bonus: 10 };
/// The random values that [`plus`] rolls, for tables.
pub fn plus_values<'a>() -> impl Iterator<Item = &'a RandomValue> {
    [&FIRST, &SECOND].into_iter()
}

/// Dice that grow end here.
const MOST_DICE: u8 = 9;

/// Random change of a bonus by power and level; its sign is the power's.
#[inline]
pub fn plus(power: i8, level: u32, bonuses: &RollTables, luck: &mut Stream) -> i32 {
    let steps = [(1, FIRST), (2, SECOND)];
    let taken = steps.into_iter().filter(|step| power.abs() >= step.0);
    i32::from(power.signum()) * taken.map(|(_, value)| bonuses.roll(value, level, luck)).sum::<i32>()
}

/// The number of dice of an excellent weapon or missile: one more as long as luck holds, one time in ten times the most
/// damage.
#[inline]
pub(super) fn more_dice(mut dice: u8, sides: u8, luck: &mut Stream) -> u8 {
    let most = |dice: u8| u32::from(dice) * u32::from(sides);
    while most(dice) > 0 && dice < u8::MAX && luck.one_in(10 * most(dice)) {
        dice += 1;
    }
    dice.min(MOST_DICE)
}
