//! Miscellaneous usables, and food (`mt__misc_usable`, `mt__food`).

use super::{
    amount::Amount,
    made::{MadeTreasure, NumberField, Price},
    rolls::Rolls,
};

/// The subval of the food that may be another one, an eyeball of Ned.
pub(super) const EYEBALL: i64 = 319;
/// The number of the other one among the replacements, an eyeball of Drong.
const OTHER_EYEBALL: u32 = 18;

/// All three draws have to come true; where magic is forced none is cursed.
pub(super) fn eyeball(made: &mut MadeTreasure, rolls: &mut Rolls) {
    if rolls.is_magic() && rolls.is_special() && rolls.is_cursed() {
        made.replacement = Some(OTHER_EYEBALL);
    }
}

/// By subval: statues, teeth, crucifixes, bottles.
pub(super) fn usable(made: &mut MadeTreasure, subval: i64, p1: i64, rolls: &mut Rolls) {
    if !(rolls.is_magic() && (rolls.is_forced || rolls.is_special())) {
        return;
    }
    let sides = |sides: i64| u32::try_from(sides).unwrap_or(0);
    let is_worth = |worth: i64| Price { plus: worth, ..Price::NOTHING };
    match subval {
        14 => {
            let (name, p1, price) = rolls.one_of([
                (1, ("Major of Undead Summoning", Amount::dice(1, 4).and(2), Price::NOTHING)),
                (1, ("Major of Demon Summoning", Amount::dice(1, 3).and(1), Price::NOTHING)),
                (1, ("Life Giving", Amount::dice(1, 5).and(3), is_worth(900_000))),
            ]);
            made.name(name);
            (made.p1, made.price) = (p1, price);
        }
        15 => {
            let name = rolls.one_of([(1, "from a Dragon"), (1, "of a Demon"), (2, "")]);
            if !name.is_empty() {
                made.name(name);
                made.p1 = Amount::dice(1, 4).and(2);
                made.worth(20_000, &[NumberField::P1]);
            }
        }
        16..=18 => {
            let (name, p1, each) = rolls.one_of([
                (3, ("of Turning", Amount::dice(1, sides(2 * p1)).and(2), 20_000)),
                (1, ("of Demon Dispelling", Amount::dice(1, sides(subval / 2)), 50_000)),
            ]);
            made.name(name);
            made.p1 = p1;
            made.worth(each, &[NumberField::P1]);
        }
        19 | 20 => {
            made.name(if subval == 19 { "of Summon Undead" } else { "of Demon Summoning" });
            (made.p1, made.price) = (Amount::Known(2), Price::NOTHING);
        }
        21 => {
            let (name, price) = rolls.one_of([
                (1, ("containing a Djinni", is_worth(200_000))),
                (2, ("containing some Demons", Price::NOTHING)),
            ]);
            made.name(name);
            (made.p1, made.price) = (Amount::Known(1), price);
        }
        _ => {}
    }
}
