//! Attack, evasion and dice of damage and protection, which Sil has in place of to-hit, to-dam and to-ac.

use affixboard_model::{
    catalog::{EffectGroup, EffectSet},
    syntax::ParsedLine,
};

/// The numbers of an item with which it fights; of an ego, the most it adds to each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Combat {
    /// Added to rolls of attack.
    pub attack: i16,
    /// Number and sides of the dice of damage.
    pub damage: [u8; 2],
    /// Added to rolls of evasion.
    pub evasion: i16,
    /// Number and sides of the dice of protection.
    pub protection: [u8; 2],
}

impl Combat {
    /// Those of a line with two pairs of dice.
    pub(crate) fn of_line(line: &ParsedLine) -> Combat {
        let dice = |field| {
            let dice = line.random(field);
            [dice.dice as u8, dice.sides as u8]
        };
        Combat {
            attack: line.int("attack") as i16,
            damage: dice("damage"),
            evasion: line.int("evasion") as i16,
            protection: dice("protection"),
        }
    }

    /// Those of an ego's line of maxima.
    pub(crate) fn of_maxima(line: &ParsedLine) -> Combat {
        let number = |field| line.int(field) as u8;
        Combat {
            attack: number("attack").into(),
            damage: [number("damage-dice"), number("damage-sides")],
            evasion: number("evasion").into(),
            protection: [number("protection-dice"), number("protection-sides")],
        }
    }

    /// Adds the effects of an ego that adds up to these numbers.
    pub(crate) fn add_effects(self, effects: &mut EffectSet) {
        let dice = |[dice, sides]: [u8; 2]| i32::from(dice.max(sides));
        let numbers = [
            (EffectGroup::ToHit, self.attack.into()),
            (EffectGroup::Dice, dice(self.damage)),
            (EffectGroup::Armour, i32::from(self.evasion).max(dice(self.protection))),
        ];
        for (group, most) in numbers {
            effects.add_number(group, (most, most));
        }
    }
}
