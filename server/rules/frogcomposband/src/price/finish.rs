//! What ends every price (`_finalize_p`): the activation, hidden powers, drawbacks.

use super::{
    super::{
        flags::named as f,
        stats::FrogKind,
        tables::{ego, tval},
    },
    item::PricedItem,
    running::Running,
};

/// Artifacts with powers that no flag says, by index: eleven spellstones, a mask, an assassin's bow, the spectral scales.
const HIDDEN_POWERS: [(u32, i64); 14] = [
    (282, 5000),
    (283, 5000),
    (284, 5000),
    (285, 5000),
    (286, 5000),
    (287, 5000),
    (288, 5000),
    (289, 5000),
    (290, 5000),
    (297, 5000),
    (328, 5000),
    (381, 10_000),
    (275, 25_000),
    (226, 50_000),
];
/// The swimsuit, whose aggravation costs less: among soft armours.
pub(super) const SWIMSUIT: (u8, u8) = (tval::SOFT_ARMOR, 50);

/// Ends a price. `None` where what the item can be activated for isn't known.
pub(super) fn finish(sum: &mut Running, item: &PricedItem, kind: &FrogKind) -> Option<()> {
    if let Some(activation) = item.activation {
        sum.add("activation", activation.worth()?.into());
    }
    if item.ego == ego::TWILIGHT {
        sum.scale("of Twilight", 1, 3);
    }
    let hidden = HIDDEN_POWERS.iter().find(|hidden| hidden.0 == item.artifact);
    sum.add("hidden powers", hidden.map_or(0, |hidden| hidden.1));
    if item.flags.has(f::IGNORE_INVULN) {
        sum.add("hits the invulnerable", 8000);
    }
    if item.flags.has(f::AGGRAVATE) {
        let (times, part) = if kind.place() == SWIMSUIT { (5, 6) } else { (8, 10) };
        sum.scale("aggravates", times, part);
    }
    if item.flags.has(f::NO_TELE) && kind.tval != tval::AMULET {
        sum.scale("hinders teleporting", 7, 10);
    }
    if item.flags.has(f::DRAIN_EXP) {
        sum.scale("drains experience", 9, 10);
    }
    if item.flags.has(f::TY_CURSE) && !item.is_perma_cursed {
        sum.scale("ancient curse", 5, 10);
    }
    if item.is_perma_cursed {
        sum.scale("curse for good", 8, 10);
    }
    let is_artifact = item.artifact > 0;
    if !matches!(kind.tval, tval::LIGHT | tval::RING | tval::AMULET) && !is_artifact {
        sum.raise_to("no artifact", (sum.total() + 1) * 3 / 4);
    }
    if sum.total() <= 0 {
        sum.raise_to("at least", i64::from(is_artifact || item.ego > 0));
    }
    Some(())
}
