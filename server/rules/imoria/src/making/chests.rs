//! Chests: their traps, and the level of what is in them (`mt__chest`).

use super::{amount::Amount, made::MadeTreasure, rolls::Rolls};

/// The traps, each up to which draw it is set: the draw is that of a die with as many sides as the level, and 4. Empty and
/// locked chests would need a draw of at most 2, which there isn't.
const TRAPS: [(u32, &str); 5] = [
    (6, "^ (Poison Needle)"),
    (9, "^ (Gas Trap)"),
    (11, "^ (Explosion Device)"),
    (14, "^ (Summoning Runes)"),
    (u32::MAX, "^ (Multiple Traps)"),
];

/// The level of the contents is about that of the dungeon.
pub(super) fn chest(made: &mut MadeTreasure, is_body: bool, level: i64, rolls: &mut Rolls) {
    made.p1 = Amount::NEAR_LEVEL;
    if is_body {
        made.name("^ (Looted)");
        return;
    }
    let sides = u32::try_from(level).unwrap_or(0);
    let mut before = 0;
    let of_each = TRAPS.map(|(last, name)| {
        let last = last.saturating_sub(4).min(sides);
        let draws = last - before.min(last);
        before = before.max(last);
        (draws, name)
    });
    // At level 0 the die comes up 0.
    let name = if sides == 0 { TRAPS[0].1 } else { rolls.one_of(of_each) };
    made.name(name);
}
