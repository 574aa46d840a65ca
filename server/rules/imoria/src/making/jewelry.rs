//! Rings and amulets (`mt__ring`, `mt__amulet`).

use super::{
    amount::Amount,
    made::{MadeTreasure, NumberField, Price},
    rolls::Rolls,
};

pub(super) fn ring(made: &mut MadeTreasure, subval: i64, rolls: &mut Rolls) {
    match subval {
        1..=6 => stat(made, rolls),
        // Speed.
        7 => {
            if rolls.is_cursed() {
                made.p1 = Amount::dice(1, 3);
                spoil(made);
            } else {
                let is_fast = rolls.is_special() && rolls.one_in(100);
                made.p1 = Amount::Known(if is_fast { 2 } else { 1 });
                made.price.times = if is_fast { 10 } else { 1 };
            }
        }
        // Searching.
        8 => {
            made.p1 = Amount::bonus(1, 20).times(5);
            made.worth(10_000, &[NumberField::P1]);
        }
        22..=24 | 33 => {
            let points: &[NumberField] = match subval {
                22 => &[NumberField::ToDam],
                23 => &[NumberField::ToHit],
                24 => &[NumberField::ToAc],
                _ => &[NumberField::ToHit, NumberField::ToDam],
            };
            match subval {
                22 => made.to_dam = Amount::bonus(1, 20),
                23 => made.to_hit = Amount::bonus(1, 20),
                24 => made.to_ac = Amount::bonus(1, 20),
                _ => (made.to_hit, made.to_dam) = (Amount::bonus(1, 25), Amount::bonus(1, 25)),
            }
            made.worth(10_000, points);
            if rolls.is_cursed() {
                spoil(made);
            }
        }
        // Speed that is never good.
        35 => {
            made.p1 = Amount::dice(1, 10).and(10).times(-1);
            made.worth(1_000_000, &[NumberField::P1]);
            made.is_cursed = rolls.is_cursed();
        }
        _ => {}
    }
}

pub(super) fn amulet(made: &mut MadeTreasure, subval: i64, rolls: &mut Rolls) {
    match subval {
        1..=6 => stat(made, rolls),
        // Searching.
        7 => {
            made.p1 = Amount::bonus(1, 25).times(5);
            if rolls.is_cursed() {
                spoil(made);
            } else {
                made.worth(10_000, &[NumberField::P1]);
            }
        }
        _ => {}
    }
}

/// What gains or loses a stat.
fn stat(made: &mut MadeTreasure, rolls: &mut Rolls) {
    if rolls.is_cursed() {
        made.p1 = Amount::bonus(1, 20);
        spoil(made);
    } else {
        made.p1 = Amount::bonus(1, 10);
        made.worth(10_000, &[NumberField::P1]);
    }
}

/// Curses it: its numbers and its price change their sign, so that what a point is worth stays.
fn spoil(made: &mut MadeTreasure) {
    made.is_cursed = true;
    let negated = |amount: Amount| amount.times(-1);
    (made.p1, made.to_hit, made.to_dam, made.to_ac) =
        (negated(made.p1), negated(made.to_hit), negated(made.to_dam), negated(made.to_ac));
    made.price = Price { times: -made.price.times, plus: -made.price.plus, ..made.price };
}
