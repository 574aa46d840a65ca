//! Weapons, bows, and picks and shovels (`mt__weapons` with the names it gives, `mt__bows_and_slings`,
//! `mt__pick_or_shovel`).

use super::{
    amount::Amount,
    made::{MadeTreasure, NumberField},
    rolls::Rolls,
};

const DAGGER: i64 = 23;
const MAUL: i64 = 26;

pub(super) fn weapon(made: &mut MadeTreasure, is_of_99: bool, rolls: &mut Rolls) {
    if rolls.is_magic() {
        (made.to_hit, made.to_dam) = (Amount::bonus(0, 40), Amount::bonus(0, 40));
        if rolls.is_special() {
            if is_of_99 && rolls.one_in(5) {
                made.name("of Trollkind");
                made.p1 = Amount::Known(-5);
                made.price.times = 0;
                made.price.plus = 120_000;
                return;
            }
            let (is_magic, is_slaying, is_ego) = rolls.one_of([
                (60, (true, false, false)),
                (20, (false, true, false)),
                (15, (false, false, true)),
                (5, (true, false, true)),
            ]);
            if is_magic {
                magic(made, rolls);
            }
            if is_slaying {
                slaying(made, rolls);
            }
            if is_ego {
                ego(made, rolls);
            }
        }
    } else if rolls.is_cursed() {
        made.curse();
        (made.to_hit, made.to_dam) = (Amount::bonus(1, 55).times(-1), Amount::bonus(1, 55).times(-1));
    }
}

/// `mt__magic_sword`.
fn magic(made: &mut MadeTreasure, rolls: &mut Rolls) {
    let (name, tval, [hit, dam], worth) = rolls.one_of([
        (1, ("(FT)", None, [1, 3], 200_000)),
        (1, ("(FB)", None, [1, 1], 120_000)),
        // Mages may use daggers, and priests mauls.
        (1, ("(WB)", Some(DAGGER), [3, 1], 80_000)),
        (1, ("(BB)", Some(MAUL), [2, 4], 80_000)),
    ]);
    made.special(name, worth);
    made.strike(hit, dam);
    made.tval = tval;
}

/// `mt__slaying_sword`.
fn slaying(made: &mut MadeTreasure, rolls: &mut Rolls) {
    let (name, more, worth) = rolls.one_of([
        (1, ("(SM)", 3, 500_000)),
        (1, ("(SD)", 3, 400_000)),
        (1, ("(SU)", 2, 300_000)),
        (1, ("(SR)", 2, 150_000)),
    ]);
    made.special(name, worth);
    made.strike(more, more);
}

/// `mt__ego_sword`.
fn ego(made: &mut MadeTreasure, rolls: &mut Rolls) {
    let (name, [hit, dam], worth) = rolls.one_of([
        (1, ("(HA)", [5, 5], 1_000_000)),
        (1, ("[%P4] (DF)", [3, 3], 750_000)),
        (1, ("(DB)", [3, 3], 500_000)),
        (1, ("(SS)", [5, 10], 800_000)),
        (1, ("(V)", [5, 5], 750_000)),
    ]);
    made.special(name, worth);
    made.strike(hit, dam);
    match name {
        "(HA)" => {
            made.to_ac = Amount::dice(1, 4);
            made.p1 = Amount::dice(1, 4).and(-1);
            made.worth(50_000, &[NumberField::P1]);
        }
        "[%P4] (DF)" => {
            made.to_ac = Amount::dice(1, 5).and(5);
            made.p1 = Amount::dice(1, 3);
            made.worth(50_000, &[NumberField::P1]);
        }
        "(SS)" => {
            made.p1 = Amount::dice(1, 3).times(-1).and(-2);
            made.worth(40_000, &[NumberField::P1]);
        }
        "(V)" => made.p1 = Amount::Known(1),
        _ => {}
    }
}

pub(super) fn bow(made: &mut MadeTreasure, rolls: &mut Rolls) {
    if rolls.is_magic() {
        made.to_hit = Amount::bonus(1, 30);
        if rolls.is_special() {
            made.special("of Criticals", 300_000);
            made.to_hit = made.to_hit.and(5);
        }
    } else if rolls.is_cursed() {
        made.curse();
        made.to_hit = Amount::bonus(1, 50).times(-1);
    }
}

pub(super) fn digger(made: &mut MadeTreasure, rolls: &mut Rolls) {
    if rolls.is_magic() {
        if rolls.one_in(3) {
            made.curse();
            made.p1 = Amount::bonus(1, 30).times(-1);
        } else {
            made.p1 = Amount::bonus(2, 25);
            made.worth(10_000, &[NumberField::P1]);
        }
    }
}
