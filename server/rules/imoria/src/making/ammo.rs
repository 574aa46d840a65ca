//! Arrows, bolts, sling ammunition and spikes (`mt__ammo`).

use super::{amount::Amount, made::MadeTreasure, rolls::Rolls};

/// Curses belong to the question whether it can be magic at all, so that bolts and arrows are never cursed.
pub(super) fn ammo(made: &mut MadeTreasure, can_be_magic: bool, rolls: &mut Rolls) {
    if can_be_magic {
        if rolls.is_magic() {
            (made.to_hit, made.to_dam) = (Amount::bonus(1, 35), Amount::bonus(1, 35));
            if rolls.is_special() {
                let (name, [hit, dam], worth) = rolls.one_of([
                    (3, ("of Slaying", [5, 5], 2_000)),
                    (2, ("of Fire", [2, 4], 2_500)),
                    (2, ("of Slay Evil", [3, 3], 2_500)),
                    (2, ("of Slay Monster", [2, 2], 3_000)),
                    (1, ("of Dragon Slaying", [10, 10], 3_500)),
                ]);
                made.special(name, worth);
                made.strike(hit, dam);
            }
        }
    } else if rolls.is_cursed() {
        made.curse();
        (made.to_hit, made.to_dam) = (Amount::bonus(5, 55).times(-1), Amount::bonus(5, 55).times(-1));
    }
    made.number = Amount::dice(7, 6).and(if rolls.is_forced { 15 } else { 0 });
}
